/** Files that a sandbox command may be creating: they count as missing until the command ends (runtimes.md 4.2). */
import path from 'node:path';

/** absolute paths, each with the number of commands that hold it back */
const held = new Map<string, number>();

/** Makes these files count as missing until the returned function is called. */
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

/** Whether a file, or a directory above it, is held back. */
export function isHeldBack(file: string): boolean {
  if (held.size === 0) return false;
  for (let at = file; ; at = path.dirname(at)) {
    if (held.has(at)) return true;
    if (at === path.dirname(at)) return false;
  }
}
