/** The interface of a fact: how events change it in memory and in tables, and how it is loaded, copied and undone. */
import type { EventPayloads, NewEvent, StoredEvent } from '../../../schemas/generated/events.js';
import type { Db } from '../log/database.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Messages } from '../messages/messages.js';
import type { SessionRow } from '../store.js';

/** The position of an event in the log. */
export interface LogPosition {
  key: number;
  seq: number;
  time: number;
  agent: string;
  session: string;
}

/** Table updates by event type, in the transaction of the event. */
export type Tables = { [K in StoredEvent]?: (at: LogPosition, event: EventPayloads[K]) => void };

/** Reads a fact from its tables into a new object, and into the main agent again after an undo. */
export interface Load {
  session?(session: LiveSession, row: SessionRow): void;
  agent?(agent: LiveAgent, row: AgentRow, session: { key: number; id: string }): void;
}

/** Columns that a fork copies, with the SQL of their values; `s` and `a` are the rows of the source. */
export type Columns = Readonly<Record<string, string>>;

export interface Fact {
  /** changes of the session in memory, by event type; `time` is the time of the event's row */
  session?: { [K in StoredEvent]?: (session: LiveSession, event: EventPayloads[K], time: number) => void };
  /** changes of the agent that the event names, applied after those of the session */
  agent?: {
    [K in StoredEvent]?: (agent: LiveAgent, event: EventPayloads[K], time: number, session: LiveSession) => void;
  };
  /** `timeZone`: IANA name of the zone that defines the days of spending; absent: the system's zone */
  tables?(db: Db, timeZone?: string): Tables;
  load?(db: Db, messages: Messages): Load;
  /** what a fork copies, for events up to `@cut` (rest.md 9.6); everything else begins empty */
  fork?: {
    /** statements that copy rows from `@from` to `@to` */
    rows?: readonly string[];
    session?: Columns;
    agent?: Columns;
  };
  /** what an undo and a redo change besides the table updates of their events (engine.md 2.7) */
  undo?: {
    /** events that restore the state after `before`, the last event of the type before the position to return to */
    restore?: Restore;
    /** loads the fact of the main agent from its tables again */
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

/** SQL for a column of a fork: a value of the agent's last event of a type, or `none` if it has no such event. */
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
