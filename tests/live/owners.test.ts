/** Who may change a session that another daemon runs, and what clients see when its owner moves (ws.md 5.3, 8.12). */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { operationTable, type OperationFacts } from '../../schemas/generated/operations.js';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import {
  call,
  home,
  makeSession,
  promptEnd,
  raws,
  seqs,
  submit,
  tryCall,
  types,
  useHome,
  type Heard,
  type Listener,
} from '../helpers/homes.js';
import { processesOf } from '../helpers/processes.js';
import { sentEvents } from '../helpers/stored.js';
import { eventually } from '../helpers/turns.js';

jest.setTimeout(60_000);

let a: DaemonProcess;
let b: DaemonProcess;
let atB: Listener;

useHome();
beforeEach(async () => {
  a = await home.start();
});

async function startB(hurry = 1): Promise<void> {
  b = await home.start({ hurry, steered: true });
  atB = await home.open(b);
}

const serverId = async (daemon: DaemonProcess) => (await call<{ server_id: string }>(daemon, 'GET', '/meta')).server_id;

/** Stored numbers of the events of a session that clients receive. */
const stored = (id: string): number[] => sentEvents(home.home, id).map(({ seq }) => seq);

/** Processes started by the daemons. */
const commands = (...daemons: DaemonProcess[]) =>
  processesOf(home.home).filter((pid) => daemons.every((daemon) => daemon.pid !== pid));

const isTurnEnd = ({ type }: Heard) => type === 'turn.ended';
/** Frames of a session from its first event on, without earlier global ones. */
const whole = (listener: Listener, id: string) => {
  const frames = listener.durable(id);
  return frames.slice(frames.findIndex(({ type }) => type === 'agent.created'));
};

describe('a session of another daemon', () => {
  /** Bodies for requests to a server that is not the owner, with the fields that the operation requires. */
  const bodies: Record<string, unknown> = {
    resolveApproval: { decision: 'approved' },
    createGoal: { objective: 'x' },
    setGoalQueue: { objectives: ['x'] },
    editPrompt: { position: 0 },
    steerPrompts: { prompt_ids: ['x'] },
    submitPrompt: { content: [{ type: 'text', text: 'say x' }] },
    answerQuestion: { answers: {} },
    addDirectory: { path: '.' },
    replaceDirectories: { paths: [] },
    revertChange: { path: '/nowhere/a.txt', sha256: null },
    unrevertChange: { revert_id: 'x' },
    runShell: { command: 'expr 1' },
    setRuntime: { runtime_id: 'local' },
    openRuntimePort: { port: 3000, direction: 'expose' },
    updateSessionProfile: { title: 'x' },
  };
  /** Operations that change something else, or nothing here: a busy session refuses them, its owner does not matter. */
  const ownWay = new Set(['forkSession', 'createChildSession', 'makeDirectory', 'restoreSession']);
  const wanted = Object.entries(operationTable as Record<string, OperationFacts>).filter(
    ([name, { path, errors }]) =>
      path.includes('/sessions/{session_id}') && errors.includes('SESSION_BUSY') && !ownWay.has(name),
  );

  test('is not changed here: every operation names its owner, as the socket does; terminals are not here', async () => {
    await startB();
    const id = await makeSession(a, home.cwd, { agent_config: { permission_mode: 'yolo' } });
    const asking = await makeSession(a, home.cwd);
    for (const each of [id, asking]) await atB.subscribe([each], { cursors: { [each]: { seq: 0 } } });
    await submit(a, asking, 'run expr 1');
    await atB.until(id, promptEnd(await submit(a, id, 'run in background sleep 61')));
    const prompt = await submit(a, id, 'ask Sure?');
    const ids: Record<string, unknown> = {
      session_id: id,
      question_id: (await atB.until(id, 'event.question.requested')).payload['question_id'],
      approval_id: (await atB.until(asking, 'event.approval.requested')).payload['approval_id'],
      task_id: ((await atB.until(id, 'task.started')).payload['info'] as { taskId: string }).taskId,
    };
    const owner = { server_id: await serverId(a), base_url: a.baseUrl, pid: a.pid };
    expect(wanted.length).toBeGreaterThan(35);
    const before = stored(id);
    const answers = [];
    for (const [name, { method, path }] of wanted) {
      const at = path
        .replace('/api/v1', '')
        .replace('{session_id}', name === 'resolveApproval' ? asking : id)
        .replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key] ?? 'x'));
      const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? (bodies[name] ?? {}) : undefined;
      const { code, data } = await tryCall(b, method, at, body);
      answers.push([name, code, data]);
    }
    expect(answers).toEqual(wanted.map(([name]) => [name, 40901, { owner }]));
    expect(await atB.ask('abort', { session_id: id, prompt_id: prompt })).toMatchObject({
      code: 40901,
      payload: { owner },
    });
    const terminal = { session_id: id, terminal_id: 'term_1' };
    for (const [type, more] of [
      ['terminal_attach', {}],
      ['terminal_detach', {}],
      ['terminal_input', { data: 'x' }],
      ['terminal_resize', { cols: 80, rows: 24 }],
      ['terminal_close', {}],
    ] as const)
      expect([type, (await atB.ask(type, { ...terminal, ...more })).code]).toEqual([type, 40414]);
    expect((await tryCall(b, 'GET', `/sessions/${id}/terminals/term_1`)).code).toBe(40414);
    expect(stored(id)).toEqual(before);
    // a fork only reads: it is refused during a turn, and afterwards any server can make it
    expect((await tryCall(b, 'POST', `/sessions/${id}:fork`, {})).code).toBe(40901);
    await call(a, 'POST', `/sessions/${id}:abort`);
    await atB.until(id, promptEnd(prompt));
    expect((await tryCall(b, 'POST', `/sessions/${id}:fork`, {})).code).toBe(0);
    // an archived session has no owner
    await call(a, 'POST', `/sessions/${id}:archive`);
    expect((await tryCall(b, 'POST', `/sessions/${id}:restore`)).code).toBe(0);
  });
});

describe('an owner that goes', () => {
  test('in peace: its clients elsewhere see the end, and the next prompt continues with the numbers', async () => {
    await startB();
    const id = await makeSession(a, home.cwd);
    await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    await submit(a, id, 'slow 1000 one two three four five six seven eight nine ten');
    await atB.until(id, 'turn.step.started');
    expect(await a.stop()).toBe(0);
    expect((await atB.until(id, isTurnEnd)).payload).toMatchObject({ reason: 'cancelled', interruptReason: 'aborted' });
    const next = await submit(b, id, 'say hello');
    await atB.until(id, promptEnd(next));
    expect(seqs(whole(atB, id))).toEqual(stored(id));
    // the session moves to a third server, and the first one returns under another name
    const c = await home.start();
    const atC = await home.open(c);
    await atC.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    expect(await b.stop()).toBe(0);
    const last = await submit(c, id, 'say bye');
    await atC.until(id, promptEnd(last));
    expect(seqs(whole(atC, id))).toEqual(stored(id));
    const back = await home.start();
    expect(
      await tryCall(back, 'POST', `/sessions/${id}/prompts`, { content: [{ type: 'text', text: 'say x' }] }),
    ).toMatchObject({
      code: 40901,
      data: { owner: { pid: c.pid } },
    });
  });

  test('by kill: who follows the session elsewhere gets its repair without asking, whole and in order', async () => {
    await startB();
    const c = await home.start();
    const atC = await home.open(c);
    const id = await makeSession(a, home.cwd, { agent_config: { permission_mode: 'yolo' } });
    const idle = await makeSession(a, home.cwd);
    for (const each of [atB, atC]) await each.subscribe([id, idle], { cursors: { [id]: { seq: 0 } } });
    await submit(a, id, 'run sleep 61');
    await submit(a, id, 'say later');
    for (const each of [atB, atC]) {
      await each.until(id, 'tool.call.started');
      await each.until(id, 'prompt.queued');
    }
    await a.kill();
    for (const each of [atB, atC]) {
      const end = await each.until(id, isTurnEnd);
      expect(end.payload).toMatchObject({ reason: 'failed', recovered: true, error: { code: 'turn.interrupted' } });
      await each.until(id, ({ type, payload }) => type === 'prompt.updated' && payload['change'] === 'paused');
      await each.until(id, ({ type, payload }) => type === 'tool.result' && payload['synthetic'] === true);
    }
    const rows = stored(id);
    for (const each of [atB, atC]) {
      await each.until(id, ({ seq }) => seq === rows.at(-1));
      expect(seqs(whole(each, id))).toEqual(rows);
    }
    expect(raws(whole(atB, id))).toEqual(raws(whole(atC, id)));
    // the new owner accepts the change, the other server refuses it; the idle session has no owner yet
    const answers = await Promise.all(
      [b, c].map((daemon) => tryCall(daemon, 'POST', `/sessions/${id}/profile`, { title: 'mine' })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40901]);
    for (const daemon of [b, c].slice(0, 1))
      expect((await tryCall(daemon, 'POST', `/sessions/${idle}/profile`, { title: 'x' })).code).toBe(0);
    for (const pid of commands(a, b, c)) process.kill(pid, 'SIGKILL');
  });

  test('by kill, while its turn waits for the user: nothing is repaired, the answer here continues', async () => {
    await startB();
    const id = await makeSession(a, home.cwd);
    await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    const prompt = await submit(a, id, 'run expr 1');
    const asked = await atB.until(id, 'event.approval.requested');
    await a.kill();
    await wait(2_500);
    expect(types(atB.durable(id))).not.toContain('turn.ended');
    await call(b, 'POST', `/sessions/${id}/approvals/${String(asked.payload['approval_id'])}`, {
      decision: 'approved',
    });
    await atB.until(id, promptEnd(prompt));
    expect((await atB.until(id, isTurnEnd)).payload).toMatchObject({ reason: 'completed' });
    expect(seqs(whole(atB, id))).toEqual(stored(id));
  });

  test('and comes back under another name: its clients continue with their cursor', async () => {
    const id = await makeSession(a, home.cwd);
    const atA = await home.open(a);
    await atA.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    await startB();
    await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    await submit(a, id, 'slow 300 one two three four five six seven eight nine ten');
    await atA.until(id, 'assistant.delta');
    const known = atA.durable(id).at(-1) as Heard;
    await a.kill();
    const again = await home.start();
    const back = await home.open(again);
    const ack = await back.subscribe([id], { cursors: { [id]: { seq: known.seq, epoch: known.epoch } } });
    expect(ack.payload).toMatchObject({ accepted: [id], resync_required: [] });
    await atB.until(id, isTurnEnd);
    await back.until(id, isTurnEnd);
    const rows = stored(id);
    await atB.until(id, ({ seq }) => seq === rows.at(-1));
    await back.until(id, ({ seq }) => seq === rows.at(-1));
    expect(
      [...seqs(whole(atA, id)), ...seqs(back.durable(id))].filter((seq, at, all) => all.indexOf(seq) === at),
    ).toEqual(rows);
    expect(seqs(whole(atB, id))).toEqual(rows);
  });
});

describe('an owner on a machine that sleeps', () => {
  test('keeps its running turn, although another server wakes up first and its clocks have gone forward by hours', async () => {
    await startB();
    const id = await makeSession(a, home.cwd);
    await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    const prompt = await submit(a, id, 'slow 100 one two three four five six seven eight nine ten');
    await atB.until(id, 'turn.step.started');
    process.kill(a.pid, 'SIGSTOP');
    process.kill(b.pid, 'SIGSTOP');
    const hours = 8 * 3_600_000;
    const woken = b.jump(hours);
    process.kill(b.pid, 'SIGCONT');
    try {
      await woken;
      // the server also checks the owners by itself during this time
      for (const until = performance.now() + 2_500; performance.now() < until; await wait(100))
        expect(await tryCall(b, 'POST', `/sessions/${id}/profile`, { title: 'mine' })).toMatchObject({
          code: 40901,
          data: { owner: { pid: a.pid } },
        });
    } finally {
      process.kill(a.pid, 'SIGCONT');
    }
    await atB.until(id, promptEnd(prompt));
    const ends = whole(atB, id).filter(isTurnEnd);
    expect(ends.map(({ payload }) => payload['reason'])).toEqual(['completed']);
    expect(seqs(whole(atB, id))).toEqual(stored(id));
  });
});

describe('an owner that only seems to be gone', () => {
  /** Starts work in a session of A; B then takes it over, because B's fast monotonic clock makes A look dead. */
  async function takeOver(text: string): Promise<{ id: string; atA: Listener }> {
    const id = await makeSession(a, home.cwd, { agent_config: { permission_mode: 'yolo' } });
    const atA = await home.open(a);
    await atA.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    await submit(a, id, text);
    await atA.until(id, text.startsWith('run') ? 'tool.call.started' : 'assistant.delta');
    return { id, atA };
  }

  test('is stopped for longer than its lease and wakes up: it loses cleanly and its clients learn it', async () => {
    const { id, atA } = await takeOver('slow 300 one two three four five six seven eight nine ten');
    process.kill(a.pid, 'SIGSTOP');
    try {
      // B sees the 45 seconds of the lease pass within a few checks
      await startB(20);
      await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
      await atB.until(id, isTurnEnd);
      const prompt = await submit(b, id, 'say mine');
      await atB.until(id, promptEnd(prompt));
    } finally {
      process.kill(a.pid, 'SIGCONT');
    }
    await atA.until(id, ({ type, payload }) => isTurnEnd({ type } as Heard) && payload['recovered'] === true);
    const rows = stored(id);
    for (const each of [atA, atB]) {
      await each.until(id, ({ seq }) => seq === rows.at(-1));
      expect(seqs(whole(each, id))).toEqual(rows);
    }
    expect(raws(whole(atA, id))).toEqual(raws(whole(atB, id)));
    expect(whole(atA, id).filter(isTurnEnd)).toHaveLength(2);
    // no delta of the lost turn comes after its end
    const end = atA.frames.findIndex((frame) => frame.session_id === id && isTurnEnd(frame));
    await wait(600);
    expect(
      atA.frames.slice(end).filter(({ type, payload }) => type === 'assistant.delta' && payload['turnId'] === 1),
    ).toEqual([]);
    expect(stored(id)).toEqual(rows);
    expect(
      await tryCall(a, 'POST', `/sessions/${id}/prompts`, { content: [{ type: 'text', text: 'say x' }] }),
    ).toMatchObject({
      code: 40901,
      data: { owner: { pid: b.pid } },
    });
  });

  test('continues all the while: its turn is broken off, its command stopped, and only one of them writes', async () => {
    const { id, atA } = await takeOver('run sleep 62');
    await eventually(() => commands(a).length > 0, 'the command runs');
    await startB(20);
    await atB.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    await atB.until(id, isTurnEnd);
    await eventually(() => commands(a, b).length === 0, 'the command ends');
    const rows = stored(id);
    for (const each of [atA, atB]) {
      await each.until(id, ({ seq }) => seq === rows.at(-1));
      expect(seqs(whole(each, id))).toEqual(rows);
    }
    expect(whole(atA, id).filter(({ type }) => type === 'tool.result')).toHaveLength(1);
  });
});
