/** Grades of transcripts: agents that appear later, transcript-only subscriptions, wrong frames (ws.md 3 and 12.1). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventTable } from '../../schemas/generated/events.js';
import { hurried } from '../helpers/turns.js';
import { startTestDaemon, until, type Seen, type TestDaemon, type TestSocket } from '../helpers/daemon.js';
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

const eventsIn = (frames: readonly Seen[]) =>
  frames.filter((frame) => Object.hasOwn(eventTable, frame.type) && frame.session_id !== undefined);
const durable = (frames: readonly Seen[]) => eventsIn(frames).filter((frame) => frame.volatile !== true);
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

describe('check 12: agent_filter and grades suppress exactly what 3 and 12.1 say, live and in replay; raising a grade resets, lowering does not', () => {
  test('an agent that appears later is reset at that moment', async () => {
    const id = await make();
    const socket = await daemon.socket();
    await grade(socket, id, { '*': 'block', main: 'off' });
    expect(socket.frames.filter(({ type }) => type === 'transcript.reset')).toEqual([]);
    await daemon.run(id, 'agent: say from below');
    await quiet(socket, id);
    const sub = socket.frames.find(({ type, payload }) => type === 'agent.created' && payload['agentId'] !== 'main');
    const agentId = sub?.payload['agentId'] as string;
    const resets = resetsIn(socket.frames, agentId);
    // if the agent's first turn is stored by then, the reset reports older items, and the socket sends the turn anyway
    const hasMore = resets[0]?.has_more_older;
    expect(resets).toMatchObject([{ snapshot: { items: [], hasMoreOlder: hasMore } }]);
    const upserts = opsIn(socket.frames, agentId).flatMap(({ ops }) => ops.filter(({ op }) => op === 'turn.upsert'));
    const states = upserts.map((upsert) => (upsert as unknown as { turn: { turnId: string; state: string } }).turn);
    expect(states.at(-1)).toMatchObject({ turnId: 't1', state: 'completed' });
    if (hasMore !== true) expect(states[0]).toMatchObject({ turnId: 't1', state: 'running' });
    expect(opsIn(socket.frames)).toEqual([]);
    expect(socket.frames.some(({ type, payload }) => type === 'turn.started' && payload['agentId'] === 'main')).toBe(
      true,
    );
    expect(socket.frames.some(({ type, payload }) => type === 'turn.started' && payload['agentId'] === agentId)).toBe(
      false,
    );
  });

  test.each([
    [{}, ['say one', 'say two', 'slow 400 words']],
    [{ prompts: 'all' }, ['say one', 'say two', 'slow 400 words']],
    [{ prompts: 'open' }, ['slow 400 words']],
  ])('a reset with %j has these prompts', async (wanted, expected) => {
    const id = await make();
    for (const text of ['say one', 'say two']) await daemon.run(id, text);
    await daemon.prompt(id, 'slow 400 words');
    const socket = await daemon.socket();
    await grade(socket, id, { main: 'delta' }, wanted);
    await quiet(socket, id);
    const [reset] = resetsIn(socket.frames);
    expect(reset?.snapshot.prompts.map(({ content }) => content?.[0])).toEqual(
      expected.map((text) => ({ type: 'text', text })),
    );
  });

  test('subscribe_v2 alone follows the events too, from now on; what ends it ends what it says', async () => {
    const id = await make();
    await daemon.run(id, 'say before');
    const socket = await daemon.socket();
    await grade(socket, id, { agent_x: 'delta' });
    expect(durable(socket.frames)).toEqual([]);
    expect(socket.frames.some(({ type }) => type === 'agent.status.updated')).toBe(true);
    await daemon.run(id, 'say now');
    await until('events', () => socket.frames.find(({ type }) => type === 'turn.ended'));

    await grade(socket, id, { main: 'turn', agent_x: 'turn' });
    const some = await socket.send('unsubscribe_v2', { session_id: id, agent_ids: ['agent_x'] });
    expect(some.payload).toMatchObject({ accepted: [id], not_found: [], resync_required: [] });
    let before = socket.frames.length;
    await daemon.run(id, 'say more');
    await quiet(socket, id);
    expect(names(socket.frames.slice(before))).toContain('turn.upsert');
    expect(socket.frames.slice(before).some(({ type }) => type === 'turn.ended')).toBe(false);

    await socket.send('unsubscribe_v2', { session_id: id });
    before = socket.frames.length;
    await daemon.run(id, 'say events only');
    await quiet(socket, id);
    expect(opsIn(socket.frames.slice(before))).toEqual([]);
    expect(socket.frames.slice(before).some(({ type }) => type === 'turn.ended')).toBe(true);

    await grade(socket, id, { main: 'delta' });
    await socket.send('unsubscribe', { session_ids: [id] });
    before = socket.frames.length;
    await daemon.run(id, 'say nothing');
    await quiet(socket, id);
    expect(socket.frames.slice(before).filter((frame) => frame.volatile ?? /^turn/.test(frame.type))).toEqual([]);
  });

  test('no recovery of what is streamed for who follows the transcript', async () => {
    const id = await make();
    await daemon.prompt(id, 'slow 30 one two three four five six seven eight nine ten eleven twelve');
    const socket = await daemon.socket();
    await grade(socket, id, { main: 'block' });
    await until('some text', async () => ((await pageOf(daemon, id)).items.length > 0 ? true : undefined));
    await socket.send('subscribe', { session_ids: [id], resume_inflight: true });
    expect(socket.frames.filter(({ payload }) => payload['recovered'] === true)).toEqual([]);
    await socket.send('unsubscribe_v2', { session_id: id });
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
  });

  test('what is no such frame changes nothing', async () => {
    const id = await make();
    const socket = await daemon.socket();
    await grade(socket, id, { main: 'delta' });
    const bad: [string, object, string][] = [
      ['subscribe_v2', { session_id: id }, 'transcript'],
      ['subscribe_v2', { transcript: {} }, 'session_id'],
      ['subscribe_v2', { session_id: id, transcript: { main: 'all' } }, 'transcript.main'],
      ['subscribe_v2', { session_id: id, transcript: { 'a b': 'turn' } }, 'transcript'],
      ['subscribe_v2', { session_id: id, transcript: { '..': 'turn' } }, 'transcript'],
      ['subscribe_v2', { session_id: id, transcript: {}, transcript_since: { main: 1.5 } }, 'transcript_since.main'],
      ['subscribe_v2', { session_id: id, transcript: {}, transcript_since: { main: '1' } }, 'transcript_since.main'],
      ['unsubscribe_v2', { session_id: id, agent_ids: [] }, 'agent_ids'],
      ['unsubscribe_v2', { session_id: id, agent_ids: ['*'] }, 'agent_ids.0'],
      ['unsubscribe_v2', {}, 'session_id'],
    ];
    for (const [type, payload, path] of bad) {
      const { code, payload: answer } = await socket.send(type, payload);
      const [detail] = answer['details'] as { path: string }[];
      expect([payload, code, detail?.path]).toEqual([payload, 40001, path]);
    }
    for (const type of ['subscribe_v2', 'unsubscribe_v2'])
      for (const session_id of ['session_none', '__global__']) {
        const { code, payload } = await socket.send(type, { session_id, transcript: { main: 'turn' } });
        expect([code, payload]).toEqual([0, { accepted: [], not_found: [session_id], resync_required: [] }]);
      }
    await daemon.run(id, 'say still there');
    await quiet(socket, id);
    expect(names(socket.frames)).toContain('append');
    expect(resetsIn(socket.frames)).toHaveLength(1);
  });
});
