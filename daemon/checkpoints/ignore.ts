/** What a .gitignore leaves out, with or without git: patterns of a directory and of those above it. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { errorCode } from './system.js';

/**
 * Compiles the text of an ignore file; undefined when there are no rules in it. The rules map a path relative to the
 * file's directory: true for left out, false for taken in again, undefined when none fits. In bounded time.
 */
export type CompileIgnore = (text: string) => IgnoreRules | undefined;

type IgnoreRules = (path: string, isDirectory: boolean) => boolean | undefined;

/** The rules that hold below a directory; those of the directories above come after its own. */
export interface Ignore {
  above?: Ignore;
  /** absolute directory the patterns start from */
  base: string;
  rules: IgnoreRules;
}

const MAX_BYTES = 256 * 1024;

/** Whether a path is left out; the nearest file with a rule that fits decides. */
export function isIgnored(ignore: Ignore | undefined, path: string, isDirectory: boolean): boolean {
  for (let level = ignore; level; level = level.above) {
    const verdict = level.rules(relative(level.base, path), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The rules of one file; undefined when there is none that can be read. */
export function readRules(path: string, compile: CompileIgnore): IgnoreRules | undefined {
  const text = textOf(path);
  return text === undefined ? undefined : compile(text);
}

/** The rules from outside of a workspace directory: of its work tree, and of its clone alone. */
export function rulesAbove(root: string, compile: CompileIgnore): Ignore | undefined {
  const directories: string[] = [];
  for (let directory = root; ; directory = dirname(directory)) {
    directories.push(directory);
    if (existsSync(join(directory, '.git'))) break;
    if (dirname(directory) === directory) return undefined;
  }
  const top = directories.at(-1) as string;
  const own = readRules(join(top, '.git', 'info', 'exclude'), compile);
  let ignore: Ignore | undefined = own && { base: top, rules: own };
  for (const directory of directories.slice(1).reverse()) {
    const rules = readRules(join(directory, '.gitignore'), compile);
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
