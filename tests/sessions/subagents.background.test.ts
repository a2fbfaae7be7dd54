/** Subagents in the background: frames, tasks, notices, detaching (engine.md 4.14, 17.2, 17.3; ws.md 8.10, 8.11). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { agentLines, long, outputs, payloads } from '../helpers/agents.js';
import { begin, trial, useTrial } from '../helpers/trial.js';
import { eventually, type Talk } from '../helpers/turns.js';

jest.setTimeout(60_000);

useTrial();

const settled = (talk: Talk) =>
  eventually(async () => (await talk.call<{ busy: boolean }>('GET', '')).data.busy === false, 'the session is idle');
const taskEnd = (talk: Talk) => talk.until('task.terminated');

test('its frames: the task stands before the agent, the result comes at once, the end at its time', async () => {
  const talk = await trial.talk();
  await talk.run(`background agent: slow 40 one two three\\nsay ${long('a report')}`);
  await taskEnd(talk);
  await talk.until(
    (frame) => frame.type === 'turn.started' && (frame.payload['origin'] as { kind: string }).kind === 'task',
  );
  await settled(talk);
  const lines = agentLines(talk);
  const at = lines.indexOf('main: tool.call.started Agent');
  expect(lines.slice(at, at + 6)).toEqual([
    'main: tool.call.started Agent',
    'agent_1: agent.created',
    'main: task.started',
    'main: subagent.spawned',
    'main: subagent.started',
    expect.stringMatching(/^main: tool.result ok|^agent_1: turn.started/),
  ]);
  const end = lines.indexOf('main: subagent.completed');
  expect(lines.slice(end - 1, end + 3)).toEqual([
    'agent_1: turn.ended completed',
    'main: subagent.completed',
    'main: task.terminated',
    'main: turn.started task',
  ]);
  expect(lines.indexOf('main: tool.result ok')).toBeLessThan(end);
  const [started] = payloads(talk, 'task.started') as { info: Record<string, unknown> }[];
  expect(started?.info).toMatchObject({
    kind: 'agent',
    status: 'running',
    agentId: 'agent_1',
    subagentType: 'coder',
    model: 'offline/echo',
    timeoutMs: 7_200_000,
  });
  expect(payloads(talk, 'subagent.spawned')).toMatchObject([
    { runInBackground: true, taskId: started?.info['taskId'] },
  ]);
  expect(outputs(talk)[0]).toMatch(/^task_id: agent-[0-9a-z]{8}\nagent_id: agent_1\nstatus: running\n<system>/);
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'completed' } }]);
  const told = payloads(talk, 'message.appended', 'main').at(-2)?.['message'] as { content: { text: string }[] };
  expect(told.content[0]?.text).toContain('a report a report');
  const file = join(trial.home, 'sessions', talk.id, 'tasks', `${String(started?.info['taskId'])}.log`);
  expect(readFileSync(file, 'utf8')).toBe(long('a report'));
  expect(openPairs(talk.frames.filter((frame) => !frame.volatile))).toEqual([]);
});

test('the session is busy while it works; snapshot and list say so', async () => {
  const talk = await trial.talk();
  await talk.run('background agent: slow 50 one two three four five six');
  await talk.until(({ type, payload }) => type === 'turn.started' && payload['agentId'] === 'agent_1');
  expect((await talk.call('GET', '')).data).toMatchObject({ busy: true, main_turn_active: false });
  const snapshot = await talk.call<{ subagents: unknown[] }>('GET', '/snapshot');
  expect(snapshot.data).toMatchObject({ subagents: [], in_flight_agents: [{ agent_id: 'agent_1' }] });
  await taskEnd(talk);
  await settled(talk);
});

test('an abort of the session or of its caller leaves it alone', async () => {
  const talk = await trial.talk();
  await talk.submit(
    `background agent: slow 50 one two three four five\\nsay ${long('done')}\nslow 50 a b c d e f g h i j k l`,
  );
  await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'main', 8);
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
  await taskEnd(talk);
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'completed' } }]);
  await settled(talk);
});

test('its own abort ends the task as killed', async () => {
  const talk = await trial.talk();
  await talk.run('background agent: slow 50 one two three four five six seven eight nine ten');
  await talk.until(({ type, payload }) => type === 'turn.started' && payload['agentId'] === 'agent_1');
  await talk.call('POST', '/agents/agent_1:abort');
  await taskEnd(talk);
  expect(payloads(talk, 'subagent.failed')).toMatchObject([{ reason: 'aborted' }]);
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'killed' } }]);
  await settled(talk);
});

test('its time limit ends it as timed out', async () => {
  await begin({ config: '[subagent]\ntimeout_ms = 120\n' });
  const talk = await trial.talk();
  await talk.run('background agent: slow 50 one two three four five six seven eight nine ten');
  await taskEnd(talk);
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'timed_out', timeoutMs: 120 } }]);
  await settled(talk);
});

test('as many as max_running_tasks; the next one is refused with the list', async () => {
  await begin({ config: '[background]\nmax_running_tasks = 1\n' });
  const talk = await trial.talk();
  await talk.run('background agent: slow 60 one two three four five six\nbackground agent: say x');
  expect(payloads(talk, 'tool.result', 'main')[1]).toMatchObject({
    isError: true,
    output: expect.stringMatching(/max_running_tasks is 1.*agent-/s),
  });
  expect(payloads(talk, 'agent.created')).toHaveLength(1);
  await taskEnd(talk);
  await settled(talk);
});

test('it cannot be resumed while it works, and can when it is done', async () => {
  const talk = await trial.talk();
  await talk.run(
    'background agent: slow 60 one two three\ncall Agent {"description":"x","prompt":"say x","resume":"agent_1"}',
  );
  expect(outputs(talk)[1]).toMatch(/still running/);
  await taskEnd(talk);
  await settled(talk);
  await talk.run('call Agent {"description":"x","prompt":"say again","resume":"agent_1","run_in_background":true}');
  await talk.until('task.terminated', talk.frames.findIndex(({ type }) => type === 'task.terminated') + 1);
  expect(payloads(talk, 'task.terminated')).toMatchObject([
    { info: { status: 'completed' } },
    { info: { status: 'completed', agentId: 'agent_1' } },
  ]);
  await settled(talk);
});

test('the user moves a child to the background: its caller continues, the child too', async () => {
  const talk = await trial.talk();
  await talk.submit(`agent: slow 60 one two three four five six\\nsay ${long('late report')}`);
  await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'agent_1');
  const callId = String(payloads(talk, 'tool.call.started')[0]?.['toolCallId']);
  const detached = await talk.call<{ task_id: string }>('POST', `/tool_calls/${callId}:detach`);
  expect(detached).toMatchObject({ code: 0, data: { detached: true, task_id: expect.stringMatching(/^agent-/) } });
  await talk.until('prompt.completed');
  expect(outputs(talk)[0]).toMatch(/^task_id: agent-.*\nagent_id: agent_1\nstatus: running/);
  expect(payloads(talk, 'task.started')).toMatchObject([
    { info: { taskId: detached.data.task_id, agentId: 'agent_1' } },
  ]);
  const { data } = await talk.call<{ items: unknown[] }>('GET', '/tasks');
  expect(data.items).toMatchObject([{ kind: 'subagent', status: 'running', agent_id: 'agent_1' }]);
  expect((await talk.call<{ subagents: unknown[] }>('GET', '/snapshot')).data.subagents).toEqual([]);
  // the subagent is no longer part of the caller's turn
  await talk.call('POST', ':abort');
  await taskEnd(talk);
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'completed' } }]);
  await settled(talk);
  expect((await talk.call('POST', `/tool_calls/${callId}:detach`)).code).not.toBe(0);
  expect(openPairs(talk.frames.filter((frame) => !frame.volatile))).toEqual([]);
});

test('a client cancels its task', async () => {
  const talk = await trial.talk();
  await talk.run('background agent: slow 60 one two three four five six seven eight nine ten');
  const taskId = String(payloads(talk, 'subagent.spawned')[0]?.['taskId']);
  await talk.until(({ type, payload }) => type === 'turn.started' && payload['agentId'] === 'agent_1');
  expect((await talk.call('POST', `/tasks/${taskId}:cancel`)).data).toEqual({ cancelled: true });
  expect(payloads(talk, 'task.terminated')).toMatchObject([{ info: { status: 'killed' } }]);
  expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled aborted');
  await settled(talk);
});

test('putting the session away ends it', async () => {
  const talk = await trial.talk();
  await talk.run('background agent: slow 60 one two three four five six seven eight nine ten');
  await talk.until(({ type, payload }) => type === 'turn.started' && payload['agentId'] === 'agent_1');
  expect((await talk.call('POST', ':archive')).code).toBe(0);
  await taskEnd(talk);
  expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled aborted');
  expect(openPairs(talk.frames.filter((frame) => !frame.volatile))).toEqual([]);
});

test('the caller waits for it and is not notified twice', async () => {
  const talk = await trial.talk();
  await talk.run(`background agent: slow 60 one two three\\nsay ${long('awaited')}\nwait 20`);
  expect(outputs(talk)[1]).toMatch(/completed/);
  await settled(talk);
  expect(payloads(talk, 'turn.started', 'main')).toHaveLength(1);
  expect(payloads(talk, 'task.notified')).toEqual([]);
});
