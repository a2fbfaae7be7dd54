/** Paths by descriptor: they lead to what is held open, whatever its name does meanwhile. */
import { constants, existsSync, openSync } from 'node:fs';

/** Whether the system gives what is held open a path of its own (Linux). */
export const hasHeldPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Leads to what a descriptor holds; the name of an entry may follow behind a slash. */
export function heldPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** The descriptor of a directory; a link in the last place is not followed. */
export function holdDirectory(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}
