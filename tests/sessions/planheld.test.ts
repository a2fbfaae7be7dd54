/** Plan mode and agents that only look, held by the kernel where this machine can (runtimes.md 1, 16). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { available } from '../runtimes/machine.js';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';

const held = available ? describe : describe.skip;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
  writeFileSync(join(trial.cwd, 'a.txt'), 'one\n');
});
afterAll(async () => {
  await trial.close();
});

/** The last result of a command, with what its call was shown with. */
function last(talk: Talk): { output: string; profile: unknown } {
  const payload = (type: string) => talk.frames.findLast((frame) => frame.type === type)?.payload ?? {};
  const display = payload('tool.call.started')['display'] as { profile?: string } | undefined;
  return { output: String(payload('tool.result')['output']), profile: display?.profile };
}

held('a command', () => {
  test('of plan mode reads and cannot write, asks nothing more than before, and writes again when it is over', async () => {
    const talk = await trial.talk({ agent_config: { plan_mode: true, permission_mode: 'yolo' } });
    await talk.run('run cat a.txt');
    expect(last(talk)).toEqual({ output: expect.stringContaining('one'), profile: 'read-only' });
    await talk.run('run touch made.txt');
    expect(last(talk).output).toContain('[sandbox] plan mode: commands are read-only');
    expect(existsSync(join(trial.cwd, 'made.txt'))).toBe(false);
    await talk.call('POST', '/profile', { agent_config: { plan_mode: false } });
    await talk.run('run touch made.txt');
    expect(last(talk).profile).toBeUndefined();
    expect(existsSync(join(trial.cwd, 'made.txt'))).toBe(true);
  });

  test('of plan mode is as it was when the configuration says so, and with the next command', async () => {
    const talk = await trial.talk({ agent_config: { plan_mode: true, permission_mode: 'yolo' } });
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: false } });
    await talk.run('run touch free.txt');
    expect(existsSync(join(trial.cwd, 'free.txt'))).toBe(true);
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: true } });
    await talk.run('run touch held.txt');
    expect(existsSync(join(trial.cwd, 'held.txt'))).toBe(false);
  });

  test('of an agent that only looks cannot write either, however it tries', async () => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.run(`agent explore: run perl -e 'open(F, ">", "planted.txt") or die $!'`);
    expect(existsSync(join(trial.cwd, 'planted.txt'))).toBe(false);
    expect(readFileSync(join(trial.cwd, 'a.txt'), 'utf8')).toContain('one');
  });
});
