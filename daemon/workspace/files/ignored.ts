/** Which names of a directory the ignore files leave out: its own, those of the directories above it, and its clone's. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  absoluteBase,
  addRules,
  clonesOwnFile,
  readIgnoreFile,
  workTreeAbove,
  type IgnoreFound,
  type IgnoreLevel,
} from '../../base/ignore/levels.js';
import { errorCode } from '../../base/fs/errno.js';
import { inside } from '../../base/fs/paths.js';
import type { Pin } from './pin.js';
import type { Reach } from './reach.js';

const none: IgnoreFound = { rules: undefined, rulesText: '' };

/**
 * The rules from above a directory: of its work tree, up to the top, and of its clone alone;
 * without a work tree those of the session's directories. They are for absolute paths.
 */
export function rulesAbove(reach: Reach, directory: Pin): IgnoreLevel | undefined {
  // its own repository counts when it is read
  if (existsSync(path.join(directory.real, '.git'))) return undefined;
  const tree = workTreeAbove(path.dirname(directory.real));
  const levels = tree ?? directoriesAbove(directory.real).filter((at) => inside(reach.directories, at));
  let found = none;
  const top = tree?.at(-1);
  if (top !== undefined) found = addRules(found, readOwn(top, top, clonesOwnFile), absoluteBase(top));
  for (const level of levels.reverse()) found = addRules(found, readOwn(level, level, ignoreFile), absoluteBase(level));
  return found.rules;
}

/** Adds the rules of a directory to those from above; `isTop`: it is the root of a repository. */
export function rulesOf({ by, real }: Pin, above: IgnoreLevel | undefined, isTop: boolean): IgnoreLevel | undefined {
  const base = absoluteBase(real);
  const start = isTop ? addRules(none, readOwn(by, real, clonesOwnFile), base) : { rules: above, rulesText: '' };
  return addRules(start, readOwn(by, real, ignoreFile), base).rules;
}

const ignoreFile = (directory: string): string => path.join(directory, '.gitignore');

/** `at`: how the directory is reached. A file that is reached through a link elsewhere does not count. */
function readOwn(at: string, real: string, fileOf: (directory: string) => string): string | undefined {
  try {
    return realpathSync.native(fileOf(at)) === fileOf(real) ? readIgnoreFile(fileOf(at)) : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function directoriesAbove(directory: string): string[] {
  const above: string[] = [];
  for (let at = directory; at !== path.dirname(at);) above.push((at = path.dirname(at)));
  return above;
}
