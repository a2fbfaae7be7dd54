/** The proxy of a sandbox refuses names that are no hosts, and applies late answers (runtimes.md 6.2, 8.3). */
import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { canonicalHost } from '../../daemon/base/net/hostrules.js';
import {
  connectionsOf,
  createProxy,
  type Answer,
  type NetworkPolicy,
  type Proxy,
} from '../../daemon/runtimes/proxy.js';
import { sandboxNotes } from '../../daemon/tools/sandboxnotes.js';

let proxy: Proxy | undefined;
afterEach(() => proxy?.close());

async function open(decide: NetworkPolicy['decide']) {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  proxy = await createProxy(
    { sessionId: 'session_1', port, socket },
    { canonicalHost, rule: () => undefined, decide, notPublic: () => undefined, resolve: async () => ['192.0.2.1'] },
  );
  const call = connectionsOf('call_1');
  proxy.join(call);
  const get = async (url: string) => {
    const asked = request({ host: '127.0.0.1', port, path: url, headers: { host: 'x' } }).end();
    const [response] = await once(asked, 'response');
    let text = '';
    for await (const piece of response) text += String(piece);
    return { status: response.statusCode as number, text };
  };
  return { call, get };
}

describe('the proxy of a sandbox', () => {
  test('asks about nothing that no rule could name, and answers in one line', async () => {
    const asked: string[] = [];
    const { get } = await open(async ({ host }) => {
      asked.push(host);
      return { refused: 'not allowed' };
    });
    for (const url of ['http://a..b/', 'http://.../', 'http://.a.test/', 'http://a.test../'])
      expect([url, await get(url)]).toEqual([
        url,
        { status: 400, text: 'refused by the sandbox: this is not a host\n' },
      ]);
    expect(asked).toEqual([]);
    expect(await get('http://A.test./')).toEqual({ status: 403, text: 'refused by the sandbox: not allowed\n' });
    expect(asked).toEqual(['a.test']);
  });

  test('allows later connections of the call when the answer comes after the first was refused', async () => {
    let answer: (given: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => (answer = resolve));
    const { call, get } = await open(async () => ({ refused: 'nobody to ask', late }));
    expect((await get('http://a.test/')).status).toBe(403);
    expect(call.allowed).toEqual([]);
    answer('allow');
    await late;
    expect(call.allowed).toMatchObject([{ host: 'a.test', port: 80 }]);
    const traces = { ...call, quarantined: [], repositories: [], hadNoConnection: false };
    expect(
      sandboxNotes({ profile: 'workspace', traces, inPlan: false, mayLeave: true }, { failed: true, text: '' }),
    ).toEqual([
      '[sandbox] refused: network a.test:80 (nobody to ask)',
      '[sandbox] a.test is allowed now: run it again',
      'To run it outside, repeat the call with leave_sandbox and a reason.',
    ]);
  });
});
