/** Finds what commands must not change in the workspace, because programs outside act on it (runtimes.md 4.2). */
import { lstatSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { inside } from '../base/fs/paths.js';
import { belongsTo, commonDirectoryOf, gitDirectoryOf, isGitDirectory, namedBy } from './git.js';

/** Names in each workspace directory that configure editors, agents, and programs that run on entering a directory. */
export const protectedNames = [
  ...['.agent-code', '.agents', '.mcp.json', '.vscode', '.idea', '.zed', '.cursor', '.claude', '.codex', '.gemini'],
  ...['.opencode', '.husky', '.envrc', '.gitmodules'],
] as const;
/** Names in each git directory. */
const protectedOfGit = ['hooks', 'config', 'config.worktree', 'commondir', 'gitdir', 'info'] as const;

const maxDepth = 4;
const maxRepositories = 200;
const maxModules = 64;
/** The search ends after `searchMs` milliseconds, but covers at least `minDirectories` directories on a busy machine. */
const searchMs = 20;
const minDirectories = 500;

export interface Protection {
  /** git directories that stay writable, parents first; mounting them prevents renaming */
  mounted: string[];
  /** existing paths to mount read-only, without links */
  readOnly: string[];
  /** the state to compare with when the command has ended */
  watch: Watch;
  /** whether the search missed some repositories of the workspace */
  incomplete: boolean;
}

/** The protected state at the start of a command. */
export interface Watch {
  workspace: readonly string[];
  userHome: string;
  /** absolute protected paths that did not exist */
  missing: string[];
  /** protected names that are links, with their targets */
  links: [file: string, target: string][];
  /** device and inode of each git directory */
  repositories: string[];
}

/** A git directory that the workspace leads to. */
export interface Repository {
  /** canonical */
  directory: string;
  id: string;
  /** the directory with the checked-out files */
  worktree: string;
  /** the path that leads to it: `.git`, or the directory itself */
  entry: string;
}

export async function findProtection(workspace: readonly string[], userHome: string): Promise<Protection> {
  const { repositories, incomplete } = await findRepositories(workspace);
  const mounted = new Set<string>();
  const readOnly = new Set<string>();
  const watch: Watch = { workspace, userHome, missing: [], links: [], repositories: [] };
  const writable = (file: string): boolean => inside(workspace, file) || inside([...mounted], file);
  const protect = (file: string): void => {
    const entry = lstatSync(file, { throwIfNoEntry: false });
    if (!entry) {
      if (writable(file)) watch.missing.push(file);
      return;
    }
    if (!entry.isSymbolicLink()) {
      readOnly.add(file);
      return;
    }
    watch.links.push([file, readlinkSync(file)]);
    const target = realOf(file);
    if (target !== undefined && writable(target) && !workspace.includes(target)) readOnly.add(target);
  };
  for (const directory of workspace) for (const name of protectedNames) protect(path.join(directory, name));
  for (const { directory, id, worktree, entry } of repositories) {
    watch.repositories.push(id);
    const common = commonDirectoryOf(directory);
    const isOwn =
      inside(workspace, directory) || (entry === path.join(worktree, '.git') && belongsTo(directory, worktree));
    if (!isOwn) {
      if (entry.endsWith('.git')) protect(entry);
      continue;
    }
    // a worktree elsewhere belongs to its repository only if that lists it
    for (const each of path.dirname(path.dirname(directory)) === common ? [common, directory] : [directory])
      mounted.add(each);
    if (entry !== directory) protectEntry(entry, protect);
    for (const each of new Set([common, directory])) {
      if (!writable(each)) continue;
      watch.repositories.push(idOf(each) ?? '');
      for (const name of protectedOfGit) protect(path.join(each, name));
      for (const file of namedBy(each, worktree, userHome)) if (writable(file)) protect(file);
    }
    for (const each of await siblingsOf(common)) {
      watch.repositories.push(idOf(each) ?? '');
      for (const name of ['config.worktree', 'commondir', 'gitdir']) protect(path.join(each, name));
    }
  }
  return {
    mounted: [...mounted].sort((one, other) => one.length - other.length),
    readOnly: [...readOnly],
    // the search finds a submodule twice
    watch: { ...watch, missing: [...new Set(watch.missing)] },
    incomplete,
  };
}

/** Protects a `.git` that is not a directory; a directory is mounted instead. */
function protectEntry(entry: string, protect: (file: string) => void): void {
  if (lstatSync(entry, { throwIfNoEntry: false })?.isDirectory() !== true) protect(entry);
}

/** Finds the git directories of a workspace. It lists those of submodules separately, too. */
export async function findRepositories(
  workspace: readonly string[],
): Promise<{ repositories: Repository[]; incomplete: boolean }> {
  const found: Repository[] = [];
  const over = performance.now() + searchMs;
  let incomplete = false;
  let searched = 0;
  // directories of a workspace may contain each other
  const seen = new Set<string>();
  const add = (entry: string, worktree: string): string | undefined => {
    const directory = seen.has(entry) ? undefined : gitDirectoryOf(entry);
    const id = directory === undefined ? undefined : idOf(directory);
    if (directory === undefined || id === undefined) return undefined;
    seen.add(entry);
    found.push({ directory, id, worktree, entry });
    return directory;
  };
  let level = workspace.map((directory) => ({ directory, root: directory }));
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const deeper: typeof level = [];
    searched += level.length;
    const listed = await Promise.all(
      level.map(async (each) => ({ ...each, entries: await entriesOf(each.directory) })),
    );
    for (const { directory, root, entries } of listed) {
      if (found.length >= maxRepositories) return { repositories: found, incomplete: true };
      const names = new Set(entries.map(({ name }) => name));
      if (isGitDirectory(names)) {
        add(directory, directory);
        continue;
      }
      const git = names.has('.git') ? add(path.join(directory, '.git'), directory) : undefined;
      if (git !== undefined) for (const each of await modulesOf(git)) add(each, each);
      for (const entry of entries)
        if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
          deeper.push({ directory: path.join(directory, entry.name), root });
    }
    if (searched > minDirectories && performance.now() > over && depth < maxDepth && deeper.length > 0) {
      incomplete = true;
      break;
    }
    level = deeper;
  }
  return { repositories: found, incomplete };
}

/** Returns the git directories of submodules, below `modules` under the submodules' names. */
async function modulesOf(gitDirectory: string): Promise<string[]> {
  const found: string[] = [];
  let level = [path.join(gitDirectory, 'modules')];
  while (level.length > 0 && found.length < maxModules) {
    const deeper: string[] = [];
    for (const directory of level) {
      const entries = await entriesOf(directory);
      if (isGitDirectory(new Set(entries.map(({ name }) => name)))) {
        found.push(directory);
        deeper.push(path.join(directory, 'modules'));
      } else deeper.push(...entries.filter((each) => each.isDirectory()).map(({ name }) => path.join(directory, name)));
    }
    level = deeper.slice(0, maxModules * 2);
  }
  return found.slice(0, maxModules);
}

/** Returns the git directories of a repository's worktrees. */
async function siblingsOf(common: string): Promise<string[]> {
  const entries = await entriesOf(path.join(common, 'worktrees'));
  return entries.slice(0, maxModules).map(({ name }) => path.join(common, 'worktrees', name));
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  // an unreadable or missing directory has no entries
  return await readdir(directory, { withFileTypes: true }).catch(() => []);
}

/** Identifies a file as long as it exists. */
export function idOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    // a broken link
    return undefined;
  }
}
