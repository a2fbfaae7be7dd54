/** What a .gitignore leaves out, with or without git: patterns of a directory and of those above it. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from './system.js';

/** Compiles a pattern for paths with slashes, in time that stays bounded whatever the pattern; throws for a bad one. */
export type CompileGlob = (pattern: string) => (path: string) => boolean;

/** The rules that hold below a directory; those of the directories above come after its own. */
export interface Ignore {
  above?: Ignore;
  /** absolute directory the patterns start from */
  base: string;
  rules: Rule[];
}

interface Rule {
  negated: boolean;
  directoriesOnly: boolean;
  /** looks at the name alone, at any depth */
  anyDepth: boolean;
  matches(text: string): boolean;
}

const MAX_BYTES = 256 * 1024;
const MAX_RULES = 2_000;

/** Whether a path is left out; the last rule that fits decides, the nearest file first. */
export function isIgnored(ignore: Ignore | undefined, path: string, isDirectory: boolean): boolean {
  const name = basename(path);
  for (let level = ignore; level; level = level.above) {
    const below = relative(level.base, path);
    for (let at = level.rules.length - 1; at >= 0; at -= 1) {
      const rule = level.rules[at] as Rule;
      if (rule.directoriesOnly && !isDirectory) continue;
      if (rule.matches(rule.anyDepth ? name : below)) return !rule.negated;
    }
  }
  return false;
}

/** The rules of one file; undefined when there is none that can be read. */
export function readRules(path: string, compileGlob: CompileGlob): Rule[] | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  return text
    .split('\n')
    .slice(0, MAX_RULES)
    .flatMap((line) => ruleOf(line, compileGlob) ?? []);
}

/** The rules that come from outside of a workspace directory: of the work tree it lies in, and of its clone alone. */
export function rulesAbove(root: string, compileGlob: CompileGlob): Ignore | undefined {
  const directories: string[] = [];
  for (let directory = root; ; directory = dirname(directory)) {
    directories.push(directory);
    if (existsSync(join(directory, '.git'))) break;
    if (dirname(directory) === directory) return undefined;
  }
  const top = directories.at(-1) as string;
  const own = readRules(join(top, '.git', 'info', 'exclude'), compileGlob);
  let ignore: Ignore | undefined = own && { base: top, rules: own };
  for (const directory of directories.slice(1).reverse()) {
    const rules = readRules(join(directory, '.gitignore'), compileGlob);
    if (rules) ignore = { base: directory, rules, ...(ignore === undefined ? {} : { above: ignore }) };
  }
  return ignore;
}

function textOf(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > MAX_BYTES) return undefined;
    return readFileSync(file, 'utf8');
  } catch (error) {
    // what cannot be read leaves nothing out
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function ruleOf(line: string, compileGlob: CompileGlob): Rule | undefined {
  let pattern = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const directoriesOnly = pattern.endsWith('/');
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  const anyDepth = !pattern.includes('/');
  pattern = pattern.replace(/^\//, '');
  if (pattern === '') return undefined;
  const common = { negated, directoriesOnly, anyDepth };
  if (!/[*?[\]\\{}]/.test(pattern)) return { ...common, matches: (text) => text === pattern };
  try {
    // braces have no meaning here
    return { ...common, matches: compileGlob(pattern.replace(/(?<!\\)[{}]/g, '\\$&')) };
  } catch {
    // a pattern that nobody can read leaves nothing out
    return undefined;
  }
}
