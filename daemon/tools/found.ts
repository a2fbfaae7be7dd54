/** Searches for files: their plan, which of what they find may be shown, and in what order. */
import { lstat } from 'node:fs/promises';
import { errorCode } from '../home/atomic.js';
import { isSensitive } from '../workspace/sensitive.js';
import type { Target } from './target.js';
import { count } from './text.js';
import type { ToolContext, ToolPlan } from './tool.js';

/** Directories of version control systems, never searched (engine.md 4.6). */
export const VCS_DIRECTORIES = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];

/** files whose times are read at once */
const AT_ONCE = 64;

/** A search for a pattern below a place. */
export function searchPlan(operation: 'glob' | 'grep', pattern: string, { absolute, resolved }: Target): ToolPlan {
  return {
    subject: { kind: 'pattern', pattern, absolute, resolved },
    access: { kind: 'read', path: resolved },
    display: { kind: 'file_io', operation, path: absolute, detail: pattern },
  };
}

/** Parts the paths that may be shown from those that hold secrets or must not be read (engine.md 6.3, 6.6). */
export function withoutSensitive(paths: string[], context: ToolContext): { shown: string[]; hidden: number } {
  const places = { home: context.home, userHome: context.userHome, operation: 'read' as const };
  const shown = paths.filter((path) => !isSensitive(path, places) && context.mayRead(path));
  return { shown, hidden: paths.length - shown.length };
}

/** Tells the model that files were left out; nothing when none were. */
export function hiddenNote(hidden: number): string[] {
  return hidden === 0 ? [] : [`${count(hidden, 'sensitive file')} not shown.`];
}

/** Newest first, equal times by name; what is not a file (any more) is left out. */
export async function newestFirst(paths: string[]): Promise<string[]> {
  const dated: { path: string; mtimeMs: number }[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const times = await Promise.all(paths.slice(at, at + AT_ONCE).map(modified));
    for (const entry of times) if (entry) dated.push(entry);
  }
  return dated.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** Whether a path lies in, or is, a directory of a version control system. */
export function inVcs(path: string): boolean {
  return path.split('/').some((part) => VCS_DIRECTORIES.includes(part));
}

async function modified(path: string): Promise<{ path: string; mtimeMs: number } | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? { path, mtimeMs: stats.mtimeMs } : undefined;
  } catch (error) {
    // removed, or moved out of reach, since it was found
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
