/** One page of hits, by time or by score, and the start of the next page. */
import { contractLimits, gather, noLimits, type Filter, type Hit, type Incomplete, type Limits } from './gather.js';
import type { Group, PageStart } from './pagetoken.js';
import { compare, type Position, type Source, type Span, type Streams } from './stream.js';

export interface ScoredHit extends Hit {
  score: number;
}

export interface Page {
  hits: ScoredHit[];
  /** absent: there is no next page */
  next?: PageStart;
  incomplete?: Incomplete;
}

export interface PageQuery extends Filter {
  source: Source;
  start?: number | undefined;
  end?: number | undefined;
  pageSize: number;
}

/** Maximum number of hits that are ranked as one group, and maximum UTF-16 units of their texts. */
export interface GroupSize {
  hits: number;
  length: number;
}

export const usualGroup: GroupSize = { hits: 400, length: 800_000 };

const positionOf = ({ time, id }: Position): Position => ({ time, id });

/** A page in the order of time; texts that are added later do not move it. */
export function pageByTime(
  streams: Streams,
  query: PageQuery,
  newestFirst: boolean,
  place: PageStart,
  limits = contractLimits,
): Page {
  const { start, end, pageSize } = query;
  const stream = streams.open(query.source, { newestFirst, after: place.after, start, end });
  const { hits, last, incomplete } = gather(stream, query, limits, (found) => found.length > pageSize);
  const shown = hits.slice(0, pageSize).map((hit) => ({ ...hit, score: scoreOf(0, hit.quality) }));
  const ended = hits.length > pageSize ? shown.at(-1) : incomplete && last;
  return {
    hits: shown,
    ...(ended && { next: { ...place, after: positionOf(ended) } }),
    ...(incomplete && { incomplete }),
  };
}

/**
 * A page by score. The newest hits are ranked as a group, then the hits before them, and so on: the cost of a page does
 * not grow with the number of hits. A score depends only on the text, so later pages find the same order.
 */
export function pageByScore(
  streams: Streams,
  query: PageQuery,
  place: PageStart,
  limits = contractLimits,
  size = usualGroup,
): Page {
  const before = place.group ?? { number: 0 };
  const { hits, group, incomplete } = groupOf(streams, query, place, before, limits, size);
  const { after } = before;
  const ranked = hits.sort(byRank).filter((hit) => !after || byRank(hit, after) > 0);
  const shown = ranked.slice(0, query.pageSize).map((hit) => ({ ...hit, score: scoreOf(group.number, hit.quality) }));
  const next = nextGroup(group, shown.at(-1), ranked.length > shown.length);
  return { hits: shown, ...(next && { next: { ...place, group: next } }), ...(incomplete && { incomplete }) };
}

/** The hits of a group; also finds its end when that is unknown. */
function groupOf(
  streams: Streams,
  query: PageQuery,
  { floor }: PageStart,
  group: Group,
  limits: Limits,
  size: GroupSize,
): { hits: Hit[]; group: Group; incomplete?: Incomplete } {
  const span: Span = { newestFirst: true, after: group.from, start: query.start, end: query.end, floor };
  const stream = streams.open(query.source, span);
  // the bounds of the group are known, so it is read again without limits
  if (group.to || group.ended) return { hits: gather(stream, query, noLimits, () => false, group.to).hits, group };
  let length = 0;
  const { hits, last, incomplete } = gather(stream, query, limits, (found) => {
    // one hit more than fits shows that there is a next group
    if (found.length > size.hits || length >= size.length) return true;
    length += found.at(-1)?.text.length ?? 0;
    return false;
  });
  const isFull = !incomplete && hits.length > 1 && (hits.length > size.hits || length >= size.length);
  const [first] = hits;
  // directly before its first text, so that newer texts do not join the group
  const from = first ? { time: first.time, id: first.id + 0.5 } : group.from;
  const begun = { number: group.number, ...(from && { from }) };
  if (!isFull && !incomplete) return { hits, group: { ...begun, ended: true } };
  if (isFull) hits.pop();
  const to = isFull ? hits.at(-1) : last;
  return { hits, group: { ...begun, ...(to && { to: positionOf(to) }) }, ...(incomplete && { incomplete }) };
}

function nextGroup(group: Group, shown: Hit | undefined, continues: boolean): Group | undefined {
  if (continues && shown) return { ...group, after: { ...positionOf(shown), quality: shown.quality } };
  if (group.ended || !group.to) return undefined;
  // a group without hits does not count
  return { number: group.number + (shown ? 1 : 0), from: group.to };
}

type Ranked = Position & { quality: number };

function byRank(a: Ranked, b: Ranked): number {
  return b.quality - a.quality || compare(b, a);
}

/** Hits of an earlier group score higher than all of a later one. */
function scoreOf(group: number, quality: number): number {
  const [low, high] = [1 / (group + 2), 1 / (group + 1)];
  return Math.round((low + quality * (high - low)) * 1e6) / 1e6;
}
