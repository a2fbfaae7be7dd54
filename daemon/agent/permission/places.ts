/** Where the redirections and directory changes of a command line lead, and which places are risky to write. */
import path from 'node:path';
import type { ParsedLine, Redirection, Word } from '../commandline/syntax.js';
import { expandHome, inside, resolveReal } from '../../workspace/paths.js';
import { isSensitive } from '../../workspace/sensitive.js';
import { couldBeSecret } from './danger.js';
import type { PermissionPolicy } from './policy.js';

/** A path in the forms rules are compared with. */
export interface PlaceForms {
  /** as written, made absolute */
  absolute: string;
  /** with links followed */
  resolved: string;
}

const maxDirectories = 64;

/** Directories a relative path of the line may start from. */
export interface Directories {
  possible: string[];
  /** the line may be somewhere else altogether */
  unknown: boolean;
}

/** Follows the `cd`s of a line; each may or may not have happened. */
export function directoriesOf(line: ParsedLine, cwd: string, userHome: string): Directories {
  const possible = new Set([resolveReal(cwd)]);
  let unknown = false;
  const rounds = line.repeats ? maxDirectories : 1;
  for (let round = 0, size = 0; round < rounds && size !== possible.size; round += 1) {
    size = possible.size;
    for (const move of line.moves) {
      const targets = move && [...possible].flatMap((directory) => target(move, directory, userHome));
      if (!targets || targets.includes(undefined)) unknown = true;
      else if (possible.size > maxDirectories)
        return { possible: [...possible].slice(0, maxDirectories), unknown: true };
      else for (const place of targets) if (place) possible.add(place.resolved).add(resolveReal(place.absolute));
    }
  }
  return { possible: [...possible], unknown };
}

/** A word as a path from one directory; undefined when only the shell would know. */
function target(word: Word, directory: string, userHome: string): PlaceForms | undefined {
  if (!word.literal || word.glob || word.text === '') return undefined;
  const expanded = word.tilde ? expandHome(word.text, userHome) : word.text;
  if (word.tilde && expanded === word.text) return undefined;
  return {
    absolute: path.resolve(directory, expanded),
    // The system follows links before it goes up with `..`, so the text is not tidied first.
    resolved: resolveReal(path.isAbsolute(expanded) ? expanded : `${directory}${path.sep}${expanded}`),
  };
}

/** A redirection with all places it may lead to. */
export interface Redirected {
  direction: Redirection['direction'];
  /** as written */
  text: string;
  places: PlaceForms[];
  /** it may lead elsewhere */
  unknown: boolean;
}

/** The redirections to and from files; the null device is none. */
export function redirected(line: ParsedLine, directories: Directories, userHome: string): Redirected[] {
  const results: Redirected[] = [];
  for (const { direction, target: word } of line.redirections) {
    if (word.literal && path.posix.normalize(word.text) === '/dev/null') continue;
    const places = directories.possible.map((directory) => target(word, directory, userHome));
    const known = places.filter((place) => place !== undefined);
    const absolute = path.isAbsolute(word.text) || word.tilde;
    results.push({
      direction,
      text: word.source,
      places: known,
      unknown: known.length < places.length || (directories.unknown && !absolute),
    });
  }
  return results;
}

/** Whether a path is sensitive in either form. */
export function sensitivePlace(place: PlaceForms, operation: 'read' | 'write', policy: PermissionPolicy): boolean {
  const { home, userHome } = policy;
  return (
    isSensitive(place.absolute, { home, userHome, operation }) ||
    isSensitive(place.resolved, { home, userHome, operation })
  );
}

const maxLookups = 2_000;

/**
 * A test for words of a command: may the word, or the part behind `=`, `:` or `@`, lead to a sensitive file? After some
 * thousand words links are no longer followed.
 */
export function secretWords(directories: Directories, policy: PermissionPolicy): (word: Word) => boolean {
  const known = new Map<string, boolean>();
  let lookups = 0;
  const leads = (part: string): boolean => {
    const expanded = expandHome(part.replace(/^\$(?:HOME|\{HOME\})(?=\/)/u, '~'), policy.userHome);
    return directories.possible.some((directory) => {
      const absolute = path.resolve(directory, expanded);
      lookups += 1;
      return sensitivePlace(
        { absolute, resolved: lookups > maxLookups ? absolute : resolveReal(absolute) },
        'read',
        policy,
      );
    });
  };
  return (word) => {
    const { text } = word;
    const found = known.get(text) ?? (couldBeSecret(word) || pathsIn(text).some(leads));
    known.set(text, found);
    return found;
  };
}

function pathsIn(text: string): string[] {
  const parts = [text, ...['=', ':', '@'].map((mark) => text.slice(text.lastIndexOf(mark) + 1))];
  return [...new Set(parts)].filter(
    (part) => part !== '' && part.length <= 4096 && !part.startsWith('-') && !part.includes('\n'),
  );
}

const versionControl = new Set(['.git', '.svn', '.hg', '.bzr', '.jj', '.sl']);

/** Why writing a path is risky (engine.md 6.4), undefined when it is not. */
export function riskyWrite(place: PlaceForms, policy: PermissionPolicy): string | undefined {
  if (isPlanFile(place, policy)) return undefined;
  if (!inside(policy.workspace, place.resolved)) return 'outside the workspace';
  for (const file of [place.absolute, place.resolved]) {
    const segments = file.toLowerCase().split(path.sep);
    if (segments.some((segment) => versionControl.has(segment))) return 'part of version control data';
    if (segments.includes('.agent-code') || segments.at(-1) === '.mcp.json') return 'configuration of this program';
    if (inside([policy.home], file)) return 'part of the data of this program';
  }
  return sensitivePlace(place, 'write', policy) ? 'a sensitive file' : undefined;
}

/** Whether a path is the current plan file; a link in its place is not. */
export function isPlanFile(place: PlaceForms, policy: PermissionPolicy): boolean {
  const { path: plan } = policy.plan;
  if (plan === undefined) return false;
  return place.resolved === path.join(resolveReal(path.dirname(plan)), path.basename(plan));
}
