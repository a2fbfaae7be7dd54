/** From the path a model gave to the file meant: absolute, links resolved, what is there. */
import { statSync, type Stats } from 'node:fs';
import { basename, isAbsolute, relative, sep } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { inside, resolvePath, resolveReal } from '../base/fs/paths.js';
import { showPath } from './text.js';
import type { Subject, ToolContext, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

export interface Target {
  given: string;
  absolute: string;
  /** links resolved, also of a file that does not exist yet */
  resolved: string;
}

/** Finds the file meant; throws ToolFailure for a path that cannot be one (engine.md 4.1 Paths). */
export function findTarget(given: string, context: ToolContext): Target {
  if (given.trim() === '') throw new ToolFailure('The path is empty.');
  if (given.includes('\0')) throw new ToolFailure('The path holds a NUL character.');
  const absolute = resolvePath(given, { cwd: context.cwd, userHome: context.userHome });
  const leaves = !isAbsolute(given) && !given.startsWith('~') && !inside(context.workspace, absolute);
  if (leaves) {
    throw new ToolFailure(`The relative path ${showPath(given)} leaves the workspace; give an absolute path.`);
  }
  return { given, absolute, resolved: resolveReal(absolute) };
}

/** The same at run time; throws when a link was changed since permission was given. */
export function decidedTarget(given: string, run: ToolRun): Target {
  const target = findTarget(given, run);
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
