/** Opens the regular file that a model wants to read, or explains why it cannot. */
import { isUtf8 } from 'node:buffer';
import { constants, open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { openInPlace } from '../base/fs/held.js';
import { diskFailure, statTarget, mayMove } from './target.js';
import { showPath } from './text.js';
import { ToolFailure, type ToolContext } from './tool.js';

/** Opens a file for reading; the caller closes it. Throws ToolFailure, with similar names for a missing file. */
export async function openRegular(path: string, context: ToolContext): Promise<FileHandle> {
  await requireFile(path);
  try {
    // O_NONBLOCK: do not block if a pipe has replaced the file in the meantime
    return await (mayMove(context) ? openInPlace : open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/** Reads a whole file. */
export async function readBytes(path: string, context: ToolContext): Promise<Buffer> {
  const file = await openRegular(path, context);
  try {
    return await file.readFile();
  } catch (error) {
    throw diskFailure(error, path);
  } finally {
    await file.close();
  }
}

async function requireFile(path: string): Promise<void> {
  const stats = statTarget(path);
  if (!stats) throw new ToolFailure(await missing(path));
  if (stats.isDirectory()) throw new ToolFailure(`${showPath(path)} is a directory. Use Glob to list its files.`);
  // opening a pipe or device may block, or never end
  if (!stats.isFile()) throw new ToolFailure(`${showPath(path)} is not a regular file.`);
}

/** Returns the error text for a missing file. It has a hint when the name is not valid text. */
export async function missing(path: string, otherwise = ''): Promise<string> {
  if (await isUnnameable(path))
    return `${showPath(path)} is a name that is not UTF-8: only Bash can reach it, for example by a pattern, or rename it.`;
  const similar = await similarPaths(path);
  const hint = similar.length > 0 ? ` Did you mean: ${similar.map(showPath).join(', ')}?` : otherwise;
  return `${showPath(path)} does not exist.${hint}`;
}

/** Maximum number of names to compare; larger directories take too long for a mistyped path. */
const MAX_NAMES = 10_000;

/** Returns up to three existing paths beside a missing one that may be meant, best first. */
async function similarPaths(missing: string): Promise<string[]> {
  const wanted = basename(missing).toLowerCase();
  const names = await namesIn(dirname(missing));
  return names
    .map((name) => ({ name, distance: likeness(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => join(dirname(missing), name));
}

/** Whether the missing path is the text form of an existing name that is not UTF-8, which no path can reach. */
async function isUnnameable(missing: string): Promise<boolean> {
  const parts = missing.split(sep);
  for (const [index, part] of parts.entries()) {
    if (!part.includes('\ufffd')) continue;
    const names = await entriesOf(parts.slice(0, index).join(sep) || sep);
    if (names.some((name) => !isUtf8(name) && name.toString('utf8') === part)) return true;
  }
  return false;
}

/** Returns the names in UTF-8; suggesting another one would be useless. */
async function namesIn(directory: string): Promise<string[]> {
  const names = (await entriesOf(directory)).slice(0, MAX_NAMES);
  return names.filter((name) => isUtf8(name)).map((name) => name.toString('utf8'));
}

async function entriesOf(directory: string): Promise<Buffer[]> {
  try {
    return await readdir(directory, { encoding: 'buffer' });
  } catch (error) {
    // a failed hint must not cause another error
    if (errorCode(error) !== undefined) return [];
    throw error;
  }
}

function likeness(wanted: string, name: string): number {
  if (withoutEnding(wanted) === withoutEnding(name)) return 0.5;
  if (wanted.length > 3 && (name.includes(wanted) || (name.length > 3 && wanted.includes(name)))) return 1;
  return Math.abs(wanted.length - name.length) > wanted.length / 2 ? Infinity : editDistance(wanted, name);
}

function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
