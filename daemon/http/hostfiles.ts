/** Host files that a socket's client offers: sends requests to it and matches its replies (acp-cli.md 1.13, 1.18). */
import { isUtf8 } from 'node:buffer';
import { ulid } from 'ulid';
import type { ClientFrames, ServerFrames } from '../../schemas/generated/frames.js';
import { JsonLimitError, parseJson } from '../base/text/jsonreading.js';
import { jsonInPieces } from '../base/text/pieces.js';
import { ApiError, invalid } from '../errors.js';
import { cutLine } from '../tools/text.js';
import type { HostFileReply, HostFileRequest } from '../sessions/hostfiles.js';
import type { ClientFrame } from './control.js';
import type { Feed } from './feed.js';
import type { Outbound } from './outbound.js';

/** Maximum bytes of a frame about host files, in both directions. */
export const maxHostFrameBytes = 8 * 1024 * 1024;

export interface HostFiles {
  /** Whether an offer is in force afterwards; an empty offer ends it. Throws SESSION_NOT_FOUND, SESSION_BUSY. */
  offer(sessionId: string, what: { read: boolean; write: boolean }): boolean;
  /** Throws VALIDATION_FAILED for a reply to no pending request. */
  take(reply: ClientFrames['host_file_reply']['payload']): void;
  /** ends the offers; pending requests get no answer */
  close(): void;
}

interface Waiting {
  op: HostFileRequest['op'];
  settle(reply: HostFileReply): void;
}

const lost: HostFileReply = { ok: false, message: 'the connection to it was lost' };
const tooLong: HostFileReply = { ok: false, message: 'the text does not fit a frame' };
/** maximum characters of the client's description of a failure */
const maxReasonChars = 500;
const hostFrames = new Set(['host_files', 'host_file_reply']);

export function createHostFiles(deps: { feed: Feed; outbound: Outbound; now(): number }): HostFiles {
  const { feed, outbound, now } = deps;
  /** functions that end the offers, by session */
  const offers = new Map<string, () => void>();
  const waiting = new Map<string, Waiting>();
  let closed = false;

  async function ask(request: HostFileRequest, signal: AbortSignal): Promise<HostFileReply> {
    const request_id = `hostfile_${ulid(now()).toLowerCase()}`;
    const bytes = await encoded({ request_id, ...request }, now());
    if (bytes.length > maxHostFrameBytes) return tooLong;
    if (signal.aborted || closed) return lost;
    return new Promise((resolve) => {
      const stop = (): void => settle(lost);
      const settle = (reply: HostFileReply): void => {
        waiting.delete(request_id);
        signal.removeEventListener('abort', stop);
        resolve(reply);
      };
      waiting.set(request_id, { op: request.op, settle });
      signal.addEventListener('abort', stop, { once: true });
      // wait until the peer is ready: a long text must not count towards the limits of a slow peer
      void outbound.ready().then(() => {
        if (waiting.has(request_id)) outbound.replay({ bytes });
      });
    });
  }

  return {
    offer(sessionId, what) {
      const offer = what.read || what.write ? feed.offerHostFiles(sessionId, { ...what, ask }) : undefined;
      if (!offer && !feed.find(sessionId)) throw new ApiError('SESSION_NOT_FOUND');
      offers.get(sessionId)?.();
      if (offer) offers.set(sessionId, offer);
      else offers.delete(sessionId);
      return offer !== undefined;
    },
    take({ request_id, ok, content, error }) {
      const request = waiting.get(request_id);
      if (!request) return;
      if (ok && request.op === 'read' && content === undefined) throw invalid('content', 'is missing');
      if (!ok) request.settle({ ok: false, message: cutLine(error?.message ?? 'it gave no reason', maxReasonChars) });
      else request.settle(content === undefined ? { ok: true } : { ok: true, content });
    },
    close() {
      closed = true;
      for (const end of offers.values()) end();
      offers.clear();
      for (const { settle } of [...waiting.values()]) settle(lost);
    },
  };
}

/** Encodes a request in pieces, so that a long text does not block the event loop. */
async function encoded(payload: ServerFrames['host_file_request'], time: number): Promise<Buffer> {
  const frame = { type: 'host_file_request', timestamp: new Date(time).toISOString(), payload };
  return Buffer.concat(await jsonInPieces('', frame, ''));
}

/** Parses a long message if it is a frame about host files; yields to the event loop meanwhile. */
export async function readHostFrame(message: Buffer): Promise<ClientFrame | undefined> {
  if (!isUtf8(message)) return undefined;
  try {
    const value = await parseJson(message.toString(), { depth: 8, values: 1_000 });
    const isFrame = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isFrame && hostFrames.has(value.type as string) ? (value as ClientFrame) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonLimitError) return undefined;
    throw error;
  }
}
