/** Ports of a session's network, in and out, and what clients start in it (runtimes.md 6.4, 7, 10.2). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { available } from '../runtimes/machine.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
/** a database of the user */
let database: Server;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const of = (id: string) => daemon.session(id);
const session = async (runtime_id = 'sandbox') => (await daemon.createSession({ launch: { runtime_id } })).id;
const ports = async (id: string) => (await daemon.ok('getRuntime', of(id))).ports;
const openPort = (id: string, body: { port: number; direction: string; host_port?: number }) =>
  daemon.ask('openRuntimePort', { ...of(id), body });
const closed = (id: string, port: number) => ({ params: { session_id: id, port: String(port) } });
/** Submits a text and waits for the end of its turn only, because tasks keep the session busy. */
async function say(id: string, text: string): Promise<void> {
  await daemon.prompt(id, text);
  await until('the turn', async () => ((await daemon.ok('listPrompts', of(id))).active === null ? true : undefined));
}
async function output(id: string, command: string): Promise<string> {
  await say(id, `run ${command}`);
  const { items } = await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } });
  return String(items.flatMap(({ content }) => content).find((part) => part.type === 'tool_result')?.output);
}
/** Starts a server in the session's network, as a task. */
async function serve(id: string, port: number): Promise<string> {
  const script = `require("node:http").createServer((q, r) => r.end("inside")).listen(${port}, "::1")`;
  await say(id, `run in background exec node -e '${script}'`);
  return await until('the server', async () => (await ports(id)).find((each) => each.port === port)?.task_id);
}
const reads = (port: number | undefined) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'refused',
  );

(available ? describe : describe.skip)('the network of a session', () => {
  beforeAll(async () => {
    database = createServer((socket) => socket.end('rows\n')).listen(0, '127.0.0.1');
    await new Promise((next) => database.once('listening', next));
    daemon = await startTestDaemon({ config: `[sandbox]\nhost_ports = [${portOf(database)}]\n` });
  });
  afterAll(async () => {
    await daemon.close();
    database.close();
  });

  test('shows what listens in it, by which task, and lets it appear on this machine', async () => {
    const id = await session();
    const configured = { port: portOf(database), direction: 'reach', host_port: portOf(database) };
    expect(await ports(id)).toEqual([configured]);
    const task = await serve(id, 3001);
    const inOrder = (found: Awaited<ReturnType<typeof ports>>) => found.filter(({ port }) => port !== configured.port);
    expect(await ports(id)).toContainEqual(configured);
    expect(inOrder(await ports(id))).toEqual([{ port: 3001, direction: 'listening', task_id: task }]);

    const { data } = await openPort(id, { port: 3001, direction: 'expose' });
    expect(data).toEqual({ port: 3001, direction: 'expose', host_port: expect.any(Number) });
    expect(inOrder(await ports(id))).toEqual([{ ...data, task_id: task }]);
    expect(await reads(data.host_port)).toBe('inside');
    // many connections, and one that stays open
    const all = await Promise.all(Array.from({ length: 20 }, () => reads(data.host_port)));
    expect(new Set(all)).toEqual(new Set(['inside']));
    const open = connect(data.host_port, '127.0.0.1');
    await new Promise((next) => open.once('connect', next));
    open.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((next) => open.once('data', next));
    const ended = new Promise((next) => open.once('close', next));

    expect(await daemon.ok('closeRuntimePort', closed(id, 3001))).toEqual({ deleted: true });
    await ended;
    expect(await reads(data.host_port)).toBe('refused');
    expect(inOrder(await ports(id))).toEqual([{ port: 3001, direction: 'listening', task_id: task }]);
    for (const port of [3001, configured.port, 0, 70_000])
      await daemon.fails('closeRuntimePort', 'RESOURCE_NOT_FOUND', closed(id, port));
    expect(await output(id, 'curl -s localhost:3001')).toBe('inside');
    expect(await output(await session(), 'curl -s localhost:3001 || echo none')).toContain('none');
  });

  test('takes a free port of this machine when the same one is taken there, and the one asked for or none', async () => {
    const id = await session();
    const taken = portOf(database);
    const other = await session();
    await serve(other, 3002);
    const first = await daemon.ok('openRuntimePort', { ...of(other), body: { port: 3002, direction: 'expose' } });
    await serve(id, 3002);
    const second = await daemon.ok('openRuntimePort', { ...of(id), body: { port: 3002, direction: 'expose' } });
    expect(second.host_port).not.toBe(first.host_port);
    expect(await reads(second.host_port)).toBe('inside');
    const refused = await openPort(id, { port: 3003, direction: 'expose', host_port: taken });
    expect(refused).toMatchObject({
      msg: 'host_port: is taken: another program of this machine listens on it',
      code: 40001,
      details: [{ path: 'host_port' }],
    });
    expect(await openPort(id, { port: 3002, direction: 'expose' })).toMatchObject({
      code: 40001,
      details: [{ path: 'port', message: expect.stringContaining('taken') }],
    });
    expect(await openPort(id, { port: 3002, direction: 'listening' })).toMatchObject({ code: 40001 });
    expect(await openPort(id, { port: 65_536, direction: 'reach' })).toMatchObject({ code: 40001 });
    // archiving its session frees the first port
    await daemon.ok('archiveSession', of(other));
    await until('the end of the port', async () => ((await reads(first.host_port)) === 'refused' ? true : undefined));
    expect(await reads(second.host_port)).toBe('inside');
  });

  test('a port of this machine is reached where a client or the configuration opens it', async () => {
    const id = await session();
    const database2 = createHttpServer((_, response) => response.end('outside')).listen(0, '127.0.0.1');
    await new Promise((next) => database2.once('listening', next));
    const { port } = database2.address() as AddressInfo;
    const read = 'exec 3<>/dev/tcp/127.0.0.1';
    expect(await output(id, `${read}/${portOf(database)}; cat <&3`)).toBe('rows');
    expect(await output(id, `curl -s localhost:${port} || echo none`)).toContain('none');
    const body = { port: 5432, direction: 'reach', host_port: port };
    expect(await openPort(id, body)).toMatchObject({ code: 0, data: body });
    expect(await output(id, 'curl -s localhost:5432')).toBe('outside');
    expect(await openPort(id, body)).toMatchObject({ code: 40001, details: [{ path: 'port' }] });
    expect((await ports(id)).filter(({ direction }) => direction === 'reach')).toHaveLength(2);
    await daemon.ok('closeRuntimePort', closed(id, 5432));
    expect(await output(id, 'curl -s localhost:5432 || echo none')).toContain('none');
    database2.close();

    // a port that a command already uses
    await serve(id, 3004);
    expect(await openPort(id, { port: 3004, direction: 'reach' })).toMatchObject({ details: [{ path: 'port' }] });
    const proxy = Number(/:(\d+)$/.exec(await output(id, 'echo $http_proxy'))?.[1]);
    expect(await openPort(id, { port: proxy, direction: 'expose' })).toMatchObject({ details: [{ path: 'port' }] });
    expect((await ports(id)).map((each) => each.port)).not.toContain(proxy);

    await daemon.ok('updateConfig', { body: { sandbox: { hostPorts: [] } } });
    expect(await output(id, `(${read}/${portOf(database)}) 2>/dev/null || echo none`)).toContain('none');
    await daemon.ok('updateConfig', { body: { sandbox: { hostPorts: [portOf(database)] } } });
    expect(await output(id, `${read}/${portOf(database)}; cat <&3`)).toBe('rows');
  });

  test('leads to either address of the loopback, and answers a side that has said all', async () => {
    const id = await session();
    // replies with the number of received bytes once the other side has ended
    const counts = createServer({ allowHalfOpen: true }, (socket) => {
      let bytes = 0;
      socket.on('data', (piece) => (bytes += piece.length)).on('end', () => socket.end(`${bytes}\n`));
    }).listen(0, '::1');
    await new Promise((next) => counts.once('listening', next));
    await openPort(id, { port: 7_000, direction: 'reach', host_port: portOf(counts) });
    const send = (port: number) =>
      `printf hello | node -e 'process.stdin.pipe(require("node:net").connect({ port: ${port}, host: "127.0.0.1", allowHalfOpen: true })).pipe(process.stdout)'`;
    expect(await output(id, send(7_000))).toBe('5');
    counts.close();
    expect(await output(id, send(7_000))).not.toMatch(/^5$/m);

    const script = `require("node:net").createServer({ allowHalfOpen: true }, (socket) => { let n = 0; socket.on("data", (piece) => (n += piece.length)).on("end", () => socket.end(n + "!")); }).listen(7001, "::1")`;
    await say(id, `run in background exec node -e '${script}'`);
    await until('the server', async () => (await ports(id)).find((each) => each.port === 7_001));
    const { data } = await openPort(id, { port: 7_001, direction: 'expose' });
    const socket = connect({ port: data.host_port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('hello');
    let answer = '';
    for await (const piece of socket) answer += String(piece);
    expect(answer).toBe('5!');
  });

  test('opens 32 at most', async () => {
    const id = await session();
    const open = (port: number) => openPort(id, { port, direction: 'expose' });
    const first = await Promise.all(Array.from({ length: 33 }, (_, at) => open(4_000 + at)));
    expect(first.filter(({ code }) => code === 0)).toHaveLength(32);
    const [opened] = first.filter(({ code }) => code === 0).map(({ data }) => data.port);
    expect(await open(5_000)).toMatchObject({ code: 40901, msg: expect.stringContaining('32') });
    await daemon.ok('closeRuntimePort', closed(id, opened ?? 0));
    expect(await open(5_000)).toMatchObject({ code: 0 });
  });

  test('is none where commands run as they are, until something is started in it', async () => {
    const id = await session('local');
    expect(await ports(id)).toEqual([]);
    expect(await openPort(id, { port: 3000, direction: 'expose' })).toMatchObject({
      code: 40926,
      details: { reason: 'local' },
    });
    const typed = await daemon.ok('runShell', {
      ...of(id),
      body: { command: 'echo "[$AGENT_SANDBOX]"; curl -s http://1.1.1.1/', runtime_id: 'sandbox' },
    });
    expect(await daemon.ok('getTask', { params: { session_id: id, task_id: typed.task_id }, query: {} })).toMatchObject(
      {
        runtime_id: 'sandbox',
      },
    );
    const shown = await until('its end', async () => {
      const text = JSON.stringify(await daemon.ok('listMessages', of(id)));
      return text.includes('bash-stdout') ? text : undefined;
    });
    expect(shown).toContain('[workspace]');
    expect(shown).toContain('[sandbox] refused: network 1.1.1.1:80 (nobody to ask)');
    expect(await openPort(id, { port: 3000, direction: 'expose' })).toMatchObject({ code: 0 });
    await daemon.fails('runShell', 'RUNTIME_NOT_FOUND', { ...of(id), body: { command: 'true', runtime_id: 'cloud' } });
  });

  test('has terminals of its own, which keep their job control and end with the session', async () => {
    const id = await session('local');
    const { data } = await daemon.ask('createTerminal', {
      ...of(id),
      body: { shell: '/bin/bash', runtime_id: 'sandbox', cols: 91, rows: 17 },
    });
    expect(data).toMatchObject({ runtime_id: 'sandbox', shell: '/bin/bash', status: 'running' });
    const place = { session_id: id, terminal_id: data.id };
    const socket = await daemon.socket();
    await socket.send('terminal_attach', place);
    const said = () =>
      socket.frames
        .filter((frame) => frame.type === 'terminal_output')
        .map(({ payload }) => String(payload['data']))
        .join('');
    const says = (text: RegExp) => until(String(text), () => (text.test(said()) ? true : undefined));
    const type = (data: string) => socket.send('terminal_input', { ...place, data });
    // input before the shell reads may be lost
    await says(/[#$] $/);
    await type('echo "<$AGENT_SANDBOX $TERM>"; stty size; tty; touch /etc/x\n');
    await says(/<workspace xterm-256color>\r\n17 91\r\n\/dev\/[^\r]+\r\n[^]*Read-only file system/);
    // the shell ignores the key until the command has the terminal; its output shows that it does
    await type('sh -c \'echo be""gun; exec sleep 300\'\n');
    await says(/begun/);
    await type('\u001a');
    await says(/Stopped\s+sh -c/);
    await type('kill %1; echo {} > .mcp.json; echo plan""ted\n');
    await says(/planted/);
    await socket.send('terminal_resize', { ...place, cols: 70, rows: 20 });
    await type('stty size\n');
    await says(/20 70/);
    // the terminal shares the session's loopback
    await daemon.ok('setRuntime', { ...of(id), body: { runtime_id: 'sandbox' } });
    await serve(id, 3005);
    await type('curl -s localhost:3005; echo " over"\n');
    await says(/inside over/);
    await type('exit 7\n');
    await until('its end', async () =>
      (await daemon.ok('getTerminal', { params: place })).exit_code === 7 ? true : undefined,
    );
    const moved = await until('the quarantine', async () => (await daemon.ok('getRuntime', of(id))).quarantine[0]);
    expect(moved.path).toBe(join(daemon.cwd, '.mcp.json'));
    expect(existsSync(moved.path)).toBe(false);
    await daemon.fails('createTerminal', 'RUNTIME_NOT_FOUND', { ...of(id), body: { runtime_id: 'cloud' } });
  });

  test('has tool servers whose entry says so', async () => {
    const program = join(daemon.cwd, 'server.mjs');
    writeFileSync(program, toolServer);
    chmodSync(program, 0o755);
    const entry = { command: process.execPath, args: [program] };
    const servers = {
      inside: { ...entry, runtime_id: 'sandbox' },
      plain: entry,
      wrong: { ...entry, runtime_id: 'cloud' },
    };
    writeFileSync(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    const id = await session('local');
    const list = async () => (await daemon.ok('listMcpServers', { query: { session_id: id } })).servers;
    const settled = await until('the servers', async () => {
      const found = await list();
      return found.length === 3 && found.every(({ status }) => status !== 'connecting') ? found : undefined;
    });
    expect(settled).toMatchObject([
      { name: 'inside', status: 'connected', runtime_id: 'sandbox', tool_count: 1 },
      { name: 'plain', status: 'connected', runtime_id: 'local' },
      { name: 'wrong', status: 'error', runtime_id: 'local', last_error: expect.stringContaining('runtime_id') },
    ]);
    await serve(await sandboxOf(id), 3006);
    await daemon.ok('updateSessionProfile', { ...of(id), body: { agent_config: { permission_mode: 'yolo' } } });
    const look = async (server: string, path: string): Promise<string> => {
      await say(id, `call mcp__${server}__look ${JSON.stringify({ path, port: 3006 })}`);
      const { items } = await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } });
      return JSON.stringify(items.flatMap(({ content }) => content).find((part) => part.type === 'tool_result'));
    };
    const outside = join(daemon.userHome, 'planted');
    expect(await look('inside', outside)).toContain('[workspace] EROFS inside');
    expect(existsSync(outside)).toBe(false);
    expect(await look('plain', outside)).toContain('[undefined] written none');
    expect(readFileSync(outside, 'utf8')).toBe('x');
  });

  async function sandboxOf(id: string): Promise<string> {
    await daemon.ok('setRuntime', { ...of(id), body: { runtime_id: 'sandbox' } });
    return id;
  }
});

/** An MCP server with one tool, which reports where it runs. */
const toolServer = `import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const tool = { name: 'look', description: 'looks', inputSchema: { type: 'object' } };
const serverInfo = { name: 'looking', version: '1' };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  'tools/list': () => ({ tools: [tool] }),
  async 'tools/call'({ arguments: { path, port } }) {
    let wrote = 'written';
    try {
      writeFileSync(path, 'x');
    } catch ({ code }) {
      wrote = code;
    }
    const served = await fetch('http://[::1]:' + port).then((response) => response.text(), () => 'none');
    return { content: [{ type: 'text', text: '[' + process.env.AGENT_SANDBOX + '] ' + wrote + ' ' + served }] };
  },
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (id === undefined || !answer) return;
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: await answer(params) }));
});
`;
