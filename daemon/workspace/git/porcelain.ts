/** Reads what `git status --porcelain=v2 -z --branch` writes, piece by piece. */
import type { GitFileStatus } from '../../../schemas/generated/types.js';

export interface StatusRecords {
  /** "" when no branch is checked out */
  branch: string;
  /** commits that the upstream branch does not have, and the reverse; 0 without one */
  ahead: number;
  behind: number;
  /** there is no commit yet */
  unborn: boolean;
  /** by path from the top of the repository; a directory that counts as a whole ends in a slash */
  paths: Map<string, GitFileStatus>;
  /** former paths of renamed files */
  origins: Map<string, string>;
}

/** Takes output as it comes; `push` is false once more than `limit` paths were read. */
export function readStatus(limit: number): { push(chunk: Buffer): boolean; records: StatusRecords } {
  const records: StatusRecords = {
    branch: '',
    ahead: 0,
    behind: 0,
    unborn: false,
    paths: new Map(),
    origins: new Map(),
  };
  let rest: Buffer = Buffer.alloc(0);
  /** the new path of a rename whose former path is the next word */
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
  if (name === 'branch.oid') records.unborn = first === '(initial)';
  else if (name === 'branch.head') records.branch = first === '(detached)' ? '' : first;
  else if (name === 'branch.ab') {
    records.ahead = Number(first.slice(1));
    records.behind = Number(second.slice(1));
  }
}

/** Words before the path, by the letter a record begins with. */
const fields: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1, '!': 1 };

/** Returns the path of a rename, whose former path comes next. */
function entry(paths: Map<string, GitFileStatus>, record: string): string | undefined {
  const kind = record[0] ?? '';
  const skipped = fields[kind];
  if (skipped === undefined) return undefined;
  let start = 0;
  for (let field = 0; field < skipped; field += 1) start = record.indexOf(' ', start) + 1;
  const path = record.slice(start);
  const status = statusOf(kind, record.slice(2, 4));
  // removed from the index, and there again as a file that git does not know
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
