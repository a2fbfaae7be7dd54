/** The shape of a fact of a session: what events make of it in memory and in tables, how it is read, copied and taken back. */
import type { EventPayloads, NewEvent, StoredEvent } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Messages } from '../messages/messages.js';
import type { SessionRow } from '../store.js';

/** Where an event is in the log. */
export interface LogPosition {
  key: number;
  seq: number;
  time: number;
  agent: string;
  session: string;
}

/** What events change in the tables, in their own transaction. */
export type Tables = { [K in StoredEvent]?: (at: LogPosition, event: EventPayloads[K]) => void };

/** Reads a fact from its tables into an object without history; after an undo again into that of the main agent. */
export interface Load {
  session?(session: LiveSession, row: SessionRow): void;
  agent?(agent: LiveAgent, row: AgentRow, session: { key: number; id: string }): void;
}

/** Columns that a copy takes along, and the SQL of their values; `s` and `a`: the rows of the source. */
export type Columns = Readonly<Record<string, string>>;

export interface Fact {
  /** what events change in memory, of the session; `time` is that of the event's row */
  session?: { [K in StoredEvent]?: (session: LiveSession, event: EventPayloads[K], time: number) => void };
  /** the same of the agent that the event names; after that of the session */
  agent?: {
    [K in StoredEvent]?: (agent: LiveAgent, event: EventPayloads[K], time: number, session: LiveSession) => void;
  };
  /** `timeZone`: IANA name for the day on which something was spent; absent: that of the system */
  tables?(db: Db, timeZone?: string): Tables;
  load?(db: Db, messages: Messages): Load;
  /** what a copy of the session takes of the events up to `@cut` (rest.md 9.6); what is not named begins empty */
  fork?: {
    /** statements that copy rows from `@from` to `@to` */
    rows?: readonly string[];
    session?: Columns;
    agent?: Columns;
  };
  /** what an undo and a redo change besides what the tables do at their events (engine.md 2.7) */
  undo?: {
    /** the events that restore the state which the last event of a type left; `before`: that event, if there was one */
    restore?: Restore;
    /** it is read again from its tables, for the main agent */
    reread?: true;
  };
}

type Restore = {
  [K in StoredEvent]: { type: K; events(main: LiveAgent, before: EventPayloads[K] | undefined): NewEvent[] };
}[StoredEvent];

/** A row of the table `agents`. */
export interface AgentRow {
  agent_id: string;
  kind: LiveAgent['kind'];
  last_turn: number;
  todos: string;
  plan: string;
  tools: string;
  system_prompt: string | null;
  rendered: string | null;
  listed: string | null;
  anchor: string | null;
  noted: string;
  refused_images: string | null;
  queue_paused: number;
  parent_id: string | null;
  label: string | null;
  binding: string | null;
  disposed_at: number | null;
  compacted: number | null;
  copied: string | null;
}

/** SQL of a column of a copy: a value of the last event of a type that it has of the agent; `none`: when it has none. */
export function latest(type: StoredEvent, value: string, none: string): string {
  return `coalesce((SELECT ${value} FROM events e WHERE e.session_key = @to AND e.type = '${type}' AND e.agent_id = a.agent_id
    ORDER BY seq DESC LIMIT 1), '${none}')`;
}

/** A statement that sets one column of an agent: `(value, key, agent)`. */
export function setsAgent(
  db: Db,
  column: string,
): { run(...values: [string | number | null, number, string]): unknown } {
  return db.prepare<[string | number | null, number, string]>(
    `UPDATE agents SET ${column} = ? WHERE session_key = ? AND agent_id = ?`,
  );
}

/** A statement that moves a session up in the list: `(time, key)`. */
export function touches(db: Db): { run(...values: [number, number]): unknown } {
  return db.prepare<[number, number]>('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE key = ?');
}
