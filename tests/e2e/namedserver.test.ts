/** `AGENT_CODE_URL`: exactly that server, and no other (acp-cli.md 9). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { agent, makePlace, resumed, startWeb, type Place, type Web } from './program.js';

let there: Place;
let here: Place;
let web: Web;
let env: Record<string, string>;
beforeAll(async () => {
  [there, here] = [makePlace(), makePlace()];
  web = await startWeb(there);
  env = { AGENT_CODE_URL: `${web.baseUrl}/`, AGENT_CODE_TOKEN_FILE: join(there.home, 'server.token') };
});
afterAll(async () => {
  await web.stop();
  await there.leave();
  await here.leave();
});

test('a prompt runs there, and nothing is made in the own home', async () => {
  const run = await agent(here, ['-p', 'run echo over there'], { env });
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('over there') });
  expect((await web.ok('getSession', { session_id: resumed(run) })).id).toBe(resumed(run));
  const again = await agent(here, ['-p', 'run echo again', '-c'], { env });
  expect(resumed(again)).toBe(resumed(run));
  expect(existsSync(here.home)).toBe(false);
  // the advice must not mention the local home, which that server does not read
  expect(run.err).toContain('or write providers into config.toml, each where the server runs');
  expect(run.err).not.toContain(here.home);
});

test('without a token file no token is sent: only a server that checks none lets it in', async () => {
  const refused = await agent(here, ['-p', 'help'], { env: { AGENT_CODE_URL: web.baseUrl } });
  expect([refused.code, refused.out, refused.err]).toEqual([
    1,
    '',
    expect.stringContaining(`the server at ${web.baseUrl} refuses`),
  ]);
  const place = makePlace();
  const open = await startWeb(place, ['--dangerous-bypass-auth']);
  expect(await agent(here, ['-p', 'help'], { env: { AGENT_CODE_URL: open.baseUrl } })).toMatchObject({ code: 0 });
  await open.stop();
  await place.leave();
});

test.each([
  ['ftp://127.0.0.1', {}, 2, 'must be an http, https or http+unix URL'],
  ['nonsense', {}, 2, 'is not a URL'],
  ['http://box.example:1', {}, 2, 'AGENT_CODE_URL_INSECURE=1'],
  ['http://box.invalid:58627', { AGENT_CODE_URL_INSECURE: '1' }, 1, 'no server answers'],
  ['http://127.0.0.1:1', {}, 1, 'no server answers at http://127.0.0.1:1 (AGENT_CODE_URL)'],
  ['https://127.0.0.1:1', {}, 1, 'no server answers'],
  ['http://:secret@127.0.0.1:1', {}, 2, 'without user'],
  ['http+unix:///absent/socket', {}, 1, 'no server answers at http+unix:///absent/socket (AGENT_CODE_URL)'],
  [
    'http://127.0.0.1:1',
    { AGENT_CODE_TOKEN_FILE: '/absent/token' },
    1,
    'cannot read AGENT_CODE_TOKEN_FILE /absent/token: there is no such file',
  ],
])('%s with %j ends with %d', async (url, more, wanted, message) => {
  const { code, out, err } = await agent(here, ['-p', 'help'], { env: { AGENT_CODE_URL: url, ...more } });
  expect([code, out, err]).toEqual([wanted, '', expect.stringContaining(message)]);
  expect(existsSync(here.home)).toBe(false);
});

test('a server that accepts the connection and stays silent is given up after 5 s', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { code, out, err } = await agent(here, ['-p', 'help'], { env: { AGENT_CODE_URL: url } });
  expect([code, out, err]).toEqual([1, '', `error: no server answers at ${url} (AGENT_CODE_URL)\n`]);
  silent.closeAllConnections();
  silent.close();
});

test('a server of another major version is refused', async () => {
  const { createServer } = await import('node:http');
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 0, msg: 'ok', data: { server_version: '99.0.0' }, request_id: 'x' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const { code, err } = await agent(here, ['-p', 'help'], { env: { AGENT_CODE_URL: `http://127.0.0.1:${port}` } });
  server.close();
  expect([code, err]).toEqual([1, expect.stringContaining('another major version: it has version 99.0.0')]);
});

test('a token file that changes is read again', async () => {
  const file = join(here.folder, 'token');
  writeFileSync(file, 'wrong');
  const run = () => agent(here, ['-p', 'help'], { env: { ...env, AGENT_CODE_TOKEN_FILE: file } });
  expect((await run()).code).toBe(1);
  writeFileSync(file, `${web.token}\n`);
  expect((await run()).code).toBe(0);
});
