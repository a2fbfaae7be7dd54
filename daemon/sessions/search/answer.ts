/** Answers a search from the tables of the index, in the search thread and in one transaction. */
import type { Db } from '../log/database.js';
import { fewOf, gramsOf, keysOf, quoted, roleGram, roleKey } from './fold.js';
import { contractLimits, type Limits } from './gather.js';
import { fit, type Term, type Wanted } from './match.js';
import { pageByScore, pageByTime, usualGroup, type GroupSize, type ScoredHit } from './page.js';
import { openPageToken, sealPageToken, type PageStart } from './pagetoken.js';
import type { Query, SearchAnswer, SearchItem } from './query.js';
import { snippetOf } from './snippet.js';
import { createStreams, type Source, type Streams } from './stream.js';
import type { IndexRow } from './tables.js';

/** The condition of the index besides its content. */
export interface IndexCondition {
  /** another server updates it */
  readonly: boolean;
  /** the last attempt to update it failed */
  degraded: boolean;
}

export interface Sizes {
  limits: Limits;
  group: GroupSize;
}

/** `token`: the page token does not belong to this query and this index. */
export type Outcome = { answer: SearchAnswer } | { refused: 'token' };

export type Answerer = (query: Query, condition: IndexCondition) => Outcome;

/** Reads the progress of the index, which needs none of its texts. */
export function readIndexState(db: Db): (condition: IndexCondition) => SearchAnswer['index_state'] {
  const index = db.prepare<[], IndexRow>('SELECT * FROM search_index');
  const sessions = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sessions WHERE forming = 0');
  const waiting = db.prepare<[], { n: number }>('SELECT count(DISTINCT session_key) AS n FROM search_queue');
  return ({ readonly, degraded }) => {
    const { built, documents, sessions_left } = index.get() as IndexRow;
    const total = sessions.get()?.n ?? 0;
    const left = built === 1 ? (waiting.get()?.n ?? 0) : (sessions_left ?? total);
    return {
      state: built !== 1 ? 'building' : readonly ? 'readonly' : 'ready',
      indexed_sessions: Math.max(0, total - left),
      total_sessions: total,
      documents,
      ...(built !== 1 || left > 0 ? { stale: true } : {}),
      ...(degraded ? { degraded } : {}),
    };
  };
}

export function createAnswerer(
  db: Db,
  { limits, group }: Sizes = { limits: contractLimits, group: usualGroup },
): Answerer {
  const streams = createStreams(db);
  const planner = createPlanner(db, streams);
  const index = db.prepare<[], IndexRow>('SELECT * FROM search_index');
  const stateOf = readIndexState(db);
  const session = db.prepare<[number], Pick<SearchItem, 'session_id' | 'workspace_id' | 'session_title'>>(
    'SELECT id AS session_id, workspace_id, title AS session_title FROM sessions WHERE key = ? AND forming = 0',
  );
  const step = db.prepare<[number, number], { step: number | null }>(
    'SELECT step FROM messages WHERE session_key = ? AND seq = ?',
  );

  const sessionsOf = db.prepare<[string], number>('SELECT key FROM sessions WHERE workspace_id = ?').pluck();

  function itemOf(hit: ScoredHit, mode: Query['wanted']['mode']): SearchItem[] {
    const of = session.get(hit.session_key);
    if (!of) return [];
    const number = hit.role === 'assistant' && hit.turn_id !== null ? step.get(hit.session_key, hit.seq)?.step : null;
    return [
      {
        ...of,
        agent_id: hit.agent_id,
        role: hit.role,
        snippet: snippetOf(hit.text, hit.place, mode),
        time: hit.time,
        ...(hit.turn_id === null ? {} : { turn: hit.turn_id }),
        ...(number == null ? {} : { step_id: `t${hit.turn_id}.${number}` }),
        score: hit.score,
      },
    ];
  }

  /** The start of a query's first page. */
  function firstPlace(query: Query, source: ReturnType<typeof planner.sourceOf>): PageStart {
    const weights = planner.weightsOf(query.wanted);
    const floor = query.sort === 'score' && source && 'match' in source && streams.floor(source, limits.candidates);
    return { weights, ...(floor ? { floor } : {}) };
  }

  function find(
    query: Query,
    given: PageStart | undefined,
  ): Pick<SearchAnswer, 'items' | 'incomplete'> & { next?: PageStart } {
    const source = planner.sourceOf(query);
    if (!source) return { items: [] };
    const place = given ?? firstPlace(query, source);
    const wanted = query.wanted.mode === 'terms' ? { ...query.wanted, weights: place.weights } : query.wanted;
    const { role, start, end, pageSize, container } = query;
    const { agent_id: agentId, workspace_id: workspace } = container;
    const sessions = workspace === undefined ? undefined : new Set(sessionsOf.all(workspace));
    const request = { wanted, source, role, start, end, pageSize, agentId, sessions };
    const { hits, next, incomplete } =
      query.sort === 'score'
        ? pageByScore(streams, request, place, limits, group)
        : pageByTime(streams, request, query.sort === 'time_desc', place, limits);
    const cut = incomplete ?? (place.floor === undefined ? undefined : 'candidate_cap');
    return {
      items: hits.flatMap((hit) => itemOf(hit, wanted.mode)),
      ...(cut && { incomplete: cut }),
      ...(next && { next }),
    };
  }

  return db.transaction((query: Query, condition: IndexCondition): Outcome => {
    const row = index.get() as IndexRow;
    const { pageToken, fingerprint } = query;
    const place = pageToken === undefined ? undefined : openPageToken(pageToken, fingerprint, row.generation);
    if (pageToken !== undefined && !place) return { refused: 'token' };
    const index_state = stateOf(condition);
    if (row.built !== 1) return { answer: { items: [], has_more: false, index_state, source: 'index' } };
    const { items, next, incomplete } = find(query, place);
    return {
      answer: {
        items,
        has_more: next !== undefined,
        ...(next && { page_token: sealPageToken(next, fingerprint, row.generation) }),
        ...(incomplete && { incomplete }),
        index_state,
        source: 'index',
      },
    };
  });
}

/** Number of newest texts that show whether two characters are so frequent that they are found without an index. */
const sampleSize = 200;
const frequentHits = 20;
/** Maximum number of grams that begin with the same two characters. */
const maxBeginnings = 200;
/** Terms in more texts than this count as equally frequent. */
const countedTexts = 10_000;

/** Where a query is searched, and how rare its terms are. */
interface Planner {
  /** undefined: nothing can be found */
  sourceOf(query: Query): Source | undefined;
  /** for each term, from 1 (in very many texts) to 5 (in hardly any) */
  weightsOf(wanted: Wanted): number[];
}

function createPlanner(db: Db, streams: Streams): Planner {
  const session = db.prepare<[string], { key: number }>('SELECT key FROM sessions WHERE id = ? AND forming = 0');

  /** Grams in the index that begin with the given characters; undefined when there are too many. */
  function beginningWith(start: string): string[] | undefined {
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_gram_terms USING fts5vocab('main', 'search_grams', 'instance')`,
    );
    const next = db
      .prepare<[string, string], string>('SELECT term FROM temp.search_gram_terms WHERE term > ? AND term < ? LIMIT 1')
      .pluck();
    const grams: string[] = [];
    const end = `${start}\u{10ffff}`;
    for (let gram = next.get(start, end); gram !== undefined; gram = next.get(gram, end)) {
      grams.push(gram);
      if (grams.length > maxBeginnings) return undefined;
    }
    return grams;
  }

  function isFrequent(literal: string): boolean {
    let [examined, hits] = [0, 0];
    for (const { text } of streams.open({ index: 'none' }, { newestFirst: true })) {
      if (fit(text, { mode: 'literal', literal })) hits += 1;
      examined += 1;
      if (hits >= frequentHits) return true;
      if (examined >= sampleSize) return false;
    }
    return false;
  }

  function literalSource(literal: string, role: string | undefined): Source | undefined {
    let match = gramsOf(literal).map(quoted).join(' AND ');
    if (match === '') {
      const grams = isFrequent(literal) ? undefined : beginningWith(literal);
      if (grams?.length === 0) return undefined;
      if (!grams) return { index: 'none' };
      match = grams.map(quoted).join(' OR ');
    }
    return { index: 'search_grams', match: role === undefined ? match : `${quoted(roleGram(role))} AND (${match})` };
  }

  return {
    sourceOf({ wanted, container, role }) {
      if (container.session_id !== undefined) {
        const key = session.get(container.session_id)?.key;
        return key === undefined ? undefined : { index: 'session', key };
      }
      if (wanted.mode === 'literal') return literalSource(wanted.literal, role);
      const match = wanted.terms.map(matchOf).join(wanted.every ? ' AND ' : ' OR ');
      return {
        index: 'search_words',
        match: role === undefined ? match : `${quoted(roleKey(role))} AND (${match})`,
      };
    },
    weightsOf(wanted) {
      if (wanted.mode === 'literal' || wanted.terms.length === 1) return [1];
      return wanted.terms.map((term) => {
        const texts = streams.count({ index: 'search_words', match: matchOf(term) }, countedTexts);
        return 5 - Math.floor(Math.log10(Math.max(1, texts)));
      });
    },
  };
}

/** The index query for a term; later, the text shows whether its pieces are adjacent. */
function matchOf({ pieces }: Term): string {
  const keys = fewOf([...new Set(pieces.flatMap(keysOf))]);
  return `(${keys.map(quoted).join(' AND ')})`;
}
