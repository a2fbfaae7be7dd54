/** Moves new files that would configure programs outside to the quarantine of their session (runtimes.md 4.2). */
import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import {
  appendFile,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { holdBack } from '../base/fs/heldback.js';
import { inside } from '../base/fs/paths.js';
import { findRepositories, idOf, type Repository, type Watch } from './protect.js';
import { commonDirectoryOf, hasHooks, readSettings, runsPrograms } from './git.js';

/** What a command left behind. */
export interface Found {
  /** absolute paths of the moved files */
  quarantined: string[];
  /** directories of new repositories */
  repositories: string[];
}

/** An item in quarantine. */
export interface QuarantineItem {
  n: number;
  /** its original path */
  path: string;
  /** ISO 8601 */
  movedAt: string;
}

/** Names in a session directory: `watches` has the state to compare with at the end of running commands. */
const watches = 'sandbox';
const quarantine = 'quarantine';
/** In the directory of the watches: the new repositories' directories, one JSON line each. */
const made = 'repositories';
/** In the directory of each item, beside the moved content. */
const note = 'item.json';
const content = 'content';

const none: Found = { quarantined: [], repositories: [] };

/** Stores the state to compare with, for this server or the next. Returns the file. */
export function storeWatch(sessionDirectory: string, watch: Watch): string {
  const directory = path.join(sessionDirectory, watches);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(watch), { mode: 0o600 });
  return file;
}

/** Moves protected files that have appeared to quarantine. `over`: the command has ended, so this is the last check. */
export async function settleWatch(sessionDirectory: string, file: string, over: boolean): Promise<Found> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return none;
  const { unwanted, links, repositories } = await findAppeared(JSON.parse(text) as Watch);
  const quarantined: string[] = [];
  for (const each of unwanted) if (await move(sessionDirectory, each)) quarantined.push(each);
  for (const [link, target] of links)
    await symlink(target, link).catch((error: unknown) => {
      // another process has created something there first
      if (errorCode(error) === undefined) throw error;
    });
  const lines = repositories.map((directory) => `${JSON.stringify(directory)}\n`).join('');
  if (over && lines !== '') await appendFile(path.join(path.dirname(file), made), lines, { mode: 0o600 });
  if (over) await rm(file, { force: true });
  return { quarantined, repositories };
}

/** The watches that a killed server left behind. */
export interface Left {
  /** Quarantines what has appeared. Until a call with `over`, the missing files stay blocked for reading. */
  settle(over: boolean): Promise<Found>;
}

/** by session directory: unblocks the files that its commands may have created */
const heldBack = new Map<string, () => void>();

/** Finds the watches of a killed server. Reads synchronously: later ones belong to commands of this server. */
export function findLeft(sessionDirectory: string): Left {
  const directory = path.join(sessionDirectory, watches);
  const names = namesIn(directory);
  const files = names.filter((each) => each.endsWith('.json')).map((each) => path.join(directory, each));
  const letGo = holdBack(files.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Watch).missing));
  heldBack.get(sessionDirectory)?.();
  if (files.length > 0) heldBack.set(sessionDirectory, letGo);
  return {
    async settle(over) {
      const all: Found = { quarantined: [], repositories: [] };
      for (const file of files) {
        const one = await settleWatch(sessionDirectory, file, over);
        all.quarantined.push(...one.quarantined);
        all.repositories.push(...one.repositories);
      }
      if (!over) return all;
      for (const name of names.filter((each) => each.endsWith('.status')))
        await rm(path.join(directory, name), { force: true });
      letGo();
      if (heldBack.get(sessionDirectory) === letGo) heldBack.delete(sessionDirectory);
      return all;
    },
  };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    // most sessions have no such directory
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** Returns the items of a session, oldest first. */
export async function listQuarantine(sessionDirectory: string): Promise<QuarantineItem[]> {
  const names = await readdir(path.join(sessionDirectory, quarantine)).catch(() => []);
  const items = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(sessionDirectory, quarantine, name, note), 'utf8').catch(() => undefined);
      if (text === undefined || !/^\d+$/.test(name)) return [];
      const { path: origin, movedAt } = JSON.parse(text) as Omit<QuarantineItem, 'n'>;
      return [{ n: Number(name), path: origin, movedAt }];
    }),
  );
  return items.flat().sort((one, other) => one.n - other.n);
}

/** Returns the repositories that commands of a session created and that still exist. */
export async function listMadeRepositories(sessionDirectory: string): Promise<string[]> {
  const text = await readFile(path.join(sessionDirectory, watches, made), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const directories = [...new Set(lines.map((line) => JSON.parse(line) as string))];
  const states = await Promise.all(directories.map((each) => lstat(path.join(each, '.git')).catch(() => undefined)));
  return directories.filter((_, at) => states[at] !== undefined);
}

/** Moves an item back to its path. `missing`: there is no such item; `taken`: the path exists. */
export async function restoreItem(
  sessionDirectory: string,
  n: number,
): Promise<string | { refused: 'missing' | 'taken' }> {
  const item = (await listQuarantine(sessionDirectory)).find((each) => each.n === n);
  if (!item) return { refused: 'missing' };
  if (await lstat(item.path).catch(() => undefined)) return { refused: 'taken' };
  const directory = path.join(sessionDirectory, quarantine, String(n));
  await mkdir(path.dirname(item.path), { recursive: true });
  await moveAcross(path.join(directory, content), item.path);
  await rm(directory, { recursive: true, force: true });
  return item.path;
}

async function move(sessionDirectory: string, file: string): Promise<boolean> {
  const parent = path.dirname(file);
  // a link in the path would lead to files that do not belong to the command
  if ((await realpath(parent).catch(() => undefined)) !== parent || inside([file], sessionDirectory)) return false;
  const directory = await nextDirectory(path.join(sessionDirectory, quarantine));
  const item = { path: file, movedAt: new Date().toISOString() };
  await writeFile(path.join(directory, note), JSON.stringify(item), { mode: 0o600 });
  try {
    await moveAcross(file, path.join(directory, content));
    return true;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function nextDirectory(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (let n = (await readdir(parent)).length + 1; ; n += 1) {
    const directory = path.join(parent, String(n));
    try {
      await mkdir(directory, { mode: 0o700 });
      return directory;
    } catch (error) {
      // the number is in use, after another item was put back
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Moves by rename, or by copy when the data directory is on another file system. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false });
    await rm(from, { recursive: true, force: true });
  }
}

interface Appeared {
  /** absolute paths to move to quarantine */
  unwanted: string[];
  /** links that were replaced, with their original targets */
  links: [file: string, target: string][];
  /** directories of new repositories that run no programs */
  repositories: string[];
}

async function findAppeared({ workspace, missing, links, repositories: known }: Watch): Promise<Appeared> {
  const unwanted = missing.filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  const replaced = links.filter(([file, target]) => readLink(file) !== target);
  for (const [file] of replaced) if (lstatSync(file, { throwIfNoEntry: false })) unwanted.push(file);
  const appeared: Appeared = { unwanted, links: replaced, repositories: [] };
  const before = new Set(known);
  const { repositories } = await findRepositories(workspace);
  for (const repository of repositories) if (!before.has(repository.id)) judge(repository, before, appeared);
  return appeared;
}

function judge({ directory, entry, worktree }: Repository, before: ReadonlySet<string>, appeared: Appeared): void {
  const common = commonDirectoryOf(directory);
  const isOfKnown = common !== directory && before.has(idOf(common) ?? '');
  const parts = new Set(isOfKnown ? [directory] : [directory, common]);
  const found = [...parts].flatMap(programsOf);
  if (found.length === 0) {
    if (!isOfKnown) appeared.repositories.push(worktree);
    return;
  }
  // quarantine only the `.git` link or file when the git directory is elsewhere
  const leads =
    entry !== directory && path.join(worktree, '.git') === entry && !found.every((file) => file.startsWith(entry));
  appeared.unwanted.push(...(leads ? [entry] : found));
}

/** Returns the files of a git directory that run programs. */
function programsOf(gitDirectory: string): string[] {
  const configs = ['config', 'config.worktree'].map((name) => path.join(gitDirectory, name));
  const hooks = path.join(gitDirectory, 'hooks');
  const runs = configs.some((file) => runsPrograms(readSettings(file)));
  if (!runs && !hasHooks(hooks)) return [];
  return [...configs, hooks].filter((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
}

function readLink(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    // missing, or not a link
    return undefined;
  }
}
