/** Runs git so that it executes nothing from the repository's settings, prompts, writes and fetches nothing. */
import { ApiError } from '../../errors.js';
import { findGitRoot } from '../git.js';
import { findProgram, pathOutside, runProgram, type Ended } from '../../base/process/programs.js';
import { plainName } from '../../base/text/visible.js';

/** Where git runs, and with which environment. */
export interface GitPlace {
  /** absolute directory */
  cwd: string;
  /** its real path, when `cwd` only leads to the directory */
  real?: string;
  /** without credentials; variables that would redirect git are removed */
  env: Readonly<Record<string, string>>;
  /** time limit of one command in milliseconds; default 30,000 */
  timeMs?: number;
  signal?: AbortSignal;
  /** no command compares or writes contents, so that the repository's filters do not matter */
  noFilters?: boolean;
}

export interface GitOutput extends Ended {
  /** empty when `onOutput` received it in pieces */
  stdout: Buffer;
}

/** Runs one command. Throws FS_GIT_UNAVAILABLE when it does not start, takes too long or is aborted. */
export type RunGit = (
  args: readonly string[],
  onOutput?: (chunk: Buffer) => boolean | void,
  input?: string,
) => Promise<GitOutput>;

/** Maximum size of a command's output in bytes, unless `onOutput` sets another limit. */
const maxBytes = 64 * 1024 * 1024;
const lineLimit = 300;

/** Options that disable the repository's watchers and hooks, the pager, and the quoting of paths. */
const quiet = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.quotePath=false', 'diff.orderFile=/dev/null'].flatMap(
    (pair) => ['-c', pair],
  ),
];

/** Environment variables that configure git on this machine without selecting a repository. */
const kept =
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|TEST_ASSUME_DIFFERENT_OWNER)$/;

/** Prepares git for one directory. Throws FS_GIT_UNAVAILABLE without a git program. */
export async function openGit(place: GitPlace): Promise<RunGit> {
  const { timeMs = 30_000 } = place;
  const real = place.real ?? place.cwd;
  const searched = await pathOutside(place.env, (await findGitRoot(real)) ?? real);
  const program = await findProgram('git', searched);
  if (program === undefined) throw unavailable('no git program was found');
  const env: Record<string, string> = {
    ...Object.fromEntries(Object.entries(place.env).filter(([name]) => !name.startsWith('GIT_') || kept.test(name))),
    // git looks up the programs that its settings name in this path
    PATH: searched,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // do not fetch missing objects: fetching could run a program that the repository names
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
  const run: RunGit = async (args, onOutput, input) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer): boolean => {
      chunks.push(chunk);
      return (size += chunk.length) <= maxBytes;
    };
    const ended = await runProgram(program, [...quiet, ...args], {
      cwd: place.cwd,
      env,
      timeMs,
      onOutput: onOutput ?? collect,
      input,
      ...(place.signal === undefined ? {} : { signal: place.signal }),
    });
    // the directory is gone, or the program cannot be executed
    if (ended.stopped === 'start') throw gitFailed(ended);
    if (ended.stopped === 'time') throw unavailable(`git did not answer within ${timeMs / 1_000} seconds`);
    if (ended.stopped === 'abort') throw unavailable('the client no longer waits for the answer');
    return { ...ended, stdout: Buffer.concat(chunks) };
  };
  if (place.noFilters !== true) Object.assign(env, withoutFilters(await ownFilters(run)));
  return run;
}

/** Returns FS_GIT_UNAVAILABLE for a failed command, with the first line of git's error. */
export function gitFailed({ stderr }: Ended): ApiError {
  const [line = ''] = stderr.split('\n');
  return unavailable(plainName(line.replace(/^fatal: /, ''), lineLimit) || 'git failed');
}

function unavailable(why: string): ApiError {
  return new ApiError('FS_GIT_UNAVAILABLE', { message: `git cannot be used here: ${why}` });
}

/** Returns the content filters that the repository's own settings name: git would run them to compare files. */
async function ownFilters(run: RunGit): Promise<string[]> {
  const { stdout } = await run(['config', '--list', '--show-scope', '--name-only', '-z']);
  const words = stdout.toString('utf8').split('\0');
  const names = new Set<string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const name = /^filter\.(.*)\.[^.]+$/s.exec(words[at + 1] ?? '')?.[1];
    if (name !== undefined && (words[at] === 'local' || words[at] === 'worktree')) names.add(name);
  }
  return [...names];
}

/** Passes settings as environment variables, since a filter name may contain characters that `-c` cannot express. */
function withoutFilters(names: readonly string[]): Record<string, string> {
  const pairs = names.flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(pairs.length)],
    ...pairs.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]) as Record<string, string>;
}
