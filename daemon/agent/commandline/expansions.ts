/** Expansions inside words: `$name`, `${…}`, `$(…)`, `$((…))` and backticks, searched for the commands they run. */
import { count, fail, nested, peek, sees, type Reader } from './syntax.js';
import { assigned } from './assignments.js';
import { add, doubleQuoted, type Draft } from './words.js';

/** Where an expansion stands: outside quotes, in double quotes, in a here-document. */
export type Place = 'plain' | 'quoted' | 'heredoc';

/** Reads what follows a `$` that was taken; the expansion as written, or `$` alone when none starts. */
export function dollar(reader: Reader, place: Place): string {
  const start = reader.at - 1;
  const char = peek(reader);
  if (char === '(') {
    reader.at += 1;
    if (peek(reader) === '(') {
      reader.at += 1;
      arithmetic(reader, '(', ')', 2);
    } else {
      reader.findings.carries = true;
      nested(reader.findings, () => reader.findings.substitution(reader));
    }
  } else if (char === '{') {
    reader.at += 1;
    nested(reader.findings, () => parameter(reader, place));
  } else if (char === '[') {
    fail('old arithmetic $[…]');
  } else if (/[A-Za-z_]/u.test(char)) {
    while (/[A-Za-z0-9_]/u.test(peek(reader))) reader.at += 1;
  } else if (/[0-9@*#?$!-]/u.test(char)) {
    reader.at += 1;
  } else {
    // A lone `$` may become part of a value that is evaluated later.
    reader.findings.carries = true;
    return '$';
  }
  count(reader.findings);
  return reader.text.slice(start, reader.at);
}

/** Reads behind an opening backtick; what stands inside is unescaped once, then parsed. The expansion as written. */
export function backticks(reader: Reader, quoted: boolean): string {
  const start = reader.at - 1;
  let inner = '';
  for (;;) {
    const char = reader.text.charAt(reader.at);
    if (char === '') fail('an open backtick');
    reader.at += 1;
    if (char === '`') break;
    const next = reader.text.charAt(reader.at);
    const unescaped = char === '\\' && next !== '' && (quoted ? '\\`$"' : '\\`$').includes(next);
    if (unescaped) reader.at += 1;
    inner += unescaped ? next : char;
  }
  reader.findings.carries = true;
  nested(reader.findings, () => reader.findings.program(inner));
  return reader.text.slice(start, reader.at);
}

/**
 * Reads an arithmetic expression up to the end of its outer parentheses; `depth` of them are open. Text that the shell
 * could take for commands in parentheses instead is unparsable.
 */
export function arithmetic(reader: Reader, open: string, close: string, depth: number): void {
  const start = reader.at;
  let level = depth;
  while (level > 0) {
    const char = peek(reader);
    if (char === '' || `'"\\#{}`.includes(char)) {
      // `16#ff` is a number, `${x}` was taken with its `$`.
      if (char !== '#' || !/[0-9]/u.test(reader.text.charAt(reader.at - 1))) fail('unusual arithmetic');
    }
    reader.at += 1;
    if (char === open) level += 1;
    else if (char === close) {
      level -= 1;
      if (level === 1 && depth === 2 && peek(reader) !== close) fail('arithmetic that may be commands');
    } else if (char === '$') dollar(reader, 'quoted');
    else if (char === '`') backticks(reader, true);
    count(reader.findings);
  }
  const text = reader.text.slice(start, reader.at);
  if (reader.heredocs.length > 0 && text.includes('\n')) fail('a newline inside arithmetic before a here-document');
  evaluated(reader, text);
}

/** Notes that the values of the variables named in a text are evaluated as expressions. */
export function evaluated(reader: Reader, text: string): void {
  if (!/[A-Za-z_$`]/u.test(text)) return;
  reader.findings.evaluates = true;
  for (const [name] of text.matchAll(/[A-Za-z_][A-Za-z0-9_]*/gu)) assigned(reader.findings, name);
}

const subject = /([#!]?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/uy;

function parameter(reader: Reader, place: Place): void {
  peek(reader);
  subject.lastIndex = reader.at;
  const match = subject.exec(reader.text);
  // `${ command; }` and `${|command; }` run commands in newer shells.
  if (!match) fail('an unusual parameter expansion');
  reader.at += match[0].length;
  const [, prefix, name = ''] = match;
  if (prefix === '!') reader.findings.evaluates = true;
  if (sees(reader, '[')) subscript(reader);
  if (sees(reader, '=') || sees(reader, ':=')) assigned(reader.findings, name);
  else if (sees(reader, '@')) reader.findings.evaluates = true;
  else if (sees(reader, ':') && !/^:[-?+]/u.test(reader.text.slice(reader.at, reader.at + 2)))
    reader.findings.evaluates = true;
  operand(reader, place);
}

function subscript(reader: Reader): void {
  const simple = /\[(?:[@*]|[0-9]+)\]/uy;
  simple.lastIndex = reader.at;
  if (simple.test(reader.text)) reader.at = simple.lastIndex;
  else reader.findings.evaluates = true;
}

function operand(reader: Reader, place: Place): void {
  const scrap: Draft = { text: '', mask: '', literal: true };
  for (;;) {
    const char = peek(reader);
    if (char === '') fail('an open ${');
    reader.at += 1;
    if (char === '}') return;
    if (char === '\\') reader.at += 1;
    else if (char === '$') {
      // `$'…'` and `$"…"` are quotes here or not, as the operator and the shell will have it.
      if (`'"`.includes(peek(reader)) && peek(reader) !== '') fail('quotes inside an expansion');
      dollar(reader, place);
    } else if (char === '`') backticks(reader, place !== 'plain');
    else if (char === '"' && place !== 'heredoc') doubleQuoted(reader, scrap);
    else if (char === "'" && place === 'plain') quotedOperand(reader, scrap);
    else if (char === '"' || char === "'") fail('quotes inside an expansion');
    else if ((char === '<' || char === '>') && place === 'plain' && sees(reader, '('))
      fail('a process substitution inside an expansion');
    count(reader.findings);
  }
}

function quotedOperand(reader: Reader, scrap: Draft): void {
  const end = reader.text.indexOf("'", reader.at);
  if (end < 0) fail('an open single quote');
  const text = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  add(scrap, text, 'q');
  if (/[$`]/u.test(text)) reader.findings.carries = true;
}

/** Searches the body of a here-document whose delimiter was not quoted. */
export function heredocBody(reader: Reader): void {
  for (;;) {
    const char = peek(reader);
    if (char === '') return;
    reader.at += 1;
    if (char === '\\') reader.at += 1;
    else if (char === '$') dollar(reader, 'heredoc');
    else if (char === '`') backticks(reader, false);
  }
}
