/** A server that does work of every kind at once, then dies: all rows of engine.md 19 at the same time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { agentLines, long, payloads } from '../helpers/agents.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import type { TaskInfo } from '../../schemas/generated/types.js';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import { alive, processesOf } from '../helpers/processes.js';
import { eventually, request, type EventFrame, type Follower } from '../helpers/turns.js';
import { ended, infoOf, notices } from '../sessions/tasks.fixture.js';
import {
  reconnect,
  call,
  cwd,
  daemon,
  expectHistory,
  home,
  restart,
  start,
  submit,
  useDaemonProcess,
  watch,
} from './revival.js';

jest.setTimeout(60_000);
let model: ScriptedModel;
const pids: number[] = [];
// registered before `useDaemonProcess`, whose hook expects that no process is left
afterEach(() => {
  for (const pid of pids.splice(0)) if (alive(pid)) process.kill(-pid, 'SIGKILL');
});
useDaemonProcess();
beforeEach(async () => {
  model = await startModel();
  writeFileSync(
    join(home, 'config.toml'),
    'default_model = "offline/echo"\n[background]\nkeep_alive_on_exit = true\n' +
      '[permission]\nask = ["Bash(echo *)"]\nallow = ["Bash(sleep *)"]\n' +
      `[providers.p]\ntype = "openai"\nbase_url = "${model.baseUrl}"\napi_key = "sk-test-key"\n` +
      '[models.m]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = 100000\n',
  );
  await restart();
});
afterEach(() => model.close());

interface Work {
  id: string;
  seen: Follower;
}
/** Creates a session; its title keeps the server from requesting one from the scripted model. */
async function open(agent_config: Record<string, unknown>): Promise<Work> {
  const { data } = await call<{ id: string }>('POST', '', { title: 'Afternoon', metadata: { cwd }, agent_config });
  return { id: data.id, seen: await watch(data.id) };
}
async function done<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body);
  if (answer.code !== 0) throw new Error(`${method} ${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}
const approve = (id: string, asked: EventFrame, more: Record<string, unknown> = {}) =>
  done('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, { decision: 'approved', ...more });
const of =
  (type: string, agentId: string) =>
  (frame: EventFrame): boolean =>
    frame.type === type && frame.payload['agentId'] === agentId;
const words = 'slow 100 ' + 'word '.repeat(300).trim();
const question = '{"questions":[{"question":"Which?","options":[{"label":"Red"},{"label":"Blue"}]}],"background":true}';

/** A running turn with background work of every kind, a goal, a schedule, todos and a shell command of the user. */
async function busy(): Promise<Work & { kept: TaskInfo & { pid: number }; gone: TaskInfo & { pid: number } }> {
  const { id, seen } = await open({ permission_mode: 'yolo' });
  await submit(
    id,
    `run in background sleep 301\nrun in background sleep 302\ntodo a; b\nremind 0 0 1 1 *: look\n` +
      `background agent: ${words}\nbackground agent: run echo asked\\nsay ${long('asked')}\ncall AskUserQuestion ${question}`,
  );
  await seen.until('prompt.completed completed');
  await seen.until(of('assistant.delta', 'agent_1'));
  await seen.until(of('event.approval.requested', 'agent_2'));
  await seen.until('event.question.requested');
  const infos = seen.frames.filter(({ type }) => type === 'task.started').map(infoOf);
  pids.push(...infos.flatMap(({ pid }) => (pid ? [pid] : [])));
  await done('POST', `/${id}/shell`, { command: 'sleep 303' });
  await seen.until(({ type }) => type === 'shell.started');
  await done('POST', `/${id}/prompts`, {
    content: [{ type: 'text', text: 'run sleep 305' }],
    goal_objective: 'make it so',
  });
  await seen.until(
    (frame) => frame.type === 'tool.call.started' && JSON.stringify(frame.payload).includes('sleep 305'),
  );
  const [kept, gone] = infos;
  if (!kept || !gone) throw new Error('two commands run');
  return { id, seen, kept, gone };
}

/** A subagent that waits for an approval, in a session with its own settings and a queued prompt. */
async function child(): Promise<Work> {
  const { id, seen } = await open({ permission_mode: 'manual' });
  await submit(id, 'run echo rule');
  await approve(id, await seen.until('event.approval.requested'), { scope: 'session' });
  await seen.until('prompt.completed completed');
  await done('POST', `/${id}/prompts`, {
    content: [{ type: 'text', text: 'agent: write a.txt: a' }],
    disabled_tools: ['Glob'],
  });
  await seen.until(of('event.approval.requested', 'agent_1'));
  await submit(id, 'say next');
  await seen.until('prompt.queued 1');
  return { id, seen };
}

/** A question in plan mode. */
async function asks(): Promise<Work> {
  const { id, seen } = await open({ permission_mode: 'manual', plan_mode: true });
  await submit(id, 'ask Which? Red | Blue');
  await seen.until('event.question.requested');
  return { id, seen };
}

/** A subagent that waits, one that runs a command, and a queued prompt. */
async function mixed(): Promise<Work & { asker: string; runner: string }> {
  const { id, seen } = await open({ permission_mode: 'manual' });
  await submit(id, 'agent: run echo asked\n+ agent: run sleep 304');
  const asked = await seen.until('event.approval.requested');
  const ran = await seen.until('tool.call.started Bash');
  await submit(id, 'say later');
  await seen.until('prompt.queued 1');
  return { id, seen, asker: String(asked.payload['agentId']), runner: String(ran.payload['agentId']) };
}

/** A running compaction with a queued prompt. */
async function sums(): Promise<Work> {
  model.reply({ text: 'the answer' }, { text: 'SUMMARY', delayMs: 5_000 }, { text: 'on' }, { text: 'and on' });
  const { id, seen } = await open({ permission_mode: 'manual', model: 'm' });
  await submit(id, 'hello');
  await seen.until('prompt.completed completed');
  await done('POST', `/${id}:compact`);
  await submit(id, 'say later');
  await seen.until('prompt.queued 1');
  return { id, seen };
}

/** Returns the state of a session that REST reports besides its history. */
async function shown(id: string): Promise<Record<string, unknown>> {
  const snapshot = await done<Record<string, unknown>>('GET', `/${id}/snapshot`);
  const { agent_config, permission_rules } = snapshot['session'] as Record<string, unknown>;
  const tools = await request(daemon as DaemonProcess, 'GET', `/api/v1/tools?session_id=${id}`);
  return {
    agent_config,
    permission_rules,
    tools: tools.data,
    todos: await done('GET', `/${id}/todos`),
    cron: await done('GET', `/${id}/cron`),
    dirs: await done('GET', `/${id}/dirs`),
    approvals: snapshot['pending_approvals'],
    questions: snapshot['pending_questions'],
  };
}

/** Returns command lines of the processes that daemons of this home started. */
function commands(): string[] {
  return processesOf(home).flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')];
    } catch {
      // the process has ended meanwhile
      return [];
    }
  });
}

const completed = (promptId: string) => (frame: EventFrame) =>
  frame.type === 'prompt.completed' && frame.payload['promptId'] === promptId;

test('every row at once: killed, killed again behind the repairs, and continued', async () => {
  const work = await busy();
  const [waiting, asked, torn] = [await child(), await asks(), await mixed()] as const;
  const before = await Promise.all([work, waiting, asked].map(({ id }) => shown(id)));
  const all = [work, waiting, asked, torn, await sums()] as const;
  const requests = model.bodies.length;
  await daemon?.kill();
  await eventually(() => !commands().some((line) => /sleep 30[345]/.test(line)), 'what may not live on ends');
  expect([alive(work.kept.pid), alive(work.gone.pid)]).toEqual([true, true]);
  process.kill(-work.gone.pid, 'SIGKILL');
  await start();

  // even before a client loads the session
  expect(await done('GET', `/${work.id}/goal`)).toMatchObject({ status: 'paused' });
  // the first reader receives the repaired log
  const first = await Promise.all(all.map(({ id, seen }) => reconnect(id, seen)));
  expect(first.map((each) => agentLines(each).toSorted())).toEqual([
    [
      'agent_1: turn.ended failed error recovered',
      'main: goal.updated',
      'main: message.appended user',
      'main: prompt.completed failed',
      'main: subagent.failed',
      'main: task.terminated',
      'main: task.terminated',
      'main: tool.result error synthetic',
      'main: turn.ended failed error recovered',
    ],
    [],
    [],
    [
      `${torn.asker}: event.approval.resolved cancelled recovery`,
      `${torn.asker}: tool.call.started Bash`,
      `${torn.asker}: tool.result error synthetic`,
      'agent_1: turn.ended failed error recovered',
      `${torn.runner}: tool.result error synthetic`,
      'agent_2: turn.ended failed error recovered',
      'main: prompt.completed failed',
      'main: prompt.updated paused',
      'main: subagent.failed',
      'main: subagent.failed',
      'main: tool.result error synthetic',
      'main: tool.result error synthetic',
      'main: turn.ended failed error recovered',
    ].toSorted(),
    ['main: compaction.cancelled recovery', 'main: prompt.updated paused'],
  ]);
  const [busyBack] = first as [Follower];
  expect(await ended(busyBack, work.gone.taskId)).toMatchObject({ status: 'lost' });
  expect(payloads(busyBack, 'task.terminated').map(({ info }) => (info as { status: string }).status)).toEqual([
    'lost',
    'lost',
  ]);
  expect(payloads(busyBack, 'goal.updated')).toMatchObject([{ snapshot: { status: 'paused' } }]);
  expect(JSON.stringify(payloads(busyBack, 'message.appended'))).toContain('The program ended while it ran.');

  // another restart repairs nothing again
  await restart();
  const again = await Promise.all(
    all.map(({ id, seen }, at) => reconnect(id, first[at]?.frames.length ? first[at] : seen)),
  );
  expect(again.map((each) => each.lines())).toEqual(all.map(() => []));
  expect(await Promise.all([work, waiting, asked].map(({ id }) => shown(id)))).toEqual(before);
  expect(await Promise.all(all.map(({ id }) => status(id)))).toEqual([
    { busy: true, turn: false, open: 'approval', paused: false, queued: 0, goal: 'paused' },
    { busy: true, turn: true, open: 'approval', paused: false, queued: 1, goal: undefined },
    { busy: true, turn: true, open: 'question', paused: false, queued: 0, goal: undefined },
    { busy: false, turn: false, open: 'none', paused: true, queued: 1, goal: undefined },
    { busy: false, turn: false, open: 'none', paused: true, queued: 1, goal: undefined },
  ]);
  const tasks = await done<{ items: Record<string, unknown>[] }>('GET', `/${work.id}/tasks`);
  expect(tasks.items.map(({ kind, engine_status }) => `${String(kind)} ${String(engine_status)}`)).toEqual([
    'tool running',
    'subagent running',
    'subagent lost',
    'bash lost',
    'bash running',
  ]);
  expect(model.bodies.length).toBe(requests);
  await goOn(all, again, work.kept.taskId);
});

/** Answers and prompts until all work has ended. */
async function goOn(all: readonly Work[], again: Follower[], kept: string): Promise<void> {
  const [work, waiting, asked, torn, summed] = all.map(({ id, seen }, at) => ({
    id,
    seen,
    now: again[at] as Follower,
  })) as [Back, Back, Back, Back, Back];
  await approve(waiting.id, await waiting.seen.until(of('event.approval.requested', 'agent_1')));
  await waiting.now.until(
    (frame) => frame.type === 'prompt.completed',
    1 + waiting.now.frames.indexOf(await waiting.now.until('prompt.completed completed')),
  );
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a');
  await answer(asked);
  await asked.now.until('prompt.completed completed');

  for (const { id, now } of [torn, summed]) await now.until(completed(await submit(id, 'say now')));
  expect(payloads(torn.now, 'prompt.completed').map(({ reason }) => reason)).toEqual(['completed', 'completed']);
  expect(JSON.stringify(payloads(torn.now, 'message.appended'))).toContain('was broken off');
  expect(JSON.stringify(model.bodies.at(-1))).toContain('the answer');
  expect(JSON.stringify(model.bodies)).not.toContain('SUMMARY');

  await approve(work.id, await work.seen.until(of('event.approval.requested', 'agent_2')));
  await work.now.until('subagent.completed');
  await answer(work);
  await done('POST', `/${work.id}/tasks/${kept}:cancel`);
  await work.now.until(completed(await submit(work.id, 'say now')));
  await eventually(() => work.now.frames.filter(({ type }) => type === 'task.terminated').length === 3, 'all end');
  await eventually(async () => !(await status(work.id)).busy, 'all is reported');
  expect(notices(work.now).join()).toMatch(/was lost/);
  expect((await status(work.id)).goal).toBe('paused');

  for (const { id, seen, now } of [work, waiting, asked, torn, summed]) {
    const whole = await expectHistory(id, seen, now);
    expect(openPairs(whole.frames.filter((frame) => !frame.volatile))).toEqual([]);
  }
  await eventually(() => commands().length <= 1, 'nothing but the daemon is left');
}

interface Back extends Work {
  now: Follower;
}

async function answer({ id, seen }: Work): Promise<void> {
  const question = await seen.until('event.question.requested');
  await done('POST', `/${id}/questions/${String(question.payload['question_id'])}`, {
    answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } },
  });
}

async function status(id: string): Promise<Record<string, unknown>> {
  const session = await done('GET', `/${id}`);
  const prompts = await done<{ paused: boolean; queued: unknown[] }>('GET', `/${id}/prompts`);
  const goal = await done<{ status: string } | null>('GET', `/${id}/goal`);
  return {
    busy: session['busy'],
    turn: session['main_turn_active'],
    open: session['pending_interaction'],
    paused: prompts.paused,
    queued: prompts.queued.length,
    goal: goal?.status,
  };
}
