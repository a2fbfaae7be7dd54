/** Modes, session rules, plan reviews and plan mode through the API (engine.md 4.12, 6.1, 6.2, 8). */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { eventually, hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let model: ScriptedModel;
const day = 24 * 60 * 60 * 1000;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  model = await startModel();
  trial = await startTrial({
    config: modelConfig(model.baseUrl),
    sleep: hurried(5),
    now: () => Date.now() + ahead,
    env: { PATH: process.env['PATH'] },
  });
});
afterEach(async () => {
  try {
    model.checkInvariants();
  } finally {
    await trial.close();
    await model.close();
  }
});

const open = (mode: string, more: Record<string, unknown> = {}) =>
  trial.talk({ agent_config: { permission_mode: mode, ...more } });
const offline = (mode: string, more: Record<string, unknown> = {}) => open(mode, { model: 'offline/echo', ...more });
const result = (talk: Talk, at = 0) =>
  talk.frames.filter(({ type }) => type === 'tool.result')[at]?.payload as { output: string; isError?: boolean };
const asked = (talk: Talk) => talk.frames.filter(({ type }) => type === 'event.approval.requested').length;
const mode = async (talk: Talk) => (await talk.call<{ plan_mode: boolean }>('GET', '/status')).data.plan_mode;

/** Runs one call of the scripted model; returns whether it was asked for (then cancelled), allowed or denied. */
async function outcome(talk: Talk, name: string, input: Record<string, unknown>): Promise<string> {
  model.reply({ calls: [{ name, input }] }, { text: 'ok' });
  await talk.submit('go');
  const frame = await talk.until(({ type }) =>
    ['event.approval.requested', 'event.question.requested', 'tool.result'].includes(type),
  );
  if (frame.type === 'tool.result') {
    await talk.until('prompt.completed');
    return /denied|refuse|not allowed|plan mode|Nobody|auto/i.test(String(frame.payload['output'])) &&
      frame.payload['isError']
      ? 'denied'
      : 'allowed';
  }
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
  return 'asked';
}

test('a search over a directory leaves out what a deny rule of Read speaks of', async () => {
  writeFileSync(
    join(trial.home, 'config.toml'),
    modelConfig(model.baseUrl, '[permission]\ndeny = ["Read(secrets/**)"]\n'),
  );
  await trial.restart({ env: { PATH: process.env['PATH'] } });
  mkdirSync(join(trial.cwd, 'secrets'));
  writeFileSync(join(trial.cwd, 'secrets', 'a.txt'), 'needle');
  writeFileSync(join(trial.cwd, 'b.txt'), 'needle');
  const talk = await open('auto');
  model.reply(
    {
      calls: [
        { name: 'Grep', input: { pattern: 'needle', output_mode: 'content' } },
        { name: 'Glob', input: { pattern: '**/*.txt' } },
      ],
    },
    { text: 'ok' },
  );
  await talk.run('go');
  for (const at of [0, 1]) {
    expect(result(talk, at).output).toContain('b.txt');
    expect(result(talk, at).output).not.toContain('secrets');
    expect(result(talk, at).output).toContain('1 sensitive file not shown');
  }
});

describe('modes', () => {
  const outside = () => ({ path: join(trial.home, '..', `agent-outside-${process.pid}.txt`), content: 'x' });
  const question = { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] };
  test.each<[string, string, string, () => Record<string, unknown>]>([
    ['manual', 'Read', 'allowed', () => ({ path: 'a.txt' })],
    ['manual', 'Write', 'asked', () => ({ path: 'b.txt', content: 'x' })],
    ['manual', 'Edit', 'asked', () => ({ path: 'a.txt', old_string: 'x', new_string: 'y' })],
    ['manual', 'Bash', 'asked', () => ({ command: 'echo hi' })],
    ['manual', 'TodoList', 'allowed', () => ({})],
    ['manual', 'Glob', 'allowed', () => ({ pattern: '*' })],
    ['manual', 'Read', 'asked', () => ({ path: '.env' })],
    ['yolo', 'Write', 'allowed', () => ({ path: 'b.txt', content: 'x' })],
    ['yolo', 'Bash', 'allowed', () => ({ command: 'echo hi' })],
    ['yolo', 'Bash', 'asked', () => ({ command: 'echo "' })],
    ['yolo', 'Bash', 'asked', () => ({ command: 'echo x > /proc/none/elsewhere.txt' })],
    ['yolo', 'Write', 'asked', () => ({ path: '.git/config', content: 'x' })],
    ['yolo', 'Write', 'asked', outside],
    ['yolo', 'Read', 'asked', () => ({ path: '.env' })],
    ['yolo', 'AskUserQuestion', 'asked', () => question],
    ['auto', 'Bash', 'allowed', () => ({ command: 'echo hi' })],
    ['auto', 'Read', 'allowed', () => ({ path: '.env' })],
    ['auto', 'AskUserQuestion', 'denied', () => question],
  ])('%s, %s: %s (%#)', async (name, tool, wanted, input) => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    writeFileSync(join(trial.cwd, '.env'), 'A=1');
    mkdirSync(join(trial.cwd, '.git'));
    const talk = await open(name);
    expect(await outcome(talk, tool, input())).toBe(wanted);
    if (name === 'auto' && tool === 'Read') expect(talk.lines()).toContain('warning');
  });

  test('an unattended prompt decides as in auto and leaves the session as it is', async () => {
    const talk = await offline('manual');
    await talk.run('run echo hi', { unattended: true });
    expect(asked(talk)).toBe(0);
    expect((await talk.call<{ permission: string }>('GET', '/status')).data.permission).toBe('manual');
    await talk.submit('run echo hi');
    await talk.until('event.approval.requested');
  });

  test('a deny rule holds in every mode', async () => {
    await trial.close();
    trial = await startTrial({
      config: `${modelConfig(model.baseUrl)}[permission]\ndeny = ["Bash(echo *)"]\nask = ["Bash(true *)"]\n`,
    });
    for (const name of ['manual', 'yolo', 'auto']) {
      const talk = await trial.talk({ agent_config: { permission_mode: name, model: 'offline/echo' } });
      await talk.run('run cd . && echo hi');
      expect([asked(talk), result(talk).isError]).toEqual([0, true]);
    }
  });
});

describe('approved for this session', () => {
  test('the same line runs without asking, another asks; the rule is listed and can be taken away', async () => {
    const talk = await offline('manual');
    void talk.submit('run echo hi');
    await talk.decide({ decision: 'approved', scope: 'session' });
    await talk.until('prompt.completed');
    await talk.run('run echo hi');
    expect(asked(talk)).toBe(1);
    const listed = (await talk.call<{ items: unknown[] }>('GET', '/permission_rules')).data.items;
    expect(listed).toMatchObject([{ pattern: 'Bash(echo hi)' }]);
    const from = talk.frames.length;
    void talk.submit('run echo ho');
    await talk.decide({ decision: 'rejected' }, from);
    await talk.until('prompt.completed', from);
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('run echo hi');
    expect(asked(again)).toBe(0);
  });

  test('a line with wildcards is taken literally', async () => {
    const talk = await offline('manual');
    void talk.submit('run echo *');
    await talk.decide({ decision: 'approved', scope: 'session' });
    await talk.until('prompt.completed');
    const from = talk.frames.length;
    void talk.submit('run echo anything');
    await talk.until('event.approval.requested', from);
  });

  test('other pending approvals that the rule covers are resolved', async () => {
    const talk = await offline('manual');
    void talk.submit('write a.txt: one\n+ write b.txt: two');
    await talk.decide({ decision: 'approved', scope: 'session' });
    const second = await talk.until(
      ({ type, payload }) => type === 'event.approval.requested' && String(payload['action']).includes('b.txt'),
    );
    await talk.call('POST', '/profile', { permission_rules: [{ pattern: 'Write' }] });
    await talk.until('prompt.completed');
    expect(
      talk.frames.find(
        ({ type, payload }) =>
          type === 'event.approval.resolved' && payload['approval_id'] === second.payload['approval_id'],
      )?.payload,
    ).toMatchObject({ decision: 'approved', by: 'policy' });
    expect(existsSync(join(trial.cwd, 'b.txt'))).toBe(true);
  });
});

describe('plan reviews', () => {
  const put = async (talk: Talk) => {
    void talk.submit('plan do it | fast | slow');
    return talk.until(
      ({ type, payload }) => type === 'event.approval.requested' && payload['tool_name'] === 'ExitPlanMode',
    );
  };
  test.each<[string, Record<string, unknown>, { plan: boolean; ends: string; says: RegExp; error?: true }]>([
    ['Approve', { decision: 'approved' }, { plan: false, ends: 'completed', says: /approved/ }],
    [
      'an option',
      { decision: 'approved', selected_label: 'fast' },
      { plan: false, ends: 'completed', says: /option: fast/ },
    ],
    ['Revise', { decision: 'rejected', feedback: 'shorter' }, { plan: true, ends: 'completed', says: /shorter/ }],
    ['Reject', { decision: 'rejected' }, { plan: true, ends: 'cancelled', says: /rejected/, error: true }],
    [
      'Reject and Exit',
      { decision: 'rejected', selected_label: 'Reject and Exit' },
      { plan: false, ends: 'cancelled', says: /left plan mode/, error: true },
    ],
    ['cancelled', { decision: 'cancelled' }, { plan: true, ends: 'cancelled', says: /cancelled/, error: true }],
  ])('%s', async (_name, decision, { plan, ends, says, error }) => {
    const talk = await offline('yolo');
    const review = await put(talk);
    expect(review.payload).toMatchObject({
      session_scope: false,
      tool_input_display: { kind: 'plan_review', plan: 'do it\n', options: [{ label: 'fast' }, { label: 'slow' }] },
    });
    expect(talk.lines()).toContain('plan.revision');
    expect((await talk.call('POST', `/approvals/${String(review.payload['approval_id'])}`, decision)).code).toBe(0);
    const end = await talk.until('turn.ended');
    expect(end.payload).toMatchObject({
      reason: ends,
      ...(ends === 'cancelled' ? { interruptReason: 'user_cancelled' } : {}),
    });
    expect(await mode(talk)).toBe(plan);
    const last = talk.frames.findLast(({ type }) => type === 'tool.result')?.payload;
    expect(last?.['output']).toMatch(says);
    expect(last?.['isError'] ?? false).toBe(error ?? false);
  });

  test.each([
    ['a label that was not offered', { decision: 'approved', selected_label: 'other' }],
    ['a label of the other decision', { decision: 'approved', selected_label: 'Reject' }],
    ['a label with cancelled', { decision: 'cancelled', selected_label: 'fast' }],
  ])('%s is refused', async (_name, decision) => {
    const talk = await offline('yolo');
    const review = await put(talk);
    expect((await talk.call('POST', `/approvals/${String(review.payload['approval_id'])}`, decision)).code).toBe(40001);
    expect((await talk.call<{ items: unknown[] }>('GET', '/approvals?status=pending')).data.items).toHaveLength(1);
  });

  test('auto approves by itself', async () => {
    const talk = await offline('auto');
    await talk.run('plan do it');
    expect(asked(talk)).toBe(0);
    expect(await mode(talk)).toBe(false);
    expect(result(talk, 2).output).toMatch(/automatically/);
    expect(talk.lines()).toContain('plan.revision');
  });

  test('a plan that is not reviewed for a day: the turn stops, plan mode stays', async () => {
    const talk = await offline('manual');
    const review = await put(talk);
    ahead = day + 1_000;
    expect(
      (await talk.call('POST', `/approvals/${String(review.payload['approval_id'])}`, { decision: 'approved' })).code,
    ).toBe(41001);
    expect((await talk.until('turn.ended')).payload).toMatchObject({ reason: 'cancelled', interruptReason: 'aborted' });
    expect(talk.frames.find(({ type }) => type === 'event.approval.resolved')?.payload).toMatchObject({
      decision: 'cancelled',
      by: 'timeout',
    });
    expect(await mode(talk)).toBe(true);
  });
});

describe('plan mode', () => {
  test.each<[string, string, Record<string, unknown>, string, string]>([
    ['reads are allowed', 'Read', { path: 'a.txt' }, 'yolo', 'allowed'],
    ['writes elsewhere are denied', 'Write', { path: 'b.txt', content: 'x' }, 'yolo', 'denied'],
    ['edits elsewhere are denied', 'Edit', { path: 'a.txt', old_string: 'x', new_string: 'y' }, 'auto', 'denied'],
    ['a redirection asks', 'Bash', { command: 'echo x > b.txt' }, 'yolo', 'asked'],
    ['a redirection in auto is denied', 'Bash', { command: 'echo x > b.txt' }, 'auto', 'denied'],
    ['one to the null device does not', 'Bash', { command: 'echo x > /dev/null' }, 'yolo', 'allowed'],
    ['other commands follow the rules', 'Bash', { command: 'echo x' }, 'manual', 'asked'],
  ])('%s', async (_name, tool, input, permission, wanted) => {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    const talk = await open(permission, { plan_mode: true });
    expect(await mode(talk)).toBe(true);
    expect(await outcome(talk, tool, input)).toBe(wanted);
    expect(existsSync(join(trial.cwd, 'b.txt'))).toBe(false);
  });

  test('survives a restart', async () => {
    const talk = await offline('yolo', { plan_mode: true });
    await trial.restart();
    const again = await trial.join(talk.id);
    expect(await mode(again)).toBe(true);
    await again.run('write b.txt: x');
    expect(result(again).isError).toBe(true);
  });
});

describe('expiry with the daemon running', () => {
  test('a question: the second answer comes too late', async () => {
    const talk = await offline('manual');
    void talk.submit('ask Which? A | B');
    const { payload } = await talk.until('event.question.requested');
    ahead = day + 1_000;
    expect((await talk.call('POST', `/questions/${String(payload['question_id'])}`, { answers: {} })).code).toBe(41002);
    await talk.until('prompt.completed completed');
    expect(talk.frames.find(({ type }) => type === 'event.question.dismissed')?.payload['by']).toBe('timeout');
    expect(result(talk).isError).toBe(true);
  });

  test('an answer just before the deadline counts', async () => {
    const talk = await offline('manual');
    void talk.submit('run echo hi');
    await talk.until('event.approval.requested');
    ahead = day - 60_000;
    await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed completed');
    await eventually(async () => !(await talk.call<{ busy: boolean }>('GET', '')).data.busy, 'the session is idle');
  });
});
