/** `/api/v2/mcp/servers:test` connects once to a real server and leaves nothing behind (rest.md 17.2). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { programEntry, startToolServer, type ToolServer } from '../helpers/mcpserver.js';
import { alive } from '../helpers/processes.js';

let daemon: TestDaemon;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  daemon = await startTestDaemon({ env: { WORD: 'canary-of-the-environment' } });
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => daemon.close());

const tried = (body: object, on = daemon) => on.ok('testMcpServer', { body });

async function remote(script: Parameters<typeof startToolServer>[0] = {}): Promise<ToolServer> {
  const server = await startToolServer(script);
  closing.push(() => server.close());
  return server;
}

let stubs = 0;
/** A program that writes its process id and directory to a file, then runs this code; it speaks no protocol. */
function stub(does: string, on = daemon) {
  const file = join(on.folder, `stub${(stubs += 1)}.json`);
  const code = `require('fs').writeFileSync(process.env.FILE, JSON.stringify({ pid: process.pid, cwd: process.cwd() }));${does}`;
  return {
    started: () => existsSync(file),
    ran: () =>
      until('the program', () => {
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        return text === '' ? undefined : (JSON.parse(text) as { pid: number; cwd: string });
      }),
    server: { name: 'it', transport: 'stdio', command: process.execPath, args: ['-e', code], env: { FILE: file } },
  };
}
const stays = "process.on('SIGTERM', () => process.exit()); setInterval(() => undefined, 1000)";

describe('exactly one of name and server', () => {
  const server = { name: 'it', transport: 'stdio', command: '/nowhere/server' };
  const rows: [string, object, string][] = [
    ['neither', {}, ''],
    ['both, with another name', { name: 'other', server }, 'name'],
    ['a server without a name', { server: { ...server, name: undefined } }, 'server.name'],
    ['a server with an impossible name', { server: { ...server, name: 'a b' } }, 'server.name'],
    ['a server without a transport', { server: { name: 'it', command: 'x' } }, 'server.transport'],
    ['a server with a relative directory', { server: { ...server, cwd: 'x' } }, 'server.cwd'],
    ['a server at no address', { server: { name: 'it', transport: 'http', url: 'x' } }, 'server.url'],
    ['a relative directory', { server, cwd: 'x' }, 'cwd'],
  ];
  test.each(rows)('%s: refused', async (_, body, path) => {
    const { details } = await daemon.fails('testMcpServer', 'VALIDATION_FAILED', { body });
    expect((details as { path: string }[])[0]?.path).toBe(path);
  });

  test('both, with the same name: the server counts', async () => {
    await daemon.ok('createManagedMcpServer', { body: { ...server, command: '/nowhere/configured' } });
    const { output } = await tried({ name: ' it', server: { ...server, name: 'it ' } });
    expect(output).toContain('/nowhere/server');
    expect((await tried({ name: 'it' })).output).toContain('/nowhere/configured');
    await daemon.ok('deleteManagedMcpServer', { params: { name: 'it' } });
  });

  test('a name that is not configured', async () => {
    await daemon.fails('testMcpServer', 'MCP_SERVER_NOT_FOUND', { body: { name: 'it' } });
  });
});

describe('a server that can be connected', () => {
  test.each(['stdio', 'http', 'sse'] as const)('%s: its tools are listed, and nothing is stored', async (transport) => {
    const before = readdirSync(daemon.home).sort();
    const script = { tools: ['echo'], more: [{ name: 'odd', description: 'un\u202eseen\u0007\n\ttext' }] };
    const entry =
      transport === 'stdio' ? await programEntry(script) : { url: (await remote({ ...script, kind: transport })).url };
    const { success, output } = await tried({ server: { name: 'it', transport, ...entry } });
    expect([success, output.split('\n')[0]]).toEqual([true, 'connected, 2 tools:']);
    expect(output).toMatch(/^- echo: \S/m);
    expect(output).toMatch(/^- odd: unseen text$/m);
    expect(readdirSync(daemon.home).sort()).toEqual(before);
    expect(await daemon.ok('listManagedMcpServers', {})).toEqual([]);
  });

  test('only the tools that its entry leaves count', async () => {
    const { url } = await remote({ tools: ['echo'], many: 30 });
    const filter = { enabledTools: ['many_1*'], disabledTools: ['many_11'] };
    const { output } = await tried({ server: { name: 'it', transport: 'http', url, ...filter } });
    expect(output).toContain('connected, 10 tools:');
    expect(output).not.toContain('many_11');
  });

  test('one that is switched off is tried all the same', async () => {
    const { url } = await remote({ tools: ['echo'] });
    const body = { name: 'off', transport: 'http', url, enabled: false };
    await daemon.ok('createManagedMcpServer', { body });
    expect(await tried({ name: 'off' })).toMatchObject({ success: true });
    await daemon.ok('deleteManagedMcpServer', { params: { name: 'off' } });
  });

  test('an output is bounded', async () => {
    const more = Array.from({ length: 300 }, (_, at) => ({ name: `m${at}`, description: 'word '.repeat(300) }));
    const { url } = await remote({ tools: [], more });
    const { success, output } = await tried({ server: { name: 'it', transport: 'http', url } });
    expect([success, output.split('\n')[0]]).toEqual([true, 'connected, 300 tools:']);
    expect(output.length).toBe(64 * 1024 + 1);
  });
});

describe('a server that fails is no error', () => {
  test('no such program', async () => {
    const { success, output } = await tried({ server: { name: 'it', transport: 'stdio', command: '/nowhere/x' } });
    expect([success, output]).toEqual([false, expect.stringContaining('/nowhere/x')]);
  });

  test('a program that ends, with what it said but for secrets', async () => {
    const { server } = stub(
      "console.error('why', process.env.WORD, process.env.KEY, process.env.MODE); process.exit(3)",
    );
    const env = { ...server.env, WORD: '${WORD}', KEY: 'canary-of-the-entry', MODE: 'production' };
    const { success, output } = await tried({ server: { ...server, env } });
    expect([success, output]).toEqual([false, expect.stringContaining('why *** *** production')]);
  });

  test('an entry with a mistake', async () => {
    writeFileSync(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: { bad: { command: 5 } } }));
    const { success, output } = await tried({ name: 'bad' });
    expect([success, output]).toEqual([false, expect.stringContaining('command')]);
  });

  test('one that does not answer within its start-up timeout; its program is ended', async () => {
    const program = stub(stays);
    const began = performance.now();
    const { success, output } = await tried({ server: { ...program.server, startupTimeoutMs: 1_000 } });
    expect([success, output]).toEqual([false, expect.stringContaining('1000 ms')]);
    expect(performance.now() - began).toBeLessThan(15_000);
    const { pid } = await program.ran();
    await until('the end of the program', () => (alive(pid) ? undefined : true));
  }, 30_000);

  test('one that asks for a login', async () => {
    const { url } = await remote({ token: 'good' });
    const { success, output } = await tried({ server: { name: 'it', transport: 'http', url } });
    expect([success, output]).toEqual([false, expect.stringContaining('login')]);
  });

  test('one that quotes a header', async () => {
    const { url } = await remote({
      instead({ headers: { authorization, 'x-key': key } }, response) {
        const error = { code: -32600, message: `what is ${String(key)}, ${String(authorization)}?` };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, error }));
        return true;
      },
    });
    const headers = { 'x-key': 'canary-key', authorization: 'Bearer canary-of-a-token' };
    const { success, output } = await tried({ server: { name: 'it', transport: 'http', url, headers } });
    expect([success, output]).toEqual([false, expect.stringContaining('what is ***, ***?')]);
  });

  test('one that is not there', async () => {
    const server = { name: 'it', transport: 'http', url: 'http://127.0.0.1:9/mcp' };
    expect(await tried({ server })).toMatchObject({ success: false });
  });
});

describe('a program', () => {
  test('runs in cwd, its own directory comes first, the user has the last word', async () => {
    const rows = [
      [{ cwd: daemon.cwd }, {}, daemon.cwd],
      [{ cwd: daemon.cwd }, { cwd: daemon.home }, daemon.home],
      [{}, {}, daemon.userHome],
    ] as const;
    for (const [given, own, expected] of rows) {
      const program = stub('');
      await tried({ ...given, server: { ...program.server, ...own } });
      expect((await program.ran()).cwd).toBe(realpathSync(expected));
    }
  });

  test('ends when the client goes away', async () => {
    const program = stub(stays);
    const leaving = new AbortController();
    const sent = fetch(`${daemon.baseUrl}/api/v2/mcp/servers:test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ server: program.server }),
      signal: leaving.signal,
    });
    const { pid } = await program.ran();
    expect(alive(pid)).toBe(true);
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await until('the end of the program', () => (alive(pid) ? undefined : true));
  }, 30_000);

  test('ends when the server stops', async () => {
    const other = await startTestDaemon();
    const program = stub(stays, other);
    const sent = tried({ server: program.server }, other).catch(() => undefined);
    const { pid } = await program.ran();
    await other.close();
    await sent;
    await until('the end of the program', () => (alive(pid) ? undefined : true));
  }, 30_000);

  test('of a project that is not trusted is not started, nor one that has changed since', async () => {
    const [first, second] = [stub(''), stub('')];
    const file = join(daemon.cwd, '.mcp.json');
    const put = ({ server: { name: _name, ...entry } }: typeof first): void =>
      writeFileSync(file, JSON.stringify({ mcpServers: { theirs: entry } }));
    mkdirSync(join(daemon.cwd, '.git'), { recursive: true });
    put(first);
    const body = { name: 'theirs', cwd: daemon.cwd };
    await daemon.fails('testMcpServer', 'MCP_SERVER_NOT_FOUND', { body });
    const { id } = await daemon.ok('registerWorkspace', { body: { root: daemon.cwd } });
    await daemon.ok('trustWorkspace', { params: { workspace_id: id } });
    put(second);
    const { success, output } = await tried(body);
    expect([success, output]).toEqual([false, expect.stringContaining('trust the project again')]);
    expect([first.started(), second.started()]).toEqual([false, false]);
    await daemon.ok('trustWorkspace', { params: { workspace_id: id } });
    await tried(body);
    expect([first.started(), second.started()]).toEqual([false, true]);
  });
});

test('a few are tried at the same time, and all of them in the end', async () => {
  let [now, most] = [0, 0];
  const { url } = await remote({
    instead(_request, response) {
      most = Math.max(most, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.writeHead(500).end();
      }, 200);
      return true;
    },
  });
  const server = { name: 'it', transport: 'http', url };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => tried({ server })));
  expect(outcomes.map(({ success }) => success)).toEqual(Array.from({ length: 20 }, () => false));
  expect([most > 1, most <= 8]).toEqual([true, true]);
}, 30_000);
