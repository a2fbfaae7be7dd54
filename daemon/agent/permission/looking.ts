/** What keeps a command from counting as one that only looks: hidden text of shells, and programs that change files. */
import { baseName, isShell } from '../commandline/started.js';
import type { SimpleCommand, Word } from '../commandline/syntax.js';
import type { CommandFacts } from './commands.js';

/** Why nobody can tell from the line where the command writes; undefined when one can. */
export function unreadable({ line, danger }: CommandFacts): string | undefined {
  if (line.unparsable !== undefined) return `the command line is not understood: ${line.unparsable}`;
  if (danger.includes('pipe-to-shell')) return 'a shell reads commands that are not on the line';
  const evaluated = line.bars.find((bar) => hides.test(bar));
  if (evaluated !== undefined) return `the command line is not understood: it ${evaluated}`;
  for (const command of line.commands) {
    const why = hidden(command);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Why a command is denied to an agent that only looks; undefined when it is not. */
export function notForLooking(command: CommandFacts): string | undefined {
  const unclear = unreadable(command);
  if (unclear !== undefined) return unclear;
  const written = command.redirections.find(({ direction }) => direction !== 'input');
  return written && `the command writes to ${written.text}`;
}

/** Bars of the parser behind which a shell may find further commands. */
const hides = /^(?:evaluates|names a|sets a)|^assigns (?:ENV|BASH_ENV|PS[0-4]|PROMPT_COMMAND|BASH_FUNC\w*)$/u;
/** Built-in commands that keep a text and run it later. */
const callbacks = new Set(['mapfile', 'readarray', 'complete', 'compgen']);

/** Text that a shell reads although the command is none that is known to start one. */
function hidden({ words, wrappedBy }: SimpleCommand): string | undefined {
  const texts = words.map(({ text }) => text);
  const [first = '', ...operands] = texts;
  const name = baseName(first);
  if (name === 'source' || name === '.')
    return /^(?:<\(|\/dev\/|\/proc\/)/u.test(operands[0] ?? '') ? stdin : undefined;
  if (callbacks.has(name) && operands.some((word) => /^-[A-Za-z]*C/u.test(word))) return `${name} runs a text`;
  if (name === 'bind' || name === 'enable' || name === 'fc') return `nobody can tell what ${name} runs`;
  if (isShell(name)) return wrappedBy === undefined ? undefined : bare(words.slice(1));
  const at = texts.findIndex((text, index) => index > 0 && isShell(baseName(text)));
  const starts = at > 0 && /^-[A-Za-z]*c$/u.test(texts[at + 1] ?? '') && !known.has(name);
  return starts || (name === 'su' && operands.includes('-c')) ? `${name} starts a shell` : undefined;
}

const stdin = 'a shell reads commands that are not on the line';
/** Their wrapped command is on the list of its own, or they do not run what they are given. */
const known = new Set([
  ...['builtin', 'busybox', 'command', 'doas', 'env', 'exec', 'nice', 'nohup', 'setsid', 'stdbuf', 'sudo', 'time'],
  ...['timeout', 'watch', 'xargs', 'find', 'echo', 'printf', 'grep', 'rg', 'which', 'type', 'man'],
]);

/** A shell without a script or a text takes its commands from where it is started. */
function bare(operands: readonly Word[]): string | undefined {
  return operands.some(({ text }) => !text.startsWith('-') || /^-[A-Za-z]*c$/u.test(text)) ? undefined : stdin;
}

const writers = new Set([
  ...['chgrp', 'chmod', 'chown', 'cp', 'dd', 'install', 'link', 'ln', 'mkdir', 'mkfifo', 'mknod', 'mv', 'patch'],
  ...['rename', 'rm', 'rmdir', 'rsync', 'shred', 'split', 'sponge', 'tee', 'touch', 'truncate', 'unlink', 'unzip'],
]);
const gitWriters = new Set([
  ...[
    'add',
    'am',
    'apply',
    'checkout',
    'cherry-pick',
    'clean',
    'clone',
    'commit',
    'fetch',
    'gc',
    'init',
    'merge',
    'mv',
  ],
  ...['pull', 'push', 'rebase', 'reset', 'restore', 'revert', 'rm', 'stash', 'submodule', 'switch', 'worktree'],
]);

/** The command of a line that is known to change files by itself. */
export function changing({ line }: CommandFacts): string | undefined {
  return line.commands.map(writerOf).find((name) => name !== undefined);
}

function writerOf({ words }: SimpleCommand): string | undefined {
  const [first = '', ...operands] = words.map(({ text }) => text);
  const name = baseName(first);
  const has = (form: RegExp): boolean => operands.some((word) => form.test(word));
  if (writers.has(name)) return name;
  if ((name === 'sed' || name === 'perl') && has(/^(?:-[A-Za-z]*i|--in-place)/u)) return `${name} -i`;
  if (name === 'sort' && has(/^(?:-[A-Za-z]*o|--output)/u)) return 'sort -o';
  if (name === 'find' && has(/^-(?:delete|fprintf?|fprint0|fls)$/u)) return 'find';
  if (name !== 'git') return undefined;
  const verb = operands.find((word, at) => !word.startsWith('-') && !/^-[cC]$/u.test(operands[at - 1] ?? ''));
  return verb !== undefined && gitWriters.has(verb) ? `git ${verb}` : undefined;
}
