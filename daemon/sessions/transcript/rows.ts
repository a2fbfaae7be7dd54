/** Reads the rows of an agent's timeline, only as far as a page needs them. */
import {
  eventReaders,
  eventTable,
  type EventPayload,
  type EventPayloads,
  type EventType,
} from '../../../schemas/generated/events.js';
import type { TranscriptAgent } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import { loadPayload } from '../log/frames.js';
import { iso } from '../store.js';
import { textsOf, type Texts } from '../texts/texts.js';

/** A row of the log, its payload as text. */
export interface StoredEvent {
  seq: number;
  type: EventType;
  visibility: 0 | 1 | 2;
  time: number;
  stored: string;
  /** reads the files that `stored` refers to */
  texts: Texts;
}

/** A row as the database returns it. */
export type BareEvent = Omit<StoredEvent, 'texts'>;

export interface StoredTurn {
  turnId: number;
  startedSeq: number;
  promptId: string | null;
  endedSeq: number | null;
  reason: EventPayloads['turn.ended']['reason'] | null;
}

/** Where the rows of a page begin and end; `until` is exclusive. */
export interface PageBounds {
  from: number;
  until: number;
  /** there are more turns in the requested direction */
  hasMore: boolean;
}

export interface PageRequest {
  /** numbers of turns; at most one of the two */
  before?: number;
  after?: number;
  /** number of turns */
  size: number;
}

export interface TranscriptRows {
  agents(key: number): TranscriptAgent[];
  openTurn(key: number, agentId: string): StoredTurn | undefined;
  bounds(key: number, agentId: string, request: PageRequest): PageBounds;
  /** events of the timeline without undone ones; `until` is exclusive */
  timeline(key: number, agentId: string, from: number, until: number): StoredEvent[];
  /** all events from the first of some undone or redone turns on */
  history(key: number, agentId: string, turnIds: readonly number[], until: number): StoredEvent[];
  /** upper bound of the number of rows in `history` */
  historyLength(key: number, agentId: string, turnIds: readonly number[], until: number): number;
  /** starts of turns that were not undone, with numbers above `after` */
  starts(key: number, agentId: string, after: number, limit: number): (StoredTurn & StoredEvent)[];
  /** the first message after an event in the role of the user */
  opening(key: number, agentId: string, after: number): StoredEvent | undefined;
  /** calls that submit a plan */
  planCalls(key: number, agentId: string): (StoredEvent & { callId: string })[];
  /** the result of a call that began with the event `startedSeq` */
  result(key: number, agentId: string, startedSeq: number, callId: string): StoredEvent | undefined;
}

export const columns = 'e.seq, e.type, e.visibility, e.time, e.payload AS stored';
export const turnColumns =
  'turn_id AS turnId, started_seq AS startedSeq, prompt_id AS promptId, ended_seq AS endedSeq, reason';
const everything = Number.MAX_SAFE_INTEGER;
const sqlList = (types: readonly EventType[]): string => types.map((type) => `'${type}'`).join(', ');
const foundByType = [...eventReaders.all, ...eventReaders.latest, ...eventReaders.range].sort();
/** The condition of the index `events_by_type`: SQLite uses a partial index only if the query repeats it verbatim. */
export const isReadType = `type IN (${sqlList(foundByType)})`;

export function createTranscriptRows(db: Db): TranscriptRows {
  const own = ownRows(db);
  const agents = db.prepare<[number], AgentRow>(
    `SELECT agent_id, kind, parent_id, label, created_at, disposed_at FROM agents WHERE session_key = ?
     ORDER BY kind = 'main' DESC, created_at, agent_id`,
  );
  const turn = `SELECT ${turnColumns} FROM turns WHERE session_key = ? AND agent_id = ?`;
  const older = db.prepare<[number, string, number, number], StoredTurn>(
    `${turn} AND undone = 0 AND turn_id < ? ORDER BY turn_id DESC LIMIT ?`,
  );
  const newer = db.prepare<[number, string, number, number], StoredTurn>(
    `${turn} AND undone = 0 AND turn_id > ? ORDER BY turn_id LIMIT ?`,
  );
  const one = db.prepare<[number, string, number], StoredTurn & { undone: 0 | 1 }>(
    `SELECT ${turnColumns}, undone FROM turns WHERE session_key = ? AND agent_id = ? AND turn_id = ?`,
  );
  const open = db.prepare<[number, string], StoredTurn>(`${turn} AND ended_seq IS NULL ORDER BY turn_id DESC LIMIT 1`);
  const between = db.prepare<[number, string, number, number], BareEvent>(
    `SELECT ${columns} FROM events e INDEXED BY events_by_agent WHERE session_key = ? AND agent_id = ? AND seq >= ? AND seq < ?
       AND type IN (${sqlList(eventReaders.timeline)}) ORDER BY seq`,
  );
  const count = db
    .prepare<[number, string, number, number], number>(
      `SELECT count(*) FROM events INDEXED BY events_by_agent WHERE session_key = ? AND agent_id = ? AND seq >= ? AND seq < ?`,
    )
    .pluck();
  const undos = db.prepare<[number, string, number, number], { seq: number; turnIds: string }>(
    `SELECT seq, CASE WHEN json_valid(payload) THEN json_extract(payload, '$.turnIds') ELSE '[]' END AS turnIds FROM events
     WHERE session_key = ? AND agent_id = ? AND type = 'context.undone' AND ${isReadType} AND seq >= ? AND seq < ? ORDER BY seq`,
  );
  const starts = db.prepare<[number, string, number, number], StoredTurn & BareEvent>(
    `SELECT ${turnColumns}, ${columns} FROM turns t JOIN events e ON e.session_key = t.session_key AND e.seq = t.started_seq
     WHERE t.session_key = ? AND t.agent_id = ? AND t.undone = 0 AND t.turn_id > ? ORDER BY t.turn_id LIMIT ?`,
  );
  const opening = db.prepare<[number, string, number], BareEvent>(
    `SELECT ${columns} FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
     WHERE m.session_key = ? AND m.agent_id = ? AND m.seq > ? AND m.role = 'user' AND e.type = 'message.appended' ORDER BY m.seq LIMIT 1`,
  );
  const planCalls = db.prepare<[number, string], BareEvent & { callId: string }>(
    `SELECT p.call_id AS callId, ${columns} FROM plan_calls p JOIN events e ON e.session_key = p.session_key AND e.seq = p.seq
     WHERE p.session_key = ? AND p.agent_id = ? ORDER BY p.seq`,
  );
  const result = db.prepare<[number, string, number, string], BareEvent>(
    `SELECT ${columns} FROM events e INDEXED BY events_by_agent WHERE session_key = ? AND agent_id = ? AND seq > ?
       AND type = 'tool.result' AND CASE WHEN json_valid(payload) THEN json_extract(payload, '$.toolCallId') END = ?
     ORDER BY seq LIMIT 1`,
  );

  const visible = (key: number, agentId: string, turnId: number): boolean =>
    one.get(key, agentId, turnId)?.undone === 0;

  /** Rows that undos removed and no redo restored, as ranges from the first undone turn to the undo. */
  function takenBack(key: number, agentId: string, from: number, until: number): Range[] {
    return undos.all(key, agentId, from, until).flatMap(({ seq, turnIds }) => {
      const first = one.get(key, agentId, Math.min(...(JSON.parse(turnIds) as number[])));
      return first?.undone === 1 ? [{ from: first.startedSeq, until: seq }] : [];
    });
  }

  function timeline(key: number, agentId: string, from: number, until: number): StoredEvent[] {
    const rows: StoredEvent[] = [];
    let at = from;
    for (const gone of merged(takenBack(key, agentId, from, until))) {
      if (gone.from > at) rows.push(...own(between.all(key, agentId, at, gone.from)));
      at = Math.max(at, gone.until);
    }
    return rows.concat(own(between.all(key, agentId, at, until)));
  }

  return {
    agents: (key) => agents.all(key).map(agentOf),
    openTurn: (key, agentId) => open.get(key, agentId),
    bounds(key, agentId, { before, after, size }) {
      // an undone or unknown turn is not a cursor (rest.md 1.6)
      const listed = (id: number | undefined) => (id !== undefined && visible(key, agentId, id) ? id : undefined);
      const below = listed(after);
      const found =
        below === undefined
          ? older.all(key, agentId, listed(before) ?? everything, size + 1)
          : newer.all(key, agentId, below, size + 1);
      const hasMore = found.length > size;
      const page = found.slice(0, size).sort((a, b) => a.turnId - b.turnId);
      const [first] = page;
      // without a turn, there are only rows before the first turn
      if (!first)
        return { from: 0, until: below === undefined && listed(before) === undefined ? everything : 0, hasMore };
      const isFirst = older.get(key, agentId, first.turnId, 1) === undefined;
      const next = newer.get(key, agentId, page.at(-1)?.turnId ?? 0, 1);
      return { from: isFirst ? 0 : first.startedSeq, until: next?.startedSeq ?? everything, hasMore };
    },
    timeline,
    history(key, agentId, turnIds, until) {
      const first = one.get(key, agentId, Math.min(...turnIds));
      if (!first) return [];
      const { startedSeq, undone } = first;
      return undone ? own(between.all(key, agentId, startedSeq, until)) : timeline(key, agentId, startedSeq, until);
    },
    historyLength(key, agentId, turnIds, until) {
      const from = one.get(key, agentId, Math.min(...turnIds))?.startedSeq ?? until;
      return count.get(key, agentId, from, until) ?? 0;
    },
    starts: (key, agentId, after, limit) => own(starts.all(key, agentId, after, limit)),
    opening: (key, agentId, after) => own(opening.all(key, agentId, after))[0],
    planCalls: (key, agentId) => own(planCalls.all(key, agentId)),
    result: (key, agentId, startedSeq, callId) => own(result.all(key, agentId, startedSeq, callId))[0],
  };
}

/** Adds to rows what reads their texts. */
export function ownRows(db: Db): <Row extends BareEvent>(rows: Row[]) => (Row & StoredEvent)[] {
  const texts = textsOf(db);
  return (rows) => rows.map((row) => Object.assign(row, { texts }));
}

/** The event of a row; undefined for a damaged one, and for events of the session that this one was copied from. */
export function eventOf({ type, visibility, stored, texts }: StoredEvent): EventPayload | undefined {
  if (visibility === 0 && eventTable[type].delivery !== 'internal') return undefined;
  try {
    return loadPayload(texts, type, '', stored);
  } catch {
    // engine.md 19: a damaged row does not affect the others
    return undefined;
  }
}

interface AgentRow {
  agent_id: string;
  kind: TranscriptAgent['type'];
  parent_id: string | null;
  label: string | null;
  created_at: number | null;
  disposed_at: number | null;
}

function agentOf(row: AgentRow): TranscriptAgent {
  return {
    agentId: row.agent_id,
    type: row.kind,
    parentAgentId: row.parent_id ?? undefined,
    label: row.label ?? undefined,
    createdAt: row.created_at === null ? undefined : iso(row.created_at),
    disposedAt: row.disposed_at === null ? undefined : iso(row.disposed_at),
  };
}

interface Range {
  from: number;
  until: number;
}

/** Merges ranges that touch or overlap; returns them in order. */
function merged(ranges: Range[]): Range[] {
  const out: Range[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && range.from <= last.until) last.until = Math.max(last.until, range.until);
    else out.push({ ...range });
  }
  return out;
}
