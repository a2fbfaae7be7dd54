/** `/api/v2/mcp/servers`: listing and changing the entries in files (rest.md 17.2). No server is started. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
let path: string;
beforeAll(async () => {
  daemon = await startTestDaemon();
  path = join(daemon.home, 'mcp.json');
});
afterAll(() => daemon.close());
beforeEach(() => rmSync(path, { recursive: true, force: true }));

const local = { transport: 'stdio', command: '/nowhere/server', args: ['--stdio'], env: { KEY: '${KEY}', B: 'b' } };
const remote = { transport: 'http', url: 'http://127.0.0.1:9/mcp', headers: { 'X-Team': 'a' } };
const document = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
const write = (servers: object): void => writeFileSync(path, JSON.stringify({ mcpServers: servers }));
const create = (body: object) => daemon.ok('createManagedMcpServer', { body });
const named = (name: string) => ({ params: { name } });

describe('entries of the user', () => {
  test('are created, listed by name, read, replaced whole, and deleted', async () => {
    const one = { name: 'b', config: local, source: 'global', origin: path, mutable: true };
    expect(await create({ name: 'b', ...local })).toEqual([one]);
    const other = { name: 'a', config: remote, source: 'global', origin: path, mutable: true };
    expect(await create({ name: 'a', ...remote })).toEqual([other, one]);
    expect(document()).toEqual({ mcpServers: { b: local, a: remote } });
    expect(await daemon.ok('listManagedMcpServers', {})).toEqual([other, one]);
    expect(await daemon.ok('getManagedMcpServer', named('b'))).toEqual(one);
    const config = { transport: 'sse', url: 'https://wiki.example/sse', enabled: false, toolTimeoutMs: 5 };
    const list = await daemon.ok('replaceManagedMcpServer', { ...named('b'), body: config });
    expect(list).toEqual([other, { ...one, config }]);
    expect(document()).toEqual({ mcpServers: { b: config, a: remote } });
    expect(await daemon.ok('deleteManagedMcpServer', named('a'))).toEqual([{ ...one, config }]);
    expect(await daemon.ok('deleteManagedMcpServer', named('b'))).toEqual([]);
    expect(document()).toEqual({ mcpServers: {} });
  });

  test('take every field of the contract, and no other', async () => {
    const timeouts = { startupTimeoutMs: 1, toolTimeoutMs: 2147483647 };
    const tools = { enabled: true, enabledTools: ['get_*'], disabledTools: ['get_all'] };
    const whole = { ...local, cwd: '/somewhere', runtime_id: 'local', ...timeouts, ...tools };
    const far = { ...remote, auth: 'oauth', bearerTokenEnvVar: 'TOKEN', ...timeouts, ...tools };
    await create({ name: 'near', ...whole, more: 1, url: 'ignored' });
    const list = await create({ name: 'far', ...far, command: 'ignored' });
    expect(list.map(({ config }) => config)).toEqual([far, whole]);
    expect(document()).toEqual({ mcpServers: { near: whole, far } });
  });

  test('are only changed where the change is: all else in the file stays', async () => {
    const before =
      '{\n    "more": { "n": 1.50, "big": 12345678901234567890 },\n    "mcpServers": {\n' +
      '        "mine": { "command": "a", "args": ["1", "2"], "note": "why" },\n' +
      '        "broken": { "command": 5 }\n    }\n}\n';
    writeFileSync(path, before, { mode: 0o644 });
    await create({ name: 'new', transport: 'stdio', command: 'b' });
    const entry = '        "new": {\n            "transport": "stdio",\n            "command": "b"\n        }';
    const after = before.replace('5 }\n', `5 },\n${entry}\n`);
    expect(readFileSync(path, 'utf8')).toBe(after);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await daemon.ok('deleteManagedMcpServer', named('new'));
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('with a mistake are left out, and can be mended or deleted', async () => {
    write({ good: { command: 'a' }, bad: { command: 5 }, 'no name': { command: 'a' }, worse: 'text' });
    const list = await daemon.ok('listManagedMcpServers', {});
    expect(list.map(({ name, config }) => [name, config])).toEqual([['good', { transport: 'stdio', command: 'a' }]]);
    await daemon.fails('getManagedMcpServer', 'MCP_SERVER_NOT_FOUND', named('bad'));
    await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', { body: { name: 'bad', ...local } });
    await daemon.ok('replaceManagedMcpServer', { ...named('bad'), body: local });
    for (const name of ['worse', 'no name']) await daemon.ok('deleteManagedMcpServer', named(name));
    expect(document()).toEqual({ mcpServers: { good: { command: 'a' }, bad: local } });
  });

  test('live behind a link, which stays one', async () => {
    const file = join(daemon.folder, 'elsewhere.json');
    symlinkSync(file, path);
    await create({ name: 'x', ...local });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { x: local } });
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(file, 'utf8'));
    rmSync(file);
  });
});

describe('a name', () => {
  test('is trimmed', async () => {
    expect((await create({ name: ' \tx-1_Y\n', ...local })).map(({ name }) => name)).toEqual(['x-1_Y']);
    expect(await create({ name: 'n'.repeat(64), ...local })).toHaveLength(2);
  });

  test.each(['', ' ', 'a b', 'a.b', 'é', 'n'.repeat(65), '../x', 'a/b', 'a:b'])('%j is refused', async (name) => {
    const { details } = await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', { body: { name, ...local } });
    expect(details).toEqual([{ path: 'name', message: 'must be 1 to 64 letters, digits, - and _' }]);
    expect(readdirSync(daemon.home)).not.toContain('mcp.json');
  });

  test('that is taken is refused, and nothing changes', async () => {
    await create({ name: 'x', ...local });
    const before = readFileSync(path, 'utf8');
    for (const name of ['x', ' x '])
      expect(
        (await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', { body: { name, ...remote } })).details,
      ).toEqual([{ path: 'name', message: 'is taken already' }]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('that objects have by themselves is one like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      await daemon.fails('getManagedMcpServer', 'MCP_SERVER_NOT_FOUND', named(name));
      await daemon.fails('deleteManagedMcpServer', 'MCP_SERVER_NOT_FOUND', named(name));
      await create({ name, ...local });
      expect(await daemon.ok('getManagedMcpServer', named(name))).toMatchObject({ name, config: local });
    }
    expect(await daemon.ok('listManagedMcpServers', {})).toHaveLength(3);
  });
});

describe('a configuration is refused', () => {
  /** the mistake, the body, and the field in error */
  const rows: [string, object, string][] = [
    ['without a transport', { command: 'a' }, 'transport'],
    ['with another one', { ...local, transport: 'ws' }, 'transport'],
    ['without a command', { transport: 'stdio' }, 'command'],
    ['with an empty command', { ...local, command: '' }, 'command'],
    ['without an address', { transport: 'http' }, 'url'],
    ['with an address of another kind', { ...remote, url: 'file:///etc/passwd' }, 'url'],
    ['with what is not an address', { ...remote, url: 'canary-secret' }, 'url'],
    ['with a relative directory', { ...local, cwd: 'canary-secret' }, 'cwd'],
    ['with another runtime', { ...local, runtime_id: 'canary-secret' }, 'runtime_id'],
    ['with an argument that is not text', { ...local, args: [5] }, 'args.0'],
    ['with a variable that is not text', { ...local, env: { A: 5 } }, 'env.A'],
    ['with a variable of an impossible name', { ...local, env: { 'A=canary-secret': 'x' } }, 'env'],
    ['with a header of an impossible name', { ...remote, headers: { 'a b': 'canary-secret' } }, 'headers'],
    ['with a header of several lines', { ...remote, headers: { a: 'canary-secret\nx: y' } }, 'headers'],
    ['with another kind of login', { ...remote, auth: 'basic' }, 'auth'],
    ['with an impossible variable', { ...remote, bearerTokenEnvVar: 'canary-secret' }, 'bearerTokenEnvVar'],
    ['with no time to start', { ...local, startupTimeoutMs: 0 }, 'startupTimeoutMs'],
    ['with too much time', { ...local, toolTimeoutMs: 2147483648 }, 'toolTimeoutMs'],
    ['with tools that are not a list', { ...local, enabledTools: '*' }, 'enabledTools'],
  ];
  test.each(rows)('%s', async (_, config, place) => {
    write({ x: local });
    const refused = [
      await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', { body: { name: 'y', ...config } }),
      await daemon.fails('replaceManagedMcpServer', 'VALIDATION_FAILED', { ...named('x'), body: config }),
    ];
    for (const { details, msg } of refused) {
      expect((details as { path: string }[])[0]?.path).toBe(place);
      expect(`${msg}${JSON.stringify(details)}`).not.toContain('canary-secret');
    }
    expect(document()).toEqual({ mcpServers: { x: local } });
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['no JSON', '{ "mcpServers": { "a": canary-secret', 'not JSON'],
    ['no object', '[]', 'holds no object'],
    ['servers that are not an object', '{"mcpServers": [1]}', 'mcpServers is not an object'],
    ['not in UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
  ])('%s: its servers are none, changes are refused, and it stays as it is', async (_, content, why) => {
    writeFileSync(path, content);
    expect(await daemon.ok('listManagedMcpServers', {})).toEqual([]);
    const answers = [
      await daemon.fails('createManagedMcpServer', 'PERSISTENCE_FAILURE', { body: { name: 'x', ...local } }),
      await daemon.fails('replaceManagedMcpServer', 'PERSISTENCE_FAILURE', { ...named('a'), body: local }),
      await daemon.fails('deleteManagedMcpServer', 'PERSISTENCE_FAILURE', named('a')),
    ];
    for (const { msg } of answers) {
      expect(msg).toContain('mcp.json');
      expect(msg).toContain(why);
      expect(msg).not.toContain('canary');
    }
    expect(readFileSync(path)).toEqual(Buffer.from(content));
  });

  test('a directory in its place: changes are refused', async () => {
    mkdirSync(path);
    expect(await daemon.ok('listManagedMcpServers', {})).toEqual([]);
    await daemon.fails('createManagedMcpServer', 'PERSISTENCE_FAILURE', { body: { name: 'x', ...local } });
  });

  test('too large: refused', async () => {
    const body = { name: 'x', ...local, args: ['a'.repeat(1024 * 1024)] };
    await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', { body });
    expect(readdirSync(daemon.home)).not.toContain('mcp.json');
  });
});

describe('a directory', () => {
  const query = () => ({ cwd: join(daemon.cwd, 'sub') });
  const files = () => [join(daemon.cwd, '.mcp.json'), join(daemon.cwd, 'sub', '.agent-code', 'mcp.json')] as const;
  const put = (at: 0 | 1, servers: object): void => writeFileSync(files()[at], JSON.stringify({ mcpServers: servers }));
  async function setTrust(isTrusted: boolean): Promise<void> {
    const { id } = await daemon.ok('registerWorkspace', { body: { root: join(daemon.cwd, 'sub') } });
    await daemon.ok(isTrusted ? 'trustWorkspace' : 'untrustWorkspace', { params: { workspace_id: id } });
  }
  beforeAll(() => {
    mkdirSync(join(daemon.cwd, '.git'));
    mkdirSync(join(daemon.cwd, 'sub', '.agent-code'), { recursive: true });
  });
  beforeEach(async () => {
    write({ mine: local, both: local });
    put(0, {
      both: { ...remote, url: `${remote.url}?token=canary-secret`, headers: { B: 'canary-secret', A: 'x' } },
      root: { ...local, cwd: 'tools' },
    });
    put(1, { root: { ...local, args: ['--key', 'sk-canary-secret'], env: { Z: 'canary-secret', Y: 'x' } } });
    await setTrust(true);
  });

  test.each(['sub', './x', '', '~', 'a\0b', '/a\0b'])('%j is refused: it is not absolute', async (cwd) => {
    const { details } = await daemon.fails('listManagedMcpServers', 'VALIDATION_FAILED', { query: { cwd } });
    expect(details).toEqual([{ path: 'cwd', message: 'must be an absolute path' }]);
  });

  test('adds the entries of its project, later files count, and nothing secret in them is shown', async () => {
    const list = await daemon.ok('listManagedMcpServers', { query: query() });
    const { headers: _headers, ...plain } = remote;
    const { env: _env, ...program } = local;
    expect(list).toEqual([
      {
        name: 'both',
        config: { ...plain, url: `${remote.url}?token=***`, headerKeys: ['A', 'B'] },
        source: 'global',
        origin: files()[0],
        mutable: false,
      },
      { name: 'mine', config: local, source: 'global', origin: path, mutable: true },
      {
        name: 'root',
        config: { ...program, args: ['--key', '***'], envKeys: ['Y', 'Z'] },
        source: 'global',
        origin: files()[1],
        mutable: false,
      },
    ]);
    expect(JSON.stringify(list)).not.toContain('canary');
    expect(await daemon.ok('getManagedMcpServer', { ...named('both'), query: query() })).toEqual(list[0]);
    expect(await daemon.ok('getManagedMcpServer', named('both'))).toMatchObject({ origin: path, mutable: true });
  });

  test('of a project that is not trusted adds nothing', async () => {
    await setTrust(false);
    const list = await daemon.ok('listManagedMcpServers', { query: query() });
    expect(list.map(({ name, origin }) => [name, origin])).toEqual([
      ['both', path],
      ['mine', path],
    ]);
    await daemon.fails('getManagedMcpServer', 'MCP_SERVER_NOT_FOUND', { ...named('root'), query: query() });
    await daemon.fails('deleteManagedMcpServer', 'MCP_SERVER_NOT_FOUND', { ...named('root'), query: query() });
  });

  test('its entries are read-only: what refuses names the file, and no file changes', async () => {
    const all = [path, ...files()];
    const before = all.map((each) => readFileSync(each, 'utf8'));
    for (const [name, file] of [
      ['both', files()[0]],
      ['root', files()[1]],
    ] as const) {
      const given = { ...named(name), query: query() };
      const answers = [
        await daemon.fails('replaceManagedMcpServer', 'VALIDATION_FAILED', { ...given, body: local }),
        await daemon.fails('deleteManagedMcpServer', 'VALIDATION_FAILED', given),
        await daemon.fails('createManagedMcpServer', 'VALIDATION_FAILED', {
          query: query(),
          body: { name, ...local },
        }),
      ];
      for (const { msg } of answers) expect(msg).toBe(`name: is configured in ${file}, which is read-only here`);
    }
    expect(all.map((each) => readFileSync(each, 'utf8'))).toEqual(before);
    // without a directory, the user's entry is meant
    await daemon.ok('deleteManagedMcpServer', named('both'));
    expect(document()).toEqual({ mcpServers: { mine: local } });
  });

  test('whose own file is that of the user adds it once', async () => {
    const { id } = await daemon.ok('registerWorkspace', { body: { root: daemon.userHome } });
    await daemon.ok('trustWorkspace', { params: { workspace_id: id } });
    symlinkSync(daemon.home, join(daemon.userHome, '.agent-code'));
    const list = await daemon.ok('listManagedMcpServers', { query: { cwd: daemon.userHome } });
    expect(list.map(({ origin, mutable }) => [origin, mutable])).toEqual([
      [path, true],
      [path, true],
    ]);
  });
});

test('two servers at once: nothing is lost', async () => {
  write({ first: local });
  const other = await startTestDaemon({ home: daemon.home });
  try {
    const names = Array.from({ length: 50 }, (_, at) => `${at}`);
    const add = (on: TestDaemon, prefix: string) =>
      Promise.all(
        names.map((name) => on.ok('createManagedMcpServer', { body: { name: `${prefix}${name}`, ...local } })),
      );
    await Promise.all([add(daemon, 'a'), add(other, 'b')]);
    const { mcpServers } = document() as { mcpServers: object };
    const wanted = ['first', ...names.map((name) => `a${name}`), ...names.map((name) => `b${name}`)];
    expect(Object.keys(mcpServers).sort()).toEqual(wanted.sort());
    expect(readdirSync(daemon.home).filter((name) => name.includes('.tmp'))).toEqual([]);
    await Promise.all([
      ...names.map((name) => daemon.ok('deleteManagedMcpServer', named(`a${name}`))),
      ...names.map((name) => other.ok('deleteManagedMcpServer', named(`b${name}`))),
    ]);
    expect(document()).toEqual({ mcpServers: { first: local } });
  } finally {
    await other.close();
  }
}, 60_000);

test('no secret of an entry reaches the log', async () => {
  const secret = 'canary-7f3a-secret-value';
  await create({ name: 'x', ...local, env: { KEY: secret } });
  await daemon.ok('replaceManagedMcpServer', { ...named('x'), body: { ...remote, headers: { K: secret } } });
  const seen = await daemon.ok('getManagedMcpServer', named('x'));
  expect(seen.config).toEqual({ ...remote, headers: { K: secret } });
  const logs = join(daemon.home, 'logs');
  for (const file of readdirSync(logs)) expect(readFileSync(join(logs, file), 'utf8')).not.toContain(secret);
});
