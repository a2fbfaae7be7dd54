/** What a socket accepts from its client, and what it refuses (ws.md 1.5, 3, 17). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { openClient, type Client } from '../http/live.js';

const MiB = 1024 * 1024;
let daemon: TestDaemon;
let session: string;
/** milliseconds by which the server's clock is ahead */
let ahead = 0;
let client: Client;
beforeAll(async () => {
  daemon = await startTestDaemon({ now: () => Date.now() + ahead });
  session = (await daemon.createSession()).id;
});
afterAll(() => daemon.close());
beforeEach(async () => {
  client = openClient(daemon.port, { headers: { authorization: `Bearer ${daemon.token}` } });
  await client.opened;
});
afterEach(() => client.socket.terminate());

const pingOf = (size: number): string => {
  const [start, end] = ['{"type":"ping","payload":{"nonce":"', '"}}'];
  return start + 'x'.repeat(size - start.length - end.length) + end;
};
/** Sends a message in fragments of this size. */
function sendInPieces(text: string, size: number): void {
  for (let at = 0; at < text.length; at += size)
    client.socket.send(text.slice(at, at + size), { fin: at + size >= text.length });
}
const errors = () => client.frames.filter(({ type }) => type === 'error');

describe('check 9: 1 MiB + 1 byte closes 1009; the 101st malformed frame closes 1008; unknown types do not count', () => {
  test.each<[string, (text: string) => void]>([
    ['text', (text) => client.socket.send(text)],
    ['binary', (text) => client.socket.send(Buffer.from(text), { binary: true })],
    ['fragments', (text) => sendInPieces(text, 100_000)],
  ])('a message of 1 MiB as %s is read, one byte more closes', async (_name, send) => {
    send(pingOf(MiB));
    await client.until(({ type }) => type === 'pong');
    send(pingOf(MiB + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });

  test('errors are reported at most once a second, and the 101st malformed frame closes', async () => {
    const bad = ['no json', '', '[]', 'null', '5', '"text"', '{}', '{"type":5}', '{"id":"x"}', '['.repeat(100_000)];
    const send = (times: number): void => {
      for (let i = 0; i < times; i += 1) client.send(bad[i % bad.length]);
    };
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: true });
    send(49);
    for (let i = 0; i < 150; i += 1) client.send(i % 2 === 0 ? { type: 'nonsense' } : { type: 'nonsense', id: 'n' });
    await client.settle();
    expect(errors()).toEqual([
      { type: 'error', timestamp: expect.any(String), payload: { code: 40001, msg: expect.any(String), fatal: false } },
    ]);
    ahead += 1000;
    send(50);
    await client.settle();
    expect(errors()).toHaveLength(2);
    client.send('{');
    expect(await client.closed).toEqual({ code: 1008, reason: 'too many malformed frames' });
    expect(client.frames.filter(({ id, code }) => id === 'n' && code === 40001)).toHaveLength(75);
  });

  test('a text that is no UTF-8 breaks the protocol itself', async () => {
    client.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect((await client.closed).code).toBe(1007);
  });

  test('JSON in fragments and in binary messages is read like any other', async () => {
    const text = JSON.stringify({ type: 'ping', payload: { nonce: 'é🎉' } });
    client.socket.send(Buffer.from(text), { binary: true });
    const bytes = Buffer.from(text);
    // cuts through the middle of a character
    const cut = bytes.indexOf(0xc3) + 1;
    client.socket.send(bytes.subarray(0, cut), { binary: false, fin: false });
    client.socket.send(bytes.subarray(cut), { binary: false, fin: true });
    await client.settle();
    const pongs = client.frames.filter(({ type }) => type === 'pong').slice(0, -1);
    expect(pongs.map(({ payload }) => payload['nonce'])).toEqual(['é🎉', 'é🎉']);
  });

  const strangers = (count: number) => Array.from({ length: count }, (_, i) => `session_${i}`);
  test.each([
    ['subscribe', 'session_ids', 'not_found'],
    ['client_hello', 'subscriptions', 'not_found'],
  ])('%s takes 200 sessions and not one more', async (type, field, listed) => {
    const ask = (count: number) => client.call(type, { client_id: 'c', [field]: strangers(count) });
    const ack = await ask(200);
    expect(ack).toMatchObject({ code: 0 });
    expect(ack.payload[listed]).toHaveLength(200);
    expect(await ask(201)).toMatchObject({ code: 40001, payload: { details: [{ path: field }] } });
  });

  test.each<[string, unknown, string]>([
    ['no payload', { type: 'subscribe' }, ''],
    ['null as payload', { type: 'subscribe', payload: null }, ''],
    ['a list as payload', { type: 'subscribe', payload: [] }, ''],
    ['a text as payload', { type: 'subscribe', payload: '{}' }, ''],
    ['an id that is not text', { type: 'subscribe', id: 7, payload: { session_ids: [] } }, 'id'],
    ['an id that is null', { type: 'subscribe', id: null, payload: { session_ids: [] } }, 'id'],
    ['an unknown type', { type: 'nonsense', payload: {} }, 'type'],
    ['a name of every object', { type: '__proto__', payload: {} }, 'type'],
    ['another name of every object', { type: 'constructor', payload: {} }, 'type'],
    [
      'a cursor that is not an object',
      { type: 'subscribe', payload: { session_ids: [], cursors: { x: 5 } } },
      'cursors',
    ],
    ['a negative seq', { type: 'subscribe', payload: { session_ids: [], cursors: { x: { seq: -1 } } } }, 'cursors'],
    ['an empty filter', { type: 'subscribe', payload: { session_ids: [], agent_filter: { x: [] } } }, 'agent_filter'],
  ])('%s is answered with what is wrong and changes nothing', async (_name, frame, path) => {
    client.send({ id: 'r', ...(frame as object) });
    const ack = await client.until(({ type }) => type === 'ack');
    expect(ack).toMatchObject({ code: 40001, msg: expect.any(String) });
    const [detail] = ack.payload['details'] as { path: string }[];
    expect(detail?.path.startsWith(path)).toBe(true);
    await client.settle();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    expect(errors()).toEqual([]);
  });

  test('fields that are not known are ignored, before a hello and after a second one', async () => {
    const request = { session_ids: [session], agent_filter: { [session]: ['main'] }, colour: 'red' };
    expect(await client.call('subscribe', request)).toMatchObject({ code: 0, payload: { accepted: [session] } });
    for (const client_id of ['one', 'two'])
      expect(await client.call('client_hello', { client_id, more: {} })).toMatchObject({
        code: 0,
        payload: { accepted_subscriptions: [], resync_required: [], not_found: [] },
      });
    const { connections } = await daemon.ok('listConnections', {});
    expect(connections).toContainEqual(expect.objectContaining({ has_client_hello: true, subscriptions: [session] }));
  });

  test.each(['__proto__', 'constructor', 'toString', ''])(
    '%j is no id, wherever a session can be named',
    async (name) => {
      const keyed = (value: unknown): string => `{${JSON.stringify(name)}:${JSON.stringify(value)}}`;
      client.send(
        `{"type":"subscribe","id":"r","payload":{"session_ids":${JSON.stringify([name, session])},` +
          `"cursors":${keyed({ seq: 0 })},"agent_filter":${keyed(['main'])}}}`,
      );
      const ack = await client.until(({ id }) => id === 'r');
      expect(ack).toMatchObject({ code: 0, payload: { accepted: [session], not_found: [name], resync_required: [] } });
      expect(Object.keys(ack.payload['cursors'] as object)).toEqual([session]);
      // a cursor or filter under another name does not apply to the session
      expect(client.frames.some(({ session_id, volatile }) => session_id === session && !volatile)).toBe(false);
      await daemon.run(session, 'hi');
      await client.until(({ type }) => type === 'turn.ended');
    },
  );

  test('a wrong token in a hello is answered, and nothing after it', async () => {
    client.send({ type: 'client_hello', id: 'h', payload: { client_id: 'c', token: 'wrong' } });
    client.send({ type: 'ping', payload: { nonce: 'later' } });
    expect(await client.closed).toEqual({ code: 1008, reason: 'unauthorized' });
    expect(client.frames.at(-1)).toMatchObject({ type: 'ack', id: 'h', code: 40101, payload: {} });
  });
});
