/** The server itself, its settings, tools and workspaces. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '../../schemas/generated/operations.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

describe('server', () => {
  test('healthz answers without a token', async () => {
    expect((await daemon.call('GET', '/api/v1/healthz', { token: null })).data).toEqual({ ok: true });
  });

  test('meta describes this server', async () => {
    const meta = await daemon.ok('getMeta', {});
    expect(meta).toMatchObject({
      server_version: '1.2.3',
      backend: 'v2',
      dangerous_bypass_auth: false,
      open_in_apps: [],
      experimental_flags: {},
      capabilities: { websocket: true, file_upload: true, fs_query: true, mcp: true, tasks: true, terminal: true },
    });
    expect(meta.server_id).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(meta.features.map(({ name }) => name)).toEqual([
      'engine',
      'storage',
      'search',
      'mcp',
      'scheduler',
      'sandbox',
    ]);
    expect(meta.features.find(({ name }) => name === 'mcp')).toEqual({ name: 'mcp', state: 'Active', meta: {} });
    expect(meta).not.toHaveProperty('web_title');
  });

  test('the servers of the home, and no address for other machines on a loopback bind', async () => {
    const { server_id, started_at } = await daemon.ok('getMeta', {});
    const own = { server_id, started_at, pid: process.pid, version: '1.2.3', lifetime: 'web', self: true };
    expect(await daemon.ok('listServers', {})).toEqual({ items: [{ ...own, base_url: daemon.baseUrl }], urls: [] });
    const networkAddresses = () => ['192.0.2.7', '2001:db8::7'];
    const second = await startTestDaemon({
      home: daemon.home,
      host: '0.0.0.0',
      lifetime: 'embedded',
      networkAddresses,
      basePath: '/a',
    });
    try {
      const { port } = new URL(second.baseUrl);
      const { items, urls } = await second.ok('listServers', {});
      expect(items.map(({ base_url, lifetime, self }) => [base_url, lifetime, self])).toEqual([
        [daemon.baseUrl, 'web', false],
        [second.baseUrl, 'embedded', true],
      ]);
      expect(urls).toEqual([`http://192.0.2.7:${port}/a/`]);
    } finally {
      await second.close();
    }
    expect((await daemon.ok('listServers', {})).items).toHaveLength(1);
  });

  test('the documents name every operation that is served', async () => {
    const { paths } = await daemon.ok('getOpenApi', {});
    const served = Object.values(operationTable).filter(({ registered }) => registered !== 'debug');
    expect(Object.keys(paths as object).sort()).toEqual([...new Set(served.map(({ path }) => path))].sort());
    expect(await daemon.ok('getAsyncApi', {})).toMatchObject({ asyncapi: expect.stringMatching(/^3\./) });
  });

  test('the request id is taken over when it is a ULID, and replaced otherwise', async () => {
    const own = '01jn8q5j0c9m4v7x2b6k3t8w1y';
    const answer = await daemon.ask('getMeta', { headers: { 'x-request-id': own } });
    expect(answer.request_id).toBe(own);
    expect(answer.headers.get('x-request-id')).toBe(own);
    expect((await daemon.ask('getMeta', { headers: { 'x-request-id': 'mine' } })).request_id).toMatch(
      /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
    );
  });

  test('connections list open sockets', async () => {
    const socket = await daemon.socket();
    const session = await daemon.createSession();
    await socket.send('subscribe', { session_ids: [session.id] });
    const { connections } = await daemon.ok('listConnections', {});
    expect(connections).toEqual([
      expect.objectContaining({
        has_client_hello: false,
        subscriptions: [session.id],
        remote_address: expect.stringContaining('127.0.0.1'),
      }),
    ]);
    socket.close();
  });

  test('shutdown answers and ends the daemon', async () => {
    const other = await startTestDaemon();
    expect(await other.ok('shutdown', {})).toEqual({ ok: true });
    await other.closed;
    await expect(fetch(`${other.baseUrl}/api/v1/healthz`)).rejects.toThrow();
    await other.close();
  });
});

describe('settings', () => {
  test('with nothing configured the offline provider is the only model and nothing is ready', async () => {
    expect(await daemon.ok('getAuth', {})).toEqual({ models_ready: false, providers_count: 0, managed_provider: null });
    expect((await daemon.ok('listModels', {})).items).toEqual([
      expect.objectContaining({ provider: 'offline', model: 'offline/echo', max_context_size: 65_536 }),
    ]);
    expect(await daemon.ok('getConfig', {})).toMatchObject({ providers: {} });
  });

  test("the environment's model is shown, its key is not", async () => {
    const other = await startTestDaemon({
      env: {
        AGENT_MODEL_NAME: 'm',
        AGENT_MODEL_API_KEY: 'sk-very-secret',
        AGENT_MODEL_PROVIDER_TYPE: 'openai',
        AGENT_MODEL_BASE_URL: 'http://127.0.0.1:9',
      },
      config:
        'default_permission_mode = "yolo"\n[providers.p]\ntype = "openai"\napi_key = "sk-file-secret"\n[models.a]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n',
    });
    try {
      const config = await other.ok('getConfig', {});
      expect(config).toMatchObject({
        default_model: 'env/m',
        default_permission_mode: 'yolo',
        yolo: true,
        providers: { env: { type: 'openai', has_api_key: true }, p: { has_api_key: true } },
      });
      expect(JSON.stringify(config)).not.toMatch(/sk-very-secret|sk-file-secret/);
      expect(await other.ok('getAuth', {})).toEqual({ models_ready: true, providers_count: 2, managed_provider: null });
      expect((await other.ok('listModels', {})).items.map(({ model }) => model)).toEqual([
        'a',
        'env/m',
        'offline/echo',
      ]);
      expect((await other.createSession()).agent_config).toMatchObject({ model: 'env/m', permission_mode: 'yolo' });
    } finally {
      await other.close();
    }
  });
});

describe('tools', () => {
  const active = async (session_id: string) =>
    Object.fromEntries(
      (await daemon.ok('listTools', { query: { session_id } })).tools.map((tool) => [tool.name, tool.active]),
    );

  test('those of the newest session when none is named; none for an unknown one', async () => {
    const session = await daemon.createSession({ agent_config: { tools: ['Read'] } });
    const { tools } = await daemon.ok('listTools', {});
    expect(tools.length).toBeGreaterThanOrEqual(10);
    expect(tools.filter((tool) => tool.active).map((tool) => tool.name)).toEqual(['Read']);
    expect(tools.every((tool) => tool.source === 'builtin' && tool.description !== '')).toBe(true);
    expect(await active(session.id)).toMatchObject({ Read: true, Bash: false });
    expect(await daemon.ok('listTools', { query: { session_id: 'session_none' } })).toEqual({ tools: [] });
  });

  test.each([
    ['an allow list', ['Read', 'G*'], { Read: true, Grep: true, Glob: true, Bash: false }],
    ['everything', ['*'], { Read: true, Bash: true }],
    ['nothing', [], { Read: false, Bash: false }],
  ])('%s', async (_name, tools, expected) => {
    expect(await active((await daemon.createSession({ agent_config: { tools } })).id)).toMatchObject(expected);
  });

  test('disabled_tools of a prompt stay until lifted', async () => {
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say hi', { disabled_tools: ['Bash'] });
    expect(await active(id)).toMatchObject({ Bash: false, Read: true });
    await daemon.run(id, 'run echo hi');
    expect(JSON.stringify((await daemon.ok('listMessages', { ...daemon.session(id) })).items[0])).not.toContain(
      'tool_use',
    );
    await daemon.run(id, 'say hi', { disabled_tools: [] });
    expect(await active(id)).toMatchObject({ Bash: true });
  });
});

describe('workspaces', () => {
  const directory = (name: string): string => {
    const path = join(daemon.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };

  test('a directory becomes a workspace once; its name is kept', async () => {
    const root = directory('My Project!');
    const made = await daemon.ok('registerWorkspace', { body: { root: `${root}/./x/..//` } });
    expect(made).toMatchObject({ root, name: 'My Project!', session_count: 0 });
    expect(made.id).toMatch(/^wd_my-project_[0-9a-f]{12}$/);
    const again = await daemon.ok('registerWorkspace', { body: { root, name: 'Other' } });
    expect(again).toMatchObject({ id: made.id, name: 'My Project!' });
    expect(again.last_opened_at >= made.last_opened_at).toBe(true);
    expect((await daemon.ok('listWorkspaces', {})).items[0]?.id).toBe(made.id);
  });

  test('rename and unregister; its sessions stay and bring it back when they are opened', async () => {
    const { id, root } = await daemon.ok('registerWorkspace', { body: { root: directory('renamed'), name: 'First' } });
    const params = { workspace_id: id };
    expect(await daemon.ok('renameWorkspace', { params, body: { name: 'Second' } })).toMatchObject({
      id,
      name: 'Second',
    });
    const session = await daemon.ok('createSession', { body: { workspace_id: id } });
    expect(session).toMatchObject({ workspace_id: id, metadata: { cwd: root } });
    expect((await daemon.ok('listWorkspaces', {})).items[0]).toMatchObject({ id, session_count: 1 });
    expect(await daemon.ok('unregisterWorkspace', { params })).toEqual({ deleted: true });
    expect((await daemon.ok('listWorkspaces', {})).items.map((item) => item.id)).not.toContain(id);
    await daemon.fails('unregisterWorkspace', 'WORKSPACE_NOT_FOUND', { params });
    await daemon.fails('createSession', 'WORKSPACE_NOT_FOUND', { body: { workspace_id: id } });
    expect((await daemon.ok('getSession', daemon.session(session.id))).workspace_id).toBe(id);
    await daemon.ok('loadSession', daemon.session(session.id));
    expect((await daemon.ok('listWorkspaces', {})).items[0]).toMatchObject({ id, root, name: 'Second' });
  });

  test.each([
    ['a relative root', { root: 'work' }, 'VALIDATION_FAILED'],
    ['an empty root', { root: '' }, 'VALIDATION_FAILED'],
    ['a root with a NUL', { root: '/tmp\0' }, 'VALIDATION_FAILED'],
    ['no root', {}, 'VALIDATION_FAILED'],
    ['a long name', { root: '/', name: 'x'.repeat(101) }, 'VALIDATION_FAILED'],
    ['a root that is not there', { root: '/nowhere/at/all' }, 'FS_PATH_NOT_FOUND'],
  ] as const)('%s is refused', async (_name, body, error) => {
    await daemon.fails('registerWorkspace', error, { body });
  });

  test('a file is no root; a malformed id is not valid', async () => {
    const file = join(daemon.folder, 'file');
    writeFileSync(file, '');
    await daemon.fails('registerWorkspace', 'FS_PATH_NOT_FOUND', { body: { root: file } });
    await daemon.fails('renameWorkspace', 'VALIDATION_FAILED', {
      params: { workspace_id: 'wd_x' },
      body: { name: 'x' },
    });
    await daemon.fails('listSessions', 'VALIDATION_FAILED', { query: { workspace_id: 'nonsense' } });
  });

  test('a session that continues, a fork and a child open their workspace', async () => {
    const root = directory('opened');
    const { id, workspace_id } = await daemon.createSession({ metadata: { cwd: root } });
    const params = { workspace_id };
    await daemon.ok('renameWorkspace', { params, body: { name: 'Mine' } });
    const at = async () => (await daemon.ok('listWorkspaces', {})).items.find((each) => each.id === workspace_id);
    for (const [open, event, session_count] of [
      [() => daemon.run(id, 'say hi'), 'created', 1],
      [() => daemon.ok('forkSession', daemon.session(id)), 'updated', 2],
      [() => daemon.ok('createChildSession', daemon.session(id)), 'updated', 3],
      [() => daemon.ok('forkSession', daemon.session(id)), 'created', 4],
      [() => daemon.createSession({ metadata: { cwd: root } }), 'updated', 5],
    ] as const) {
      if (event === 'created') await daemon.ok('unregisterWorkspace', { params });
      const before = await at();
      const socket = await daemon.socket();
      await open();
      const told = await socket.until('the event', ({ type }) => type === `event.workspace.${event}`);
      expect(told.payload['workspace']).toMatchObject({ id: workspace_id, root, name: 'Mine', session_count });
      const after = await at();
      expect(after).toEqual(told.payload['workspace']);
      expect((after?.last_opened_at ?? '') > (before?.last_opened_at ?? '')).toBe(true);
      socket.close();
    }
  });

  test('all connections hear of it', async () => {
    const socket = await daemon.socket();
    const { id } = await daemon.ok('registerWorkspace', { body: { root: directory('heard') } });
    await daemon.ok('renameWorkspace', { params: { workspace_id: id }, body: { name: 'x' } });
    await daemon.ok('unregisterWorkspace', { params: { workspace_id: id } });
    await socket.until('the end', (frame) => frame.type === 'event.workspace.deleted');
    expect(socket.frames.map((frame) => frame.type).filter((type) => type.startsWith('event.workspace'))).toEqual([
      'event.workspace.created',
      'event.workspace.updated',
      'event.workspace.deleted',
    ]);
    socket.close();
  });
});
