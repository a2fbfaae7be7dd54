/** Where the hits of a query are looked for, and how rare its terms are. */
import type { Db } from '../log/database.js';
import { fewOf, gramsOf, keysOf, quoted, roleGram, roleKey } from './fold.js';
import { fit, type Term, type Wanted } from './match.js';
import type { Query } from './query.js';
import type { Source, Streams } from './stream.js';

/** The newest texts show whether two characters are so frequent that they are found without an index. */
const sampleSize = 200;
const frequentHits = 20;
/** Grams that begin with two characters, at most. */
const maxBeginnings = 200;
/** Terms in more texts than this are all equally frequent. */
const countedTexts = 10_000;

export interface Planner {
  /** undefined: nothing can be found */
  sourceOf(query: Query): Source | undefined;
  /** 1 (in very many texts) to 5 (in hardly any), for each term */
  weightsOf(wanted: Wanted): number[];
}

export function createPlanner(db: Db, streams: Streams): Planner {
  const session = db.prepare<[string], { key: number }>('SELECT key FROM sessions WHERE id = ? AND forming = 0');

  /** Grams in the index that begin with some characters; undefined when there are too many. */
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
    let [looked, hits] = [0, 0];
    for (const { text } of streams.open({ index: 'none' }, { newestFirst: true })) {
      if (fit(text, { mode: 'literal', literal })) hits += 1;
      looked += 1;
      if (hits >= frequentHits) return true;
      if (looked >= sampleSize) return false;
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

/** What the index knows of a term; the text shows whether its pieces are adjacent. */
function matchOf({ pieces }: Term): string {
  const keys = fewOf([...new Set(pieces.flatMap(keysOf))]);
  return `(${keys.map(quoted).join(' AND ')})`;
}
