/** Parses compound commands: groups, loops, conditions, `case`, `[[ ]]`, arithmetic, functions. */
import { assigned } from './assignments.js';
import { bashOnly } from './dialects.js';
import { arithmetic } from './expansions.js';
import { blanks, redirection } from './redirections.js';
import { bareWord, expectWord, space, statements } from './statements.js';
import { count, fail, nested, peek, sees, take, type Reader, type Word } from './syntax.js';
import { evaluates, valueOfAny } from './values.js';
import { note } from './variables.js';
import { draftWord, toWord, toWords } from './words.js';

const openers = new Set(['{', 'if', 'while', 'until', 'for', 'select', 'case', '[[', 'function']);

/** Whether a compound command starts at the reader. */
export function startsCompound(reader: Reader): boolean {
  return peek(reader) === '(' || openers.has(bareWord(reader));
}

/** Reads one compound command with its redirections. */
export function compound(reader: Reader): void {
  nested(reader.findings, () => {
    if (sees(reader, '((')) arithmeticCommand(reader);
    else if (take(reader, '(')) parenthesised(reader);
    else worded(reader, bareWord(reader));
  });
  for (blanks(reader); redirection(reader); blanks(reader));
}

function worded(reader: Reader, word: string): void {
  if (word === 'select' || word === '[[' || word === 'function') bashOnly(reader.findings, word);
  take(reader, word);
  if (word === '{') {
    statements(reader);
    expectWord(reader, '}');
  } else if (word === 'if') condition(reader);
  else if (word === 'while' || word === 'until') {
    reader.findings.line.repeats = true;
    statements(reader);
    loopBody(reader);
  } else if (word === 'for' || word === 'select') loop(reader);
  else if (word === 'case') choice(reader);
  else if (word === '[[') test(reader);
  else definition(reader);
}

/** Reads the statements after an opening `(`, and the `)`. */
export function parenthesised(reader: Reader): void {
  statements(reader);
  space(reader, true);
  if (reader.heredocs.length > 0) fail('a here-document that starts behind its parenthesis');
  if (!take(reader, ')')) fail('an open parenthesis');
}

function arithmeticCommand(reader: Reader): void {
  bashOnly(reader.findings, '((');
  take(reader, '((');
  arithmetic(reader, '(', ')', 2);
}

function condition(reader: Reader): void {
  statements(reader);
  expectWord(reader, 'then');
  statements(reader);
  space(reader, true);
  const next = bareWord(reader);
  take(reader, next);
  if (next === 'elif') condition(reader);
  else if (next === 'else') {
    statements(reader);
    expectWord(reader, 'fi');
  } else if (next !== 'fi') fail('no fi');
}

function loopBody(reader: Reader): void {
  expectWord(reader, 'do');
  statements(reader);
  expectWord(reader, 'done');
}

function loop(reader: Reader): void {
  reader.findings.line.repeats = true;
  blanks(reader);
  if (sees(reader, '((')) arithmeticCommand(reader);
  else header(reader);
  blanks(reader);
  take(reader, ';');
  space(reader, true);
  if (bareWord(reader) === '{') {
    bashOnly(reader.findings, 'a loop with braces');
    worded(reader, '{');
  } else loopBody(reader);
}

function header(reader: Reader): void {
  const name = draftWord(reader);
  if (!name || !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name.source)) fail('an unusual loop variable');
  const { findings } = reader;
  space(reader, true);
  if (bareWord(reader) !== 'in') {
    assigned(findings, name.text);
    return;
  }
  take(reader, 'in');
  const words: Word[] = [];
  for (blanks(reader); ; blanks(reader)) {
    const word = draftWord(reader);
    if (!word) break;
    const given = toWords(findings, word);
    words.push(...given);
    for (const { text, value } of given) note(findings.variables, name.text, [text, ...(value?.candidates ?? [])]);
  }
  assigned(findings, name.text, valueOfAny(findings, words));
  space(reader, false);
  if (peek(reader) !== ';' && peek(reader) !== '\n') fail('a syntax error in a loop');
}

function choice(reader: Reader): void {
  blanks(reader);
  if (!draftWord(reader)) fail('case without a word');
  expectWord(reader, 'in');
  for (;;) {
    space(reader, true);
    if (bareWord(reader) === 'esac') break;
    pattern(reader);
    if (!caseBody(reader)) break;
  }
  expectWord(reader, 'esac');
}

function pattern(reader: Reader): void {
  take(reader, '(');
  do {
    blanks(reader);
    if (!draftWord(reader)) fail('an unusual case pattern');
    blanks(reader);
  } while (take(reader, '|'));
  if (!take(reader, ')')) fail('an unusual case pattern');
}

function caseBody(reader: Reader): boolean {
  space(reader, true);
  const empty = sees(reader, ';;') || sees(reader, ';&') || bareWord(reader) === 'esac';
  if (!empty) statements(reader);
  space(reader, true);
  if (sees(reader, ';;&') || sees(reader, ';&')) bashOnly(reader.findings, 'a case that falls through');
  return take(reader, ';;&') || take(reader, ';;') || take(reader, ';&');
}

const numeric = /^-(?:eq|ne|lt|le|gt|ge)$/u;

function test(reader: Reader): void {
  const start = reader.at;
  const words: (Word | undefined)[] = [];
  for (;;) {
    blanks(reader);
    const char = peek(reader);
    if (char === '' || char === ';' || char === '#') fail('an unusual [[ ]]');
    if (bareWord(reader) === ']]') break;
    const word = draftWord(reader);
    words.push(word && toWord(word));
    if (!word) reader.at += 1;
    count(reader.findings);
  }
  take(reader, ']]');
  words.forEach((word, at) => {
    const name = /^-[vR]$/u.test(word?.text ?? '');
    if (!name && !numeric.test(word?.text ?? '')) return;
    for (const operand of name ? [words[at + 1]] : [words[at - 1], words[at + 1]])
      if (operand && !(name && /^[A-Za-z_][A-Za-z0-9_]*$/u.test(operand.text)))
        evaluates(reader.findings, operand.source, '[[ ]]');
  });
  if (reader.heredocs.length > 0 && reader.text.slice(start, reader.at).includes('\n'))
    fail('a newline in [[ ]] before a here-document');
}

function definition(reader: Reader): void {
  blanks(reader);
  const name = draftWord(reader);
  if (!name || !/^[^\s'"\\$`*?[\]{}~!]+$/u.test(name.source)) fail('an unusual function name');
  blanks(reader);
  if (take(reader, '(')) {
    blanks(reader);
    if (!take(reader, ')')) fail('an unusual function');
  }
  body(reader, name.text);
}

/** Reads `name() { … }` if one starts here. */
export function functionBody(reader: Reader): boolean {
  peek(reader);
  const head = /([^\s'"\\$`*?[\]{}~!|&;()<>#=]+)[ \t]*\([ \t]*\)/uy;
  head.lastIndex = reader.at;
  const match = head.exec(reader.text);
  if (!match) return false;
  reader.at += match[0].length;
  body(reader, match[1] ?? '');
  return true;
}

function body(reader: Reader, name: string): void {
  const { line } = reader.findings;
  reader.findings.values.functions.add(name);
  line.repeats = true;
  space(reader, true);
  if (!startsCompound(reader) || bareWord(reader) === 'function') fail('a function without a body');
  const first = line.commands.length;
  const start = reader.at;
  compound(reader);
  const calls = line.commands.slice(first).some((command) => command.words[0]?.text === name);
  if (calls && /(?<![&>])&(?![&>])|(?<!\|)\|(?!\|)/u.test(reader.text.slice(start, reader.at))) line.forks = true;
}
