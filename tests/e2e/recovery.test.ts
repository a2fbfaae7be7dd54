/** Queues, deadlines, graceful stops and damaged rows over a restart (engine.md 19). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { processesOf } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import {
  reconnect,
  begin,
  brokenTurnEnd,
  call,
  cwd,
  daemon,
  expectHistory,
  findings,
  finish,
  home,
  restart,
  start,
  submit,
  useDaemonProcess,
  watch,
} from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

describe('the queue', () => {
  test('behind a turn that was broken off: kept and paused', async () => {
    const { id, seen } = await begin('slow 300 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    const ids = [await submit(id, 'say a'), await submit(id, 'say b')];
    await seen.until('prompt.queued 2');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines().filter((line) => !line.startsWith('session.meta'))).toEqual([
      ...brokenTurnEnd,
      'prompt.updated paused',
    ]);
    const queue = await call<{ queued: { prompt_id: string }[] }>('GET', `/${id}/prompts`);
    expect(queue.data).toMatchObject({ active: null, paused: true, queued: ids.map((prompt_id) => ({ prompt_id })) });
    const last = await submit(id, 'say c');
    await again.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === last);
    expect(
      again.frames.filter(({ type }) => type === 'turn.started').map(({ payload }) => payload['promptId']),
    ).toEqual([...ids, last]);
  });

  test('behind a turn that waits for the user: continues when that completes', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    const next = await submit(id, 'say next');
    await seen.until('session.meta.updated', seen.frames.length - 1).catch(() => undefined);
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines().filter((line) => line.startsWith('prompt.updated'))).toEqual([]);
    await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    await again.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === next);
    expect(again.lines()).toContain('event.session.work_changed busy none completed');
  });

  test('what was steered into a turn that waits is still delivered', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    const extra = await submit(id, 'say extra');
    await call('POST', `/${id}/prompts/${extra}:steer`);
    await seen.until('prompt.steered');
    await restart();
    const again = await reconnect(id, seen);
    await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed');
    const users = again.frames.filter(
      ({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'user',
    );
    expect(users.map(({ payload }) => (payload['message'] as { content: unknown }).content)).toEqual([
      [{ type: 'text', text: 'say extra' }],
    ]);
  });

  test('what was steered into a turn that is broken off stays in the conversation', async () => {
    const { id, seen } = await begin('slow 300 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    const extra = await submit(id, 'say extra');
    await call('POST', `/${id}/prompts/${extra}:steer`);
    await seen.until('prompt.steered');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(['message.appended user', ...brokenTurnEnd]);
  });

  test('what clients keep with steered prompts is there after a crash, with the last value of a key', async () => {
    const { id, seen } = await begin('slow 300 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    const kept = [
      { from: 'phone', first: 1 },
      { from: 'desk', second: [2] },
    ];
    const ids = [await submit(id, 'say a', { metadata: kept[0] }), await submit(id, 'say b', { metadata: kept[1] })];
    await call('POST', `/${id}/prompts:steer`, { prompt_ids: ids });
    await seen.until('prompt.steered');
    await restart();
    await reconnect(id, seen);
    const { data } = await call<{ items: { content: unknown; metadata?: { client?: unknown } }[] }>(
      'GET',
      `/${id}/messages`,
    );
    const steered = data.items.filter(({ content }) => JSON.stringify(content).includes('say b'));
    expect(steered).toMatchObject([{ metadata: { client: { from: 'desk', first: 1, second: [2] } } }]);
    const page = await call<{ prompts: { promptId: string; clientMetadata?: unknown }[] }>(
      'GET',
      `/${id}/transcript?agent_id=main`,
    );
    const ofPrompts = page.data.prompts.filter(({ promptId }) => ids.includes(promptId));
    expect(ofPrompts.map(({ clientMetadata }) => clientMetadata)).toEqual(kept);
  });
});

describe('a graceful stop', () => {
  test('aborts what runs and leaves nothing to repair', async () => {
    const { id, seen } = await begin('slow 300 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    await submit(id, 'say a');
    await seen.until('prompt.queued');
    const from = seen.frames.length;
    expect(await daemon?.stop()).toBe(0);
    expect(seen.lines(from).filter((line) => !line.startsWith('session.meta'))).toEqual([
      'message.appended assistant partial',
      'turn.step.interrupted 1 aborted',
      'turn.ended cancelled aborted',
      'event.session.work_changed idle none cancelled',
      'prompt.aborted',
      'prompt.updated paused',
    ]);
    await start();
    const again = await reconnect(id, seen);
    await call('GET', `/${id}/snapshot`);
    await call('POST', `/${id}/profile`, { title: 'loaded' });
    await again.until('session.meta.updated');
    expect(again.lines()).toEqual(['session.meta.updated']);
  });

  test('stops a running command and leaves a waiting turn as it is', async () => {
    const { seen } = await begin('run sleep 61', 'yolo');
    await seen.until('tool.call.started');
    const waiting = await begin('run echo hi');
    const asked = await waiting.seen.until('event.approval.requested');
    await waiting.seen.until('event.session.work_changed busy approval');
    expect(await daemon?.stop()).toBe(0);
    expect(processesOf(home)).toEqual([]);
    expect(seen.lines().slice(-5)).toEqual([
      'tool.result error',
      'turn.step.interrupted 1 aborted',
      'turn.ended cancelled aborted',
      'event.session.work_changed idle none cancelled',
      'prompt.aborted',
    ]);
    await start();
    const again = await reconnect(waiting.id, waiting.seen);
    expect(again.frames).toEqual([]);
    await call('POST', `/${waiting.id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed completed');
  });
});

describe('a deadline that passed while no server ran', () => {
  const late = { clockAhead: 25 * 60 * 60 * 1000 };

  test('an approval: the turn ends', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await seen.until('event.session.work_changed busy approval');
    await daemon?.kill();
    await start(late);
    await eventually(
      async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false,
      'the turn ends without a request',
    );
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual([
      'event.approval.resolved cancelled timeout',
      'event.session.work_changed busy none',
      'tool.call.started Bash',
      'tool.result error',
      'turn.step.interrupted 1 aborted',
      'turn.ended cancelled aborted',
      'event.session.work_changed idle none cancelled',
      'prompt.aborted',
    ]);
    expect(
      (await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' })).code,
    ).toBe(41001);
  });

  test('a question: the model is notified, the turn continues', async () => {
    const { id, seen } = await begin('ask Which? Red | Blue');
    const asked = await seen.until('event.question.requested');
    await seen.until('event.session.work_changed busy question');
    await daemon?.kill();
    await start(late);
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'the turn ends');
    const again = await reconnect(id, seen);
    // after a day the model receives the new date
    expect(again.lines().filter((line) => line !== 'message.appended system')).toEqual([
      'event.question.dismissed timeout',
      'event.session.work_changed busy none',
      'tool.result error',
      'turn.step.completed 1 tool_use',
      ...finish(2),
    ]);
    expect((await call('POST', `/${id}/questions/${String(asked.payload['question_id'])}:dismiss`)).code).toBe(41002);
  });
});

describe('a damaged row', () => {
  test.each([
    ['that is not JSON', `UPDATE events SET payload = '{"message":' WHERE session_key = @key AND seq = @seq`],
    [
      'of an unknown type',
      `UPDATE events SET type = 'future.event', payload = '{"agentId":"main"}' WHERE session_key = @key AND seq = @seq`,
    ],
  ])('%s costs only itself', async (_name, damage) => {
    const { id, seen } = await begin('say first');
    await seen.until('prompt.completed');
    await submit(id, 'say second');
    await seen.until('prompt.completed', seen.frames.findIndex(({ type }) => type === 'prompt.completed') + 1);
    const victim = seen.frames.find(
      ({ type, payload }) =>
        type === 'message.appended' && (payload['message'] as { role: string }).role === 'assistant',
    );
    await daemon?.stop();
    const db = new Database(join(home, 'agent.db'));
    const key = (db.prepare('SELECT key FROM sessions WHERE id = ?').get(id) as { key: number }).key;
    expect(db.prepare(damage).run({ key, seq: victim?.seq }).changes).toBe(1);
    db.close();
    await start();
    const all = await watch(id, 0);
    const before = seen.frames.filter((frame) => !frame.volatile && frame !== victim);
    const known = all.frames.filter((frame) => frame.type !== 'future.event' && frame.seq >= (before[0]?.seq ?? 0));
    expect(known.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
    findings.length = 0;
    const page = await call<{ items: { role: string }[] }>('GET', `/${id}/messages?page_size=50`);
    expect(page.data.items.toReversed().map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
    expect((await call('GET', `/${id}/snapshot`)).code).toBe(0);
    await submit(id, 'say third');
    await all.until(
      ({ type, payload, seq }) =>
        type === 'prompt.completed' && payload['reason'] === 'completed' && seq > (before.at(-1)?.seq ?? 0),
    );
  });
});

test('a session directory that is gone does not matter to the log', async () => {
  const { id, seen } = await begin('say hi');
  await seen.until('prompt.completed');
  rmSync(join(home, 'sessions', id), { recursive: true, force: true });
  mkdirSync(join(cwd, 'x'), { recursive: true });
  writeFileSync(join(cwd, 'x', 'a.txt'), 'a');
  await restart();
  const again = await reconnect(id, seen);
  await submit(id, 'read x/a.txt');
  await again.until('prompt.completed completed');
  await expectHistory(id, seen, again);
});
