/** Upgrade requests for other protocols, the registry of connections, and the end of sockets (ws.md 1). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { pause, startLive, token, type Live } from './live.js';

let live: Live;

beforeEach(async () => void (live = await startLive()));
afterEach(() => live.stop());

describe('handshake', () => {
  test('a request that asks for another protocol is served without it, body and all', async () => {
    const socket = connect(live.port, '127.0.0.1');
    const asked = `Host: 127.0.0.1:${live.port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n`;
    socket.write(`POST /api/v1/sessions/x/events HTTP/1.1\r\n${asked}Content-Length: 5\r\n\r\nhello`);
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    await waitFor(() => text.includes('"code":40101'));
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${live.port}\r\nConnection: close\r\n\r\n`);
    await waitFor(() => text.includes('HTTP/1.1 200'));
    socket.destroy();
  });
});

async function waitFor(holds: () => boolean, ms = 5000): Promise<void> {
  for (const end = Date.now() + ms; !holds(); await pause(5))
    if (Date.now() > end) throw new Error('it never happened');
}

describe('registry', () => {
  test('lists open connections, oldest first', async () => {
    live.session();
    const first = await live.connect({ headers: { authorization: `Bearer ${token}`, 'user-agent': 'tester' } });
    const second = await live.connect();
    await first.call('client_hello', { client_id: 'c' });
    await first.call('subscribe', { session_ids: ['session_a', '__global__'] });
    const [one, two, ...more] = live.sockets.connections();
    expect(more).toEqual([]);
    expect(one).toEqual({
      id: first.frames[0]?.payload.ws_connection_id,
      connected_at: expect.stringMatching(/^\d{4}-.*Z$/),
      remote_address: '127.0.0.1',
      user_agent: 'tester',
      has_client_hello: true,
      subscriptions: ['session_a'],
    });
    expect(two).toMatchObject({ user_agent: null, has_client_hello: false, subscriptions: [] });
    first.socket.close();
    await first.closed;
    await waitFor(() => live.sockets.connections().length === 1);
    expect(live.sockets.connections()[0]?.id).toBe(two?.id);
    expect(live.hub.readers('session_a')).toBe(0);
    second.socket.close();
  });

  test('at stop every client is notified, and those that do not answer are cut off', async () => {
    const polite = await live.connect();
    const deaf = await live.connect();
    deaf.socket.pause();
    const started = Date.now();
    await live.sockets.close();
    expect(await polite.closed).toEqual({ code: 1001, reason: 'server shutting down' });
    const took = Date.now() - started;
    expect(took).toBeGreaterThan(800);
    expect(took).toBeLessThan(3000);
    await expect(live.connect()).rejects.toThrow();
  });
});
