/** The HTTP event stream of a real server, read by curl and by an EventSource (ws.md 13). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { homePaths } from '../../daemon/home/paths.js';
import { rotateToken } from '../../daemon/home/token.js';
import { startDaemon, type RunningDaemon } from '../../daemon/main.js';
import { eventTable } from '../../schemas/generated/events.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { frameValidator } from '../helpers/documents.js';
import { eventually, request, startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';
import { curl, openBadLine, openEventSource, type Curl } from './eventstreams.js';

jest.setTimeout(60_000);

let trial: Trial;
let talk: Talk;
let path: string;
const readers: Curl[] = [];

beforeEach(async () => {
  trial = await startTrial({ heartbeatMs: 200 });
  talk = await trial.talk();
  path = `${talk.id}/events`;
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()));
  await trial.close();
});

function read(
  query = '',
  args: readonly string[] = [],
  server: { baseUrl: string; token?: string } = trial.daemon,
): Curl {
  const reader = curl({ token: undefined, ...server }, `${path}${query}`, args);
  readers.push(reader);
  return reader;
}

async function readAll(query = '', args: readonly string[] = []): Promise<Curl> {
  const reader = read(query, args);
  expect(await reader.ended).toBe(0);
  return reader;
}

const durable = (frames: readonly EventFrame[]): number[] =>
  frames.filter((frame) => !frame.volatile).map(({ seq }) => seq);
const types = (reader: Curl): string[] => reader.frames().map(({ type }) => type);
const isOver = (frames: readonly EventFrame[]): boolean => frames.some(({ type }) => type === 'prompt.completed');

/** Starts another server on the same home. */
function neighbour(): Promise<RunningDaemon> {
  return startDaemon({
    lifetime: 'web',
    host: '127.0.0.1',
    port: 0,
    home: trial.home,
    userHome: trial.home,
    cwd: trial.cwd,
    version: '0.0.1',
    heartbeatMs: 200,
    env: { PATH: process.env['PATH'], HOME: trial.home },
  });
}

describe('check 14: `curl -N` on section 13 prints durable events with `id:`; `Last-Event-ID` continues without repeat', () => {
  test('stored events are printed with their numbers, the same as on the socket, and the answer ends', async () => {
    await talk.run('say hello\n+ todo a; b');
    const reader = await readAll();
    const all = await trial.join(talk.id, { cursors: { [talk.id]: { seq: 0 } } });
    expect(reader.frames()).toEqual(all.frames.filter((frame) => !frame.volatile));
    expect(reader.ids()).toEqual(durable(all.frames));
    const [first, ...blocks] = reader.out().split('\n\n');
    expect(first).toBe('retry: 1000');
    expect(blocks.pop()).toBe('');
    for (const block of blocks) expect(block).toMatch(/^id: (\d+)\ndata: \{"type":"[a-z_.]+","seq":\1,.*\}$/);
    const head = await readAll('', ['-D', '-', '-o', '/dev/null']);
    expect(head.out()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(head.out()).toMatch(/^content-type: text\/event-stream; charset=utf-8\r$/im);
    expect(head.out()).toMatch(/^cache-control: no-store\r$/im);
    expect(head.out()).toMatch(/^x-accel-buffering: no\r$/im);
  });

  test('Last-Event-ID continues where a cut answer stopped, live and after a restart, whatever the address says', async () => {
    const first = read('?follow=true');
    await talk.submit('slow 5 one two three four five six seven eight');
    await first.until((frames) => frames.some(({ type }) => type === 'assistant.delta'));
    await first.stop();
    const got = [...first.ids()];
    const goOn = (): string[] => ['-H', `Last-Event-ID: ${got.at(-1)}`];
    const second = read('?follow=true&after_seq=0&until=turn.ended', goOn());
    expect(await second.ended).toBe(0);
    expect(second.frames().at(-1)?.type).toBe('turn.ended');
    got.push(...second.ids());
    await talk.until('prompt.completed');
    await trial.restart();
    talk = await trial.join(talk.id);
    const third = read('?follow=true&after_seq=now', goOn());
    await talk.run('say more');
    const all = await readAll();
    await third.until(() => third.ids().at(-1) === all.ids().at(-1));
    got.push(...third.ids());
    expect(got).toEqual(all.ids());
    expect(all.ids()).toEqual(durable(all.frames()));
  });

  test('an EventSource that is cut off 50 times and reconnects by itself sees every event once', async () => {
    // a fixed sequence of places, in small and large answers
    let random = 7;
    const next = (): number => (random = (random * 48_271) % 2_147_483_647);
    const line = await openBadLine(trial.daemon.baseUrl, () => (line.cuts < 50 ? 200 + (next() % 5_000) : undefined));
    const source = openEventSource({ ...trial.daemon, baseUrl: line.baseUrl }, `${path}?follow=true`);
    try {
      for (let turns = 0; line.cuts < 50 && turns < 60; turns += 1)
        await talk.run(`slow 1 ${'word '.repeat(40)}${turns}`);
      expect(line.cuts).toBe(50);
      const all = await readAll();
      await eventually(() => Number(source.messages.at(-1)?.lastEventId) === all.ids().at(-1), 'the last event comes');
      const seen = source.messages.filter(({ frame }) => !frame.volatile);
      expect(seen.map(({ frame }) => frame.seq)).toEqual(all.ids());
      expect(seen.map(({ frame }) => frame)).toEqual(all.frames());
      expect(seen.every(({ lastEventId, frame }) => lastEventId === String(frame.seq))).toBe(true);
      expect(new Set(source.retries)).toEqual(new Set([1000]));
    } finally {
      source.close();
      await line.close();
    }
  });
});

describe('what is reported', () => {
  test('every frame is one of the document; nothing of terminals, nothing of the transcript', async () => {
    const check = frameValidator(buildAsyncApi({ version: '0.0.1' }));
    const reader = read('?follow=true&until=event.session.deleted');
    await reader.until((frames) => frames.length > 0);
    await talk.send('subscribe_v2', { session_id: talk.id, transcript: { '*': 'delta' } });
    const terminal = await talk.call<{ id: string }>('POST', '/terminals', { cols: 80, rows: 24 });
    expect(terminal.code).toBe(0);
    await talk.send('terminal_attach', { session_id: talk.id, terminal_id: terminal.data.id });
    await talk.send('terminal_input', { session_id: talk.id, terminal_id: terminal.data.id, data: 'echo hello\r' });
    await talk.submit('think of it\n+ run echo hi\n+ say done', { permission_mode: 'yolo' });
    await reader.until(isOver);
    for (const frame of reader.frames()) {
      expect(check(frame)).toEqual([]);
      expect(Object.keys(eventTable)).toContain(frame.type);
      expect(frame.session_id).toBe(talk.id);
    }
    const seen = new Set(types(reader));
    for (const type of ['agent.status.updated', 'assistant.delta', 'thinking.delta', 'event.session.work_changed'])
      expect(seen).toContain(type);
  });

  test('a session that another server runs: the same durable events, none that are volatile', async () => {
    const other = await neighbour();
    try {
      const reader = read('?follow=true&until=turn.ended', [], { ...other, token: other.token ?? '' });
      await reader.until((frames) => frames.length > 0);
      await talk.submit('slow 20 one two three');
      expect(await reader.ended).toBe(0);
      const own = await readAll('?until=turn.ended');
      expect(reader.frames().filter((frame) => !frame.volatile)).toEqual(own.frames());
      expect(types(reader)).not.toContain('assistant.delta');
    } finally {
      await other.close();
    }
  });

  test.each<[string, string, string[]]>([
    ['follow alone', 'follow=true', ['assistant.delta', 'agent.status.updated', 'turn.started']],
    ['without volatile ones', 'follow=true&volatile=0', ['turn.started']],
    ['some types', 'follow=1&types=assistant.*,turn.ended', ['assistant.delta']],
  ])('%s', async (_, query, expected) => {
    const reader = read(`?${query}&until=turn.ended`);
    await eventually(() => reader.out().startsWith('retry: 1000'), 'the stream is open');
    await talk.submit('slow 20 one two three four');
    expect(await reader.ended).toBe(0);
    for (const type of ['assistant.delta', 'agent.status.updated', 'turn.started'])
      expect([type, types(reader).includes(type)]).toEqual([type, expected.includes(type)]);
    expect(types(reader).at(-1)).toBe('turn.ended');
  });

  test('a step that runs is sent so far to a client that comes late, unless it is not wanted', async () => {
    await talk.submit(`slow 40 ${'word '.repeat(30)}`);
    await talk.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 10);
    const recovered = (reader: Curl): boolean => reader.frames().some(({ payload }) => payload['recovered'] === true);
    const [late, plain] = [read('?after_seq=now&follow=true'), read('?after_seq=now&follow=true&inflight=false')];
    for (const reader of [late, plain])
      await reader.until((frames) => frames.some(({ type }) => type === 'assistant.delta'));
    expect(recovered(late)).toBe(true);
    expect(recovered(plain)).toBe(false);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
  });
});

describe('refusals come before the first byte', () => {
  test.each<[string, string[], number, string]>([
    ['after_seq=-1', [], 40001, 'after_seq'],
    ['after_seq=1.5', [], 40001, 'after_seq'],
    ['after_seq=', [], 40001, 'after_seq'],
    ['after_seq=then', [], 40001, 'after_seq'],
    ['after_seq=1&after_seq=2', [], 40001, 'after_seq'],
    ['epoch=', [], 40001, 'epoch'],
    ['follow=yes', [], 40001, 'follow'],
    ['volatile=2', [], 40001, 'volatile'],
    ['inflight=', [], 40001, 'inflight'],
    ['types=', [], 40001, 'types'],
    ['types=,', [], 40001, 'types'],
    ['agent_id=', [], 40001, 'agent_id'],
    ['until=', [], 40001, 'until'],
    ['until=turn.over', [], 40001, 'until: is not an event type'],
    ['until=model.changed', [], 40001, 'until: is not an event type'],
    ['', ['-H', 'Last-Event-ID: x'], 40001, 'Last-Event-ID'],
    ['', ['-H', 'Last-Event-ID: -1'], 40001, 'Last-Event-ID'],
    ['', ['-H', 'Last-Event-ID: 1', '-H', 'Last-Event-ID: 2'], 40001, 'Last-Event-ID'],
  ])('%s %j', async (query, args, code, about) => {
    const reader = await readAll(`?${query}`, args);
    const answer = JSON.parse(reader.out()) as { code: number; msg: string };
    expect(answer.code).toBe(code);
    expect(answer.msg).toContain(about);
  });

  test.each([['wrong'], ['']])('the token %j', async (token) => {
    const reader = read('', [], { ...trial.daemon, token });
    expect(await reader.ended).toBe(0);
    expect(JSON.parse(reader.out())).toMatchObject({ code: 40101 });
  });

  test.each(['session_01jn8q5j0c9m4v7x2b6k3t8w1y', '__global__'])('%s is no session', async (id) => {
    path = `${id}/events`;
    expect(JSON.parse((await readAll()).out())).toMatchObject({ code: 40401 });
  });

  test('HEAD answers with the headers alone', async () => {
    expect((await readAll('', ['-I'])).out()).toMatch(/^HTTP\/1.1 200 OK[^]*text\/event-stream/);
    expect((await readAll('?after_seq=x', ['-I'])).out()).toMatch(/application\/json/);
  });
});

describe('cursors that lead nowhere get one frame and the end', () => {
  test.each([
    ['epoch=ep_other'],
    ['after_seq=now&epoch=ep_other&follow=true'],
    ['after_seq=9007199254740991&follow=1'],
  ])('%s', async (query) => {
    await talk.run('say hello');
    const reader = await readAll(`?${query}`);
    const { epoch, seq } = (await readAll()).frames().at(-1) as EventFrame;
    const payload = { session_id: talk.id, reason: 'epoch_changed', current_seq: seq, epoch };
    expect(reader.frames()).toEqual([{ type: 'resync_required', timestamp: expect.any(String), payload }]);
    expect(reader.ids()).toEqual([]);
  });

  test('the epoch that goes with a number is taken', async () => {
    await talk.run('say hello');
    const all = await readAll();
    const { seq, epoch } = all.frames()[0] as EventFrame;
    expect((await readAll(`?after_seq=${seq}&epoch=${epoch}`)).ids()).toEqual(all.ids().slice(1));
  });
});

describe('ends', () => {
  test('with the deletion of the session, which is the last event even when other types are wanted', async () => {
    const own = [read('?follow=true'), read('?follow=true&types=turn.*&volatile=false')];
    const other = await neighbour();
    try {
      const there = read('?follow=true', [], { ...other, token: other.token ?? '' });
      for (const reader of [...own, there]) await eventually(() => reader.out() !== '', 'the stream is open');
      expect(await trial.call('DELETE', `/api/v1/sessions/${talk.id}`)).toMatchObject({ code: 0 });
      for (const reader of [...own, there]) {
        expect(await reader.ended).toBe(0);
        expect(reader.frames().at(-1)).toMatchObject({ type: 'event.session.deleted', volatile: true });
      }
    } finally {
      await other.close();
    }
  });

  test('when the token is replaced; what is idle says so until then', async () => {
    const reader = read('?follow=true&volatile=false&after_seq=now');
    await eventually(() => reader.out().includes(': ping\n\n: ping\n\n'), 'two signs of life');
    expect(reader.out()).toMatch(/^retry: 1000\n\n(: ping\n\n)+$/);
    await rotateToken(homePaths(trial.home));
    expect(await reader.ended).toBe(0);
  });

  test('when the server stops', async () => {
    const reader = read('?follow=true');
    await reader.until((frames) => frames.length > 0);
    await trial.restart();
    expect(await reader.ended).toBe(0);
  });
});

test('a session whose server died is repaired before the first byte', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  let server: DaemonProcess | undefined;
  try {
    server = await startProcess({ home, cwd });
    const made = await request<{ id: string }>(server, 'POST', '/api/v1/sessions', { metadata: { cwd } });
    path = `${made.data.id}/events`;
    const before = read('?follow=true', [], server);
    await request(server, 'POST', `/api/v1/sessions/${made.data.id}/prompts`, {
      content: [{ type: 'text', text: `slow 50 ${'word '.repeat(50)}` }],
    });
    await before.until((frames) => frames.some(({ type }) => type === 'assistant.delta'));
    await server.kill();
    // curl reports an incomplete answer
    expect(await before.ended).toBe(18);
    server = await startProcess({ home, cwd });
    const after = read('', ['-H', `Last-Event-ID: ${before.ids().at(-1)}`], server);
    expect(await after.ended).toBe(0);
    expect(after.frames()).toContainEqual(
      expect.objectContaining({ type: 'turn.ended', payload: expect.objectContaining({ recovered: true }) }),
    );
    expect(after.ids()[0]).toBe((before.ids().at(-1) ?? 0) + 1);
  } finally {
    await server?.kill();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
});
