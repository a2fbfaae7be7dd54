/** What a user changes in a session: goals, directories, rules, MCP servers; a lost answer repeats nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import type { SessionModel } from '../../client/session/session.js';
import { closeClients, losing, openClient, stateOf } from './open.js';

/** Nothing answers on port 9, so a goal of this model waits. */
const config =
  'default_model = "deaf"\n[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "k"\n[models.deaf]\nprovider = "p"\nmodel = "m"\nmax_context_size = 100000\n';

let daemon: TestDaemon;
let id: string;
let model: SessionModel;
beforeAll(async () => {
  daemon = await startTestDaemon({ config });
});
afterAll(() => daemon.close());
beforeEach(async () => {
  ({ id } = await daemon.createSession());
});
afterEach(() => {
  model.close();
  closeClients();
});

/** Opens the session's model; it loses the first answer to each path with one of these ends. */
function openLosing(...ends: string[]): void {
  const left = new Set(ends);
  const calls = losing((url, method) => {
    const end = method === 'GET' ? undefined : ends.find((each) => new URL(url).pathname.endsWith(each));
    return end !== undefined && left.delete(end);
  });
  model = openClient(daemon, { calls }).open(id);
}

test('a goal is paused, taken up and given up once', async () => {
  openLosing('/goal:pause', '/goal:resume', '/goal:cancel', '/goal/queue');
  await model.setGoal({ objective: 'pass the tests' });
  await stateOf(model, 'the goal', ({ goal }) => goal?.status === 'active');
  await model.pauseGoal();
  await stateOf(model, 'the pause', ({ goal }) => goal?.status === 'paused');
  await model.resumeGoal();
  await stateOf(model, 'the goal', ({ goal }) => goal?.status === 'active');
  await model.setGoalQueue(['then the notes']);
  expect(await daemon.ok('getGoalQueue', daemon.session(id))).toEqual({ objectives: ['then the notes'] });
  await model.setGoalQueue([]);
  await model.cancelGoal();
  await stateOf(model, 'the end of the goal', ({ goal }) => goal === undefined);
  await expect(model.pauseGoal()).rejects.toMatchObject({ name: 'GOAL_NOT_FOUND' });
});

test('a goal whose answer is lost is not set twice', async () => {
  openLosing('/goal');
  await expect(model.setGoal({ objective: 'pass the tests' })).rejects.toMatchObject({ name: 'ConnectionFailure' });
  expect(await daemon.ok('getGoal', daemon.session(id))).toMatchObject({ objective: 'pass the tests' });
});

test('directories, plan and configuration are asked for again', async () => {
  const other = join(daemon.folder, 'other');
  mkdirSync(other, { recursive: true });
  openLosing('/dirs', '/plan:clear', ':reload');
  expect(await model.addDirectory({ path: other })).toMatchObject({ additional_dirs: [other] });
  expect(await model.clearPlan()).toEqual({ cleared: true });
  expect(await model.reload()).toEqual({});
});

test('a rule that is gone already counts as removed', async () => {
  await daemon.ok('updateSessionProfile', {
    ...daemon.session(id),
    body: { permission_rules: [{ decision: 'approved', pattern: 'Bash(ls)' }] },
  });
  const { items } = await daemon.ok('listPermissionRules', daemon.session(id));
  const rule = items[0]?.id ?? '';
  openLosing(rule);
  await model.removeRule(rule);
  expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual([]);
  await expect(model.removeRule(rule)).rejects.toMatchObject({ name: 'RESOURCE_NOT_FOUND' });
});

test('an MCP server of the session is restarted', async () => {
  const { id: own } = await daemon.createSession({
    mcp_servers: { broken: { transport: 'stdio', command: join(daemon.folder, 'starts-later') } },
  });
  id = own;
  openLosing('/servers/broken:restart');
  await stateOf(model, 'the failure', ({ mcpServers }) => mcpServers[0]?.status === 'error');
  // a program that exits at once causes another error
  writeFileSync(join(daemon.folder, 'starts-later'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  const before = model.get().mcpServers[0]?.last_error;
  await model.restartMcpServer('broken');
  await until('another failure', () => {
    const [server] = model.get().mcpServers;
    return server?.status === 'error' && server.last_error !== before ? true : undefined;
  });
  await expect(model.restartMcpServer('none')).rejects.toMatchObject({ name: 'MCP_SERVER_NOT_FOUND' });
});
