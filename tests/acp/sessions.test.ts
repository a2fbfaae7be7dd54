/** Sessions, modes and options of the editor, on one server that other clients use too (acp-cli.md 1.5-1.8, 1.15). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServers } from '../../client/acp/mcp.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { cleanUp, eventually, startEditor, type Answer, type Editor } from './editor.fixture.js';

let daemon: TestDaemon;
let editor: Editor;
beforeAll(async () => {
  daemon = await startTestDaemon();
  editor = await startEditor({ home: daemon.home, cwd: daemon.cwd });
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  await daemon.close();
  cleanUp();
});

const at = (sessionId: string) => ({ sessionId, cwd: daemon.cwd, mcpServers: [] });
const updatesOf = (sessionId: string, from = 0) =>
  editor.updates
    .slice(from)
    .filter((each) => each.sessionId === sessionId)
    .map(({ update }) => update);

async function worked(text: string): Promise<string> {
  const { sessionId } = await editor.open();
  await editor.prompt(sessionId, text);
  return sessionId;
}

test('a new session is on the running server, and its answer comes before its updates', async () => {
  const answer = await editor.open();
  const { sessionId } = answer;
  expect(Object.keys(answer).sort()).toEqual(['configOptions', 'models', 'modes', 'sessionId']);
  expect(await daemon.ok('getSession', daemon.session(sessionId))).toMatchObject({ metadata: { cwd: daemon.cwd } });
  const first = editor.lines.findIndex((line) => JSON.stringify(line).includes(sessionId));
  expect(editor.lines[first]).toHaveProperty('result');
  await eventually('commands', () => editor.kinds(sessionId).includes('available_commands_update') || undefined);
  await eventually('the notice', () => editor.text(sessionId).includes('No model provider is configured') || undefined);
});

test.each([
  ['a relative directory', { cwd: 'somewhere' }],
  ['a missing directory', { cwd: '/does/not/exist' }],
  ['a missing further directory', { additionalDirectories: ['/does/not/exist'] }],
  ['a text in place of MCP servers', { mcpServers: 'x' }],
  ['an object in place of MCP servers', { mcpServers: { x: { command: 'x' } } }],
])('%s is refused', async (_, more) => {
  const [name] = Object.keys(more);
  const path = expect.stringMatching(new RegExp(`^${name}(\\[0\\])?$`));
  await expect(editor.open(more)).rejects.toMatchObject({ code: -32602, data: { path } });
});

test('20 sessions work at once, and each update carries its own id', async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => editor.open()));
  await Promise.all(opened.map(({ sessionId }) => editor.prompt(sessionId, `say I am ${sessionId}`)));
  for (const { sessionId } of opened) expect(editor.text(sessionId).match(/I am \S+/g)).toEqual([`I am ${sessionId}`]);
});

test('load replays what was said in order, resume does not, and both know the same message ids', async () => {
  const id = await worked('say the first answer');
  await editor.ask('session/set_mode', { sessionId: id, modeId: 'yolo' });
  await editor.prompt(id, 'run echo loud');
  await editor.prompt(id, 'todo one; two');
  const live = updatesOf(id).flatMap((update) => ('messageId' in update ? [update.messageId] : []));
  const from = editor.updates.length;
  const lines = editor.lines.length;
  await editor.ask('session/load', at(id));
  const replayed = updatesOf(id, from);
  expect(replayed.map(({ sessionUpdate }) => sessionUpdate).slice(0, 4)).toEqual([
    'user_message_chunk',
    'agent_message_chunk',
    'user_message_chunk',
    'tool_call',
  ]);
  expect(replayed[0]).toMatchObject({ content: { text: 'say the first answer' } });
  expect(replayed[1]).toMatchObject({ content: { text: 'the first answer' }, messageId: 'main:1.1' });
  expect(live).toContain('main:1.1');
  expect(replayed[3]).toMatchObject({ status: 'completed', name: 'Bash', title: '`echo loud`' });
  expect(replayed.some(({ sessionUpdate }) => sessionUpdate === 'plan')).toBe(true);
  const after = editor.lines.slice(lines).findIndex((line) => 'result' in line);
  const later = editor.lines.slice(lines + after).map((line) => JSON.stringify(line));
  expect(later.filter((line) => line.includes('_message_chunk'))).toEqual([]);
  const again = editor.updates.length;
  await editor.ask('session/resume', at(id));
  expect(updatesOf(id, again).filter(({ sessionUpdate }) => sessionUpdate.endsWith('_chunk'))).toEqual([]);
  await editor.prompt(id, 'say once');
  expect(editor.text(id).match(/once/g)).toHaveLength(1);
});

test('what was undone is not replayed, and a compaction is one line', async () => {
  const id = await worked('say kept');
  for (const text of ['say undone', '/undo', '/compact', 'think behind it']) await editor.prompt(id, text);
  const from = editor.updates.length;
  await editor.ask('session/load', at(id));
  const replayed = updatesOf(id, from).flatMap((update) =>
    'content' in update && update.sessionUpdate.endsWith('_chunk')
      ? [[update.sessionUpdate, (update.content as { text?: string }).text]]
      : [],
  );
  expect(replayed).toEqual([
    ['user_message_chunk', 'say kept'],
    ['agent_message_chunk', 'kept'],
    ['agent_thought_chunk', 'The older context was compacted.\n'],
    ['user_message_chunk', 'think behind it'],
    ['agent_thought_chunk', 'behind it'],
    ['agent_message_chunk', 'behind it'],
  ]);
});

test('a session of another client is joined while its turn runs, and both see the end', async () => {
  const { id } = await daemon.createSession();
  await daemon.prompt(id, 'slow 150 one two three four five six seven eight');
  await editor.ask('session/load', at(id));
  await daemon.waitForEnd(id);
  await eventually('the end', () => editor.text(id).includes('eight') || undefined);
  expect(editor.text(id).replace(/\s+/g, ' ')).toContain('one two three four five six seven eight');
  expect(editor.text(id).match(/three/g)).toHaveLength(1);
  await daemon.run(id, 'say from elsewhere');
  await eventually('the other prompt', () =>
    updatesOf(id).find((update) => update.sessionUpdate === 'user_message_chunk' && update._meta?.['agent-code']),
  );
});

test('a command that runs already is known to the editor before it ends', async () => {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.prompt(id, `run touch ${id}.runs; while [ ! -e ${id} ]; do sleep 0.1; done`);
  await eventually('the command', () => existsSync(join(daemon.cwd, `${id}.runs`)) || undefined);
  const from = editor.lines.length;
  await editor.ask('session/resume', at(id));
  const answer = editor.lines.slice(from).findIndex((line) => 'result' in line);
  const first = editor.lines.slice(from).findIndex((line) => JSON.stringify(line).includes(`"sessionId":"${id}"`));
  expect(first === -1 || first > answer).toBe(true);
  writeFileSync(join(daemon.cwd, id), '');
  await daemon.waitForEnd(id);
  await eventually('the end', () => [...editor.calls(id).values()][0]?.['status'] === 'completed' || undefined);
  const updates = updatesOf(id).filter((update) => 'toolCallId' in update);
  expect(updates[0]).toMatchObject({ sessionUpdate: 'tool_call', status: 'in_progress', name: 'Bash' });
  expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toHaveLength(1);
});

test('an editor that leaves takes the session along in which it did not prompt', async () => {
  const leaves = await startEditor({ home: daemon.home, cwd: daemon.cwd });
  const [empty, used] = [await leaves.open(), await leaves.open()];
  await leaves.prompt(used.sessionId, 'say kept');
  expect(await leaves.end()).toBe(0);
  await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(empty.sessionId));
  expect(await daemon.ok('getSession', daemon.session(used.sessionId))).toMatchObject({ last_prompt: 'say kept' });
});

test('the list shows what was prompted in, by directory, with its further directories', async () => {
  const further = join(daemon.folder, 'further');
  mkdirSync(further, { recursive: true });
  const { sessionId } = await editor.open({ additionalDirectories: [further] });
  await editor.prompt(sessionId, 'say listed');
  const { sessions } = await editor.ask<{ sessions: Answer[] }>('session/list', { cwd: daemon.cwd });
  expect(sessions.find((each) => each['sessionId'] === sessionId)).toMatchObject({
    cwd: daemon.cwd,
    additionalDirectories: [further],
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    _meta: { 'agent-code': { archived: false } },
  });
  expect(await editor.ask('session/list', { cwd: '/does/not/exist' })).toEqual({ sessions: [] });
  await expect(editor.ask('session/list', { cursor: 'none' })).rejects.toMatchObject({ code: -32602 });
});

test('load refuses another directory, an archived session and an unknown one', async () => {
  const id = await worked('say x');
  await expect(editor.ask('session/load', { ...at(id), cwd: daemon.folder })).rejects.toMatchObject({ code: -32602 });
  await expect(editor.ask('session/load', at('session_01jn8q5jv6w7x8y9z0a1b2c3d4'))).rejects.toMatchObject({
    code: -32002,
  });
  await editor.ask('session/close', { sessionId: id });
  await daemon.ok('archiveSession', daemon.session(id));
  await expect(editor.ask('session/load', at(id))).rejects.toMatchObject({ code: -32602, message: /agent -S/ });
});

test('close keeps what was prompted in and deletes the rest; what is not open is not found', async () => {
  const { sessionId: empty } = await editor.open();
  await editor.ask('session/close', { sessionId: empty });
  await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(empty));
  const id = await worked('say kept');
  await editor.ask('session/close', { sessionId: id });
  expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({ last_prompt: 'say kept' });
  await expect(editor.prompt(id, 'say x')).rejects.toMatchObject({ code: -32002 });
  await expect(editor.ask('session/set_mode', { sessionId: id, modeId: 'plan' })).rejects.toMatchObject({
    code: -32002,
  });
  await editor.ask('session/delete', { sessionId: id });
  await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(id));
  expect(await editor.ask('session/delete', { sessionId: id })).toEqual({});
});

test('a fork is a session of its own', async () => {
  const id = await worked('say before');
  const { sessionId: copy } = await editor.ask<{ sessionId: string }>('session/fork', at(id));
  expect(copy).not.toBe(id);
  expect(await editor.prompt(copy, 'say after')).toMatchObject({ stopReason: 'end_turn' });
  expect(editor.text(copy)).toContain('after');
  expect(editor.text(id)).not.toContain('after');
});

test('modes and options are set, shown when another client sets them, and refused when unknown', async () => {
  const { sessionId, modes, configOptions } = await editor.open();
  expect(modes).toMatchObject({ currentModeId: 'default' });
  expect((configOptions as Answer[]).map(({ id }) => id)).toEqual(['model', 'thinking', 'mode']);
  for (const option of configOptions as Answer[])
    expect(JSON.stringify(option['options'])).toContain(`"value":"${String(option['currentValue'])}"`);
  expect(await editor.ask('session/set_mode', { sessionId, modeId: 'plan' })).toEqual({});
  expect((await daemon.ok('getSession', daemon.session(sessionId))).agent_config).toMatchObject({ plan_mode: true });
  const set = (configId: string, value: string) =>
    editor.ask<{ configOptions: Answer[] }>('session/set_config_option', { sessionId, configId, value });
  const { configOptions: changed } = await set('mode', 'yolo');
  expect(changed.at(-1)).toMatchObject({ id: 'mode', currentValue: 'yolo' });
  await editor.ask('session/set_model', { sessionId, modelId: 'offline/echo' });
  const refused = { code: -32602 };
  await expect(set('mode', 'no')).rejects.toMatchObject(refused);
  await expect(set('colour', 'red')).rejects.toMatchObject(refused);
  await expect(set('model', 'no')).rejects.toMatchObject(refused);
  await expect(editor.ask('session/set_mode', { sessionId, modeId: 'no' })).rejects.toMatchObject(refused);
  await expect(editor.ask('session/set_model', { sessionId, modelId: 'no' })).rejects.toMatchObject(refused);
  const from = editor.updates.length;
  await daemon.ok('updateSessionProfile', {
    ...daemon.session(sessionId),
    body: { agent_config: { permission_mode: 'auto' } },
  });
  await eventually('both updates', () => {
    const kinds = updatesOf(sessionId, from).map(({ sessionUpdate }) => sessionUpdate);
    return kinds.includes('current_mode_update') && kinds.includes('config_option_update') ? true : undefined;
  });
});

test('slash commands answer at once, work to their end, or are text for the model', async () => {
  const { sessionId } = await editor.open();
  const run = async (text: string): Promise<string> => {
    const before = editor.text(sessionId).length;
    expect(await editor.prompt(sessionId, text)).toMatchObject({ stopReason: 'end_turn' });
    return editor.text(sessionId).slice(before);
  };
  const offered = await eventually('commands', () =>
    updatesOf(sessionId).find((update) => update.sessionUpdate === 'available_commands_update'),
  );
  // the answer that opened the session already has the options
  expect(editor.kinds(sessionId)).not.toContain('config_option_update');
  const names = (offered as unknown as { availableCommands: Answer[] }).availableCommands.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['compact', 'init', 'goal', 'status', 'usage', 'mcp', 'tasks', 'help']));
  expect(await run('/status')).toContain('offline/echo');
  expect(await run('/help')).toContain('/compact');
  expect(await run('/tasks')).not.toBe('');
  expect(await run('say something to keep')).toContain('something to keep');
  expect(await run('/unknown words')).toContain('/unknown');
  expect(await run('/undo')).toBe('Undid 1 prompt.\n');
  expect(await run('/model')).toBe('Model: offline/echo\nModels: offline/echo\n');
  expect(await run('/goal next manage')).toBe('No goals follow.\n');
  await run('plan Paint it');
  expect(await run('/plan show')).toBe('Paint it\n');
  await run('/compact');
  await run('/plan');
  await eventually('the mode', () =>
    updatesOf(sessionId).some((update) => update.sessionUpdate === 'current_mode_update') ? true : undefined,
  );
});

test('servers of the editor are given to the session with literal values, and odd ones are named', async () => {
  const { sessionId } = await editor.open({
    mcpServers: [
      { name: 'odd one', command: 'does-not-exist', args: [], env: [{ name: 'KEY', value: '${HOME}' }] },
      { name: 'new kind', type: 'acp', id: 'x' },
      { name: 'broken', type: 'http' },
      { name: '__proto__', command: 'does-not-exist', args: [], env: [{ name: '__proto__', value: 'x' }] },
      { name: '__proto__', command: 'does-not-exist', args: [], env: [] },
    ],
  });
  await eventually('the notice', () => editor.text(sessionId).includes('new kind, broken') || undefined);
  const { servers } = await daemon.ok('listMcpServers', { query: { session_id: sessionId } });
  expect(servers.map(({ name }) => name)).toEqual(['__proto__', '__proto___2', 'odd_one']);
  const given = readServers([{ name: 'a', command: 'b', env: [{ name: '__proto__', value: 'x' }] }]).servers;
  expect(Object.entries(given['a']?.['env'] ?? {})).toEqual([['__proto__', 'x']]);
});

test('a prompt can be steered into the running turn, and only there', async () => {
  const { sessionId } = await editor.open();
  const steer = (text: string) => editor.ask('_session/steering', { sessionId, prompt: [{ type: 'text', text }] });
  await expect(steer('say too early')).rejects.toMatchObject({ code: -32602 });
  const answer = editor.prompt(sessionId, 'slow 200 one two three four five');
  await eventually('the turn', () => editor.text(sessionId).includes('one') || undefined);
  expect(await steer('say steered')).toEqual({});
  expect(await answer).toMatchObject({ stopReason: 'end_turn' });
  expect(editor.text(sessionId)).toContain('steered');
});

test('logging in is not needed where the offline provider answers, and other ways are the editor’s own', async () => {
  expect(await editor.ask('authenticate', { methodId: 'login' })).toEqual({});
  await expect(editor.ask('authenticate', { methodId: 'login-terminal' })).rejects.toMatchObject({ code: -32602 });
  await expect(editor.ask('authenticate', { methodId: 'other' })).rejects.toMatchObject({ code: -32602 });
  expect(await editor.ask('logout')).toEqual({});
});

test('a session that another server owns, which must not be reached, names its owner', async () => {
  const { id } = await daemon.createSession();
  await daemon.run(id, 'say owned');
  const apart = await startEditor({ home: daemon.home, cwd: daemon.cwd, env: { AGENT_CODE_NO_ATTACH: '1' } });
  await expect(apart.ask('session/load', at(id))).rejects.toMatchObject({
    code: -32603,
    data: { server_code: 40901, owner: { server_id: expect.any(String) } },
  });
  expect(await apart.end()).toBe(0);
});

test('a session that is closed while its prompt runs answers the prompt', async () => {
  const { sessionId } = await editor.open();
  const answer = editor.prompt(sessionId, `slow 200 ${'words '.repeat(300)}`);
  await eventually('the turn', () => editor.text(sessionId).includes('words') || undefined);
  await editor.ask('session/close', { sessionId });
  expect(await answer).toMatchObject({ stopReason: 'cancelled' });
});
