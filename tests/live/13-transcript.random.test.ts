/** The transcript channel at random: clients that lose, reconnect and change grades end up like a fresh page. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import type { TranscriptItem } from '../../schemas/generated/types.js';
import { applyBatches } from '../../schemas/folds/transcript-apply.js';
import { transcriptOf } from '../../schemas/folds/transcript.js';
import { createRandom } from '../chaos/random.js';
import { startTestDaemon, type TestDaemon, type TestSocket } from '../helpers/daemon.js';
import { rounds, seedOf } from '../helpers/rounds.js';
import { hurried } from '../helpers/turns.js';
import { pageOf, shown, told, type Page } from '../transcript/clients.js';
import { settled, userActions } from '../transcript/useractions.js';
import { opsIn, resetsIn, startViewer, type Grade, type Viewer } from './viewer.js';

const grades = ['turn', 'block', 'delta'] as const;

/** One action on the session, and what one of its viewers does during it. */
const move = fc.record({
  deed: fc.nat(),
  viewer: fc.nat(),
  act: fc.constantFrom('look', 'look', 'leave', 'turn', 'block', 'delta', 'join', 'none' as const),
  /** milliseconds until the viewer acts */
  after: fc.integer({ min: 0, max: 30 }),
  rests: fc.boolean(),
});
const plan = fc.record({
  seed: fc.nat(),
  moves: fc.array(move, { minLength: 25, maxLength: 30 }),
  /** the moves before which the server restarts, or the session leaves memory */
  restart: fc.integer({ min: 5, max: 20 }),
  archive: fc.integer({ min: 5, max: 20 }),
});

type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** The parts that a grade keeps up to date: `turn` does not include the content of turns. */
function seen(value: unknown, grade: Grade): unknown {
  if (grade !== 'turn') return value;
  const { items, tasks, ...rest } = value as { items: TranscriptItem[]; tasks: { outputTail: string }[] };
  return {
    ...rest,
    items: items.map((item) => (item.kind === 'turn' ? { ...item, steps: [] } : item)),
    tasks: tasks.map((task) => ({ ...task, outputTail: '' })),
  };
}

/** Compares with a fresh page, and retries because the status of the agent follows a little later. */
async function expectSame(viewer: Viewer, daemon: TestDaemon, id: string, agentId = 'main'): Promise<void> {
  await viewer.settle();
  await viewer.heal();
  let page: Page = await pageOf(daemon, id, { agent_id: agentId });
  const both = () => [seen(told(viewer.transcript), viewer.grade), seen(shown(page), viewer.grade)];
  for (let trial = 0; trial < 20; trial += 1) {
    await viewer.settle();
    page = await pageOf(daemon, id, { agent_id: agentId });
    const [has, wants] = both();
    if (JSON.stringify(has) === JSON.stringify(wants)) return;
    await wait(50);
  }
  const [has, wants] = both();
  expect({ grade: viewer.grade, ...(has as object) }).toEqual({ grade: viewer.grade, ...(wants as object) });
}

/** Expects complete transcripts, without a page, of agents that appeared while a client followed all agents. */
async function expectNewcomers(socket: TestSocket, daemon: TestDaemon, id: string): Promise<void> {
  await wait(250);
  await socket.send('unsubscribe_v2', { session_id: id, agent_ids: ['nobody'] });
  const { agents } = await pageOf(daemon, id);
  for (const { agentId } of agents) {
    const reset = resetsIn(socket.frames, agentId).at(-1);
    if (agentId === 'main' || !reset || reset.has_more_older) continue;
    const transcript = transcriptOf({ ...reset.snapshot, seq: reset.seq });
    for (const { seq, prev_seq, ops } of opsIn(socket.frames, agentId))
      if (seq > reset.seq) expect(applyBatches(transcript, [{ seq, ops }], prev_seq)).toBe(true);
    const page = await pageOf(daemon, id, { agent_id: agentId });
    expect({ ...(told(transcript) as object), meta: {} }).toEqual({ ...(shown(page) as object), meta: {} });
  }
}

async function trial({ seed, moves, restart, archive }: Plan): Promise<void> {
  const random = createRandom(seed);
  const daemon = await startTestDaemon({ sleep: hurried(30) });
  try {
    const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
    let reliable = false;
    const loses = () => !reliable && random.chance(0.1);
    const join = async (grade: Grade) => viewers.push(await startViewer(daemon, id, { grade, loses }));
    const viewers: Viewer[] = [];
    for (const grade of grades) await join(grade);
    let socket = await daemon.socket();
    const followAll = () => socket.send('subscribe_v2', { session_id: id, transcript: { '*': 'delta' } });
    await followAll();
    const all = userActions(daemon, id, random);
    for (const [index, { deed, viewer, act, after, rests }] of moves.entries()) {
      if (index === restart) {
        await daemon.restart();
        for (const each of viewers) await each.reconnect();
        socket = await daemon.socket();
        await followAll();
      }
      if (index === archive) {
        await settled(daemon, id);
        await daemon.ok('archiveSession', daemon.session(id));
        await daemon.ok('restoreSession', daemon.session(id));
      }
      await all[deed % all.length]?.();
      await wait(after);
      const chosen = viewers[viewer % viewers.length];
      if (act === 'look') await chosen?.settle();
      else if (act === 'leave') await chosen?.reconnect();
      else if (act === 'join' && viewers.length < 6) await join(random.pick(grades));
      else if (act === 'turn' || act === 'block' || act === 'delta') await chosen?.regrade(act);
      if (rests) await settled(daemon, id);
    }
    await settled(daemon, id);
    reliable = true;
    for (const viewer of viewers) await expectSame(viewer, daemon, id);
    await expectNewcomers(socket, daemon, id);
    for (const viewer of viewers) viewer.close();
  } finally {
    await daemon.close();
  }
}

const runs = rounds(1, 12);
const seed = seedOf(5);

describe('check 13: ops applied to a REST page equal a fresh REST page, whatever a client does and loses', () => {
  test(
    'at random',
    async () => {
      await fc.assert(fc.asyncProperty(plan, trial), { numRuns: runs, seed, endOnFailure: true });
    },
    60_000 * runs,
  );
});
