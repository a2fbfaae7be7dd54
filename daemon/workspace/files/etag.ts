/** Distinguishes states of a file. */
import type { Stats } from 'node:fs';

/** `<mtime ms>-<size>-<inode>`, each in base 36. */
export function etagOf({ mtimeMs, size, ino }: Pick<Stats, 'mtimeMs' | 'size' | 'ino'>): string {
  return [Math.floor(mtimeMs), size, ino].map((number) => number.toString(36)).join('-');
}
