/** Copies files; the copy is on disk when the call resolves. */
import { constants } from 'node:fs';
import { chmod, copyFile, open } from 'node:fs/promises';

/** Copies into a new file of mode 0600; uses a copy-on-write clone where the file system supports it. */
export async function copyNew(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  await syncFile(target);
}

/** Flushes a file to disk, because the caller then commits a record that names it. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
