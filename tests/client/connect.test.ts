/** Which server a client attaches to, and when it starts its own (cli.md 1.4). */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  connect,
  connectToOwner,
  environmentFingerprint,
  StartFailure,
  type ConnectOptions,
} from '../../client/connect.js';
import type { DaemonOptions } from '../../schemas/host.js';
import { fakeServer, type FakeServer } from './fake-server.js';
import { remove, temporary } from './harness.js';

const SHORT = environmentFingerprint({});
let home: string;
let servers: FakeServer[];
let started: DaemonOptions[];

beforeEach(async () => {
  home = await temporary();
  await mkdir(join(home, 'server/instances'), { recursive: true });
  await writeFile(join(home, 'server.token'), 'tok\n');
  servers = [];
  started = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await remove(home);
});

const options = (env: Record<string, string> = {}): ConnectOptions => ({
  env: { AGENT_CODE_HOME: home, ...env },
  userHome: home,
  cwd: home,
  version: '1.4.0',
  fetch,
  now: Date.now,
  startDaemon(given) {
    started.push(given);
    return Promise.resolve({
      serverId: 'own',
      baseUrl: 'http://127.0.0.1:1',
      host: '127.0.0.1',
      port: 1,
      token: 'own',
      logFile: 'log',
      warnings: [],
      close: () => Promise.resolve(),
      closed: new Promise(() => undefined),
    });
  },
});

interface Case {
  id: string;
  file?: object;
  meta?: object;
  healthy?: boolean;
  refuse?: number;
}

/** Starts a server and writes its registry file. */
async function instance({ id, file, meta, healthy, refuse }: Case): Promise<FakeServer> {
  const server = await fakeServer({ healthy, meta: { server_id: id, server_version: '1.0.0', ...meta } });
  server.refuse = refuse;
  servers.push(server);
  const entry = {
    server_id: id,
    pid: process.pid,
    host: '127.0.0.1',
    port: server.port,
    started_at: 1_000,
    heartbeat_at: Date.now(),
    host_version: '1.0.0',
    lifetime: 'web',
    env_fingerprint: SHORT,
    ...file,
  };
  await writeFile(join(home, 'server/instances', `${id}.json`), JSON.stringify(entry));
  return server;
}

describe('connect (cli.md 1.4)', () => {
  test.each<[string, Case, boolean]>([
    ['a live instance', { id: 'a' }, true],
    ['reached through loopback when bound to all', { id: 'a', file: { host: '0.0.0.0' } }, true],
    ['an embedded one', { id: 'a', file: { lifetime: 'embedded' } }, false],
    ['other engine variables', { id: 'a', file: { env_fingerprint: 'other' } }, false],
    ['another major version', { id: 'a', meta: { server_version: '2.0.0' } }, false],
    ['another server at that port', { id: 'a', meta: { server_id: 'b' } }, false],
    ['token refused', { id: 'a', refuse: 401 }, false],
    ['not healthy', { id: 'a', healthy: false }, false],
    ['old heartbeat, but it answers', { id: 'a', file: { heartbeat_at: 1 } }, true],
    ['process gone', { id: 'a', file: { pid: 2 ** 22 + 1 } }, false],
    ['not a registry file', { id: 'a', file: { pid: 'x' } }, false],
  ])('%s', async (_, given, attach) => {
    const server = await instance(given);
    const connection = await connect(options());
    expect(connection.embedded).toBe(!attach);
    expect(connection.baseUrl).toBe(attach ? server.baseUrl : 'http://127.0.0.1:1');
    expect(started).toHaveLength(attach ? 0 : 1);
  });

  test('the oldest start is chosen, then the lower port; unusable older ones are passed over', async () => {
    await instance({ id: 'old', file: { started_at: 1 }, refuse: 401 });
    const pair = [
      await instance({ id: 'x', file: { started_at: 5 } }),
      await instance({ id: 'y', file: { started_at: 5 } }),
    ];
    await instance({ id: 'young', file: { started_at: 9 } });
    const [lower] = pair.sort((a, b) => a.port - b.port);
    expect((await connect(options())).baseUrl).toBe(lower?.baseUrl);
  });

  test('AGENT_CODE_NO_ATTACH starts an own daemon on a free loopback port', async () => {
    await instance({ id: 'a' });
    const connection = await connect(options({ AGENT_CODE_NO_ATTACH: '1' }));
    expect(connection.embedded).toBe(true);
    expect(started[0]).toMatchObject({ lifetime: 'embedded', host: '127.0.0.1', port: 0, home, version: '1.4.0' });
  });

  test('stale files are removed, live and foreign ones stay', async () => {
    await instance({ id: 'live' });
    await instance({ id: 'gone', file: { pid: 2 ** 22 + 1 } });
    await instance({ id: 'silent', file: { heartbeat_at: 1 }, healthy: false });
    await instance({ id: 'foreign', file: { env_fingerprint: 'x' } });
    await connect(options());
    expect((await readdir(join(home, 'server/instances'))).sort()).toEqual(['foreign.json', 'live.json']);
  });

  test('the owner of a session is attached to although it is embedded and younger', async () => {
    await instance({ id: 'web' });
    const owner = await instance({ id: 'owner', file: { lifetime: 'embedded', started_at: 9 } });
    expect((await connectToOwner({ server_id: 'owner', pid: 1 }, options()))?.baseUrl).toBe(owner.baseUrl);
    expect(await connectToOwner({ server_id: 'unknown', pid: 1 }, options())).toBeUndefined();
  });

  test('a daemon that cannot start says why and where the log is', async () => {
    const failing = { ...options(), startDaemon: () => Promise.reject(new Error('database locked')) };
    const failure = await connect(failing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure).toMatchObject({ message: 'database locked', logFile: join(home, 'logs/agent-code.log') });
  });
});
