/** Parts of the program that are loaded when they are first needed. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** File descriptors that a part may need at once while it and what it imports are read. */
const needed = 32;

/**
 * A loader that remembers its part. Node keeps for good that a module could not be read, so one is not even tried while
 * hardly any file descriptors are left; that throws EMFILE, and the next call tries again.
 */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return async () => {
    if (!loading) {
      checkDescriptors();
      loading = load();
      loading.catch(() => (loading = undefined));
    }
    return await loading;
  };
}

function checkDescriptors(): void {
  const held: number[] = [];
  try {
    while (held.length < needed) held.push(openSync(devNull, 'r'));
  } catch (cause) {
    throw Object.assign(new Error('no file descriptors are left', { cause }), { code: 'EMFILE' });
  } finally {
    for (const file of held) closeSync(file);
  }
}
