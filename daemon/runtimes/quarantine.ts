/** What a command made that would configure programs outside, and the directory of its session that it is moved to (runtimes.md 4.2). */
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

/** What a command left. */
export interface Found {
  /** absolute paths of what was moved */
  quarantined: string[];
  /** directories of repositories that it made */
  repositories: string[];
}

/** A thing in quarantine. */
export interface QuarantineItem {
  n: number;
  /** where it was */
  path: string;
  /** ISO 8601 */
  movedAt: string;
}

/** Of a session directory: what is looked for when a command that runs is over. */
const watches = 'sandbox';
const quarantine = 'quarantine';
/** Beside the watches: directories of repositories that commands made, each a line of JSON. */
const made = 'repositories';
/** Of each item, beside what was moved. */
const note = 'item.json';
const content = 'content';

const none: Found = { quarantined: [], repositories: [] };

/** Stores what is to be compared with, for this server or the next; returns the file. */
export function storeWatch(sessionDirectory: string, watch: Watch): string {
  const directory = path.join(sessionDirectory, watches);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(watch), { mode: 0o600 });
  return file;
}

/** Moves away what has appeared since; `over`: the command has ended, so nothing more will. */
export async function settleWatch(sessionDirectory: string, file: string, over: boolean): Promise<Found> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return none;
  const { unwanted, links, repositories } = await findAppeared(JSON.parse(text) as Watch);
  const quarantined: string[] = [];
  for (const each of unwanted) if (await move(sessionDirectory, each)) quarantined.push(each);
  for (const [link, target] of links)
    await symlink(target, link).catch((error: unknown) => {
      // another process created something there first
      if (errorCode(error) === undefined) throw error;
    });
  const lines = repositories.map((directory) => `${JSON.stringify(directory)}\n`).join('');
  if (over && lines !== '') await appendFile(path.join(path.dirname(file), made), lines, { mode: 0o600 });
  if (over) await rm(file, { force: true });
  return { quarantined, repositories };
}

/** What a server left to be looked at when it was killed. */
export interface Left {
  /** Moves away what has appeared; until `over` it is looked at again, and nothing of it is read. */
  settle(over: boolean): Promise<Found>;
}

/** by session directory: what holds back what its commands may have made */
const heldBack = new Map<string, () => void>();

/** Looks for it at once: what comes later is of commands of this server. */
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
    // most sessions have none
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** The items of a session, oldest first. */
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

/** Directories of repositories that commands of a session made and that are still there. */
export async function listMadeRepositories(sessionDirectory: string): Promise<string[]> {
  const text = await readFile(path.join(sessionDirectory, watches, made), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const directories = [...new Set(lines.map((line) => JSON.parse(line) as string))];
  const states = await Promise.all(directories.map((each) => lstat(path.join(each, '.git')).catch(() => undefined)));
  return directories.filter((_, at) => states[at] !== undefined);
}

/** Puts an item back; `missing`: there is none of that number; `taken`: something is in its place. */
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
  // a link on the way would lead to what is none of the command's
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
      // the number is taken, after another item was put back
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** By rename, or by a copy where the data directory is on another file system. */
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
  /** absolute paths of what has to go */
  unwanted: string[];
  /** links that were replaced, with what they said */
  links: [file: string, target: string][];
  /** new repositories that run nothing by themselves: their directories */
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
  // what leads to a git directory elsewhere goes, and the directory stays
  const leads =
    entry !== directory && path.join(worktree, '.git') === entry && !found.every((file) => file.startsWith(entry));
  appeared.unwanted.push(...(leads ? [entry] : found));
}

/** The files of a git directory that run programs. */
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
    // it is gone, or no link
    return undefined;
  }
}
