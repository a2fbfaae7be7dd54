/** Detects commands that a read-only agent must not run. */
import { baseName } from '../commandline/dialects.js';
import { withoutOptions } from '../commandline/options.js';
import type { SimpleCommand } from '../commandline/syntax.js';
import { readings } from './danger.js';
import type { CommandFacts } from './facts.js';

/** Returns why a read-only agent may not run a command; undefined when it may. */
export function whyNotReadOnly(command: CommandFacts): string | undefined {
  const { unparsable } = command.line;
  if (unparsable !== undefined) return `the command line is not understood: ${unparsable}`;
  const written = command.redirections.find(({ direction }) => direction !== 'input');
  return written && `the command writes to ${written.text}`;
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

/** Returns the first command of a line that is known to change files. */
export function changing({ line, count }: CommandFacts): string | undefined {
  return line.commands
    .flatMap((command) => readings(command, count))
    .map(writerOf)
    .find((name) => name !== undefined);
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
  const [verb] = withoutOptions('git', operands) ?? operands;
  return verb !== undefined && gitWriters.has(verb) ? `git ${verb}` : undefined;
}
