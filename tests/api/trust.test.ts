/** Trust in a project, and the directories remembered for it (rest.md 8, 28; cli.md 6.9). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

function directory(name: string): string {
  const path = join(daemon.folder, name);
  mkdirSync(path, { recursive: true });
  return realpathSync(path);
}

/** A repository with its `local.toml`. */
function project(name: string, local?: string): { root: string; file: string } {
  const root = directory(name);
  mkdirSync(join(root, '.git'));
  const file = join(root, '.agent-code', 'local.toml');
  if (local !== undefined) {
    mkdirSync(join(root, '.agent-code'));
    writeFileSync(file, local);
  }
  return { root, file };
}

const workspace = async (root: string) => ({
  params: { workspace_id: (await daemon.ok('registerWorkspace', { body: { root } })).id },
});
const create = async (cwd: string) => (await daemon.createSession({ metadata: { cwd } })).id;
const dirs = async (id: string) => (await daemon.ok('getDirectories', daemon.session(id))).additional_dirs;
const add = (id: string, body: { path: string; remember?: boolean }) =>
  daemon.ask('addDirectory', { ...daemon.session(id), body });
const replace = (id: string, paths: string[]) =>
  daemon.ask('replaceDirectories', { ...daemon.session(id), body: { paths } });
const warnings = async (id: string) =>
  (await daemon.ok('listWarnings', daemon.session(id))).warnings.map(({ message }) => message).join('\n');

describe('trust', () => {
  test('is given to the project, shared by its workspaces, kept over a restart and taken back', async () => {
    const { root } = project('shop');
    const [whole, part] = [await workspace(root), await workspace(directory('shop/packages/api'))];
    expect(await daemon.ok('getWorkspaceTrust', part)).toEqual({ trusted: false });
    expect(await daemon.ok('trustWorkspace', part)).toEqual({ trusted: true });
    await daemon.restart();
    for (const each of [whole, part]) expect(await daemon.ok('getWorkspaceTrust', each)).toEqual({ trusted: true });
    expect(await daemon.ok('untrustWorkspace', whole)).toEqual({ trusted: false });
    for (const each of [whole, part]) expect(await daemon.ok('getWorkspaceTrust', each)).toEqual({ trusted: false });
  });

  test('does not reach a nested repository, and follows the directory behind a link', async () => {
    const { root } = project('outer');
    const nested = project('outer/vendor/inner');
    const link = join(daemon.folder, 'link');
    symlinkSync(root, link);
    await daemon.ok('trustWorkspace', await workspace(link));
    expect(await daemon.ok('getWorkspaceTrust', await workspace(root))).toEqual({ trusted: true });
    expect(await daemon.ok('getWorkspaceTrust', await workspace(nested.root))).toEqual({ trusted: false });
  });
});

describe('MCP servers in files of a project', () => {
  const rightToLeft = String.fromCodePoint(0x20_2e);
  const put = (file: string, servers: object) => writeFileSync(file, JSON.stringify({ mcpServers: servers }));

  test('are shown before a decision, as they would be started, with nothing invisible and no secret', async () => {
    const { root } = project('m1', '');
    const cwd = directory('m1/part');
    mkdirSync(join(cwd, '.agent-code'));
    const [shared, own] = [join(root, '.mcp.json'), join(cwd, '.agent-code', 'mcp.json')];
    put(shared, {
      tool: {
        command: 'npx',
        args: ['-y', "a b'c", '', `x${rightToLeft}y\nz`],
        env: { NODE_OPTIONS: 'canary-secret', KEY: 'a${MY_KEY}' },
        cwd: 'bin',
      },
      bad: { command: 1 },
    });
    put(own, {
      remote: {
        url: 'https://x.example/mcp',
        headers: { 'X-Key': 'canary-secret ${OTHER} ${OTHER} $NONE ${' },
        bearerTokenEnvVar: 'TOKEN',
        enabled: false,
      },
    });
    const part = await workspace(cwd);
    const seen = await daemon.ok('getWorkspaceTrust', part);
    const remote = {
      name: 'remote',
      origin: own,
      enabled: false,
      trusted: false,
      transport: 'http',
      url: 'https://x.example/mcp',
      header_keys: ['X-Key'],
      variables: ['OTHER', 'TOKEN'],
    };
    const tool = {
      name: 'tool',
      origin: shared,
      enabled: true,
      trusted: false,
      transport: 'stdio',
      command: String.raw`npx -y 'a b'\''c' '' 'x\u{202e}y\nz'`,
      cwd: join(root, 'bin'),
      env_keys: ['KEY', 'NODE_OPTIONS'],
      variables: ['MY_KEY'],
    };
    expect(seen).toEqual({ trusted: false, root, servers: [remote, tool], shown: seen.shown });
    expect(seen.shown).toMatch(/^[0-9a-f]{64}$/);
    // another workspace of the project does not use the file of this directory
    expect((await daemon.ok('getWorkspaceTrust', await workspace(root))).servers).toEqual([tool]);
    await daemon.ok('trustWorkspace', { ...part, body: { shown: seen.shown } });
    const trusted = await daemon.ok('getWorkspaceTrust', part);
    expect(trusted).toEqual({
      trusted: true,
      root,
      servers: [remote, tool].map((each) => ({ ...each, trusted: true })),
      shown: seen.shown,
    });
  });

  test('that changed since they were shown are not trusted unseen', async () => {
    const { root } = project('m2');
    const whole = await workspace(root);
    put(join(root, '.mcp.json'), { it: { command: 'one' } });
    const { shown } = await daemon.ok('getWorkspaceTrust', whole);
    put(join(root, '.mcp.json'), { it: { command: 'two' } });
    const refused = await daemon.ask('trustWorkspace', { ...whole, body: { shown } });
    expect([refused.code, refused.msg]).toEqual([codeOf('VALIDATION_FAILED'), expect.stringContaining('shown: ')]);
    expect(await daemon.ok('getWorkspaceTrust', whole)).toMatchObject({
      trusted: false,
      servers: [{ command: 'two' }],
    });
    await daemon.ok('trustWorkspace', whole);
    put(join(root, '.mcp.json'), { it: { command: 'three' }, other: { command: 'four' } });
    const { trusted, servers } = await daemon.ok('getWorkspaceTrust', whole);
    expect([trusted, servers?.map((each) => each.trusted)]).toEqual([true, [false, false]]);
  });
});

describe('directories', () => {
  test('are added in canonical form, once, and survive a restart', async () => {
    const { root } = project('d1');
    const [shared, id] = [directory('shared'), await create(root)];
    symlinkSync(shared, join(daemon.folder, 'to-shared'));
    const both = { cwd: root, additional_dirs: [shared] };
    expect((await add(id, { path: join(daemon.folder, 'to-shared') })).data).toEqual(both);
    expect((await add(id, { path: shared })).data).toEqual(both);
    // a directory inside a known one adds nothing
    expect((await add(id, { path: directory('shared/inside') })).data).toEqual(both);
    expect((await add(id, { path: directory('d1/src') })).data).toEqual(both);
    expect(existsSync(join(root, '.agent-code'))).toBe(false);
    await daemon.restart();
    expect(await dirs(id)).toEqual([shared]);
  });

  test('are replaced as a whole, but for those of local.toml, and survive a restart', async () => {
    const { root } = project('replaced');
    const [kept, first, second, third] = ['kept', 'first', 'second', 'third'].map(directory) as [
      string,
      string,
      string,
      string,
    ];
    const id = await create(root);
    await add(id, { path: kept, remember: true });
    const launched = (
      await daemon.createSession({ metadata: { cwd: root }, launch: { additional_dirs: [first, second] } })
    ).id;
    expect(await dirs(launched)).toEqual([kept, first, second]);
    symlinkSync(third, join(daemon.folder, 'to-third'));
    const wanted = [
      join(daemon.folder, 'to-third'),
      second,
      directory('second/inside'),
      directory('replaced/src'),
      third,
    ];
    expect((await replace(launched, wanted)).data).toEqual({ cwd: root, additional_dirs: [kept, third, second] });
    // the order follows the last list
    expect((await replace(launched, [second, third])).data).toMatchObject({ additional_dirs: [kept, second, third] });
    const { last_seq } = await daemon.ok('getSession', daemon.session(launched));
    await replace(launched, [second, third]);
    expect((await daemon.ok('getSession', daemon.session(launched))).last_seq).toBe(last_seq);
    await daemon.restart();
    expect(await dirs(launched)).toEqual([kept, second, third]);
    expect((await replace(launched, [])).data).toMatchObject({ additional_dirs: [kept] });
    // another session keeps its directories, and does not get those remembered after its start
    expect(await dirs(id)).toEqual([kept]);
    await add(launched, { path: directory('later'), remember: true });
    expect((await replace(id, [first])).data).toMatchObject({ additional_dirs: [kept, first] });
  });

  test('one of local.toml that lay below another is back when that one goes', async () => {
    const { root } = project('below');
    const [outer, inner] = [directory('around'), directory('around/inner')];
    await add(await create(root), { path: inner, remember: true });
    const { id } = await daemon.createSession({ metadata: { cwd: root }, launch: { additional_dirs: [outer] } });
    expect(await dirs(id)).toEqual([outer]);
    expect((await replace(id, [])).data).toMatchObject({ additional_dirs: [inner] });
  });

  test('where links of the session may lead follows them', async () => {
    const { root } = project('followed');
    const shared = directory('linked-to');
    writeFileSync(join(shared, 'note.txt'), 'a note');
    symlinkSync(shared, join(root, 'link'));
    const id = await create(root);
    const read = async () =>
      (await daemon.ask('readFile', { ...daemon.session(id), body: { path: 'link/note.txt' } })).code;
    const codes = [await read()];
    for (const paths of [[shared], []]) {
      await replace(id, paths);
      codes.push(await read());
    }
    const escapes = codeOf('FS_PATH_ESCAPES_SESSION');
    expect(codes).toEqual([escapes, 0, escapes]);
  });

  test.each([
    ['relative', 'VALIDATION_FAILED'],
    ['', 'VALIDATION_FAILED'],
    ['/no/such/directory', 'FS_PATH_NOT_FOUND'],
  ] as const)('a list with %j is refused as a whole', async (path, error) => {
    const id = await create(daemon.cwd);
    const shared = directory('whole');
    await replace(id, [shared]);
    const body = { paths: [directory('other'), path] };
    const answer = await daemon.fails('replaceDirectories', error, { ...daemon.session(id), body });
    if (error === 'VALIDATION_FAILED') expect(answer.details).toMatchObject([{ path: 'paths.1' }]);
    expect(await dirs(id)).toEqual([shared]);
  });

  test('bad ones are refused and change nothing', async () => {
    const id = await create(daemon.cwd);
    const file = join(daemon.folder, 'a-file');
    writeFileSync(file, '');
    for (const [path, code] of [
      ['relative', codeOf('VALIDATION_FAILED')],
      ['', codeOf('VALIDATION_FAILED')],
      ['/no/such/directory', codeOf('FS_PATH_NOT_FOUND')],
      ['/with\0nul', codeOf('FS_PATH_NOT_FOUND')],
      [file, codeOf('FS_PATH_NOT_FOUND')],
    ] as const)
      expect((await add(id, { path, remember: true })).code).toBe(code);
    expect(await dirs(id)).toEqual([]);
  });

  test('one that is remembered stands in local.toml beside what was there, and comes to later sessions', async () => {
    const text = '# mine\n[workspace]\n# places\nadditional_dir = [] # none yet\n\n[other]\nkey = 1\n';
    const { root, file } = project('d2', text);
    const [one, two] = [directory('one'), directory('two')];
    const id = await create(directory('d2/deep/down'));
    await add(id, { path: one, remember: true });
    await add(id, { path: two, remember: true });
    await add(id, { path: two, remember: true });
    const written = readFileSync(file, 'utf8');
    for (const kept of ['# mine', '# places', '# none yet', '[other]\nkey = 1']) expect(written).toContain(kept);
    expect(written.split(two)).toHaveLength(2);
    expect(await dirs(await create(root))).toEqual([one, two]);
  });

  test('a file that a repository brings along widens nothing before the user trusts the project', async () => {
    const outside = directory('outside');
    const { root } = project(
      'd3',
      `[workspace]\nadditional_dir = [${JSON.stringify(outside)}, "/no/such/place", "relative", 5]\n`,
    );
    const id = await create(root);
    expect(await dirs(id)).toEqual([]);
    expect(await warnings(id)).toContain(`names ${outside}, which is not taken`);
    expect(await warnings(id)).toContain('names /no/such/place, where no directory is');
    await daemon.ok('trustWorkspace', await workspace(root));
    const trusting = await create(root);
    expect(await dirs(trusting)).toEqual([outside]);
    expect(await warnings(trusting)).not.toContain('not taken');
  });

  test('a file that cannot be read is reported, and never written', async () => {
    const { root, file } = project('d4', 'additional_dir = [');
    const id = await create(root);
    expect(await warnings(id)).toContain('local.toml was skipped: it is not TOML');
    expect(await add(id, { path: directory('three'), remember: true })).toMatchObject({
      code: codeOf('VALIDATION_FAILED'),
    });
    expect(readFileSync(file, 'utf8')).toBe('additional_dir = [');
    expect(await dirs(id)).toEqual([]);
  });

  test('a link in its place leads nothing elsewhere', async () => {
    const { root } = project('d5');
    const elsewhere = directory('elsewhere');
    symlinkSync(elsewhere, join(root, '.agent-code'));
    const id = await create(root);
    expect((await add(id, { path: directory('four'), remember: true })).code).toBe(codeOf('VALIDATION_FAILED'));
    expect(existsSync(join(elsewhere, 'local.toml'))).toBe(false);
  });
});

describe('runtime', () => {
  test('is this machine, until another is chosen that exists', async () => {
    const session = await daemon.createSession();
    const local = {
      workspace_id: session.workspace_id,
      runtime_id: 'local',
      profile: 'full',
      network: { mode: 'host', rules: [] },
      ports: [],
      quarantine: [],
    };
    expect(await daemon.ok('getRuntime', daemon.session(session.id))).toEqual(local);
    const choose = (runtime_id: string) =>
      daemon.ask('setRuntime', { ...daemon.session(session.id), body: { runtime_id } });
    expect((await choose('local')).data).toEqual(local);
    expect((await choose('cloud')).code).toBe(codeOf('RUNTIME_NOT_FOUND'));
  });
});

describe('plan', () => {
  test('is emptied while the agent rests, and not while it works', async () => {
    const { id } = await daemon.createSession({ agent_config: { plan_mode: true } });
    expect(await daemon.ok('clearPlan', daemon.session(id))).toEqual({ cleared: true });
    await daemon.prompt(id, 'plan # Steps');
    await daemon.approval(id);
    expect((await daemon.ask('clearPlan', daemon.session(id))).code).toBe(codeOf('SESSION_BUSY'));
    const [file] = await planFiles(id);
    await daemon.ok('abortSession', daemon.session(id));
    expect(readFileSync(file ?? '', 'utf8')).toContain('# Steps');
    expect(await daemon.ok('clearPlan', daemon.session(id))).toEqual({ cleared: true });
    expect(readFileSync(file ?? '', 'utf8')).toBe('');
  });
});

async function planFiles(id: string): Promise<string[]> {
  const { items } = await daemon.ok('listApprovals', { ...daemon.session(id), query: { status: 'pending' } });
  return items.flatMap(({ tool_input_display: display }) =>
    display.kind === 'plan_review' && display.path !== undefined ? [display.path] : [],
  );
}
