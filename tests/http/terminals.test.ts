/** Terminals over the socket: output, input, the kept output, and what a client missed (ws.md 3, 4). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

type Socket = Awaited<ReturnType<TestDaemon['socket']>>;
interface Place {
  session_id: string;
  terminal_id: string;
}

function program(name: string, script: string): string {
  const path = join(daemon.folder, name);
  writeFileSync(path, `#!/bin/bash\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
async function open(script = 'stty -echo; while read -r line; do echo "<$line>"; done', on = daemon): Promise<Place> {
  const { id: session_id } = await on.createSession();
  const shell = program(`p${Math.random()}.sh`, script);
  const { id } = await on.ok('createTerminal', { params: { session_id }, body: { shell } });
  return { session_id, terminal_id: id };
}

const outputs = (socket: Socket, { terminal_id }: Place) =>
  socket.frames.filter((frame) => frame.type === 'terminal_output' && frame.terminal_id === terminal_id);
const said = (socket: Socket, place: Place) =>
  outputs(socket, place)
    .map(({ payload }) => String(payload['data']))
    .join('');
const says = (socket: Socket, place: Place, text: string) =>
  until(text, () => (said(socket, place).includes(text) ? true : undefined));
const exits = (socket: Socket) => socket.frames.filter(({ type }) => type === 'terminal_exit');

test('what is typed is answered to every client that follows, numbered from 1, and to no other client', async () => {
  const place = await open();
  const [one, two, other] = await Promise.all([daemon.socket(), daemon.socket(), daemon.socket()]);
  for (const socket of [one, two])
    expect(await socket.send('terminal_attach', place)).toMatchObject({
      code: 0,
      payload: { attached: true, replayed: expect.any(Number) },
    });
  expect(await one.send('terminal_input', { ...place, data: 'héllo 日本 🎉\n' })).toMatchObject({
    payload: { accepted: true },
  });
  for (const socket of [one, two]) {
    await says(socket, place, '<héllo 日本 🎉>');
    const seen = outputs(socket, place);
    expect(seen[0]).toMatchObject({ session_id: place.session_id, timestamp: expect.stringMatching(/Z$/) });
    expect(seen.map((frame) => frame.seq)).toEqual(seen.map((_, index) => index + 1));
  }
  expect(outputs(other, place)).toEqual([]);
  expect(await two.send('terminal_detach', place)).toMatchObject({ payload: { detached: true } });
  const before = outputs(two, place).length;
  await one.send('terminal_input', { ...place, data: 'more\n' });
  await says(one, place, '<more>');
  expect(outputs(two, place)).toHaveLength(before);
  await one.send('terminal_close', place);
});

test('who comes later gets what is kept after a number, the end, and then the ack', async () => {
  const place = await open('for i in 1 2 3; do echo "line $i"; sleep 0.05; done; exit 3');
  const first = await daemon.socket();
  await first.send('terminal_attach', place);
  await until('the end', () => (exits(first).length > 0 ? true : undefined));
  const late = await daemon.socket();
  const ack = await late.send('terminal_attach', { ...place, since_seq: 1 });
  const all = outputs(first, place);
  expect(ack).toMatchObject({ payload: { attached: true, replayed: all.length - 1 } });
  expect(ack.payload).not.toHaveProperty('truncated');
  expect(outputs(late, place).map(({ payload }) => payload)).toEqual(all.slice(1).map(({ payload }) => payload));
  const about = late.frames
    .filter(({ type }) => type.startsWith('terminal_') || type === 'ack')
    .map(({ type }) => type);
  expect(about).toEqual([...all.slice(1).map(() => 'terminal_output'), 'terminal_exit', 'ack']);
  expect(exits(late)[0]).toMatchObject({ ...place, payload: { exit_code: 3 } });
  expect(exits(late)[0]).not.toHaveProperty('seq');
});

test('a new size reaches the program', async () => {
  const place = await open("trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done");
  const socket = await daemon.socket();
  await socket.send('terminal_attach', place);
  await says(socket, place, 'ready');
  expect(await socket.send('terminal_resize', { ...place, cols: 132, rows: 50 })).toMatchObject({
    payload: { resized: true },
  });
  await says(socket, place, '50 132');
  const { cols, rows } = await daemon.ok('getTerminal', { params: place });
  expect([cols, rows]).toEqual([132, 50]);
  for (const size of [
    { cols: 0, rows: 1 },
    { cols: 1, rows: 1_001 },
  ])
    expect(await socket.send('terminal_resize', { ...place, ...size })).toMatchObject({
      code: codeOf('VALIDATION_FAILED'),
    });
  await socket.send('terminal_close', place);
});

test('a close reports the end before its ack, once, and what is typed afterwards reaches no terminal', async () => {
  const place = await open();
  const socket = await daemon.socket();
  await socket.send('terminal_attach', place);
  expect(await socket.send('terminal_close', place)).toMatchObject({ code: 0, payload: { closed: true } });
  const order = socket.frames.map(({ type }) => type);
  expect(order.lastIndexOf('terminal_exit')).toBeLessThan(order.lastIndexOf('ack'));
  expect(exits(socket)).toHaveLength(1);
  expect(exits(socket)[0]).toMatchObject({ payload: { exit_code: null } });
  for (const [type, more] of [
    ['terminal_input', { data: 'x' }],
    ['terminal_resize', { cols: 1, rows: 1 }],
  ] as const)
    expect(await socket.send(type, { ...place, ...more })).toMatchObject({ code: codeOf('TERMINAL_NOT_FOUND') });
  expect(await socket.send('terminal_close', place)).toMatchObject({ payload: { closed: true } });
  expect(exits(socket)).toHaveLength(1);
});

describe('unknown places', () => {
  const types = ['terminal_attach', 'terminal_detach', 'terminal_input', 'terminal_resize', 'terminal_close'];
  const more = { data: 'x', cols: 1, rows: 1 };

  test.each(types)('%s of an unknown session or terminal', async (type) => {
    const place = await open();
    const socket = await daemon.socket();
    for (const [wrong, name] of [
      [{ ...place, session_id: 'session_none' }, 'SESSION_NOT_FOUND'],
      [{ ...place, terminal_id: 'term_none' }, 'TERMINAL_NOT_FOUND'],
      [{ session_id: (await daemon.createSession()).id, terminal_id: place.terminal_id }, 'TERMINAL_NOT_FOUND'],
    ] as const)
      expect(await socket.send(type, { ...wrong, ...more })).toMatchObject({ code: codeOf(name) });
    await socket.send('terminal_close', place);
  });

  test('there is none where others can connect', async () => {
    const reachable = await startTestDaemon({ host: '0.0.0.0' });
    const socket = await reachable.socket();
    const { id } = await reachable.createSession();
    for (const type of types)
      expect(await socket.send(type, { session_id: id, terminal_id: 'term_x', ...more })).toMatchObject({
        code: codeOf('TERMINAL_NOT_FOUND'),
      });
    await reachable.close();
  });
});

test('a flood leaves the server time for others, keeps a bounded tail, and parts no character', async () => {
  // more output than is kept, and then an endless flood
  const sent = join(daemon.folder, 'sent');
  const line = 'zażółć 日本語 🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉';
  const lines = Math.ceil((10 * 1024 * 1024) / Buffer.byteLength(line));
  const place = await open(`yes "${line}" | head -n ${lines}; touch ${sent}; exec yes "${line}"`);
  const before = process.memoryUsage().rss;
  let slowest = 0;
  while (!existsSync(sent)) {
    const asked = performance.now();
    await daemon.ok('getMeta', {});
    slowest = Math.max(slowest, performance.now() - asked);
  }
  // a server that the flood blocks would not answer in this time
  expect(slowest).toBeLessThan(5_000);
  const socket = await daemon.socket();
  const ack = await socket.send('terminal_attach', place);
  const { replayed } = ack.payload as { replayed: number };
  expect(ack.payload).toMatchObject({ attached: true, truncated: true });
  await socket.send('terminal_detach', place);
  const seen = outputs(socket, place).map(({ payload }) => String(payload['data']));
  // output that arrives during the replay is counted with it; what follows is live
  const bytes = seen.slice(0, replayed).reduce((sum, data) => sum + Buffer.byteLength(data), 0);
  expect(bytes).toBeGreaterThan(1024 * 1024);
  expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(replayed).toBeLessThanOrEqual(2_000);
  expect(Math.max(...seen.map((data) => Buffer.byteLength(data)))).toBeLessThanOrEqual(64 * 1024);
  expect(seen.join('')).not.toMatch(/\p{Surrogate}|\uFFFD/u);
  await socket.send('terminal_close', place);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

test('a socket that goes leaves the terminal, and one that comes back continues where it was', async () => {
  const place = await open();
  const socket = await daemon.socket();
  await socket.send('terminal_attach', place);
  await socket.send('terminal_input', { ...place, data: 'before\n' });
  await says(socket, place, '<before>');
  const last = Number(outputs(socket, place).at(-1)?.seq);
  socket.close();
  const back = await daemon.socket();
  await back.send('terminal_attach', { ...place, since_seq: last });
  await back.send('terminal_input', { ...place, data: 'after\n' });
  await says(back, place, '<after>');
  expect(outputs(back, place)[0]).toMatchObject({ seq: last + 1 });
  await back.send('terminal_close', place);
});
