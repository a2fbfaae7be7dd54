/** `agent migrate --from`: sessions of Claude Code, Codex and Gemini CLI become sessions here (acp-cli.md 2.2). */
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { migrationSources } from '../../schemas/migration.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command } from './harness.js';

jest.setTimeout(30_000);

let model: ScriptedModel;
let daemon: TestDaemon;
let root: string;
let project: string;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-migrate-')));
  project = join(root, 'project');
  mkdirSync(project);
  writeClaude();
  writeCodex();
  writeGemini();
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

function write(path: string, lines: (object | string)[]): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

/** Writes a conversation with parallel calls, an abandoned branch, a subagent, and what the program added. */
function writeClaude(): void {
  let count = 0;
  const line = (type: string, uuid: string, parentUuid: string | null, message: object, more: object = {}) => ({
    type,
    uuid,
    parentUuid,
    sessionId: '11111111-2222-3333-4444-555555555555',
    cwd: project,
    timestamp: `2026-01-02T10:00:${String(count++).padStart(2, '0')}.000Z`,
    isSidechain: false,
    message,
    ...more,
  });
  const user = (content: unknown) => ({ role: 'user', content });
  const reply = (id: string, block: object) => ({ role: 'assistant', id, model: 'claude-x', content: [block] });
  const result = (id: string, content: unknown) => user([{ type: 'tool_result', tool_use_id: id, content }]);
  write('claude/projects/-project/11111111-2222-3333-4444-555555555555.jsonl', [
    { type: 'file-history-snapshot', messageId: 'x' },
    line('user', 'u0', null, user('<local-command-caveat>as typed</local-command-caveat>'), { isMeta: true }),
    line(
      'user',
      'u1',
      'u0',
      user([
        { type: 'text', text: 'Look at both files' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
      ]),
    ),
    line('assistant', 'a1', 'u1', reply('m1', { type: 'thinking', thinking: 'hm', signature: 's' })),
    line('assistant', 'a2', 'a1', reply('m1', { type: 'text', text: 'I read them.' })),
    line('assistant', 'a3', 'a2', reply('m1', { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } })),
    line('assistant', 'a4', 'a3', reply('m1', { type: 'tool_use', id: 't2', name: 'Read', input: { file_path: 'b' } })),
    line('user', 'r1', 'a3', result('t1', 'text of a')),
    line('user', 'r2', 'a4', result('t2', [{ type: 'text', text: 'text of b' }])),
    line('assistant', 's1', 'a4', reply('ms', { type: 'text', text: 'secret of a subagent' }), { isSidechain: true }),
    line('assistant', 'x1', 'r2', reply('mx', { type: 'text', text: 'an answer that was taken back' })),
    '{"type":"assistant", broken',
    line('assistant', 'a5', 'r2', reply('m2', { type: 'tool_use', id: 't3', name: 'Notebook', input: { cell: 1 } })),
    line('user', 'r3', 'a5', result('t3', 'cell done')),
    line('assistant', 'a6', 'r3', reply('m3', { type: 'tool_use', id: 't4', name: 'Bash', input: { command: 'ls' } })),
    line('user', 'u2', 'a6', user('And now?')),
    line('assistant', 'a7', 'u2', reply('m4', { type: 'text', text: 'Both are fine.' })),
    { type: 'custom-title', customTitle: 'Two files', sessionId: 'x' },
  ]);
  write('claude/projects/-project/22222222-2222-3333-4444-555555555555.jsonl', [{ type: 'summary', summary: 'empty' }]);
  write('claude/projects/-project/33333333-2222-3333-4444-555555555555.jsonl', ['nonsense', 'more of it']);
  write('claude/projects/-project/subagents/agent-1.jsonl', [line('user', 'z', null, user('not for me'))]);
}

function writeCodex(): void {
  const item = (payload: object, second: number) => ({
    timestamp: `2026-02-03T08:00:${String(second).padStart(2, '0')}.000Z`,
    type: 'response_item',
    payload,
  });
  const message = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
  write('codex/sessions/2026/02/03/rollout-2026-02-03T08-00-00-aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee.jsonl', [
    { timestamp: '2026-02-03T08:00:00.000Z', type: 'session_meta', payload: { id: 'codex-1', cwd: project } },
    { timestamp: '2026-02-03T08:00:00.000Z', type: 'turn_context', payload: { model: 'gpt-x', cwd: project } },
    item(message('developer', 'input_text', 'rules of the program'), 1),
    item(message('user', 'input_text', '<environment_context>\n<cwd>/x</cwd></environment_context>'), 1),
    item(message('user', 'input_text', 'Count the\tlines'), 2),
    { timestamp: '2026-02-03T08:00:02.000Z', type: 'event_msg', payload: { type: 'user_message', message: 'again' } },
    item({ type: 'reasoning', summary: [], encrypted_content: 'x' }, 3),
    item({ type: 'function_call', name: 'shell', arguments: '{"command":["wc","-l"]}', call_id: 'c1' }, 4),
    item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"12 a","metadata":{"exit_code":1}}' }, 5),
    item(message('assistant', 'output_text', 'Twelve.'), 6),
  ]);
}

/** Writes a session as lines, with a changed and an undone entry, and a session as one object. */
function writeGemini(): void {
  const at = (second: number) => `2026-03-04T09:00:0${second}.000Z`;
  const message = (id: string, type: string, second: number, more: object) => ({
    id,
    type,
    timestamp: at(second),
    ...more,
  });
  const response = (output: string) => [{ functionResponse: { id: 'g1', name: 'read_file', response: { output } } }];
  const call = { id: 'g1', name: 'read_file', args: { path: 'a' }, status: 'success', result: response('text of a') };
  write('gemini/tmp/project/.project_root', [project]);
  write('gemini/tmp/project/chats/session-2026-03-04T09-00-aaaa.jsonl', [
    { sessionId: 'gemini-1', projectHash: 'x', startTime: at(0), lastUpdated: at(0), kind: 'main' },
    message('i', 'info', 0, { content: 'Welcome' }),
    message('u1', 'user', 1, {
      content: [{ text: 'Read the file' }, { inlineData: { mimeType: 'image/png', data: pixel } }],
    }),
    message('m1', 'gemini', 2, { content: '', thoughts: [{ subject: 'hm' }], model: 'gemini-x' }),
    message('m1', 'gemini', 2, { content: 'I look.', toolCalls: [call], model: 'gemini-x' }),
    message('u2', 'user', 3, { content: 'a question that was taken back' }),
    { $rewindTo: 'u2' },
    '{ broken',
    message('u3', 'user', 4, { content: 'And?' }),
    message('m3', 'gemini', 5, { content: 'It is fine.', model: 'gemini-x' }),
    { $set: { summary: 'One file', lastUpdated: at(5) } },
  ]);
  const messages = [
    message('u1', 'user', 6, { content: 'Say hello' }),
    message('m1', 'gemini', 7, { content: 'Hello.' }),
  ];
  const whole = JSON.stringify({ sessionId: 'gemini-2', summary: 'Greeting', messages }, undefined, 2);
  write('gemini/tmp/project/chats/session-2026-03-04T09-00-bbbb.json', [whole]);
}

const migrate = (source: 'claude' | 'codex' | 'gemini', ...more: string[]) =>
  command(['migrate', '--from', source, join(root, source), ...more], { home: daemon.home, cwd: daemon.cwd });

async function imported(title: string) {
  const { items } = await daemon.ok('listSessions', {});
  const session = items.find((each) => each.title === title);
  if (!session) throw new Error(`not there: ${title}`);
  const messages = (await daemon.ok('listMessages', daemon.session(session.id))).items;
  return { session, messages: messages.sort((a, b) => (a.created_at < b.created_at ? -1 : 1)) };
}

test('--list prints a line for each session and writes nothing', async () => {
  const before = (await daemon.ok('listSessions', {})).items.length;
  const claude = await migrate('claude', '--list');
  const lines = claude.out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(claude.code).toBe(0);
  expect(lines).toContainEqual([
    '11111111-2222-3333-4444-555555555555',
    expect.stringMatching(/^2026-01-02T10:00:/),
    '4',
    project,
    'Two files',
  ]);
  const codex = await migrate('codex', '--list');
  expect(codex.out).toMatch(/^codex-1\t2026-02-03T08:00:06\.000Z\t2\t.*\tCount the lines\n$/);
  expect((await migrate('codex', '--list', '--since', '2026-03-01')).out).toBe('');
  expect((await migrate('codex', '--list', '--cwd', root)).out).toBe('');
  expect((await daemon.ok('listSessions', {})).items).toHaveLength(before);
});

describe('an import from Claude Code', () => {
  test('says what came of it, and a second one imports nothing', async () => {
    const { code, out, err } = await migrate('claude', '--yes');
    expect({ code, out }).toEqual({ code: 1, out: '1 imported, 1 skipped, 1 failed\n' });
    expect(err).toContain('3 sessions (');
    expect(err).toMatch(/failed: .*33333333.*: nothing in it can be read/);
    expect(err).toMatch(/not carried over: .*1 message of subagents/);
    expect(err).toMatch(/1 message of other branches/);
    expect(err).toMatch(/1 thought/);
    expect(err).toMatch(/1 line that could not be read/);
    const report = JSON.parse(readFileSync(join(daemon.home, 'migration-report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ source: { kind: 'claude' }, sessions: { imported: 1, skipped: 1 } });
    expect((await migrate('claude', '--yes')).out).toBe('0 imported, 2 skipped, 1 failed\n');
  });

  test('the session has its title, directory, times and messages', async () => {
    const { session, messages } = await imported('Two files');
    expect(session).toMatchObject({ title_kind: 'custom', archived: false, busy: false, last_prompt: 'And now?' });
    expect(session.metadata).toMatchObject({ cwd: project, imported: { source: 'claude' } });
    expect(session.created_at).toMatch(/^2026-01-02T10:00:/);
    expect(session.updated_at).toMatch(/^2026-01-02T10:00:/);
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Look at both files' }, expect.objectContaining({ type: 'image' })],
      [{ type: 'text', text: 'And now?' }],
    ]);
    const sent = JSON.stringify(messages);
    expect(sent).toContain('text of b');
    expect(sent).toContain('[called Notebook: {\\"cell\\":1}]\\n[its result: cell done]');
    for (const left of ['hm', 'secret of a subagent', 'taken back', 'as typed']) expect(sent).not.toContain(`"${left}`);
  });

  test('it continues: the model gets a valid history', async () => {
    const { session } = await imported('Two files');
    const done = await command(['-m', 'm', '-p', 'What did I ask?', '-S', session.id], {
      home: daemon.home,
      cwd: project,
    });
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('I remember.') });
    const sent = model.bodies.at(-1)?.messages ?? [];
    expect(sent.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'assistant', 'tool', 'user', 'assistant', 'user'],
    ]);
    expect(JSON.stringify(sent)).toContain('is not in the imported session');
    model.checkInvariants();
  });

  test('a file that has grown is another session; the old one stays', async () => {
    const file = join(root, 'claude/projects/-project/11111111-2222-3333-4444-555555555555.jsonl');
    appendFileSync(file, `${JSON.stringify({ type: 'custom-title', customTitle: 'Two files, later' })}\n`);
    expect((await migrate('claude', '-y')).out).toBe('1 imported, 1 skipped, 1 failed\n');
    await imported('Two files');
    await imported('Two files, later');
  });
});

test('an import from Codex', async () => {
  expect(await migrate('codex', '--yes')).toMatchObject({ code: 0, out: '1 imported, 0 skipped, 0 failed\n' });
  const { messages } = await imported('Count the lines');
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', [{ type: 'text', text: 'Count the\tlines' }]],
    ['assistant', [{ type: 'text', text: '[called shell: {"command":["wc","-l"]}]\n[its error: 12 a]' }]],
    ['assistant', [{ type: 'text', text: 'Twelve.' }]],
  ]);
});

test('a byte order mark and times that are none cost no session', async () => {
  const said = (role: string, text: string, timestamp: unknown) => ({
    timestamp,
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'text', text }] },
  });
  const meta = { timestamp: '2026-02-04T08:00:00.000Z', type: 'session_meta', payload: { id: 'odd', cwd: project } };
  write('odd/sessions/2026/02/04/rollout-odd.jsonl', [
    `\uFEFF${JSON.stringify(meta)}`,
    said('user', 'Odd times', '+275760-09-13T00:00:00.000Z'),
    said('assistant', 'Yes.', 9e99),
    said('assistant', 'Indeed.', -1),
  ]);
  const { code, out, err } = await command(['migrate', '--from', 'codex', join(root, 'odd'), '--yes'], {
    home: daemon.home,
    cwd: daemon.cwd,
  });
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '1 imported, 0 skipped, 0 failed\n',
    err: expect.not.stringContaining('not carried over'),
  });
  const { session } = await imported('Odd times');
  expect(session).toMatchObject({ created_at: '2026-02-04T08:00:00.000Z', metadata: { cwd: project } });
});

describe('a source that is hostile or broken', () => {
  const turn = (text: string, cwd: string) => ({
    type: 'user',
    uuid: text,
    cwd,
    message: { role: 'user', content: text },
  });
  const from = (source: string, path: string, ...more: string[]) =>
    command(['migrate', '--from', source, join(root, path), ...more], { home: daemon.home, cwd: daemon.cwd });

  test('tabs and escape codes in a title or directory stay within their field of --list', async () => {
    const title = { type: 'custom-title', customTitle: 'a\tb\u001b[31m\u202ec' };
    write('tabs/projects/p/tabs.jsonl', [turn('x', '/one\ttwo'), title]);
    const { out } = await from('claude', 'tabs', '--list');
    expect(out).toMatch(/^tabs\t\S+\t1\t\/one\\ttwo\ta\\tb\\x1b\[31m\\u202ec\n$/);
  });

  test('a call with the name of a member of every object stays as text', async () => {
    const content = ['constructor', '__proto__'].map((name) => ({ type: 'tool_use', id: name, name, input: {} }));
    const reply = {
      type: 'assistant',
      uuid: 'r',
      parentUuid: 'Members',
      timestamp: '2099-01-01T00:00:00Z',
      message: { role: 'assistant', id: 'm', content },
    };
    write('members/projects/p/members.jsonl', [turn('Members', project), reply]);
    expect((await from('claude', 'members', '-y')).out).toBe('1 imported, 0 skipped, 0 failed\n');
    const { messages } = await imported('Members');
    const text = '[called constructor: {}]\n\n[called __proto__: {}]';
    expect(messages.at(-1)?.content).toEqual([{ type: 'text', text }]);
  });

  test.each([
    ['codex', 'sessions'],
    ['gemini', 'tmp'],
    ['opencode', 'opencode.db'],
  ])('a loop of links in the place of %s is named, and is no defect', async (source, name) => {
    mkdirSync(join(root, `loop-${source}`));
    const link = join(root, `loop-${source}`, name);
    symlinkSync(name, link);
    const err = `error: ${link} cannot be read (ELOOP)\n`;
    expect(await from(source, `loop-${source}`, '--list')).toMatchObject({ code: 1, out: '', err });
  });

  test('a session that this user cannot read fails alone', async () => {
    write('closed/projects/p/open.jsonl', [turn('open', project)]);
    write('closed/projects/p/closed.jsonl', [turn('closed', project)]);
    chmodSync(root, 0o755);
    chmodSync(join(root, 'closed/projects/p/closed.jsonl'), 0o000);
    await from('claude', 'closed', '--list');
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const { code, out } = await from('claude', 'closed', '--list');
      expect(code).toBe(0);
      expect(out.split('\n').map((line) => line.split('\t')[0])).toEqual(['closed', 'open', '']);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

test('an import from Gemini CLI', async () => {
  const { out } = await migrate('gemini', '--list');
  expect(out.split('\n').slice(0, 2)).toEqual([
    `gemini-1\t2026-03-04T09:00:05.000Z\t4\t${project}\tOne file`,
    `gemini-2\t2026-03-04T09:00:07.000Z\t2\t${project}\tGreeting`,
  ]);
  const done = await migrate('gemini', '--yes');
  expect(done).toMatchObject({ code: 0, out: '2 imported, 0 skipped, 0 failed\n' });
  expect(done.err).toMatch(/not carried over: 1 message of type info, 1 line that could not be read/);
  const { session, messages } = await imported('One file');
  expect(session.metadata.cwd).toBe(project);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', [{ type: 'text', text: 'Read the file' }, expect.objectContaining({ type: 'image' })]],
    ['assistant', [{ type: 'text', text: 'I look.\n\n[called read_file: {"path":"a"}]\n[its result: text of a]' }]],
    ['user', [{ type: 'text', text: 'And?' }]],
    ['assistant', [{ type: 'text', text: 'It is fine.' }]],
  ]);
  expect((await imported('Greeting')).messages).toHaveLength(2);
  expect(await migrate('gemini', '--yes')).toMatchObject({ out: '0 imported, 2 skipped, 0 failed\n' });
});

test.each([...migrationSources])('nothing of %s in its usual place is no failure', async (source) => {
  const home = mkdtempSync(join(tmpdir(), 'agent-nothing-'));
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'none') };
  const run = (...argv: string[]) =>
    command(['migrate', '--from', source, ...argv], { home: daemon.home, cwd: daemon.cwd, env });
  const err = expect.stringMatching(
    /^no directory \/\S+; name it: agent migrate --from \w+ <directory>, or set \w+\n$/,
  );
  expect(await run('--list')).toMatchObject({ code: 0, out: '', err });
  expect(await run('--yes')).toMatchObject({ code: 0, out: 'nothing to import\n', err });
  rmSync(home, { recursive: true });
});

test.each<[string[], number, string]>([
  [['migrate'], 1, 'this needs a terminal to ask what to import'],
  [['migrate', '-y'], 2, 'migrate --yes needs --from <claude|codex|opencode|gemini|kimi>'],
  [['migrate', '--list'], 2, 'migrate --list needs --from'],
  [['migrate', '--from', 'word'], 2, '--from must be one of claude, codex, opencode, gemini, kimi'],
  [['migrate', '--from', 'claude', 'a', 'b'], 2, 'migrate takes one directory'],
  [['migrate', '--from', 'claude', '--since', 'then', '--list'], 2, '--since needs a date'],
  [['migrate', '--from', 'claude', '--since', '2026-02-30', '--list'], 2, '--since needs a date'],
  [['migrate', '--from', 'codex', '.'], 1, 'this needs a terminal'],
  [['migrate', '--from', 'codex', '.', '--list'], 1, 'holds no sessions of codex'],
])('%j: exit %i', async (argv, expected, message) => {
  const { code, out, err } = await command(argv, { home: daemon.home, cwd: daemon.cwd });
  expect({ code, out, err }).toEqual({ code: expected, out: '', err: expect.stringContaining(message) });
});
