/** What survives a daemon that is killed, and what its successor makes of it (engine.md 19, ws.md 8.12). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { startProcess, type DaemonProcess, type ProcessOptions } from '../helpers/daemonprocess.js';
import { processesOf } from '../helpers/processes.js';
import { eventually, follow, request, type Envelope, type Follower } from '../helpers/turns.js';

jest.setTimeout(30_000);

let home: string;
let cwd: string;
let daemon: DaemonProcess | undefined;
let findings: string[];
let open: Follower[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  findings = [];
  open = [];
  await start();
});
afterEach(async () => {
  for (const follower of open) follower.close();
  await daemon?.kill();
  await eventually(() => processesOf(home).length === 0, 'no process is left');
  rmSync(home, { recursive: true, force: true });
  rmSync(cwd, { recursive: true, force: true });
  expect(findings).toEqual([]);
});

async function start(more: Partial<ProcessOptions> = {}): Promise<void> {
  daemon = await startProcess({ home, cwd, ...more });
}

async function restart(more: Partial<ProcessOptions> = {}): Promise<void> {
  await daemon?.kill();
  await start(more);
}

function call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Envelope<T>> {
  return request<T>(daemon as DaemonProcess, method, `/api/v1/sessions${path}`, body);
}

async function watch(id: string, seq?: number, epoch?: string): Promise<Follower> {
  const follower = await follow(daemon as DaemonProcess, id, seq === undefined ? {} : { cursors: { [id]: { seq, ...(epoch === undefined ? {} : { epoch }) } } }, findings);
  open.push(follower);
  return follower;
}

async function begin(text: string, mode = 'manual'): Promise<{ id: string; promptId: string; seen: Follower }> {
  const made = await call<{ id: string }>('POST', '', { metadata: { cwd }, agent_config: { permission_mode: mode } });
  const seen = await watch(made.data.id);
  return { id: made.data.id, promptId: await submit(made.data.id, text), seen };
}

async function submit(id: string, text: string): Promise<string> {
  const sent = await call<{ prompt_id: string }>('POST', `/${id}/prompts`, { content: [{ type: 'text', text }] });
  expect(sent.code).toBe(0);
  return sent.data.prompt_id;
}

function place(seen: Follower): { seq: number; epoch: string } {
  const last = seen.frames.findLast((frame) => !frame.volatile);
  return { seq: last?.seq ?? 0, epoch: String(last?.epoch) };
}

/** What a client sees that comes back with its cursor; the epoch must be the same. */
async function back(id: string, seen: Follower): Promise<Follower> {
  const { seq, epoch } = place(seen);
  const again = await watch(id, seq, epoch);
  expect(again.ack).toMatchObject({ code: 0, payload: { resync_required: [] } });
  for (const frame of again.frames) expect(frame.epoch).toBe(epoch);
  return again;
}

/** The whole log as a new client gets it: the frames seen before stand in it unchanged. */
async function expectHistory(id: string, ...parts: Follower[]): Promise<Follower> {
  const all = await watch(id, 0);
  const durable = (follower: Follower) => follower.frames.filter((frame) => !frame.volatile);
  const seqs = durable(all).map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  const bySeq = new Map(durable(all).map((frame) => [frame.seq, frame]));
  for (const part of parts) for (const frame of durable(part)) expect(bySeq.get(frame.seq)).toEqual(frame);
  return all;
}

const broken = ['turn.ended failed error recovered', 'event.session.work_changed idle none failed', 'prompt.completed failed'];
const finish = (step: number) => [
  `turn.step.started ${step}`, 'message.appended assistant', `turn.step.completed ${step} end_turn`, 'turn.ended completed',
  'event.session.work_changed idle none completed', 'prompt.completed completed',
];
const approved = (result = 'ok') => ['event.approval.resolved approved client', 'event.session.work_changed busy none', 'tool.call.started Bash', `tool.result ${result}`];

describe('killed in the middle of', () => {
  test('streaming: the step is lost, the turn is closed, the session goes on', async () => {
    const { id, seen } = await begin('slow 30 one two three four five six seven eight nine ten eleven twelve');
    await seen.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 0);
    await restart();
    const again = await back(id, seen);
    expect(again.lines()).toEqual(broken);
    expect(again.frames[0]?.payload).toMatchObject({ error: { code: 'turn.interrupted' }, recovered: true, turnId: 1 });
    await submit(id, 'say on');
    await again.until('prompt.completed completed');
    const { data } = await call<{ items: { role: string; metadata: { reminders?: string[] } }[] }>('GET', `/${id}/messages?page_size=50`);
    expect(data.items.toReversed().map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
    expect(data.items[1]?.metadata.reminders?.join()).toMatch(/broken off|interrupted|ended/i);
    await expectHistory(id, seen, again);
  });

  test('a tool call: its outcome is unknown, its process is gone', async () => {
    const { id, seen } = await begin('run sleep 61', 'yolo');
    await seen.until('tool.call.started');
    await eventually(() => processesOf(home).length > 1, 'the command runs');
    await daemon?.kill();
    await eventually(() => processesOf(home).length === 0, 'the command ends with its daemon');
    await start();
    const again = await back(id, seen);
    expect(again.lines()).toEqual(['tool.result error synthetic', ...broken]);
    expect(again.frames[0]?.payload['output']).toMatch(/unknown/);
    await expectHistory(id, seen, again);
  });

  test('a tool call beside others: each gets a result, those not begun their start', async () => {
    const { id, seen } = await begin('run sleep 61\n+ run echo later\n+ todo a', 'yolo');
    await seen.until('tool.call.started');
    await restart();
    const again = await back(id, seen);
    expect(again.lines()).toEqual([
      'tool.result error synthetic', 'tool.call.started Bash', 'tool.result error synthetic', 'tool.call.started TodoList', 'tool.result error synthetic', ...broken,
    ]);
  });

  test('a pending approval: nothing is repaired, the answer lets the turn go on', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await seen.until('event.session.work_changed busy approval');
    await restart();
    const again = await back(id, seen);
    expect(again.frames).toEqual([]);
    const snapshot = await call<Record<string, unknown>>('GET', `/${id}/snapshot`);
    expect(snapshot.data).toMatchObject({
      pending_approvals: [{ approval_id: asked.payload['approval_id'] }], session: { busy: true, pending_interaction: 'approval' },
      in_flight_turn: { turn_id: 1, step: 1, running_tools: [] },
      agent_status: { main: { phase: { kind: 'awaiting_approval', approval: { approvalId: asked.payload['approval_id'] } } } },
    });
    const answer = await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    expect(answer).toMatchObject({ code: 0, data: { resolved: true } });
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([...approved(), 'turn.step.completed 1 tool_use', ...finish(2)]);
    const second = await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    expect(second).toMatchObject({ code: 40902, data: { resolved: false } });
    await expectHistory(id, seen, again);
  });

  test('a pending approval that nobody looks at: the answer itself loads the session', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await restart();
    expect((await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'rejected', feedback: 'no' })).code).toBe(0);
    const again = await back(id, seen);
    await again.until('prompt.completed');
    expect(again.lines().filter((line) => line.startsWith('tool.result'))).toEqual(['tool.result error']);
  });

  test('two approvals, one decided: the decision counts, only the other is asked', async () => {
    const { id, seen } = await begin('run echo one\n+ run echo two');
    const first = await seen.until('event.approval.requested');
    await call('POST', `/${id}/approvals/${String(first.payload['approval_id'])}`, { decision: 'approved' });
    const second = await seen.until(({ type, payload }) => type === 'event.approval.requested' && payload['approval_id'] !== first.payload['approval_id']);
    await seen.until(({ type, seq }) => type === 'event.session.work_changed' && seq > second.seq);
    await restart();
    const again = await back(id, seen);
    expect(again.frames).toEqual([]);
    await call('POST', `/${id}/approvals/${String(second.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([...approved(), 'tool.call.started Bash', 'tool.result ok', 'turn.step.completed 1 tool_use', ...finish(2)]);
    const outputs = again.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => String(payload['output']).trim());
    expect(outputs).toEqual(['one', 'two']);
  });

  test.each([
    ['answered', (id: string, q: string) => call('POST', `/${id}/questions/${q}`, { answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } } }), 'event.question.answered', '{"answers":{"Which?":"Red"}}'],
    ['dismissed', (id: string, q: string) => call('POST', `/${id}/questions/${q}:dismiss`), 'event.question.dismissed client', '"answers":{}'],
  ])('a pending question, then %s', async (_name, answer, event, output) => {
    const { id, seen } = await begin('ask Which? Red | Blue');
    const asked = await seen.until('event.question.requested');
    await seen.until('event.session.work_changed busy question');
    await restart();
    const again = await back(id, seen);
    expect(again.frames).toEqual([]);
    const { data } = await call<Record<string, unknown>>('GET', `/${id}/snapshot`);
    expect(data).toMatchObject({
      pending_questions: [{ question_id: asked.payload['question_id'] }], in_flight_turn: { running_tools: [{ name: 'AskUserQuestion' }] },
    });
    await answer(id, String(asked.payload['question_id']));
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([event, 'event.session.work_changed busy none', 'tool.result ok', 'turn.step.completed 1 tool_use', ...finish(2)]);
    expect(again.frames.find(({ type }) => type === 'tool.result')?.payload['output']).toContain(output);
  });

  test('a question beside a command: the turn was at work, so it is broken off', async () => {
    const { id, seen } = await begin('run sleep 61\n+ ask Which?', 'yolo');
    await seen.until('tool.call.started Bash');
    await restart();
    const again = await back(id, seen);
    expect(again.lines().slice(-3)).toEqual(broken);
    expect(again.lines().filter((line) => line.startsWith('tool.result'))).toHaveLength(2);
  });
});

describe('the queue', () => {
  test('behind a turn that was broken off: kept and paused', async () => {
    const { id, seen } = await begin('slow 30 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    const ids = [await submit(id, 'say a'), await submit(id, 'say b')];
    await seen.until('prompt.queued 2');
    await restart();
    const again = await back(id, seen);
    expect(again.lines().filter((line) => !line.startsWith('session.meta'))).toEqual([...broken, 'prompt.updated paused']);
    const queue = await call<{ queued: { prompt_id: string }[] }>('GET', `/${id}/prompts`);
    expect(queue.data).toMatchObject({ active: null, paused: true, queued: ids.map((prompt_id) => ({ prompt_id })) });
    const last = await submit(id, 'say c');
    await again.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === last);
    expect(again.frames.filter(({ type }) => type === 'turn.started').map(({ payload }) => payload['promptId'])).toEqual([...ids, last]);
  });

  test('behind a turn that waits for a person: goes on when that completes', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    const next = await submit(id, 'say next');
    await seen.until('session.meta.updated', seen.frames.length - 1).catch(() => undefined);
    await restart();
    const again = await back(id, seen);
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
    const again = await back(id, seen);
    await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed');
    const users = again.frames.filter(({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'user');
    expect(users.map(({ payload }) => (payload['message'] as { content: unknown }).content)).toEqual([[{ type: 'text', text: 'say extra' }]]);
  });

  test('what was steered into a turn that is broken off stays in the conversation', async () => {
    const { id, seen } = await begin('slow 40 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    const extra = await submit(id, 'say extra');
    await call('POST', `/${id}/prompts/${extra}:steer`);
    await seen.until('prompt.steered');
    await restart();
    const again = await back(id, seen);
    expect(again.lines()).toEqual(['message.appended user', ...broken]);
  });
});

describe('a graceful stop', () => {
  test('aborts what runs and leaves nothing to repair', async () => {
    const { id, seen } = await begin('slow 30 one two three four five six seven eight nine ten');
    await seen.until((frame) => frame.type === 'assistant.delta');
    await submit(id, 'say a');
    await seen.until('prompt.queued');
    const from = seen.frames.length;
    expect(await daemon?.stop()).toBe(0);
    expect(seen.lines(from).filter((line) => !line.startsWith('session.meta'))).toEqual([
      'message.appended assistant partial', 'turn.step.interrupted 1 aborted', 'turn.ended cancelled aborted', 'event.session.work_changed idle none cancelled',
      'prompt.aborted', 'prompt.updated paused',
    ]);
    await start();
    const again = await back(id, seen);
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
      'tool.result error', 'turn.step.interrupted 1 aborted', 'turn.ended cancelled aborted', 'event.session.work_changed idle none cancelled', 'prompt.aborted',
    ]);
    await start();
    const again = await back(waiting.id, waiting.seen);
    expect(again.frames).toEqual([]);
    await call('POST', `/${waiting.id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed completed');
  });
});

describe('a deadline that passed while nobody ran', () => {
  const late = { clockAhead: 25 * 60 * 60 * 1000 };

  test('an approval: the turn ends', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await seen.until('event.session.work_changed busy approval');
    await daemon?.kill();
    await start(late);
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'the turn ends without anybody asking');
    const again = await back(id, seen);
    expect(again.lines()).toEqual([
      'event.approval.resolved cancelled timeout', 'event.session.work_changed busy none', 'tool.call.started Bash', 'tool.result error',
      'turn.step.interrupted 1 aborted', 'turn.ended cancelled aborted', 'event.session.work_changed idle none cancelled', 'prompt.aborted',
    ]);
    expect((await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved' })).code).toBe(41001);
  });

  test('a question: the model is told, the turn goes on', async () => {
    const { id, seen } = await begin('ask Which? Red | Blue');
    const asked = await seen.until('event.question.requested');
    await seen.until('event.session.work_changed busy question');
    await daemon?.kill();
    await start(late);
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'the turn ends');
    const again = await back(id, seen);
    // a day later the model is told the date
    expect(again.lines().filter((line) => line !== 'message.appended system')).toEqual([
      'event.question.dismissed timeout', 'event.session.work_changed busy none', 'tool.result error', 'turn.step.completed 1 tool_use', ...finish(2),
    ]);
    expect((await call('POST', `/${id}/questions/${String(asked.payload['question_id'])}:dismiss`)).code).toBe(41002);
  });
});

describe('a damaged row', () => {
  test.each([
    ['that is no JSON', `UPDATE events SET payload = '{"message":' WHERE session_key = @key AND seq = @seq`],
    ['of an unknown type', `UPDATE events SET type = 'future.event', payload = '{"agentId":"main"}' WHERE session_key = @key AND seq = @seq`],
  ])('%s costs only itself', async (_name, damage) => {
    const { id, seen } = await begin('say first');
    await seen.until('prompt.completed');
    await submit(id, 'say second');
    await seen.until('prompt.completed', seen.frames.findIndex(({ type }) => type === 'prompt.completed') + 1);
    const victim = seen.frames.find(({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'assistant');
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
    await all.until(({ type, payload, seq }) => type === 'prompt.completed' && payload['reason'] === 'completed' && seq > (before.at(-1)?.seq ?? 0));
  });
});

test('a session directory that is gone does not matter to the log', async () => {
  const { id, seen } = await begin('say hi');
  await seen.until('prompt.completed');
  rmSync(join(home, 'sessions', id), { recursive: true, force: true });
  mkdirSync(join(cwd, 'x'), { recursive: true });
  writeFileSync(join(cwd, 'x', 'a.txt'), 'a');
  await restart();
  const again = await back(id, seen);
  await submit(id, 'read x/a.txt');
  await again.until('prompt.completed completed');
  await expectHistory(id, seen, again);
});
