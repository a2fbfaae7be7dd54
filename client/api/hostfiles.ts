/** Offers files of a client, such as unsaved buffers, to a session's agents on every connection (acp-cli.md 1.13). */
import type { ApiFailure } from './failure.js';
import { beginAgain, type Link, type Resident } from './link.js';
import type { HostFileAnswer, HostFileRequest, LiveSocket } from './socket.js';

/** A file that an agent requests. */
export interface HostFile {
  sessionId: string;
  /** absolute path, with links resolved */
  path: string;
  agentId: string;
}

export interface HostFilesOptions {
  sessionId: string;
  /** Returns the whole text; undefined: the client does not have the file. After a failure the file on disk is used. */
  read?(file: HostFile): Promise<string | undefined> | string | undefined;
  /** Stores a new text; the model gets the message of a failure. */
  write?(file: HostFile, content: string): Promise<void> | void;
  /** called when a new connection refuses the offer */
  onEnd?(failure: ApiFailure): void;
}

interface Offer extends HostFilesOptions {
  /** the connection on which the offer is active */
  on: LiveSocket | undefined;
}

export interface HostFiles extends Resident {
  deliver(request: HostFileRequest, reply: (answer: HostFileAnswer) => void): void;
  offer(options: HostFilesOptions): Promise<() => void>;
}

/** Maximum number of bytes of text in a frame, without what surrounds it. */
const maxBytes = 8 * 1024 * 1024 - 4 * 1024;

export function createHostFiles(link: () => Link): HostFiles {
  const offers = new Map<string, Offer>();

  async function begin(offer: Offer, live: LiveSocket): Promise<void> {
    offer.on = live;
    const { sessionId: session_id, read, write } = offer;
    await live.request('host_files', { session_id, read: read !== undefined, write: write !== undefined });
  }

  async function answer(offer: Offer, { op, path, agent_id, content = '' }: HostFileRequest): Promise<HostFileAnswer> {
    const file: HostFile = { sessionId: offer.sessionId, path, agentId: agent_id };
    if (op === 'write') {
      if (!offer.write) return failed('failed', 'this client takes no changes');
      await offer.write(file, content);
      return { ok: true };
    }
    const text = await offer.read?.(file);
    if (text === undefined) return failed('not_found', 'this client does not know the file');
    const isTooLong = new TextEncoder().encode(JSON.stringify(text)).length > maxBytes;
    return isTooLong ? failed('failed', 'the text does not fit a frame') : { ok: true, content: text };
  }

  return {
    restore: (live) =>
      beginAgain(offers.values(), live, begin, (offer, failure) => {
        if (offers.get(offer.sessionId) !== offer) return;
        offers.delete(offer.sessionId);
        offer.onEnd?.(failure);
      }),
    deliver(request, reply) {
      const offer = offers.get(request.session_id);
      if (!offer) return reply(failed('not_found', 'this client does not offer files of the session any more'));
      answer(offer, request).then(reply, (error: unknown) => reply(failed('failed', messageOf(error))));
    },
    async offer(options) {
      const { sessionId } = options;
      const offer: Offer = { ...options, on: undefined };
      const live = await link().connected();
      const before = offers.get(sessionId);
      offers.set(sessionId, offer);
      try {
        await begin(offer, live);
      } catch (error) {
        if (offers.get(sessionId) === offer) {
          if (before) offers.set(sessionId, before);
          else offers.delete(sessionId);
        }
        throw error;
      }
      return () => {
        if (offers.get(sessionId) !== offer) return;
        offers.delete(sessionId);
        // offers end with their connection
        link()
          .live?.request('host_files', { session_id: sessionId, read: false, write: false, off: true })
          .catch(() => undefined);
      };
    },
  };
}

function failed(code: 'not_found' | 'failed', message: string): HostFileAnswer {
  return { ok: false, error: { code, message } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
