/** Slash commands whose work takes more than one turn of the main agent (acp-cli.md 1.15). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { cleanUp, eventually, startEditor, temporaryFolder, type Editor } from './editor.fixture.js';

let editor: Editor;
let model: ScriptedModel;
let goalTurns = 0;
let isSlow = false;
let hasAsked = false;
beforeAll(async () => {
  model = await startModel();
  const home = join(temporaryFolder(), 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.toml'), modelConfig(model.baseUrl), { mode: 0o600 });
  editor = await startEditor({ home, args: ['--yolo'] });
  model.answer(({ messages }) => {
    const all = JSON.stringify(messages);
    hasAsked = all.includes('Write the file');
    if (hasAsked) return isSlow ? { text: 'never', delayMs: 60_000 } : { text: 'It is short.' };
    if (messages.at(-1)?.role === 'tool') return { text: 'reached' };
    if (!all.includes('two turns')) return { text: 'ready' };
    goalTurns += 1;
    return goalTurns < 2 ? { text: 'first part' } : { calls: [{ name: 'UpdateGoal', input: { status: 'complete' } }] };
  });
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  await model.close();
  cleanUp();
});

test('/init ends with the agent that writes AGENTS.md, and says what it said', async () => {
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, '/init')).toMatchObject({ stopReason: 'end_turn' });
  expect(editor.text(sessionId)).toContain('It is short.');
  expect(await editor.prompt(sessionId, 'Go on')).toMatchObject({ stopReason: 'end_turn' });
});

test('/goal ends when the goal is over, not after its first turn', async () => {
  const { sessionId } = await editor.open();
  expect(await editor.prompt(sessionId, '/goal two turns')).toMatchObject({ stopReason: 'end_turn' });
  expect(editor.text(sessionId)).toContain('first part');
  expect(editor.text(sessionId)).toContain('reached');
});

test('a loaded session shows the goal before the work on it, and a prompt only once', async () => {
  const { sessionId } = await editor.open();
  goalTurns = 0;
  await editor.prompt(sessionId, 'Go on');
  await editor.prompt(sessionId, '/goal two turns');
  await editor.prompt(sessionId, 'Go on');
  const from = editor.updates.length;
  await editor.ask('session/load', { sessionId, cwd: editor.cwd, mcpServers: [] });
  const texts = editor.updates
    .slice(from)
    .flatMap(({ update }) =>
      'content' in update && update.sessionUpdate.endsWith('_chunk')
        ? [[update.sessionUpdate.split('_')[0], (update.content as { text?: string }).text]]
        : [],
    );
  expect(texts).toEqual([
    ['user', 'Go on'],
    ['agent', 'ready'],
    ['user', '/goal two turns'],
    ['agent', 'first part'],
    ['agent', 'reached'],
    ['user', 'Go on'],
    expect.arrayContaining(['agent']),
  ]);
});

test('a command that waits for the end of a turn says how to stop it', async () => {
  const { sessionId } = await editor.open();
  [isSlow, hasAsked] = [true, false];
  const answer = editor.prompt(sessionId, '/init');
  await eventually('its request', () => hasAsked || undefined);
  await editor.prompt(sessionId, '/compact');
  expect(editor.text(sessionId)).toContain('A turn runs: cancel it first, then /compact');
  await editor.notify('session/cancel', { sessionId });
  await answer;
});

test('the editor can stop the agent that writes AGENTS.md', async () => {
  const { sessionId } = await editor.open();
  [isSlow, hasAsked] = [true, false];
  const answer = editor.prompt(sessionId, '/init');
  await eventually('its request', () => hasAsked || undefined);
  await editor.notify('session/cancel', { sessionId });
  expect(await answer).toEqual({ stopReason: 'cancelled' });
});
