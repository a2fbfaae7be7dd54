/** Looks up branch and pull request of directories for session lists. Keeps the answers for a minute. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { findProgram, pathOutside, runProgram } from '../base/process/programs.js';
import { createSemaphore } from '../base/async/queues.js';
import { waitAtMost } from '../base/async/wait.js';
import { plainName } from '../base/text/visible.js';
import { parseUrl } from '../../schemas/url.js';
import { findGitRoot } from './git.js';

export interface PullRequest {
  number: number;
  state: 'open' | 'merged' | 'closed' | 'draft';
  url: string;
}

export interface Branch {
  /** null outside of a repository and on a detached HEAD */
  branch: string | null;
  pullRequest: PullRequest | null;
}

export interface PullRequests {
  /**
   * Returns what is known of an absolute directory, at most 60 s old. Waits up to 5 s for the pull request.
   * With `waitMs` it waits only that long: then `pullRequest` is null for now, and a later call returns it.
   */
  of(directory: string, waitMs?: number): Promise<Branch>;
  /** ends the running programs; later calls start none */
  close(): void;
}

export interface PullRequestDeps {
  /** environment variables for a program that works in a directory, without the daemon's secrets */
  environment(directory: string): Record<string, string>;
  now(): number;
}

const keptMs = 60_000;
const timeoutMs = 5_000;
/** Maximum number of programs that run at the same time. */
const atOnce = 4;
/** Maximum number of directories whose answers are kept. */
const maxKept = 2_000;
const maxOutput = 64 * 1024;
const maxBranch = 255;

/** Environment variables that would redirect git away from the directory. */
const elsewhere = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_NAMESPACE'];

const question = ['pr', 'view', '--json', 'number,state,isDraft,url'];

interface Known {
  /** the time of the answer; undefined until then */
  at?: number;
  branch: Promise<string | null>;
  pullRequest: Promise<PullRequest | null>;
}

export function createPullRequests({ environment, now }: PullRequestDeps): PullRequests {
  const known = new Map<string, Known>();
  const ended = new AbortController();
  const inTurn = createSemaphore(atOnce);

  async function ask(directory: string, head: Head | undefined): Promise<PullRequest | null> {
    if (head === undefined || head.branch === null || !head.hasRemote) return null;
    const env = environment(directory);
    const places = await pathOutside(env, head.root);
    const program = await findProgram('gh', places);
    if (program === undefined) return null;
    return await inTurn(async () => {
      const options = { cwd: directory, env: quietEnvironment(env, places), signal: ended.signal };
      const output = await outputOf(program, options);
      return output === undefined ? null : readAnswer(output);
    });
  }

  function readKnown(directory: string): Known {
    const head = readHead(directory);
    return {
      branch: head.then((found) => (found?.branch ? plainName(found.branch, maxBranch) : null)),
      // on a failure, a session list shows no pull request
      pullRequest: head.then((found) => ask(directory, found)).catch(() => null),
    };
  }

  function fresh(directory: string): Known {
    const found = known.get(directory);
    // the absolute difference also expires entries after the clock was set back
    if (found && (found.at === undefined || Math.abs(now() - found.at) < keptMs)) return found;
    known.delete(directory);
    for (const oldest of known.keys()) {
      if (known.size < maxKept) break;
      known.delete(oldest);
    }
    const entry = readKnown(directory);
    known.set(directory, entry);
    void entry.pullRequest.then(() => (entry.at = now()));
    return entry;
  }

  return {
    async of(directory, waitMs) {
      const entry = fresh(directory);
      const [branch, pullRequest] = await Promise.all([
        entry.branch,
        waitMs === undefined || (await waitAtMost(entry.pullRequest, waitMs)) ? entry.pullRequest : null,
      ]);
      return { branch, pullRequest };
    },
    close: () => ended.abort(),
  };
}

function quietEnvironment(env: Record<string, string>, searchPath: string): Record<string, string> {
  const given = Object.entries(env).filter(([name]) => !elsewhere.includes(name));
  return {
    ...Object.fromEntries(given),
    PATH: searchPath,
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GIT_TERMINAL_PROMPT: '0',
    NO_COLOR: '1',
    LC_ALL: 'C',
  };
}

/** Returns the output of the program if it succeeded, else undefined. */
async function outputOf(
  program: string,
  options: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  const { exitCode } = await runProgram(program, question, {
    ...options,
    timeMs: timeoutMs,
    onOutput(piece) {
      pieces.push(piece);
      size += piece.length;
      return size <= maxOutput;
    },
  });
  return exitCode === 0 ? Buffer.concat(pieces).toString('utf8') : undefined;
}

const states: Readonly<Record<string, PullRequest['state']>> = { OPEN: 'open', MERGED: 'merged', CLOSED: 'closed' };

/** Parses the answer of the program; null for anything unexpected. */
function readAnswer(output: string): PullRequest | null {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    // another program with the same name
    return null;
  }
  if (typeof answer !== 'object' || answer === null) return null;
  const { number, state, isDraft, url } = answer as Record<string, unknown>;
  const known = typeof state === 'string' ? states[state] : undefined;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1 || known === undefined) return null;
  const address = typeof url === 'string' ? parseUrl(url) : undefined;
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return null;
  return { number, state: known === 'open' && isDraft === true ? 'draft' : known, url: address.href };
}

/** Maximum number of bytes to read from files of a repository. */
const headBytes = 4_096;
const configBytes = 64 * 1024;

/** Facts about the work tree of a directory, read from the repository's files. */
interface Head {
  /** top of the work tree */
  root: string;
  /** the branch without `refs/heads/`; null on a detached HEAD */
  branch: string | null;
  /** false when there is no remote to which a branch could have been pushed */
  hasRemote: boolean;
}

/** Returns undefined outside of a work tree. Never throws: an unreadable HEAD counts as detached. */
async function readHead(directory: string): Promise<Head | undefined> {
  const root = await findGitRoot(directory);
  if (root === undefined) return undefined;
  const own = await gitDirectory(path.join(root, '.git'));
  const branch = branchOf(await textOf(path.join(own, 'HEAD'), headBytes));
  if (branch === null) return { root, branch, hasRemote: false };
  // the work trees of a repository share its configuration
  const common = (await textOf(path.join(own, 'commondir'), headBytes))?.trim();
  const config = await textOf(path.join(path.resolve(own, common ?? '.'), 'config'), configBytes);
  return { root, branch, hasRemote: /^\s*\[\s*(?:remote|include)/imu.test(config ?? '') };
}

/** Returns the repository's directory. In linked work trees and submodules, `.git` is a file that names it. */
async function gitDirectory(place: string): Promise<string> {
  const [, target] = /^gitdir: ([^\r\n]+)/u.exec((await textOf(place, headBytes)) ?? '') ?? [];
  return target === undefined ? place : path.resolve(path.dirname(place), target);
}

function branchOf(head: string | undefined): string | null {
  const [, branch = ''] = /^ref:\s*refs\/heads\/([^\r\n]+)/u.exec(head ?? '') ?? [];
  // repositories with the reftable format put this placeholder into HEAD
  return branch === '' || branch === '.invalid' ? null : branch;
}

/** Returns the start of a regular file; undefined for an unreadable one. */
async function textOf(file: string, limit: number): Promise<string | undefined> {
  try {
    // O_NONBLOCK: do not block on a pipe in place of the file
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(limit), 0, limit, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // missing or unreadable: the branch is unknown in both cases
    return undefined;
  }
}
