/** The operations of a live transcript: numbers, a start within a turn, bounds, and their end (rest.md 11.5). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { Frame } from '../../daemon/sessions/log/frames.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createBatches, createJournals, type FreshBatch } from '../../daemon/sessions/transcript/journal.js';
import type { LiveSession } from '../../daemon/sessions/live/state.js';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import { applyBatches } from '../../schemas/folds/transcript-apply.js';
import { transcriptOf } from '../../schemas/folds/transcript.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelEnv, startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { opsOf, pageOf, shown, told } from './clients.js';

const op: TranscriptOp = { op: 'meta.merge', meta: { activity: 'idle' } };

describe('batches', () => {
  test('are numbered one by one, and sent from any number on', () => {
    const batches = createBatches(70);
    expect([batches.latest(), batches.since(70), batches.since(69), batches.since(71)]).toEqual([
      70,
      [],
      undefined,
      undefined,
    ]);
    for (let count = 0; count < 3; count += 1) batches.add([op]);
    expect(batches.since(71)).toEqual([
      { seq: 72, ops: [op] },
      { seq: 73, ops: [op] },
    ]);
    expect([batches.since(73), batches.since(70)?.length, batches.since(0)]).toEqual([[], 3, undefined]);
  });

  test('the newest 2,000 are kept', () => {
    const batches = createBatches(0);
    for (let count = 0; count < 2_500; count += 1) batches.add([op]);
    expect([batches.since(500)?.length, batches.since(499)]).toEqual([2_000, undefined]);
  });

  test('or 8 MiB of them', () => {
    const batches = createBatches(0);
    const text = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 20; count += 1)
      batches.add([{ op: 'append', target: { type: 'task', taskId: 't' }, offset: 0, text }]);
    expect([batches.since(13)?.length, batches.since(12)]).toEqual([7, undefined]);
    batches.add([{ op: 'append', target: { type: 'task', taskId: 't' }, offset: 0, text: text.repeat(9) }]);
    expect([batches.since(21), batches.since(20)]).toEqual([[], undefined]);
  });
});

describe('a journal', () => {
  const session = {
    ref: { key: 1, id: 'session_1', epoch: 'ep_1' },
    agents: new Map(),
    tasks: new Map(),
    shells: new Map(),
    lastSeq: 0,
  } as unknown as LiveSession;
  const frame = (payload: object, seq: number, more: Partial<Frame> = {}) =>
    ({
      type: (payload as { type: string }).type,
      scope: 'session',
      durable: true,
      seq,
      epoch: 'ep_1',
      sessionId: 'session_1',
      agentId: 'main',
      time: 1_000 + seq,
      payload: { agentId: 'main', sessionId: 'session_1', ...payload },
      ...more,
    }) as Frame;
  const started = (turnId: number) => ({ type: 'turn.started', turnId, origin: { kind: 'user' } });

  function setUp(historyLength = 0, lastSeq = 0) {
    const hub = createHub();
    let now = 5_000;
    const failures: unknown[] = [];
    const rows = {
      openTurn: () => undefined,
      agents: () => [{ agentId: 'main', type: 'main' }],
      historyLength: () => historyLength,
      history: () => [],
    };
    const entities = () => ({ prompts: [], events: [], media: [], undone: new Set<number>() });
    const journals = createJournals({
      hub,
      now: () => now,
      logger: { error: (...said: unknown[]) => failures.push(said) } as never,
      log: { lastSeq: () => lastSeq },
      reading: () => ({ rows, entities }) as never,
      loaded: () => session,
      storedStatus: () => ({}),
    });
    return { hub, journals, failures, pass: (ms: number) => (now += ms) };
  }

  test('starts its numbers with the time of the start, and never continues with those of another', async () => {
    const { hub, journals, pass } = setUp();
    const first = await journals.of(session.ref, 'main');
    expect(first.latest()).toBe(5_000_000);
    hub.publish(frame(started(1), 1));
    hub.publish(frame({ ...started(1), agentId: 'agent_1' }, 2, { agentId: 'agent_1' }));
    expect(first.since(5_000_000)).toMatchObject([{ seq: 5_000_001 }]);
    expect(await journals.of(session.ref, 'main')).toBe(first);
    journals.close(session.ref.id);
    expect(first.closed()).toBe(true);
    const next = await journals.of(session.ref, 'main');
    expect(next.since(5_000_001)).toBeUndefined();
    expect(next.latest()).toBe(5_000_002);
    pass(11 * 60_000);
    // no client has asked for a long time
    hub.publish(frame(started(2), 3));
    expect(next.closed()).toBe(true);
  });

  test('what happens while it begins is not lost', async () => {
    const { hub, journals } = setUp();
    const beginning = journals.of(session.ref, 'main');
    hub.publish(frame(started(1), 1));
    hub.publish(frame({ type: 'turn.step.started', turnId: 1, step: 1, attempt: 1, model: 'm' }, 2, {}));
    const journal = await beginning;
    expect(journal.since(5_000_000)?.map(({ seq }) => seq)).toEqual([5_000_001, 5_000_002]);
  });

  test('an undo of very much ends it, and so does a defect', async () => {
    const { hub, journals, failures } = setUp(2_001);
    const undo = { type: 'context.undone', turnIds: [1], count: 1, messageIds: [], prompts: [] };
    const journal = await journals.of(session.ref, 'main');
    hub.publish(frame(undo, 3));
    expect(journal.closed()).toBe(true);
    const next = await journals.of(session.ref, 'main');
    hub.publish(frame({ type: 'task.started', info: null }, 4));
    expect([next.closed(), failures.length]).toEqual([true, 1]);
  });

  test('who follows gets each batch as it comes, keeps it from being given up, and is reported when it is', async () => {
    const { hub, journals, pass } = setUp();
    const journal = await journals.of(session.ref, 'main');
    const told: unknown[] = [];
    const reader = (name: string) => ({
      batch: (batch: FreshBatch) => told.push([name, batch]),
      closed: () => told.push([name, 'closed']),
    });
    const leave = journal.follow(reader('a'));
    journal.follow(reader('b'));
    hub.publish(frame(started(1), 1));
    const [[, first], [, second]] = told as [[string, FreshBatch], [string, FreshBatch]];
    expect(first).toBe(second);
    expect(first).toMatchObject({ seq: 5_000_001, eventSeq: 1, epoch: 'ep_1' });
    leave();
    pass(11 * 60_000);
    hub.publish(frame(started(2), 2));
    expect(told.slice(2)).toMatchObject([['b', { seq: 5_000_002, eventSeq: 2 }]]);
    expect(await journals.open('session_1', 'main')).toBe(journal);
    journals.close('session_1');
    expect(told.slice(3)).toEqual([['b', 'closed']]);
    expect([journals.open('session_1', 'main'), hub.watched('session_1')]).toEqual([undefined, false]);
  });

  test('who leaves may come back for ten minutes, then it is released', async () => {
    const { hub, journals, pass } = setUp();
    const leave = (await journals.of(session.ref, 'main')).follow({ batch: () => undefined, closed: () => undefined });
    hub.publish(frame(started(1), 1));
    leave();
    pass(9 * 60_000);
    hub.publish(frame(started(2), 2));
    expect((await journals.open('session_1', 'main'))?.since(5_000_000)).toHaveLength(2);
    pass(11 * 60_000);
    hub.publish(frame(started(3), 3));
    expect(journals.open('session_1', 'main')).toBeUndefined();
    expect(hub.watched('session_1')).toBe(false);
  });

  test('what was read at its beginning is not taken twice', async () => {
    const { hub, journals } = setUp(0, 2);
    const journal = await journals.of(session.ref, 'main');
    hub.publish(frame(started(1), 1));
    hub.publish(frame(started(2), 2));
    hub.publish(frame(started(3), 3));
    expect(journal.since(5_000_000)).toMatchObject([{ ops: [{ op: 'turn.upsert', turn: { turnId: 't3' } }, {}] }]);
  });

  test('internal records reach it and no other reader, and it is no reader', async () => {
    const { hub, journals } = setUp();
    const seen: string[] = [];
    const journal = await journals.of(session.ref, 'main');
    expect(hub.readers('session_1')).toBe(0);
    const leave = hub.join('session_1', ({ type }) => seen.push(type));
    hub.publish(frame({ type: 'plan.changed', active: true }, 1, { internal: true }));
    hub.publish(frame({ type: 'warning', message: 'w' }, 2));
    leave();
    expect(seen).toEqual(['warning']);
    expect(journal.since(5_000_000)).toHaveLength(2);
  });
});

describe('operations over REST', () => {
  let model: ScriptedModel;
  let daemon: TestDaemon;
  beforeEach(async () => {
    model = await startModel();
    daemon = await startTestDaemon({ env: modelEnv(model.baseUrl) });
  });
  afterEach(async () => {
    await daemon.close();
    await model.close();
  });
  const make = async () => (await daemon.createSession({ title: 'T', agent_config: { permission_mode: 'yolo' } })).id;

  test('numbers are consecutive, and only those that are there are reported', async () => {
    const id = await make();
    model.reply({ text: 'hello' });
    const { seq = 0 } = await pageOf(daemon, id);
    expect(seq % 1_000).toBe(0);
    await daemon.run(id, 'hi');
    // the state of the agent follows a little later
    await wait(200);
    const { batches, latest_seq, complete } = await opsOf(daemon, id, seq);
    expect(batches.map((batch) => batch.seq)).toEqual(batches.map((_, index) => seq + index + 1));
    expect([latest_seq, complete]).toEqual([batches.at(-1)?.seq, true]);
    const names = batches.flatMap(({ ops }) => ops.map((each) => each.op));
    expect(names).toEqual(
      expect.arrayContaining(['prompt.upsert', 'turn.upsert', 'step.upsert', 'frame.upsert', 'append', 'meta.merge']),
    );
    expect((await opsOf(daemon, id, latest_seq - 1)).batches).toEqual(batches.slice(-1));
    for (const since of [0, seq - 1, latest_seq + 1])
      expect(await opsOf(daemon, id, since)).toMatchObject({ batches: [], latest_seq, complete: false });
    for (const since of [-1, 1.5, 'x'])
      await daemon.fails('getTranscriptOps', 'VALIDATION_FAILED', {
        ...daemon.session(id),
        query: { agent_id: 'main', since_seq: since },
      });
  });

  test('who looks for the first time in the middle of a reply gets all of it', async () => {
    const id = await make();
    const text = Array.from({ length: 60 }, (_, n) => `word ${n} 😀 `).join('');
    model.reply(
      {
        thinking: 'let me see',
        text: 'I write a file',
        calls: [{ name: 'Write', input: { path: 'a.txt', content: 'x'.repeat(3_000) } }],
        chunkSize: 9,
        chunkDelayMs: 2,
      },
      { text, chunkSize: 7, chunkDelayMs: 3 },
    );
    await daemon.prompt(id, 'go');
    const moments = ['frames', 'call', 'reply'] as const;
    const clients = [];
    for (const moment of moments) {
      const page = await until(moment, async () => {
        const found = await pageOf(daemon, id);
        const [turn] = found.items;
        const steps = turn?.kind === 'turn' ? turn.steps : [];
        const frames = steps.at(-1)?.frames ?? [];
        const reached = {
          frames: frames.length > 0,
          call: frames.some((frame) => frame.kind === 'tool' && (frame.inputText?.length ?? 0) > 200),
          reply: steps.length === 2 && frames.some((frame) => frame.kind === 'text' && frame.text.length > 50),
        };
        return reached[moment] ? found : undefined;
      });
      clients.push(transcriptOf(page));
    }
    await daemon.waitForEnd(id);
    await wait(150);
    const fresh = await pageOf(daemon, id);
    for (const client of clients) {
      const { batches, complete } = await opsOf(daemon, id, client.seq ?? 0);
      expect(complete).toBe(true);
      expect(applyBatches(client, batches)).toBe(true);
      expect(told(client)).toEqual(shown(fresh));
    }
    const [turn] = fresh.items;
    expect(turn).toMatchObject({
      steps: [
        { frames: [{ kind: 'thinking' }, { kind: 'text' }, { kind: 'tool', state: 'done', input: { path: 'a.txt' } }] },
        { frames: [{ text }] },
      ],
    });
  });

  test('output of work that runs is there for who comes late, and its end when no reader is left', async () => {
    const id = await make();
    model.reply(
      {
        calls: [
          {
            name: 'Bash',
            input: {
              command: 'echo first; sleep 0.4; echo second; sleep 0.4',
              run_in_background: true,
              description: 'count',
            },
          },
        ],
      },
      { text: 'started' },
      { text: 'it ended' },
    );
    await daemon.prompt(id, 'go');
    const late = await until('some output', async () => {
      const page = await pageOf(daemon, id);
      return page.tasks[0]?.outputTail === 'first\n' ? page : undefined;
    });
    const client = transcriptOf(late);
    await until('its end', async () => ((await pageOf(daemon, id)).tasks[0]?.state === 'completed' ? true : undefined));
    await daemon.waitForTurn(id, 2);
    await wait(150);
    const { batches } = await opsOf(daemon, id, client.seq ?? 0);
    expect(applyBatches(client, batches)).toBe(true);
    expect(told(client)).toEqual(shown(await pageOf(daemon, id)));
    await daemon.restart();
    // the event task.output.kept contains it
    expect((await pageOf(daemon, id)).tasks).toMatchObject([{ outputTail: 'first\nsecond\n', state: 'completed' }]);
  });

  test('a session that left memory and came back begins again', async () => {
    const id = await make();
    model.reply({ text: 'one' }, { text: 'two' });
    await daemon.run(id, 'hi');
    const { seq = 0 } = await pageOf(daemon, id);
    await daemon.ok('archiveSession', daemon.session(id));
    expect(await opsOf(daemon, id, seq)).toMatchObject({ latest_seq: 0, complete: false });
    await daemon.ok('restoreSession', daemon.session(id));
    await daemon.run(id, 'again');
    const { complete, latest_seq } = await opsOf(daemon, id, seq);
    expect([complete, latest_seq > seq]).toEqual([false, true]);
    // the status of a resting agent comes a moment after its turn
    await until('no more operations', async () => {
      const page = await pageOf(daemon, id);
      const ops = await opsOf(daemon, id, page.seq ?? 0);
      expect(ops.complete).toBe(true);
      return ops.batches.length === 0 ? ops : undefined;
    });
  });
});
