/** `GET /tools` with the tools of MCP servers, and what deactivates them (rest.md 16, engine.md 14). */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolInfo } from '../../schemas/generated/types.js';
import { startToolServer, type ToolServer } from '../helpers/mcpserver.js';
import { begin, closeTrials, trial } from '../helpers/trial.js';
import type { Talk, TrialOptions } from '../helpers/turns.js';

jest.setTimeout(60_000);

closeTrials();
const servers: ToolServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function entry(tools: string[]): Promise<{ transport: string; url: string }> {
  const server = await startToolServer({ tools });
  servers.push(server);
  return { transport: 'http', url: server.url };
}

async function session(options: TrialOptions, body: Record<string, unknown> = {}): Promise<Talk> {
  await begin(options);
  const talk = await trial.talk({
    mcp_servers: { zoo: await entry(['echo', 'count']), box: await entry(['put', 'append']) },
    ...body,
  });
  for (const name of ['zoo', 'box']) {
    await talk.until(
      ({ type, payload }) =>
        type === 'tool.list.updated' && payload['serverName'] === name && payload['reason'] === 'mcp.connected',
    );
  }
  return talk;
}

async function listed(query = ''): Promise<ToolInfo[]> {
  return (await trial.call<{ tools: ToolInfo[] }>('GET', `/api/v1/tools${query}`)).data.tools;
}
const ofServers = (tools: ToolInfo[]) => tools.filter(({ source }) => source === 'mcp');
const active = (tools: ToolInfo[]) => tools.filter((tool) => tool.active).map(({ name }) => name);
const all = ['mcp__box__append', 'mcp__box__put', 'mcp__zoo__count', 'mcp__zoo__echo'];

test('after the built-in ones, by server and name, with what models receive', async () => {
  const talk = await session({});
  const tools = await listed(`?session_id=${talk.id}`);
  const names = tools.map(({ name }) => name);
  const builtin = names.slice(0, -4);
  expect(builtin).toEqual(builtin.toSorted());
  expect(tools.slice(0, -4).every(({ source, mcp_server_id }) => source === 'builtin' && !mcp_server_id)).toBe(true);
  expect(names.slice(-4)).toEqual(all);
  expect(tools.at(-1)).toEqual({
    name: 'mcp__zoo__echo',
    description: 'Answers with what it was given.',
    input_schema: { type: 'object', properties: { text: { type: 'string' } } },
    source: 'mcp',
    mcp_server_id: 'zoo',
    active: true,
  });
  // without an id, the session that was created last
  expect(await listed()).toEqual(tools);
});

describe('active', () => {
  test('[tools] of the configuration', async () => {
    await session({ config: '[tools]\ndisabled = ["mcp__zoo__*"]\n' });
    expect(active(ofServers(await listed()))).toEqual(['mcp__box__append', 'mcp__box__put']);
    await session({ config: '[tools]\nenabled = ["Read", "mcp__*__put"]\n' });
    expect(active(await listed())).toEqual(['Read', 'mcp__box__put']);
    expect(ofServers(await listed())).toHaveLength(4);
  });

  test('disabled_tools and tools of the session', async () => {
    const talk = await session({});
    await talk.run('say hello', { disabled_tools: ['mcp__box__*'] });
    expect(active(ofServers(await listed()))).toEqual(['mcp__zoo__count', 'mcp__zoo__echo']);
    await talk.run('call mcp__box__put {}');
    expect(JSON.stringify(await talk.messages())).toContain('The tool mcp__box__put is not available here.');
    await talk.call('POST', '/profile', { agent_config: { tools: ['mcp__zoo__echo', 'mcp__box__*'] } });
    expect(active(await listed())).toEqual(['mcp__zoo__echo']);
  });

  test('the agent it was made from', async () => {
    await begin({});
    const directory = join(trial.cwd, '.agent-code', 'agents');
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, 'narrow.md'),
      '---\nname: narrow\ndescription: looks\ntools: [Read, mcp__box__*]\ndisallowedTools: [mcp__box__put]\n---\nYou look.\n',
    );
    const talk = await trial.talk({
      agent_config: { profile: 'narrow' },
      mcp_servers: { zoo: await entry(['echo']), box: await entry(['put', 'append']) },
    });
    await talk.until(({ type, payload }) => type === 'tool.list.updated' && payload['serverName'] === 'box');
    expect(active(await listed())).toEqual(['Read', 'mcp__box__append']);
  });
});

test('only while the session is loaded', async () => {
  const talk = await session({});
  expect(ofServers(await listed())).toHaveLength(4);
  await trial.restart();
  const tools = await listed(`?session_id=${talk.id}`);
  expect(tools.length).toBeGreaterThan(10);
  expect(ofServers(tools)).toEqual([]);
});

test('the offline provider reaches them by name', async () => {
  const talk = await session({}, { agent_config: { permission_mode: 'auto' } });
  await talk.run('call mcp__zoo__echo {"text":"hi"}\ncall mcp__gone__x {}');
  expect((await talk.until('tool.result ok')).payload).toMatchObject({ output: '{"text":"hi"}' });
  expect(JSON.stringify(await talk.messages())).toContain('The tool mcp__gone__x is not available here.');
});

test('the verdict about a call, which no pattern meets', async () => {
  const rules = '[permission]\nallow = ["mcp__box__put(x)", "mcp__box__append"]\ndeny = ["mcp__zoo__echo(y)"]\n';
  const talk = await session({ debugEndpoints: true, config: rules });
  const verdict = async (tool: string, subject = '') => {
    const query = `tool=${tool}&subject=${subject}`;
    const path = `/api/v1/debug/sessions/${talk.id}/permissions?${query}`;
    const { decision, rule } = (await trial.call<{ verdict: { decision: string; rule?: string } }>('GET', path)).data
      .verdict;
    return [decision, rule];
  };
  expect(await verdict('mcp__box__put', 'x')).toEqual(['ask', undefined]);
  expect(await verdict('mcp__box__append', 'x')).toEqual(['allow', 'mcp__box__append']);
  expect(await verdict('mcp__zoo__echo', 'x')).toEqual(['deny', 'mcp__zoo__echo(y)']);
  expect(await verdict('mcp__zoo__count')).toEqual(['ask', undefined]);
});
