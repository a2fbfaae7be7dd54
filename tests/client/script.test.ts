/** The options of `agent -p` for scripts (acp-cli.md 8.1), and the file of `--result` (8.2). */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { run } from '../../client/cli/run.js';
import Database from 'better-sqlite3';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { command, testIo, until, type TestIoOptions } from './harness.js';

jest.setTimeout(60_000);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({
    config: '[[permission.rules]]\ndecision = "deny"\npattern = "Bash(touch never*)"\n',
  });
});
afterAll(() => daemon.close());

const agent = (argv: string[], more: Partial<TestIoOptions> = {}) =>
  command(['-m', 'offline/echo', ...argv], { home: daemon.home, cwd: daemon.cwd, ...more });
const resumed = (err: string): string => /agent -r (session_\w+)/.exec(err)?.[1] ?? '';
const file = (name: string): string => join(daemon.cwd, name);
const sessions = async () => (await daemon.ok('listSessions', { query: { include_archive: true } })).items;
const record = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Record<string, unknown>;

/** Returns the parts of the first prompt of a session. */
async function promptOf(id: string) {
  const { items } = await daemon.ok('listMessages', daemon.session(id));
  return items.filter(({ role }) => role === 'user').at(-1)?.content ?? [];
}

describe('usage errors: exit 2', () => {
  test.each<[string[], string]>([
    [['--file', 'a'], '--file only works with --prompt'],
    [['--stdin'], '--stdin only works with --prompt'],
    [['--tools', 'Read'], '--tools only works with --prompt'],
    [['--deny', 'Bash'], '--deny only works with --prompt'],
    [['--append-system', 'a'], '--append-system only works with --prompt'],
    [['-p', 'x', '--append-system', 'a', '-c'], '--append-system and --continue exclude each other'],
    [['-p', 'x', '--append-system', 'x'.repeat(32 * 1024 + 1)], '--append-system: the text is longer than 32 KiB'],
    [['-p', 'x', '--deny', 'Bash(', '--deny', 'Read'], '--deny Bash(: a rule is'],
    [['--mcp-config', 'a'], '--mcp-config only works with --prompt'],
    [['--only-mcp-config'], '--only-mcp-config only works with --prompt'],
    [['--title', 'a'], '--title only works with --prompt'],
    [['--ephemeral'], '--ephemeral only works with --prompt'],
    [['--result', 'a'], '--result only works with --prompt'],
    [['--fallback-model', 'a'], '--fallback-model only works with --prompt'],
    [['-p', 'x', '--fallback-model', ''], '--fallback-model needs a value'],
    [['-p', 'x', '--file', ' '], '--file needs a value'],
    [['-p', 'x', '--tools', 'Read,,Grep'], '--tools needs a value'],
    [['-p', 'x', '--tools', 'Grep,Raed'], '--tools: "Raed" matches no tool; did you mean Read?'],
    [['-p', 'x', '--tools', 'mcp__a__b,Zzzzzz*'], '--tools: "Zzzzzz*" matches no tool; there are Agent, '],
    [['-p', 'x', '--title='], '--title needs a value'],
    [['-p', 'x', '--title', 'x'.repeat(201)], '--title is longer than 200'],
    [['-p', 'x', '--result', '-'], '--result needs a file'],
    [['-p', '-', '--stdin'], '--stdin and --prompt - exclude each other'],
    [['-p', 'x', '--ephemeral', '-c'], '--ephemeral and --continue exclude each other'],
    [['-p', 'x', '--ephemeral', '-S', 'session_x'], '--ephemeral and --session exclude each other'],
    [['--stdin', 'web'], '--stdin only works with --prompt'],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await agent(argv);
    expect({ code, out, err: err.split('\n')[0] }).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('--file and --stdin', () => {
  test('a text and a directory are mentioned, a picture and another file are sent', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    writeFileSync(file('note.md'), 'a note');
    writeFileSync(file('dot.png'), Buffer.from(pixel, 'base64'));
    writeFileSync(file('data.bin'), Buffer.from([1, 0, 2]));
    mkdirSync(file('folder'));
    const given = ['note.md', 'folder', 'dot.png', 'data.bin'].flatMap((name) => ['--file', name]);
    const { code, err } = await agent(['-p', 'say x', ...given]);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(await promptOf(resumed(err))).toEqual([
      { type: 'text', text: 'say x' },
      { type: 'text', text: `@${file('note.md')}` },
      { type: 'text', text: `@${file('folder')}` },
      { type: 'image', source: { kind: 'session_media', file_id: expect.any(String) } },
      expect.objectContaining({ type: 'file', name: 'data.bin', size: 3 }),
    ]);
  });

  test('a missing file exits 1, and no session is made', async () => {
    const before = (await sessions()).length;
    expect(await agent(['-p', 'say x', '--file', 'nowhere.txt'])).toMatchObject({
      code: 1,
      out: '',
      err: `error: --file: no such file: ${file('nowhere.txt')}\n`,
    });
    expect(await sessions()).toHaveLength(before);
  });

  test('stdin is appended between fences that it does not hold', async () => {
    const { err } = await agent(['-p', 'say x', '--stdin'], { stdin: 'one\n```\ntwo\n' });
    expect(await promptOf(resumed(err))).toEqual([
      { type: 'text', text: 'say x' },
      { type: 'text', text: '````\none\n```\ntwo\n````' },
    ]);
  });

  test('what is not text, or too long, is refused; nothing adds nothing', async () => {
    expect(await agent(['-p', 'x', '--stdin'], { stdin: Buffer.from([0xff]) })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--stdin: the text on stdin is not UTF-8'),
    });
    expect(await agent(['-p', 'x', '--stdin'], { stdin: 'x'.repeat(10 * 1024 * 1024 + 1) })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--stdin: the text on stdin is longer than 10 MiB'),
    });
    const { err } = await agent(['-p', 'say x', '--stdin'], { stdin: ' \n' });
    expect(await promptOf(resumed(err))).toEqual([{ type: 'text', text: 'say x' }]);
  });

  test('an open, silent stdin is not read without the option', async () => {
    const io = testIo({ home: daemon.home, cwd: daemon.cwd });
    const stdin = Object.assign(new PassThrough(), { isTTY: false });
    Object.assign(io, { stdin });
    expect(await run(['-p', 'say x', '-m', 'offline/echo'], io)).toBe(0);
    stdin.destroy();
  });
});

describe('what the session gets', () => {
  test('--tools narrows the tools', async () => {
    const { err } = await agent(['-p', 'run echo one\nread note.md', '--tools', 'Read, Gr*']);
    expect(err).not.toContain('[tool] Bash');
    const { tools } = await daemon.ok('listTools', { query: { session_id: resumed(err) } });
    const active = tools.filter((tool) => tool.active).map(({ name }) => name);
    expect(active).toEqual(expect.arrayContaining(['Grep', 'Read']));
    expect(active).not.toContain('Bash');
  });

  test('--deny forbids for this run, and the next one says its own', async () => {
    const argv = ['-p', 'run touch made-a.txt\nrun echo on', '--deny', 'Bash(touch made*)', '--result', 'denied.json'];
    const { code, err } = await agent(argv);
    expect(code).toBe(0);
    expect(err).toContain('[tool] Bash error: denied by the rule Bash(touch made*)');
    expect(err).toContain('[tool] Bash echo on\n  on\n[tool] Bash ok');
    expect(existsSync(file('made-a.txt'))).toBe(false);
    expect(record('denied.json')['denied']).toEqual([
      { tool: 'Bash', subject: 'touch made-a.txt', rule: 'Bash(touch made*)' },
    ]);
    const resume = ['-S', resumed(err)];
    expect((await agent(['-p', 'run touch made-b.txt', ...resume, '--deny', 'Bash(touch *)'])).err).toContain(
      'denied by the rule Bash(touch *)',
    );
    await agent(['-p', 'run touch made-c.txt', ...resume]);
    expect([existsSync(file('made-b.txt')), existsSync(file('made-c.txt'))]).toEqual([false, true]);
  });

  test('--append-system comes behind the system prompt, as text or from a file', async () => {
    writeFileSync(file('extra.md'), 'Answer in verse.\n');
    for (const given of ['Answer in verse.', '@extra.md']) {
      const { err } = await agent(['-p', 'say x', '--append-system', given]);
      const db = new Database(join(daemon.home, 'agent.db'), { readonly: true });
      const row = db
        .prepare('SELECT rendered FROM agents JOIN sessions ON sessions.key = session_key WHERE sessions.id = ?')
        .get(resumed(err)) as { rendered: string };
      db.close();
      expect(row.rendered).toMatch(/[^\n]\n\nAnswer in verse\.$/);
    }
    expect(await agent(['-p', 'x', '--append-system', '@none.md'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--append-system: no such file: ' + file('none.md')),
    });
  });

  test('--title names a new and an existing session', async () => {
    const { err } = await agent(['-p', 'say x', '--title', 'My run']);
    const id = resumed(err);
    const title = async () => (await daemon.ok('getSession', daemon.session(id))).title;
    expect(await title()).toBe('My run');
    await agent(['-p', 'say x', '-S', id, '--title', 'Second']);
    expect(await title()).toBe('Second');
  });

  test('--mcp-config adds servers with the variables of this process; --only-mcp-config leaves out the others', async () => {
    writeFileSync(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: { configured: { command: 'gone-1' } } }));
    const entry = { command: '/no/such/program', env: { KEY: '${MINE}' } };
    writeFileSync(file('servers.json'), JSON.stringify({ mcpServers: { given: entry } }));
    const argv = ['-p', 'say x', '--mcp-config', 'servers.json'];
    expect(await agent(argv)).toMatchObject({
      code: 1,
      err: `error: --mcp-config: ${file('servers.json')}: server given: the variable MINE is not set\n`,
    });
    // names that objects have by themselves are like any other
    writeFileSync(
      file('names.json'),
      `{"mcpServers":{"__proto__":${JSON.stringify({ command: '/no/such/program' })}}}`,
    );
    expect((await agent(['-p', 'say x', '--mcp-config', 'names.json'])).err).toContain('__proto__');
    writeFileSync(file('names.json'), `{"mcpServers":{"x":{"command":"x","env":{"KEY":"\${constructor}"}}}}`);
    expect((await agent(['-p', 'say x', '--mcp-config', 'names.json'])).err).toContain('constructor is not set');
    const env = { MINE: 'value', PATH: process.env['PATH'] ?? '' };
    const both = await agent(argv, { env });
    expect(both.code).toBe(0);
    expect(both.err).toContain('given');
    expect(both.err).toContain('configured');
    const only = await agent([...argv, '--only-mcp-config'], { env });
    expect(only.err).toContain('given');
    expect(only.err).not.toContain('configured');
    writeFileSync(join(daemon.home, 'mcp.json'), '{}');
  });

  test.each<[string, string | undefined, RegExp]>([
    ['absent.json', undefined, /no such file/],
    ['broken.json', '{', /is not JSON/],
    ['other.json', '{"servers":{}}', /has no table mcpServers/],
    ['entry.json', '{"mcpServers":{"a":1}}', /server a is not a table/],
  ])('--mcp-config %s', async (name, text, message) => {
    if (text !== undefined) writeFileSync(file(name), text);
    expect(await agent(['-p', 'x', '--mcp-config', name])).toMatchObject({
      code: 1,
      err: expect.stringMatching(message),
    });
  });

  test.each([
    ['say x', 0],
    ['fail 400', 1],
    ['/skill:nothing', 1],
  ])('--ephemeral leaves no row and no directory after %s', async (prompt, code) => {
    const before = (await sessions()).map(({ id }) => id);
    const folders = readdirSync(join(daemon.home, 'sessions'));
    const done = await agent(['-p', prompt, '--ephemeral']);
    expect(done).toMatchObject({ code, err: expect.not.stringContaining('To resume') });
    expect((await sessions()).map(({ id }) => id)).toEqual(before);
    expect(readdirSync(join(daemon.home, 'sessions'))).toEqual(folders);
  });
});

describe('--result', () => {
  test('says what the run did', async () => {
    const prompt = 'say first\nread nothing.txt\nrun touch never.txt\nwrite made.txt: one\\ntwo\nsay done';
    const { code, err, out } = await agent(['-p', prompt, '--result', 'result.json']);
    expect(code).toBe(0);
    expect(out).toContain('first');
    const written = record('result.json');
    expect(written).toMatchObject({
      version: 1,
      status: 'completed',
      exit_code: 0,
      session_id: resumed(err),
      prompt_ids: [expect.any(String)],
      turns: 1,
      steps: expect.any(Number),
      tool_calls: { total: 3, errors: 2, denied: 1 },
      denied: [{ tool: 'Bash', subject: 'touch never.txt', rule: 'Bash(touch never*)' }],
      files_changed: [{ path: file('made.txt'), status: 'added', added: 2, removed: 0 }],
      usage: { turn_count: 1, output_tokens: expect.any(Number) },
      models: ['offline/echo'],
      cwd: daemon.cwd,
      program_version: '1.2.3',
    });
    expect(written['text']).toContain('done');
    expect(written).not.toHaveProperty('error');
    expect(Date.parse(String(written['ended_at'])) - Date.parse(String(written['started_at']))).toBe(
      written['duration_ms'],
    );
    expect(readdirSync(daemon.cwd).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('counts only the run in a session that is continued, and replaces the file', async () => {
    const { err } = await agent(['-p', 'say one\nread note.md', '--result', 'again.json']);
    await agent(['-p', 'say two', '-S', resumed(err), '--result', 'again.json']);
    expect(record('again.json')).toMatchObject({
      text: 'two',
      turns: 1,
      tool_calls: { total: 0, errors: 0, denied: 0 },
      usage: { turn_count: 1 },
    });
  });

  test('is written for a failed turn, and for a prompt that cannot be sent', async () => {
    await agent(['-p', 'fail 400', '--result', 'failed.json']);
    expect(record('failed.json')).toMatchObject({
      status: 'failed',
      exit_code: 1,
      error: { code: expect.stringContaining('provider.'), message: expect.any(String), retryable: false },
    });
    await agent(['-p', 'x', '-m', 'offline/eco', '--result', 'unknown.json']);
    const written = record('unknown.json');
    expect(written).toMatchObject({ status: 'failed', exit_code: 1, error: { message: expect.stringMatching(/eco/) } });
    expect(written).not.toHaveProperty('session_id');
  });

  test('is written after an interruption, and for an ephemeral session', async () => {
    const io = testIo({ home: daemon.home, cwd: daemon.cwd });
    const argv = ['-p', 'slow 50 a b c d e f g h i j k l m n o p', '--ephemeral', '--result', 'cut.json'];
    const running = run([...argv, '-m', 'offline/echo'], io);
    await until(() => io.out().includes('a'), 10_000);
    io.signal('SIGINT');
    expect(await running).toBe(130);
    expect(record('cut.json')).toMatchObject({ status: 'cancelled', exit_code: 130, session_id: expect.any(String) });
  });

  test('through a link: the file behind it is written, and the link stays', async () => {
    mkdirSync(file('runs'));
    symlinkSync('runs/one.json', file('latest.json'));
    for (const text of ['made', 'replaced']) {
      expect(await agent(['-p', `say ${text}`, '--result', 'latest.json'])).toMatchObject({ code: 0 });
      expect(readlinkSync(file('latest.json'))).toBe('runs/one.json');
      expect(record('runs/one.json')).toMatchObject({ text });
    }
  });

  test('into a pipe or a loop of links: exit 1, no session is made, and they stay', async () => {
    execFileSync('mkfifo', [file('pipe')]);
    symlinkSync('loop', file('loop'));
    const before = (await sessions()).length;
    for (const [name, problem] of [
      ['pipe', 'is not a plain file'],
      ['loop', 'cannot be written (ELOOP)'],
    ] as const) {
      const err = `error: --result: ${file(name)} ${problem}\n`;
      expect(await agent(['-p', 'say x', '--result', name])).toMatchObject({ code: 1, out: '', err });
    }
    expect(lstatSync(file('pipe')).isFIFO()).toBe(true);
    expect(readlinkSync(file('loop'))).toBe('loop');
    expect(await sessions()).toHaveLength(before);
  });

  test('into a missing directory: exit 1, and no session is made', async () => {
    const before = (await sessions()).length;
    expect(await agent(['-p', 'say x', '--result', 'no/where.json'])).toMatchObject({
      code: 1,
      out: '',
      err: `error: --result: no such directory: ${file('no')}\n`,
    });
    expect(await sessions()).toHaveLength(before);
    expect(existsSync(file('no'))).toBe(false);
  });
});
