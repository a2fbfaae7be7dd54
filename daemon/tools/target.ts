/** Resolves the path that a model gave to a file: absolute, with links followed, and what exists there. */
import { existsSync, statSync, type Stats } from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { hasHeldPaths } from '../base/fs/held.js';
import { inside, linkTarget, resolvePath, resolveReal } from '../base/fs/paths.js';
import { showPath } from './text.js';
import type { OwnTemporary, Subject, ToolContext, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

export interface Target {
  given: string;
  absolute: string;
  /** with links resolved, even when the file does not exist yet */
  resolved: string;
}

/**
 * Finds the file that a path means. Throws ToolFailure for an impossible path (engine.md 4.1 Paths). Contained commands
 * have their own `/tmp`: writes go there, and so do reads of files that exist there (runtimes.md 4.4).
 */
export function findTarget(given: string, context: ToolContext, operation: 'read' | 'write' = 'read'): Target {
  if (given.trim() === '') throw new ToolFailure('The path is empty.');
  if (given.includes('\0')) throw new ToolFailure('The path holds a NUL character.');
  const temporary = context.temporary();
  const named = temporary ? given.replace(/^\$(?:TMPDIR|\{TMPDIR\})(?=\/|$)/u, temporary.directory) : given;
  const absolute = resolvePath(named, { cwd: context.cwd, userHome: context.userHome });
  const leaves = !isAbsolute(named) && !named.startsWith('~') && !inside(context.workspace, absolute);
  if (leaves) {
    throw new ToolFailure(`The relative path ${showPath(given)} leaves the workspace; give an absolute path.`);
  }
  const own = temporary && ownTarget(absolute, temporary);
  if (own && (operation === 'write' || existsSync(own.resolved))) return { given, ...own };
  return { given, absolute, resolved: resolveReal(absolute) };
}

/** Returns the file that contained commands of the session see at a path in their `/tmp`. */
function ownTarget(file: string, { directory, beside }: OwnTemporary): Omit<Target, 'given'> | undefined {
  const own = (place: string): string | undefined =>
    inside(['/tmp'], place) && !inside(beside, place) ? join(directory, relative('/tmp', place)) : undefined;
  const absolute = own(file) ?? file;
  const real = (place: string): string =>
    resolveReal(place, (link) => {
      const target = linkTarget(link);
      return typeof target === 'string' ? (own(target) ?? target) : target;
    });
  const resolved = real(absolute);
  const found = own(resolved);
  return found === undefined && absolute === file && resolved === resolveReal(file)
    ? undefined
    : { absolute, resolved: found === undefined ? resolved : real(found) };
}

/** Whether commands of the session can redirect a path while a file tool runs, so that the tool must detect it. */
export function mayMove({ runtimeId }: Pick<ToolContext, 'runtimeId'>): boolean {
  return runtimeId === 'sandbox' && hasHeldPaths;
}

/** Finds the target again when the call runs. Throws ToolFailure when a link has changed since permission. */
export function decidedTarget(given: string, run: ToolRun, operation: 'read' | 'write' = 'read'): Target {
  const target = findTarget(given, run, operation);
  const decided = run.plan?.subject;
  if (decided && 'resolved' in decided && decided.resolved !== target.resolved) {
    throw movedSince(given);
  }
  return target;
}

/** Returns an existing directory with links resolved. Throws ToolFailure without one. */
export function findDirectory(given: string, context: ToolContext): string {
  const { resolved } = findTarget(given, context);
  const stats = statTarget(resolved);
  if (!stats) throw new ToolFailure(`The directory ${showPath(resolved)} does not exist.`);
  if (!stats.isDirectory()) throw new ToolFailure(`${showPath(resolved)} is not a directory.`);
  return resolved;
}

/** Finds the directory again when the call runs. Throws ToolFailure when a link has changed since permission. */
export function decidedDirectory(given: string, run: ToolRun): string {
  const directory = findDirectory(given, run);
  const decided = run.plan?.subject;
  if (decided?.kind === 'command' && decided.cwd !== directory) throw movedSince(given);
  return directory;
}

/** Returns the subject that rules on files match. */
export function pathSubject(target: Target, operation: 'read' | 'write'): Subject {
  return { kind: 'path', operation, ...target };
}

/** Returns the facts of a resolved path; undefined when nothing is there. Throws ToolFailure when unreadable. */
export function statTarget(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/** Converts a file system error into a result for the model. Returns any other error unchanged. */
export function diskFailure(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new ToolFailure(`${showPath(path)}: ${reasons[code] ?? (error as Error).message}`);
}

/** Returns the path as results show it: relative inside the directory, else absolute. */
export function shownFrom(directory: string, path: string): string {
  if (path === directory) return showPath(basename(path));
  return showPath(inside([directory], path) ? relative(directory, path).split(sep).join('/') : path);
}

function movedSince(given: string): ToolFailure {
  return new ToolFailure(`${showPath(given)} leads elsewhere than when permission was given. Call again.`);
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'is a directory',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EDQUOT: 'the disk quota is used up',
};
