/** A session with a scripted model of a chosen window, for tests of compaction through the API. */
import { expect } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedReply } from '../helpers/model.js';
import { model, scripted, trial } from '../helpers/trial.js';
import { hurried, type Talk } from '../helpers/turns.js';

export let talk: Talk;

/**
 * Starts the trial and its session. `loop`: lines of `[loop_control]`; by default only the share of the window counts.
 * `hooks`: tables, in which `HOME` is replaced by the home.
 */
export async function start(window = 100_000, loop = 'reserved_context_size = 1000000', hooks = ''): Promise<void> {
  await scripted(
    (baseUrl) =>
      `default_model = "m"\n[loop_control]\n${loop}\n[providers.p]\ntype = "openai"\n` +
      `base_url = "${baseUrl}"\napi_key = "sk-test-key"\n` +
      `[models.m]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = ${window}\n` +
      `[models.small]\nprovider = "p"\nmodel = "small"\nmax_context_size = 20000\n`,
    { sleep: hurried(5), random: () => 0 },
  );
  if (hooks !== '') {
    appendFileSync(join(trial.home, 'config.toml'), hooks.replaceAll('HOME', trial.home));
    await trial.restart();
  }
  talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
}

/** subscribes to the same session again */
export async function again(): Promise<void> {
  talk = await trial.join(talk.id);
}

export const says = (text: string, input = 1_000): ScriptedReply => ({ text, usage: { input, output: 10 } });
export const todo = (input: number, title = 'port the lexer'): ScriptedReply => ({
  calls: [{ name: 'TodoList', input: { todos: [{ title, status: 'pending' }] } }],
  usage: { input, output: 10 },
});
export const overflow: ScriptedReply = { error: { status: 400, message: 'maximum context length is 8192 tokens' } };
export const body = (at: number) => JSON.stringify(model.bodies.at(at));
export const payloads = (type: string) =>
  talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
export const compactions = () => talk.lines().filter((line) => line.startsWith('compaction.'));
export const compact = (instruction?: string) =>
  talk.call('POST', ':compact', instruction === undefined ? undefined : { instruction });
/** Compacts, and waits for the end. */
export async function compactNow(instruction?: string): Promise<void> {
  const from = talk.frames.length;
  expect((await compact(instruction)).code).toBe(0);
  await talk.until('compaction.completed', from);
}
