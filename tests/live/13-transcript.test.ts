/** The transcript channel: pages and batches together equal the transcript, whatever gets lost (ws.md 12). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelEnv, startTestDaemon, until, type TestDaemon, type TestSocket } from '../helpers/daemon.js';
import { pageOf, shown, told } from '../transcript/clients.js';
import { applyBatches } from '../../schemas/folds/transcript-apply.js';
import { transcriptOf } from '../../schemas/folds/transcript.js';
import { opsIn, resetsIn, startViewer, type Grade, type ResetPayload, type Viewer } from './viewer.js';

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

/** Compares with fresh pages until they are equal, because the status of the agent follows a little later. */
async function same(viewer: Viewer, id: string, agentId = 'main'): Promise<void> {
  let fresh = await pageOf(daemon, id, { agent_id: agentId });
  await until(
    'a transcript like a fresh page',
    async () => {
      await viewer.settle();
      fresh = await pageOf(daemon, id, { agent_id: agentId });
      return JSON.stringify(told(viewer.transcript)) === JSON.stringify(shown(fresh)) ? true : undefined;
    },
    3_000,
  ).catch(() => undefined);
  expect(told(viewer.transcript)).toEqual(shown(fresh));
}

const words = Array.from({ length: 40 }, (_, n) => `word ${n} 😀 `).join('');
const reply = () =>
  model.reply(
    {
      thinking: 'let me see',
      text: 'I write',
      calls: [{ name: 'Write', input: { path: 'a.txt', content: 'x' } }],
      chunkSize: 9,
      chunkDelayMs: 1,
    },
    { text: words, chunkSize: 7, chunkDelayMs: 2 },
  );

const grade = (socket: TestSocket, id: string, transcript: Record<string, Grade>, since?: Record<string, number>) =>
  socket.send('subscribe_v2', {
    session_id: id,
    transcript,
    ...(since === undefined ? {} : { transcript_since: since }),
  });

/** Waits for the status of the agent, which follows a little after the end of its turn. */
const statusTold = () => new Promise((resolve) => setTimeout(resolve, 250));

describe('check 13: ops applied to a REST page equal a fresh REST page at the end, at grades block and delta, also with dropped batches', () => {
  test.each<[Grade, boolean]>([
    ['block', false],
    ['delta', false],
    ['block', true],
    ['delta', true],
  ])('at grade %s, with losses: %s', async (wanted, lossy) => {
    const id = await make();
    reply();
    let count = 0;
    const loses = () => lossy && (count += 1) % 7 === 0;
    const viewer = await startViewer(daemon, id, { grade: wanted, loses });
    await viewer.settle();
    await daemon.run(id, 'go');
    await statusTold();
    await viewer.settle();
    const { resets, loads, heals } = viewer.counts;
    expect([resets, loads]).toEqual([1, 1]);
    expect(heals > 0).toBe(lossy);
    // no later batch shows that the last one was lost
    if (lossy) await viewer.heal();
    await same(viewer, id);
    expect(viewer.transcript.items).toHaveLength(1);
    viewer.close();
  });

  test('a line that is not read fills up: batches are joined, then dropped, never the line; it shows, and it heals', async () => {
    const id = await make();
    const [slow, steady] = [await startViewer(daemon, id, { grade: 'delta' }), await daemon.socket()];
    await grade(steady, id, { main: 'delta' });
    await slow.settle();
    slow.stall(true);
    const page = 'a line of text that nobody reads\n'.repeat(60_000);
    for (let turn = 1; turn <= 9; turn += 1) {
      model.reply({ text: `${turn} ${page}`, chunkSize: 20_000 });
      await daemon.run(id, 'go on');
    }
    const told = opsIn(steady.frames);
    expect(JSON.stringify(told).length).toBeGreaterThan(20 * 1024 * 1024);
    slow.stall(false);
    model.reply({ text: 'the end' });
    await daemon.run(id, 'end');
    await statusTold();
    const before = { ...slow.counts };
    await slow.settle();
    const taken = slow.ops();
    expect(taken.length).toBeLessThan(told.length);
    // a joined batch covers several, from the first `prev_seq` to the last `seq`
    expect(taken.some(({ seq, prev_seq }) => seq > prev_seq + 1)).toBe(true);
    // where batches are missing, the next `prev_seq` does not match
    expect(taken.some(({ prev_seq }, at) => at > 0 && prev_seq !== taken[at - 1]?.seq)).toBe(true);
    expect(slow.counts.heals).toBeGreaterThan(before.heals);
    await same(slow, id);
    slow.close();
  }, 60_000);

  test('who comes in the middle of a reply holds back what comes before the page', async () => {
    const id = await make();
    reply();
    await daemon.prompt(id, 'go');
    await until('some text', async () => ((await pageOf(daemon, id)).items.length > 0 ? true : undefined));
    const viewer = await startViewer(daemon, id, { grade: 'delta' });
    // the client does not read for a while
    await new Promise((resolve) => setTimeout(resolve, 30));
    await viewer.settle();
    await daemon.waitForEnd(id);
    await same(viewer, id);
    expect(viewer.counts).toEqual({ resets: 1, loads: 1, heals: 0 });
  });

  test('who was away gets what it missed, with the numbers it had, or a reset when that is gone', async () => {
    const id = await make();
    const socket = await daemon.socket();
    const all = await daemon.socket();
    await grade(socket, id, { main: 'block' });
    await grade(all, id, { main: 'block' });
    const since = resetsIn(socket.frames)[0]?.seq ?? 0;
    socket.close();
    reply();
    await daemon.run(id, 'go');
    await statusTold();
    const back = await daemon.socket();
    await grade(back, id, { main: 'block' }, { main: since });
    expect(resetsIn(back.frames)).toEqual([]);
    await statusTold();
    expect(opsIn(back.frames).slice(0, 5)).toEqual(opsIn(all.frames).slice(0, 5));
    expect(opsIn(back.frames)).toEqual(opsIn(all.frames));
    // `*` is the watermark of all agents that are not named
    const star = await daemon.socket();
    const last = opsIn(all.frames).at(-3)?.seq ?? 0;
    await grade(star, id, { '*': 'block' }, { '*': last });
    expect([resetsIn(star.frames), opsIn(star.frames)]).toEqual([[], opsIn(all.frames).slice(-2)]);
    // a lower grade gets fewer operations, and a higher one than before resets
    await grade(star, id, { main: 'turn' }, { main: since });
    expect(opsIn(star.frames)[2]).toMatchObject({ prev_seq: since });
    expect(
      opsIn(star.frames)
        .slice(2)
        .every(({ ops }) => ops.every(({ op }) => !/^(step|frame)/.test(op))),
    ).toBe(true);
    await grade(star, id, { main: 'delta' }, { main: last });
    expect(resetsIn(star.frames)).toHaveLength(1);
    for (const unknown of [0, since - 1, last + 1_000_000]) {
      const fresh = await daemon.socket();
      await grade(fresh, id, { main: 'block' }, { main: unknown });
      expect([resetsIn(fresh.frames).length, opsIn(fresh.frames)]).toEqual([1, []]);
    }
    await daemon.restart();
    const later = await daemon.socket();
    await grade(later, id, { main: 'block' }, { main: last });
    expect(resetsIn(later.frames)).toHaveLength(1);
    expect(resetsIn(later.frames)[0]?.seq).toBeGreaterThan(last);
  });

  test('a page that is read between two changes of the state: what changes back is sent too', async () => {
    const id = await make();
    const set = (permission_mode: 'manual' | 'yolo') =>
      daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { permission_mode } } });
    const first = await startViewer(daemon, id, { grade: 'block' });
    await first.settle();
    // this change is sent at once, the next two together a little later
    await set('manual');
    await set('yolo');
    const second = await startViewer(daemon, id, { grade: 'block' });
    await second.settle();
    await set('manual');
    for (const viewer of [first, second]) {
      await same(viewer, id);
      viewer.close();
    }
  });

  test('agents that come later are complete without a page', async () => {
    const id = await make();
    model.reply(
      { calls: [{ name: 'Agent', input: { description: 'look', prompt: 'look around', subagent_type: 'explore' } }] },
      { text: 'seen it all', chunkSize: 2, chunkDelayMs: 1 },
      { text: 'done' },
    );
    const socket = await daemon.socket();
    await grade(socket, id, { '*': 'delta' });
    await daemon.run(id, 'go');
    await statusTold();
    const { agents } = await pageOf(daemon, id);
    const sub = agents.find(({ type }) => type === 'sub')?.agentId ?? '';
    const [reset, ...more] = resetsIn(socket.frames, sub);
    expect(more).toEqual([]);
    const transcript = transcriptOf({ ...(reset?.snapshot as ResetPayload['snapshot']), seq: reset?.seq ?? 0 });
    for (const { seq, prev_seq, ops } of opsIn(socket.frames, sub))
      expect(applyBatches(transcript, [{ seq, ops }], prev_seq)).toBe(true);
    expect(transcript.items).toHaveLength(1);
    expect(told(transcript)).toEqual(shown(await pageOf(daemon, id, { agent_id: sub })));
  });

  test('a session that no server has in memory: what brings it there continues from what was shown', async () => {
    const id = await make();
    reply();
    await daemon.run(id, 'go');
    await daemon.restart();
    const viewer = await startViewer(daemon, id, { grade: 'delta' });
    await viewer.settle();
    model.reply({ text: 'again' });
    await daemon.run(id, 'more');
    await statusTold();
    await same(viewer, id);
    expect(viewer.counts).toEqual({ resets: 1, loads: 1, heals: 0 });
    // once it leaves memory, its transcript comes from storage and resets
    await daemon.ok('archiveSession', daemon.session(id));
    await until('a reset', async () => {
      await viewer.settle();
      return viewer.counts.resets === 2 ? true : undefined;
    });
    await same(viewer, id);
    await daemon.ok('restoreSession', daemon.session(id));
    model.reply({ text: 'once more' });
    await daemon.run(id, 'and more');
    await statusTold();
    await same(viewer, id);
    const socket = await daemon.socket();
    await grade(socket, id, { main: 'delta' });
    await daemon.ok('deleteSession', daemon.session(id));
    await until('its end', () => socket.frames.find(({ type }) => type === 'event.session.deleted'));
    expect((await grade(socket, id, { main: 'delta' })).payload['not_found']).toEqual([id]);
    expect(resetsIn(socket.frames)).toHaveLength(1);
  });

  test('operations come after the event that they are made of, and not in the middle of a replay', async () => {
    const id = await make();
    reply();
    await daemon.run(id, 'go');
    const socket = await daemon.socket();
    await grade(socket, id, { main: 'delta' });
    reply();
    await daemon.prompt(id, 'again');
    for (let count = 0; count < 5; count += 1)
      await socket.send('subscribe', { session_ids: [id], cursors: { [id]: { seq: 0 } } });
    await daemon.waitForEnd(id);
    await statusTold();
    let durable = 0;
    for (const { type, seq = 0, volatile, session_id } of socket.frames) {
      if (session_id !== id) continue;
      if (volatile !== true) {
        // a replay starts with lower numbers
        durable = seq;
        continue;
      }
      if (!type.startsWith('transcript.')) continue;
      expect(seq).toBeGreaterThanOrEqual(durable);
    }
    const ops = opsIn(socket.frames);
    expect(ops.slice(1).map(({ prev_seq }) => prev_seq)).toEqual(ops.slice(0, -1).map(({ seq }) => seq));
    expect(resetsIn(socket.frames)).toHaveLength(1);
  });

  test('of a session that another server runs everything comes that is stored, and no pieces of text', async () => {
    const id = await make();
    const other = await startTestDaemon({ home: daemon.home, env: modelEnv(model.baseUrl) });
    try {
      const socket = await other.socket();
      await grade(socket, id, { main: 'delta' });
      const viewer = await startViewer(other, id, { grade: 'delta' });
      await viewer.settle();
      reply();
      await daemon.ok('updateSessionProfile', {
        ...daemon.session(id),
        body: { agent_config: { plan_mode: true } },
      });
      await daemon.ok('updateSessionProfile', {
        ...daemon.session(id),
        body: { agent_config: { plan_mode: false } },
      });
      await daemon.run(id, 'go');
      const page = () => pageOf(other, id);
      await until('the end of the turn', async () => {
        await viewer.settle();
        return JSON.stringify(told(viewer.transcript)) === JSON.stringify(shown(await page())) ? true : undefined;
      }).catch(() => undefined);
      expect(told(viewer.transcript)).toEqual(shown(await page()));
      expect(viewer.transcript.items.map(({ kind }) => kind)).toEqual(['marker', 'marker', 'turn']);
      const names = new Set(opsIn(socket.frames).flatMap(({ ops }) => ops.map(({ op }) => op)));
      expect(names).toContain('frame.upsert');
      expect(names).not.toContain('append');
      // the other server becomes its owner
      await daemon.ok('archiveSession', daemon.session(id));
      await daemon.ok('restoreSession', daemon.session(id));
      await daemon.restart();
      model.reply({ text: 'from the other one' });
      await other.run(id, 'go on');
      await statusTold();
      await until('the same', async () => {
        await viewer.settle();
        return JSON.stringify(told(viewer.transcript)) === JSON.stringify(shown(await page())) ? true : undefined;
      }).catch(() => undefined);
      expect(told(viewer.transcript)).toEqual(shown(await page()));
    } finally {
      await other.close();
    }
  });
});
