/** Records a simple command and the commands it starts: wrappers, shells with a text, `eval`, `find -exec`. */
import { builtin, isStream } from './builtins.js';
import { baseName, checkCommand, dialectNamed, isForeign, isShell, type Dialect } from './dialects.js';
import { formsOf } from './forms.js';
import { checkOptions } from './options.js';
import {
  certain,
  constant,
  count,
  fail,
  hide,
  nested,
  Unparsable,
  type Findings,
  type SimpleCommand,
  type Start,
  type Word,
} from './syntax.js';
import { evaluates } from './values.js';
import { follows } from './variables.js';
import { unwrap, wrapperNamed } from './wrappers.js';

const starters = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Records a command. Throws `Unparsable` when the line does not show what it runs. */
export function addCommand(findings: Findings, words: Word[], start: Start): void {
  // Rules are matched against the words of a wrapped command again.
  count(findings, start.wrappedBy === undefined ? 1 : 1 + words.length);
  const [first] = words;
  if (!first) return;
  if (!first.literal || (first.glob && first.text !== '[')) return hide(findings, 'the command word is an expansion');
  if (start.placeholders?.some((placeholder) => first.text.includes(placeholder)))
    return hide(findings, 'the command word is replaced');
  const name = baseName(first.text);
  const command: SimpleCommand = { words, ...formsOf(words, name, start), piped: false };
  findings.line.commands.push(command);
  if (first.text.includes('/')) findings.scripts.push(first);
  try {
    checkCommand(findings, words);
    checkOptions(name, words);
    follows(findings, name);
    nested(findings, () => follow(findings, name, words, start));
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    hide(findings, error.message);
  }
}

function follow(findings: Findings, name: string, words: Word[], start: Start): void {
  const wrapper = wrapperNamed(name);
  if (wrapper) {
    const inner = unwrap(findings, name, wrapper, words);
    if (inner.text !== undefined) findings.program(constant(inner.text, start), inner.by);
    else if (inner.words) addCommand(findings, inner.words, { ...start, wrappedBy: name, ...inner.start });
    else if (start.appends) fail('the command comes from elsewhere');
  } else if (name === 'find') findStarts(findings, words, start);
  else if (isShell(name)) shell(findings, words, start);
  else {
    builtin(findings, name, words, start);
    shellBehind(findings, words, start);
  }
}

/** Programs that only print or search their arguments. */
const showing = new Set(['echo', 'printf', 'grep', 'egrep', 'fgrep', 'rg', 'which', 'type', 'man', 'export']);

/** Finds a shell with a text among the arguments of a program that is not known to start one. */
function shellBehind(findings: Findings, words: Word[], start: Start): void {
  if (showing.has(baseName(words[0]?.text ?? ''))) return;
  const at = words.findIndex(
    (word, index) =>
      index > 0 && isShell(baseName(word.text)) && /^-[A-Za-z]*c[A-Za-z]*$/u.test(words[index + 1]?.text ?? ''),
  );
  if (at > 0) addCommand(findings, words.slice(at), { ...start, applets: true });
}

function findStarts(findings: Findings, words: Word[], start: Start): void {
  if (start.appends) fail('the command comes from elsewhere');
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word && !word.literal) mayStart(findings, word, words.slice(at + 1));
    if (!starters.has(word?.text ?? '')) continue;
    let end = at + 1;
    while (end < words.length && !endsCommand(words, end)) end += 1;
    const inner = words.slice(at + 1, end);
    if (end === words.length || inner.length === 0) fail('find without the end of a command');
    const found = words[at]?.text.endsWith('dir') ? './' : startOf(words);
    const placeholders = [...(start.placeholders ?? []), '{}'];
    addCommand(findings, inner, { ...start, wrappedBy: 'find', placeholders, found });
    at = end;
  }
}

/** Checks an expansion in the arguments of `find`, which may add a command or the option before one. */
function mayStart(findings: Findings, word: Word, behind: readonly Word[]): void {
  const single = /^"[^"]*"$/u.test(word.source) || !/^[$`]/u.test(word.source);
  if (!single || behind.some(({ text }) => text === ';' || text === '+' || starters.has(text)))
    evaluates(findings, word.source, 'the arguments of find');
}

/** Returns how all paths that `find` visits begin; empty when that is unknown. */
function startOf(words: readonly Word[]): string {
  const end = words.findIndex((word, at) => at > 0 && !/^-[HLP]+$/u.test(word.text) && /^[-(!]/u.test(word.text));
  const places = words.slice(1, end).filter((word) => !/^-[HLP]+$/u.test(word.text));
  const [only] = places;
  if (!only) return '.';
  return places.length === 1 && certain(only) && !only.tilde ? only.text : '';
}

function endsCommand(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  return text === ';' || (text === '+' && words[at - 1]?.text === '{}');
}

const longFlags = new Set(['--norc', '--noprofile', '--posix', '--login', '--verbose', '--restricted', '--noediting']);

interface Invocation {
  /** index of the first operand */
  next: number;
  /** the letters of all options; `+c` counts as `-c` */
  letters: string;
}

function invocation(words: readonly Word[]): Invocation {
  let letters = '';
  let next = 1;
  for (; next < words.length; next += 1) {
    const word = words[next];
    if (!word || !certain(word)) fail('options of a shell come from an expansion');
    if (longFlags.has(word.text)) continue;
    if (word.text === '--' || word.text === '-') return { next: next + 1, letters };
    if (!/^[-+]/u.test(word.text)) break;
    // A letter with a value must come last, so that all shells find its value in the next word.
    if (!/^[-+][abefhiklmnprtuvxBCDEHPTcs]*[oO]?$/u.test(word.text)) fail('unusual options of a shell');
    letters += word.text.slice(1);
    if (/[oO]$/u.test(word.text)) {
      const option = words[(next += 1)];
      if (!option || !certain(option) || !/^[a-z_]+$/u.test(option.text)) fail('unusual options of a shell');
      if (option.text === 'expand_aliases' || option.text === 'cdable_vars') fail('unusual options of a shell');
    }
  }
  return { next, letters };
}

/** Records a shell with a text, with a script, or with commands on its standard input. */
function shell(findings: Findings, words: Word[], start: Start): void {
  if (words.length === 2 && /^--(?:version|help)$/u.test(words[1]?.text ?? '')) return;
  const [program] = words;
  const { next, letters } = invocation(words);
  const operand = words[next];
  const dialect = start.applets
    ? dialectOfApplet(baseName(program?.text ?? ''))
    : findings.shells.of(program?.text ?? '');
  // An interactive shell also uses aliases, prompts and the command history.
  if (letters.includes('i')) hide(findings, 'an interactive shell');
  if (letters.includes('c')) {
    if (!operand) fail('a shell without its text');
    if (!certain(operand)) fail('the text of a shell comes from an expansion');
    if (isForeign(baseName(program?.text ?? ''))) fail('the text of a shell with a different grammar');
    findings.program(constant(operand.text, start), dialect);
  } else if (!operand || letters.includes('s') || isStream(operand)) {
    const standard = !operand || letters.includes('s') || isInput(operand);
    if (start.appends || !start.reads || !standard || isForeign(baseName(program?.text ?? '')))
      fail('a shell reads commands that are not on the line');
    start.reads(dialect);
  } else if (!certain(operand)) fail('the script of a shell comes from an expansion');
  else {
    const replaced = start.placeholders?.some((placeholder) => operand.text.includes(placeholder));
    findings.scripts.push(replaced ? { ...operand, literal: false } : operand);
  }
}

function isInput(word: Word): boolean {
  return word.text === '/dev/stdin' || word.text === '/dev/fd/0';
}

/** Returns the dialect of a shell known only by name: an applet of a multi-call program, or one elsewhere. */
function dialectOfApplet(name: string): Dialect {
  return dialectNamed(name) === 'other' ? 'other' : 'posix';
}
