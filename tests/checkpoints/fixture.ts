/** A checkpoint keeper on a temporary workspace, with adjustable limits. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openGit } from '../../daemon/workspace/git/command.js';
import { createKeeper, type Keeper, type Limits } from '../../daemon/checkpoints/keeper.js';

export interface Bench {
  /** the workspace */
  root: string;
  /** directory with the stored contents */
  directory: string;
  limits: Limits;
  keeper: Keeper;
  reports: unknown[];
  roots: string[];
  /** writes a file; `old` sets its time to the past */
  put(name: string, content: string | Buffer, old?: boolean): string;
  /** creates a keeper without memory on the same directory */
  again(): Keeper;
  close(): void;
}

export function startBench(own: (folder: string) => string[] = () => []): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-keeper-')));
  const root = join(folder, 'work');
  mkdirSync(root);
  const limits: Limits = { enabled: true, maxFile: 1_000, maxTotal: 100_000, maxFiles: 1_000 };
  const roots = [root];
  const reports: unknown[] = [];
  let clock = Date.now();
  const directory = join(folder, 'kept');
  const again = (): Keeper =>
    createKeeper({
      directory,
      roots: () => roots,
      own: own(root),
      openGit: (place) => openGit({ ...place, env: gitEnvironment(folder) }),
      limits: () => limits,
      // each call returns a different time
      now: () => (clock += 1),
      report: (error) => reports.push(error),
    });
  return {
    root,
    directory,
    limits,
    roots,
    reports,
    keeper: again(),
    again,
    put(name, content, old = true) {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      const time = Date.now() / 1000 - 3600;
      if (old) utimesSync(path, time, time);
      return path;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns an environment without git settings of the user. */
export function gitEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

/** Returns changes as short lines with paths relative to the workspace. */
export function lines(root: string, changes: Awaited<ReturnType<Keeper['scan']>>): string[] {
  const below = (path: string): string => path.slice(root.length + 1);
  const { made = [], gone = [] } = changes?.directories ?? {};
  return [
    ...(changes?.changes ?? []).map(
      ({ change, path, movedFrom }) =>
        `${change} ${below(path)}${movedFrom === undefined ? '' : ` from ${below(movedFrom)}`}`,
    ),
    ...made.map((path) => `made ${below(path)}`),
    ...gone.map(({ path }) => `gone ${below(path)}`),
  ].sort();
}
