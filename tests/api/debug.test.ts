/** Debug operations: only on loopback and only when asked for, and they change nothing (rest.md 27). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { codeOf, pathOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

const config =
  '[[permission.rules]]\ndecision = "allow"\npattern = "Bash(make *)"\n' +
  '[[permission.rules]]\ndecision = "deny"\npattern = "Bash(curl *)"\nreason = "no network"\n' +
  '[[permission.rules]]\ndecision = "ask"\npattern = "Read(secret/**)"\n';
let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ debugEndpoints: true, config });
});
afterAll(() => daemon.close());

const names = (Object.keys(operationTable) as OperationName[]).filter((name) => name.startsWith('debug'));
const spoken = async () => {
  const { id } = await daemon.createSession();
  await daemon.run(id, 'say hello');
  return id;
};

test('they are not there without the option, and never where others can connect', async () => {
  expect(names).toEqual(['debugContext', 'debugEvents', 'debugMemory', 'debugPermissions', 'debugSessions']);
  for (const options of [{}, { debugEndpoints: true, host: '0.0.0.0' }]) {
    const without = await startTestDaemon(options);
    for (const name of names)
      expect(await without.call('GET', pathOf(name, { session_id: 'x' }))).toMatchObject({
        status: 404,
        code: codeOf('ROUTE_NOT_FOUND'),
      });
    await without.close();
  }
});

test('debugSessions shows what is in memory, and when it leaves', async () => {
  const id = await spoken();
  const find = async () => (await daemon.ok('debugSessions', {})).sessions.find((each) => each.id === id);
  const idle = await find();
  expect(idle).toMatchObject({ subscribers: 0, tasks_running: 0, mcp: [] });
  expect(idle?.agents).toEqual([{ agent_id: 'main', phase: expect.objectContaining({ kind: 'ended' }), queue: 0 }]);
  expect(idle?.unload_in_ms).toBeGreaterThan(500_000);
  const socket = await daemon.socket();
  await socket.send('subscribe', { session_ids: [id] });
  expect(await find()).toMatchObject({ subscribers: 1, unload_in_ms: null });
  await daemon.prompt(id, 'slow 5000 a b');
  await daemon.prompt(id, 'say later');
  expect((await find())?.agents[0]).toMatchObject({ queue: 1 });
  await daemon.ok('abortSession', daemon.session(id));
});

describe('debugEvents', () => {
  test('reads the log with its internal records, page by page, and counts it', async () => {
    const id = await spoken();
    const { stats, events } = await daemon.ok('debugEvents', { ...daemon.session(id), query: {} });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(stats).toMatchObject({ count: events.length, first_seq: 1, last_seq: events.length, damaged: 0 });
    expect(stats.bytes).toBeGreaterThan(100);
    expect(Object.values(stats.by_type).reduce((a, b) => a + b)).toBe(stats.count);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['agent.bound', 'turn.started']));
    const page = await daemon.ok('debugEvents', { ...daemon.session(id), query: { after_seq: 2, limit: 3 } });
    expect(page.events).toEqual(events.slice(2, 5));
    const some = await daemon.ok('debugEvents', { ...daemon.session(id), query: { type: 'turn.started' } });
    expect(some.events.map(({ type }) => type)).toEqual(['turn.started']);
  });

  test('a damaged row is counted and left out', async () => {
    const id = await spoken();
    const db = new Database(join(daemon.home, 'agent.db'));
    db.prepare(
      `UPDATE events SET payload = '{' WHERE seq = 2 AND session_key = (SELECT key FROM sessions WHERE id = ?)`,
    ).run(id);
    db.close();
    const { stats, events } = await daemon.ok('debugEvents', daemon.session(id));
    expect(stats.damaged).toBe(1);
    expect(events.map(({ seq }) => seq)).not.toContain(2);
    const { warnings } = await daemon.ok('listWarnings', daemon.session(id));
    expect(warnings).toEqual([
      { code: 'log-row-damaged', message: 'One event of this session is damaged and left out.', severity: 'error' },
    ]);
  });
});

test('debugPermissions lists the rules as they are asked, and judges a call, loaded or not', async () => {
  const id = await spoken();
  await daemon.ok('updateSessionProfile', {
    ...daemon.session(id),
    body: { permission_rules: [{ pattern: 'Bash(npm test)' }] },
  });
  const ask = (query: { tool?: string; subject?: string } = {}) =>
    daemon.ok('debugPermissions', { ...daemon.session(id), query });
  for (let loaded = 0; loaded < 2; loaded += 1) {
    const { mode, plan_mode, rules, verdict } = await ask();
    expect({ mode, plan_mode, verdict }).toEqual({ mode: 'manual', plan_mode: false, verdict: undefined });
    expect(rules).toEqual([
      { decision: 'deny', pattern: 'Bash(curl *)', source: 'config', reason: 'no network' },
      { decision: 'allow', pattern: 'Bash(npm test)', source: 'session' },
      { decision: 'ask', pattern: 'Read(secret/**)', source: 'config' },
      { decision: 'allow', pattern: 'Bash(make *)', source: 'config' },
    ]);
    for (const [tool, subject, expected] of [
      ['Bash', 'curl example.org', { decision: 'deny', step: 'static', rule: 'Bash(curl *)' }],
      ['Bash', 'npm test', { decision: 'allow', step: 'session-rule', rule: 'Bash(npm test)' }],
      ['Bash', 'make build', { decision: 'allow', step: 'allow-rule', rule: 'Bash(make *)' }],
      ['Bash', 'touch x', { decision: 'ask', step: 'mode' }],
      ['Read', 'secret/key', { decision: 'ask', step: 'ask-rule', rule: 'Read(secret/**)' }],
      ['Read', 'src/a.ts', { decision: 'allow', step: 'mode' }],
      ['Write', 'src/a.ts', { decision: 'ask', step: 'mode' }],
    ] as const)
      expect((await ask({ tool, subject })).verdict).toEqual(expected);
    await daemon.restart();
  }
  expect((await daemon.ask('debugPermissions', { ...daemon.session(id), query: { tool: 'None' } })).code).toBe(
    codeOf('TOOL_NOT_AVAILABLE'),
  );
  expect((await daemon.ok('debugSessions', {})).sessions).toEqual([]);
});

test('debugContext sizes what the model sees, loaded or not', async () => {
  const id = await spoken();
  const read = (agent_id?: string) =>
    daemon.ask('debugContext', { ...daemon.session(id), query: agent_id === undefined ? {} : { agent_id } });
  const { data: live } = await read();
  expect(live.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(live.messages[0]).toMatchObject({ origin: 'user', tokens: expect.any(Number) });
  expect(live.estimate).toBe(live.messages.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(live.tokens).toBeGreaterThan(0);
  expect(live.system_prompt_chars).toBeGreaterThan(500);
  expect(live.tools).toEqual(expect.arrayContaining(['Bash', 'Read']));
  expect((await read('agent_9')).code).toBe(codeOf('SESSION_NOT_FOUND'));
  await daemon.restart();
  expect((await read()).data).toEqual(live);
});

test('debugMemory gives figures of this process', async () => {
  const socket = await daemon.socket();
  await spoken();
  await daemon.ok('debugMemory', {});
  const { db, ...figures } = await daemon.ok('debugMemory', {});
  expect(figures.rss).toBeGreaterThan(figures.heap_used);
  expect(figures.heap_total).toBeGreaterThan(1e6);
  expect(figures).toMatchObject({ sessions_loaded: 1, connections: 1 });
  expect(db.page_count * db.page_size).toBeGreaterThan(100_000);
  expect(db.wal_bytes).toBeGreaterThan(0);
  socket.close();
});
