/** Writes TOML values, and rewrites lists and inline tables so that unchanged parts keep their form and comments. */
import type { TomlMember, TomlValue } from 'toml/lib/parser.js';
import { compareLists } from './lists.js';
import { equal, isTable } from './document.js';
import { partsOf } from './layout.js';

/** A key, quoted if necessary. */
export function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : stringText(key);
}

/** A value on one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!isTable(value)) return String(value);
  const members = Object.entries(value).map(([key, item]) => memberText(key, item));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function memberText(key: string, value: unknown): string {
  return `${keyText(key)} = ${valueText(value)}`;
}

function stringText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** Writes integers that a reader could not represent exactly as floats. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** The new text of a value that changes from `before` to `after`. */
export function rewritten(
  text: string,
  range: [number, number],
  node: TomlValue,
  before: unknown,
  after: unknown,
): string {
  if (equal(before, after)) return text.slice(...range);
  if (node.type === 'Array' && Array.isArray(before) && Array.isArray(after)) {
    return rewrittenList(text, range, node, before, after);
  }
  if (node.type === 'InlineTable' && isTable(before) && isTable(after)) {
    return rewrittenTable(text, range, node, before, after);
  }
  return valueText(after);
}

/** A member or item with its surroundings; the comma itself is not included. */
interface Part {
  /** whitespace and comments before it */
  lead: string;
  body: string;
  /** text between body and comma */
  behind: string;
  /** the rest of the line after the comma, if it is only a comment */
  note: string;
}

interface Parts {
  parts: Part[];
  /** whether a comma follows the last part */
  closed: boolean;
  /** text before the closing bracket */
  tail: string;
}

function takeApart(text: string, [start, end]: [number, number], node: TomlValue): Parts {
  const ranges = partsOf(text, node);
  const parts: Part[] = [];
  let lead = text.slice(start + 1, ranges[0]?.start ?? end - 1);
  let closed = false;
  for (const [index, range] of ranges.entries()) {
    const next = ranges[index + 1]?.start ?? end - 1;
    const comma = commaIn(text, range.end, next);
    closed = comma < next;
    const rest = text.slice(closed ? comma + 1 : range.end, next);
    const note = /^[ \t]*(?:#[^\n]*?)?(?=\r?\n)/.exec(rest)?.[0] ?? '';
    const behind = closed ? text.slice(range.end, comma) : '';
    parts.push({ lead, body: text.slice(range.start, range.end), behind, note });
    lead = rest.slice(note.length);
  }
  return { parts, closed, tail: lead };
}

/** The position of the comma between two offsets, ignoring comments; the second offset when there is none. */
function commaIn(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text[at] !== ',') at = text[at] === '#' ? text.indexOf('\n', at) : at + 1;
  return at;
}

function putTogether(open: string, { parts, closed, tail }: Parts, close: string): string {
  const inside = parts.map(({ lead, body, behind, note }, index) => {
    const comma = index < parts.length - 1 || closed;
    return `${lead}${body}${behind}${comma ? ',' : ''}${note}`;
  });
  const end = parts.length === 0 && !tail.includes('#') ? '' : tail;
  return `${open}${inside.join('')}${end}${close}`;
}

/** Inserts parts in the layout of their neighbors: on separate lines or after the previous one. */
function insert(into: Parts, at: number, bodies: string[]): void {
  if (bodies.length === 0) return;
  const { parts } = into;
  const onLines = parts.map(({ lead }) => /\r?\n[ \t]*$/.exec(lead)?.[0]).find((lead) => lead !== undefined);
  const first = parts[0]?.lead ?? into.tail.replace(/\S[^]*/, '');
  const made = bodies.map((body, index) => ({
    lead: onLines ?? (at + index === 0 ? first : ' '),
    body,
    behind: '',
    note: '',
  }));
  const [old] = parts;
  if (at === 0 && old && onLines === undefined) old.lead = ' ';
  parts.splice(at, 0, ...made);
}

/** Removes parts; the new first part gets the leading text of the old one. */
function remove(from: Parts, isGone: (part: Part, index: number) => boolean): void {
  const lead = from.parts[0]?.lead ?? '';
  from.parts = from.parts.filter((part, index) => !isGone(part, index));
  const [first] = from.parts;
  if (first && !lead.includes('\n') && !first.lead.includes('\n')) first.lead = lead;
}

function rewrittenList(
  text: string,
  range: [number, number],
  node: TomlValue,
  before: readonly unknown[],
  after: readonly unknown[],
): string {
  const apart = takeApart(text, range, node);
  if (apart.parts.length === 0 && !apart.tail.includes('#')) return valueText(after);
  const nodes = partsOf(text, node);
  const gone = new Set<number>();
  const steps = compareLists(before, after);
  for (const { before: was, after: shall, changed } of steps) {
    const part = was === undefined ? undefined : apart.parts[was];
    const old = was === undefined ? undefined : nodes[was];
    if (was === undefined || !part || !old) continue;
    if (shall === undefined) gone.add(was);
    else if (changed) {
      part.body = rewritten(text, [old.start, old.end], old.node, before[was], after[shall]);
    }
  }
  remove(apart, (_part, index) => gone.has(index));
  for (const { before: was, after: shall } of steps) {
    if (was === undefined && shall !== undefined) insert(apart, shall, [valueText(after[shall])]);
  }
  return putTogether('[', apart, ']');
}

function rewrittenTable(
  text: string,
  range: [number, number],
  node: TomlValue,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string {
  const apart = takeApart(text, range, node);
  const gone = new Set<Part>();
  const fresh = new Map(Object.entries(after));
  for (const [index, { start, end, node: each }] of partsOf(text, node).entries()) {
    const part = apart.parts[index];
    const { key, value } = each as TomlMember;
    const name = key[0] ?? '';
    if (!part) continue;
    const same = equal(before[name], after[name]);
    // a dotted key has only a part of the value, so the whole is written again
    if (!Object.hasOwn(after, name) || (!same && key.length > 1)) {
      gone.add(part);
      continue;
    }
    if (!same) {
      const place: [number, number] = [value.offset, end];
      part.body = text.slice(start, value.offset) + rewritten(text, place, value, before[name], after[name]);
    }
    fresh.delete(name);
  }
  remove(apart, (part) => gone.has(part));
  if (apart.parts.length === 0 && !/[#\n]/.test(text.slice(...range))) return valueText(after);
  insert(
    apart,
    apart.parts.length,
    [...fresh].map(([key, value]) => memberText(key, value)),
  );
  return putTogether('{', apart, '}');
}
