/** Collects matching texts from a stream, until there are enough or a limit of the contract is reached. */
import { fit, type TextRange, type Wanted } from './match.js';
import type { SearchAnswer } from './query.js';
import { compare, type Candidate, type Position } from './stream.js';

export type Incomplete = NonNullable<SearchAnswer['incomplete']>;

export interface Hit extends Candidate {
  /** how well it matches, 0 to 1 */
  quality: number;
  /** its position in the folded text */
  place: TextRange;
}

/** What one answer may cost (rest.md 23). */
export interface Limits {
  /** texts that are examined */
  candidates: number;
  /** occurrences in these texts */
  postings: number;
  ms: number;
}

export const contractLimits: Limits = { candidates: 100_000, postings: 250_000, ms: 500 };
export const noLimits: Limits = { candidates: Infinity, postings: Infinity, ms: Infinity };

/** Number of texts that are examined in any case, so that each page makes progress. */
const atLeast = 20;

/** Which texts of a stream can be hits. */
export interface Filter {
  wanted: Wanted;
  agentId?: string | undefined;
  /** keys of the sessions that count; absent: all */
  sessions?: ReadonlySet<number> | undefined;
  role?: string | undefined;
}

export interface Gathered {
  hits: Hit[];
  /** the last text that was examined; absent: there was none */
  last?: Position;
  /** the limit that was reached; more may follow then */
  incomplete?: Incomplete;
}

/** `enough` is called after each hit; `until` is the last text that counts in a stream from new to old. */
export function gather(
  stream: Generator<Candidate, void>,
  { wanted, agentId, sessions, role }: Filter,
  limits: Limits,
  enough: (hits: readonly Hit[]) => boolean,
  until?: Position,
): Gathered {
  const end = performance.now() + limits.ms;
  const hits: Hit[] = [];
  let last: Position | undefined;
  let [candidates, postings] = [0, 0];
  const reached = (): Incomplete | undefined => {
    if (candidates < atLeast) return undefined;
    if (candidates >= limits.candidates) return 'candidate_cap';
    if (postings >= limits.postings) return 'postings_budget';
    return performance.now() > end ? 'deadline' : undefined;
  };
  for (const candidate of stream) {
    if (until && compare(candidate, until) < 0) break;
    const counts =
      (agentId === undefined || candidate.agent_id === agentId) &&
      (sessions === undefined || sessions.has(candidate.session_key)) &&
      (role === undefined || candidate.role === role);
    const found = counts ? fit(candidate.text, wanted) : undefined;
    candidates += 1;
    postings += found?.count ?? 0;
    last = { time: candidate.time, id: candidate.id };
    if (found) {
      hits.push({ ...candidate, place: found.place, quality: weighed(candidate, found.quality) });
      if (enough(hits)) break;
    }
    const incomplete = reached();
    if (incomplete) return { hits, last, incomplete };
  }
  return { hits, ...(last && { last }) };
}

/** Raises the quality of a title, which describes a session better than any of its messages. */
function weighed({ role }: Candidate, quality: number): number {
  return role === 'title' ? (1 + quality) / 2 : quality;
}
