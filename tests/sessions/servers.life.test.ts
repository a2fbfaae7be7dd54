/** When servers are started, waited for and closed (engine.md 16.3). */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { alive } from '../helpers/processes.js';
import { programEntry } from '../helpers/mcpserver.js';
import { begin, closeTrials, model, scripted, trial } from '../helpers/trial.js';
import { eventually, type Talk } from '../helpers/turns.js';
import { become, closeSites, configureUser, program, site, states } from './servers.fixture.js';
import { programGlobal } from '../helpers/programglobal.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

/** Returns the names of the MCP tools in a request. */
const offered = (request: number): string[] =>
  (model.bodies[request]?.tools ?? [])
    .map((tool) => (tool as { function: { name: string } }).function.name)
    .filter((name) => name.startsWith('mcp__'));

describe('the first step', () => {
  test('waits five seconds for the user, in unattended work until the server is there', async () => {
    await scripted();
    model.answer(() => ({ text: 'done' }));
    const slow = await programEntry({ tools: ['echo'], listAfter: 12_000 });
    configureUser(trial, { slow });
    // measured from when the servers begin to connect, which is when the sessions are created
    const started = performance.now();
    const [attended, unattended] = [await trial.talk(), await trial.talk()];
    const waits = [attended.run('for the user'), unattended.run('for no user', { unattended: true })];
    await attended.until('turn.started');
    await waits[0];
    expect(performance.now() - started).toBeGreaterThan(4_900);
    expect(performance.now() - started).toBeLessThan(11_900);
    expect(offered(0)).toEqual([]);
    // the session does not wait for this server again
    const again = performance.now();
    await attended.run('once more');
    expect(performance.now() - again).toBeLessThan(4_500);
    await waits[1];
    expect(offered(model.bodies.length - 1)).toEqual(['mcp__slow__echo']);
  });

  test('can be aborted while it waits', async () => {
    await scripted();
    configureUser(trial, { stuck: await programEntry({ hangsAtStart: true }) });
    const talk = await trial.talk();
    await talk.submit('go', { unattended: true });
    await talk.until('turn.started');
    await talk.call('POST', ':abort');
    await talk.until('turn.ended cancelled');
    expect(model.bodies).toEqual([]);
  });

  test('a server that fails is not waited for, and the next step meets a list that changed', async () => {
    await scripted();
    const one = await site({ tools: ['echo', 'offer'] });
    configureUser(trial, { one: { url: one.url }, broken: await programEntry({ diesAtStart: 3 }) });
    model.reply({ calls: [{ name: 'mcp__one__offer', input: { names: ['put'] } }] }, { text: 'done' });
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.run('go', { unattended: true });
    expect(offered(0)).toEqual(['mcp__one__echo', 'mcp__one__offer']);
    expect(offered(1)).toEqual(['mcp__one__put']);
    expect(await states(trial, talk.id)).toEqual(['broken error 0', 'one connected 1']);
  });
});

describe('processes', () => {
  /** Runs a session in which each of two servers starts a child; returns the ids of these four processes. */
  async function running(stays = false, shared = false): Promise<{ talk: Talk; pids: number[] }> {
    if (!shared) await scripted();
    configureUser(trial, {
      a: { ...(await program(['breed'])), shared },
      b: { ...(await programEntry({ tools: ['breed'], stays })), shared },
    });
    model.reply(
      {
        calls: [
          { name: 'mcp__a__breed', input: {} },
          { name: 'mcp__b__breed', input: {} },
        ],
      },
      { text: 'done' },
    );
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.run('go');
    const results = talk.frames.filter(({ type }) => type === 'tool.result');
    const pids = results.flatMap(({ payload }) => {
      const { server, child } = JSON.parse(String(payload['output'])) as { server: number; child: number };
      return [server, child];
    });
    expect(pids.map(alive)).toEqual([true, true, true, true]);
    return { talk, pids };
  }
  const gone = (pids: number[]): boolean => pids.every((pid) => !alive(pid));

  test('end with an archive, before it is answered', async () => {
    const { talk, pids } = await running();
    expect((await talk.call('POST', ':archive')).code).toBe(0);
    expect(gone(pids)).toBe(true);
  });

  test('end with a batch, before it is answered', async () => {
    const { talk, pids } = await running();
    const { data } = await trial.call<{ succeeded: number }>('POST', '/api/v2/sessions:archive', { ids: [talk.id] });
    expect(data.succeeded).toBe(1);
    expect(gone(pids)).toBe(true);
  });

  test('end with the session, before its end is answered', async () => {
    const { talk, pids } = await running();
    expect((await talk.call('DELETE', '')).code).toBe(0);
    expect(gone(pids)).toBe(true);
  });

  test('are shared, released by an archive and an end, and end 30 s after the last session', async () => {
    const waits: { ms: number; over(): void }[] = [];
    await scripted(undefined, {
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms >= 30_000) waits.push({ ms, over: resolve });
          else setTimeout(resolve, Math.min(ms, 20));
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const first = await running(false, true);
    const second = await running(false, true);
    const [server] = first.pids;
    expect(second.pids).toContain(server);
    const pids = [...new Set([...first.pids, ...second.pids])];
    expect((await first.talk.call('POST', ':archive')).code).toBe(0);
    expect(waits).toEqual([]);
    expect((await second.talk.call('DELETE', '')).code).toBe(0);
    expect(waits.map(({ ms }) => ms)).toEqual([30_000, 30_000]);
    expect(pids.some((pid) => !alive(pid))).toBe(false);
    // the next session uses them too
    const third = await running(false, true);
    expect(third.pids).toContain(server);
    expect((await third.talk.call('POST', ':archive')).code).toBe(0);
    for (const { over } of waits) over();
    await eventually(() => gone([...pids, ...third.pids]), 'no process is left');
  });

  test('that wait for the next session end with the server', async () => {
    await scripted();
    const { talk, pids } = await running(false, true);
    await talk.call('POST', ':archive');
    expect(gone(pids)).toBe(false);
    await trial.daemon.close();
    expect(gone(pids)).toBe(true);
    await trial.restart();
  });

  test('end with the server, also one that ignores every word of it', async () => {
    const { pids } = await running(true);
    await trial.daemon.close();
    expect(gone(pids)).toBe(true);
    await trial.restart();
  });
});

test('an idle session lets its servers go, and has them again when it is loaded', async () => {
  let ahead = 0;
  const timers = jest.spyOn(programGlobal, 'setInterval');
  await begin({ now: () => Date.now() + ahead, debugEndpoints: true });
  // the check of all sessions, which runs once a minute
  const looks = timers.mock.calls.filter(([, ms]) => ms === 60_000).map(([look]) => look);
  timers.mockRestore();
  const one = await site({ tools: ['echo'] });
  configureUser(trial, { one: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['one connected 1']);
  const loaded = async () => (await trial.call<{ sessions: { mcp: unknown }[] }>('GET', '/api/v1/debug/sessions')).data;
  expect((await loaded()).sessions.map(({ mcp }) => mcp)).toEqual([[{ name: 'one', status: 'connected' }]]);
  talk.close();
  ahead = 11 * 60_000;
  await eventually(async () => {
    for (const look of looks) look();
    return (await loaded()).sessions.length === 0;
  }, 'it leaves memory');
  expect(await states(trial, talk.id)).toEqual(['one disconnected 0']);
  // reading a session starts no server
  for (const path of ['', '/messages', '/snapshot', '/warnings', '/status'])
    expect((await trial.call('GET', `/api/v1/sessions/${talk.id}${path}`)).code).toBe(0);
  expect(await states(trial, talk.id)).toEqual(['one disconnected 0']);
  await trial.call('POST', `/api/v1/sessions/${talk.id}:load`, {});
  await become(trial, talk.id, ['one connected 1']);
});
