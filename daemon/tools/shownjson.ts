/** Any JSON value in readable form for the user: nothing in it is invisible, and its size is bounded. */
import { head } from '../base/text/cut.js';
import { visibleText } from '../base/text/visible.js';

/** Chars of the whole value, and of one text in it. */
const shownLimit = 16_000;
const textLimit = 4_000;
const deepest = 12;
const ELLIPSIS = '…';

/** An ellipsis replaces what exceeds the limits. */
export function shownJson(value: unknown): unknown {
  let left = shownLimit;

  function text(given: string): string {
    const room = Math.max(0, Math.min(textLimit, left));
    const shown = visibleText(head(given, room));
    left -= shown.length + 3;
    return given.length > room ? shown + ELLIPSIS : shown;
  }

  function walk(given: unknown, depth: number): unknown {
    if (left <= 0 || depth > deepest) return ELLIPSIS;
    left -= 2;
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    return Array.isArray(given) ? list(given, depth) : table(given as Record<string, unknown>, depth);
  }

  function list(given: unknown[], depth: number): unknown[] {
    const out: unknown[] = [];
    for (const each of given) {
      out.push(walk(each, depth + 1));
      if (left <= 0) return [...out, ELLIPSIS];
    }
    return out;
  }

  function table(given: Record<string, unknown>, depth: number): Record<string, unknown> {
    const out: [string, unknown][] = [];
    for (const name of Object.keys(given)) {
      out.push([text(name), walk(given[name], depth + 1)]);
      if (left <= 0) return Object.fromEntries([...out, [ELLIPSIS, '']]);
    }
    return Object.fromEntries(out);
  }

  return walk(value, 0);
}
