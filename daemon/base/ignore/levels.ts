/** Reads ignore files as git does and combines the rules for a directory: its own, its parents', the clone's. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../fs/errno.js';
import { compileGlob } from '../glob/globs.js';

/** The rules of one file, linked to the rules of the directories above it. */
export interface IgnoreLevel extends IgnoreBase {
  rules: IgnoreRules;
  above?: IgnoreLevel;
}

/** How to convert a path for the rules: drop `cut` characters from its start, then prepend `prefix`. */
export interface IgnoreBase {
  cut: number;
  prefix: string;
}

/** The rules that apply, and their source texts; the text is "" without rules. */
export interface IgnoreFound {
  rules: IgnoreLevel | undefined;
  rulesText: string;
}

/** Bytes; larger ignore files are not read. */
const maxBytes = 256 * 1024;

/** The base for absolute paths: removes this directory from their start. */
export const absoluteBase = (directory: string): IgnoreBase => ({
  cut: directory === path.sep ? 1 : directory.length + 1,
  prefix: '',
});

/** Whether the rules ignore a path; the nearest file with a matching rule decides. */
export function isIgnored(level: IgnoreLevel | undefined, name: string, isDirectory: boolean): boolean {
  for (let at = level; at; at = at.above) {
    const verdict = at.rules(at.prefix + (at.cut === 0 ? name : name.slice(at.cut)), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The text of an ignore file; undefined when it is missing or unreadable. */
export function readIgnoreFile(file: string): string | undefined {
  let fd: number | undefined;
  try {
    // git does not follow links to ignore files either
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const facts = fstatSync(fd);
    return facts.isFile() && facts.size <= maxBytes ? readFileSync(fd, 'utf8') : undefined;
  } catch (error) {
    // an unreadable ignore file ignores no paths
    if (errorCode(error) === undefined) throw error;
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Path of the clone's private ignore file. */
export const clonesOwnFile = (top: string): string => path.join(top, '.git', 'info', 'exclude');

/** Adds the rules of a text to the rules from above. */
export function addRules(
  { rules: above, rulesText }: IgnoreFound,
  text: string | undefined,
  base: IgnoreBase,
): IgnoreFound {
  if (text === undefined) return { rules: above, rulesText };
  const rules = compileIgnore(text);
  // keep the text of a file without rules too: it may get some later
  return { rules: rules ? { rules, ...base, above } : above, rulesText: `${rulesText}\n${text}` };
}

/** Lists a directory and its parents up to the top of the work tree; undefined outside of work trees. */
export function workTreeAbove(directory: string): string[] | undefined {
  const directories: string[] = [];
  for (let at = directory; ; at = path.dirname(at)) {
    directories.push(at);
    if (existsSync(path.join(at, '.git'))) return directories;
    if (path.dirname(at) === at) return undefined;
  }
}

/** The rules from outside of a directory: those of its work tree up to the top, and the clone's private file. */
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
 * The decision of one file's rules about a path relative to that file's directory: true to ignore it, false to include
 * it again, undefined when no rule matches. The last matching rule decides.
 */
type IgnoreRules = (path: string, isDirectory: boolean) => boolean | undefined;

interface Rule {
  negated: boolean;
  directoriesOnly: boolean;
  /** matches the name alone, at any depth */
  anyDepth: boolean;
  matches(text: string): boolean;
}

/** Maximum number of lines read from one file. */
const maxRules = 2_000;

/** Compiles the rules of a text; undefined when it has none. */
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
  // this form matches everything below a directory, but not the directory itself
  pattern = pattern.replace(/^\//, '').replace(/\/\*\*$/, '/**/*');
  if (pattern === '') return undefined;
  const matches = matcherOf(pattern);
  return matches && { negated, directoriesOnly, anyDepth, matches };
}

/** Compiles the pattern of a rule. Most rules are plain names or endings, which need no glob. */
function matcherOf(pattern: string): Rule['matches'] | undefined {
  if (!/[*?[\]\\{}]/.test(pattern)) return (text) => text === pattern;
  const ending = /^\*([^*?[\]\\{}/]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return (text) => text.endsWith(ending) && !text.includes('/');
  try {
    // braces have no special meaning in ignore files
    return compileGlob(pattern.replace(/(?<!\\)[{}]/g, '\\$&'));
  } catch {
    // an invalid pattern ignores no paths
    return undefined;
  }
}
