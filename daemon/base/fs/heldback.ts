/** Files that a command in a sandbox may be making at this moment: they count as missing until it is over (runtimes.md 4.2). */
import path from 'node:path';

/** absolute paths, each with how many commands it is held back for */
const held = new Map<string, number>();

/** Of these none is read until the result is called. */
export function holdBack(files: readonly string[]): () => void {
  for (const each of files) held.set(each, (held.get(each) ?? 0) + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const each of files) {
      const count = (held.get(each) ?? 0) - 1;
      if (count > 0) held.set(each, count);
      else held.delete(each);
    }
  };
}

/** Whether a file, or a directory that it is in, is held back. */
export function isHeldBack(file: string): boolean {
  if (held.size === 0) return false;
  for (let at = file; ; at = path.dirname(at)) {
    if (held.has(at)) return true;
    if (at === path.dirname(at)) return false;
  }
}
