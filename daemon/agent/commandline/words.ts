/** Parses words of a command line: resolves quotes and escapes, expands braces, searches expansions for commands. */
import { bashOnly, commonOnly } from './dialects.js';
import { backticks, dollar } from './expansions.js';
import {
  count,
  fail,
  limits,
  nested,
  peek,
  sees,
  take,
  type Findings,
  type Reader,
  type Word,
  type WordValue,
} from './syntax.js';
import { valueOf, type Assignment } from './variables.js';

/** A word while it is parsed. `mask` has one letter for each character of `text`. */
export interface Draft {
  text: string;
  /** `u`: unquoted, `q`: quoted, `x`: part of an expansion */
  mask: string;
  literal: boolean;
  /** positions of the expansions */
  expansions?: { start: number; end: number; quoted: boolean }[];
  value?: WordValue;
}

// Blanks that not every shell treats as such, and marks that change the order of visible text.
const deceptive = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]/u;
const ends = new Set(['', ' ', '\t', '\n', '|', '&', ';', '(', ')', '<', '>']);

export function add(draft: Draft, text: string, kind: 'u' | 'q' | 'x', quoted = false): void {
  const start = draft.text.length;
  if (kind === 'x') (draft.expansions ??= []).push({ start, end: start + text.length, quoted });
  draft.text += text;
  draft.mask += kind.repeat(text.length);
  if (kind === 'x') draft.literal = false;
}

/** Reads one raw word; returns undefined if none starts here. `toWords` later expands its braces. */
export function draftWord(
  reader: Reader,
  pending: readonly Assignment[] = [],
): (Draft & { source: string }) | undefined {
  peek(reader);
  const start = reader.at;
  const draft: Draft = { text: '', mask: '', literal: true };
  while (piece(reader, draft));
  if (reader.at === start) return undefined;
  count(reader.findings);
  const source = reader.text.slice(start, reader.at);
  if (reader.heredocs.length > 0 && source.includes('\n')) fail('a newline inside a word before a here-document');
  const value = valueOf(reader, draft, pending);
  return value ? { ...draft, source, value } : { ...draft, source };
}

const ordinary = /[A-Za-z0-9_./:=,+%@-]+/uy;

function piece(reader: Reader, draft: Draft): boolean {
  ordinary.lastIndex = reader.at;
  const run = ordinary.exec(reader.text)?.[0];
  if (run !== undefined) {
    reader.at += run.length;
    add(draft, run, 'u');
    return true;
  }
  reader.findings.timeLimit.count();
  const char = peek(reader);
  if ((char === '<' || char === '>') && sees(reader, `${char}(`)) return processSubstitution(reader, draft);
  if (ends.has(char)) return false;
  reader.at += 1;
  if (char === '\\') {
    const next = reader.text.charAt(reader.at);
    if (next === '') fail('a backslash at the end');
    reader.at += 1;
    note(reader, next);
    add(draft, next, 'q');
  } else if (char === "'") {
    add(draft, singleQuoted(reader), 'q');
  } else if (char === '"') {
    doubleQuoted(reader, draft);
  } else if (char === '`') {
    add(draft, backticks(reader, false), 'x');
  } else if (char === '$' && sees(reader, "'")) {
    bashOnly(reader.findings, "$'");
    reader.at += 1;
    const decoded = ansiC(reader);
    note(reader, decoded);
    add(draft, decoded, 'q');
  } else if (char === '$' && take(reader, '"')) {
    bashOnly(reader.findings, '$"');
    doubleQuoted(reader, draft);
    // The shell looks up this text in the message catalog of the locale.
    draft.literal = false;
  } else if (char === '$') {
    const expansion = dollar(reader, 'plain');
    add(draft, expansion, expansion === '$' ? 'u' : 'x');
  } else {
    if (deceptive.test(char)) fail('an invisible or look-alike blank outside quotes');
    add(draft, char, 'u');
  }
  return true;
}

function processSubstitution(reader: Reader, draft: Draft): true {
  bashOnly(reader.findings, 'a process substitution');
  const start = reader.at;
  take(reader, peek(reader));
  take(reader, '(');
  nested(reader.findings, () => reader.findings.substitution(reader));
  add(draft, reader.text.slice(start, reader.at), 'x');
  return true;
}

function singleQuoted(reader: Reader): string {
  const end = reader.text.indexOf("'", reader.at);
  if (end < 0) fail('an open single quote');
  const text = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  note(reader, text);
  return text;
}

/** Reads up to and including the closing double quote. */
export function doubleQuoted(reader: Reader, draft: Draft): void {
  for (;;) {
    const char = peek(reader);
    if (char === '') fail('an open double quote');
    reader.at += 1;
    reader.findings.timeLimit.count();
    if (char === '"') return;
    if (char === '\\') {
      const next = reader.text.charAt(reader.at);
      if (next === '') fail('an open double quote');
      reader.at += 1;
      note(reader, next);
      add(draft, '$`"\\'.includes(next) ? next : `\\${next}`, 'q');
    } else if (char === '`') {
      add(draft, backticks(reader, true), 'x', true);
    } else if (char === '$') {
      const expansion = dollar(reader, 'quoted');
      add(draft, expansion, expansion === '$' ? 'q' : 'x', true);
    } else {
      add(draft, char, 'q');
    }
  }
}

function note(reader: Reader, quoted: string): void {
  if (/[$`]/u.test(quoted)) commonOnly(reader.findings, 'a quoted $ or backtick');
}

/** Returns the words of a draft. Brace expansion may yield several. */
export function toWords(findings: Findings, draft: Draft & { source: string }): Word[] {
  if (!draft.text.includes('{')) return [toWord(draft)];
  const expanded = expandBraces(draft.text, draft.mask);
  if (expanded.length !== 1 || expanded[0]?.text !== draft.text) bashOnly(findings, 'a brace expansion');
  return expanded.map(({ text, mask }) => ({
    text,
    source: draft.source,
    literal: draft.literal,
    glob: unquoted(text, mask, /[*?[]/u),
    tilde: text.startsWith('~') && mask.startsWith('u'),
    ...(mask.includes('x') && { value: { candidates: draft.value?.candidates ?? [], splits: true } }),
  }));
}

/** Returns the one word of a redirection, an assignment or a `case`, where shells do not expand braces. */
export function toWord(draft: Draft & { source: string }): Word {
  const { text, mask, source, literal, value } = draft;
  return {
    text,
    source,
    literal,
    glob: unquoted(text, mask, /[*?[]/u),
    tilde: text.startsWith('~') && mask.startsWith('u'),
    ...(value && { value }),
  };
}

function unquoted(text: string, mask: string, characters: RegExp): boolean {
  if (!characters.test(text)) return false;
  for (let index = 0; index < text.length; index += 1)
    if (mask[index] === 'u' && characters.test(text.charAt(index))) return true;
  return false;
}

const single: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
const coded = /(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})/uy;

/** Decodes from after the opening quote to after the closing one. */
function ansiC(reader: Reader): string {
  let text = '';
  for (;;) {
    const char = reader.text.charAt(reader.at);
    if (char === '') fail('an open quote');
    reader.at += 1;
    if (char === "'") return text;
    text += char === '\\' ? escape(reader) : char;
  }
}

function escape(reader: Reader): string {
  coded.lastIndex = reader.at;
  const code = coded.exec(reader.text)?.[0];
  if (code !== undefined) {
    reader.at += code.length;
    const value = /^[xuU]/u.test(code) ? parseInt(code.slice(1), 16) : parseInt(code, 8);
    // NUL ends the string in some shells; other high values depend on the locale.
    if (value === 0 || value > 0x10ffff || (value > 0x7f && !/^[uU]/u.test(code))) fail('a character code in quotes');
    return String.fromCodePoint(value);
  }
  const next = reader.text.charAt(reader.at);
  const plain = single[next];
  if (plain === undefined) fail('an unusual escape in quotes');
  reader.at += 1;
  return plain;
}

/** A text with a quoting mark for each character (`u`: unquoted). */
interface Masked {
  text: string;
  mask: string;
}

/** Returns all words that a text expands to; the text itself without braces to expand. */
function expandBraces(text: string, mask: string): Masked[] {
  return expand({ text, mask }, 0);
}

function expand(word: Masked, depth: number): Masked[] {
  if (depth > limits.nesting) fail('braces nested too deeply');
  const pairs = pairsIn(word);
  for (const [open, pair] of pairs) {
    if (pair.close < 0) {
      if (find(word, ',', open) >= 0 && find(word, '}', open) >= 0) fail('unbalanced braces');
      return [word];
    }
    const choices = alternatives(word, open, pair, depth);
    if (choices === undefined) continue;
    const before = slice(word, 0, open);
    const rest = expand(slice(word, pair.close + 1), depth + 1);
    if (choices.length * rest.length > limits.braceWords) fail('braces make too many words');
    const results: Masked[] = [];
    let characters = 0;
    for (const choice of choices) {
      for (const after of rest) {
        results.push({ text: before.text + choice.text + after.text, mask: before.mask + choice.mask + after.mask });
        characters += before.text.length + choice.text.length + after.text.length;
        if (characters > limits.braceCharacters) fail('braces make too long words');
      }
    }
    return results;
  }
  return [word];
}

/** An opening brace: its closing position (or -1), its own commas, and whether it contains other braces. */
interface Pair {
  close: number;
  commas: number[];
  nests: boolean;
}

/** Returns the opening braces in order. */
function pairsIn({ text, mask }: Masked): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  const open: Pair[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (mask[at] !== 'u') continue;
    const char = text[at];
    const outer = open.at(-1);
    if (char === '{') {
      if (outer) outer.nests = true;
      const pair: Pair = { close: -1, commas: [], nests: false };
      pairs.set(at, pair);
      open.push(pair);
    } else if (char === '}' && outer) {
      outer.close = at;
      open.pop();
    } else if (char === ',') outer?.commas.push(at);
  }
  return pairs;
}

function alternatives(word: Masked, open: number, { close, commas, nests }: Pair, depth: number): Masked[] | undefined {
  if (commas.length > 0) {
    const bounds = [open, ...commas, close];
    return bounds.slice(1).flatMap((end, index) => expand(slice(word, (bounds[index] ?? 0) + 1, end), depth + 1));
  }
  if (nests) return undefined;
  const inner = slice(word, open + 1, close);
  return inner.mask.includes('q') || inner.mask.includes('x') ? undefined : sequence(inner.text);
}

function sequence(text: string): Masked[] | undefined {
  const match = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/u.exec(text);
  if (!match) return undefined;
  const [, from, to, first, last, by] = match;
  const start = from === undefined ? (first ?? '').charCodeAt(0) : Number(from);
  const end = to === undefined ? (last ?? '').charCodeAt(0) : Number(to);
  const step = Math.abs(Number(by ?? 1)) || 1;
  if (Math.abs(end - start) / step > limits.braceWords) fail('braces make too many words');
  const width = [from, to].some((side) => side !== undefined && /^-?0\d/u.test(side))
    ? Math.max((from ?? '').length, (to ?? '').length)
    : 0;
  const results: Masked[] = [];
  for (let value = start; start <= end ? value <= end : value >= end; value += start <= end ? step : -step) {
    const item = from === undefined ? String.fromCharCode(value) : padded(value, width);
    results.push({ text: item, mask: 'q'.repeat(item.length) });
  }
  return results;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

function find(word: Masked, char: string, from: number): number {
  for (let at = word.text.indexOf(char, from); at >= 0; at = word.text.indexOf(char, at + 1))
    if (word.mask[at] === 'u') return at;
  return -1;
}

function slice(word: Masked, from: number, to?: number): Masked {
  return { text: word.text.slice(from, to), mask: word.mask.slice(from, to) };
}
