/** Grades of transcripts: operations by grade, resets, and events that are not sent (ws.md 3 and 12.1). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventTable, type EventType } from '../../schemas/generated/events.js';
import { hurried } from '../helpers/turns.js';
import { startTestDaemon, type Seen, type TestDaemon, type TestSocket } from '../helpers/daemon.js';
import { pageOf } from '../transcript/clients.js';
import { opsIn, resetsIn, type Grade } from './viewer.js';

let daemon: TestDaemon;

beforeEach(async () => {
  daemon = await startTestDaemon({ sleep: hurried(30) });
});

afterEach(async () => {
  await daemon.close();
});

const make = async (mode = 'yolo') => (await daemon.createSession({ agent_config: { permission_mode: mode } })).id;

/** The list of ws.md 12.1; `context.redone` is suppressed like `context.undone`. */
const suppressed = [
  /^turn\./,
  /^assistant\.delta$/,
  /^thinking\.delta$/,
  /^tool\.call\./,
  /^tool\.progress$/,
  /^tool\.result$/,
  /^message\.appended$/,
  /^prompt\.(submitted|completed|aborted|steered)$/,
  /^event\.approval\./,
  /^event\.question\./,
  /^task\./,
  /^shell\./,
  /^subagent\./,
  /^compaction\./,
  /^context\.(undone|redone)$/,
  /^plan\.revision$/,
  /^todo\.changed$/,
  /^goal\.updated$/,
  /^skill\.activated$/,
  /^hook\.result$/,
  /^cron\.fired$/,
  /^agent\.status\.updated$/,
  /^error$/,
  /^warning$/,
];
const staysAway = (type: string) => suppressed.some((pattern) => pattern.test(type));

const eventsIn = (frames: readonly Seen[]) =>
  frames.filter((frame) => Object.hasOwn(eventTable, frame.type) && frame.session_id !== undefined);
const durable = (frames: readonly Seen[]) => eventsIn(frames).filter((frame) => frame.volatile !== true);
const line = ({ type, seq, payload }: Seen) => `${seq} ${type} ${String(payload['agentId'])}`;
const names = (frames: readonly Seen[], agentId?: string) => [
  ...new Set(opsIn(frames, agentId).flatMap(({ ops }) => ops.map(({ op }) => op))),
];
const grade = (socket: TestSocket, id: string, transcript: Record<string, Grade>, more: object = {}) =>
  socket.send('subscribe_v2', { session_id: id, transcript, ...more });

/** Waits until everything sent before has arrived. */
async function quiet(socket: TestSocket, id: string): Promise<void> {
  // the status of the agent follows a little later
  await new Promise((resolve) => setTimeout(resolve, 200));
  await socket.send('unsubscribe_v2', { session_id: id, agent_ids: ['nobody'] });
}

/** Runs turns that cause most kinds of events. */
async function mixedRun(id: string): Promise<void> {
  const session = daemon.session(id);
  await daemon.run(id, 'say good morning\nthink about it');
  await daemon.run(id, 'run echo one; sleep 0.05; echo two');
  await daemon.run(id, 'todo first; second');
  await daemon.run(id, 'fail 500 2');
  await daemon.run(id, 'fail 400 1');
  await daemon.run(id, 'agent: run echo from below');
  await daemon.run(id, 'run in background echo started; sleep 0.1; echo ended');
  await daemon.waitForEnd(id);
  const shell = await daemon.ask('runShell', { ...session, body: { command: 'echo typed' } });
  expect(shell.code).toBe(0);
  await daemon.ok('updateSessionProfile', { ...session, body: { agent_config: { goal_objective: 'win' } } });
  await daemon.ask('cancelGoal', session);
  await daemon.waitForEnd(id);
  await daemon.prompt(id, 'ask Which? A | B');
  const { question_id } = await daemon.question(id);
  await daemon.ok('answerQuestion', {
    params: { session_id: id, question_id },
    body: { answers: { q_0: { kind: 'other', text: 'C' } } },
  });
  await daemon.waitForEnd(id);
  await daemon.prompt(id, 'slow 20 one two three four five six seven eight nine ten');
  const steered = await daemon.prompt(id, 'say steered');
  await daemon.ask('steerPrompt', { params: { session_id: id, prompt_id: steered.prompt_id } });
  await daemon.waitForEnd(id);
  await daemon.ok('compactSession', { ...session, body: {} });
  await daemon.waitForEnd(id);
  await daemon.run(id, 'say to be taken back');
  await daemon.ok('undoSession', { ...session, body: { count: 1 } });
  await daemon.prompt(id, 'slow 20 one two three four five six seven eight nine ten');
  await daemon.ok('abortSession', session);
  await daemon.waitForEnd(id);
}

describe('check 12: agent_filter and grades suppress exactly what 3 and 12.1 say, live and in replay; raising a grade resets, lowering does not', () => {
  test('what a transcript says as well is not said again, live or in replay', async () => {
    const id = await make();
    const plain = await daemon.socket();
    const graded = await daemon.socket();
    const filtered = await daemon.socket();
    const since = { cursors: { [id]: { seq: 0 } } };
    await plain.send('subscribe', { session_ids: [id], ...since });
    await grade(graded, id, { '*': 'block' });
    await graded.send('subscribe', { session_ids: [id], ...since });
    await filtered.send('subscribe', { session_ids: [id], ...since, agent_filter: { [id]: ['main'] } });
    await grade(filtered, id, { '*': 'turn', main: 'off' });
    await mixedRun(id);
    for (const socket of [plain, graded, filtered]) await quiet(socket, id);

    const all = durable(plain.frames);
    const types = new Set(all.map(({ type }) => type));
    for (const type of [
      'turn.started',
      'turn.step.retrying',
      'tool.result',
      'message.appended',
      'prompt.steered',
      'prompt.aborted',
      'task.terminated',
      'subagent.completed',
      'compaction.completed',
      'context.undone',
      'todo.changed',
      'goal.updated',
      'error',
      'event.question.answered',
      'agent.created',
      'prompt.queued',
      'session.meta.updated',
      'event.session.work_changed',
    ])
      expect(types).toContain(type);
    const live = durable(graded.frames);
    const kept = all.filter(({ type }) => !staysAway(type));
    expect(live.map(line)).toEqual(kept.map(line));
    expect(eventsIn(graded.frames).filter(({ type }) => staysAway(type))).toEqual([]);
    expect(opsIn(graded.frames).length).toBeGreaterThan(100);

    // the filter passes all events of main, but only creation and end of its children
    const sub = all.find(({ type }) => type === 'subagent.spawned')?.payload['subagentId'] as string;
    const passes = ({ type, payload }: Seen) =>
      payload['agentId'] === 'main' || type === 'agent.created' || type === 'agent.disposed';
    expect(durable(filtered.frames).map(line)).toEqual(all.filter(passes).map(line));
    // the filter of events does not apply to transcripts
    expect(resetsIn(filtered.frames, sub)).toHaveLength(1);
    expect(opsIn(filtered.frames, sub).length).toBeGreaterThan(0);
    expect([...resetsIn(filtered.frames), ...opsIn(filtered.frames)]).toEqual([]);

    // the same in a replay from the log
    const replayed = graded.frames.length;
    await graded.send('subscribe', { session_ids: [id], ...since });
    expect(durable(graded.frames.slice(replayed)).map(line)).toEqual(kept.map(line));
    const late = await daemon.socket();
    await grade(late, id, { main: 'delta' });
    await late.send('subscribe', { session_ids: [id], ...since });
    const ofMain = ({ type, payload }: Seen) => staysAway(type) && payload['agentId'] === 'main';
    expect(durable(late.frames).map(line)).toEqual(all.filter((frame) => !ofMain(frame)).map(line));

    // all events return when the transcripts end
    await graded.send('unsubscribe_v2', { session_id: id });
    const ended = graded.frames.length;
    await graded.send('subscribe', { session_ids: [id], ...since });
    expect(durable(graded.frames.slice(ended)).map(line)).toEqual(all.map(line));
  });

  test('each event of a session is on one side of the line', () => {
    const still = (Object.keys(eventTable) as EventType[]).filter(
      (type) => eventTable[type].scope === 'session' && eventTable[type].delivery !== 'internal' && !staysAway(type),
    );
    const told = [
      'agent.created',
      'agent.disposed',
      'prompt.queued',
      'prompt.updated',
      'tool.list.updated',
      'mcp.server.status',
      'cron.changed',
      'event.changes.changed',
      'event.fs.changed',
      'files.restored',
      'runtime.changed',
    ];
    expect(still.filter((type) => !told.includes(type))).toEqual([]);
  });

  test('operations by grade', async () => {
    const id = await make();
    const sockets = new Map<Grade, TestSocket>();
    for (const each of ['off', 'turn', 'block', 'delta'] as const) {
      const socket = await daemon.socket();
      sockets.set(each, socket);
      const ack = await grade(socket, id, { main: each });
      expect(ack.payload).toMatchObject({ accepted: [id], not_found: [], resync_required: [] });
    }
    await daemon.run(id, 'think hard\nsay good morning\n+ run echo one');
    const of = async (each: Grade) => {
      const socket = sockets.get(each) as TestSocket;
      await quiet(socket, id);
      return socket.frames;
    };
    expect(names(await of('off'))).toEqual([]);
    expect((await of('off')).some(({ type }) => type === 'turn.started')).toBe(true);
    const beside = ['meta.merge', 'prompt.upsert', 'turn.upsert'];
    expect(names(await of('turn')).sort()).toEqual(beside);
    expect(names(await of('block')).sort()).toEqual([...beside, 'frame.upsert', 'step.upsert'].sort());
    expect(names(await of('delta')).sort()).toEqual([...beside, 'append', 'frame.upsert', 'step.upsert'].sort());
    // the batches of each grade form a chain: each names the one before it
    for (const each of ['turn', 'block', 'delta'] as const) {
      const frames = await of(each);
      const [reset] = resetsIn(frames);
      const ops = opsIn(frames);
      expect(ops.map(({ prev_seq }) => prev_seq)).toEqual([reset?.seq, ...ops.slice(0, -1).map(({ seq }) => seq)]);
      expect(ops.every((batch) => batch.ops.length > 0)).toBe(true);
    }
    const [turn, delta] = [opsIn(await of('turn')), opsIn(await of('delta'))];
    expect(delta.map(({ seq }) => seq)).toEqual(delta.map((_, index) => (delta[0]?.seq ?? 0) + index));
    expect(turn.length).toBeLessThan(delta.length);
    for (const batch of turn)
      expect(batch.ops).toEqual(
        delta.find(({ seq }) => seq === batch.seq)?.ops.filter(({ op }) => beside.includes(op)),
      );
  });

  test('raising a grade resets; lowering and repeating do not; another map takes the place of the old one', async () => {
    const id = await make();
    const early = await daemon.socket();
    await early.send('subscribe', { session_ids: [id] });
    await daemon.run(id, 'say good morning');
    // the status follows a little after the end, and must not arrive between the steps below
    await early.until('the status of the ended turn', ({ type, payload }) => {
      const phase = payload['phase'] as { kind: string } | undefined;
      return type === 'agent.status.updated' && phase?.kind === 'ended';
    });
    const socket = await daemon.socket();
    const steps: [Record<string, Grade>, number][] = [
      [{}, 0],
      [{ main: 'turn' }, 1],
      [{ main: 'turn' }, 0],
      [{ '*': 'block' }, 1],
      [{ '*': 'delta', main: 'turn' }, 0],
      [{ main: 'delta' }, 1],
      [{ main: 'block' }, 0],
      [{ main: 'off', '*': 'delta' }, 0],
      [{ '*': 'turn' }, 1],
      [{}, 0],
      [{ other: 'delta' }, 0],
      [{ main: 'turn' }, 1],
    ];
    for (const [map, count] of steps) {
      const before = socket.frames.length;
      const ack = await grade(socket, id, map);
      const came = socket.frames.slice(before);
      expect([map, resetsIn(came).length]).toEqual([map, count]);
      // the ack comes last
      expect(socket.frames.at(-1)).toBe(ack);
      expect(ack.payload['cursors']).toEqual({ [id]: { seq: expect.any(Number), epoch: expect.any(String) } });
    }
    const page = await pageOf(daemon, id);
    const {
      items,
      seq,
      has_more: _more,
      agents: _agents,
      pending_interactions: _pending,
      agent_id: _id,
      ...entities
    } = page;
    expect(items).not.toEqual([]);
    expect(resetsIn(socket.frames).at(-1)).toEqual({
      type: 'transcript.reset',
      agent_id: 'main',
      snapshot: { items: [], ...entities, hasMoreOlder: true },
      has_more_older: true,
      seq,
    });
    const frame = socket.frames.findLast(({ type }) => type === 'transcript.reset');
    expect(frame).toMatchObject({ volatile: true, session_id: id, seq: expect.any(Number) });
    expect(resetsIn(socket.frames)[0]?.seq).toBeGreaterThan(1e15);
  });
});
