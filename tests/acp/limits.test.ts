/** Turns that end without success, and MCP servers that the editor supplies (acp-cli.md 1.9, 1.14). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModel } from '../helpers/model.js';
import { alive, ends } from '../helpers/processes.js';
import { modelConfig } from '../helpers/turns.js';
import { cleanUp, eventually, startEditor, temporaryFolder, type Editor } from './editor.fixture.js';

let editor: Editor;
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  const hook = join(folder, 'hook.sh');
  writeFileSync(hook, '#!/bin/sh\ngrep -q forbidden && { echo "not that word" >&2; exit 2; }\nexit 0\n');
  chmodSync(hook, 0o755);
  const config = `[loop_control]\nmax_steps_per_turn = 1\n\n[[hooks]]\nevent = "UserPromptSubmit"\ncommand = "${hook}"\n`;
  writeFileSync(join(folder, 'home', 'config.toml'), config, { mode: 0o600 });
  editor = await startEditor({ home: join(folder, 'home'), args: ['--yolo'] });
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  cleanUp();
});

test('a limit of steps is named, and is no success', async () => {
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, 'todo one; two')).toMatchObject({ stopReason: 'max_turn_requests' });
  expect(editor.text(sessionId)).toContain('limit of 1 step (loop_control');
});

test('a prompt that a hook blocks, and an answer that is withheld, are refusals', async () => {
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, 'say forbidden things')).toMatchObject({ stopReason: 'refusal' });
  expect(editor.text(sessionId)).toContain('not that word');
  expect(await editor.prompt(sessionId, 'fail filtered')).toMatchObject({ stopReason: 'refusal' });
});

test('the model gets each part of a prompt; one that fails to the end is an error that may be tried again', async () => {
  const model = await startModel();
  const other = temporaryFolder();
  mkdirSync(join(other, 'home'), { mode: 0o700 });
  const config = modelConfig(model.baseUrl, '[loop_control]\nmax_attempts_per_step = 2\n');
  writeFileSync(join(other, 'home', 'config.toml'), `${config}capabilities = ["image_in"]\n`, { mode: 0o600 });
  const { ask, open, end, cwd, text, prompt } = await startEditor({ home: join(other, 'home') });
  try {
    const { sessionId } = await open();
    const broken = { error: { status: 500, message: 'boom' } };
    model.answer(({ messages }) => {
      const last = JSON.stringify(messages.at(-1));
      return last.includes('Again') ? { text: 'well again' } : last.includes('Try') ? broken : { text: 'seen' };
    });
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    writeFileSync(join(cwd, 'notes.txt'), 'x\n');
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'image', mimeType: 'image/png', data },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'embedded' } },
      { type: 'resource_link', uri: `file://${cwd}/notes.txt#L10-L20`, name: 'notes' },
    ];
    expect(await ask('session/prompt', { sessionId, prompt: content })).toMatchObject({ stopReason: 'end_turn' });
    const sent = JSON.stringify(model.bodies[0]?.messages.at(-1));
    for (const part of ['Look', 'data:image/png;base64,', '<resource uri=', 'embedded', `${cwd}/notes.txt:10-20`])
      expect(sent).toContain(part);
    await expect(prompt(sessionId, 'Try')).rejects.toMatchObject({
      code: -32603,
      data: { server_code: 70001, retryable: true, status: 500 },
    });
    expect(await prompt(sessionId, 'Again')).toMatchObject({ stopReason: 'end_turn' });
    expect(text(sessionId)).toBe('seenwell again');
  } finally {
    await end();
    await model.close();
  }
});

test('a history of several pages is replayed from its beginning, each prompt once', async () => {
  const { sessionId } = await editor.open();
  const numbers = Array.from({ length: 110 }, (_, at) => at + 1);
  for (const part of [numbers.slice(0, 90), numbers.slice(90)])
    await Promise.all(part.map((number) => editor.prompt(sessionId, `say number ${number}`)));
  const from = editor.updates.length;
  await editor.ask('session/load', { sessionId, cwd: editor.cwd, mcpServers: [] });
  const said = editor.updates
    .slice(from)
    .flatMap(({ update }) => (update.sessionUpdate === 'user_message_chunk' ? [update.content] : []));
  expect(said).toEqual(numbers.map((number) => ({ type: 'text', text: `say number ${number}` })));
});

test('servers of the editor get literal values, and end with the session or the editor', async () => {
  const pidOf = (name: string): number =>
    existsSync(join(folder, name)) ? Number(readFileSync(join(folder, name), 'utf8').trim().split('\n')[0]) : 0;
  const server = (name: string) => ({
    name,
    command: '/bin/sh',
    args: ['-c', `echo $$ > ${join(folder, name)}; echo "$KEY" >> ${join(folder, name)}; exec cat >/dev/null`],
    env: [{ name: 'KEY', value: '${HOME}' }],
  });
  const { sessionId: closed } = await editor.open({ mcpServers: [server('first')] });
  await editor.open({ mcpServers: [server('second')] });
  const [first, second] = await eventually('both servers', () => {
    const pids = [pidOf('first'), pidOf('second')];
    return pids.every((pid) => pid > 0) ? pids : undefined;
  });
  await eventually('the value', () => readFileSync(join(folder, 'first'), 'utf8').includes('${HOME}') || undefined);
  await editor.ask('session/close', { sessionId: closed });
  await eventually('the end of the first', () => !alive(first ?? 0) || undefined);
  expect(alive(second ?? 0)).toBe(true);
  expect(await editor.end()).toBe(0);
  expect(await ends(second ?? 0)).toBe(true);
});
