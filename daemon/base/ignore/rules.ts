/** The rules of an ignore file, read as git reads them; matching takes bounded time whatever the rules. */
import { compileGlob } from '../glob/globs.js';

/**
 * The decision of one file's rules about a path relative to the file's directory: true when it is left out, false when it is
 * taken in again, undefined when no rule fits. The last rule that fits decides.
 */
export type IgnoreRules = (path: string, isDirectory: boolean) => boolean | undefined;

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
