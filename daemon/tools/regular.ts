/** Opens the regular file that a model wants to read, or returns the reason why it cannot. */
import type { FileHandle } from 'node:fs/promises';
import { constants, open } from 'node:fs/promises';
import { openInPlace } from '../base/fs/held.js';
import { isUnnameable, similarPaths } from './similar.js';
import { diskFailure, look, mayMove } from './target.js';
import { showPath } from './text.js';
import { ToolFailure, type ToolContext } from './tool.js';

/** For reading; the caller closes it. Throws ToolFailure, with names of similar files when there is none. */
export async function openRegular(path: string, context: ToolContext): Promise<FileHandle> {
  await requireFile(path);
  try {
    // without waiting, should the file have become a pipe meanwhile
    return await (mayMove(context) ? openInPlace : open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/** The whole content. */
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
  const stats = look(path);
  if (!stats) throw new ToolFailure(await missing(path));
  if (stats.isDirectory()) throw new ToolFailure(`${showPath(path)} is a directory. Use Glob to list its files.`);
  // opening a pipe or a device may wait for ever or never end
  if (!stats.isFile()) throw new ToolFailure(`${showPath(path)} is not a regular file.`);
}

/** Also reports a path whose name cannot be written as text. */
export async function missing(path: string, otherwise = ''): Promise<string> {
  if (await isUnnameable(path))
    return `${showPath(path)} is a name that is not UTF-8: only Bash can reach it, for example by a pattern, or rename it.`;
  const similar = await similarPaths(path);
  const hint = similar.length > 0 ? ` Did you mean: ${similar.map(showPath).join(', ')}?` : otherwise;
  return `${showPath(path)} does not exist.${hint}`;
}
