/** Servers that clients give a session, and servers that it is limited to (rest.md 9.4, 9.5; engine.md 16.1, 19). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { closeTrials, model, scripted, trial } from '../helpers/trial.js';
import { eventually, type Talk } from '../helpers/turns.js';
import type { ToolServer } from '../helpers/mcpserver.js';
import { become, closeSites, configureUser, program, site, states, reported } from './servers.fixture.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

let one: ToolServer;
beforeEach(async () => {
  await scripted();
  one = await site({ tools: ['echo', 'append'] });
});

const yolo = { agent_config: { permission_mode: 'yolo' } };

test('a session has the servers it was given, over those of the files, until its server stops', async () => {
  configureUser(trial, { mine: { url: 'http://127.0.0.1:1/' }, other: { url: one.url } });
  const given = { mine: { url: one.url, enabledTools: ['ec*'] }, local: await program(['put']) };
  const talk = await trial.talk({ mcp_servers: given });
  await become(trial, talk.id, ['local connected 1', 'mine connected 1', 'other connected 2']);
  await trial.restart();
  const after = await trial.join(talk.id);
  expect(await states(trial, talk.id)).toEqual(['mine disconnected 0', 'other disconnected 0']);
  await after.call('POST', ':load', {});
  await become(trial, talk.id, ['mine error 0', 'other connected 2']);
  await after.call('POST', ':load', { mcp_servers: { mine: { url: one.url } } });
  await become(trial, talk.id, ['mine connected 2', 'other connected 2']);
  // a load without servers changes nothing, an empty table removes them
  await after.call('POST', ':load', { launch: { client_type: 'tui' } });
  await become(trial, talk.id, ['mine connected 2', 'other connected 2']);
  await after.call('POST', ':load', { mcp_servers: {} });
  await become(trial, talk.id, ['mine error 0', 'other connected 2']);
  // given servers are only in memory, so a fork has none of them
  await after.call('POST', ':load', { mcp_servers: { extra: { url: one.url } } });
  const fork = await after.call<{ id: string }>('POST', ':fork', {});
  await become(trial, fork.data.id, ['mine error 0', 'other connected 2']);
});

test.each([
  ['a bad name', { 'a b': { url: 'http://127.0.0.1:1/' } }, 'mcp_servers.a b'],
  ['no server', { a: {} }, 'mcp_servers.a'],
  ['two servers', { a: { url: 'http://127.0.0.1:1/', command: 'x' } }, 'mcp_servers.a'],
  ['a relative directory', { a: { command: 'x', cwd: 'y' } }, 'mcp_servers.a'],
  ['an expand that is no boolean', { a: { command: 'x', expand: 'no' } }, 'mcp_servers.a'],
])('%s is refused, and nothing is made', async (_what, mcp_servers, path) => {
  const answer = await trial.call('POST', '/api/v1/sessions', { metadata: { cwd: trial.cwd }, mcp_servers });
  expect(answer).toMatchObject({ code: 40001, details: [{ path }] });
  expect((await trial.call<{ items: unknown[] }>('GET', '/api/v1/sessions')).data.items).toEqual([]);
  const talk = await trial.talk();
  expect(await talk.call('POST', ':load', { mcp_servers })).toMatchObject({ code: 40001, details: [{ path }] });
  expect(await states(trial, talk.id)).toEqual([]);
});

test('a session connects only the servers it is limited to', async () => {
  configureUser(trial, { a: { url: one.url }, b: { url: one.url } });
  const talk = await trial.talk({ agent_config: { mcp_servers: [] } });
  expect(await states(trial, talk.id)).toEqual(['a disconnected 0', 'b disconnected 0']);
  expect(one.requests).toEqual([]);
  expect(reported(talk)).toEqual([]);
  await talk.call('POST', '/profile', { agent_config: { mcp_servers: ['b', 'unknown'] } });
  await become(trial, talk.id, ['a disconnected 0', 'b connected 2']);
  await talk.call('POST', '/profile', { agent_config: { mcp_servers: ['a'] } });
  await become(trial, talk.id, ['a connected 2', 'b disconnected 0']);
  expect(reported(talk).filter((line) => line.startsWith('b'))).toEqual([
    'b pending 0',
    'b connected 2',
    'b mcp.connected',
    'b disabled 0',
    'b mcp.disconnected',
  ]);
  // the limit is stored with the session
  await trial.restart();
  await trial.join(talk.id);
  await trial.call('POST', `/api/v1/sessions/${talk.id}:load`, {});
  await become(trial, talk.id, ['a connected 2', 'b disconnected 0']);
});

test('variables of the client that resumes a session are those that its servers are connected with', async () => {
  const { command, args, env } = await program(['environment']);
  const given = { it: { command, args, env: { ...env, SHOWN: '${FROM_SHELL}' } } };
  configureUser(trial, given);
  const shown = async (talk: Talk): Promise<unknown> => {
    model.reply({ calls: [{ name: 'mcp__it__environment', input: {} }] }, { text: 'done' });
    const from = talk.frames.length;
    await talk.run('go');
    const result = await talk.until('tool.result', from);
    return (JSON.parse(String(result.payload['output'])) as Record<string, string>)['SHOWN'];
  };
  const launch = (value: string) => ({ launch: { env: { FROM_SHELL: value } } });
  const talk = await trial.talk({ ...yolo, ...launch('one') });
  expect(await shown(talk)).toBe('one');
  await talk.call('POST', ':load', launch('two'));
  expect(await shown(talk)).toBe('two');
  const from = talk.frames.length;
  // a variable that the server does not use changes nothing
  await talk.call('POST', ':load', { launch: { env: { FROM_SHELL: 'two', OTHER: 'x' } } });
  expect(await states(trial, talk.id)).toEqual(['it connected 1']);
  expect(reported(talk, from)).toEqual([]);
  await trial.restart();
  const after = await trial.join(talk.id);
  await after.call('POST', ':load', launch('three'));
  expect(await shown(after)).toBe('three');
  expect(reported(after)).toEqual(['it pending 0', 'it connected 1', 'it mcp.connected']);
});

test('with expand false the values of a given server are literal; in a file the field means nothing', async () => {
  const { command, args, env } = await program(['environment']);
  const values = { ...env, SHOWN: '${FROM_SHELL}', OTHER: '${SET_NOWHERE}' };
  const literal = { command, args, env: values, expand: false };
  const remote = { url: one.url, headers: { 'x-seen': '${SET_NOWHERE}' } };
  configureUser(trial, { filed: { ...remote, expand: false } });
  const talk = await trial.talk({
    ...yolo,
    launch: { env: { FROM_SHELL: 'one' } },
    mcp_servers: { it: literal, far: { ...remote, expand: false }, near: { ...remote, expand: true } },
  });
  await become(trial, talk.id, ['far connected 2', 'filed error 0', 'it connected 1', 'near error 0']);
  model.reply({ calls: [{ name: 'mcp__it__environment', input: {} }] }, { text: 'done' });
  await talk.run('go');
  const { payload } = await talk.until('tool.result');
  expect(JSON.parse(String(payload['output']))).toMatchObject({ SHOWN: '${FROM_SHELL}', OTHER: '${SET_NOWHERE}' });
  expect(new Set(one.requests.map(({ headers }) => headers['x-seen']))).toEqual(new Set(['${SET_NOWHERE}']));
  // the text of the server only looks like a variable, so a change of the variable does not reconnect it
  const from = talk.frames.length;
  await talk.call('POST', ':load', { launch: { env: { FROM_SHELL: 'two' } } });
  expect(reported(talk, from)).toEqual([]);
  await talk.call('POST', ':load', {
    mcp_servers: { it: { ...literal, env: { ...env, SHOWN: '${FROM_SHELL}' }, expand: true } },
  });
  await become(trial, talk.id, ['filed error 0', 'it connected 1']);
  model.reply({ calls: [{ name: 'mcp__it__environment', input: {} }] }, { text: 'done' });
  const at = talk.frames.length;
  await talk.run('go');
  expect(String((await talk.until('tool.result', at)).payload['output'])).toContain('"SHOWN":"two"');
});

test('a server that changes its mind without end is reported once a second', async () => {
  configureUser(trial, { a: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['a connected 2']);
  for (let n = 0; n < 40; n += 1) await one.change(n % 2 === 0 ? ['echo'] : ['echo', 'append', 'put']);
  await talk.until(
    ({ type, payload }) => type === 'mcp.server.status' && (payload['server'] as { toolCount: number }).toolCount === 3,
  );
  await become(trial, talk.id, ['a connected 3']);
  expect(reported(talk).filter((line) => line === 'a mcp.connected').length).toBeLessThan(8);
});

test('subagents use the connections of their session', async () => {
  configureUser(trial, { a: { url: one.url } });
  model.reply(
    { calls: [{ name: 'Agent', input: { subagent_type: 'coder', description: 'look', prompt: 'look around' } }] },
    { calls: [{ name: 'mcp__a__echo', input: { text: 'from below' } }] },
    { text: 'seen' },
    { text: 'done' },
  );
  const talk = await trial.talk(yolo);
  await talk.run('go');
  const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload['output']);
  expect(results[0]).toContain('from below');
  expect(one.sessions()).toBe(1);
});

test('a call that waits for its approval over a restart runs when its server is configured, else it ends with an error', async () => {
  configureUser(trial, { filed: { url: one.url } });
  for (const [name, given] of [
    ['filed', {}],
    ['given', { given: { url: one.url } }],
  ] as const) {
    model.reply({ calls: [{ name: `mcp__${name}__append`, input: {} }] }, { text: 'done' });
    const talk = await trial.talk({ mcp_servers: given });
    await eventually(async () => (await states(trial, talk.id)).includes(`${name} connected 2`), 'it is connected');
    await talk.submit('go');
    const asked = await talk.until('event.approval.requested');
    await trial.restart();
    const after = await trial.join(talk.id, { cursors: { [talk.id]: { seq: asked.seq } } });
    const runs = one.runs['append'] ?? 0;
    await after.call('POST', `/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    const result = await after.until('tool.result');
    await after.until('prompt.completed');
    expect(result.payload['isError'] ?? false).toBe(name === 'given');
    expect((one.runs['append'] ?? 0) - runs).toBe(name === 'filed' ? 1 : 0);
  }
});

describe('a call that waits for the user over a restart', () => {
  async function waiting(): Promise<{ talk: Talk; decide(decision: string): Promise<void> }> {
    const given = { mine: await program() };
    const talk = await trial.talk({ mcp_servers: given });
    await become(trial, talk.id, ['mine connected 1']);
    model.reply({ calls: [{ name: 'mcp__mine__echo', input: { text: 'hi' } }] }, { text: 'done' });
    await talk.submit('go');
    const { payload } = await talk.until('event.approval.requested');
    await trial.restart();
    const after = await trial.join(talk.id);
    return {
      talk: after,
      async decide(decision) {
        // its tool is missing, but the call keeps waiting
        await after.call('POST', ':load', {});
        expect((await after.call<{ busy: boolean }>('GET', '')).data.busy).toBe(true);
        if (decision.endsWith('with it')) await after.call('POST', ':load', { mcp_servers: given });
        if (decision.startsWith('allowed')) {
          await become(trial, talk.id, ['mine connected 1']);
          await after.call('POST', '/profile', yolo);
        } else {
          const path = `/approvals/${String(payload['approval_id'])}`;
          expect((await after.call('POST', path, { decision: decision.split(' ')[0] })).code).toBe(0);
        }
        await after.until('turn.ended');
      },
    };
  }
  const result = (talk: Talk): string =>
    talk.frames.flatMap(({ type, payload }) => (type === 'tool.result' ? [String(payload['output'])] : [])).join();
  const pending = async (talk: Talk): Promise<unknown[]> =>
    (await talk.call<{ items: unknown[] }>('GET', '/approvals?status=pending')).data.items;

  test.each([
    ['approved with it', 'hi', 'completed'],
    ['allowed with it', 'hi', 'completed'],
    ['approved', 'There is no tool named "mcp__mine__echo"', 'completed'],
    ['rejected', 'The user rejected this call', 'completed'],
    ['cancelled', 'The user cancelled this call', 'cancelled'],
  ])('%s', async (decision, text, reason) => {
    const { talk, decide } = await waiting();
    expect(await pending(talk)).toHaveLength(1);
    await decide(decision);
    expect(result(talk)).toContain(text);
    expect(talk.frames.find(({ type }) => type === 'turn.ended')?.payload['reason']).toBe(reason);
    expect(await pending(talk)).toEqual([]);
  });
});
