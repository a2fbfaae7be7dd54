/** The rules of ignore files, read as git reads them, and which of them hold in a directory: its own, those of the directories above it, and its clone's. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../fs/errno.js';
import { compileGlob } from '../glob/globs.js';

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

/**
 * The decision of one file's rules about a path relative to the file's directory: true when it is left out, false when it is
 * taken in again, undefined when no rule fits. The last rule that fits decides.
 */
type IgnoreRules = (path: string, isDirectory: boolean) => boolean | undefined;

interface Rule {
  negated: boolean;
  directoriesOnly: boolean;
  /** looks at the name alone, at any depth */
  anyDepth: boolean;
  matches(text: string): boolean;
}

/** Rules of a file that are read. */
const maxRules = 2_000;

/** Undefined when there are no rules. */
export function compileIgnore(text: string): IgnoreRules | undefined {
  const rules = text
    .replace(/^\ufeff/, '')
    .split('\n', maxRules)
    .flatMap((line) => ruleOf(line) ?? [])
    .reverse();
  if (rules.length === 0) return undefined;
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const rule of rules) {
      if (rule.directoriesOnly && !isDirectory) continue;
      if (rule.matches(rule.anyDepth ? name : path)) return !rule.negated;
    }
    return undefined;
  };
}

function ruleOf(line: string): Rule | undefined {
  let pattern = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const directoriesOnly = pattern.endsWith('/');
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  const anyDepth = !pattern.includes('/');
  // what is below a directory, but not the directory
  pattern = pattern.replace(/^\//, '').replace(/\/\*\*$/, '/**/*');
  if (pattern === '') return undefined;
  const matches = matcherOf(pattern);
  return matches && { negated, directoriesOnly, anyDepth, matches };
}

/** Most rules are names and endings, for which no pattern is needed. */
function matcherOf(pattern: string): Rule['matches'] | undefined {
  if (!/[*?[\]\\{}]/.test(pattern)) return (text) => text === pattern;
  const ending = /^\*([^*?[\]\\{}/]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return (text) => text.endsWith(ending) && !text.includes('/');
  try {
    // braces have no meaning here
    return compileGlob(pattern.replace(/(?<!\\)[{}]/g, '\\$&'));
  } catch {
    // an invalid pattern leaves nothing out
    return undefined;
  }
}
