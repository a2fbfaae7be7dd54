/** Helpers for restoring files: the record of a command, a plan for it, and the content of the directory. */
import { afterEach, beforeEach, expect } from '@jest/globals';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Changes } from '../../daemon/checkpoints/changes.js';
import { forced, planOf, wantedOf, type FilesRecord, type Plan } from '../../daemon/checkpoints/plan.js';
import { restore } from '../../daemon/checkpoints/restore.js';
import type { FileState } from '../../schemas/generated/types.js';
import { startBench, type Bench } from './fixture.js';

export let bench: Bench;

export const at = (name: string): string => join(bench.root, name);
export const plan = async (records: FilesRecord[], force = false): Promise<Plan> => {
  const { keeper, limits, roots } = bench;
  const all = await planOf(wantedOf(records), { roots, store: keeper.store, maxFile: limits.maxFile, force });
  return force ? forced(all) : all;
};
/** Runs a command and returns its changes as a record. */
export async function command(work: () => void): Promise<Changes> {
  await bench.keeper.scan(5_000);
  work();
  const changes = await bench.keeper.scan(5_000);
  if (!changes) throw new Error('nothing changed');
  return changes;
}
export const conflicts = ({ actions }: Plan): string[] =>
  actions.flatMap(({ path, conflict }) =>
    conflict === undefined ? [] : [`${conflict} ${path.slice(bench.root.length + 1)}`],
  );
export const left = (made: Plan): string[] =>
  made.left.map(({ path, reason }) => `${reason} ${path.slice(bench.root.length + 1)}`);
/** Executes a plan; returns the changes that a redo reverts. */
export async function carryOut(made: Plan, commit: () => void = () => undefined): Promise<Changes> {
  let record: Changes | undefined;
  await restore(bench.keeper, made, 'restore_1', (changes) => {
    commit();
    record = changes;
  });
  if (!record) throw new Error('not committed');
  return record;
}
export function tree(below = ''): string[] {
  return readdirSync(at(below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name);
      const facts = lstatSync(at(path));
      if (facts.isSymbolicLink()) return [`${path} -> ${readlinkSync(at(path))}`];
      return facts.isDirectory() ? [`${path}/`, ...tree(path)] : [`${path} ${readFileSync(at(path), 'utf8')}`];
    });
}
export const record = (
  path: string,
  before: FileState,
  after: FileState,
  more: Partial<FilesRecord> = {},
): FilesRecord => ({
  changes: [{ path, change: 'modified', before, after }],
  ...more,
});

/** Registers the hooks: a bench for each test, which must end without reports. */
export function useBench(): void {
  beforeEach(() => {
    bench = startBench();
  });
  afterEach(() => {
    expect(bench.reports).toEqual([]);
    bench.close();
  });
}
