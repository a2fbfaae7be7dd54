/** Loaded sessions follow changes of files that configure servers, and of a project's trust (engine.md 16.2, 16.3). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { startToolServer } from '../helpers/mcpserver.js';
import { closeTrials, trial, begin, scripted, model } from '../helpers/trial.js';
import { startTrial } from '../helpers/turns.js';
import { become, closeSites, configure, configureUser, isState, site, states, reported } from './servers.fixture.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

test('a changed or removed server takes effect at once, an added one with the next session and a reload', async () => {
  await begin();
  const [one, two] = [await site({ tools: ['echo'] }), await site({ tools: ['echo', 'put'] })];
  configureUser(trial, { kept: { url: one.url }, moved: { url: one.url }, gone: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['gone connected 1', 'kept connected 1', 'moved connected 1']);
  const from = talk.frames.length;
  configureUser(trial, { kept: { url: one.url }, moved: { url: two.url }, added: { url: two.url } });
  await become(trial, talk.id, ['gone disconnected 0', 'kept connected 1', 'moved connected 2']);
  await talk.until((frame) => frame.type === 'tool.list.updated' && frame.payload['reason'] === 'mcp.connected', from);
  const heard = reported(talk, from);
  expect(heard.filter((line) => line.startsWith('gone'))).toEqual(['gone removed 0', 'gone mcp.disconnected']);
  expect(heard.filter((line) => line.startsWith('moved'))).toEqual([
    'moved pending 0',
    'moved mcp.disconnected',
    'moved connected 2',
    'moved mcp.connected',
  ]);
  expect(heard.filter((line) => /^(kept|added)/.test(line))).toEqual([]);
  expect(await trial.call('POST', `/api/v1/mcp/servers/gone:restart?session_id=${talk.id}`)).toMatchObject({
    code: 40408,
  });
  const other = await trial.talk();
  await become(trial, other.id, ['added connected 2', 'kept connected 1', 'moved connected 2']);
  expect((await talk.call('POST', ':reload')).code).toBe(0);
  await become(trial, talk.id, ['added connected 2', 'kept connected 1', 'moved connected 2']);
});

test('a file that is half written takes no server away, and a warning says so', async () => {
  await begin();
  const one = await site({ tools: ['echo'] });
  configureUser(trial, { kept: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['kept connected 1']);
  configureUser(trial, '{ "mcpServers": ');
  const warnings = async () =>
    (await talk.call<{ warnings: { code: string; message: string }[] }>('GET', '/warnings')).data.warnings;
  expect(await warnings()).toEqual([
    { code: 'mcp-layer-invalid', severity: 'warning', message: expect.stringContaining('mcp.json') },
  ]);
  const other = await trial.talk();
  expect(await states(trial, other.id)).toEqual([]);
  configureUser(trial, { kept: { url: one.url, enabled: false } });
  await talk.until(isState('kept', 'disabled'));
  expect(reported(talk).at(-1)).toBe('kept mcp.disconnected');
  expect(reported(talk).filter((line) => line.includes('removed'))).toEqual([]);
  expect(await warnings()).toEqual([]);
});

test('servers of a project wait for trust, and go with it', async () => {
  await scripted();
  model.answer(() => ({ text: 'fine' }));
  mkdirSync(join(trial.cwd, '.git'));
  const one = await site({ tools: ['echo'] });
  configure(trial.cwd, '.mcp.json', { ours: { url: one.url }, same: { url: 'http://127.0.0.1:1/' } });
  configureUser(trial, { same: { url: one.url } });
  const talk = await trial.talk({ launch: { client_type: 'tui' } });
  await become(trial, talk.id, ['ours disconnected 0', 'same connected 1']);
  expect(one.requests.length).toBeGreaterThan(0);
  const warned = () => talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => payload);
  // attended prompts cause no warning, since the user can be asked
  await talk.run('hello');
  expect(warned()).toEqual([]);
  await talk.run('hello', { unattended: true });
  await talk.run('hello', { unattended: true });
  expect(warned()).toEqual([
    expect.objectContaining({ code: 'mcp-project-untrusted', message: expect.stringContaining('ours') }),
  ]);
  const { data } = await talk.call<{ warnings: { code: string }[] }>('GET', '/warnings');
  expect(data.warnings.map(({ code }) => code)).toEqual(['mcp-project-untrusted']);

  const session = await trial.call<{ workspace_id: string }>('GET', `/api/v1/sessions/${talk.id}`);
  const workspace = `/api/v1/workspaces/${session.data.workspace_id}`;
  await trial.call('POST', `${workspace}/trust`);
  await become(trial, talk.id, ['ours connected 1', 'same error 0']);
  // a changed entry needs the user's trust again
  configure(trial.cwd, '.mcp.json', { ours: { url: `${one.url}?other` } });
  await talk.until(isState('ours', 'disabled'));
  await become(trial, talk.id, ['ours disconnected 0', 'same connected 1']);
  await trial.call('POST', `${workspace}/trust`);
  await become(trial, talk.id, ['ours connected 1', 'same connected 1']);
  const from = talk.frames.length;
  await trial.call('POST', `${workspace}/untrust`);
  await talk.until(isState('ours', 'disabled'), from);
  expect(reported(talk, from)).toEqual(['ours disabled 0', 'ours mcp.disconnected']);
});

test('a reload tries a server again that failed, and a session that is not loaded shows what waits for trust', async () => {
  await begin();
  const one = await startToolServer({ tools: ['echo'] });
  await one.close();
  configureUser(trial, { it: { url: one.url } });
  configure(trial.cwd, '.mcp.json', { ours: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['it error 0', 'ours disconnected 0']);
  const back = await startToolServer({ tools: ['echo'] }, Number(new URL(one.url).port));
  try {
    await talk.call('POST', ':reload');
    await become(trial, talk.id, ['it connected 1', 'ours disconnected 0']);
    await trial.restart();
    expect(await states(trial, talk.id)).toEqual(['it disconnected 0', 'ours disconnected 0']);
  } finally {
    await back.close();
  }
});

test('another daemon of the home hears of trust', async () => {
  await begin();
  const one = await site({ tools: ['echo'] });
  configure(trial.cwd, join('.agent-code', 'mcp.json'), { ours: { url: one.url } });
  const talk = await trial.talk();
  await become(trial, talk.id, ['ours disconnected 0']);
  const other = await startTrial({ home: trial.home });
  try {
    const { data } = await other.call<{ id: string }>('POST', '/api/v1/workspaces', { root: trial.cwd });
    await other.call('POST', `/api/v1/workspaces/${data.id}/trust`);
    await become(trial, talk.id, ['ours connected 1']);
  } finally {
    await other.close();
  }
});
