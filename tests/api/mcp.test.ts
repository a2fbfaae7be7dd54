/** MCP servers of sessions: list and restart (rest.md 17.1). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { programEntry, startToolServer } from '../helpers/mcpserver.js';
import { begin, closeTrials, trial } from '../helpers/trial.js';
import { eventually } from '../helpers/turns.js';
import {
  become,
  closeSites,
  configureUser,
  isState,
  listed,
  site,
  states,
  reported,
} from '../sessions/servers.fixture.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

const restart = (name: string, query = '') => trial.call('POST', `/api/v1/mcp/servers/${name}:restart${query}`);

test('the list is that of the session that is named, else of the one created last; none without a session', async () => {
  await begin();
  const one = await site({ tools: ['echo'] });
  configureUser(trial, { one: { url: one.url } });
  expect(await listed(trial)).toEqual([]);
  const first = await trial.talk();
  const second = await trial.talk({ mcp_servers: { two: { url: one.url, transport: 'http' } } });
  await become(trial, second.id, ['one connected 1', 'two connected 1']);
  await become(trial, first.id, ['one connected 1']);
  expect(await states(trial)).toEqual(['one connected 1', 'two connected 1']);
  expect(await listed(trial, 'session_unknown')).toEqual([]);
  // an unloaded session lists its configured servers, and stays unloaded
  await trial.restart();
  expect(await listed(trial, second.id)).toEqual([
    { id: 'one', name: 'one', transport: 'http', status: 'disconnected', runtime_id: 'local', tool_count: 0 },
  ]);
  expect(await restart('one')).toMatchObject({ code: 40408 });
});

test.each([
  ['pending', 'connecting'],
  ['connected', 'connected'],
  ['disabled', 'disconnected'],
  ['removed', 'disconnected'],
  ['failed', 'error'],
  ['needs-auth', 'error'],
])('a server that is %s is shown as %s', async (state, shown) => {
  await begin();
  const one = await site({ tools: ['echo'], ...(state === 'needs-auth' ? { token: 'secret' } : {}) });
  const login = { url: one.url, auth: 'oauth' };
  const entry = {
    pending: await programEntry({ hangsAtStart: true }),
    disabled: { url: one.url, enabled: false },
    failed: await programEntry({ diesAtStart: 3, stderr: 'no such database' }),
    'needs-auth': login,
  }[state] ?? { url: one.url };
  configureUser(trial, { it: entry });
  const talk = await trial.talk();
  if (state === 'removed') {
    await become(trial, talk.id, ['it connected 1']);
    configureUser(trial, {});
  }
  await eventually(async () => (await states(trial))[0] === `it ${shown} ${state === 'connected' ? 1 : 0}`, shown);
  const [server] = await listed(trial);
  expect(server?.last_error !== undefined).toBe(shown === 'error');
  if (state === 'failed') expect(server?.last_error).toContain('no such database');
});

test('a restart connects again, and reports what comes of it', async () => {
  await begin();
  const gone = await startToolServer({ tools: ['echo'] });
  const { port } = new URL(gone.url);
  await gone.close();
  configureUser(trial, {
    it: { url: gone.url },
    off: { url: gone.url, enabled: false },
    'a-b_C': { command: '/nowhere' },
  });
  const talk = await trial.talk();
  await eventually(async () => {
    const now = await states(trial);
    return ['it error 0', 'a-b_C error 0'].every((state) => now.includes(state));
  }, 'both fail');
  const server = await startToolServer({ tools: ['echo'] }, Number(port));
  try {
    const from = talk.frames.length;
    expect(await restart('it')).toMatchObject({ code: 0, data: { restarting: true } });
    await talk.until(isState('it', 'connected'), from);
    expect(reported(talk, from)).toEqual(['it pending 0', 'it connected 1', 'it mcp.connected']);
    // a connected server is connected again too
    const again = talk.frames.length;
    expect((await restart('it', `?session_id=${talk.id}`)).code).toBe(0);
    await talk.until(isState('it', 'connected'), again);
    expect(reported(talk, again)).toEqual([
      'it pending 0',
      'it mcp.disconnected',
      'it connected 1',
      'it mcp.connected',
    ]);
    // a server that cannot be connected reports its state again
    const off = talk.frames.length;
    expect((await restart('off')).code).toBe(0);
    await talk.until(isState('off', 'disabled'), off);
    expect((await restart('a%2Db_C')).code).toBe(0);
  } finally {
    await server.close();
  }
});

test.each(['none', 'a%3Ab', '%20', '..%2F..'])('there is no server %s', async (name) => {
  await begin();
  expect(await restart(name)).toMatchObject({ code: 40408 });
  await trial.talk();
  expect(await restart(name)).toMatchObject({ code: 40408, data: null });
  expect(await restart(name, '?session_id=session_unknown')).toMatchObject({ code: 40408 });
});

test('an unknown action is refused', async () => {
  await begin();
  expect(await trial.call('POST', '/api/v1/mcp/servers/it:stop')).toMatchObject({ code: 40001 });
});
