/** MCP servers of a session, from its creation to its end (engine.md 16.3). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { closeTrials, model, scripted, trial } from '../helpers/trial.js';

import { closeSites, configureUser, listed, program, site, reported } from './servers.fixture.js';

jest.setTimeout(60_000);
closeTrials();
afterEach(closeSites);

const toolNames = (request: number): string[] =>
  (model.bodies[request]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name);

test('servers start with a session, are reported of, and their tools are met by the first step', async () => {
  await scripted();
  const remote = await site({ tools: ['echo'] });
  configureUser(trial, {
    zeta: await program(['append', 'echo']),
    alpha: { url: remote.url },
    off: { url: 'http://127.0.0.1:1', enabled: false },
    broken: { command: '' },
  });
  model.reply({ calls: [{ name: 'mcp__zeta__echo', input: { text: 'hello' } }] }, { text: 'done' });
  const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.run('go');
  expect(toolNames(0).slice(-3)).toEqual(['mcp__alpha__echo', 'mcp__zeta__append', 'mcp__zeta__echo']);
  const result = talk.frames.find(({ type }) => type === 'tool.result');
  expect(result?.payload['output']).toContain('hello');
  const all = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
  await all.until('prompt.completed');
  const about = (name: string) => reported(all).filter((line) => line.startsWith(name));
  expect(about('zeta')).toEqual(['zeta pending 0', 'zeta connected 2', 'zeta mcp.connected']);
  expect(about('alpha')).toEqual(['alpha pending 0', 'alpha connected 1', 'alpha mcp.connected']);
  expect(about('broken')).toEqual(['broken failed 0', 'broken mcp.failed']);
  expect(about('off')).toEqual([]);
  expect(await listed(trial)).toEqual([
    { id: 'alpha', name: 'alpha', transport: 'http', status: 'connected', runtime_id: 'local', tool_count: 1 },
    {
      id: 'broken',
      name: 'broken',
      transport: 'stdio',
      status: 'error',
      runtime_id: 'local',
      tool_count: 0,
      last_error: expect.stringContaining('command'),
    },
    { id: 'off', name: 'off', transport: 'http', status: 'disconnected', runtime_id: 'local', tool_count: 0 },
    { id: 'zeta', name: 'zeta', transport: 'stdio', status: 'connected', runtime_id: 'local', tool_count: 2 },
  ]);
});

test('a session without servers says nothing of them, and its requests are as ever', async () => {
  await scripted();
  model.reply({ text: 'hi' });
  const talk = await trial.talk();
  await talk.run('hi');
  expect(reported(await talk.follow({ cursors: { [talk.id]: { seq: 0 } } }))).toEqual([]);
  expect(toolNames(0).filter((name) => name.startsWith('mcp__'))).toEqual([]);
  expect(await listed(trial)).toEqual([]);
});
