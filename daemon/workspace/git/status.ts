/** Reads the git status of the files below a directory (rest.md 19). */
import { gitFailed, openGit, type GitOutput, type GitPlace, type RunGit } from './command.js';
import type { GitFileStatus } from '../../../schemas/generated/types.js';

export interface StatusRequest {
  /** limits the status to these paths and everything below: relative to the directory, no patterns; default: all */
  paths?: readonly string[];
  /** lists every untracked file, or the topmost directory that contains only untracked files */
  untracked: 'files' | 'directories';
  /** reports ignored files and directories too */
  ignored?: boolean;
}

/** A git status. Paths are relative to the requested directory. */
export interface GitPathStatus extends Pick<StatusRecords, 'branch' | 'ahead' | 'behind' | 'hasNoCommit' | 'origins'> {
  /** the path of the requested directory from the top of the work tree: "", or a path that ends in a slash */
  prefix: string;
  /** every path that is not clean; at most 20,000 */
  entries: Map<string, GitFileStatus>;
  /** returns the status of any path; a directory with changes below it is `modified` */
  of(path: string): GitFileStatus;
}

const maxEntries = 20_000;
const statusArguments = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--ahead-behind',
  '--find-renames',
  '--ignore-submodules=dirty',
];

/** Throws FS_GIT_UNAVAILABLE outside of a work tree and without a git program. */
export async function readGitStatus(place: GitPlace, request: StatusRequest): Promise<GitPathStatus> {
  return await readPathStatus(await openGit(place), request);
}

/** Like `readGitStatus`, plus the added and deleted lines since the last commit in files that git knows. */
export async function readGitChanges(
  place: GitPlace,
  paths: readonly string[] | undefined,
): Promise<GitPathStatus & { additions: number; deletions: number }> {
  const run = await openGit(place);
  const [status, counted] = await Promise.all([
    readPathStatus(run, { untracked: 'files', ...(paths === undefined ? {} : { paths }) }),
    countLines(run, 'HEAD', paths),
  ]);
  const counts = status.hasNoCommit ? await countLines(run, await emptyTree(run), paths) : counted;
  return { ...status, ...counts };
}

/** Returns the object id of the empty tree, which depends on the repository's hash algorithm. */
export async function emptyTree(run: RunGit): Promise<string> {
  return (await succeed(run(['hash-object', '-t', 'tree', '--stdin']))).stdout.toString('latin1').trim();
}

/** Like `readGitStatus`, with an opened git. */
export async function readPathStatus(run: RunGit, request: StatusRequest): Promise<GitPathStatus> {
  const { push, records } = readStatus(maxEntries);
  const args = [
    ...statusArguments,
    `--untracked-files=${request.untracked === 'files' ? 'all' : 'normal'}`,
    `--ignored=${request.ignored === true ? 'matching' : 'no'}`,
  ];
  const [prefix] = await Promise.all([prefixOf(run), succeed(run([...args, '--', ...pathspecs(request.paths)], push))]);
  return below(prefix, records);
}

/** Returns the former path of an added file, from the top of the work tree. Searches the whole work tree for it. */
export async function originOf(run: RunGit, name: string): Promise<string | undefined> {
  const prefix = await prefixOf(run);
  const up = '../'.repeat(prefix.split('/').length - 1);
  const { push, records } = readStatus(maxEntries);
  await succeed(run([...statusArguments, '--untracked-files=no', '--', up || '.'], push));
  return records.origins.get(prefix + name);
}

async function prefixOf(run: RunGit): Promise<string> {
  const { stdout } = await succeed(run(['rev-parse', '--show-prefix']));
  // a directory name may end in a line break itself
  return stdout.toString('utf8').replace(/\n$/, '');
}

async function countLines(
  run: RunGit,
  from: string,
  paths: readonly string[] | undefined,
): Promise<{ additions: number; deletions: number }> {
  const { stdout } = await run([
    ...['diff', '--shortstat', '--find-renames', '--no-ext-diff', '--no-textconv', '--no-color', '--no-relative'],
    ...['--ignore-submodules=dirty', from, '--', ...pathspecs(paths)],
  ]);
  // git writes nothing when nothing changed, or when there is no commit to compare with
  const text = stdout.toString('latin1');
  const count = (what: string): number => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1] ?? 0);
  return { additions: count('insertion'), deletions: count('deletion') };
}

function pathspecs(paths: readonly string[] | undefined): readonly string[] {
  // git takes an empty list as no restriction; `.git/none` is never tracked
  return paths?.length === 0 ? ['.git/none'] : (paths ?? ['.']);
}

async function succeed(output: Promise<GitOutput>): Promise<GitOutput> {
  const ended = await output;
  if (ended.exitCode !== 0 && ended.stopped !== 'enough') throw gitFailed(ended);
  return ended;
}

/** Converts the records to paths below `prefix` of the repository (`""`, or a path that ends in a slash). */
function below(prefix: string, records: StatusRecords): GitPathStatus {
  const { paths, branch, ahead, behind, hasNoCommit, origins } = records;
  const entries = new Map<string, GitFileStatus>();
  const whole = new Map<string, GitFileStatus>();
  const changed = new Set<string>();
  for (const [path, status] of paths) {
    const directory = path.endsWith('/');
    // git reports a directory as a whole that contains the requested one
    if (directory && prefix.startsWith(path)) whole.set('', status);
    else if (path.startsWith(prefix)) {
      const name = path.slice(prefix.length, directory ? -1 : undefined);
      entries.set(name, status);
      if (directory) whole.set(name, status);
      if (status !== 'ignored') for (const above of parents(name)) changed.add(above);
    }
  }
  return {
    branch,
    ahead,
    behind,
    hasNoCommit,
    origins,
    prefix,
    entries,
    of(path) {
      const own = entries.get(path);
      if (own !== undefined) return own;
      for (const above of parents(path)) {
        const status = whole.get(above);
        if (status !== undefined) return status;
      }
      return changed.has(path) ? 'modified' : 'clean';
    },
  };
}

/** Returns the directories above a path, nearest first, and the start ("") last. */
function parents(path: string): string[] {
  const above: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) above.push(path.slice(0, at));
  return [...above, ''];
}

/** What `git status --porcelain=v2 -z --branch` reports. */
interface StatusRecords {
  /** "" when no branch is checked out */
  branch: string;
  /** commits ahead of the upstream branch, and behind it; 0 without an upstream */
  ahead: number;
  behind: number;
  /** the branch has no commit yet */
  hasNoCommit: boolean;
  /** status by path from the top of the repository; a directory that git reports as a whole ends in a slash */
  paths: Map<string, GitFileStatus>;
  /** former paths of renamed files, from the top of the repository */
  origins: Map<string, string>;
}

/** Parses output incrementally. `push` returns false once it has read more than `limit` paths. */
function readStatus(limit: number): { push(chunk: Buffer): boolean; records: StatusRecords } {
  const records: StatusRecords = {
    branch: '',
    ahead: 0,
    behind: 0,
    hasNoCommit: false,
    paths: new Map(),
    origins: new Map(),
  };
  let rest: Buffer = Buffer.alloc(0);
  /** the new path of a rename; the next word is its former path */
  let renamed: string | undefined;

  function take(word: string): void {
    if (renamed !== undefined) {
      records.origins.set(renamed, word);
      renamed = undefined;
    } else if (word.startsWith('# ')) header(records, word);
    else renamed = entry(records.paths, word);
  }

  return {
    records,
    push(chunk) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      for (let nul = all.indexOf(0); nul >= 0; nul = all.indexOf(0, at)) {
        take(all.toString('utf8', at, nul));
        at = nul + 1;
        if (records.paths.size >= limit && renamed === undefined) return false;
      }
      rest = all.subarray(at);
      return true;
    },
  };
}

function header(records: StatusRecords, line: string): void {
  const [, name, first = '', second = ''] = line.split(' ');
  if (name === 'branch.oid') records.hasNoCommit = first === '(initial)';
  else if (name === 'branch.head') records.branch = first === '(detached)' ? '' : first;
  else if (name === 'branch.ab') {
    records.ahead = Number(first.slice(1));
    records.behind = Number(second.slice(1));
  }
}

/** Number of words before the path, by the first letter of a record. */
const fields: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1, '!': 1 };

/** Records one entry. Returns the new path of a rename, whose former path comes next. */
function entry(paths: Map<string, GitFileStatus>, record: string): string | undefined {
  const kind = record[0] ?? '';
  const skipped = fields[kind];
  if (skipped === undefined) return undefined;
  let start = 0;
  for (let field = 0; field < skipped; field += 1) start = record.indexOf(' ', start) + 1;
  const path = record.slice(start);
  const status = statusOf(kind, record.slice(2, 4));
  // deleted in the index, but still on disk as an untracked file
  paths.set(path, status === 'untracked' && paths.get(path) === 'deleted' ? 'modified' : status);
  return kind === '2' ? path : undefined;
}

function statusOf(kind: string, [index, tree]: string): GitFileStatus {
  if (kind === '?') return 'untracked';
  if (kind === '!') return 'ignored';
  if (kind === 'u') return 'conflicted';
  if (tree === 'D' || index === 'D') return 'deleted';
  if (kind === '2') return index === 'C' || tree === 'C' ? 'added' : 'renamed';
  return index === 'A' || tree === 'A' ? 'added' : 'modified';
}
