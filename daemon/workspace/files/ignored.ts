/** Which names of a directory the ignore files leave out: its own, those of the directories above it, and its clone's. */
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { compileIgnore, type IgnoreRules } from '../ignore.js';
import { inside } from '../paths.js';
import { readPinned, type Pin } from './pin.js';
import { pinName, type Reach } from './reach.js';
import { lstat } from './system.js';

/** The rules that hold in a directory; those of the directories above come after its own. */
export interface Ignored {
  /** canonical directory the rules start from */
  base: string;
  rules: IgnoreRules;
  above?: Ignored;
}

/** Larger ignore files are no ignore files. */
const maxBytes = 256 * 1024;

/** Says of names in a directory whether they are left out. */
export function ignoredIn(
  directory: Pin,
  ignored: Ignored | undefined,
): (name: string, isDirectory: boolean) => boolean {
  const levels: { prefix: string; rules: IgnoreRules }[] = [];
  for (let level = ignored; level; level = level.above) {
    const below = path.relative(level.base, directory.real);
    levels.push({ prefix: below === '' ? '' : `${below}/`, rules: level.rules });
  }
  return (name, isDirectory) => {
    for (const { prefix, rules } of levels) {
      const verdict = rules(prefix + name, isDirectory);
      if (verdict !== undefined) return verdict;
    }
    return false;
  };
}

/**
 * The rules that come to a directory from above: of the work tree it lies in, up to its top, and of its clone alone;
 * without a work tree those of the session's directories. Links to ignore files are not followed, as git does not.
 */
export async function rulesAbove(reach: Reach, directory: Pin): Promise<Ignored | undefined> {
  // its own repository counts when it is read
  if (await holds(directory.real, '.git')) return undefined;
  const above: string[] = [];
  let top: string | undefined;
  for (let at = directory.real; top === undefined && at !== path.dirname(at);) {
    at = path.dirname(at);
    above.push(at);
    if (await holds(at, '.git')) top = at;
  }
  const levels = top === undefined ? above.filter((at) => inside(reach.directories, at)) : above;
  let rules = top === undefined ? undefined : await clonesOwn(reach, top);
  for (const level of levels.reverse()) rules = await addRules(level, level, ['.gitignore'], reach, rules);
  return rules;
}

/** Adds the rules of a directory to those from above; `isTop`: it has a repository of its own. */
export async function rulesOf(
  reach: Reach,
  directory: Pin,
  above: Ignored | undefined,
  isTop: boolean,
): Promise<Ignored | undefined> {
  const inherited = isTop ? await clonesOwn(reach, directory.real) : above;
  return addRules(directory.by, directory.real, ['.gitignore'], reach, inherited);
}

function clonesOwn(reach: Reach, top: string): Promise<Ignored | undefined> {
  return addRules(top, top, ['.git', 'info', 'exclude'], reach, undefined);
}

/** `at`: how the directory is reached; a name on the way that is a link ends the way. */
async function addRules(
  at: string,
  base: string,
  names: readonly string[],
  reach: Reach,
  above: Ignored | undefined,
): Promise<Ignored | undefined> {
  const text = await textOf(reach, at, base, names);
  const rules = text === undefined ? undefined : compileIgnore(text);
  return rules ? { base, rules, ...(above === undefined ? {} : { above }) } : above;
}

async function textOf(reach: Reach, at: string, base: string, names: readonly string[]): Promise<string | undefined> {
  try {
    const pin = await pinName(reach, { by: at }, names.join('/'));
    try {
      // elsewhere than where it was looked for: it was reached through a link
      if (pin.real !== path.join(base, ...names) || !pin.stats.isFile() || pin.stats.size > maxBytes) return undefined;
      const file = await readPinned(pin);
      return await file.readFile('utf8').finally(() => file.close());
    } finally {
      await pin.release();
    }
  } catch (error) {
    // what cannot be read leaves nothing out
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

async function holds(directory: string, name: string): Promise<boolean> {
  try {
    await lstat(path.join(directory, name));
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
