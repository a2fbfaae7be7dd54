/** The source of the visualizer's data: a home, or an export (web.md 8.2). */
import type { Agent, Session } from '../../schemas/generated/types.js';
import type { ArchivedEvent } from '../../schemas/sessionarchive.js';

export interface EventRow extends ArchivedEvent {
  /** the payload refers to long texts that were left out */
  cut?: boolean;
}

export interface EventRequest {
  after: number;
  limit: number;
  /** absent: all */
  types?: readonly string[];
  /** with all texts in full; default: long texts are truncated */
  whole?: boolean;
}

/** A file; `path` is absolute. */
export type StoredBytes = { path: string } | { bytes: Uint8Array };

export interface SessionList {
  query?: string;
  beforeId?: string;
  pageSize: number;
  includeArchive: boolean;
}

/** All methods with a session id throw SESSION_NOT_FOUND. */
export interface Source {
  kind: 'home' | 'zip';
  list(request: SessionList): { items: Session[]; has_more: boolean };
  session(id: string): { session: Session; agents: Agent[]; firstSeq: number; lastSeq: number; damaged: number };
  /** number of the last event */
  last(id: string): number;
  /** in the order of the log */
  events(id: string, request: EventRequest): AsyncGenerator<EventRow>;
  /** undefined when there is none; paths come from here, never from a request */
  taskOutput(id: string, taskId: string): Promise<StoredBytes | undefined>;
  log(id: string, which: 'session' | 'global'): Promise<StoredBytes | undefined>;
  media(id: string, fileId: string): Promise<(StoredBytes & { mediaType: string }) | undefined>;
  close(): void;
}
