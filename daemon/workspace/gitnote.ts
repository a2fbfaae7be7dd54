/** Summarizes the git status of a directory in a few lines, for an agent that starts to explore it. */
import { ApiError } from '../errors.js';
import { findGitRoot } from './git.js';
import { openGit, type GitPlace } from './git/command.js';
import { plainName } from '../base/text/visible.js';

/** The time limit of one git command in milliseconds. */
const timeMs = 5_000;
const maxFiles = 20;
const lastCommits = 3;
const lineLimit = 300;

/** Returns branch, remote, changed files and last commits. Returns undefined outside of a work tree or without git. */
export async function gitNote(place: GitPlace): Promise<string | undefined> {
  if ((await findGitRoot(place.cwd)) === undefined) return undefined;
  const run = await quietly(() => openGit({ ...place, timeMs }));
  if (run === undefined) return undefined;
  const text = (args: string[]): Promise<string | undefined> =>
    quietly(async () => {
      const { exitCode, stdout } = await run(args);
      return exitCode === 0 ? stdout.toString('utf8') : undefined;
    });
  const [branch, remotes, changes, commits] = await Promise.all([
    text(['rev-parse', '--abbrev-ref', 'HEAD']),
    text(['config', '--get-regexp', String.raw`^remote\..*\.url$`]),
    text(['status', '--porcelain', '--untracked-files=normal']),
    text(['log', `-${lastCommits}`, '--no-show-signature', '--format=%h %s']),
  ]);
  const lines = [
    ...(branch === undefined ? [] : [`Branch: ${shown(branch)}`]),
    ...remoteLine(remotes),
    ...(changes === undefined ? [] : [changedLine(linesOf(changes))]),
    ...(commits === undefined ? [] : [`Last commits:`, ...linesOf(commits).map((line) => `  ${shown(line)}`)]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Returns undefined when git is missing or too slow: the note then omits that part. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the line for `origin`, or else for the first remote. */
function remoteLine(remotes: string | undefined): string[] {
  const all = linesOf(remotes ?? '').map((line) => {
    const at = line.indexOf(' ');
    return { name: line.slice('remote.'.length, at - '.url'.length), url: line.slice(at + 1) };
  });
  const remote = all.find(({ name }) => name === 'origin') ?? all[0];
  return remote === undefined ? [] : [`Remote: ${shown(`${remote.name} ${withoutCredentials(remote.url)}`)}`];
}

/** Removes user and password from a remote's address, and everything from `?` or `#` on. */
export function withoutCredentials(url: string): string {
  const plain = url.replace(/[?#].*$/su, '');
  return plain.includes('://') ? plain.replace(/:\/\/[^/]*@/u, '://') : plain.replace(/^[^/]*@/u, '');
}

function changedLine(changes: string[]): string {
  if (changes.length === 0) return 'Changed files: none';
  const more = changes.length - maxFiles;
  return [
    `Changed files: ${changes.length}`,
    ...changes.slice(0, maxFiles).map((line) => `  ${shown(line)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function shown(line: string): string {
  return plainName(line.trimEnd(), lineLimit);
}
