/** Streams the texts that the index proposes, in the order of time; reads only as many as the caller takes. */
import type { Db } from '../log/database.js';
import { firstLooseId } from './tables.js';

/** A position in the order of texts; texts of the same time are ordered by id. */
export interface Position {
  time: number;
  id: number;
}

/** A text that may be a hit. */
export interface Candidate extends Position {
  session_key: number;
  seq: number;
  agent_id: string;
  role: 'user' | 'assistant' | 'title';
  turn_id: number | null;
  text: string;
}

/** Which texts are proposed. */
export type Source =
  /** texts that an index finds */
  | { index: 'search_words' | 'search_grams'; match: string }
  /** all texts */
  | { index: 'none' }
  /** all texts of a session, whether they are in the index or not; ids are event numbers */
  | { index: 'session'; key: number };

export interface Span {
  newestFirst: boolean;
  /** the stream begins directly after this position */
  after?: Position | undefined;
  /** epoch milliseconds, inclusive */
  start?: number | undefined;
  end?: number | undefined;
  /** ids in the order of time that are too old */
  floor?: number | undefined;
}

export interface Streams {
  open(source: Source, span: Span): Generator<Candidate, void>;
  /** number of texts an index finds, counted up to a limit */
  count(source: Source & { match: string }, limit: number): number;
  /** id of the newest text after the first `count` ones, without texts that arrived late */
  floor(source: Source & { match: string }, count: number): number | undefined;
}

/** Maximum number of late texts that are examined for one answer. */
const maxLoose = 100_000;
const columns = 't.time, t.session_key, t.seq, t.agent_id, t.role, t.turn_id, t.text';

/** A candidate as an array, which costs half as much to read as an object. */
type Row = [number, number, number, number, string, Candidate['role'], number | null, string];

const candidateOf = ([id, time, session_key, seq, agent_id, role, turn_id, text]: Row): Candidate => ({
  id,
  time,
  session_key,
  seq,
  agent_id,
  role,
  turn_id,
  text,
});

export function compare(a: Position, b: Position): number {
  return a.time - b.time || a.id - b.id;
}

export function createStreams(db: Db): Streams {
  const byId = db
    .prepare<[number], Row>(
      `SELECT d.id, ${columns} FROM search_documents d JOIN search_text t ON t.session_key = d.session_key AND t.seq = d.seq WHERE d.id = ?`,
    )
    .raw();
  const next = db.prepare<[number], Position>(
    `SELECT id, time FROM search_documents WHERE id >= ? AND id < ${firstLooseId} ORDER BY id LIMIT 1`,
  );
  const last = db.prepare<[], { last_id: number }>('SELECT last_id FROM search_index');

  /** The lowest id in the order of time whose text is of that time or later. */
  function idAt(time: number): number {
    let [low, high] = [1, (last.get()?.last_id ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = next.get(middle);
      if (!found || found.time >= time) high = middle;
      else low = found.id + 1;
    }
    return low;
  }

  /** The exclusive bounds of a span in the ids that are in the order of time. */
  function idsOf({ newestFirst, after, start, end, floor }: Span): [number, number] {
    let [low, high] = [floor ?? 0, firstLooseId];
    if (start !== undefined) low = Math.max(low, idAt(start) - 1);
    if (end !== undefined) high = Math.min(high, idAt(end + 1));
    if (after && newestFirst)
      high = Math.min(high, after.id < firstLooseId ? Math.ceil(after.id) : idAt(after.time + 1));
    if (after && !newestFirst) low = Math.max(low, after.id < firstLooseId ? after.id : idAt(after.time + 1) - 1);
    return [low, high];
  }

  const within = ({ newestFirst, after, start, end }: Span, place: Position): boolean =>
    (start === undefined || place.time >= start) &&
    (end === undefined || place.time <= end) &&
    (!after || (newestFirst ? compare(place, after) < 0 : compare(place, after) > 0));

  function* chosen(rows: Iterable<Row>, span: Span): Generator<Candidate, void> {
    for (const row of rows) {
      const candidate = candidateOf(row);
      if (within(span, candidate)) yield candidate;
    }
  }

  function* ordered(source: Source, span: Span): Generator<Candidate, void> {
    const direction = span.newestFirst ? 'DESC' : 'ASC';
    const [low, high] = idsOf(span);
    const texts = 'search_documents d CROSS JOIN search_text t ON t.session_key = d.session_key AND t.seq = d.seq';
    const rows =
      'match' in source
        ? db
            .prepare<[string, number, number], Row>(
              `SELECT d.id, ${columns} FROM ${source.index} f CROSS JOIN ${texts.replace('search_documents d', 'search_documents d ON d.id = f.rowid')}
               WHERE f.${source.index} MATCH ? AND f.rowid > ? AND f.rowid < ? ORDER BY f.rowid ${direction}`,
            )
            .raw()
            .iterate(source.match, low, high)
        : db
            .prepare<[number, number], Row>(
              `SELECT d.id, ${columns} FROM ${texts} WHERE d.id > ? AND d.id < ? ORDER BY d.id ${direction}`,
            )
            .raw()
            .iterate(low, high);
    yield* chosen(rows, span);
  }

  /** Late texts have no order, so each of them is checked. */
  function* loose(source: Source, span: Span): Generator<Candidate, void> {
    const found =
      'match' in source
        ? db
            .prepare<[string], Position>(
              `SELECT d.id, d.time FROM ${source.index} f CROSS JOIN search_documents d ON d.id = f.rowid
               WHERE f.${source.index} MATCH ? AND f.rowid > ${firstLooseId} LIMIT ${maxLoose}`,
            )
            .all(source.match)
        : db
            .prepare<[], Position>(`SELECT id, time FROM search_documents WHERE id > ${firstLooseId} LIMIT ${maxLoose}`)
            .all();
    const sign = span.newestFirst ? -1 : 1;
    for (const { id } of found.filter((place) => within(span, place)).sort((a, b) => sign * compare(a, b))) {
      const row = byId.get(id);
      if (row) yield candidateOf(row);
    }
  }

  function* ofSession({ key }: Source & { index: 'session' }, span: Span): Generator<Candidate, void> {
    const direction = span.newestFirst ? 'DESC' : 'ASC';
    const { after } = span;
    const bound = after && (span.newestFirst ? Math.ceil(after.id) : Math.floor(after.id));
    const rows = db
      .prepare<unknown[], Row>(
        `SELECT t.seq AS id, ${columns} FROM search_text t WHERE t.session_key = ?
         ${bound === undefined ? '' : `AND t.seq ${span.newestFirst ? '<' : '>'} ?`} ORDER BY t.seq ${direction}`,
      )
      .raw()
      .iterate(key, ...(bound === undefined ? [] : [bound]));
    yield* chosen(rows, span);
  }

  return {
    open: (source, span) =>
      source.index === 'session'
        ? ofSession(source, span)
        : merged(ordered(source, span), loose(source, span), span.newestFirst),
    count: ({ index, match }, limit) =>
      db
        .prepare<[string, number], { n: number }>(
          `SELECT count(*) AS n FROM (SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`,
        )
        .get(match, limit)?.n ?? 0,
    floor: ({ index, match }, count) =>
      db
        .prepare<[string, number], { id: number }>(
          `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? AND rowid < ${firstLooseId} ORDER BY rowid DESC LIMIT 1 OFFSET ?`,
        )
        .get(match, count)?.id,
  };
}

/** Merges two streams in their order. */
function* merged(
  first: Generator<Candidate, void>,
  second: Generator<Candidate, void>,
  newestFirst: boolean,
): Generator<Candidate, void> {
  try {
    let [a, b] = [first.next(), second.next()];
    while (!a.done || !b.done) {
      const takesFirst = b.done ? true : a.done ? false : compare(a.value, b.value) > 0 === newestFirst;
      if (takesFirst) {
        yield a.value as Candidate;
        a = first.next();
      } else {
        yield b.value as Candidate;
        b = second.next();
      }
    }
  } finally {
    first.return();
    second.return();
  }
}
