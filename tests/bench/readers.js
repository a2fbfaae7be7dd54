/** Measures stream readers: delay of text at a steady pace, and what a stalled reader costs the server and others. */
import WebSocket from 'ws';
import { once } from 'node:events';
import { atMost, clock, median, percentile, ratioAtLeast, ratioAtMost, sleep } from './report.js';
import { createClient, subscribe } from './client.js';
import { makeHome, residentMb, startHelper, startProgram, temporaryDirectory } from './processes.js';

/** Milliseconds between deltas: a model faster than the joining of text, and a common one. */
const paces = [5, 40];
const seconds = 4;

export async function measureLatency({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const server = await startProgram({ program, home: makeHome(model.url), cwd });
  const client = createClient(server);
  // the first prompt of a server has a separate figure
  await delays({ server, client, cwd, count: 50, pace: 5 });
  for (const pace of paces) {
    const count = (seconds * 1_000) / pace;
    const bare = await bareDelays(count, pace);
    const ours = await delays({ server, client, cwd, count, pace });
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ])
      report.add({
        group: 'deltas',
        name: `model → subscriber, one every ${pace} ms, ${name}`,
        value: percentile(ours, share),
        unit: 'ms',
        baseline: { name: 'bare ws', value: percentile(bare, share) },
        ...(name === 'p99' ? { target: atMost(30, 'ms') } : {}),
        note: pace > 16 ? 'nothing waits' : 'joined within 16 ms',
      });
  }
  client.close();
  await server.stop();
}

/** Every delta contains its send time. */
const stamps = /@(\d+\.\d+) /g;

async function delays({ server, client, cwd, count, pace }) {
  const { id } = await client.createSession(cwd);
  const late = [];
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const { close } = await subscribe(server, id, ({ type, payload }, at) => {
    if (type === 'turn.ended') end();
    if (type !== 'assistant.delta') return;
    for (const [, sent] of payload.delta.matchAll(stamps)) late.push(at - Number(sent));
  });
  await client.prompt(id, `bench:paced${pace} ${count}`);
  await ended;
  close();
  if (late.length !== count) throw new Error(`${late.length} of ${count} deltas came`);
  return late;
}

async function bareDelays(count, pace) {
  const bare = await startHelper('bare.js', 'ws', '0');
  const socket = new WebSocket(`ws://127.0.0.1:${bare.port}`);
  await once(socket, 'open');
  const late = [];
  await new Promise((resolve) => {
    socket.on('message', (message) => {
      late.push(clock() - Number(message));
      if (late.length === count) resolve();
    });
    socket.send(`${count} ${pace}`);
  });
  socket.terminate();
  await bare.stop();
  return late;
}

const readers = 20;
/** Number of turns with 2 MB of text each, in separate sessions: far more than the server queues for a client. */
const turns = 10;
const turnLength = 2_000_000;

export async function measureStanding({ program, report, model }) {
  // separate servers, so that remaining memory of earlier sessions does not count
  const run = async (standing) => {
    const cwd = temporaryDirectory('project');
    const server = await startProgram({ program, home: makeHome(model.url), cwd });
    const client = createClient(server);
    await streamTo({ server, client, cwd, standing: 0, count: 2 });
    const figures = await streamTo({ server, client, cwd, standing, count: turns });
    await sleep(2_000);
    figures.after = residentMb(server.pid);
    client.close();
    await server.stop();
    return figures;
  };
  const [all, one] = [await run(0), await run(1)];
  const work = `${turns} × 2 MB to ${readers}, one stands still`;
  const add = (name, figure) => report.add({ group: 'deltas', name: `${work}: ${name}`, ...figure });
  const memory = (name, key, target) =>
    add(name, { value: one[key], unit: 'MB', baseline: { name: 'all read', value: all[key] }, target });
  memory('memory of the server before', 'before');
  memory('… at its most', 'most', ratioAtMost(1.25));
  memory('… 2 s later', 'after');
  add('text to the others', {
    value: one.rate,
    unit: 'MB/s each',
    baseline: { name: 'all read', value: all.rate },
    target: ratioAtLeast(0.8),
  });
}

/** Resolves with the resident memory before and at its peak, and MB of text per second for each moving reader. */
async function streamTo({ server, client, cwd, standing, count }) {
  const sessions = [];
  for (let turn = 0; turn < count; turn += 1) sessions.push((await client.createSession(cwd)).id);
  let text = 0;
  let ended = 0;
  let wake = () => undefined;
  const end = () => {
    ended += 1;
    wake();
  };
  // only one subscriber parses its frames: this process has no time for twenty
  const first = await subscribe(server, sessions, ({ type, payload }) => {
    if (type === 'assistant.delta') text += payload.delta.length;
    if (type === 'turn.ended') end();
  });
  const others = await Promise.all(
    Array.from({ length: readers - 1 }, () =>
      subscribe(server, sessions, undefined, undefined, (bytes) => {
        if (bytes.toString('latin1', 0, 21) === '{"type":"turn.ended",') end();
      }),
    ),
  );
  const still = others.slice(0, standing);
  for (const { socket } of still) socket.pause();
  const before = residentMb(server.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 20);
  const rates = [];
  for (const [turn, id] of sessions.entries()) {
    const from = clock();
    await client.prompt(id, `bench:wide ${turnLength / 1_000}`);
    while (ended < (turn + 1) * (readers - standing)) await new Promise((resolve) => (wake = resolve));
    rates.push(turnLength / 1_000 / (clock() - from));
  }
  clearInterval(watch);
  for (const { close } of [first, ...others]) close();
  if (text !== turnLength * count) throw new Error('text was lost by a reader that reads');
  return { before, most, rate: median(rates) };
}
