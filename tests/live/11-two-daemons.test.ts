/** Two daemons on one home: what a client receives of a session that the other daemon runs (ws.md 5.3, 17). */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import {
  call,
  home,
  makeSession,
  median,
  promptEnd,
  raws,
  seqs,
  submit,
  tryCall,
  types,
  useOneHome,
  type Heard,
  type Listener,
} from '../helpers/homes.js';
import { storedEvents } from '../helpers/stored.js';
import { eventually } from '../helpers/turns.js';

jest.setTimeout(60_000);

let a: DaemonProcess;
let b: DaemonProcess;
let atA: Listener;
let atB: Listener;

useOneHome(async () => {
  a = await home.start();
  b = await home.start();
});
beforeEach(async () => {
  atA = await home.open(a);
  atB = await home.open(b);
});

const log = (id: string) => storedEvents(home.home, id);

/** Runs a prompt on A until both clients have received its end. */
async function run(id: string, text: string, more: object = {}): Promise<void> {
  const prompt = await submit(a, id, text, more);
  await atA.until(id, promptEnd(prompt));
  await atB.until(id, promptEnd(prompt));
}

/** Durable frames of a session that both clients have, starting with the later of their first ones. */
function both(id: string): [Heard[], Heard[]] {
  // every client receives its creation, and a later subscription replays it
  const heard = (at: Listener): Heard[] => at.durable(id).filter(({ type }) => type !== 'event.session.created');
  const [there, here] = [heard(atA), heard(atB)];
  const from = Math.max(there[0]?.seq ?? 0, here[0]?.seq ?? 0);
  return [there.filter(({ seq }) => seq >= from), here.filter(({ seq }) => seq >= from)];
}

describe("check 11: two daemons on one home: durable events of the other's session arrive within 1 s with the same numbers", () => {
  test('session and global events come byte for byte, within a second', async () => {
    const id = await makeSession(a, home.cwd, { agent_config: { permission_mode: 'yolo' } });
    for (const each of [atA, atB]) await each.subscribe([id], { cursors: { [id]: { seq: 0 } } });
    for (let turn = 0; turn < 8; turn += 1) await run(id, ['say hello', 'run expr 1', 'todo a; b'][turn % 3] as string);
    const [there, here] = both(id);
    expect(raws(here)).toEqual(raws(there));
    expect(here.length).toBeGreaterThan(60);
    expect(new Set(types(here))).toEqual(new Set(types(there)));
    // both times are of this process's clock; a busy machine delays some frames, but not most of them
    const delays = here.map(({ at }, index) => at - (there[index] as Heard).at);
    expect(median(delays)).toBeLessThan(300);
    expect(delays.toSorted((x, y) => x - y)[Math.floor(delays.length * 0.95)]).toBeLessThan(1_000);
  });

  test('internal records never come, volatile events and recovery of a running step cannot, the snapshot is whole', async () => {
    const id = await makeSession(a, home.cwd);
    await atA.subscribe([id]);
    await atA.until(id, promptEnd(await submit(a, id, 'say before')));
    const prompt = await submit(a, id, 'slow 150 one two three four five six seven eight nine ten eleven twelve');
    await atA.until(id, ({ type, payload }) => type === 'assistant.delta' && payload['turnId'] === 2);
    const ack = await atB.subscribe([id], { resume_inflight: true, cursors: { [id]: { seq: 0 } } });
    expect(ack).toMatchObject({ code: 0, payload: { accepted: [id], resync_required: [] } });
    // the only volatile frame is the status from the tables, before the ack
    const volatile = () => atB.frames.filter((frame) => frame.session_id === id && frame.volatile);
    expect(types(volatile())).toEqual(['agent.status.updated']);
    expect(volatile()[0]?.payload).toMatchObject({ agentId: 'main', model: 'offline/echo', permission: 'manual' });

    const snapshot = await call<Record<string, never>>(b, 'GET', `/sessions/${id}/snapshot`);
    expect(snapshot).toMatchObject({ in_flight_turn: null, in_flight_agents: [], session: { busy: true } });
    expect(snapshot['prompts']).toMatchObject({ active: { prompt_id: prompt } });
    const texts = JSON.stringify(snapshot['messages']);
    for (const text of ['say before', 'before', 'slow 150']) expect(texts).toContain(text);
    expect(await call(b, 'GET', `/sessions/${id}/messages`)).toEqual(await call(a, 'GET', `/sessions/${id}/messages`));

    await atB.until(id, promptEnd(prompt));
    const said = atB.frames.filter(({ session_id, type }) => session_id === id && type === 'message.appended').at(-1);
    expect(JSON.stringify(said?.payload['message'])).toContain('twelve');
    expect(types(volatile())).toEqual(['agent.status.updated']);
    const all = log(id);
    expect(all.some(({ visibility }) => visibility === 0)).toBe(true);
    // before the subscription, the client received the session's global events
    const visible = all.filter(({ visibility }) => visibility > 0);
    expect(seqs(atB.durable(id)).slice(-visible.length)).toEqual(visible.map(({ seq }) => seq));
  });

  test('who follows no session gets its global events, who filters agents gets what passes', async () => {
    const id = await makeSession(a, home.cwd, { title: 'one' });
    await atA.subscribe([id]);
    const filtered = await home.open(b);
    await filtered.subscribe([id], { agent_filter: { [id]: ['somebody'] }, cursors: { [id]: { seq: 0 } } });
    const prompt = await submit(a, id, 'say hi');
    await atA.until(id, promptEnd(prompt));
    await call(a, 'POST', `/sessions/${id}/profile`, { title: 'two' });
    const isGlobal = ({ type }: Heard) => type === 'session.meta.updated' || type.startsWith('event.session.');
    const renamed = ({ type, payload }: Heard) => type === 'session.meta.updated' && payload['title'] === 'two';
    for (const each of [atA, atB, filtered]) await each.until(id, renamed);
    const global = raws(atA.durable(id).filter(isGlobal));
    expect(global.length).toBeGreaterThanOrEqual(4);
    expect(raws(atB.durable(id))).toEqual(global);
    expect(types(filtered.durable(id)).slice(0, 2)).toEqual(['agent.created', 'event.session.created']);
    expect(raws(filtered.durable(id)).slice(1)).toEqual(global);
  });

  test('events of no session come to both with one row of numbers, also by cursor', async () => {
    const GLOBAL = '__global__';
    for (const each of [atA, atB]) expect((await each.subscribe([GLOBAL])).code).toBe(0);
    for (let round = 0; round < 6; round += 1) {
      // both daemons write to the same log at the same time
      await Promise.all(
        [a, b].map(async (daemon, index) => {
          const root = join(home.cwd, `${round}-${index}`);
          const made = await call<{ id: string }>(daemon, 'POST', '/workspaces', { root: home.cwd, name: root });
          await call(daemon, 'PATCH', `/workspaces/${made.id}`, { name: `again ${round} ${index}` });
        }),
      );
    }
    const gone = await makeSession(a, home.cwd);
    await call(a, 'POST', `/sessions/${gone}:archive`);
    await call(b, 'POST', '/config', { default_permission_mode: 'yolo' });
    for (const each of [atA, atB]) {
      await each.until(
        GLOBAL,
        ({ type, payload }) => type === 'event.session.archived' && payload['sessionId'] === gone,
      );
      await each.until(GLOBAL, 'event.config.changed');
    }
    const count = lastSeq(GLOBAL) - (atB.durable(GLOBAL)[0]?.seq ?? 0) + 1;
    await eventually(() => atA.durable(GLOBAL).length === count && atB.durable(GLOBAL).length === count, 'all of them');
    // the configuration depends on the reader's environment; everything else is equal
    const plain = (listener: Listener) =>
      raws(listener.durable(GLOBAL).filter(({ type }) => type !== 'event.config.changed'));
    expect(plain(atB)).toEqual(plain(atA));
    expect(seqs(atB.durable(GLOBAL))).toEqual(seqs(atA.durable(GLOBAL)));
    const late = await home.open(b);
    const first = atA.durable(GLOBAL)[2] as Heard;
    await late.subscribe([GLOBAL], { cursors: { [GLOBAL]: { seq: first.seq, epoch: first.epoch } } });
    expect(seqs(late.durable(GLOBAL))).toEqual(seqs(atA.durable(GLOBAL)).slice(3));
    await call(b, 'POST', '/config', { default_permission_mode: 'manual' });
  });

  test('nothing is missing, doubled or out of order when clients come at any moment and both daemons write', async () => {
    const at = await Promise.all([a, a, a, b].map((daemon) => makeSession(daemon, home.cwd)));
    const [x, y, z, mine] = at as [string, string, string, string];
    const writers = new Map([
      [x, a],
      [y, a],
      [z, a],
      [mine, b],
    ]);
    let done = false;
    const late: { listener: Listener; from: Map<string, number> }[] = [];
    const write = async (id: string, daemon: DaemonProcess) => {
      for (let round = 0; round < 14 || (late.length < 12 && round < 60); round += 1) {
        await submit(daemon, id, 'say one two');
        await call(daemon, 'POST', `/sessions/${id}/profile`, { title: `t${round}` });
        await call(daemon, 'POST', '/workspaces', { root: home.cwd, name: `${id} ${round}` });
      }
      await eventually(
        async () => (await call<{ busy: boolean }>(daemon, 'GET', `/sessions/${id}`)).busy === false,
        'the end of the work',
        30_000,
      );
    };
    const come = async () => {
      while (!done && late.length < 25) {
        const listener = await home.open(late.length % 5 === 4 ? a : b);
        const from = new Map<string, number>();
        for (const id of [...at, '__global__']) {
          // with a cursor, from the beginning, or live only, at any moment of the writing
          const cursor = [{ seq: Math.floor(Math.random() * 40) }, { seq: 0 }, undefined][late.length % 3];
          const ack = await listener.subscribe([id], cursor ? { cursors: { [id]: cursor } } : {});
          const known = (ack.payload['cursors'] as Record<string, { seq: number }>)[id]?.seq ?? 0;
          const resync = (ack.payload['resync_required'] as string[]).includes(id);
          from.set(id, cursor && !resync ? cursor.seq : known);
        }
        late.push({ listener, from });
        await wait(Math.random() * 60);
      }
    };
    const coming = come();
    await Promise.all([...writers].map(([id, daemon]) => write(id, daemon)));
    done = true;
    await coming;
    expect(late.length).toBeGreaterThan(5);
    let events = 0;
    for (const id of [...at, '__global__']) {
      const visible = log(id).filter(({ visibility }) => visibility > 0);
      const end = visible.at(-1)?.seq ?? 0;
      for (const { listener, from } of late) {
        const after = from.get(id) ?? 0;
        if (after < end) await listener.until(id, ({ seq }) => seq === end);
        const frames = listener.durable(id);
        const expected = visible.filter(({ seq }) => seq > after).map(({ seq }) => seq);
        const before = frames.splice(0, frames.length - expected.length);
        expect([id, seqs(frames)]).toEqual([id, expected]);
        // an open connection receives the global events from its opening on, even before it subscribes
        const first = before[0]?.seq ?? Infinity;
        const last = before.at(-1)?.seq ?? 0;
        expect([id, seqs(before)]).toEqual([
          id,
          visible.filter((row) => row.visibility === 2 && row.seq >= first && row.seq <= last).map(({ seq }) => seq),
        ]);
        events += frames.length;
      }
    }
    expect(events).toBeGreaterThan(1_000);
  });

  test('a deletion is reported, and a session under the same id is a new one', async () => {
    const id = await makeSession(a, home.cwd);
    const quiet = await home.open(b);
    await atB.subscribe([id]);
    await atB.until(id, promptEnd(await submit(a, id, 'say hi')));
    await call(a, 'DELETE', `/sessions/${id}`);
    for (const each of [atB, quiet]) {
      const gone = await each.until(id, 'event.session.deleted');
      expect(gone).toMatchObject({ volatile: true, payload: { agentId: 'main', sessionId: id } });
    }
    expect((await tryCall(b, 'GET', `/sessions/${id}`)).code).toBe(40401);
    expect((await atB.subscribe([id])).payload).toMatchObject({ accepted: [], not_found: [id] });
    await revive(id);
    await quiet.until(id, ({ type, epoch }) => type === 'event.session.created' && epoch === 'ep_again');
  });

  test('a client that follows a session hears when it comes back under its id', async () => {
    const id = await makeSession(a, home.cwd);
    await atB.subscribe([id]);
    await call(a, 'DELETE', `/sessions/${id}`);
    await atB.until(id, 'event.session.deleted');
    await revive(id);
    await eventually(
      () =>
        atB.frames.some(
          ({ type, payload }) =>
            type === 'resync_required' && payload['session_id'] === id && payload['reason'] === 'session_recreated',
        ),
      'resync_required',
    );
  });

  test('what a fork copies is no news, its beginning is', async () => {
    const id = await makeSession(a, home.cwd, { title: 'source' });
    await atA.subscribe([id]);
    const prompt = await submit(a, id, 'say hi');
    await atA.until(id, promptEnd(prompt));
    const fork = await call<{ id: string; last_seq: number }>(a, 'POST', `/sessions/${id}:fork`, {});
    await atB.until(fork.id, 'event.session.created');
    await atA.until(fork.id, 'event.session.created');
    await call(a, 'POST', `/sessions/${fork.id}/profile`, { title: 'mine' });
    await atB.until(fork.id, 'session.meta.updated');
    expect(raws(atB.durable(fork.id))).toEqual(raws(atA.durable(fork.id)));
    expect(types(atB.durable(fork.id))).toEqual(['event.session.created', 'session.meta.updated']);
  });

  test('the transcript is built from what is stored, without appends; files are watched', async () => {
    const id = await makeSession(a, home.cwd);
    await atA.subscribe([id]);
    expect(await atB.ask('subscribe_v2', { session_id: id, transcript: { '*': 'delta' } })).toMatchObject({ code: 0 });
    await atB.until(id, 'transcript.reset');
    const prompt = await submit(a, id, 'slow 20 one two three');
    await atA.until(id, promptEnd(prompt));
    const ops = () =>
      atB.frames
        .filter(({ session_id, type }) => session_id === id && type === 'transcript.ops')
        .flatMap(({ payload }) => payload['ops'] as { op: string; turn?: { state: string } }[]);
    await eventually(() => ops().some(({ turn }) => turn?.state === 'completed'), 'the end of the turn');
    expect(JSON.stringify(ops())).toContain('one two three');
    expect(ops().filter(({ op }) => op === 'append')).toEqual([]);

    expect(await atB.ask('watch_fs_add', { session_id: id, paths: ['.'] })).toMatchObject({ code: 0 });
    writeFileSync(join(home.cwd, 'new.txt'), 'x');
    const told = await atB.until(id, 'event.fs.changed');
    expect(told.payload['changes']).toMatchObject([{ path: 'new.txt', change: 'created' }]);
  });

  test('a daemon that stood still, or whose clock is another, reports all that happened meanwhile', async () => {
    const ahead = await home.start({ clockAhead: 30_000 });
    const atC = await home.open(ahead);
    const id = await makeSession(a, home.cwd);
    for (const each of [atA, atB, atC]) await each.until(id, 'event.session.created');
    for (const each of [atA, atB, atC]) await each.subscribe([id]);
    process.kill(b.pid, 'SIGSTOP');
    try {
      for (let turn = 0; turn < 6; turn += 1) {
        const prompt = await submit(a, id, 'say meanwhile');
        await atA.until(id, promptEnd(prompt));
      }
      await wait(2_000);
    } finally {
      process.kill(b.pid, 'SIGCONT');
    }
    const last = atA.durable(id).at(-1) as Heard;
    for (const each of [atB, atC]) {
      await each.until(id, ({ seq }) => seq === last.seq);
      expect(raws(each.durable(id))).toEqual(raws(atA.durable(id)));
    }
  });
});

function lastSeq(id: string): number {
  return log(id).at(-1)?.seq ?? 0;
}

/** Writes the rows of a session under a chosen id, because no operation can create one. */
async function revive(id: string): Promise<void> {
  const model = await call(a, 'GET', `/sessions/${await makeSession(a, home.cwd)}`);
  const db = new Database(join(home.home, 'agent.db'));
  try {
    db.transaction(() => {
      const { lastInsertRowid: key } = db
        .prepare(
          `INSERT INTO sessions (id, epoch, workspace_id, cwd, created_at, updated_at, last_seq) VALUES (?, 'ep_again', 'w', '/', 0, 0, 1)`,
        )
        .run(id);
      const session = { ...model, id };
      db.prepare(
        `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload) VALUES (?, 1, 'event.session.created', 'main', 2, ?, ?)`,
      ).run(key, Date.now(), JSON.stringify({ agentId: 'main', session }));
    }).immediate();
  } finally {
    db.close();
  }
}
