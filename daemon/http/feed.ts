/** The interface between sessions and the live half of the server: sockets and event streams. */
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

/** A volatile event with the current state of a running step, and the offset for its envelope. */
export interface InflightEvent {
  event: NewEvent;
  offset?: number;
}

/** Transcripts of stored sessions (ws.md 12); all methods throw SESSION_NOT_FOUND. */
export interface FeedTranscripts {
  /** `gone`: the agent has left memory and may come back */
  agents(sessionId: string): { id: string; gone: boolean }[];
  /** the journal of an existing agent, once it has caught up */
  journal(sessionId: string, agentId: string): Promise<Journal>;
  /** the content of a reset and the number of its last batch; undefined when the journal was closed meanwhile */
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
  /** a stored session; undefined when unknown */
  find(sessionId: string): FoundSession | undefined;
  /** publishes the stored events of all servers to readers, then runs `read` at that position of the log */
  caughtUp<T>(read: () => T): T;
  /** takes over and repairs a session whose owner died (ws.md 8.12); otherwise does nothing */
  repair(sessionId: string): Promise<void>;
  /** replaces the parts of a stored event that depend on its writer's environment by this server's */
  localized(this: void, payload: EventPayload): EventPayload;
  /** complete `agent.status.updated` per agent, for a new subscriber (ws.md 7.5) */
  statuses(sessionId: string): NewEvent[];
  /** recovery frames (ws.md 9.3) as of now; the caller must flush the hub first */
  inflight(sessionId: string): InflightEvent[];
  transcripts(): FeedTranscripts;
  /** terminals of sessions in memory; all methods throw ApiError SESSION_NOT_FOUND, TERMINAL_NOT_FOUND */
  terminals: {
    find(sessionId: string, terminalId: string): Terminal;
    /** throws TERMINAL_NOT_FOUND also when the terminal has ended, and so does `resize` */
    write(sessionId: string, terminalId: string, data: string): void;
    resize(sessionId: string, terminalId: string, cols: number, rows: number): void;
    close(sessionId: string, terminalId: string): Promise<void>;
  };
  /** files of stored sessions, regardless of the owner */
  files: {
    watch: FileWatches['open'];
    /** resolves a path of a session; throws SESSION_NOT_FOUND, FS_PATH_ESCAPES_SESSION, VALIDATION_FAILED */
    locate(sessionId: string, path: string): Promise<WatchedPath>;
  };
  /** offers host files to a session that this server may run; throws SESSION_NOT_FOUND, SESSION_BUSY (`data.owner`) */
  offerHostFiles: HostFileOffers['offer'];
  /** throws ApiError PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED, SESSION_BUSY (`data.owner`) */
  abortPrompt(sessionId: string, promptId: string): Promise<{ atSeq: number }>;
}
