/** Which rows of the list of sessions are drawn: groups and rows have known heights, and only what is near the window is there. */
import type { Entry } from '../../live/entries.js';
import type { Group } from '../../live/sessions.js';

export interface Heights {
  header: number;
  row: number;
  more: number;
  gap: number;
}

export interface DrawnGroup {
  group: Group;
  top: number;
  height: number;
  rows: { entry: Entry; top: number; position: number }[];
  /** place of the button for more; undefined without one */
  moreTop: number | undefined;
}

export interface Drawn {
  height: number;
  groups: DrawnGroup[];
}

/** `isKept`: a row that stays although it is far away, because it has the focus. */
export function layOut(
  groups: readonly Group[],
  heights: Heights,
  { from, to }: { from: number; to: number },
  isKept: (entry: Entry) => boolean,
): Drawn {
  let top = 0;
  const drawn: DrawnGroup[] = [];
  for (const group of groups) {
    const { entries, total } = group;
    const hasMore = total > entries.length && group.id !== 'pinned';
    const height = heights.header + entries.length * heights.row + (hasMore ? heights.more : 0);
    const rows = entries
      .map((entry, at) => ({ entry, position: at + 1, top: heights.header + at * heights.row }))
      .filter((row) => overlaps(top + row.top, heights.row, from, to) || isKept(row.entry));
    if (overlaps(top, height, from, to) || rows.length > 0) {
      const moreTop = heights.header + entries.length * heights.row;
      drawn.push({ group, top, height, rows, moreTop: hasMore ? moreTop : undefined });
    }
    top += height + heights.gap;
  }
  return { height: Math.max(0, top - heights.gap), groups: drawn };
}

function overlaps(top: number, height: number, from: number, to: number): boolean {
  return top + height >= from && top <= to;
}
