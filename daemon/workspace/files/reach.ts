/** Limits the requests of a session to its directories, even across links. */
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { inside } from '../../base/fs/paths.js';
import { fileError } from './failures.js';
import { escapes, namesOf } from './names.js';
import { pinPath, type Pin, type PinPath } from './pin.js';
import { readlink } from './system.js';

/** The directories of a session, stored as canonical paths. */
export interface Reach {
  cwd: string;
  /** the working directory and the additional directories */
  directories: readonly string[];
  /** how to pin files; default: the safest way that the system supports */
  pin?: PinPath;
}

/** A chain of more links than this counts as a loop; the Linux kernel gives up at 40, too. */
const maxLinks = 40;

/**
 * Pins the target of a request's path and follows links; the caller releases the pin. Returns only files in the
 * directories of the session. Throws FS_PATH_ESCAPES_SESSION for a link that leads elsewhere, whether or not its
 * target exists, else FS_PATH_NOT_FOUND or FS_PERMISSION_DENIED. A hard link counts as the file that it names.
 * Messages name `asked`.
 */
export async function reachPath(reach: Reach, given: string, asked = given): Promise<Pin> {
  const names = namesOf(given);
  let pin: Pin;
  try {
    pin = await pinOf(reach)([reach.cwd, ...names].join('/'));
  } catch (error) {
    throw await failure(reach, names, asked, error);
  }
  return requireInside(reach, pin, asked);
}

/** Runs `work` with the target of a path, then releases it. Throws the errors of `reachPath`; messages name `asked`. */
export async function withPath<T>(
  reach: Reach,
  given: string,
  work: (pin: Pin) => Promise<T>,
  asked = given,
): Promise<T> {
  return held(await reachPath(reach, given, asked), asked, work);
}

/** Runs `work` with a pin and releases it. Throws FS_PATH_NOT_FOUND when the names changed in the meantime. */
async function held<T>(pin: Pin, given: string, work: (pin: Pin) => Promise<T>): Promise<T> {
  try {
    const result = await work(pin);
    if (!(await pin.holds())) throw Object.assign(new Error('moved'), { code: 'ESTALE' });
    return result;
  } catch (error) {
    throw fileError(error, given);
  } finally {
    await pin.release();
  }
}

/** Pins a name in a pinned directory and follows links. Throws the errors of `reachPath`; messages name `given`. */
export async function reachName(reach: Reach, parent: Pin, name: string, given: string): Promise<Pin> {
  try {
    const pin = await pinOf(reach)(`${parent.by}/${name}`);
    return await requireInside(reach, pin, given);
  } catch (error) {
    throw await failure(reach, [name], given, error, parent.real);
  }
}

/** Pins a name in a pinned directory. Pins a link itself instead of following it. Rejects with system errors. */
export function pinName(reach: Reach, parent: Pick<Pin, 'by'>, name: string): Promise<Pin> {
  return pinOf(reach)(`${parent.by}/${name}`, 'link');
}

/** Returns a path as answers write it: relative to the working directory, absolute in an additional directory. */
export function placeName({ cwd }: Reach, real: string): string {
  if (real === cwd) return '.';
  return inside([cwd], real) ? real.slice(cwd.endsWith(path.sep) ? cwd.length : cwd.length + 1) : real;
}

function pinOf(reach: Reach): PinPath {
  return reach.pin ?? pinPath;
}

async function requireInside(reach: Reach, pin: Pin, given: string): Promise<Pin> {
  if (inside(reach.directories, pin.real)) return pin;
  await pin.release();
  throw escapes(given);
}

async function failure(
  reach: Reach,
  names: readonly string[],
  given: string,
  error: unknown,
  from = reach.cwd,
): Promise<unknown> {
  const named = fileError(error, given);
  if (named === error) return error;
  return (await leadsOutside(reach, from, names)) ? escapes(given) : named;
}

/**
 * Whether a path that leads to nothing leaves the directories of the session on its way. Reads nothing outside of
 * them, so that the error reveals nothing about the outside.
 */
async function leadsOutside({ directories }: Reach, from: string, names: readonly string[]): Promise<boolean> {
  const { root } = path.parse(from);
  const pending = [...partsOf(from.slice(root.length)), ...names].reverse();
  let at = root;
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const next = path.join(at, part);
    const target = part === '..' ? undefined : await linkTarget(next);
    if (target === null) return !inside(directories, path.join(next, ...pending.reverse()));
    if (target === undefined) at = next;
    else {
      if ((links += 1) > maxLinks) return false;
      const targetRoot = path.parse(target).root;
      if (targetRoot !== '') at = targetRoot;
      pending.push(...partsOf(target.slice(targetRoot.length)).reverse());
    }
    if (!inside(directories, at) && !directories.some((directory) => inside([at], directory))) return true;
  }
  return !inside(directories, at);
}

function partsOf(relative: string): string[] {
  return relative.split(path.sep === '\\' ? /[\\/]+/ : /\/+/).filter((part) => part !== '' && part !== '.');
}

/** Returns undefined for a file that is not a link, null for a missing one. */
async function linkTarget(name: string): Promise<string | undefined | null> {
  try {
    return await readlink(name);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === 'EINVAL' ? undefined : null;
  }
}
