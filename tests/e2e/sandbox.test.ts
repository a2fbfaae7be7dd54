/** Sandboxed sessions after a kill: pending questions return, and tasks keep their network (runtimes.md 5, 8.2, 16). */
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { available } from '../runtimes/machine.js';

jest.setTimeout(60_000);

let daemon: TestDaemon;
let server: DaemonProcess;
/** upstream proxy in place of the internet */
let internet: Server;
let asked: string[] = [];

const killed = async () => {
  await server.kill();
  await daemon.restart();
};
const of = (id: string) => daemon.session(id);
const session = async (permission_mode = 'manual') =>
  (await daemon.createSession({ agent_config: { permission_mode } })).id;
/** Waits for the end of the turn; the session itself stays busy because of its tasks. */
const over = (id: string) =>
  until('the turn', async () => ((await daemon.ok('listPrompts', of(id))).active === null ? true : undefined));
const say = async (id: string, text: string) => {
  await daemon.prompt(id, text);
  await over(id);
};
const result = async (id: string): Promise<string> => {
  await over(id);
  const { items } = await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } });
  return String(items.flatMap(({ content }) => content).find((part) => part.type === 'tool_result')?.output);
};

(available ? describe : describe.skip)('a daemon that is killed', () => {
  beforeAll(async () => {
    internet = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('hello\n');
    }).listen(0, '127.0.0.1');
    await new Promise((next) => internet.once('listening', next));
    const proxy = `http://127.0.0.1:${(internet.address() as AddressInfo).port}`;
    daemon = await startTestDaemon({
      config: `default_runtime = "sandbox"
[background]
keep_alive_on_exit = true
[permission]
allow = ["Network(kept.test)"]
`,
      async start({ home, cwd, userHome }) {
        server = await startProcess({ home, cwd, userHome, env: { HTTP_PROXY: proxy } });
        const { baseUrl, token, gone, stop } = server;
        return {
          baseUrl,
          token,
          port: Number(new URL(baseUrl).port),
          closed: gone,
          close: async () => void (await stop()),
        };
      },
    });
  });
  afterAll(async () => {
    await daemon.close();
    internet.close();
  });
  beforeEach(() => {
    asked = [];
  });

  test('while a command asks to leave: it asks still, and can be let run inside instead', async () => {
    const id = await session();
    const marker = join(daemon.folder, 'left');
    const command = `echo "[$AGENT_SANDBOX]"; touch ${marker}`;
    await daemon.prompt(id, `call Bash ${JSON.stringify({ command, leave_sandbox: 'it needs the machine' })}`);
    const before = await daemon.approval(id);
    await killed();
    const { approval_id } = await daemon.approval(id);
    expect(approval_id).toBe(before.approval_id);
    await daemon.ok('resolveApproval', {
      params: { session_id: id, approval_id },
      body: { decision: 'approved', amend: { input: { command } } },
    });
    expect(await result(id)).toMatch(/\n\[workspace\]/);
    expect(existsSync(marker)).toBe(false);
  });

  test('while a task is kept: it keeps its network and gets its way out again, at the same address', async () => {
    const id = await session();
    const other = await session();
    writeFileSync(
      join(daemon.cwd, 'serve.mjs'),
      `import { createServer } from 'node:http';
createServer((request, response) => response.end('served')).listen(3000, '127.0.0.1');`,
    );
    const loop = 'while sleep 0.1; do curl -s -m 5 http://kept.test/ >> out.txt; done';
    await say(id, `run in background ${loop} & exec node serve.mjs`);
    const [task] = (await daemon.ok('listTasks', { ...of(id), query: {} })).items;
    expect(task).toMatchObject({ status: 'running', runtime_id: 'sandbox' });
    const out = () =>
      existsSync(join(daemon.cwd, 'out.txt')) ? readFileSync(join(daemon.cwd, 'out.txt'), 'utf8') : '';
    await until('its way out', () => out().includes('hello') || undefined);
    const served = async (from: string) => {
      await say(from, 'run curl -s -m 5 http://localhost:3000 || echo none');
      return await result(from);
    };
    await until('the server', async () => ((await served(id)) === 'served' ? true : undefined));

    await killed();
    expect(await daemon.ok('listTasks', { ...of(id), query: {} })).toMatchObject({
      items: [{ id: task?.id, status: 'running', runtime_id: 'sandbox' }],
    });
    await daemon.ok('loadSession', { ...of(id), body: {} });
    const seen = asked.length;
    await until('its way out again', () => asked.length > seen + 1 || undefined);
    expect(asked.at(-1)).toBe('http://kept.test:80/');
    expect(await served(id)).toBe('served');
    expect(await served(other)).toBe('none');
    expect((await daemon.ok('getRuntime', of(id))).ports).toEqual([
      { port: 3000, direction: 'listening', task_id: task?.id },
    ]);
    const exposed = await daemon.ok('openRuntimePort', { ...of(id), body: { port: 3000, direction: 'expose' } });
    expect(await (await fetch(`http://127.0.0.1:${exposed.host_port}/`)).text()).toBe('served');

    await daemon.ok('cancelTask', { params: { session_id: id, task_id: task?.id ?? '' } });
    expect(await served(id)).toBe('none');
    const last = asked.length;
    await say(id, 'run sleep 0.5');
    expect(asked).toHaveLength(last);
  });
});
