/** Prompts, their updates, calls and permissions, in one bridge with its own server (acp-cli.md 1.9-1.13). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPrompt } from '../../client/acp/content.js';
import { cleanUp, eventually, startEditor, temporaryFolder, type Answer, type Editor } from './editor.fixture.js';

let editor: Editor;
let id: string;
let asked: Answer[];
let chosen: string;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(async () => {
  const code = await editor.end();
  const errors = editor.errors();
  cleanUp();
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});
beforeEach(async () => {
  asked = [];
  chosen = 'approve_once';
  editor.on('session/request_permission', (params) => {
    asked.push(params);
    return { outcome: { outcome: 'selected', optionId: chosen } };
  });
  ({ sessionId: id } = await editor.open());
});

const prompt = (text: string) => editor.prompt(id, text);
const set = (modeId: string) => editor.ask('session/set_mode', { sessionId: id, modeId });

test('an answer comes as chunks of one message, with commands and use beside it', async () => {
  await eventually('commands', () => editor.kinds(id).includes('available_commands_update') || undefined);
  expect(await prompt('say hello there')).toMatchObject({
    stopReason: 'end_turn',
    usage: { totalTokens: expect.any(Number) },
  });
  expect(editor.text(id)).toContain('hello there');
  const chunks = editor.updates.filter(
    ({ sessionId, update }) => sessionId === id && update.sessionUpdate === 'agent_message_chunk',
  );
  const ids = chunks.map(({ update }) => (update as { messageId?: string }).messageId);
  expect(ids).toContain('main:1.1');
  expect(editor.kinds(id)).not.toContain('user_message_chunk');
  const use = editor.updates.findLast(({ update }) => update.sessionUpdate === 'usage_update');
  expect(use?.update).toMatchObject({ used: expect.any(Number), size: expect.any(Number) });
});

test('parts of a prompt reach the model, and what cannot be taken is refused', async () => {
  await set('yolo');
  const file = join(editor.cwd, 'notes.txt');
  writeFileSync(file, 'x\n');
  const send = (...content: object[]) => editor.ask('session/prompt', { sessionId: id, prompt: content });
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await send(
    { type: 'text', text: 'say parts' },
    { type: 'image', mimeType: 'image/png', data: png },
    { type: 'resource', resource: { uri: 'file:///a"b', text: 'embedded </resource>' } },
    { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'AAAA' } },
    { type: 'resource_link', uri: `file://${file}#L10-L20`, name: 'notes' },
    { type: 'resource_link', uri: 'https://example.com/x', name: 'page' },
  );
  const loaded = await startLoad(id);
  expect(loaded).toContain('embedded &lt;/resource>');
  expect(loaded).toContain('file:///a&quot;b');
  expect(loaded).toContain(`${file}:10-20`);
  expect(loaded).toContain('[page](https://example.com/x)');
  expect(loaded).toContain('image/png');
  expect(editor.text(id)).toContain('> file:///c.bin is left out');
  const refused = { code: -32602 };
  await expect(send()).rejects.toMatchObject(refused);
  await expect(send({ type: 'text', text: '  ' })).rejects.toMatchObject(refused);
  await expect(send({ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' })).rejects.toMatchObject(refused);
  await expect(send({ type: 'image', uri: 'https://example.com/a.png' })).rejects.toMatchObject(refused);
  const images = Array.from({ length: 21 }, () => ({ type: 'image', mimeType: 'image/png', data: png }));
  await expect(send({ type: 'text', text: 'say x' }, ...images)).rejects.toMatchObject(refused);
});

/** Loads the session and returns the replayed history. */
async function startLoad(sessionId: string): Promise<string> {
  const from = editor.updates.length;
  await editor.ask('session/load', { sessionId, cwd: editor.cwd, mcpServers: [] });
  return JSON.stringify(editor.updates.slice(from));
}

test('a command is announced, asked for, run and shown', async () => {
  expect(await prompt('run echo one; echo two')).toMatchObject({ stopReason: 'end_turn' });
  const [request] = asked;
  expect(request).toMatchObject({
    sessionId: id,
    toolCall: { title: '`echo one; echo two`', kind: 'execute', status: 'pending' },
    options: [
      { optionId: 'approve_once', kind: 'allow_once' },
      { optionId: 'approve_always', kind: 'allow_always', name: expect.stringContaining('Allow for this session: ') },
      { optionId: 'reject', kind: 'reject_once' },
    ],
  });
  const [[callId, call] = []] = [...editor.calls(id)];
  expect(callId).toMatch(/^1:/);
  expect((request?.['toolCall'] as Answer)['toolCallId']).toBe(callId);
  expect(call).toMatchObject({
    status: 'completed',
    name: 'Bash',
    rawInput: { command: 'echo one; echo two' },
    content: [{ type: 'content', content: { type: 'text', text: '```\none\ntwo\n```' } }],
  });
  const states = editor.updates.flatMap(({ sessionId, update }) =>
    sessionId === id && 'toolCallId' in update ? [`${update.sessionUpdate} ${update.status ?? ''}`] : [],
  );
  expect(states[0]).toBe('tool_call pending');
  expect(states).toContain('tool_call_update in_progress');
});

test('a rejection fails the call, and a cancelled request ends the turn', async () => {
  chosen = 'reject';
  expect(await prompt('run echo no')).toMatchObject({ stopReason: 'end_turn' });
  expect([...editor.calls(id).values()][0]).toMatchObject({ status: 'failed', rawInput: { command: 'echo no' } });
  const states = editor.updates.flatMap(({ sessionId, update }) =>
    sessionId === id && 'toolCallId' in update ? [update.status] : [],
  );
  // the call never ran
  expect(states).not.toContain('in_progress');
  editor.on('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
  expect(await prompt('run echo never')).toMatchObject({ stopReason: 'cancelled' });
  editor.on('session/request_permission', () => {
    throw new Error('no permissions here');
  });
  expect(await prompt('run echo nobody')).toMatchObject({ stopReason: 'end_turn' });
  expect(editor.text(id)).toContain('> The editor could not ask for a permission');
});

test('an edit shows its whole texts before it is approved, at the right line', async () => {
  const path = join(editor.cwd, 'long.txt');
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  await prompt(`read ${path}`);
  await prompt(`edit ${path}: line 200 => changed`);
  const after = readFileSync(path, 'utf8');
  expect(after).toContain('changed');
  const reason = { content: { text: 'Edit asks in manual mode' } };
  const whole = [{ type: 'diff', path, oldText: `${lines.join('\n')}\n`, newText: after }];
  expect(asked.at(-1)).toMatchObject({
    toolCall: { kind: 'edit', content: [reason, ...whole], locations: [{ path, line: 200 }] },
  });
  const edit = [...editor.calls(id).values()].at(-1);
  expect(edit).toMatchObject({ status: 'completed', content: whole, locations: [{ path, line: 200 }] });
});

test('a new file has no old text, and a todo list is a plan', async () => {
  await set('yolo');
  const path = join(editor.cwd, `${id}.txt`);
  await prompt(`write ${path}: fresh`);
  expect([...editor.calls(id).values()][0]).toMatchObject({ content: [{ type: 'diff', path, oldText: null }] });
  await prompt('todo first; second');
  const plan = editor.updates.findLast(({ update }) => update.sessionUpdate === 'plan');
  expect(plan?.update).toMatchObject({
    entries: [
      { content: 'first', priority: 'medium', status: expect.any(String) },
      { content: 'second', priority: 'medium', status: 'pending' },
    ],
  });
});

test('cancelled while it streams, in a command, while it asks and in the queue, it answers so and works on', async () => {
  const cancel = () => editor.notify('session/cancel', { sessionId: id });
  const streaming = prompt(`slow 200 ${'words '.repeat(300)}`);
  await eventually('the text', () => editor.text(id).includes('words') || undefined);
  const queued = prompt('say queued');
  await cancel();
  expect(await streaming).toMatchObject({ stopReason: 'cancelled' });
  expect(await queued).toMatchObject({ stopReason: 'cancelled' });
  await set('yolo');
  const command = prompt('run sleep 30');
  await eventually('the command', () =>
    [...editor.calls(id).values()].some((call) => call['status'] === 'in_progress') ? true : undefined,
  );
  await cancel();
  expect(await command).toMatchObject({ stopReason: 'cancelled' });
  expect([...editor.calls(id).values()][0]).toMatchObject({ status: 'failed' });
  await set('default');
  let withdrawn = false;
  editor.on('session/request_permission', async (params, signal) => {
    asked.push(params);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    withdrawn = true;
    return { outcome: { outcome: 'cancelled' } };
  });
  const asking = prompt('run echo asked');
  await eventually('the request', () => (asked.length > 0 ? true : undefined));
  await cancel();
  expect(await asking).toMatchObject({ stopReason: 'cancelled' });
  await eventually('the end of the request', () => withdrawn || undefined);
  expect(await prompt('say still here')).toMatchObject({ stopReason: 'end_turn' });
});

test('a prompt that is withdrawn is aborted and answered so', async () => {
  const stop = new AbortController();
  const params = { sessionId: id, prompt: [{ type: 'text', text: 'slow 20000 words without an end' }] };
  const answer = editor.ask('session/prompt', params, stop.signal);
  setTimeout(() => stop.abort(), 300);
  await expect(answer).rejects.toMatchObject({ code: -32800 });
  expect(await prompt('say on')).toMatchObject({ stopReason: 'end_turn' });
});

test('a model that fails is an error of the request, without a text', async () => {
  await expect(prompt('fail 400')).rejects.toMatchObject({
    code: -32603,
    data: { code: expect.any(String), retryable: expect.any(Boolean) },
  });
  await expect(prompt('fail 401')).rejects.toMatchObject({ code: -32000 });
  expect(editor.text(id)).not.toContain('> ');
});

test('a question of one answer is a permission request, and can be skipped', async () => {
  chosen = 'opt_0_1';
  await prompt('ask Which one? red | green');
  expect(asked[0]).toMatchObject({
    toolCall: { toolCallId: expect.stringMatching(/#q0$/), content: [{ content: { text: 'Which one?' } }] },
    options: [{ optionId: 'opt_0_0', name: 'red' }, { optionId: 'opt_0_1', name: 'green' }, { optionId: 'skip' }],
  });
  expect(JSON.stringify([...editor.calls(id).values()])).toContain('green');
});

test('a plan is reviewed with all its choices', async () => {
  await set('plan');
  chosen = 'plan_reject_and_exit';
  await prompt('plan First this, then that');
  const options = (asked[0]?.['options'] as Answer[]).map(({ optionId }) => optionId);
  expect(options).toEqual(['plan_approve', 'plan_revise', 'plan_reject', 'plan_reject_and_exit']);
  expect(asked[0]).toMatchObject({ toolCall: { kind: 'switch_mode' } });
  await eventually('the mode', () =>
    editor.updates.some(
      ({ sessionId, update }) =>
        sessionId === id && update.sessionUpdate === 'current_mode_update' && update.currentModeId === 'default',
    )
      ? true
      : undefined,
  );
});

test('what a subagent does is shown at its call, not as a message', async () => {
  await set('yolo');
  await prompt('agent: run echo inside');
  const calls = [...editor.calls(id)];
  const parent = calls.find(([, call]) => call['name'] === 'Agent');
  const inner = calls.find(([, call]) => call['name'] === 'Bash');
  expect(parent?.[1]).toMatchObject({ status: 'completed', kind: 'think' });
  expect(inner?.[0]).toMatch(/^agent_\w+:1:/);
  expect(inner?.[1]).toMatchObject({ _meta: { 'agent-code': { parentToolCallId: parent?.[0] } } });
});

test('an image is read only from a regular file that is not too large, and an invalid text is named', async () => {
  const folder = temporaryFolder();
  const large = join(folder, 'large.png');
  writeFileSync(large, '');
  truncateSync(large, 32 * 1024 * 1024 + 1);
  const image = (uri: string) => readPrompt([{ type: 'image', uri }]);
  await expect(image('file:///dev/zero')).rejects.toThrow('prompt[0].uri: is not a file');
  await expect(image(`file://${folder}`)).rejects.toThrow('prompt[0].uri: is not a file');
  await expect(image(`file://${large}`)).rejects.toThrow('prompt[0].uri: the image is larger than 32 MiB');
  await expect(image(`file://${folder}/gone.png`)).rejects.toThrow('prompt[0].uri: cannot be read (ENOENT)');
  await expect(readPrompt([{ type: 'text', text: 5 }])).rejects.toThrow('prompt[0].text: must be a text');
});
