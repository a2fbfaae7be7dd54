/** What a command made that programs outside would act by: protected names that were missing, and repositories (runtimes.md 4.2). */
import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { commonDirectoryOf, hasHooks, readSettings, runsPrograms } from './git.js';
import { findRepositories, idOf, type Repository, type Watch } from './protect.js';

export interface Appeared {
  /** absolute paths of what has to go */
  unwanted: string[];
  /** links that were replaced, with what they said */
  links: [file: string, target: string][];
  /** new repositories that run nothing by themselves: their directories */
  repositories: string[];
}

export async function findAppeared({ workspace, missing, links, repositories: known }: Watch): Promise<Appeared> {
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
