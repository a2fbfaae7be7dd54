/** A file that a running call writes cannot be reverted, and a call waits while a file is reverted. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventPayload, NewEvent } from '../../schemas/generated/events.js';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import type { LiveAgent, LiveSession } from '../../daemon/sessions/live/state.js';
import { createCheckpoints } from '../../daemon/sessions/undo/checkpoints.js';
import type { SessionDeps } from '../../daemon/sessions/deps.js';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-calls-')));
  db = openDatabase({ path: join(folder, 'agent.db') });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function place() {
  const recorded: NewEvent[] = [];
  const session = {
    ref: { key: 1, id: 'session_x', epoch: 'e' },
    workspaceId: 'w',
    workspace: [folder],
    agents: new Map(),
    open: { tasks: new Set() },
  } as unknown as LiveSession;
  const settings = { checkpoints: { enabled: true, maxFile: 1_000, maxTotal: 1_000_000, maxFiles: 100 } };
  const deps = {
    db,
    settings: () => settings,
    home: join(folder, 'home'),
    sessionDirectory: () => join(folder, 'home', 'session_x'),
    logger: { warn: () => undefined },
    now: Date.now,
  } as unknown as SessionDeps;
  const checkpoints = createCheckpoints(deps, (_, events) => {
    recorded.push(...events);
    for (const event of events) checkpoints.follow(session, event as EventPayload);
  });
  const calls = checkpoints.of(session, { id: 'main' } as LiveAgent, 1);
  const path = join(folder, 'a.txt');
  const write = () => calls.before({ callId: 'call_1', access: { kind: 'write', path } });
  const types = () => recorded.map(({ type }) => type);
  return { checkpoints, session, path, write, types };
}

test('while a call writes the file, until its record is committed', async () => {
  const { checkpoints, session, path, write, types } = place();
  const revert = (file = path) => checkpoints.withoutWrites(session, file, async () => 'done');
  expect(await revert()).toBe('done');
  const open = await write();
  await expect(revert()).rejects.toMatchObject({ errorName: 'SESSION_BUSY' });
  expect(await revert(join(folder, 'b.txt'))).toBe('done');
  writeFileSync(path, 'new');
  const events = (await open?.after(() => false, undefined)) ?? [];
  await expect(revert()).rejects.toMatchObject({ errorName: 'SESSION_BUSY' });
  for (const event of events) checkpoints.follow(session, event as EventPayload);
  expect(await revert()).toBe('done');
  expect(types()).toEqual(['files.changing']);
});

test('a call begins to write once the file is given back', async () => {
  const { checkpoints, session, path, write, types } = place();
  let finish = (): void => undefined;
  let reverting: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    reverting = checkpoints.withoutWrites(session, path, () => {
      begun();
      return new Promise<void>((resolve) => (finish = resolve));
    });
  });
  const opening = write();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(types()).toEqual([]);
  finish();
  await reverting;
  expect(await opening).toBeDefined();
  expect(types()).toEqual(['files.changing']);
});
