/** MCP servers of the built program: in `agent -p`, and across a kill and a restart (engine.md 16, 19). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { programEntry } from '../helpers/mcpserver.js';
import { alive } from '../helpers/processes.js';
import { agent, makePlace, startWeb, type Place, type Web } from './program.js';

jest.setTimeout(120_000);

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.leave());

async function configure(directory: string, file: string, script: object, more: object = {}): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const entry = { ...(await programEntry(script)), ...more };
  writeFileSync(join(directory, file), JSON.stringify({ mcpServers: { it: entry } }));
}

test('-p waits for a server in full and uses its tools; one of a project that is not trusted is named on stderr', async () => {
  await configure(place.home, 'mcp.json', { tools: ['echo'], listAfter: 6_000 });
  const used = await agent(place, ['-p', 'call mcp__it__echo {"text": "from the server"}']);
  expect(used).toMatchObject({ code: 0, err: expect.stringContaining('[tool] mcp__it__echo ok') });
  expect(used.err).not.toContain('not started');
  writeFileSync(join(place.home, 'mcp.json'), '{}');
  await configure(place.cwd, '.mcp.json', { tools: ['echo'] });
  const warned = await agent(place, ['-p', 'say hello']);
  expect(warned).toMatchObject({ code: 0, err: expect.stringMatching(/warning: MCP servers of this project.*: it\./) });
});

test('-p says on stderr which servers it goes without', async () => {
  await configure(place.home, 'mcp.json', { diesAtStart: 3, stderr: 'no such notebook' });
  const failed = await agent(place, ['-p', 'say hello']);
  expect(failed).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^warning: MCP server it failed: .*no such notebook/m),
  });
  writeFileSync(join(place.home, 'mcp.json'), '{"mcpServers":');
  const broken = await agent(place, ['-p', 'say hello']);
  expect(broken).toMatchObject({ code: 0, err: expect.stringMatching(/^warning: .*mcp\.json.*it is not JSON/m) });
  expect(broken.err.match(/mcp\.json/g)).toHaveLength(1);
});

/** Returns the process ids of an MCP server and of its child. */
async function started(web: Web, id: string): Promise<number[]> {
  await web.prompt(id, 'call mcp__it__breed {}');
  const { payload } = await web.event(id, 'tool.result');
  const { server, child } = JSON.parse(String(payload['output'])) as { server: number; child: number };
  return [server, child];
}

test('a kill leaves no program behind, and the session has its servers again at the next server', async () => {
  await configure(place.home, 'mcp.json', { tools: ['breed', 'echo'], stays: true });
  const web = await startWeb(place);
  const id = await web.session({ agent_config: { permission_mode: 'yolo' } });
  const pids = await started(web, id);
  expect(pids.map(alive)).toEqual([true, true]);
  web.signal('SIGKILL');
  await web.ended;
  await until('the end of the programs', () => (pids.some(alive) ? undefined : true));
  const next = await startWeb(place);
  await next.prompt(id, 'call mcp__it__echo {"text": "again"}');
  await next.event(id, 'tool.result', 'again');
  expect(await next.stop()).toBe(0);
});

test.each([
  [true, 1],
  [false, 2],
])(
  'two sessions of a project, shared: %p: processes: %d, which end when trust is revoked over REST',
  async (shared, count) => {
    await configure(place.cwd, '.mcp.json', { tools: ['breed'] }, { shared });
    mkdirSync(join(place.cwd, '.git'));
    const web = await startWeb(place);
    const { id: workspace } = await web.ok('registerWorkspace', {}, { root: place.cwd });
    await web.ok('trustWorkspace', { workspace_id: workspace });
    const sessions = [0, 1].map(() => web.session({ agent_config: { permission_mode: 'yolo' } }));
    const pids = await Promise.all((await Promise.all(sessions)).map((id) => started(web, id)));
    expect(new Set(pids.map(([server]) => server)).size).toBe(count);
    expect(pids.flat().every(alive)).toBe(true);
    await web.ok('untrustWorkspace', { workspace_id: workspace });
    await until('the end of the programs', () => (pids.flat().some(alive) ? undefined : true));
    expect(await web.stop()).toBe(0);
  },
);
