/** Measures many events in a row: a fast model with one or many subscribers, and the replay of a long log. */
import WebSocket from 'ws';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atLeast, clock, median, ratioAtLeast, short, sleep } from './report.js';
import { createClient, subscribe, watch } from './client.js';
import { lengthenLog } from './generate.js';
import { watchLoop } from './loopdelay.js';
import { deltaText } from './model.js';
import { cpuMs, makeHome, startHelper, startProgram, temporaryDirectory } from './processes.js';
import { measureLatency, measureStanding } from './readers.js';

const deltas = 10_000;
const replayed = 100_000;

export async function measureDeltas({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const late = join(temporaryDirectory('loop'), 'late.json');
  const server = await startProgram({ program, home: makeHome(model.url), cwd, nodeArgs: watchLoop(late) });
  const client = createClient(server);
  let expected = '';
  for (let index = 0; index < deltas; index += 1) expected += deltaText(index);
  // A short run first: the figures are for a warmed-up server.
  await stream({ server, client, cwd, model, count: 1_000, subscribers: 1 });
  for (const [subscribers, times, target] of [
    [1, 5, atLeast(50_000, '/s')],
    [20, 5, atLeast(30_000, '/s')],
    [200, 3, ratioAtLeast(1)],
  ]) {
    const bare = await bareRun(deltas, subscribers, 330);
    const runs = [];
    await lateness(server, late);
    for (let run = 0; run < times; run += 1) {
      runs.push(await stream({ server, client, cwd, model, count: deltas, subscribers }));
      const lost = runs.at(-1).texts.filter((text) => text !== expected).length;
      if (lost > 0) throw new Error(`${lost} of ${subscribers} subscribers got another text than the model sent`);
    }
    const { p99, max } = await lateness(server, late);
    const add = (name, figure) =>
      report.add({ group: 'deltas', name: `10,000 deltas to ${subscribers}${name}`, ...figure });
    const each = median(runs.map(({ rate }) => rate));
    add('', {
      value: each,
      unit: '/s each',
      baseline: { name: 'bare ws', value: bare.rate },
      target,
      note: `median of ${times}; ${short(each * subscribers)} deliveries/s in ${runs.at(-1).frames} frames, no text lost`,
    });
    add(', processor time of the server', {
      value: median(runs.map(({ cpuMs }) => cpuMs)),
      unit: 'ms',
      baseline: { name: 'bare ws', value: bare.cpuMs },
      note: 'ours reads them from a model first',
    });
    add(', event loop late by, p99', { value: p99, unit: 'ms', note: `at most ${short(max)} ms` });
  }
  client.close();
  await server.stop();
  await measureLatency({ program, report, model });
  await measureStanding({ program, report, model });
}

/** Returns the server's event loop delays since the previous call. */
async function lateness(server, file) {
  rmSync(file, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(5);
  await sleep(20);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Measures from the request's arrival at the model until the last subscriber receives the end of the turn. */
async function stream({ server, client, cwd, model, count, subscribers }) {
  const { id } = await client.createSession(cwd);
  const texts = Array.from({ length: subscribers }, () => '');
  const length = count * deltaText(0).length;
  let frames = 0;
  let sockets = [];
  await fetch(`${model.url}/journal`);
  const complete = (at) =>
    new Promise((resolve, reject) => {
      sockets[at] = subscribe(server, id, (frame, time) => {
        if (frame.type === 'turn.ended' && texts[at].length < length)
          reject(new Error(`only ${texts[at].length} of ${length} chars came`));
        if (frame.type !== 'assistant.delta') return;
        if (at === 0) frames += 1;
        if (frame.offset !== texts[at].length)
          reject(new Error(`offset ${frame.offset} where ${texts[at].length} chars have come`));
        texts[at] += frame.payload.delta;
        if (texts[at].length === length) resolve(time);
      });
    });
  const ends = texts.map((_, at) => complete(at));
  sockets = await Promise.all(sockets);
  const before = cpuMs(server.pid);
  await client.prompt(id, `bench:deltas ${count}`);
  const last = Math.max(...(await Promise.all(ends)));
  const spent = cpuMs(server.pid) - before;
  for (const socket of sockets) socket.close();
  const [{ answeredAt }] = await (await fetch(`${model.url}/journal`)).json();
  return { rate: (count * 1_000) / (last - answeredAt), texts, frames, cpuMs: spent };
}

/** Measures a server that only sends frames, one per delta: frames per second and reader, and its CPU time. */
async function bareRun(count, readers, bytes) {
  const bare = await startHelper('bare.js', 'ws', String(bytes));
  const sockets = Array.from({ length: readers }, () => new WebSocket(`ws://127.0.0.1:${bare.port}`));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const ends = sockets.map(
    (socket) =>
      new Promise((resolve) => {
        let got = 0;
        socket.on('message', () => {
          got += 1;
          if (got === count) resolve();
        });
      }),
  );
  const before = cpuMs(bare.pid);
  const from = clock();
  sockets[0].send(String(count));
  await Promise.all(ends);
  const rate = (count * 1_000) / (clock() - from);
  const spent = cpuMs(bare.pid) - before;
  for (const socket of sockets) socket.terminate();
  await bare.stop();
  return { rate, cpuMs: spent };
}

export async function measureReplay({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  const events = await watch(server, id);
  const ended = events.next('turn.ended');
  await client.prompt(id, 'hi');
  await ended;
  events.close();
  client.close();
  await server.stop();
  const { visible, bytes } = lengthenLog(home, id, replayed);
  server = await startProgram({ program, home, cwd });
  const { epoch } = await createEpoch(server, id);
  let got = 0;
  let previous = 0;
  const from = clock();
  const { close } = await subscribe(server, id, undefined, { seq: 0, epoch }, (bytes) => {
    // parsing every frame would take longer than the server needs
    const [, seq] = /^\{"type":"[^"]*","seq":(\d+),(?!.{0,60}"volatile")/.exec(bytes.toString('latin1', 0, 160)) ?? [];
    if (seq === undefined) return;
    if (Number(seq) <= previous) throw new Error('events out of order');
    previous = Number(seq);
    got += 1;
  });
  const rate = (got * 1_000) / (clock() - from);
  close();
  await server.stop();
  if (got < visible) throw new Error(`${got} of ${visible} events came`);
  const bare = await bareRun(got, 1, Math.round(bytes + 200));
  report.add({
    group: 'replay',
    name: `${replayed.toLocaleString('en-US')} events from {seq: 0}`,
    value: rate,
    unit: '/s',
    baseline: { name: 'bare ws', value: bare.rate },
  });
}

async function createEpoch(server, id) {
  const client = createClient(server);
  const { epoch } = await client.call('GET', `/sessions/${id}/snapshot`);
  client.close();
  return { epoch };
}
