/** Builds temporary work trees with copies of pinned files: git reads by name, and a name can change its target. */
import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode, errorMessage, isMissing } from '../../base/fs/errno.js';
import { hasHeldPaths, heldPath } from '../../base/fs/held.js';
import { ApiError } from '../../errors.js';
import { reachName, type Reach } from '../files/reach.js';
import type { Pin } from '../files/pin.js';
import { gitFailed } from './command.js';

export interface CopySource {
  reach: Reach;
  /** the directory in which git runs; the files are below it */
  parent: Pin;
  /** the path of that directory from the top of the user's work tree: "", or a path that ends in a slash */
  prefix: string;
}

/** Maximum total length of the file names in one tree, in bytes: one command gets them all as arguments. */
const maxNameBytes = 64 * 1024;
/** Maximum total size of the file contents in one tree, in bytes; a single file may be larger. */
const maxTreeBytes = 64 * 1024 * 1024;
/** Git treats larger files as binary by default; the copy of such a file has only its size. */
const maxFileBytes = 512 * 1024 * 1024;

/**
 * Copies the first of `names` (from the top of the work tree), as many as fit and at least one, and runs `work` with
 * them. Skips missing files. Rejects with FS_GIT_UNAVAILABLE when a file cannot be read.
 */
export async function withCopies(
  source: CopySource,
  names: readonly string[],
  work: (tree: string, copied: readonly string[]) => Promise<void>,
): Promise<void> {
  const tree = await mkdtemp(path.join(tmpdir(), 'agent-diff-'));
  try {
    const copied = await fill(tree, source, names);
    await copyAttributes(tree, source, copied);
    await work(tree, copied);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function fill(tree: string, { reach, parent, prefix }: CopySource, names: readonly string[]): Promise<string[]> {
  const copied: string[] = [];
  let [nameBytes, treeBytes] = [0, 0];
  let held: { directory: string; pin: Pin | undefined } = { directory: '', pin: undefined };
  const release = (): Promise<void> | undefined => (held.pin === parent ? undefined : held.pin?.release());
  try {
    for (const name of names) {
      const below = name.slice(prefix.length);
      const directory = path.posix.dirname(below);
      if (directory !== held.directory) {
        await release();
        held = { directory, pin: await hold(reach, parent, directory) };
      }
      nameBytes += Buffer.byteLength(name) + 1;
      if (held.pin) treeBytes += await copyEntry(held.pin, path.posix.basename(below), path.join(tree, name));
      copied.push(name);
      if (nameBytes > maxNameBytes || treeBytes > maxTreeBytes) break;
    }
  } finally {
    await release();
  }
  return copied;
}

/** Pins a directory below another one. Returns undefined when it is missing or behind a link, as git follows none. */
async function hold(reach: Reach, parent: Pin, directory: string): Promise<Pin | undefined> {
  if (directory === '.') return parent;
  try {
    const pin = await reachName(reach, parent, directory, directory);
    if (pin.real === path.join(parent.real, directory)) return pin;
    await pin.release();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Copies the attributes files, which define how files are compared. Git reads tracked ones from its index. */
async function copyAttributes(tree: string, { parent, prefix }: CopySource, names: readonly string[]): Promise<void> {
  const top = path.resolve(parent.real, '../'.repeat(prefix.split('/').length - 1));
  const directories = new Set<string>(['']);
  for (const name of names)
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) directories.add(name.slice(0, at));
  const compared = new Set(names);
  for (const directory of directories) {
    const name = path.posix.join(directory, '.gitattributes');
    const place = path.join(top, directory);
    if (!compared.has(name)) await copyEntry({ by: place, real: place }, '.gitattributes', path.join(tree, name));
  }
}

/** Copies what git compares: a file, a link or the commit of a submodule. Returns the number of bytes. */
async function copyEntry(from: Pick<Pin, 'by' | 'real'>, name: string, target: string): Promise<number> {
  const by = `${from.by}/${name}`;
  const link = await readlink(by, { encoding: 'buffer' }).catch(() => undefined);
  if (link) {
    await mkdir(path.dirname(target), { recursive: true });
    await symlink(link, target);
    return link.length;
  }
  const file = await open(by, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: unknown) => {
      // ELOOP: it is a link by now; ENXIO: it is a socket
      if (isMissing(error) || ['ELOOP', 'ENXIO'].includes(errorCode(error) ?? '')) return undefined;
      throw gitFailed({ exitCode: null, stderr: `${name} could not be read: ${errorMessage(error)}` });
    },
  );
  try {
    const stats = await file?.stat();
    if (!file || !stats) return 0;
    const held = hasHeldPaths ? heldPath(file.fd) : by;
    if (stats.isDirectory()) await copyCommit(held, path.join(from.real, name), target);
    if (!stats.isFile()) return 0;
    await mkdir(path.dirname(target), { recursive: true });
    if (stats.size <= maxFileBytes) await copyFile(held, target, constants.COPYFILE_FICLONE);
    else await writeLarge(target, stats.size);
    return Math.min(stats.size, maxFileBytes);
  } finally {
    await file?.close();
  }
}

/** Writes a sparse file of the given size. */
async function writeLarge(target: string, size: number): Promise<void> {
  const file = await open(target, 'wx');
  try {
    await file.truncate(size);
  } finally {
    await file.close();
  }
}

/** Writes the `.git` file from which git finds the repository of a submodule and reads its commit. */
async function copyCommit(by: string, real: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const text = await readFile(`${by}/.git`, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'EISDIR') return 'gitdir: .git';
    return '';
  });
  const place = /^gitdir: (.+?)\n*$/s.exec(text)?.[1];
  if (place !== undefined) await writeFile(path.join(target, '.git'), `gitdir: ${path.resolve(real, place)}\n`);
}
