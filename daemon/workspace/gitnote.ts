/** What git says of a directory in a few lines, for an agent that begins to search in it. */
import { execFile } from 'node:child_process';
import { findGitRoot } from './git.js';
import { plainName } from './visible.js';

export interface GitPlace {
  /** absolute */
  cwd: string;
  env: Record<string, string>;
}

/** Milliseconds of one git command. */
const timeoutMs = 5_000;
const maxFiles = 20;
const lastCommits = 3;
const lineLimit = 300;
const maxBytes = 4 * 1024 * 1024;

/** Nothing that a repository's own settings name is run, and no lock is taken. */
const quiet = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Branch, remote without credentials, changed files and last commits; undefined outside of a work tree or without git. */
export async function gitNote(place: GitPlace): Promise<string | undefined> {
  if ((await findGitRoot(place.cwd)) === undefined) return undefined;
  const [branch, remotes, changes, commits] = await Promise.all([
    git(place, ['rev-parse', '--abbrev-ref', 'HEAD']),
    git(place, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]),
    git(place, ['status', '--porcelain', '--untracked-files=normal']),
    git(place, ['log', `-${lastCommits}`, '--no-show-signature', '--format=%h %s']),
  ]);
  const lines = [
    ...(branch === undefined ? [] : [`Branch: ${shown(branch)}`]),
    ...remoteLine(remotes),
    ...(changes === undefined ? [] : [changedLine(linesOf(changes))]),
    ...(commits === undefined ? [] : [`Last commits:`, ...linesOf(commits).map((line) => `  ${shown(line)}`)]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** The text of a command that worked; whatever keeps it from working, the note does without it. */
function git({ cwd, env }: GitPlace, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      'git',
      [...quiet, ...args],
      {
        cwd,
        env: { ...env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
  });
}

/** `origin`, else the first remote. */
function remoteLine(remotes: string | undefined): string[] {
  const all = linesOf(remotes ?? '').map((line) => {
    const at = line.indexOf(' ');
    return { name: line.slice('remote.'.length, at - '.url'.length), url: line.slice(at + 1) };
  });
  const remote = all.find(({ name }) => name === 'origin') ?? all[0];
  return remote === undefined ? [] : [`Remote: ${shown(`${remote.name} ${withoutCredentials(remote.url)}`)}`];
}

/** A remote's address without user and password; what stands behind `?` or `#` goes too. */
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
