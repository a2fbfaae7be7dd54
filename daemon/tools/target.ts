/** From the path a model gave to the file meant: absolute, links resolved, what is there. */
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
  /** links resolved, also of a file that does not exist yet */
  resolved: string;
}

/**
 * Finds the file meant; throws ToolFailure for a path that cannot be one (engine.md 4.1 Paths). Contained commands have
 * a `/tmp` of their own: that is written, and read where it has the file (runtimes.md 4.4).
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

/** The file as contained commands of the session find it, where it lies in their `/tmp`. */
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

/** Whether commands of the session may change where a path leads while a file tool runs, and the tool must notice. */
export function mayMove({ runtimeId }: Pick<ToolContext, 'runtimeId'>): boolean {
  return runtimeId === 'sandbox' && hasHeldPaths;
}

/** The same at run time; throws when a link was changed since permission was given. */
export function decidedTarget(given: string, run: ToolRun, operation: 'read' | 'write' = 'read'): Target {
  const target = findTarget(given, run, operation);
  const decided = run.plan?.subject;
  if (decided && 'resolved' in decided && decided.resolved !== target.resolved) {
    throw movedSince(given);
  }
  return target;
}

/** A directory that must exist, links resolved; throws ToolFailure. */
export function findDirectory(given: string, context: ToolContext): string {
  const { resolved } = findTarget(given, context);
  const stats = look(resolved);
  if (!stats) throw new ToolFailure(`The directory ${showPath(resolved)} does not exist.`);
  if (!stats.isDirectory()) throw new ToolFailure(`${showPath(resolved)} is not a directory.`);
  return resolved;
}

/** The same at run time; throws when a link was changed since permission was given. */
export function decidedDirectory(given: string, run: ToolRun): string {
  const directory = findDirectory(given, run);
  const decided = run.plan?.subject;
  if (decided?.kind === 'command' && decided.cwd !== directory) throw movedSince(given);
  return directory;
}

/** What rules on files are matched against. */
export function pathSubject(target: Target, operation: 'read' | 'write'): Subject {
  return { kind: 'path', operation, ...target };
}

/** What is at a resolved path; undefined when nothing is. Throws ToolFailure when it cannot be seen. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/** Makes a failed call to the file system a result for the model; anything else is a bug and is thrown again. */
export function diskFailure(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new ToolFailure(`${showPath(path)}: ${reasons[code] ?? (error as Error).message}`);
}

/** The path as results show it: relative to a directory when inside it, else absolute. */
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
