/** Hooks (engine.md 15): what each event tells, what each answer means, and who may refuse what. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';
import { hooksConfig, recordInto, type HookEntry, type Recording } from './hooks.fixture.js';

let trial: Trial;
let model: ScriptedModel;
let folder: string;
let recording: Recording;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-hooks-'));
  recording = recordInto(join(folder, 'told'));
  model = await startModel();
});
afterEach(async () => {
  try {
    model.checkInvariants();
  } finally {
    await trial.close();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function open(entries: HookEntry[], more: Record<string, unknown> = {}): Promise<Talk> {
  trial = await startTrial({
    config: `${modelConfig(model.baseUrl)}${hooksConfig(entries)}\n`,
    sleep: hurried(5),
    env: { PATH: process.env['PATH'], AGENT_MODEL_API_KEY: '' },
  });
  return trial.talk({ agent_config: { permission_mode: 'yolo' }, ...more });
}

const result = (talk: Talk, at = 0) =>
  talk.frames.filter(({ type }) => type === 'tool.result')[at]?.payload as { output: string; isError?: boolean };

test('a PreToolUse hook refuses a call: the model reads why, people see it', async () => {
  const talk = await open([
    { event: 'PreToolUse', command: recording.command('echo "not here" >&2; exit 2'), matcher: 'Bash' },
  ]);
  model.reply({ calls: [{ name: 'Bash', input: { command: 'echo hi' } }] }, { text: 'ok' });
  await talk.run('go');
  expect(result(talk)).toMatchObject({ isError: true, output: 'A hook refused this call: not here' });
  expect(talk.lines()).toContain('hook.result');
  expect(recording.told()).toHaveLength(1);
});
