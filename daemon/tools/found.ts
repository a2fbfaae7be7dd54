/** Helps searches for files: their plan, which results may be shown, and in what order. */
import { lstat } from 'node:fs/promises';
import { errorCode } from '../base/fs/errno.js';
import { isSensitive } from '../workspace/sensitive.js';
import type { Target } from './target.js';
import { count } from './text.js';
import type { ToolContext, ToolPlan } from './tool.js';

/** Directories of version control systems, which searches skip (engine.md 4.6). */
export const VCS_DIRECTORIES = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];

/** Files whose times are read in parallel. */
const AT_ONCE = 64;

/** Returns the plan of a search for a pattern below a path. */
export function searchPlan(operation: 'glob' | 'grep', pattern: string, { absolute, resolved }: Target): ToolPlan {
  return {
    subject: { kind: 'pattern', pattern, absolute, resolved },
    access: { kind: 'read', path: resolved },
    display: { kind: 'file_io', operation, path: absolute, detail: pattern },
  };
}

/** Removes paths that hold secrets or must not be read (engine.md 6.3, 6.6), and counts them. */
export function withoutSensitive(paths: string[], context: ToolContext): { shown: string[]; hidden: number } {
  const places = { home: context.home, userHome: context.userHome, operation: 'read' as const };
  const shown = paths.filter((path) => !isSensitive(textOfPath(path), places) && context.mayRead(textOfPath(path)));
  return { shown, hidden: paths.length - shown.length };
}

/** Returns the note for the model about omitted files; nothing when there are none. */
export function hiddenNote(hidden: number): string[] {
  return hidden === 0 ? [] : [`${count(hidden, 'sensitive file')} not shown.`];
}

export interface DatedFiles {
  /** newest first, then by name */
  files: string[];
  /** number of files that no path can reach because their names are not UTF-8 */
  unnamed: number;
}

/** Sorts files by modification time. Drops everything that is not a file (any more). */
export async function newestFirst(paths: string[]): Promise<DatedFiles> {
  const dated: { path: string; mtimeMs: number }[] = [];
  let unnamed = 0;
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const times = await Promise.all(some.map(modified));
    for (const [index, entry] of times.entries()) {
      if (entry) dated.push(entry);
      else if (some[index]?.includes('\ufffd')) unnamed += 1;
    }
  }
  const files = dated.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
  return { files, unnamed };
}

/** Returns the text part of a path. For a name that is not UTF-8, its bytes follow a NUL. */
export function textOfPath(path: string): string {
  const nul = path.indexOf('\0');
  return nul < 0 ? path : path.slice(0, nul);
}

/** Returns the note that files exist which the model cannot name; nothing when there are none. */
export function unnamedNote(unnamed: number): string[] {
  if (unnamed === 0) return [];
  const whose = unnamed === 1 ? 'its name is not UTF-8' : 'their names are not UTF-8';
  return [`${count(unnamed, 'file')} left out: ${whose}; only Bash can reach such files.`];
}

/** Whether a path is, or is inside, a directory of a version control system. */
export function inVcs(path: string): boolean {
  return path.split('/').some((part) => VCS_DIRECTORIES.includes(part));
}

async function modified(path: string): Promise<{ path: string; mtimeMs: number } | undefined> {
  if (path.includes('\0')) return undefined;
  try {
    const stats = await lstat(path);
    return stats.isFile() ? { path, mtimeMs: stats.mtimeMs } : undefined;
  } catch (error) {
    // removed, or made unreadable, after the search found it
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
