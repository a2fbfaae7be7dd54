/** `agent upgrade` with a local index, and fakes of npm and other package managers (acp-cli.md 2.3). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { compareVersions } from '../../client/cli/upgrade.js';
import { readReleaseIndex } from '../../daemon/direct/upgrade.js';
import { tarGz } from '../../packaging/tar.js';
import { command, interruptedAtQuestion, remove, temporary, type TestIoOptions } from './harness.js';

let home: string;
let server: Server;
let url: string;
let answer: (response: ServerResponse, path: string, range: string | undefined) => void;
beforeAll(async () => {
  home = await temporary();
  server = createServer((request, response) => answer(response, request.url ?? '', request.headers.range));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ['npm', 'pnpm', 'yarn', 'bun']) {
    const path = join(home, 'tools', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${home}/calls'\nexit \${CODE:-0}\n`);
    chmodSync(path, 0o755);
  }
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await remove(home);
});
beforeEach(() => rmSync(join(home, 'calls'), { force: true }));

const index = (content: unknown): void => {
  answer = (response) => response.end(typeof content === 'string' ? content : JSON.stringify(content));
};
const upgrade = (argv: string[] = [], { env, ...more }: Partial<TestIoOptions> = {}) =>
  command(['upgrade', ...argv], {
    home,
    cwd: home,
    env: { AGENT_CODE_RELEASE_INDEX: url, PATH: `${home}/tools:/usr/bin:/bin`, ...env },
    ...more,
  });
const calls = (): string => (existsSync(join(home, 'calls')) ? readFileSync(join(home, 'calls'), 'utf8') : '');

test.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.2.4', -1],
  ['1.10.0', '1.9.9', 1],
  ['1.0.0-alpha', '1.0.0', -1],
  ['1.0.0-alpha.1', '1.0.0-alpha.beta', -1],
  ['1.0.0-beta.11', '1.0.0-beta.2', 1],
  ['1.0.0+a', '1.0.0+b', 0],
])('%s and %s', (a, b, order) => {
  expect([Math.sign(compareVersions(a, b)), Math.sign(compareVersions(b, a))]).toEqual([
    order,
    order === 0 ? 0 : -order,
  ]);
});

test.each(['1.2.3', '1.0.0', '2.0.0-rc.1'])('%s is no newer version', async (version) => {
  index({ version });
  expect(await upgrade()).toMatchObject({ code: 0, out: 'agent 1.2.3 is the newest version\n', err: '' });
});

test.each([
  ['no JSON', '<html>', 'the release index is not JSON'],
  ['no version', {}, 'the release index names no version'],
  ['a version that is a path', { version: '../../1.0.0' }, 'the release index names no version'],
])('an index with %s', async (_, content, message) => {
  index(content);
  expect(await upgrade()).toMatchObject({ code: 1, out: '', err: `error: ${message}\n` });
  expect(existsSync(join(home, 'updates'))).toBe(false);
});

/** bytes that `endless` sent */
let sent: number;
/** Sends until the reader closes the connection, or 64 MiB. */
function endless(response: ServerResponse): void {
  sent = 0;
  const piece = Buffer.alloc(64 * 1024, 32);
  const send = (): void => {
    while (sent < 64 * 1024 * 1024 && !response.destroyed) {
      sent += piece.length;
      if (!response.write(piece)) return;
    }
    response.end();
  };
  response.on('drain', send);
  send();
}

test('an index without an end is refused after 1 MiB', async () => {
  answer = (response) => endless(response);
  expect(await upgrade()).toMatchObject({ code: 1, out: '', err: 'error: the release index is larger than 1 MiB\n' });
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

test.each(['not-a-url', 'ftp://127.0.0.1/index', 'file:///etc/hostname', 'http://ada:canary-pass@127.0.0.1:1/'])(
  'the address %s of an index is refused without repeating it',
  async (address) => {
    expect(await upgrade([], { env: { AGENT_CODE_RELEASE_INDEX: address } })).toMatchObject({
      code: 1,
      out: '',
      err: 'error: the address of the release index must be http or https, without a user or password\n',
    });
  },
);

const sum64 = 'a'.repeat(64);
const archiveFor = (release: unknown): unknown => ({ [`linux-${process.arch}`]: release });

test.each([
  ['null in place of archives', null, `version 2.0.0 has no archive for linux-${process.arch}`],
  ['a text in place of archives', 'x', `version 2.0.0 has no archive for linux-${process.arch}`],
  [
    'an archive without address',
    archiveFor({ sha256: sum64, size: 3 }),
    'the release index names no address of the archive',
  ],
  [
    'an archive whose address is none',
    archiveFor({ url: 'not a url', sha256: sum64, size: 3 }),
    'the release index names no address of the archive',
  ],
  [
    'an archive that cannot be reached',
    archiveFor({ url: 'https://127.0.0.1:2/x', sha256: sum64, size: 3 }),
    'the archive cannot be fetched: the connection was refused',
  ],
])('an index with %s is no defect', async (_, native, message) => {
  index({ version: '2.0.0', native });
  const program = join(home, 'share/agent-code/versions/1.2.3/app/bin/agent.js');
  mkdirSync(dirname(program), { recursive: true });
  expect(await upgrade(['-y'], { program })).toMatchObject({ code: 1, err: `error: ${message}\n` });
});

test.each<[string, (response: ServerResponse) => unknown, string]>([
  [
    'ends early',
    (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    'the connection was lost',
  ],
  ['redirects to itself', (response) => response.writeHead(302, { location: url }).end(), 'it redirects too often'],
  [
    'is not compressed as it says',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
    'the answer cannot be decompressed',
  ],
])('an index that %s', async (_, answers, reason) => {
  answer = answers;
  const err = `error: the release index cannot be read: ${reason}\n`;
  expect(await upgrade()).toMatchObject({ code: 1, out: '', err });
});

test('an index that fails, is silent or is not there', async () => {
  answer = (response) => void response.writeHead(500).end();
  expect(await upgrade()).toMatchObject({ code: 1, out: '', err: 'error: the release index answers with HTTP 500\n' });
  answer = () => undefined;
  await expect(readReleaseIndex({ url, key: undefined, env: {}, timeoutMs: 100 })).rejects.toThrow(
    'no answer within 0.1 s',
  );
  const gone = await upgrade([], { env: { AGENT_CODE_RELEASE_INDEX: 'http://127.0.0.1:2' } });
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('the connection was refused')]);
  const { code, err } = await command(['update'], { home, cwd: home });
  expect([code, err]).toEqual([1, 'error: this build knows no release index\n']);
});

const programs = {
  npm: 'npm/lib/node_modules/@agent-code/agent/bin/agent.js',
  pnpm: 'pnpm/global/5/.pnpm/x/node_modules/@agent-code/agent/bin/agent.js',
  yarn: '.config/yarn/global/node_modules/@agent-code/agent/bin/agent.js',
  bun: '.bun/install/global/node_modules/@agent-code/agent/bin/agent.js',
};

test.each([
  ['npm', (): string => `npm install -g --prefix ${home}/npm @agent-code/agent@2.0.0`],
  ['pnpm', (): string => 'pnpm add -g @agent-code/agent@2.0.0'],
  ['yarn', (): string => 'yarn global add @agent-code/agent@2.0.0'],
  ['bun', (): string => 'bun add -g @agent-code/agent@2.0.0'],
] as const)('installed by %s: the command is printed, and run with consent', async (source, line) => {
  index({ version: '2.0.0', notes_url: 'https://example/notes' });
  mkdirSync(join(home, 'npm'), { recursive: true });
  const program = join(home, programs[source]);
  const printed = await upgrade([], { program });
  expect(printed).toMatchObject({ code: 0, out: `agent 1.2.3 → 2.0.0\nhttps://example/notes\n${line()}\n` });
  expect(calls()).toBe('');
  expect((await upgrade(['--yes'], { program })).code).toBe(0);
  expect(calls()).toBe(`${line()}\n`);
  expect((await upgrade(['--yes'], { program, env: { CODE: '7' } })).code).toBe(1);
});

test.each([
  ['/opt/homebrew/Cellar/agent/1/bin/agent', 'brew upgrade agent'],
  ['/home/ada/checkout/bin/agent.js', 'npm install -g @agent-code/agent'],
])('%s: the command is only printed', async (program, line) => {
  index({ version: '2.0.0' });
  expect(await upgrade(['-y'], { program })).toMatchObject({ code: 0, out: `agent 1.2.3 → 2.0.0\n${line}\n` });
});

test('a question that is not answered with yes installs nothing', async () => {
  index({ version: '2.0.0' });
  const program = join(home, programs.pnpm);
  const asked = await upgrade([], { program, tty: true, stdinTty: true, stdin: 'n\n' });
  expect([asked.code, asked.err]).toEqual([1, 'Install it? [Y/n] cancelled\n']);
  expect(calls()).toBe('');
  await upgrade([], { program, tty: true, stdinTty: true, stdin: '\n' });
  expect(calls()).toBe('pnpm add -g @agent-code/agent@2.0.0\n');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s at the question ends with %d and installs nothing', async (signal, code) => {
  index({ version: '2.0.0' });
  const program = join(home, programs.pnpm);
  const env = { AGENT_CODE_RELEASE_INDEX: url, PATH: `${home}/tools:/usr/bin:/bin` };
  const left = await interruptedAtQuestion(['upgrade'], { home, cwd: home, program, env }, signal);
  expect([left.code, left.err]).toEqual([code, 'Install it? [Y/n] \ncancelled\n']);
  expect(calls()).toBe('');
});

test('the archive with Node inside: continued, checked, tried, and only then the current one', async () => {
  const prefix = join(home, 'share/agent-code');
  const program = join(prefix, 'versions/1.2.3/app/bin/agent.js');
  mkdirSync(dirname(program), { recursive: true });
  symlinkSync('versions/1.2.3', join(prefix, 'current'));
  const script = (version: string) =>
    tarGz([{ path: `agent-2.0.0/bin/agent`, contents: `#!/bin/sh\necho ${version}\n`, mode: 0o755 }]);
  const keys = generateKeyPairSync('ed25519');
  const releaseKey = String(keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const ranges: (string | undefined)[] = [];
  const serve = (bytes: Buffer, sha256: string, isSigned = true): void => {
    const native = { [`linux-${process.arch}`]: { url: `${url}/archive`, sha256, size: bytes.length } };
    const body = { version: '2.0.0', native };
    const signature = sign(null, Buffer.from(JSON.stringify(body)), keys.privateKey).toString('base64');
    answer = (response, path, range) => {
      if (path !== '/archive') return void response.end(JSON.stringify(isSigned ? { ...body, signature } : body));
      ranges.push(range);
      const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
    };
  };
  const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const run = () => upgrade(['-y'], { program, constants: { releaseKey } });
  const good = script('2.0.0');

  serve(good, sum(good), false);
  expect(await run()).toMatchObject({ code: 1, err: 'error: the signature of the release index is not valid\n' });
  serve(good, '0'.repeat(64));
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('is not what the release index says') });
  serve(script('9.9.9'), sum(script('9.9.9')));
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('does not run on this machine') });
  expect([readlinkSync(join(prefix, 'current')), readdirSync(join(home, 'updates'))]).toEqual(['versions/1.2.3', []]);

  serve(good, sum(good));
  const listing = answer;
  answer = (response, path, range) => (path === '/archive' ? endless(response) : listing(response, path, range));
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('is not what the release index says') });
  expect(sent).toBeLessThan(32 * 1024 * 1024);

  serve(good, sum(good));
  writeFileSync(join(home, 'updates/2.0.0.part'), good.subarray(0, 100));
  expect(await run()).toMatchObject({ code: 0, err: 'installed agent 2.0.0; it runs from the next start\n' });
  expect(ranges.at(-1)).toBe('bytes=100-');
  expect(readlinkSync(join(prefix, 'current'))).toBe('versions/2.0.0');
  expect(readFileSync(join(prefix, 'current/bin/agent'), 'utf8')).toContain('2.0.0');
  expect(readdirSync(prefix).sort()).toEqual(['current', 'current-before', 'versions']);
});
