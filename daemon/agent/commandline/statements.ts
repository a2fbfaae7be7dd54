/** Parses statements of a command line: lists, pipelines, simple commands and their parts. */
import { assigned } from './assignments.js';
import { bashOnly, commonOnly, type Dialect } from './dialects.js';
import { compound, functionBody, startsCompound } from './compound.js';
import { blanks, heredocBodies, redirection, type ProvidedInput } from './redirections.js';
import { addCommand } from './started.js';
import {
  count,
  fail,
  hide,
  nested,
  peek,
  sees,
  take,
  within,
  type Reader,
  type Redirection,
  type Word,
} from './syntax.js';
import { evaluates, valueOf } from './values.js';
import { forgetSince, settle, type Assignment } from './variables.js';
import { draftWord, toWord, toWords } from './words.js';

const closers = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);

/** Skips blanks, comments and newlines. After a newline it reads the bodies of pending here-documents. */
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

/** Looks ahead: returns the unquoted word at the reader if it may be reserved. */
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

/** Reads a required reserved word. */
export function expectWord(reader: Reader, word: string): void {
  space(reader, true);
  if (bareWord(reader) !== word) fail(`no ${word}`);
  take(reader, word);
}

/** Reads statements up to a closing word, parenthesis, `;;` or the end. Requires at least one. */
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

/** Reads one command. `piped`: marks the commands it runs as reading a pipe. */
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

const declarations = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Reads one simple command and records it with what it starts. */
function simpleCommand(reader: Reader): void {
  const start = reader.at;
  const words: Word[] = [];
  const provided: ProvidedInput[] = [];
  const redirections: Redirection[] = [];
  const assignments: Assignment[] = [];
  let assigning = true;
  for (;;) {
    blanks(reader);
    const redirected = redirection(reader);
    if (redirected) {
      if (redirected.provided) provided.push(redirected.provided);
      if (redirected.found) redirections.push(redirected.found);
      continue;
    }
    if (peek(reader) === '#') space(reader, false);
    if (assigning && assignment(reader, words.length > 0, assignments)) continue;
    const draft = draftWord(reader);
    if (!draft) break;
    const expanded = toWords(reader.findings, draft);
    if (words.length === 0 && expanded.length !== 1) fail('an unusual command word');
    // With a line continuation, the name of a descriptor variable looks like a word.
    if (/^\{[A-Za-z_].*\}$/su.test(draft.text) && /[<>]/u.test(peek(reader))) fail('an unusual redirection');
    words.push(...expanded);
    assigning = words.length > 0 && declarations.has(words[0]?.text ?? '');
  }
  if (reader.at === start) fail('a syntax error');
  settle(reader.findings, assignments, words.length === 0);
  if (words.length > 0) later(reader, words, provided, redirections);
  else if (assignments.length === 0) commonOnly(reader.findings, 'a redirection without a command');
  if (words[0]?.text === 'export') settle(reader.findings, exported(words), true);
}

/** Returns the assignments of `export NAME=value`. With options, `export` sets or removes attributes. */
function exported(words: readonly Word[]): Assignment[] {
  return words.slice(1).flatMap(({ text, literal, source, value }) => {
    const [, name, given = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/su.exec(text) ?? [];
    if (name === undefined) return [];
    const values = value?.candidates.map((each) => each.slice(name.length + 1)) ?? [given];
    return [{ name, appends: false, values, ...(literal && !source.includes('~') && { certain: given }) }];
  });
}

/** Records a command. Analyzes a shell that reads a here-document once the body is known. */
function later(reader: Reader, words: Word[], provided: ProvidedInput[], redirections: Redirection[]): void {
  const { findings } = reader;
  const { dialect } = findings;
  const last = reader.heredocs.at(-1);
  const reads: Dialect[] = [];
  const at = findings.line.commands.length;
  addCommand(findings, words, { reads: (by) => reads.push(by) });
  const command = findings.line.commands[at];
  if (command && redirections.length > 0) command.redirections = redirections;
  const [by] = reads;
  if (by === undefined) return;
  const analyze = (): void => {
    const text = provided.at(-1)?.text;
    if (reads.length > 1 || text === undefined) hide(findings, 'a shell reads commands that are not on the line');
    else within(findings, dialect, () => findings.program(text, by));
  };
  if (!last || provided.length === 0) return analyze();
  const { filled } = last;
  last.filled = (body) => {
    filled(body);
    analyze();
  };
}

const head = /([A-Za-z_][A-Za-z0-9_]*)(\[(?:[A-Za-z0-9_]+|[@*])\])?(\+?=)/uy;

/** Reads `NAME=value` if one starts here. After a declaring command, it remains a word. */
function assignment(reader: Reader, declaring: boolean, assignments: Assignment[]): boolean {
  const { findings } = reader;
  if (!/[A-Za-z_]/u.test(peek(reader))) return false;
  head.lastIndex = reader.at;
  const match = head.exec(reader.text);
  if (!match) {
    if (!declaring && isUnusual(reader)) fail('an unusual assignment');
    return false;
  }
  const [whole, name = '', subscript, operator] = match;
  if (subscript !== undefined || operator === '+=') bashOnly(findings, 'an assignment of bash');
  if (subscript !== undefined && /[A-Za-z_]/u.test(subscript))
    evaluates(findings, subscript.slice(1, -1), 'a subscript');
  if (declaring && reader.text.charAt(reader.at + whole.length) !== '(') return false;
  reader.at += whole.length;
  const values: string[] = [];
  const made: Assignment = { name, appends: operator === '+=', values };
  assignments.push(made);
  if (take(reader, '(')) {
    assigned(findings, name);
    findings.values.arrays.add(name);
    array(reader, values);
    return true;
  }
  if (subscript !== undefined) findings.values.arrays.add(name);
  const draft = peek(reader) === '' ? undefined : draftWord(reader, assignments.slice(0, -1));
  assigned(findings, name, draft ? valueOf(findings, draft.source, draft.text, draft.literal) : 'number');
  values.push(...(draft?.value?.candidates ?? [draft?.text ?? '']));
  if (subscript === undefined && (draft?.literal ?? true) && !draft?.source.includes('~'))
    made.certain = draft?.text ?? '';
  return true;
}

const name = /[A-Za-z_][A-Za-z0-9_]*(\[|\\\n)/uy;

/** Whether an assignment to an array element starts here, or one with a line continuation in its name. */
function isUnusual({ text, at }: Reader): boolean {
  name.lastIndex = at;
  const end = name.exec(text)?.[1];
  if (end !== '\\\n') return end !== undefined;
  return /^[A-Za-z_][A-Za-z0-9_]*(?:\[|\+?=|$)/u.test(text.slice(at, at + 4096).replaceAll('\\\n', ''));
}

function array(reader: Reader, values: string[]): void {
  bashOnly(reader.findings, 'an array');
  const start = reader.at;
  for (;;) {
    space(reader, true);
    if (take(reader, ')')) break;
    const word = draftWord(reader);
    if (!word) fail('an unusual array');
    const element = toWord(word);
    values.push(element.text, ...(element.value?.candidates ?? []));
    // `[index]=value`: the index is an expression.
    if (element.text.startsWith('[') && !/^\[[0-9]+\]=/u.test(element.text))
      evaluates(reader.findings, /^\[(.*?)\]\+?=/su.exec(element.source)?.[1] ?? element.source, 'a subscript');
    count(reader.findings);
  }
  if (reader.heredocs.length > 0 && reader.text.slice(start, reader.at).includes('\n'))
    fail('a newline in an array before a here-document');
  if (peek(reader) !== '' && !/[\s|&;()<>]/u.test(peek(reader))) fail('an unusual array');
}
