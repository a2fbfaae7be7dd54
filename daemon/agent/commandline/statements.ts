/** Statements of a command line: lists, pipelines and what they are made of. */
import { assigned } from './assignments.js';
import { bashOnly } from './dialects.js';
import { compound, functionBody, startsCompound } from './compound.js';
import { blanks, heredocBodies } from './redirections.js';
import { simpleCommand } from './simple.js';
import { count, fail, nested, peek, sees, take, type Reader } from './syntax.js';
import { forgetSince } from './variables.js';

const closers = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);

/** Skips blanks, comments and newlines; the bodies of waiting here-documents belong to the newline they follow. */
export function space(reader: Reader, newlines: boolean): void {
  for (;;) {
    blanks(reader);
    if (peek(reader) === '#') {
      const end = reader.text.indexOf('\n', reader.at);
      reader.at = end < 0 ? reader.text.length : end;
    }
    if (!newlines || peek(reader) !== '\n') return;
    reader.at += 1;
    count(reader.findings);
    heredocBodies(reader);
  }
}

/** The unquoted word at the reader if it could be reserved; a look ahead. */
export function bareWord(reader: Reader): string {
  const start = reader.at;
  let word = '';
  if (!/[a-w{}![\]]/u.test(peek(reader))) return '';
  for (let char = peek(reader); /[A-Za-z{}![\]]/u.test(char); char = peek(reader)) {
    word += char;
    reader.at += 1;
  }
  const whole = /^(?:[\s|&;()<>]|)$/u.test(peek(reader));
  reader.at = start;
  return whole ? word : '';
}

/** Takes a reserved word. */
export function expectWord(reader: Reader, word: string): void {
  space(reader, true);
  if (bareWord(reader) !== word) fail(`no ${word}`);
  take(reader, word);
}

/** Reads statements up to a closing word, parenthesis, `;;` or the end; at least one is needed. */
export function statements(reader: Reader): void {
  let some = false;
  nested(reader.findings, () => {
    for (;;) {
      space(reader, true);
      if (closed(reader)) break;
      const { log } = reader.findings.variables;
      const from = log.length;
      andOr(reader);
      some = true;
      blanks(reader);
      if (sees(reader, '&') && !sees(reader, '&&')) forgetSince(reader.findings, from);
      if (sees(reader, ';;') || sees(reader, ';&')) break;
      if (!take(reader, ';') && !take(reader, '&')) {
        space(reader, false);
        if (peek(reader) !== '\n' && !closed(reader)) fail('a syntax error');
      }
    }
  });
  if (!some) fail('an empty list of commands');
}

function closed(reader: Reader): boolean {
  const char = peek(reader);
  return char === '' || char === ')' || sees(reader, ';;') || sees(reader, ';&') || closers.has(bareWord(reader));
}

function andOr(reader: Reader): void {
  const { variables } = reader.findings;
  pipeline(reader);
  for (blanks(reader); take(reader, '&&') || take(reader, '||'); blanks(reader)) {
    space(reader, true);
    variables.conditional += 1;
    pipeline(reader);
    variables.conditional -= 1;
  }
}

function pipeline(reader: Reader): void {
  const from = reader.findings.variables.log.length;
  prefixes(reader);
  command(reader, false);
  for (blanks(reader); sees(reader, '|') && !sees(reader, '||'); blanks(reader)) {
    forgetSince(reader.findings, from);
    take(reader, '|');
    if (take(reader, '&')) bashOnly(reader.findings, '|&');
    space(reader, true);
    prefixes(reader);
    command(reader, true);
    forgetSince(reader.findings, from);
  }
}

function prefixes(reader: Reader): void {
  for (;;) {
    blanks(reader);
    const word = bareWord(reader);
    if (word !== '!' && (word !== 'time' || reader.findings.dialect !== 'bash')) return;
    take(reader, word);
    blanks(reader);
    if (word === 'time') {
      if (sees(reader, '-p') && /^[\s]/u.test(reader.text.slice(reader.at + 2))) take(reader, '-p');
      blanks(reader);
      if (peek(reader) === '-') fail('options of time');
    }
  }
}

/** Reads one command; marks what it runs as reading a pipe. */
function command(reader: Reader, piped: boolean): void {
  blanks(reader);
  count(reader.findings);
  const { commands } = reader.findings.line;
  const first = commands.length;
  if (bareWord(reader) === 'coproc') coprocess(reader);
  else if (startsCompound(reader)) compound(reader);
  else if (!functionBody(reader)) simpleCommand(reader);
  if (piped) for (const found of commands.slice(first)) found.piped = true;
}

function coprocess(reader: Reader): void {
  const from = reader.findings.variables.log.length;
  bashOnly(reader.findings, 'coproc');
  take(reader, 'coproc');
  blanks(reader);
  const named = /[A-Za-z_][A-Za-z0-9_]*[ \t]+(?=[{(]|\[\[|(?:if|while|until|for|case|select)[\s])/uy;
  named.lastIndex = reader.at;
  const name = named.exec(reader.text)?.[0];
  if (name !== undefined && !startsCompound(reader)) {
    reader.at += name.length;
    assigned(reader.findings, name.trim());
    reader.findings.values.arrays.add(name.trim());
  }
  if (startsCompound(reader)) compound(reader);
  else simpleCommand(reader);
  forgetSince(reader.findings, from);
}
