/** Checks a search request and converts it for the search thread. */
import { createHash } from 'node:crypto';
import type { Operations, Requests } from '../../../schemas/generated/operations.js';
import { invalid } from '../../errors.js';
import { foldText } from './fold.js';
import { termsOf, type Wanted } from './match.js';

export type SearchRequest = Requests['searchSessions']['body'];
export type SearchAnswer = Operations['searchSessions']['data'];
export type SearchItem = SearchAnswer['items'][number];

/** A search request with all defaults filled in. */
export interface Query {
  wanted: Wanted;
  container: { session_id?: string; agent_id?: string; workspace_id?: string };
  role?: SearchItem['role'];
  start?: number;
  end?: number;
  sort: 'score' | 'time_desc' | 'time_asc';
  pageSize: number;
  pageToken?: string;
  /** hash of all conditions */
  fingerprint: string;
}

const maxTerms = 32;
/** Minimum and maximum characters of a literal. */
const literalLength = { least: 2, most: 1_024 };

/** Throws VALIDATION_FAILED. */
export function readQuery(request: SearchRequest): Query {
  const { query, mode, op, container = {}, role, start_time, end_time, page_size, page_token } = request;
  const wanted = mode === 'literal' ? literalOf(query) : wordsOf(query, op === 'AND');
  const sort = mode === 'literal' ? 'time_desc' : request.sort;
  const { session_id, agent_id, workspace_id } = container;
  const conditions = [query, mode, op, session_id, agent_id, workspace_id, role, start_time, end_time, sort, page_size];
  return {
    wanted,
    container: {
      ...(session_id !== undefined && { session_id }),
      agent_id,
      ...(workspace_id !== undefined && { workspace_id }),
    },
    ...(role !== undefined && { role }),
    start: start_time,
    ...(end_time !== undefined && { end: end_time }),
    sort,
    pageSize: page_size,
    pageToken: page_token,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(conditions.map((each) => each ?? null)))
      .digest('base64url'),
  };
}

function literalOf(query: string): Wanted {
  const { least, most } = literalLength;
  const literal = foldText(query);
  if ([...query].length > most) throw invalid('query', `a literal has at most ${most} characters`);
  if ([...literal].length < least) throw invalid('query', `a literal has at least ${least} characters`);
  return { mode: 'literal', literal };
}

function wordsOf(query: string, every: boolean): Wanted {
  const terms = termsOf(query);
  if (terms.length === 0) throw invalid('query', 'has no word to search for');
  if (terms.length > maxTerms) throw invalid('query', `has more than ${maxTerms} different terms`);
  return { mode: 'terms', terms, every, weights: [] };
}
