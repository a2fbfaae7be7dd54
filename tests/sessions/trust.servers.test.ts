/** Running sessions start and stop the servers of a project as the user decides about trust (engine.md 16.2). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { begin, closeTrials, trial } from '../helpers/trial.js';
import { eventually } from '../helpers/turns.js';
import { closeSites, configure, site, states } from './servers.fixture.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

const become = (id: string, wanted: string[]): Promise<void> =>
  eventually(async () => JSON.stringify(await states(trial, id)) === JSON.stringify(wanted), wanted.join(', '));

const open = () => site({ tools: ['echo'] });

async function decide(root: string, decision: 'trust' | 'untrust'): Promise<void> {
  const { data } = await trial.call<{ id: string }>('POST', '/api/v1/workspaces', { root });
  expect((await trial.call('POST', `/api/v1/workspaces/${data.id}/${decision}`)).code).toBe(0);
}

test('nothing of a project is started or reached before a decision, nor what changed since', async () => {
  await begin();
  mkdirSync(join(trial.cwd, '.git'));
  const [one, two, three] = [await open(), await open(), await open()];
  configure(trial.cwd, '.mcp.json', { one: { url: one.url }, two: { url: two.url } });
  const talk = await trial.talk();
  await become(talk.id, ['one disconnected 0', 'two disconnected 0']);
  await trial.call('POST', `/api/v1/mcp/servers/one:restart?session_id=${talk.id}`);
  expect((await talk.call('POST', ':reload')).code).toBe(0);
  await become(talk.id, ['one disconnected 0', 'two disconnected 0']);
  expect([one.requests, two.requests]).toEqual([[], []]);

  await decide(trial.cwd, 'trust');
  await become(talk.id, ['one connected 1', 'two connected 1']);

  // `one` stays, `two` gets another address, `three` is new
  configure(trial.cwd, '.mcp.json', {
    one: { url: one.url },
    two: { url: three.url },
    three: { url: three.url },
  });
  await become(talk.id, ['one connected 1', 'two disconnected 0']);
  const other = await trial.talk();
  await become(other.id, ['one connected 1', 'three disconnected 0', 'two disconnected 0']);
  expect(three.requests).toEqual([]);
  const before = one.asked('initialize').length;
  await decide(trial.cwd, 'trust');
  for (const { id } of [talk, other]) await become(id, ['one connected 1', 'three connected 1', 'two connected 1']);
  // an unchanged server stays connected
  expect(one.asked('initialize')).toHaveLength(before);

  await decide(trial.cwd, 'untrust');
  for (const { id } of [talk, other])
    await become(id, ['one disconnected 0', 'three disconnected 0', 'two disconnected 0']);
});

test('a repository within a trusted one is not trusted with it', async () => {
  await begin();
  mkdirSync(join(trial.cwd, '.git'));
  const nested = join(trial.cwd, 'vendor');
  mkdirSync(join(nested, '.git'), { recursive: true });
  const one = await open();
  configure(nested, '.mcp.json', { one: { url: one.url } });
  configure(nested, join('.agent-code', 'mcp.json'), { two: { url: one.url } });
  await decide(trial.cwd, 'trust');
  const talk = await trial.talk({ metadata: { cwd: nested } });
  await become(talk.id, ['one disconnected 0', 'two disconnected 0']);
  expect(one.requests).toEqual([]);
});
