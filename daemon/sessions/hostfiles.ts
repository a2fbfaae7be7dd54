/** Sends file reads and writes of a session to the client that offers them, with time limits (acp-cli.md 1.13). */
import type { HostFiles } from '../tools/hostfiles.js';

export interface HostFileRequest {
  session_id: string;
  agent_id: string;
  op: 'read' | 'write';
  path: string;
  /** the new text, only for a write */
  content?: string;
}

export type HostFileReply = { ok: true; content?: string } | { ok: false; message: string };

/** What a client offers for the files of one session. */
export interface HostFilesOffer {
  read: boolean;
  write: boolean;
  /** Resolves with the answer, or with a failure if the connection ends or the signal aborts. Never rejects. */
  ask(request: HostFileRequest, signal: AbortSignal): Promise<HostFileReply>;
}

export interface HostFileOffers {
  /** the offer applies until another one replaces it, or the returned function is called */
  offer(sessionId: string, offer: HostFilesOffer): () => void;
  /** the client's files for an agent; undefined: use only the disk */
  of(sessionId: string, agentId: string): HostFiles | undefined;
  /** called at each prompt: a client that did not answer before is asked again */
  prompted(sessionId: string): void;
}

export interface HostFilesLimits {
  readMs: number;
  writeMs: number;
  /** before a text that differs from the disk is requested again */
  staleMs: number;
}

interface Entry {
  offer: HostFilesOffer;
  /** consecutive requests without an answer */
  timeouts: number;
}

const defaults: HostFilesLimits = { readMs: 5_000, writeMs: 10_000, staleMs: 150 };
/** After this many timeouts in a row, the client is not asked again until the next prompt. */
const mostTimeouts = 3;

export function createHostFileOffers(limits: HostFilesLimits = defaults): HostFileOffers {
  const entries = new Map<string, Entry>();

  /** Returns the client's answer, or a failure that names the reason. */
  async function ask(entry: Entry, request: HostFileRequest, aborted: AbortSignal | undefined): Promise<HostFileReply> {
    const ms = request.op === 'read' ? limits.readMs : limits.writeMs;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, ms);
    aborted?.addEventListener('abort', stop, { once: true });
    if (aborted?.aborted) stop();
    try {
      const reply = await entry.offer.ask(request, controller.signal);
      if (!aborted?.aborted) entry.timeouts = isLate ? entry.timeouts + 1 : 0;
      return isLate ? { ok: false, message: `no answer within ${ms / 1000} s` } : reply;
    } finally {
      clearTimeout(timer);
      aborted?.removeEventListener('abort', stop);
    }
  }

  return {
    offer(sessionId, offer) {
      const entry: Entry = { offer, timeouts: 0 };
      entries.set(sessionId, entry);
      return () => {
        if (entries.get(sessionId) === entry) entries.delete(sessionId);
      };
    },
    of(session_id, agent_id) {
      const entry = entries.get(session_id);
      if (!entry || entry.timeouts >= mostTimeouts) return undefined;
      return {
        reads: entry.offer.read,
        writes: entry.offer.write,
        staleMs: limits.staleMs,
        async read(path, signal) {
          const reply = await ask(entry, { session_id, agent_id, op: 'read', path }, signal);
          return reply.ok ? reply.content : undefined;
        },
        async write(path, content, signal) {
          const reply = await ask(entry, { session_id, agent_id, op: 'write', path, content }, signal);
          return reply.ok ? undefined : reply.message;
        },
      };
    },
    prompted(sessionId) {
      const entry = entries.get(sessionId);
      if (entry) entry.timeouts = 0;
    },
  };
}
