/** What the live half of the server needs of sessions: the narrow backend of sockets and event streams. */
import type { EventPayload, NewEvent } from '../../schemas/generated/events.js';
import type { TranscriptSnapshot } from '../../schemas/generated/types.js';
import type { HostFileOffers } from '../sessions/hostfiles.js';
import type { Hub } from '../sessions/log/hub.js';
import type { Log, SessionRef } from '../sessions/log/log.js';
import type { Journal } from '../sessions/transcript/journal.js';
import type { Terminal } from '../terminals/terminals.js';
import type { WatchedPath } from '../workspace/watch/paths.js';
import type { FileWatches } from '../workspace/watch/watches.js';

/** A session and the number of its last durable event. */
export type FoundSession = SessionRef & { lastSeq: number };

/** A volatile event that shows a running step as it is, with the offset of its envelope. */
export interface InflightEvent {
  event: NewEvent;
  offset?: number;
}

/** Transcripts of stored sessions (ws.md 12); all of these throw SESSION_NOT_FOUND. */
export interface FeedTranscripts {
  /** `gone`: it has left memory, maybe to come back */
  agents(sessionId: string): { id: string; gone: boolean }[];
  /** of an agent that exists, once it has caught up */
  journal(sessionId: string, agentId: string): Promise<Journal>;
  /** what a reset shows, and the batch up to which it goes; undefined when the journal was given up meanwhile */
  snapshot(
    sessionId: string,
    agentId: string,
    journal: Journal,
    prompts?: 'all' | 'open',
  ): Promise<{ snapshot: TranscriptSnapshot; seq: number } | undefined>;
}

export interface Feed {
  hub: Hub;
  log: Log;
  /** a stored session, undefined when unknown */
  find(sessionId: string): FoundSession | undefined;
  /** publishes all stored events, of all servers, to readers, then runs `read` at that position of the log */
  caughtUp<T>(read: () => T): T;
  /** takes over and repairs a session whose owner died (ws.md 8.12); no-op otherwise */
  repair(sessionId: string): Promise<void>;
  /** how a stored event reads here that depends on the environment of who wrote it */
  localized(this: void, payload: EventPayload): EventPayload;
  /** complete `agent.status.updated` per agent, for a fresh subscriber (ws.md 7.5) */
  statuses(sessionId: string): NewEvent[];
  /** recovery frames (ws.md 9.3) as of this moment; the caller has flushed the hub before */
  inflight(sessionId: string): InflightEvent[];
  transcripts(): FeedTranscripts;
  /** terminals of sessions in memory; all of these throw ApiError SESSION_NOT_FOUND, TERMINAL_NOT_FOUND */
  terminals: {
    find(sessionId: string, terminalId: string): Terminal;
    /** TERMINAL_NOT_FOUND also when it has ended, as the next one */
    write(sessionId: string, terminalId: string, data: string): void;
    resize(sessionId: string, terminalId: string, cols: number, rows: number): void;
    close(sessionId: string, terminalId: string): Promise<void>;
  };
  /** files of stored sessions, whatever server owns them */
  files: {
    watch: FileWatches['open'];
    /** where a path of a session leads; throws SESSION_NOT_FOUND, FS_PATH_ESCAPES_SESSION, VALIDATION_FAILED */
    locate(sessionId: string, path: string): Promise<WatchedPath>;
  };
  /** offers the files of a session that this server may run; throws SESSION_NOT_FOUND, SESSION_BUSY (`data.owner`) */
  offerHostFiles: HostFileOffers['offer'];
  /** throws ApiError PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED, SESSION_BUSY (`data.owner`) */
  abortPrompt(sessionId: string, promptId: string): Promise<{ atSeq: number }>;
}
