/** `agent migrate --from opencode` and `--from kimi`: sessions in two forms, and taken back events (acp-cli.md 2.2). */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command, interruptedAtQuestion } from './harness.js';

jest.setTimeout(30_000);

let model: ScriptedModel;
let daemon: TestDaemon;
let root: string;
let project: string;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-migrate-')));
  project = join(root, 'project');
  mkdirSync(project);
  writeOpencode();
  writeKimi();
  model = await startModel();
  model.answer(() => ({ text: 'I remember.' }));
  daemon = await startTestDaemon({ config: modelConfig(model.baseUrl, '') });
});
afterAll(async () => {
  await daemon.close();
  await model.close();
  rmSync(root, { recursive: true, force: true });
});

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = `data:image/png;base64,${pixel}`;
const start = Date.UTC(2026, 3, 5, 6);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Writes a session of messages and parts, one in the newer form, and something that is not a session. */
function writeOpencode(): void {
  mkdirSync(join(root, 'opencode'));
  const db = new Database(join(root, 'opencode/opencode.db'));
  db.pragma('journal_mode = WAL');
  db.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, revert TEXT, time_created INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);
    CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, data TEXT);`);
  let count = 0;
  const session = (id: string, title: string, more: { parent?: string; revert?: object } = {}) =>
    db
      .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, more.parent ?? null, project, title, more.revert ? JSON.stringify(more.revert) : null, start);
  const message = (of: string, id: string, data: object | string, ...parts: object[]) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    db.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(id, of, start + 1_000 * count++, text);
    for (const part of parts)
      db.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(`p${count++}`.padStart(9), id, of, JSON.stringify(part));
  };
  const tool = (callID: string, state: object) => ({ type: 'tool', callID, tool: 'read', state });
  session('ses_1', 'Old form\u001b[2J', { revert: { messageID: 'm7' } });
  message(
    'ses_1',
    'm1',
    { role: 'user', time: { created: start } },
    { type: 'text', text: 'Look at it' },
    {
      ...{ type: 'text', synthetic: true, text: 'said by the program' },
    },
    { type: 'file', mime: 'image/png', url: image },
    { type: 'file', mime: 'text/plain', url: 'file:///x' },
  );
  message(
    'ses_1',
    'm2',
    { role: 'assistant', modelID: 'big', time: { created: start + 1_000 } },
    { type: 'step-start' },
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'I look.' },
    tool('c1', { status: 'completed', input: { path: 'a' }, output: 'text of a' }),
    tool('c2', { status: 'error', input: { path: 'b' }, error: 'no such file' }),
    tool('c3', { status: 'running', input: { path: 'c' } }),
    { type: 'patch', files: ['a'] },
  );
  message('ses_1', 'm3', '{ broken');
  message('ses_1', 'm4', { role: 'assistant', summary: true }, { type: 'text', text: 'shortened by the program' });
  message('ses_1', 'm5', { role: 'user' }, { type: 'text', text: 'And now?' });
  message('ses_1', 'm6', { role: 'assistant' }, { type: 'text', text: 'Fine.' });
  message('ses_1', 'm7', { role: 'user' }, { type: 'text', text: 'taken back' });
  session('ses_2', 'Begun by another', { parent: 'ses_1' });
  message('ses_2', 'x1', { role: 'user' }, { type: 'text', text: 'not for me' });
  session('ses_3', 'New form');
  const entry = (type: string, data: object) =>
    db
      .prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?)')
      .run(`e${count++}`, 'ses_3', type, count, start + 1_000 * count, JSON.stringify(data));
  entry('model-switched', { model: { id: 'small' } });
  entry('user', { text: 'Say hello', files: [{ uri: image, mime: 'image/png' }] });
  entry('synthetic', { text: 'said by the program' });
  entry('assistant', {
    model: { id: 'small', providerID: 'p' },
    content: [
      { type: 'text', text: 'Hello.' },
      {
        ...{ type: 'tool', id: 'c9', name: 'bash' },
        state: { status: 'completed', input: { command: 'ls' }, content: [{ type: 'text', text: 'one file' }] },
      },
    ],
  });
  session('ses_4', 'New session - 2026-04-05T06:00:00.000Z');
  db.close();
}

function writeKimi(): void {
  const place = 'kimi/sessions/wd_project_0a/session_k1';
  write(
    `${place}/state.json`,
    JSON.stringify({ title: 'A file', workDir: project, createdAt: '2026-05-06T07:00:00.000Z' }),
  );
  let time = Date.UTC(2026, 4, 6, 7);
  const line = (type: string, more: object) => `${JSON.stringify({ type, ...more, time: (time += 1_000) })}\n`;
  const message = (role: string, content: unknown, more: object = {}) =>
    line('context.append_message', { message: { role, content, ...more } });
  const event = (type: string, more: object) => line('context.append_loop_event', { event: { type, ...more } });
  const text = (words: string) => [{ type: 'text', text: words }];
  const step = { stepUuid: 's1' };
  write(
    `${place}/agents/main/wire.jsonl`,
    [
      line('metadata', { protocol_version: '1.4' }),
      line('config.update', { modelAlias: 'kimi-x' }),
      message('user', [...text('Read the file'), { type: 'image_url', imageUrl: { url: image } }], {
        origin: { kind: 'user' },
      }),
      message('user', text('<system-reminder>\nrules\n</system-reminder>'), { origin: { kind: 'injection' } }),
      event('step.begin', { uuid: 's1' }),
      event('content.part', { ...step, part: { type: 'think', think: 'hm' } }),
      event('content.part', { ...step, part: { type: 'text', text: 'I read it.' } }),
      event('tool.call', { ...step, toolCallId: 'c1', name: 'ReadFile', args: { path: 'a' } }),
      event('tool.result', { toolCallId: 'c1', result: { output: 'text of a' } }),
      event('step.end', { uuid: 's1' }),
      '{ broken\n',
      message('user', text('a question that was taken back')),
      message('assistant', text('an answer that was taken back')),
      line('context.undo', { count: 1 }),
      line('context.juggle', {}),
      message('user', 'And?'),
      message('assistant', text('Fine.'), { toolCalls: [{ id: 'c2', name: 'Shell', arguments: '{"command":"ls"}' }] }),
      message('tool', 'one file', { toolCallId: 'c2' }),
    ].join(''),
  );
  write(`${place}/agents/sub-1/wire.jsonl`, message('user', 'not for me'));
  write('elsewhere.jsonl', message('user', 'behind a link'));
  mkdirSync(join(root, 'kimi/sessions/wd_project_0a/session_k2/agents/main'), { recursive: true });
  symlinkSync(
    join(root, 'elsewhere.jsonl'),
    join(root, 'kimi/sessions/wd_project_0a/session_k2/agents/main/wire.jsonl'),
  );
}

const migrate = (source: 'opencode' | 'kimi', ...more: string[]) =>
  command(['migrate', '--from', source, join(root, source), ...more], { home: daemon.home, cwd: daemon.cwd });

async function imported(title: string) {
  const { items } = await daemon.ok('listSessions', {});
  const session = items.find((each) => each.title === title);
  if (!session) throw new Error(`not there: ${title}`);
  const messages = (await daemon.ok('listMessages', daemon.session(session.id))).items;
  return { session, messages: messages.sort((a, b) => (a.created_at < b.created_at ? -1 : 1)) };
}

/** Continues a session; returns the messages of its request, which must be valid. */
async function continued(id: string): Promise<string> {
  const { code } = await command(['-m', 'm', '-p', 'Go on', '-S', id], { home: daemon.home, cwd: project });
  expect(code).toBe(0);
  model.checkInvariants();
  return JSON.stringify(model.bodies.at(-1)?.messages);
}

test('Ctrl-C at the question ends with 130 and imports nothing', async () => {
  const given = { home: daemon.home, cwd: daemon.cwd, env: { HOME: root } };
  const left = await interruptedAtQuestion(['migrate', '--from', 'opencode', join(root, 'opencode')], given);
  expect(left).toMatchObject({ code: 130, out: '', err: expect.stringMatching(/\[Y\/n\] \ncancelled\n$/) });
  expect((await daemon.ok('listSessions', {})).items).toEqual([]);
});

test('sessions of opencode are listed and imported in both forms, once, and continue', async () => {
  const before = readdirSync(join(root, 'opencode'));
  const listed = await migrate('opencode', '--list');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^ses_1\\t2026-04-05T06:\\S+\\t4\\t${project}\\tOld form\\\\x1b\\[2J$`)),
    expect.stringMatching(new RegExp(`^ses_3\\t2026-04-05T06:\\S+\\t2\\t${project}\\tNew form$`)),
    expect.stringMatching(/^ses_4\t/),
    '',
  ]);
  const done = await migrate('opencode', '--yes');
  expect(done).toMatchObject({ code: 0, out: '2 imported, 1 skipped, 0 failed\n' });
  for (const lost of [
    '1 attached file',
    '1 message taken back',
    '1 thought',
    '1 summary',
    '2 words of the program',
    '1 line that could not be read',
  ])
    expect(done.err).toContain(lost);
  expect(readdirSync(join(root, 'opencode'))).toEqual(before);
  expect(await migrate('opencode', '--yes')).toMatchObject({ code: 0, out: '0 imported, 3 skipped, 0 failed\n' });

  const { session, messages } = await imported('New form');
  expect(session.metadata).toMatchObject({ cwd: project, imported: { source: 'opencode' } });
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', [{ type: 'text', text: 'Say hello' }, expect.objectContaining({ type: 'image' })]],
    ['assistant', [{ type: 'text', text: 'Hello.\n\n[called bash: {"command":"ls"}]\n[its result: one file]' }]],
  ]);
  const old = (await daemon.ok('listSessions', {})).items.find(({ title }) => title.startsWith('Old form'));
  const sent = await continued(old?.id ?? '');
  for (const part of ['Look at it', 'text of a', 'no such file', 'Fine.']) expect(sent).toContain(part);
  for (const part of ['said by the program', 'shortened by', 'taken back', 'not for me'])
    expect(sent).not.toContain(part);
});

test('a database of opencode that grows while it is in use gives another session; the old one stays', async () => {
  const db = new Database(join(root, 'opencode/opencode.db'));
  const data = JSON.stringify({ text: 'Once more' });
  db.prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?)').run('z', 'ses_3', 'user', 99, start, data);
  expect((await migrate('opencode', '--yes')).out).toBe('1 imported, 2 skipped, 0 failed\n');
  db.close();
});

test.each([
  ['', 'it has no file opencode.db'],
  ['no database at all, but long enough to be looked at', 'file is not a database'],
])('a database of opencode that is %j is refused', async (text, reason) => {
  const directory = join(root, `none-${text.length}`);
  mkdirSync(directory);
  if (text !== '') writeFileSync(join(directory, 'opencode.db'), text);
  const { code, out, err } = await command(['migrate', '--from', 'opencode', directory, '--list'], {
    home: daemon.home,
    cwd: daemon.cwd,
  });
  expect([code, out, err]).toEqual([1, '', expect.stringContaining(reason)]);
});

test('sessions of kimi-code are imported without what was taken back, once, and continue', async () => {
  const listed = await migrate('kimi', '--list');
  expect(listed.out).toMatch(new RegExp(`^session_k1\\t2026-05-06T07:\\S+\\t4\\t${project}\\tA file\\n$`));
  const done = await migrate('kimi', '--yes');
  expect(done).toMatchObject({ code: 0, out: '1 imported, 0 skipped, 0 failed\n' });
  for (const lost of [
    '1 thought',
    '1 word of the program',
    '1 line of type context.juggle',
    '1 line that could not be read',
    '1 message taken back',
  ])
    expect(done.err).toContain(lost);
  const { session, messages } = await imported('A file');
  expect(session.created_at).toMatch(/^2026-05-06T07:/);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', [{ type: 'text', text: 'Read the file' }, expect.objectContaining({ type: 'image' })]],
    [
      'assistant',
      [{ type: 'text', text: expect.stringMatching(/^I read it\.\n\n\[called ReadFile: .*text of a\]$/s) }],
    ],
    ['user', [{ type: 'text', text: 'And?' }]],
    ['assistant', [{ type: 'text', text: expect.stringMatching(/^Fine\.\n\n\[called Shell: .*one file\]$/s) }]],
  ]);
  expect(await continued(session.id)).toContain('I read it.');
  expect((await migrate('kimi', '--yes')).out).toBe('0 imported, 1 skipped, 0 failed\n');
});

test('their MCP servers come on request', async () => {
  write(
    '.config/opencode/opencode.json',
    JSON.stringify({
      mcp: {
        docs: { type: 'local', command: ['docs', 'serve'], environment: { KEY: 'x' } },
        far: { type: 'remote', url: 'https://mcp.example' },
      },
    }),
  );
  write('kimi/mcp.json', JSON.stringify({ mcpServers: { clock: { command: 'clock' } } }));
  mkdirSync(join(root, '.local/share'), { recursive: true });
  symlinkSync(join(root, 'opencode'), join(root, '.local/share/opencode'));
  const given = { home: daemon.home, cwd: daemon.cwd, env: { HOME: root, KIMI_CODE_HOME: join(root, 'kimi') } };
  const shown = await command(['migrate', '--from', 'opencode', '--mcp', '--yes'], given);
  expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('MCP server docs: docs serve') });
  await command(['migrate', '--from', 'kimi', '--mcp', '--yes'], given);
  expect(JSON.parse(readFileSync(join(daemon.home, 'mcp.json'), 'utf8')).mcpServers).toMatchObject({
    docs: { transport: 'stdio', command: 'docs', args: ['serve'], env: { KEY: 'x' } },
    far: { transport: 'http', url: 'https://mcp.example' },
    clock: { transport: 'stdio', command: 'clock' },
  });
});
