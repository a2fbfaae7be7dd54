/** Replay from the log of a daemon in a separate process (ws.md 10, 17). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { openSocket, type LiveFrame, type LiveSocket } from './socket.js';

jest.setTimeout(60_000);

let home: string;
let cwd: string;
let daemon: DaemonProcess;
let id: string;
/** follows the session from its first event on */
let first: LiveSocket;

const start = () => startProcess({ home, cwd });
const texts = (frames: LiveFrame[]): string[] => frames.map(({ text }) => text);
const numbers = (frames: LiveFrame[]): number[] => frames.map(({ seq }) => seq ?? 0);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  daemon = await start();
  const made = await request<{ id: string }>(daemon, 'POST', '/api/v1/sessions', { metadata: { cwd } });
  id = made.data.id;
  first = await openSocket(daemon);
  await first.call('subscribe', { session_ids: [id], cursors: { [id]: { seq: 0 } } });
  const calls = Array.from({ length: 90 }, (_, at) => `todo item ${at} 😀; another`).join('\n+ ');
  while (first.durable(id).length < 5_000) {
    const { data } = await request<{ prompt_id: string }>(daemon, 'POST', `/api/v1/sessions/${id}/prompts`, {
      content: [{ type: 'text', text: calls }],
    });
    await first.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === data.prompt_id);
  }
  await first.settle();
});
afterAll(async () => {
  await daemon.kill();
  rmSync(home, { recursive: true, force: true });
  rmSync(cwd, { recursive: true, force: true });
});

describe('check 4: 5,000 durable events are replayed from { seq: 0 } in order, and from the middle after a kill -9 and restart, same epoch', () => {
  test('from the beginning: what was seen live, byte for byte, before the ack', async () => {
    const late = await openSocket(daemon);
    const ack = await late.call('subscribe', { session_ids: [id], cursors: { [id]: { seq: 0 } } });
    const seen = late.durable(id);
    expect(seen.length).toBeGreaterThanOrEqual(5_000);
    expect(texts(seen)).toEqual(texts(first.durable(id)));
    const acked = late.frames.findIndex(({ type }) => type === 'ack');
    expect(late.frames.slice(acked).filter(({ session_id, volatile }) => session_id === id && !volatile)).toEqual([]);
    const [last] = numbers(seen).slice(-1);
    const { cursors, resync_required } = ack.payload as {
      cursors: Record<string, { seq: number }>;
      resync_required: [];
    };
    expect(resync_required).toEqual([]);
    // internal records may follow the last event
    expect(cursors[id]?.seq).toBeGreaterThanOrEqual(last as number);
    late.cut();
  });

  test('what happens while it is replayed comes behind it, in order, and then live', async () => {
    const late = await openSocket(daemon);
    const asked = late.call('subscribe', { session_ids: [id], cursors: { [id]: { seq: 0 } }, resume_inflight: true });
    const { data } = await request<{ prompt_id: string }>(daemon, 'POST', `/api/v1/sessions/${id}/prompts`, {
      content: [{ type: 'text', text: 'slow 5 one two three four' }],
    });
    await asked;
    const end = ({ type, payload }: LiveFrame) => type === 'prompt.completed' && payload['promptId'] === data.prompt_id;
    await Promise.all([late.until(end), first.until(end)]);
    await first.settle();
    await late.settle();
    // global events of the session before the subscription arrive twice
    const seen = late.durable(id);
    const from = seen.findIndex(({ seq }) => seq === 1);
    expect(texts(seen.slice(from))).toEqual(texts(first.durable(id)));
    late.cut();
  });

  test('from the middle after a kill and a restart, with the same epoch', async () => {
    const before = first.durable(id);
    const middle = before[Math.floor(before.length / 2)] as LiveFrame;
    const cursor = { seq: middle.seq, epoch: middle.epoch };
    await daemon.kill();
    daemon = await start();
    const late = await openSocket(daemon);
    const ack = await late.call('subscribe', { session_ids: [id], cursors: { [id]: cursor } });
    expect(ack.payload).toMatchObject({ accepted: [id], resync_required: [] });
    expect((ack.payload['cursors'] as Record<string, { epoch: string }>)[id]?.epoch).toBe(middle.epoch);
    expect(texts(late.durable(id))).toEqual(texts(before.filter(({ seq }) => (seq ?? 0) > (middle.seq ?? 0))));
    const { data } = await request<{ as_of_seq: number; epoch: string }>(
      daemon,
      'GET',
      `/api/v1/sessions/${id}/snapshot`,
    );
    expect(data.epoch).toBe(middle.epoch);
    late.cut();
  });
});
