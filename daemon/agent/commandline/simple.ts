/** Simple commands: assignments, words and redirections, then what the command itself starts. */
import { assigned } from './assignments.js';
import { blanks, redirection, type Fed } from './redirections.js';
import { space } from './statements.js';
import { count, fail, peek, take, type Reader, type Word } from './syntax.js';
import { addCommand } from './started.js';
import { draftWord, toWord, toWords } from './words.js';

const declarations = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Reads one simple command and adds it, and what it starts, to the findings. */
export function simpleCommand(reader: Reader): void {
  const start = reader.at;
  const words: Word[] = [];
  const fed: Fed[] = [];
  let assigning = true;
  for (;;) {
    blanks(reader);
    const redirected = redirection(reader);
    if (redirected) {
      if (redirected.fed) fed.push(redirected.fed);
      continue;
    }
    if (peek(reader) === '#') space(reader, false);
    if (assigning && assignment(reader, words.length > 0)) continue;
    const draft = draftWord(reader);
    if (!draft) break;
    const expanded = toWords(draft);
    if (words.length === 0 && (expanded.length !== 1 || /\\\n/u.test(draft.source))) fail('an unusual command word');
    words.push(...expanded);
    assigning = words.length > 0 && declarations.has(words[0]?.text ?? '');
  }
  if (reader.at === start) fail('a syntax error');
  if (words.length > 0) later(reader, words, fed);
}

/** A command whose here-document is still to be read waits for it, so that a shell fed by one can be looked into. */
function later(reader: Reader, words: Word[], fed: Fed[]): void {
  const last = reader.heredocs.at(-1);
  addCommand(reader.findings, words, {});
  if (!fed.length) return;
  const shell = feedsShell(words);
  if (!shell) return;
  const look = (): void => {
    const text = fed.at(-1)?.text;
    if (text === undefined) fail('a shell reads commands that are not on the line');
    reader.findings.program(text);
  };
  if (!last) return look();
  const { filled } = last;
  last.filled = (body) => {
    filled(body);
    look();
  };
}

function feedsShell(words: readonly Word[]): boolean {
  return words.some((word) => /^(?:.*\/)?(?:sh|bash|dash|zsh|ksh)$/u.test(word.text));
}

const head = /([A-Za-z_][A-Za-z0-9_]*)(\[(?:[A-Za-z0-9_]+|[@*])\])?\+?=/uy;

/** Reads `NAME=value` if one starts here; behind a declaring command it stays a word of it. */
function assignment(reader: Reader, declaring: boolean): boolean {
  if (!/[A-Za-z_]/u.test(peek(reader))) return false;
  head.lastIndex = reader.at;
  const match = head.exec(reader.text);
  if (!match) {
    if (!declaring && /^[A-Za-z_][A-Za-z0-9_]*(?:\[|\\\n)/u.test(reader.text.slice(reader.at, reader.at + 256)))
      fail('an unusual assignment');
    return false;
  }
  const [whole, name = '', subscript] = match;
  if (subscript !== undefined && /[A-Za-z_]/u.test(subscript)) reader.findings.evaluates = true;
  if (declaring && reader.text.charAt(reader.at + whole.length) !== '(') return false;
  assigned(reader.findings, name);
  reader.at += whole.length;
  if (take(reader, '(')) array(reader);
  else if (peek(reader) !== '') draftWord(reader);
  return true;
}

function array(reader: Reader): void {
  const start = reader.at;
  for (;;) {
    space(reader, true);
    if (take(reader, ')')) break;
    const word = draftWord(reader);
    if (!word) fail('an unusual array');
    const element = toWord(word);
    // `[index]=value`: the index is an expression.
    if (/^\[[^\]]*[A-Za-z_$`]/u.test(element.text)) reader.findings.evaluates = true;
    count(reader.findings);
  }
  if (reader.heredocs.length > 0 && reader.text.slice(start, reader.at).includes('\n'))
    fail('a newline in an array before a here-document');
  if (peek(reader) !== '' && !/[\s|&;()<>]/u.test(peek(reader))) fail('an unusual array');
}
