/** A daemon killed while hooks run, or after a hook refused: no process remains, and no event repeats. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { processesOf } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import { hooksConfig, type HookEntry } from '../agent/hooks.fixture.js';
import {
  reconnect,
  begin,
  brokenTurnEnd,
  call,
  daemon,
  home,
  restart,
  start,
  submit,
  useDaemonProcess,
} from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

async function withHooks(...entries: HookEntry[]): Promise<void> {
  await daemon?.kill();
  writeFileSync(join(home, 'config.toml'), `${hooksConfig(entries)}\n`);
  await start();
}

const sleeping = () => `echo $$ > ${home}/pid; sleep 62`;

async function killWhileItRuns(): Promise<void> {
  await eventually(() => existsSync(join(home, 'pid')), 'the hook runs');
  // the guard process learns of a command a few milliseconds after its start
  await new Promise((resolve) => setTimeout(resolve, 300));
  await daemon?.kill();
  await eventually(() => processesOf(home).length === 0, 'the hook ends with its daemon');
  await start();
}

test('before a call: the call never began', async () => {
  await withHooks({ event: 'PreToolUse', command: sleeping() });
  const { id, seen } = await begin('run echo hi', 'yolo');
  await killWhileItRuns();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual(['tool.call.started Bash', 'tool.result error synthetic', ...brokenTurnEnd]);
  expect(again.frames[1]?.payload['output']).toMatch(/did not run/);
});

test('before a prompt: it failed, and it never entered the context', async () => {
  await withHooks({ event: 'UserPromptSubmit', command: sleeping() });
  const { id, seen } = await begin('say hi');
  await killWhileItRuns();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual(brokenTurnEnd);
  expect((await call<{ items: unknown[] }>('GET', `/${id}/messages`)).data.items).toEqual([]);
});

test('steered messages that a hook refused, or that were merged, do not come back (steer.taken)', async () => {
  await withHooks({
    event: 'UserPromptSubmit',
    command: `grep -q '"prompt":"say bad' && exit 2; exit 0`,
  });
  const { id, seen } = await begin('slow 150 one two three four five six seven eight nine ten');
  await seen.until((frame) => frame.type === 'assistant.delta');
  for (const text of ['slow 400 a b c d e f', 'say bad', 'say good']) {
    const promptId = await submit(id, text);
    expect((await call('POST', `/${id}/prompts/${promptId}:steer`)).code).toBe(0);
  }
  await seen.until('turn.step.started 2');
  await seen.until((frame) => frame.type === 'assistant.delta' && frame.payload['step'] === 2);
  await restart();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual(brokenTurnEnd);
  const { data } = await call<{ items: { role: string; content: unknown[] }[] }>('GET', `/${id}/messages`);
  expect(data.items.toReversed().map(({ role, content }) => [role, content.length])).toEqual([
    ['user', 1],
    ['assistant', 1],
    ['user', 2],
  ]);
  expect(JSON.stringify(data.items)).not.toContain('say bad');
});

test('without hooks, messages steered one by one before a kill enter as one message, its parts in order', async () => {
  const { id, seen } = await begin('slow 2000 one two three four five six seven eight nine ten');
  await seen.until((frame) => frame.type === 'assistant.delta');
  for (const text of ['say first', 'say second']) {
    const promptId = await submit(id, text);
    expect((await call('POST', `/${id}/prompts/${promptId}:steer`)).code).toBe(0);
  }
  await restart();
  await reconnect(id, seen);
  const { data } = await call<{ items: { content: { text: string }[] }[] }>('GET', `/${id}/messages`);
  expect(data.items[0]?.content.map(({ text }) => text)).toEqual(['say first', 'say second']);
  expect(data.items).toHaveLength(2);
});
