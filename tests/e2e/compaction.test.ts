/** A daemon killed while a context is being compacted (engine.md 19, ws.md 8.12). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import {
  reconnect,
  begin,
  brokenTurnEnd,
  call,
  daemon,
  expectHistory,
  home,
  restart,
  submit,
  useDaemonProcess,
} from './revival.js';

jest.setTimeout(60_000);

let model: ScriptedModel;
useDaemonProcess();
beforeEach(async () => {
  model = await startModel();
  const config = modelConfig(model.baseUrl, '[loop_control]\nreserved_context_size = 1000000\n');
  writeFileSync(join(home, 'config.toml'), config);
  await restart();
});
afterEach(() => model.close());

const idle = async (id: string) => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy;

test('by hand: it is cancelled, and the context is as before', async () => {
  model.reply({ text: 'the answer' }, { text: 'SUMMARY', delayMs: 3_000 }, { text: 'on' }, { text: 'and on' });
  const { id, seen } = await begin('hello');
  await seen.until('prompt.completed completed');
  expect((await call('POST', `/${id}:compact`)).code).toBe(0);
  await submit(id, 'later');
  await seen.until('prompt.queued 1');
  await restart();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual([
    'compaction.cancelled recovery',
    'event.session.work_changed idle none completed',
    'prompt.updated paused',
  ]);
  expect(await idle(id)).toBe(false);
  const last = await submit(id, 'go on');
  await again.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === last);
  expect(JSON.stringify(model.bodies.at(-1))).toContain('the answer');
  expect(JSON.stringify(model.bodies.at(-1))).not.toContain('SUMMARY');
  await expectHistory(id, seen, again);
});

test('before a step: the turn that waited is broken off', async () => {
  model.reply(
    { text: 'looking', calls: [{ name: 'TodoList', input: {} }], usage: { input: 90_000, output: 10 } },
    { text: 'SUMMARY', delayMs: 3_000 },
    { text: 'NEW SUMMARY' },
    { text: 'on' },
  );
  const { id, seen } = await begin('hello');
  await seen.until('compaction.blocked');
  await restart();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual(['compaction.cancelled recovery', ...brokenTurnEnd]);
  await submit(id, 'go on');
  await again.until('prompt.completed completed');
  expect(again.lines()).toContain('compaction.completed');
  expect(JSON.stringify(model.bodies.at(-2))).toContain('looking');
  await expectHistory(id, seen, again);
});

test('a graceful stop cancels it and leaves nothing to repair', async () => {
  model.reply({ text: 'the answer' }, { text: 'SUMMARY', delayMs: 3_000 });
  const { id, seen } = await begin('hello');
  await seen.until('prompt.completed completed');
  expect((await call('POST', `/${id}:compact`)).code).toBe(0);
  await seen.until('compaction.started');
  expect(await daemon?.stop()).toBe(0);
  await restart();
  const again = await reconnect(id, seen);
  expect(again.lines()).toEqual([]);
  const all = await expectHistory(id, seen, again);
  expect(openPairs(all.frames)).toEqual([]);
  expect(all.lines().slice(-2)).toEqual([
    'compaction.cancelled aborted',
    'event.session.work_changed idle none completed',
  ]);
});
