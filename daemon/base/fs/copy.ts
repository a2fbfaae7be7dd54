/** Copies of files that are on disk when the call returns. */
import { constants } from 'node:fs';
import { chmod, copyFile, open } from 'node:fs/promises';

/** Copies into a new file of mode 0600; shares the bytes where the file system can. */
export async function copyNew(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  await syncFile(target);
}

/** What is committed next may name the file and must not outlive it. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
