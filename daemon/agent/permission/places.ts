/** Resolves the targets of a line's redirections and directory changes, and detects risky paths to write. */
import path from 'node:path';
import type { ParsedLine, Redirection, Word } from '../commandline/syntax.js';
import { expandHome, inside, linkTarget, resolveReal, type LinkReader } from '../../base/fs/paths.js';
import { isSensitive } from '../../workspace/sensitive.js';
import { couldBeSecret } from './danger.js';
import type { PermissionPolicy } from './policy.js';

/** A path in the forms that rules are matched against. */
export interface PlaceForms {
  /** the written path, made absolute */
  absolute: string;
  /** the path with links followed */
  resolved: string;
}

/** The state that the judgement of one line shares: its remaining work, and the links it has resolved. */
export interface Lookup {
  count(pieces?: number): void;
  /** returns the real path that a path leads to */
  real(file: string): string;
}

/** How many units of work one disk access costs. */
const diskCost = 16;

export function createLookup(count: Lookup['count']): Lookup {
  const links = new Map<string, ReturnType<LinkReader>>();
  const readLink: LinkReader = (file) => {
    count(2);
    if (links.has(file)) return links.get(file);
    count(diskCost);
    const found = linkTarget(file);
    links.set(file, found);
    return found;
  };
  return {
    count,
    real(file) {
      count(1 + (file.length >> 3));
      return resolveReal(file, readLink);
    },
  };
}

const maxDirectories = 64;

/** Directories that relative paths of the line may start from. */
export interface Directories {
  possible: string[];
  /** the line may also run in an unknown directory */
  unknown: boolean;
}

/** Follows the `cd` commands of a line, each of which may or may not happen. */
export function directoriesOf(line: ParsedLine, cwd: string, userHome: string, lookup: Lookup): Directories {
  const possible = new Set([lookup.real(cwd)]);
  const target = createTargets(userHome, lookup);
  let unknown = line.moves.includes(undefined);
  const moves = line.moves.filter((move) => move !== undefined);
  const go = (from: readonly string[], by: readonly Word[]): void => {
    for (const move of by)
      for (const directory of from) {
        const place = target(move, directory);
        if (!place) unknown = true;
        else possible.add(place.resolved).add(place.canonical);
        if (possible.size > maxDirectories) return;
      }
  };
  if (!line.repeats) for (const move of moves) go([...possible], [move]);
  else {
    // Any `cd` may follow any other, so apply each of them once to every directory.
    const distinct = [...new Map(moves.map((move) => [`${move.tilde} ${move.text}`, move])).values()];
    for (const directory of possible) {
      if (possible.size > maxDirectories) break;
      go([directory], distinct);
    }
  }
  const all = [...possible];
  return all.length > maxDirectories
    ? { possible: all.slice(0, maxDirectories), unknown: true }
    : { possible: all, unknown };
}

type Target = PlaceForms & { canonical: string };

/** Returns a function that resolves words as paths from a directory; undefined for words that only the shell knows. */
function createTargets(userHome: string, lookup: Lookup): (word: Word, directory: string) => Target | undefined {
  const known = new Map<string, Target>();
  return (word, directory) => {
    if (!word.literal || word.glob || word.text === '') return undefined;
    const expanded = word.tilde ? expandHome(word.text, userHome) : word.text;
    if (word.tilde && expanded === word.text) return undefined;
    lookup.count();
    // The system follows links before `..`, so the text is not normalized first.
    const file = path.isAbsolute(expanded) ? expanded : `${directory}${path.sep}${expanded}`;
    const found = known.get(file);
    if (found) return found;
    const absolute = path.resolve(directory, expanded);
    const place = { absolute, resolved: lookup.real(file), canonical: lookup.real(absolute) };
    known.set(file, place);
    return place;
  };
}

/** A redirection with all its possible targets. */
export interface Redirected {
  direction: Redirection['direction'];
  /** as written */
  text: string;
  places: PlaceForms[];
  /** it may lead elsewhere, too */
  unknown: boolean;
}

/** Returns the redirections from and to files, without the null device. */
export function redirected(line: ParsedLine, directories: Directories, userHome: string, lookup: Lookup): Redirected[] {
  const results: Redirected[] = [];
  const target = createTargets(userHome, lookup);
  for (const { direction, target: word } of line.redirections) {
    if (word.literal && path.posix.normalize(word.text) === '/dev/null') continue;
    const places = directories.possible.flatMap((directory) => [
      target(word, directory),
      ...valuesOf(word).map((text) => target({ ...word, text, literal: true, glob: false }, directory)),
    ]);
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

/** Whether a path is sensitive in one of its forms. */
export function sensitivePlace(place: PlaceForms, operation: 'read' | 'write', policy: PermissionPolicy): boolean {
  const { home, userHome } = policy;
  return (
    isSensitive(place.absolute, { home, userHome, operation }) ||
    isSensitive(place.resolved, { home, userHome, operation }) ||
    isHidden(place, policy)
  );
}

/** Whether a path is hidden from a session's sandboxed commands (runtimes.md 4.3). */
export function isHidden(place: PlaceForms, { sandbox, home, userHome }: PermissionPolicy): boolean {
  if (!sandbox) return false;
  const { hidden, shown } = sandbox;
  return [place.absolute, place.resolved].some((form) => {
    const ofUser = path.dirname(form) === userHome && isSensitive(form, { home, userHome, operation: 'read' });
    if (ofUser && !inside(shown, form)) return true;
    // a shown path counts only inside the hidden directory
    return hidden.some(
      (each) => inside([each], form) && !shown.some((one) => inside([each], one) && inside([one], form)),
    );
  });
}

/**
 * Returns a test whether a word, or its part after `=`, `:` or `@`, may lead to a sensitive file. `visible`: only to
 * one that sandboxed commands can see.
 */
export function secretWords(
  directories: Directories,
  policy: PermissionPolicy,
  lookup: Lookup,
  visible = false,
): (word: Word) => boolean {
  const known = new Map<string, boolean>();
  const leads = (part: string): boolean => {
    const expanded = expandHome(part.replace(/^\$(?:HOME|\{HOME\})(?=\/)/u, '~'), policy.userHome);
    // An absolute path is the same from every directory.
    const from = path.isAbsolute(expanded) ? directories.possible.slice(0, 1) : directories.possible;
    return from.some((directory) => {
      const absolute = path.resolve(directory, expanded);
      const place = { absolute, resolved: lookup.real(absolute) };
      return sensitivePlace(place, 'read', policy) && !(visible && isHidden(place, policy));
    });
  };
  const secret = (word: Pick<Word, 'text' | 'glob'>): boolean => {
    const { text } = word;
    lookup.count(1 + (text.length >> 4));
    const found = known.get(text) ?? (couldBeSecret(word, lookup.count) || pathsIn(text).some(leads));
    known.set(text, found);
    return found;
  };
  return (word) => secret(word) || valuesOf(word).some((text) => secret({ text, glob: /[*?[]/u.test(text) }));
}

/** Returns all possible texts of a word, according to the variables of the line. */
function valuesOf({ value }: Word): string[] {
  return value ? [...(value.words ?? []), ...value.candidates] : [];
}

function pathsIn(text: string): string[] {
  const parts = [text, ...['=', ':', '@'].map((mark) => text.slice(text.lastIndexOf(mark) + 1))];
  return [...new Set(parts)].filter(
    (part) => part !== '' && part.length <= 4096 && !part.startsWith('-') && !part.includes('\n'),
  );
}

const versionControl = new Set(['.git', '.svn', '.hg', '.bzr', '.jj', '.sl']);

/** Returns why writing a path is risky (engine.md 6.4); undefined when it is not. */
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

/** Whether a path is the current plan file; a link in its place does not count. */
export function isPlanFile(place: PlaceForms, policy: PermissionPolicy): boolean {
  const { path: plan } = policy.plan;
  if (plan === undefined) return false;
  return place.resolved === path.join(ownPlaces(policy).plans, path.basename(plan));
}

/** Whether a file is only in a temporary directory: workspaces and data directories may be below the system's. */
export function isTemporary(file: string, policy: PermissionPolicy): boolean {
  const { session, system } = ownPlaces(policy);
  if (inside([session], file)) return true;
  return inside([system], file) && !inside([...policy.workspace, policy.home], file);
}

interface OwnPlaces {
  /** directory of the plan file */
  plans: string;
  /** temporary directories of the session and of the system */
  session: string;
  system: string;
}

// Cached, because a line may compare thousands of paths with these.
const own = new WeakMap<PermissionPolicy, OwnPlaces>();

/** Returns the directories of a policy with links followed. */
export function ownPlaces(policy: PermissionPolicy): OwnPlaces {
  const known = own.get(policy);
  if (known) return known;
  const { session, system } = policy.temporary;
  const found: OwnPlaces = {
    plans: policy.plan.path === undefined ? '' : resolveReal(path.dirname(policy.plan.path)),
    session: resolveReal(session),
    system: resolveReal(system),
  };
  own.set(policy, found);
  return found;
}
