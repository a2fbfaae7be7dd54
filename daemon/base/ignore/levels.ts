/** Which rules of ignore files hold in a directory: its own, those of the directories above it, and its clone's. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../fs/errno.js';
import { compileIgnore, type IgnoreRules } from './rules.js';

/** The rules of one file; those of the directories above it come after its own. */
export interface IgnoreLevel extends IgnoreBase {
  rules: IgnoreRules;
  above?: IgnoreLevel;
}

/** How rules see a path: the beginning is cut off it, or put before it. */
export interface IgnoreBase {
  cut: number;
  prefix: string;
}

/** The rules that hold, and the texts that they come from; "" for none. */
export interface IgnoreFound {
  rules: IgnoreLevel | undefined;
  rulesText: string;
}

/** Larger ignore files are no ignore files. */
const maxBytes = 256 * 1024;

/** For absolute paths: what rules of this directory cut off them. */
export const absoluteBase = (directory: string): IgnoreBase => ({
  cut: directory === path.sep ? 1 : directory.length + 1,
  prefix: '',
});

/** Whether a path is left out; the nearest file with a rule that fits decides. */
export function isIgnored(level: IgnoreLevel | undefined, name: string, isDirectory: boolean): boolean {
  for (let at = level; at; at = at.above) {
    const verdict = at.rules(at.prefix + (at.cut === 0 ? name : name.slice(at.cut)), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The text of an ignore file; undefined when there is none that can be read. */
export function readIgnoreFile(file: string): string | undefined {
  let fd: number | undefined;
  try {
    // git does not follow links to ignore files either
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const facts = fstatSync(fd);
    return facts.isFile() && facts.size <= maxBytes ? readFileSync(fd, 'utf8') : undefined;
  } catch (error) {
    // what cannot be read leaves nothing out
    if (errorCode(error) === undefined) throw error;
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** What a clone leaves out for itself. */
export const clonesOwnFile = (top: string): string => path.join(top, '.git', 'info', 'exclude');

/** Adds the rules of a text to those from above. */
export function addRules(
  { rules: above, rulesText }: IgnoreFound,
  text: string | undefined,
  base: IgnoreBase,
): IgnoreFound {
  if (text === undefined) return { rules: above, rulesText };
  const rules = compileIgnore(text);
  // also a file without rules may get some
  return { rules: rules ? { rules, ...base, above } : above, rulesText: `${rulesText}\n${text}` };
}

/** The directory and those above it up to the top of its work tree; undefined outside of work trees. */
export function workTreeAbove(directory: string): string[] | undefined {
  const directories: string[] = [];
  for (let at = directory; ; at = path.dirname(at)) {
    directories.push(at);
    if (existsSync(path.join(at, '.git'))) return directories;
    if (path.dirname(at) === at) return undefined;
  }
}

/**
 * The rules from outside of a directory: of its work tree, up to the top, and of the clone
 * alone.
 */
export function rulesAbove(directory: string, baseOf: (directory: string) => IgnoreBase): IgnoreFound {
  const none: IgnoreFound = { rules: undefined, rulesText: '' };
  const tree = workTreeAbove(directory);
  const top = tree?.at(-1);
  if (top === undefined) return none;
  let found = addRules(none, readIgnoreFile(clonesOwnFile(top)), baseOf(top));
  for (const each of (tree ?? []).slice(1).reverse())
    found = addRules(found, readIgnoreFile(path.join(each, '.gitignore')), baseOf(each));
  return found;
}
