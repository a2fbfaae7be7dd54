/** Parses expansions inside words and finds the commands they run: `$name`, `${…}`, `$(…)`, `$((…))` and backticks. */
import { assigned } from './assignments.js';
import { bashOnly, commonOnly } from './dialects.js';
import { count, fail, hide, nested, peek, sees, type Reader } from './syntax.js';
import { evaluates, valueOf } from './values.js';
import { add, doubleQuoted, type Draft } from './words.js';

/** Where an expansion occurs: outside quotes, in double quotes, in a here-document. */
export type Place = 'plain' | 'quoted' | 'heredoc';

/** Reads what follows a `$`. Returns the expansion as written, or `$` alone if it starts none. */
export function dollar(reader: Reader, place: Place): string {
  const start = reader.at - 1;
  const char = peek(reader);
  if (char === '(') {
    reader.at += 1;
    if (peek(reader) === '(') {
      reader.at += 1;
      nested(reader.findings, () => arithmetic(reader, '(', ')', 2));
    } else {
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
    commonOnly(reader.findings, 'a lone $');
    return '$';
  }
  count(reader.findings);
  if (peek(reader) === '[') commonOnly(reader.findings, 'a subscript');
  return reader.text.slice(start, reader.at);
}

/** Reads from after an opening backtick. Unescapes the text once, then parses it. Returns the expansion as written. */
export function backticks(reader: Reader, quoted: boolean): string {
  const start = reader.at - 1;
  let inner = '';
  for (;;) {
    const char = reader.text.charAt(reader.at);
    if (char === '') fail('an open backtick');
    reader.at += 1;
    reader.findings.timeLimit.count();
    if (char === '`') break;
    const next = reader.text.charAt(reader.at);
    const unescaped = char === '\\' && next !== '' && (quoted ? '\\`$"' : '\\`$').includes(next);
    if (unescaped) reader.at += 1;
    inner += unescaped ? next : char;
  }
  nested(reader.findings, () => reader.findings.program(inner));
  return reader.text.slice(start, reader.at);
}

/**
 * Reads an arithmetic expression to the end of its outer parentheses, of which `depth` are open. Rejects text that the
 * shell could parse as commands in parentheses instead.
 */
export function arithmetic(reader: Reader, open: string, close: string, depth: number): void {
  const start = reader.at;
  let level = depth;
  while (level > 0) {
    const char = peek(reader);
    if (char === '' || `'"\\#{}`.includes(char)) {
      // `16#ff` is a number; `${x}` was already read with its `$`.
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
  evaluates(reader.findings, text, 'arithmetic');
}

const subject = /([#!]?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/uy;

/** After the name: operators that every POSIX shell reads alike. */
const common = /(?:\}|:?[-=?+]|##?|%%?)/uy;

function parameter(reader: Reader, place: Place): void {
  peek(reader);
  const { findings } = reader;
  const start = reader.at;
  subject.lastIndex = start;
  const match = subject.exec(reader.text);
  // `${ command; }` and `${|command; }` run commands in newer shells.
  if (!match) fail('an unusual parameter expansion');
  reader.at += match[0].length;
  const [, prefix = '', name = ''] = match;
  const behind = reader.at;
  common.lastIndex = behind;
  const plain = common.test(reader.text) && prefix !== '!' && (prefix === '' || reader.text.charAt(behind) === '}');
  if (!plain) bashOnly(findings, 'an expansion of bash');
  operand(reader, place);
  if (reader.text.slice(start, reader.at).includes('\\\n')) fail('a continued line inside an expansion');
  if (plain && !/^:?=/u.test(reader.text.slice(behind, behind + 2))) return;
  inspect(reader, prefix, name, reader.text.slice(behind, reader.at - 1));
}

const subscript = /^\[((?:[^\][]|\[[^\][]*\])*)\]/u;

/** Checks what an expansion evaluates or assigns. `rest` is the text between the name and the closing brace. */
function inspect({ findings }: Reader, prefix: string, name: string, rest: string): void {
  const [whole = '', index] = subscript.exec(rest) ?? [];
  if (rest.startsWith('[') && index === undefined) hide(findings, 'an unusual subscript');
  if (index !== undefined && !/^(?:[@*]|-?[0-9]+)$/u.test(index)) evaluates(findings, index, 'a subscript');
  const operator = rest.slice(whole.length);
  const value = /^:?=(.*)$/su.exec(operator)?.[1];
  if (value !== undefined && index !== undefined) findings.values.arrays.add(name);
  if (value !== undefined) assigned(findings, name, valueOf(findings, value, value, /^[-+]?[0-9]*$/u.test(value)));
  else if (operator.startsWith('@') && !/^@[QEULuaAKk]$/u.test(operator)) hide(findings, 'expands a value as a prompt');
  else if (/^:[^-?+]/u.test(operator)) evaluates(findings, operator.slice(1).replaceAll(':', ' '), 'a part of a value');
  if (prefix === '!' && !/^[@*]$/u.test(operator) && whole !== '[@]' && whole !== '[*]')
    evaluates(findings, name, 'an indirect expansion');
}

function operand(reader: Reader, place: Place): void {
  const discarded: Draft = { text: '', mask: '', literal: true };
  for (;;) {
    const char = peek(reader);
    if (char === '') fail('an open ${');
    reader.at += 1;
    if (char === '}') return;
    if (char === '\\') reader.at += 1;
    else if (char === '$') {
      // Whether `$'…'` and `$"…"` are quotes here depends on the operator and the shell.
      if (`'"`.includes(peek(reader)) && peek(reader) !== '') fail('quotes inside an expansion');
      dollar(reader, place);
    } else if (char === '`') backticks(reader, place !== 'plain');
    else if (char === '"' && place !== 'heredoc') {
      if (place === 'quoted') bashOnly(reader.findings, 'quotes within quotes');
      doubleQuoted(reader, discarded);
    } else if (char === "'" && place === 'plain') quotedOperand(reader, discarded);
    else if (char === '"' || char === "'") fail('quotes inside an expansion');
    else if ((char === '<' || char === '>') && place === 'plain' && sees(reader, '('))
      fail('a process substitution inside an expansion');
    count(reader.findings);
  }
}

function quotedOperand(reader: Reader, discarded: Draft): void {
  const end = reader.text.indexOf("'", reader.at);
  if (end < 0) fail('an open single quote');
  const text = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  add(discarded, text, 'q');
}

/** Parses the body of a here-document with an unquoted delimiter. */
export function heredocBody(reader: Reader): void {
  for (;;) {
    const char = peek(reader);
    if (char === '') return;
    reader.at += 1;
    reader.findings.timeLimit.count();
    if (char === '\\') reader.at += 1;
    else if (char === '$') dollar(reader, 'heredoc');
    else if (char === '`') backticks(reader, false);
  }
}
