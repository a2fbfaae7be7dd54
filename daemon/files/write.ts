/** Writes a stream into a new file, so that it is on disk when this is done. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Bytes that are looked at to tell text from everything else. */
const looked = 4_096;

/** Takes all of the bytes, and closes the file. `isText`: the beginning holds no NUL. */
export async function writeUpload(file: FileHandle, bytes: Readable): Promise<{ size: number; isText: boolean }> {
  let size = 0;
  let isText = true;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (size < looked) isText &&= !chunk.subarray(0, looked - size).includes(0);
      size += await writeAll(file, chunk);
    }
    // the row that names it is committed next and must not outlive it
    await file.datasync();
    return { size, isText };
  } finally {
    await file.close();
  }
}

/** A nearly full disk may take a part only. */
async function writeAll(file: FileHandle, chunk: Buffer): Promise<number> {
  for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten;
  return chunk.length;
}
