/** Adds a simple command to the findings, with the commands it starts: wrappers, shells with a text, `eval`, `find -exec`. */
import { builtin } from './builtins.js';
import {
  certain,
  constant,
  count,
  fail,
  nested,
  type Findings,
  type SimpleCommand,
  type Start,
  type Word,
} from './syntax.js';
import { unwrap, wrapperNamed } from './wrappers.js';

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'rbash']);
const starters = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** The name a command is known by: the last part of its path. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** Whether a name is that of a shell that takes commands as text. */
export function isShell(name: string): boolean {
  return shells.has(name);
}

/** Adds a command; throws `Unparsable` when what it runs cannot be told from the line. */
export function addCommand(findings: Findings, words: Word[], start: Start): void {
  count(findings);
  const [first] = words;
  if (!first) return;
  if (!first.literal || (first.glob && first.text !== '[')) fail('the command word is an expansion');
  if (start.placeholders?.some((placeholder) => first.text.includes(placeholder))) fail('the command word is replaced');
  const name = baseName(first.text);
  const text = words.map((word) => word.text).join(' ');
  const forms = name === first.text ? [text] : [text, name + text.slice(first.text.length)];
  const command: SimpleCommand = { words, forms, piped: false };
  if (start.wrappedBy !== undefined) command.wrappedBy = start.wrappedBy;
  findings.line.commands.push(command);
  nested(findings, () => follow(findings, name, words, start));
}

function follow(findings: Findings, name: string, words: Word[], start: Start): void {
  const wrapper = wrapperNamed(name);
  if (wrapper) {
    const inner = unwrap(findings, name, wrapper, words);
    if (inner.text !== undefined) findings.program(constant(inner.text, start));
    else if (inner.words) addCommand(findings, inner.words, { ...start, wrappedBy: name, ...inner.start });
    else if (start.appends) fail('the command comes from elsewhere');
  } else if (name === 'find') findStarts(findings, words, start);
  else if (shells.has(name)) shell(findings, words, start);
  else builtin(findings, name, words, start);
}

function findStarts(findings: Findings, words: Word[], start: Start): void {
  if (start.appends) fail('the command comes from elsewhere');
  for (let at = 1; at < words.length; at += 1) {
    if (!starters.has(words[at]?.text ?? '')) continue;
    const end = words.findIndex(
      (word, index) => index > at && (word.text === ';' || (word.text === '+' && words[index - 1]?.text === '{}')),
    );
    const inner = words.slice(at + 1, end < 0 ? undefined : end);
    if (end < 0 || inner.length === 0) fail('find without the end of a command');
    addCommand(findings, inner, { ...start, wrappedBy: 'find', placeholders: [...(start.placeholders ?? []), '{}'] });
    at = end;
  }
}

const longFlags = new Set(['--norc', '--noprofile', '--posix', '--login', '--verbose', '--restricted', '--noediting']);
const longValues = new Set(['--rcfile', '--init-file']);

function shell(findings: Findings, words: Word[], start: Start): void {
  let at = 1;
  let text = false;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (!word || !certain(word)) fail('options of a shell come from an expansion');
    if (longFlags.has(word.text)) continue;
    if (longValues.has(word.text)) {
      at += 1;
      continue;
    }
    if (word.text === '--' || word.text === '-') {
      at += 1;
      break;
    }
    if (!/^[-+]/u.test(word.text)) break;
    if (!/^[-+][A-Za-z]+$/u.test(word.text)) fail('unusual options of a shell');
    if (word.text.startsWith('-') && word.text.includes('c')) text = true;
    at += (word.text.match(/[oO]/gu) ?? []).length;
  }
  const operand = words[at];
  if (text && !operand) fail('a shell without its text');
  if (text && operand) {
    if (!certain(operand)) fail('the text of a shell comes from an expansion');
    findings.program(constant(operand.text, start));
  } else if (start.appends && !operand) fail('the command comes from elsewhere');
}
