/** Labels dangers of a command line (engine.md 4.2): for the user, and as reasons to ask in yolo mode. */
import path from 'node:path';
import { isStream } from '../commandline/builtins.js';
import { baseName, isShell } from '../commandline/dialects.js';
import { withoutOptions } from '../commandline/options.js';
import type { ParsedLine, SimpleCommand, Word } from '../commandline/syntax.js';
import { compileGlob, BadPattern, type Count } from './glob.js';

export type DangerLabel =
  | 'recursive-delete'
  | 'privilege'
  | 'pipe-to-shell'
  | 'raw-device'
  | 'permissions'
  | 'fork-bomb'
  | 'history-rewrite'
  | 'publish'
  | 'system'
  | 'secret-file'
  | 'unparsable';

/** What the labels depend on besides the line. */
export interface DangerPlaces {
  userHome: string;
  /** whether a word, as a path, may lead to a sensitive file */
  secret(word: Word): boolean;
}

/** Returns the labels of a line, in the order of the contract. */
export function dangerLabels(line: ParsedLine, places: DangerPlaces, count: Count = () => {}): DangerLabel[] {
  const found = new Set<DangerLabel>();
  for (const command of line.commands) {
    for (const reading of readings(command, count)) for (const check of checks) check(reading, found, places);
  }
  for (const redirection of line.redirections) {
    if (redirection.direction !== 'input' && isDevice(redirection.target.text)) found.add('raw-device');
    if (places.secret(redirection.target)) found.add('secret-file');
  }
  if (line.forks) found.add('fork-bomb');
  if (line.unparsable !== undefined) found.add('unparsable');
  return order.filter((label) => found.has(label));
}

const order: DangerLabel[] = [
  'recursive-delete',
  'privilege',
  'pipe-to-shell',
  'raw-device',
  'permissions',
  'fork-bomb',
  'history-rewrite',
  'publish',
  'system',
  'secret-file',
  'unparsable',
];

const maxReadings = 16;

/** Returns a command as written, and with the values that the line may assign to its variables. */
export function readings(command: SimpleCommand, count: Count = () => {}): SimpleCommand[] {
  const most = Math.max(0, ...command.words.map(({ value }) => value?.words?.length ?? value?.candidates.length ?? 0));
  count(command.words.length * 2);
  if (most === 0) return [command];
  const choices = Array.from({ length: Math.min(most, maxReadings) }, (_value, at) => (word: Word): string[] => {
    const { words, candidates = [] } = word.value ?? {};
    return words ?? candidates.slice(at % Math.max(1, candidates.length)).slice(0, 1);
  });
  // Each value alone, then all at once: most labels check whether some word exists.
  return [
    command,
    ...[...choices, (word: Word) => word.value?.words ?? word.value?.candidates ?? []].map((choose) => ({
      ...command,
      words: command.words.flatMap((word) => {
        const texts = choose(word);
        return texts.length === 0 ? [word] : texts.map((text) => ({ ...word, text }));
      }),
    })),
  ];
}

type Check = (command: SimpleCommand, found: Set<DangerLabel>, places: DangerPlaces) => void;

const checks: Check[] = [deletes, privilege, pipedShell, device, permissions, history, publish, system, secrets];

function nameOf(command: SimpleCommand): string {
  return baseName(command.words[0]?.text ?? '');
}

function operands(command: SimpleCommand): string[] {
  return command.words.slice(1).map((word) => word.text);
}

function recursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[A-Za-z]*[rR]/u.test(arg) || (arg.length > 3 && '--recursive'.startsWith(arg)));
}

function deletes(command: SimpleCommand, found: Set<DangerLabel>): void {
  const args = operands(command);
  const name = nameOf(command);
  if (name === 'rm' && (recursive(args) || command.wrappedBy === 'find')) found.add('recursive-delete');
  if (name === 'find' && args.includes('-delete')) found.add('recursive-delete');
}

const privileged = new Set(['sudo', 'doas', 'su', 'pkexec', 'runuser']);

function privilege(command: SimpleCommand, found: Set<DangerLabel>): void {
  if (privileged.has(nameOf(command))) found.add('privilege');
}

const interpreters = /^(?:python[0-9.]*|perl|ruby|node|php|fish|pwsh)$/u;
/** Options of interpreters that take the next word as their value. */
const optionsWithValue: Record<string, RegExp> = {
  python: /^(?:-[A-Za-z]*[WX]|--check-hash-based-pycs)$/u,
  perl: /^-[A-Za-z]*I$/u,
  ruby: /^(?:-[A-Za-z]*[CEIr]|--(?:(?:ex|in)ternal-)?encoding)$/u,
  node: /^(?:-[rC]|--(?:require|import|loader|experimental-loader|conditions|input-type|env-file))$/u,
  php: /^(?:-[cdz]|--(?:php-ini|define|zend-extension))$/u,
};

/** Whether an interpreter runs a script or a text instead of its standard input. */
function hasScript(name: string, args: readonly Word[]): boolean {
  const valued = optionsWithValue[name.replace(/[0-9.]+$/u, '')];
  const script = args.find(
    ({ text }, at) => (text === '-' || !text.startsWith('-')) && valued?.test(args[at - 1]?.text ?? '') !== true,
  );
  return script !== undefined && !isStream(script);
}

function pipedShell(command: SimpleCommand, found: Set<DangerLabel>): void {
  const name = nameOf(command);
  const args = operands(command);
  const shell = isShell(name) || interpreters.test(name);
  const script = isShell(name)
    ? args.some((arg) => !arg.startsWith('-')) && !args.includes('-s')
    : hasScript(name, command.words.slice(1));
  const text = isShell(name) && args.some((arg) => /^-[A-Za-z]*c/u.test(arg));
  if (shell && command.piped && !script && !text) found.add('pipe-to-shell');
  if ((shell || name === 'source' || name === '.' || name === 'eval') && args.some((arg) => arg.startsWith('<(')))
    found.add('pipe-to-shell');
}

const harmlessDevices = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|full|u?random|fd\/.*|shm\/.*|pts\/.*)$/u;
const deviceWriters = new Set([
  'tee',
  'cp',
  'mv',
  'install',
  'shred',
  'wipefs',
  'blkdiscard',
  'fdisk',
  'sfdisk',
  'gdisk',
  'sgdisk',
  'parted',
  'mkswap',
]);

function isDevice(target: string): boolean {
  const plain = path.posix.normalize(target);
  return plain.startsWith('/dev/') && !harmlessDevices.test(plain);
}

function device(command: SimpleCommand, found: Set<DangerLabel>): void {
  const name = nameOf(command);
  const args = operands(command);
  if (/^mkfs(?:\.|$)/u.test(name)) found.add('raw-device');
  if (name === 'dd' && args.some((arg) => arg.startsWith('of=') && isDevice(arg.slice(3)))) found.add('raw-device');
  if (deviceWriters.has(name) && args.some(isDevice)) found.add('raw-device');
}

function permissions(command: SimpleCommand, found: Set<DangerLabel>, places: DangerPlaces): void {
  const name = nameOf(command);
  const args = operands(command);
  if (!['chmod', 'chown', 'chgrp'].includes(name) || !recursive(args)) return;
  const open =
    name === 'chmod' &&
    args.some((arg) => /^[0-7]*[0-7][0-7][2367]$/u.test(arg) || /^(?:[ug]*[ao][ugoa]*)?[+=][rXxst]*w/u.test(arg));
  const wide = args.some((arg) => {
    const plain = path.posix
      .normalize(arg)
      .replace(/(?<=.)\/\*?$/u, '')
      .replace(/^\/\*$/u, '/');
    return plain === '/' || plain === '~' || plain === '$HOME' || plain === '${HOME}' || plain === places.userHome;
  });
  if (open || wide) found.add('permissions');
}

/** Returns the arguments of git after its global options. */
function gitWords(command: SimpleCommand): string[] {
  const args = operands(command);
  return withoutOptions('git', args) ?? args;
}

function history(command: SimpleCommand, found: Set<DangerLabel>): void {
  if (/^git-filter-(?:branch|repo)$/u.test(nameOf(command))) found.add('history-rewrite');
  if (nameOf(command) !== 'git') return;
  const [verb, ...args] = gitWords(command);
  const short = (letter: string): boolean => args.some((arg) => /^-[A-Za-z]+$/u.test(arg) && arg.includes(letter));
  const long = (start: string): boolean => args.some((arg) => arg.startsWith(start));
  const pushed =
    verb === 'push' &&
    (short('f') ||
      long('--force') ||
      long('--mirror') ||
      long('--delete') ||
      short('d') ||
      args.some((arg) => /^\+./u.test(arg)));
  const reset = verb === 'reset' && args.some((arg) => arg.length > 4 && '--hard'.startsWith(arg));
  const cleaned = verb === 'clean' && (short('f') || long('--force'));
  if (pushed || reset || cleaned || verb === 'filter-branch' || verb === 'filter-repo') found.add('history-rewrite');
}

const publishers: Record<string, RegExp> = {
  npm: /^publish$/u,
  pnpm: /^publish$/u,
  yarn: /^publish$/u,
  bun: /^publish$/u,
  cargo: /^publish$/u,
  twine: /^(?:publish|upload)$/u,
  poetry: /^publish$/u,
  uv: /^publish$/u,
  hatch: /^publish$/u,
  flit: /^publish$/u,
  gem: /^push$/u,
};

function publish(command: SimpleCommand, found: Set<DangerLabel>): void {
  const name = nameOf(command);
  const args = operands(command);
  if (Object.hasOwn(publishers, name) && args.some((arg) => publishers[name]?.test(arg))) found.add('publish');
  const release = args.indexOf('release');
  if (name === 'gh' && release >= 0 && !/^(?:list|ls|view|download)$/u.test(args[release + 1] ?? ''))
    found.add('publish');
  if (interpreters.test(name) && args.includes('twine') && args.includes('upload')) found.add('publish');
}

const stops = new Set(['shutdown', 'reboot', 'halt', 'poweroff', 'killall5', 'telinit']);

function system(command: SimpleCommand, found: Set<DangerLabel>): void {
  const name = nameOf(command);
  const args = operands(command);
  const has = (...words: string[]): boolean => args.some((arg) => words.includes(arg));
  if (stops.has(name) || (name === 'init' && has('0', '6'))) found.add('system');
  if (name === 'kill' && (has('1') || args.slice(1).includes('-1'))) found.add('system');
  if (
    name === 'systemctl' &&
    has('stop', 'disable', 'mask', 'kill', 'isolate', 'poweroff', 'reboot', 'halt', 'suspend', 'hibernate')
  )
    found.add('system');
  if (name === 'service' && has('stop')) found.add('system');
  if (name === 'launchctl' && has('unload', 'bootout', 'remove', 'kill')) found.add('system');
}

function secrets(command: SimpleCommand, found: Set<DangerLabel>, places: DangerPlaces): void {
  if (!found.has('secret-file') && command.words.some((word) => places.secret(word))) found.add('secret-file');
}

const wellKnown = [
  '.env',
  '.env.local',
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  'id_dsa',
  'credentials',
  '.netrc',
  '.pgpass',
  '.npmrc',
  '.pypirc',
  'server.token',
];

/** Whether a word with wildcards could match a well-known name of a secret file; `*` alone does not count. */
export function couldBeSecret(word: Pick<Word, 'text' | 'glob'>, count: Count): boolean {
  const name = baseName(word.text);
  if (!word.glob || name.replace(/[*?]/gu, '').length < 2) return false;
  try {
    // The shell has already expanded braces.
    const glob = compileGlob(name.replace(/[{}]/gu, '\\$&'), { style: 'path', count });
    return wellKnown.some((known) => glob.matches(known, true, count));
  } catch (error) {
    // To a shell, `[` without `]` is an ordinary character.
    if (error instanceof BadPattern) return false;
    throw error;
  }
}
