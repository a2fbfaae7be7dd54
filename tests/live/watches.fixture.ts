/** A server whose sessions watch files. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileEvent } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon, type TestSocket } from '../helpers/daemon.js';

export let daemon: TestDaemon;

export let cwd: string;

export let session_id: string;

export let socket: TestSocket;

const open: TestSocket[] = [];

export async function connect(): Promise<TestSocket> {
  const made = await daemon.socket();
  open.push(made);
  return made;
}

const folders: string[] = [];

export function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'agent-files-')));
  folders.push(made);
  return made;
}

export function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

export type ChangeFrame = TestSocket['frames'][number] & {
  payload: { changes: FileEvent[]; watch_seq: number; count?: number; truncated?: true };
};

export const changeFrames = (on: TestSocket, id = session_id) =>
  on.frames.filter((frame): frame is ChangeFrame => frame.type === 'event.fs.changed' && frame.session_id === id);

export const lines = (on: TestSocket, id = session_id) =>
  changeFrames(on, id).flatMap(({ payload }) => payload.changes.map(({ path, change }) => `${change} ${path}`));

/** Waits until a socket has received exactly these events. */
export async function receives(on: TestSocket, expected: string[], id = session_id): Promise<void> {
  await until(expected.join(', '), () => (lines(on, id).length >= expected.length ? true : undefined), 10_000).catch(
    () => undefined,
  );
  expect(lines(on, id).sort()).toEqual([...expected].sort());
}

export const add = (paths: string[], more: object = {}, on = socket) =>
  on.send('watch_fs_add', { session_id, paths, ...more });

export const remove = (paths: string[], more: object = {}) =>
  socket.send('watch_fs_remove', { session_id, paths, ...more });

/** Registers the set-up of these suites. */
export function useWatches(): void {
  beforeAll(async () => {
    daemon = await startTestDaemon();
  });
  afterAll(() => daemon.close());
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });
  beforeEach(async () => {
    cwd = folder();
    session_id = (await daemon.createSession({ metadata: { cwd } })).id;
    socket = await connect();
  });
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  });
}
