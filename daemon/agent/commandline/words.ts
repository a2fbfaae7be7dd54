/** Words of a command line: quotes and escapes resolved, expansions kept as written and searched for commands. */
import { ansiC } from './ansi.js';
import { expandBraces } from './braces.js';
import { bashOnly, commonOnly } from './dialects.js';
import { backticks, dollar } from './expansions.js';
import {
  count,
  fail,
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

/** The parts a word is built from; `mask` has one letter per character of `text`. */
export interface Draft {
  text: string;
  /** `u` unquoted, `q` quoted, `x` of an expansion */
  mask: string;
  literal: boolean;
  /** where the expansions are */
  expansions?: { start: number; end: number; quoted: boolean }[];
  value?: WordValue;
}

// Blanks a shell may or may not see as such, and marks that change the order of the visible text.
const deceptive = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]/u;
const ends = new Set(['', ' ', '\t', '\n', '|', '&', ';', '(', ')', '<', '>']);

export function add(draft: Draft, text: string, kind: 'u' | 'q' | 'x', quoted = false): void {
  const start = draft.text.length;
  if (kind === 'x') (draft.expansions ??= []).push({ start, end: start + text.length, quoted });
  draft.text += text;
  draft.mask += kind.repeat(text.length);
  if (kind === 'x') draft.literal = false;
}

/** Reads one raw word; undefined where none starts. Several words come out of brace expansion, done by `words`. */
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
    // Its text goes through the message catalogue of the locale.
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

/** Reads up to and with the closing double quote. */
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

/** The words a draft becomes; brace expansion makes several of one. */
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

/** The one word of a redirection, an assignment or a `case`: no brace expansion there. */
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
