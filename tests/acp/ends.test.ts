/** The bridge ends when the editor closes stdin or the bridge's parent dies (acp-cli.md 1.17). */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alive, ends } from '../helpers/processes.js';
import { cleanUp, eventually, startEditor, temporaryFolder, type Editor } from './editor.fixture.js';

afterEach(cleanUp);
afterAll(cleanUp);

const instancesOf = (home: string): string[] => readdirSync(join(home, 'server', 'instances'));

const runs = (editor: Editor, id: string) =>
  eventually('a running call', () =>
    [...editor.calls(id).values()].some((call) => call['status'] === 'in_progress') ? true : undefined,
  );

test('the end of stdin ends a turn, its commands, its servers and empty sessions', async () => {
  const editor = await startEditor({ args: ['--yolo'] });
  const { sessionId } = await editor.open();
  await editor.open();
  const pidFile = join(editor.cwd, 'pid');
  void editor.prompt(sessionId, `run echo $$ > ${pidFile}; exec sleep 60`).catch(() => undefined);
  await runs(editor, sessionId);
  const pid = await pidIn(pidFile);
  expect(instancesOf(editor.home)).toHaveLength(1);
  const before = performance.now();
  expect(await editor.end()).toBe(0);
  expect(performance.now() - before).toBeLessThan(12_000);
  expect(await ends(pid)).toBe(true);
  expect(instancesOf(editor.home)).toEqual([]);
});

test('the end of stdin while a permission is asked for, or a text is streamed, is clean too', async () => {
  for (const text of ['run echo asked', `slow 300 ${'words '.repeat(200)}`]) {
    const editor = await startEditor();
    let asked = false;
    editor.on('session/request_permission', () => {
      asked = true;
      return new Promise(() => undefined);
    });
    const { sessionId } = await editor.open();
    void editor.prompt(sessionId, text).catch(() => undefined);
    await eventually('the turn', () => asked || editor.text(sessionId).includes('words') || undefined);
    expect(await editor.end()).toBe(0);
    expect(editor.errors()).toBe('');
    expect(instancesOf(editor.home)).toEqual([]);
  }
});

const pidIn = (file: string): Promise<number> =>
  eventually(
    'a process',
    async () => Number((await readFile(file, 'utf8').catch(() => '')).trim().split('\n')[0]) || undefined,
  );

test.each([
  ['its stdin ends', (editor: Editor) => void editor.child.stdin?.end()],
  ['its parent is killed', (editor: Editor) => void editor.child.kill('SIGKILL')],
])('when %s, idle, streaming, asking and in a command, nothing of it is left', async (_, end) => {
  const folder = temporaryFolder();
  // the MCP server never answers, and keeps its output open; without the end of the bridge it would run this long
  const env = { AGENT_MCP_STARTUP_TIMEOUT_MS: '600000' };
  const editor = await startEditor({ pidFile: join(folder, 'bridge'), env });
  let asked = 0;
  editor.on('session/request_permission', (params) => {
    asked += 1;
    if (JSON.stringify(params).includes('exec sleep'))
      return { outcome: { outcome: 'selected', optionId: 'approve_once' } };
    return new Promise(() => undefined);
  });
  const server = {
    ...{ name: 'waits', command: '/bin/sh', env: [] },
    args: ['-c', `echo $$ > ${join(folder, 'server')}; exec sleep 600`],
  };
  const [streaming, asking, running] = await Promise.all([
    editor.open(),
    editor.open(),
    editor.open(),
    // this session is idle, so it does not wait for its MCP server
    editor.open({ mcpServers: [server] }),
  ]);
  const start = (id: string, text: string) => void editor.prompt(id, text).catch(() => undefined);
  start(streaming.sessionId, `slow 300 ${'words '.repeat(200)}`);
  start(asking.sessionId, 'run echo asked');
  start(running.sessionId, `run echo $$ > ${join(folder, 'command')}; exec sleep 600`);
  await eventually('all states', () => (asked > 1 && editor.text(streaming.sessionId).includes('words')) || undefined);
  const pids = await eventually('all processes', async () => {
    const found = await Promise.all(['bridge', 'server', 'command'].map((name) => pidIn(join(folder, name))));
    return found.every(alive) ? found : undefined;
  });
  end(editor);
  await eventually('the end of all processes', () => !pids.some(alive) || undefined);
  expect(instancesOf(editor.home)).toEqual([]);
  expect(editor.errors()).toBe('');
});
