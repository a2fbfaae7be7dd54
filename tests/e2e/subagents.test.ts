/** Daemons killed while subagents work or wait, and how the next daemon continues (engine.md 19, ws.md 8.12). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { agentLines, long, payloads } from '../helpers/agents.js';
import { eventually, type Follower } from '../helpers/turns.js';
import {
  reconnect,
  begin,
  call,
  cwd,
  daemon,
  expectHistory,
  restart,
  start,
  submit,
  useDaemonProcess,
} from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

const ofAgent =
  (type: string, agentId: string) =>
  (frame: { type: string; payload: Record<string, unknown> }): boolean =>
    frame.type === type && frame.payload['agentId'] === agentId;
const approve = (id: string, asked: { payload: Record<string, unknown> }, decision = 'approved') =>
  call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision });
const closed = async (id: string, ...parts: Follower[]) => {
  const all = await expectHistory(id, ...parts);
  expect(openPairs(all.frames.filter((frame) => !frame.volatile))).toEqual([]);
};

describe('killed while a child works', () => {
  test('in the foreground: its turn, its call and the turn of its caller are closed, in this order', async () => {
    const { id, seen } = await begin('agent: slow 300 one two three four five six seven eight nine ten');
    await seen.until(ofAgent('assistant.delta', 'agent_1'));
    await restart();
    const again = await reconnect(id, seen);
    expect(agentLines(again)).toEqual([
      'agent_1: turn.ended failed error recovered',
      'main: tool.result error synthetic',
      'main: subagent.failed',
      'main: turn.ended failed error recovered',
      'main: prompt.completed failed',
    ]);
    expect(payloads(again, 'subagent.failed')).toMatchObject([{ subagentId: 'agent_1', reason: 'error' }]);
    expect((await call(`GET`, `/${id}/agents`)).data).toMatchObject({
      items: [{ status: 'idle' }, { status: 'idle' }],
    });
    await submit(id, 'call Agent {"description":"x","prompt":"say back","resume":"agent_1"}');
    await again.until('prompt.completed completed');
    expect(payloads(again, 'tool.result', 'main').at(-1)?.['output']).toMatch(/status: completed/);
    await closed(id, seen, again);
  });

  test('in the middle of a tool call', async () => {
    const { id, seen } = await begin('agent: run sleep 61', 'yolo');
    await seen.until(ofAgent('tool.call.started', 'agent_1'));
    await restart();
    const again = await reconnect(id, seen);
    expect(agentLines(again).slice(0, 4)).toEqual([
      'agent_1: tool.result error synthetic',
      'agent_1: turn.ended failed error recovered',
      'main: tool.result error synthetic',
      'main: subagent.failed',
    ]);
    await closed(id, seen, again);
  });

  test('in the background: the task is lost, its agent is notified at its next turn', async () => {
    const { id, seen } = await begin('background agent: slow 300 one two three four five six seven eight nine ten');
    await seen.until('prompt.completed');
    await seen.until(ofAgent('assistant.delta', 'agent_1'));
    await restart();
    const again = await reconnect(id, seen);
    expect(agentLines(again)).toEqual([
      'main: task.terminated',
      'agent_1: turn.ended failed error recovered',
      'main: subagent.failed',
    ]);
    expect(payloads(again, 'task.terminated')).toMatchObject([{ info: { kind: 'agent', status: 'lost' } }]);
    await submit(id, 'say on');
    await again.until('prompt.completed completed');
    expect(JSON.stringify(payloads(again, 'message.appended'))).toContain('was lost');
    await closed(id, seen, again);
  });

  test('beside one that waits for the user: the call is broken off, and what it asked is cancelled', async () => {
    const { id, seen } = await begin(
      'agent: run echo hi\n+ agent: slow 300 one two three four five six seven eight nine',
    );
    await seen.until('event.approval.requested');
    await seen.until(ofAgent('assistant.delta', 'agent_2'));
    await restart();
    const again = await reconnect(id, seen);
    expect(agentLines(again)).toContain('agent_1: event.approval.resolved cancelled recovery');
    expect(agentLines(again).filter((line) => /subagent|turn\.ended/.test(line))).toHaveLength(5);
    await closed(id, seen, again);
  });
});

describe('killed while a child waits for the user', () => {
  test('everything stays open; the answer lets the child and its caller continue', async () => {
    const { id, seen } = await begin(`agent: run echo hi > out.txt\\nsay ${long('written')}`);
    const asked = await seen.until('event.approval.requested');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    const snapshot = await call<Record<string, unknown>>('GET', `/${id}/snapshot`);
    expect(snapshot.data).toMatchObject({
      session: { busy: true, main_turn_active: true, pending_interaction: 'approval' },
      pending_approvals: [{ agent_id: 'agent_1', agent_type: 'coder' }],
      subagents: [{ id: 'agent_1', status: 'running', subagent_phase: 'suspended' }],
      in_flight_turn: { running_tools: [{ name: 'Agent' }] },
    });
    expect((await approve(id, asked)).code).toBe(0);
    await again.until('prompt.completed completed');
    expect(agentLines(again)).toEqual([
      'agent_1: event.approval.resolved approved client',
      'agent_1: tool.call.started Bash',
      'agent_1: tool.result ok',
      'agent_1: turn.step.completed 1 tool_use',
      'agent_1: turn.step.started 2',
      'agent_1: message.appended assistant',
      'agent_1: turn.step.completed 2 end_turn',
      'agent_1: turn.ended completed',
      'main: subagent.completed',
      'main: tool.result ok',
      'main: turn.step.completed 1 tool_use',
      'main: turn.step.started 2',
      'main: message.appended assistant',
      'main: turn.step.completed 2 end_turn',
      'main: turn.ended completed',
      'main: prompt.completed completed',
    ]);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe('hi\n');
    await closed(id, seen, again);
  });

  test('two of them: the caller continues when both are answered, killed again in between', async () => {
    const { id, seen } = await begin('agent: write a.txt: a\n+ agent: write b.txt: b');
    // either subagent may ask first
    const first = await seen.until(ofAgent('event.approval.requested', 'agent_1'));
    const second = await seen.until(ofAgent('event.approval.requested', 'agent_2'));
    await restart();
    expect((await approve(id, first)).code).toBe(0);
    await eventually(() => existsSync(join(cwd, 'a.txt')), 'the first file is written');
    const half = await reconnect(id, seen);
    await half.until('subagent.completed');
    await half.until(ofAgent('tool.result', 'main'));
    await restart();
    expect((await approve(id, second)).code).toBe(0);
    const again = await reconnect(id, half);
    await again.until('prompt.completed completed');
    expect([readFileSync(join(cwd, 'a.txt'), 'utf8'), readFileSync(join(cwd, 'b.txt'), 'utf8')]).toEqual(['a', 'b']);
    await closed(id, seen, half, again);
  });

  test('in the background: the task stays, and ends when the child does', async () => {
    const { id, seen } = await begin('background agent: write a.txt: a');
    await seen.until('prompt.completed');
    const asked = await seen.until('event.approval.requested');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    expect((await call(`GET`, `/${id}`)).data).toMatchObject({ busy: true, main_turn_active: false });
    await approve(id, asked);
    await again.until('task.terminated');
    expect(payloads(again, 'task.terminated')).toMatchObject([{ info: { kind: 'agent', status: 'completed' } }]);
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a');
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'idle');
    await closed(id, seen, again);
  });

  test('two levels down: all three turns stay open, and continue', async () => {
    mkdirSync(join(cwd, '.agent-code', 'agents'), { recursive: true });
    writeFileSync(
      join(cwd, '.agent-code', 'agents', 'nest.md'),
      '---\nname: nest\ndescription: calls others\n---\nYou call others.\n',
    );
    const { id, seen } = await begin('agent nest: agent nest: write a.txt: a');
    const asked = await seen.until('event.approval.requested');
    expect(asked.payload).toMatchObject({ agentId: 'agent_2', agent_type: 'nest' });
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    await approve(id, asked);
    await again.until('prompt.completed completed');
    expect(agentLines(again).filter((line) => /subagent|turn\.ended/.test(line))).toEqual([
      'agent_2: turn.ended completed',
      'agent_1: subagent.completed',
      'agent_1: turn.ended completed',
      'main: subagent.completed',
      'main: turn.ended completed',
    ]);
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a');
    await closed(id, seen, again);
  });

  test('an abort of the session after the restart ends child and caller', async () => {
    const { id, seen } = await begin('agent: write a.txt: a');
    await seen.until('event.approval.requested');
    await restart();
    const again = await reconnect(id, seen);
    expect((await call('POST', `/${id}:abort`)).code).toBe(0);
    await again.until('prompt.aborted');
    expect(existsSync(join(cwd, 'a.txt'))).toBe(false);
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'idle');
    await closed(id, seen, again);
  });

  test('the deadline passes while no server runs: the child ends, its caller continues', async () => {
    const { id, seen } = await begin('agent: write a.txt: a');
    await seen.until('event.approval.requested');
    await daemon?.kill();
    await start({ clockAhead: 25 * 60 * 60 * 1000 });
    await eventually(async () => (await call<{ busy: boolean }>('GET', `/${id}`)).data.busy === false, 'the turn ends');
    const again = await reconnect(id, seen);
    expect(agentLines(again)).toContain('agent_1: event.approval.resolved cancelled timeout');
    expect(agentLines(again)).toContain('main: prompt.completed completed');
    expect(payloads(again, 'tool.result', 'main')[0]?.['output']).toMatch(/^status: killed/);
    await closed(id, seen, again);
  });
});

describe('killed while', () => {
  test('AGENTS.md is being written: the agent is closed, a new one may begin', async () => {
    const { id, seen } = await begin('say hi');
    await seen.until('prompt.completed');
    expect((await call('POST', `/${id}:init`)).code).toBe(0);
    await seen.until(ofAgent('turn.started', 'agent_1'));
    await daemon?.kill();
    await start();
    const again = await reconnect(id, seen);
    // the offline provider may have finished before the kill
    if (payloads(again, 'subagent.failed').length === 0 && payloads(seen, 'subagent.completed').length === 0)
      await again.until((frame) => frame.type.startsWith('subagent.'));
    await closed(id, seen, again);
    expect((await call('POST', `/${id}:init`)).code).toBe(0);
    await again.until('subagent.completed', again.frames.length);
  });

  test('a side agent answers: it stays, with what it knows', async () => {
    const { id, seen } = await begin('say the word is hat');
    await seen.until('prompt.completed');
    const { data } = await call<{ agent_id: string }>('POST', `/${id}:btw`);
    const agentId = data.agent_id;
    await call('POST', `/${id}/prompts`, {
      content: [{ type: 'text', text: 'slow 300 one two three four five six seven eight' }],
      agent_id: agentId,
    });
    await seen.until(ofAgent('assistant.delta', agentId));
    await restart();
    const again = await reconnect(id, seen);
    expect(agentLines(again)).toEqual([
      `${agentId}: turn.ended failed error recovered`,
      `${agentId}: prompt.completed failed`,
    ]);
    await call('POST', `/${id}/prompts`, { content: [{ type: 'text', text: 'say still here' }], agent_id: agentId });
    await again.until('prompt.completed completed');
    await closed(id, seen, again);
  });
});

describe('a graceful stop', () => {
  test('ends a child that works with its caller, and leaves nothing to repair', async () => {
    const { id, seen } = await begin('agent: slow 300 one two three four five six seven eight nine ten');
    await seen.until(ofAgent('assistant.delta', 'agent_1'));
    const from = seen.frames.length;
    expect(await daemon?.stop()).toBe(0);
    expect(agentLines(seen, from)).toEqual([
      'agent_1: message.appended assistant partial',
      'agent_1: turn.step.interrupted 1 aborted',
      'agent_1: turn.ended cancelled aborted',
      'main: subagent.failed',
      'main: tool.result error',
      'main: turn.step.interrupted 1 aborted',
      'main: turn.ended cancelled aborted',
      'main: prompt.aborted',
    ]);
    await start();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
  });

  test('leaves a caller whose child waits for the user as it is', async () => {
    const { id, seen } = await begin('agent: write a.txt: a');
    const asked = await seen.until('event.approval.requested');
    await seen.until('event.session.work_changed busy approval');
    const from = seen.frames.length;
    expect(await daemon?.stop()).toBe(0);
    expect(seen.lines(from)).toEqual([]);
    await start();
    const again = await reconnect(id, seen);
    await approve(id, asked);
    await again.until('prompt.completed completed');
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a');
    await closed(id, seen, again);
  });
});
