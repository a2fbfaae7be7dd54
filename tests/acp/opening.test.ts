/** Process, invocation and handshake of `agent acp` (acp-cli.md 1.1-1.3). */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cleanUp, startEditor, startProgram, type Answer, type EditorOptions } from './editor.fixture.js';

afterEach(cleanUp);
afterAll(cleanUp);

/** Starts the program; the test writes its input lines itself. */
async function raw(options: EditorOptions = {}) {
  const started = await startProgram(options);
  const { child } = started;
  const lines: Answer[] = [];
  const waiting: ((line: Answer) => void)[] = [];
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const parsed = JSON.parse(line) as Answer;
    lines.push(parsed);
    waiting.shift()?.(parsed);
  });
  return {
    ...started,
    lines,
    errors: () => errors,
    write: (text: string) => child.stdin?.write(text),
    send: (message: object): Promise<Answer> => {
      const next = new Promise<Answer>((resolve) => waiting.push(resolve));
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      return next;
    },
    next: () => new Promise<Answer>((resolve) => waiting.push(resolve)),
    async end() {
      child.stdin?.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

const hello = { id: 1, method: 'initialize', params: { protocolVersion: 7, clientCapabilities: {} } };

test('the handshake starts no server, whatever the version that is wanted', async () => {
  const program = await raw();
  const { result } = (await program.send(hello)) as { result: Answer };
  expect(result).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'agent', title: 'Agent', version: '1.2.3' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {}, fork: {} },
      auth: { logout: {} },
      _meta: { 'agent-code': { steering: true, subagents: true } },
    },
    authMethods: [{ id: 'login', name: 'Log in' }],
  });
  expect(await program.end()).toBe(0);
  expect(existsSync(join(program.home, 'server'))).toBe(false);
  expect(program.errors()).toBe('');
});

test('ways to log in follow what the editor can do, and the name follows the configuration', async () => {
  const program = await raw();
  mkdirSync(program.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(program.home, 'config.toml'), '[identity]\nname = "Ada Code"\n');
  const clientCapabilities = { auth: { terminal: true }, _meta: { 'terminal-auth': true } };
  const { result } = (await program.send({ ...hello, params: { protocolVersion: 1, clientCapabilities } })) as {
    result: Answer;
  };
  expect(result['agentInfo']).toEqual({ name: 'ada-code', title: 'Ada Code', version: '1.2.3' });
  expect(result['authMethods']).toEqual([
    {
      id: 'login',
      name: 'Log in',
      description: expect.any(String),
      _meta: {
        'terminal-auth': {
          command: process.execPath,
          args: [expect.stringContaining('program'), 'login'],
          label: 'agent login',
        },
      },
    },
    { id: 'login-terminal', type: 'terminal', name: expect.any(String), args: ['--login'] },
  ]);
});

test('what comes together with the end of stdin is answered, and leaves no server', async () => {
  const program = await raw();
  const open = { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: program.cwd, mcpServers: [] } };
  program.write(`${JSON.stringify({ jsonrpc: '2.0', ...hello })}\n${JSON.stringify(open)}\n`);
  expect(await program.end()).toBe(0);
  expect(program.lines.filter(({ id }) => id !== undefined)).toEqual([
    expect.objectContaining({ id: 1, result: expect.objectContaining({ protocolVersion: 1 }) }),
    expect.objectContaining({ id: 2, result: expect.objectContaining({ sessionId: expect.any(String) }) }),
  ]);
  expect(readdirSync(join(program.home, 'server', 'instances'))).toEqual([]);
});

test('what is no request is answered as such, and the connection stays open', async () => {
  const program = await raw();
  const refused = (code: number) => expect.objectContaining({ error: expect.objectContaining({ code }) as object });
  expect(await program.send({ id: 1, method: 'session/list', params: {} })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32600, message: 'initialize first' },
  });
  const answers: [string, number, (number | string | null)?][] = [
    ['{\n', -32700],
    ['[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]\r\n', -32600],
    ['{"id":1}\n', -32600],
    ['7\n', -32600],
    ['{"id":8,"method":"session/list","params":{}}\n', -32600, 8],
    ['{"jsonrpc":2.0,"id":"nine","method":"session/list"}\n', -32600, 'nine'],
    ['{"jsonrpc":"2.0","id":10,"method":11}\n', -32600, 10],
    ['{"jsonrpc":"1.0","id":{"a":1},"method":"session/list"}\n', -32600],
    ['{"method":"session/cancel","params":{}}\n', -32600],
  ];
  for (const [line, code, id = null] of answers) {
    const next = program.next();
    program.write(line);
    expect(await next).toMatchObject({ id, error: { code } });
  }
  expect(await program.send({ ...hello, params: { protocolVersion: 'one' } })).toEqual(refused(-32602));
  expect(await program.send(hello)).toHaveProperty('result');
  expect(await program.send({ ...hello, id: 2 })).toEqual(refused(-32600));
  expect(await program.send({ id: 3, method: 'session/unknown' })).toEqual(refused(-32601));
  expect(await program.send({ id: 4, method: '_unknown' })).toEqual(refused(-32601));
  program.write('{"jsonrpc":"2.0","method":"_unknown/notification"}\n');
  expect(await program.send({ id: 5, method: 'session/new', params: { cwd: 'relative', mcpServers: [] } })).toEqual(
    refused(-32602),
  );
});

test('stdout holds nothing but the protocol, also while the server of the process writes its log', async () => {
  const editor = await startEditor({ env: { AGENT_LOG_LEVEL: 'debug' } });
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, 'help')).toMatchObject({ stopReason: 'end_turn' });
  expect(await editor.end()).toBe(0);
  expect(editor.lines.every((line) => line['jsonrpc'] === '2.0')).toBe(true);
  const log = editor.errors().trimEnd().split('\n');
  expect(log.map((line) => JSON.parse(line) as Answer)).toContainEqual(expect.objectContaining({ msg: 'listening' }));
});

test('without it stderr is empty, and the log is in its file', async () => {
  const editor = await startEditor();
  await editor.prompt((await editor.open()).sessionId, 'help');
  expect(await editor.end()).toBe(0);
  expect(editor.errors()).toBe('');
  const [log = ''] = readdirSync(join(editor.home, 'logs'));
  expect(readFileSync(join(editor.home, 'logs', log), 'utf8')).toContain('"listening"');
});

test.each([
  [['--agent', 'a', '--agent-file', 'b'], 2, /exclude each other/],
  [['--yolo', '--auto'], 2, /exclude each other/],
  [['--port', '1'], 2, /unknown option/],
  [['--add-dir', '/does/not/exist'], 1, /no such directory/],
  [['--agent-file', '/does/not/exist'], 1, /no such file/],
])('%j fails at the start', async (args, code, message) => {
  const program = await raw({ args });
  expect(await program.end()).toBe(code);
  expect(program.errors()).toMatch(message);
  expect(program.lines).toEqual([]);
});

test('options of the command line count for each session', async () => {
  const editor = await startEditor({ args: ['--plan', '--yolo'] });
  const { modes } = await editor.open();
  expect(modes).toMatchObject({ currentModeId: 'plan' });
  const unknown = await startEditor({ args: ['--model', 'offline/ehco'] });
  await expect(unknown.open()).rejects.toMatchObject({
    code: -32602,
    message: 'model: unknown model "offline/ehco"; did you mean offline/echo?',
  });
});

test('a server that is named and cannot be used is the reason of the refusal', async () => {
  const editor = await startEditor({ env: { AGENT_CODE_URL: 'http://127.0.0.1:9' } });
  await expect(editor.open()).rejects.toMatchObject({
    code: -32603,
    message: 'no server answers at http://127.0.0.1:9 (AGENT_CODE_URL)',
    data: { retryable: false },
  });
  expect(await editor.end()).toBe(0);
  expect(editor.errors()).toBe('');
});

test('a signal ends the process with its code, and the handshake takes little time and memory', async () => {
  const program = await raw();
  await program.send(hello);
  if (process.platform === 'linux') {
    const facts = (name: string): string => readFileSync(`/proc/${program.child.pid}/${name}`, 'utf8');
    // user and system time in hundredths of a second: a busy machine prolongs only the wall-clock time
    const [user = 0, system = 0] = facts('stat')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    expect((user + system) * 10).toBeLessThan(800);
    expect(Number(/^VmRSS:\s+(\d+) kB/m.exec(facts('status'))?.[1])).toBeLessThan(90_000);
  }
  program.child.kill('SIGTERM');
  const [code] = (await once(program.child, 'exit')) as [number | null];
  expect(code).toBe(143);
});

test('a login of the command line writes nothing to stdout', async () => {
  const program = await raw({ args: ['--login'], env: { AGENT_CODE_OAUTH_HOST: 'http://127.0.0.1:9' } });
  expect(await program.end()).toBe(1);
  expect(program.lines).toEqual([]);
  expect(program.errors()).toMatch(/^error: /);
});
