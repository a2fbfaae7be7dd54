/** One page of hits, by time or by score, and where the next one begins. */
import { contractLimits, gather, noLimits, type Filter, type Hit, type Incomplete, type Limits } from './gather.js';
import type { Group, PageStart } from './pagetoken.js';
import { compare, type Position, type Source, type Span, type Streams } from './stream.js';

export interface ScoredHit extends Hit {
  score: number;
}

export interface Page {
  hits: ScoredHit[];
  /** absent: that was all */
  next?: PageStart;
  incomplete?: Incomplete;
}

export interface PageQuery extends Filter {
  source: Source;
  start?: number | undefined;
  end?: number | undefined;
  pageSize: number;
}

/** Hits that are ranked among themselves, and the UTF-16 units of their texts together. */
export interface GroupSize {
  hits: number;
  length: number;
}

export const usualGroup: GroupSize = { hits: 400, length: 800_000 };

const positionOf = ({ time, id }: Position): Position => ({ time, id });

/** In the order of time; what was added meanwhile does not move what was there. */
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
 * By score. The newest hits are ranked among themselves, then those before them, and so on: what a page costs does not
 * grow with the hits, and since a score depends on nothing but the text, later pages find the same order.
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
  // it was whole before, so it can be read again
  if (group.to || group.ended) return { hits: gather(stream, query, noLimits, () => false, group.to).hits, group };
  let length = 0;
  const { hits, last, incomplete } = gather(stream, query, limits, (found) => {
    // the hit behind the last one shows that there is a next group
    if (found.length > size.hits || length >= size.length) return true;
    length += found.at(-1)?.text.length ?? 0;
    return false;
  });
  const isFull = !incomplete && hits.length > 1 && (hits.length > size.hits || length >= size.length);
  const [first] = hits;
  // right before its first text: what comes later is not in it
  const from = first ? { time: first.time, id: first.id + 0.5 } : group.from;
  const begun = { number: group.number, ...(from && { from }) };
  if (!isFull && !incomplete) return { hits, group: { ...begun, ended: true } };
  if (isFull) hits.pop();
  const to = isFull ? hits.at(-1) : last;
  return { hits, group: { ...begun, ...(to && { to: positionOf(to) }) }, ...(incomplete && { incomplete }) };
}

function nextGroup(group: Group, shown: Hit | undefined, goesOn: boolean): Group | undefined {
  if (goesOn && shown) return { ...group, after: { ...positionOf(shown), quality: shown.quality } };
  if (group.ended || !group.to) return undefined;
  // a group of nothing is none
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
