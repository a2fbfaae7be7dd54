/** `agent migrate` without `--from`: old installations, other assistants' servers (cli.md 5.6, acp-cli.md 2.2). */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { declineMigration, importOffer, offeredHome, readOffer } from '../../client/cli/migrate.js';
import { run } from '../../client/cli/run.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command, testIo, until, type TestIo } from './harness.js';

jest.setTimeout(30_000);

let model: ScriptedModel;
let daemon: TestDaemon;
let root: string;
let old: string;
let project: string;
const ownConfig = (baseUrl: string) =>
  `# my own words\n${modelConfig(baseUrl, '')}\n[loop_control]\nmax_steps_per_turn = 7 # enough\n`;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-legacy-')));
  [old, project] = [join(root, 'old'), join(root, 'project')];
  mkdirSync(project);
  writeOld();
  model = await startModel();
  model.answer(() => ({ text: 'I remember.' }));
  daemon = await startTestDaemon({ config: ownConfig(model.baseUrl) });
  write(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: { both: { command: 'mine' } } }));
});
afterAll(async () => {
  await daemon.close();
  await model.close();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const linesOf = (rows: (object | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

/** Writes one session of each class, with each way of naming a directory. */
function writeOld(): void {
  const digest = createHash('md5').update(project).digest('hex');
  write(
    join(old, 'config.json'),
    JSON.stringify({
      default_model: 'fast',
      default_thinking: true,
      default_yolo: true,
      theme: 'light',
      unheard_of: 1,
      loop_control: { max_steps_per_run: 50, max_retries_per_step: 4 },
      providers: {
        p: { type: 'openai', base_url: 'http://127.0.0.1:9', api_key: 'sk-their-own-key' },
        keyed: { type: 'openai', base_url: 'https://models.example/v1', api_key: '${MODEL_KEY}' },
        account: { type: 'openai', base_url: 'https://login.example/v1', oauth: { key: 'x' } },
        odd: { type: 'carrier-pigeon' },
      },
      models: {
        fast: { provider: 'keyed', model: 'fast-1', max_context_size: 1000 },
        lost: { provider: 'account', model: 'x' },
      },
    }),
  );
  write(
    join(old, 'mcp.json'),
    JSON.stringify({
      mcpServers: {
        both: { command: 'theirs' },
        notes: { command: 'notes', args: ['${HOME}'] },
        'bad name': { command: 'x' },
      },
    }),
  );
  write(join(old, 'skills/tidy/SKILL.md'), '---\nname: tidy\ndescription: tidies\n---\nTidy up.\n');
  write(join(old, `user-history/${digest}.jsonl`), '{"content":"an old word"}\n');
  write(join(old, 'dirs.json'), JSON.stringify({ work_dirs: [{ path: '/elsewhere' }, { path: project }] }));
  const calls = [{ id: 'c1', type: 'function', function: { name: 'Bash', arguments: '{"command":"ls"}' } }];
  write(
    join(old, `sessions/${digest}/one/context.jsonl`),
    linesOf([
      { role: 'system', content: 'You are a program.' },
      { role: '_checkpoint', id: 0 },
      { role: 'user', content: 'List them', timestamp: 1_700_000_000 },
      {
        role: 'assistant',
        content: [
          { type: 'think', think: 'hm' },
          { type: 'text', text: 'I list.' },
        ],
        tool_calls: calls,
        timestamp: 1_700_000_001,
      },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'a.txt' }] },
      { role: 'assistant', content: 'One file.', timestamp: 1_700_000_009 },
      { role: 'user', content: 'And hidden ones?' },
      { role: 'assistant', content: '', tool_calls: [{ ...calls[0], id: 'c2' }] },
    ]),
  );
  write(join(old, `sessions/${digest}/one/state.json`), JSON.stringify({ title: 'Files' }));
  write(
    join(old, 'sessions/x/broken/context.jsonl'),
    linesOf(['{ no', { role: 'user', content: 'half', cwd: project }]),
  );
  write(join(old, 'sessions/x/empty/context.jsonl'), linesOf([{ role: '_usage', tokens: 1 }]));
  write(join(old, 'sessions/x/silent/context.jsonl'), linesOf([{ role: 'assistant', content: 'anyone?' }]));
  write(join(old, 'sessions/x/corrupt/context.jsonl'), linesOf(['nonsense', 'more']));
}

/** Runs a command in a terminal; types each answer when its question appears. */
async function answered(argv: string[], answers: string[], env: Record<string, string> = {}) {
  const io = testIo({ home: daemon.home, cwd: daemon.cwd, env: { HOME: root, ...env }, tty: true });
  return { code: await typing(io, answers, () => run(argv, io)), out: io.out(), err: io.err() };
}

async function typing<T>(io: TestIo, answers: string[], work: () => Promise<T>): Promise<T> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  io.stdin = stdin;
  const done = work();
  let shown = 0;
  for (const answer of answers) {
    await until(() => io.err().length > shown && io.err().endsWith('] '));
    shown = io.err().length;
    stdin.write(`${answer}\n`);
  }
  return await done;
}

const report = () => JSON.parse(readFileSync(join(daemon.home, 'migration-report.json'), 'utf8'));
const configText = () => readFileSync(join(daemon.home, 'config.toml'), 'utf8');

test('nothing is read or asked without a terminal, and nothing written without consent', async () => {
  const before = configText();
  expect(await answered(['migrate'], [])).toMatchObject({ code: 0, out: 'no old installation found\n' });
  for (const answers of [['3'], ['2', 'n']]) {
    const left = await answered(['migrate', old], answers);
    expect([left.code, left.out]).toEqual([1, '']);
    expect(left.err).toMatch(/cancelled\n$/);
  }
  expect(configText()).toBe(before);
  expect(existsSync(join(daemon.home, 'migration-report.json'))).toBe(false);
});

test('configuration, servers, skills, history and sessions of each class come over once', async () => {
  const first = await answered(['migrate'], ['', 'y'], { AGENT_LEGACY_HOME: old });
  expect(first.err).toContain(
    '1 skill, 1 input history, 5 sessions (1 importable, 1 malformed, 1 corrupt, 1 empty, 1 placeholder)',
  );
  expect(first.err).toContain('2) configuration and 2 sessions');
  expect(first.err).toContain('MCP server notes: notes ${HOME}');
  expect([first.code, first.out]).toEqual([1, expect.stringMatching(/\n2 imported, 2 skipped, 1 failed\n$/)]);
  expect(report()).toMatchObject({
    source: { kind: 'legacy', path: old },
    steps: ['settings', 'sessions'],
    sessions: { imported: 2, skipped: 2, failed: [{ file: expect.stringContaining('corrupt') }] },
    settings: { 'MCP servers': 1, skills: 1, 'input histories': 1 },
    left_out: { markers: 1, thoughts: 1, 'messages of the role system': 1, 'lines that could not be read': 1 },
  });
  const { conflicts, refused } = report();
  const entries = conflicts.map(({ entry }: { entry: string }) => entry);
  expect(entries).toEqual(
    expect.arrayContaining([
      'config.toml default_model',
      'config.toml providers.p',
      'config.toml loop_control.max_steps_per_turn',
      'mcp.json both',
    ]),
  );
  expect(refused.join('\n')).toMatch(
    /unheard_of[^]*providers\.account: its login cannot be copied[^]*providers\.odd[^]*bad name/,
  );
  expect(JSON.stringify(report())).not.toMatch(/sk-their|sk-test-key/);
});

test('own values and comments stay, new ones are usable', async () => {
  const text = configText();
  expect(text).toMatch(/^# my own words\ndefault_model = "m"\n/);
  expect(text).toContain('max_steps_per_turn = 7 # enough');
  expect(text).toContain('max_attempts_per_step = 4');
  expect(text).toContain('${MODEL_KEY}');
  expect(text).toMatch(/default_permission_mode = "yolo"/);
  expect(text).not.toMatch(/carrier|oauth|sk-their|unheard/);
  expect(readFileSync(join(daemon.home, 'tui.toml'), 'utf8')).toContain('theme = "light"');
  expect((await command(['doctor'], { home: daemon.home, cwd: daemon.cwd })).code).toBe(0);
  const { mcpServers } = JSON.parse(readFileSync(join(daemon.home, 'mcp.json'), 'utf8'));
  expect(mcpServers).toEqual({ both: { command: 'mine' }, notes: expect.objectContaining({ args: ['${HOME}'] }) });
  expect(readFileSync(join(daemon.home, 'skills/tidy/SKILL.md'), 'utf8')).toContain('Tidy up.');
});

test('the sessions have their directory, times and title, and continue with a valid history', async () => {
  const { items } = await daemon.ok('listSessions', {});
  const session = items.find(({ title }) => title === 'Files');
  expect(session?.metadata.cwd).toBe(project);
  expect(session?.created_at).toBe('2023-11-14T22:13:20.000Z');
  const sent = await command(['-S', session?.id ?? '', '-p', 'Go on'], { home: daemon.home, cwd: project });
  expect(sent).toMatchObject({
    code: 0,
    out: expect.stringContaining('I remember.'),
  });
  model.checkInvariants();
  const asked = JSON.stringify(model.bodies.at(-1)?.messages);
  for (const text of ['List them', 'a.txt', 'One file.', 'Go on']) expect(asked).toContain(text);
  expect(asked).not.toMatch(/You are a program|"hm"/);
});

test('a second run takes nothing over again, and another directory can be named', async () => {
  const again = await answered(['migrate', old], ['2', 'y']);
  expect(again.out).toBe('0 imported, 4 skipped, 1 failed\n');
  const other = join(root, 'other');
  // a name that objects have by themselves names no setting and no provider
  write(
    join(other, 'config.toml'),
    '[models.extra]\nprovider = "gone"\nmodel = "x"\n[models.own]\nprovider = "toString"\nmodel = "x"\n[constructor]\na = 1\n',
  );
  const named = await answered(['migrate', old], [other, '1', 'y']);
  for (const line of [
    'models.extra: its provider is not there',
    'models.own: its provider is not there',
    'constructor: this program has no such setting',
  ])
    expect(named.err).toContain(`left out: ${line}`);
  expect(named.out).toBe('0 imported, 0 skipped, 0 failed\n');
});

test('a broken config.toml stays, and the entries are beside it', async () => {
  const home = join(root, 'home');
  write(join(home, 'config.toml'), 'this is = = broken\n');
  const io = testIo({ home, cwd: root, env: { HOME: root }, tty: true });
  expect(await typing(io, ['1', 'y'], () => run(['migrate', old], io))).toBe(0);
  expect(readFileSync(join(home, 'config.toml'), 'utf8')).toBe('this is = = broken\n');
  const beside = join(home, 'config.migrated.toml');
  expect(readFileSync(beside, 'utf8')).toContain('default_model = "fast"');
  expect(statSync(beside).mode & 0o777).toBe(0o600);
});

test('the terminal UI offers it until it is declined or imported', async () => {
  const start = (name: string) =>
    testIo({ home: join(root, name), cwd: root, env: { HOME: root, AGENT_LEGACY_HOME: old }, tty: true });
  const io = start('fresh');
  expect(offeredHome(io)).toBe(old);
  expect(existsSync(join(root, 'fresh'))).toBe(false);
  declineMigration(io);
  expect(existsSync(join(root, 'fresh/migration-declined'))).toBe(true);
  expect(offeredHome(io)).toBeUndefined();
  const other = start('imported');
  const { signal } = new AbortController();
  const offer = await readOffer(old, other, signal);
  expect(offer).toMatchObject({ sessions: 2, hasSettings: true });
  expect(offer.servers).toContain('MCP server both: theirs');
  const rows = await importOffer(old, true, other, { signal, onProgress: () => undefined });
  expect(rows).toContain('2 imported, 2 skipped, 1 failed');
  expect(offeredHome(other)).toBeUndefined();
});

test('MCP servers of another assistant come on request, shown before', async () => {
  const claude = join(root, '.claude');
  write(
    join(claude, 'projects/-p/1.jsonl'),
    linesOf([{ type: 'user', uuid: 'u', parentUuid: null, cwd: project, message: { role: 'user', content: 'hello' } }]),
  );
  write(
    join(root, '.claude.json'),
    JSON.stringify({ mcpServers: { web: { type: 'http', url: 'https://mcp.example' } } }),
  );
  const codex = join(root, '.codex');
  mkdirSync(join(codex, 'sessions'), { recursive: true });
  write(join(codex, 'config.toml'), '[mcp_servers.docs]\ncommand = "docs"\nargs = ["serve"]\n');
  const given = { home: daemon.home, cwd: daemon.cwd, env: { HOME: root } };
  await command(['migrate', '--from', 'claude', '--yes'], given);
  const read = () => JSON.parse(readFileSync(join(daemon.home, 'mcp.json'), 'utf8')).mcpServers;
  expect(read()).not.toHaveProperty('web');
  const first = await command(['migrate', '--from', 'claude', '--mcp', '--yes'], given);
  expect(first).toMatchObject({ code: 0, err: expect.stringContaining('MCP server web: https://mcp.example') });
  await command(['migrate', '--from', 'codex', '--mcp', '--yes'], given);
  expect(read()).toMatchObject({
    web: { transport: 'http', url: 'https://mcp.example' },
    docs: { transport: 'stdio', command: 'docs', args: ['serve'] },
  });
});
