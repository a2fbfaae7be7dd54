/** Knows programs that run the command in their arguments, and the syntax of their options. */
import { assigned } from './assignments.js';
import type { Dialect } from './dialects.js';
import { fail, type Findings, type Word } from './syntax.js';

/** Options of a wrapper. Any other option makes the line unparsable. */
interface Wrapper {
  /** letters of options without a value */
  flags?: string;
  /** letters of options with a value, attached or in the next word */
  values?: string;
  /** letters of options with an optional, attached value */
  optional?: string;
  longFlags?: readonly string[];
  longValues?: readonly string[];
  /** letters of options that make it run no command */
  instead?: string;
  /** number of words between options and command */
  operands?: number;
  assignments?: true;
  /** accepts `-5` as an option */
  numbers?: true;
  /** options and operands that are followed by a text for the user's shell */
  texts?: readonly string[];
  /** options that make it start a shell when no command follows; empty: it always does */
  shell?: readonly string[];
}

const wrappers: Record<string, Wrapper> = {
  builtin: {},
  busybox: {},
  toybox: {},
  chroot: { longFlags: ['skip-chdir'], longValues: ['groups', 'userspec'], operands: 1, shell: [] },
  command: { flags: 'p', instead: 'vV' },
  doas: { flags: 'n', values: 'uC', instead: 'L' },
  env: {
    flags: 'i0v',
    values: 'uCS',
    longFlags: ['ignore-environment', 'null', 'debug'],
    longValues: ['unset', 'chdir', 'split-string'],
    assignments: true,
  },
  exec: { flags: 'cl', values: 'a' },
  flock: {
    flags: 'enosuxFv',
    values: 'wE',
    longFlags: ['shared', 'exclusive', 'unlock', 'nonblock', 'nb', 'close', 'no-fork', 'verbose'],
    longValues: ['timeout', 'wait', 'conflict-exit-code'],
    operands: 1,
    texts: ['-c', '--command'],
  },
  ionice: { flags: 't', values: 'cn', instead: 'pPu', longFlags: ['ignore'], longValues: ['class', 'classdata'] },
  nice: { values: 'n', longValues: ['adjustment'], numbers: true },
  nohup: {},
  parallel: {
    flags: 'km0uvt',
    values: 'jnNPL',
    longFlags: [
      'keep-order',
      'null',
      'bar',
      'will-cite',
      'verbose',
      'dry-run',
      'progress',
      'line-buffer',
      'halt-on-error',
    ],
    longValues: ['jobs', 'max-args', 'halt', 'delay', 'timeout', 'joblog', 'results', 'retries'],
  },
  runuser: { values: 'u', longValues: ['user'], shell: [] },
  setsid: { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] },
  stdbuf: { values: 'ioe', longValues: ['input', 'output', 'error'] },
  sudo: {
    flags: 'AbEHiknPsSBN',
    values: 'ughpCDRrtTU',
    instead: 'elvVK',
    assignments: true,
    shell: ['i', 's', 'login', 'shell'],
    longFlags: [
      'askpass',
      'background',
      'preserve-env',
      'set-home',
      'login',
      'non-interactive',
      'preserve-groups',
      'shell',
      'stdin',
      'reset-timestamp',
    ],
    longValues: [
      'user',
      'group',
      'host',
      'prompt',
      'close-from',
      'chdir',
      'chroot',
      'role',
      'type',
      'command-timeout',
      'other-user',
    ],
  },
  taskset: { flags: 'ac', instead: 'p', longFlags: ['cpu-list', 'all-tasks'], operands: 1 },
  time: {
    flags: 'apvqlh',
    values: 'fo',
    longFlags: ['append', 'portability', 'verbose', 'quiet'],
    longValues: ['format', 'output'],
  },
  timeout: {
    flags: 'vfp',
    values: 'ks',
    longFlags: ['foreground', 'preserve-status', 'verbose'],
    longValues: ['kill-after', 'signal'],
    operands: 1,
  },
  unshare: {
    flags: 'muinpUCTfrc',
    values: 'RwSG',
    longFlags: [
      ...['mount', 'uts', 'ipc', 'net', 'pid', 'user', 'cgroup', 'time', 'fork', 'kill-child', 'mount-proc'],
      ...['map-root-user', 'map-current-user', 'map-auto', 'keep-caps'],
    ],
    longValues: ['root', 'wd', 'setuid', 'setgid', 'setgroups', 'propagation', 'map-user', 'map-group'],
    shell: [],
  },
  watch: {
    flags: 'bcCegprtwx',
    values: 'nqs',
    optional: 'd',
    longValues: ['interval', 'equexit'],
    longFlags: [
      'beep',
      'color',
      'no-color',
      'differences',
      'errexit',
      'chgexit',
      'no-rerun',
      'precise',
      'no-title',
      'no-wrap',
      'exec',
    ],
  },
  xargs: {
    flags: '0rtpxo',
    values: 'InPLsdaEJRS',
    optional: 'iel',
    longFlags: ['null', 'no-run-if-empty', 'verbose', 'interactive', 'exit', 'open-tty', 'replace', 'max-lines', 'eof'],
    longValues: ['max-args', 'max-procs', 'max-chars', 'delimiter', 'arg-file', 'process-slot-var'],
  },
};

/** Programs that pass a text to a user's shell. */
const texts: Wrapper = {};
const withTexts = new Set(['su', 'script']);

/** Returns the wrapper with a name. */
export function wrapperNamed(name: string): Wrapper | undefined {
  if (withTexts.has(name)) return texts;
  return Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
}

/** What a wrapper runs: the words of a command, a text for a shell, or nothing. */
export interface Wrapped {
  words?: Word[];
  text?: string;
  by?: Dialect;
  start: { placeholders?: string[]; appends?: boolean; applets?: boolean };
}

interface Options {
  /** index of the first word that is not an option */
  next: number;
  given: { name: string; value?: string }[];
}

/** Finds the wrapped command. Throws when it cannot be determined. */
export function unwrap(findings: Findings, name: string, wrapper: Wrapper, words: Word[]): Wrapped {
  if (wrapper === texts) return { text: textOf(words), by: 'other', start: {} };
  const { next, given } = options(wrapper, words);
  const has = (...names: string[]): boolean => given.some((option) => names.includes(option.name));
  if ([...(wrapper.instead ?? '')].some((letter) => has(letter))) return { start: {} };
  const split = given.find((option) => option.name === 'S' || option.name === 'split-string');
  let rest = words.slice(next);
  if (name === 'env' && split) rest = [...splitText(split.value ?? ''), ...rest];
  if (wrapper.assignments) rest = withoutAssignments(findings, rest);
  for (const operand of rest.splice(0, wrapper.operands ?? 0)) definite(operand);
  if (rest.length === 0) {
    if (wrapper.shell && (wrapper.shell.length === 0 || has(...wrapper.shell))) fail(`${name} starts a shell`);
    return { start: {} };
  }
  if (wrapper.texts?.includes(rest[0]?.text ?? '')) return { text: definite(rest[1]), by: 'other', start: {} };
  if (name === 'parallel') return { words: spread(rest), start: { appends: true } };
  if (name === 'watch' && !has('x', 'exec')) {
    rest.forEach(definite);
    return { text: rest.map((word) => word.text).join(' '), by: findings.shells.of('sh'), start: {} };
  }
  if (name === 'busybox' || name === 'toybox') return { words: rest, start: { applets: true } };
  return { words: rest, start: name === 'xargs' ? xargsStart(given) : {} };
}

/** Returns the text after `-c`, at any position. Without one, the program starts a shell that reads its input. */
function textOf(words: readonly Word[]): string {
  const at = words.findIndex((word, index) => index > 0 && /^-[A-Za-z]*c|^--(?:session-)?command/u.test(word.text));
  if (at < 0 || words.some((word) => word.text === '--')) fail(`${words[0]?.text ?? ''} starts a shell`);
  const option = definite(words[at]);
  const attached = option.startsWith('--') ? /=(.*)$/su.exec(option)?.[1] : /^-[A-Za-z]*?c(.+)$/su.exec(option)?.[1];
  const others = words.filter((_word, index) => index !== at && (attached !== undefined || index !== at + 1));
  if (others.some((word) => /^-[A-Za-z]*[cs]|^--(?:session-)?command|^--shell/u.test(word.text)))
    fail(`${words[0]?.text ?? ''} starts a shell`);
  return attached ?? definite(words[at + 1]);
}

/** Returns the words of the command that `parallel` builds. Rejects all but plain words: a shell parses them. */
function spread(words: readonly Word[]): Word[] {
  const end = words.findIndex((word) => word.text.startsWith(':::'));
  const command = words.slice(0, end < 0 ? undefined : end);
  if (command.length === 0) fail('parallel runs its arguments');
  const texts = command.map(definite).filter((text, at) => at === 0 || !/^\{[./]*\}$/u.test(text));
  return splitText(texts.join(' '));
}

function xargsStart(given: Options['given']): Wrapped['start'] {
  const replaced = given.filter((option) => ['I', 'i', 'J', 'replace'].includes(option.name));
  const placeholders = replaced.map((option) => option.value ?? '{}');
  return placeholders.length > 0 ? { placeholders, appends: true } : { appends: true };
}

function options(wrapper: Wrapper, words: readonly Word[]): Options {
  const given: Options['given'] = [];
  let next = 1;
  for (; next < words.length; next += 1) {
    const word = words[next];
    if (!word?.text.startsWith('-') && word?.literal) break;
    const text = definite(word);
    if (text === '--') return { next: next + 1, given };
    if (text === '-' && wrapper.assignments) continue;
    if (wrapper.numbers && /^--?[0-9]+$/u.test(text)) continue;
    next += text.startsWith('--')
      ? long(wrapper, text, words[next + 1], given)
      : short(wrapper, text, words[next + 1], given);
  }
  return { next, given };
}

/** Reads one long option. Returns how many further words it used. */
function long(wrapper: Wrapper, text: string, following: Word | undefined, given: Options['given']): 0 | 1 {
  const equals = text.indexOf('=');
  const name = text.slice(2, equals < 0 ? undefined : equals);
  const attached = equals < 0 ? undefined : text.slice(equals + 1);
  if (wrapper.longFlags?.includes(name)) {
    given.push(attached === undefined ? { name } : { name, value: attached });
    return 0;
  }
  if (!wrapper.longValues?.includes(name)) fail(`option ${text}`);
  given.push({ name, value: attached ?? definite(following) });
  return attached === undefined ? 1 : 0;
}

/** Reads one word of short options. Returns how many further words it used. */
function short(wrapper: Wrapper, text: string, following: Word | undefined, given: Options['given']): 0 | 1 {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const attached = text.slice(at + 1);
    if (wrapper.values?.includes(letter)) {
      given.push({ name: letter, value: attached === '' ? definite(following) : attached });
      return attached === '' ? 1 : 0;
    }
    if (wrapper.optional?.includes(letter)) {
      given.push(attached === '' ? { name: letter } : { name: letter, value: attached });
      return 0;
    }
    if (!wrapper.flags?.includes(letter) && !wrapper.instead?.includes(letter)) fail(`option ${text}`);
    given.push({ name: letter });
  }
  if (text === '-') fail('option -');
  return 0;
}

function withoutAssignments(findings: Findings, words: Word[]): Word[] {
  const first = words.findIndex((word) => {
    const name = /^([^=/]+)=/u.exec(word.text)?.[1];
    if (name === undefined) return true;
    // An unquoted expansion in the value may split into several words, and one of them would be a command.
    if (!word.literal && !/"[^"]*"$/u.test(word.source)) fail('a value that may be several words');
    if (/["']/u.test(word.source) ? !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) : false) fail('an unusual assignment');
    assigned(findings, name);
    return false;
  });
  return first < 0 ? [] : words.slice(first);
}

/** Splits a text for `env -S`. Accepts only plain words, because its splitting rules are special. */
function splitText(text: string): Word[] {
  if (!/^[\w\s./=:,@%+-]*$/u.test(text) || /[^\S \t]/u.test(text)) fail('env -S with quotes or expansions');
  return text
    .split(/[ \t]+/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, source: part, literal: true, glob: false, tilde: false }));
}

function definite(word: Word | undefined): string {
  if (!word) fail('an option without its value');
  if (!word.literal || word.glob) fail('an expansion before the wrapped command');
  return word.text;
}
