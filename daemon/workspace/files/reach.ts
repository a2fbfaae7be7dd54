/** What the requests of a session may reach: its directories, whatever names and links say. */
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { inside } from '../../base/fs/paths.js';
import { fileError } from './failures.js';
import { escapes, namesOf } from './names.js';
import { pinPath, type Pin, type PinPath } from './pin.js';
import { readlink } from './system.js';

/** The directories of a session, canonical since they were given. */
export interface Reach {
  cwd: string;
  /** the working directory and the additional ones */
  directories: readonly string[];
  /** how files are held; default: the best way of the system */
  pin?: PinPath;
}

/** A chain of more links than this is a loop; the kernel gives up at 40 too. */
const maxLinks = 40;

/**
 * Pins the target of a request's path, links followed; the caller releases it. Only files in the directories of
 * the session are returned: a link that leads elsewhere is FS_PATH_ESCAPES_SESSION, whether or not its target exists.
 * Else FS_PATH_NOT_FOUND or FS_PERMISSION_DENIED. A hard link is the file it names.
 */
export async function reachPath(reach: Reach, given: string): Promise<Pin> {
  const names = namesOf(given);
  let pin: Pin;
  try {
    pin = await pinOf(reach)([reach.cwd, ...names].join('/'));
  } catch (error) {
    throw await failure(reach, names, given, error);
  }
  return requireInside(reach, pin, given);
}

/** Runs `work` with the target of a path, then releases it. As `reachPath`. */
export async function withPath<T>(reach: Reach, given: string, work: (pin: Pin) => Promise<T>): Promise<T> {
  return held(await reachPath(reach, given), given, work);
}

/** Runs `work` with a pin and releases it. A target whose names changed meanwhile counts as not found. */
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

/** Pins a name in a pinned directory, links followed. The same errors as `reachPath`; `given` is for the message. */
export async function reachName(reach: Reach, parent: Pin, name: string, given: string): Promise<Pin> {
  try {
    const pin = await pinOf(reach)(`${parent.by}/${name}`);
    return await requireInside(reach, pin, given);
  } catch (error) {
    throw await failure(reach, [name], given, error, parent.real);
  }
}

/** A name in a pinned directory, a link as the link it is. Rejects with errors of the system. */
export function pinName(reach: Reach, parent: Pick<Pin, 'by'>, name: string): Promise<Pin> {
  return pinOf(reach)(`${parent.by}/${name}`, 'link');
}

/** How answers name a place: relative to the working directory, absolute in an additional directory. */
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
 * Whether names that lead to nothing lead out of the directories on the way. Reads nothing outside of them, so that
 * the error reveals nothing about them.
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

/** Undefined for what is no link, null for what is not there. */
async function linkTarget(name: string): Promise<string | undefined | null> {
  try {
    return await readlink(name);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === 'EINVAL' ? undefined : null;
  }
}
