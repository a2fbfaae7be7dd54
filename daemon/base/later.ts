/** Loads parts of the program when they are first needed. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** File descriptors that loading a part and its imports may need at the same time. */
const needed = 32;

/**
 * Creates a loader that caches its part. Node caches a failed module load for good, so the loader does not even try
 * while hardly any file descriptors are left: it throws EMFILE, and the next call tries again.
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
