/** The registry of running servers in the home: writing, heartbeat, listing and cleanup. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFingerprint, listInstances, registerInstance } from '../../daemon/home/instances.js';
import { ENGINE_VARIABLES, instanceUrl } from '../../schemas/instances.js';
import { homePaths, type HomePaths } from '../../daemon/home/paths.js';

let home: string;
let paths: HomePaths;
let clock: number;
const now = (): number => clock;
const never = (): Promise<boolean> => Promise.reject(new Error('healthz must not be asked'));

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-instances-'));
  paths = homePaths(home);
  clock = Date.now();
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

function instance(id: string, changes: Record<string, unknown> = {}) {
  return {
    server_id: id.padStart(26, '0'),
    pid: process.pid,
    host: '127.0.0.1',
    port: 58627,
    started_at: 1000,
    host_version: '0.1.0',
    lifetime: 'web' as const,
    env_fingerprint: 'a'.repeat(64),
    ...changes,
  };
}

async function write(name: string, content: unknown): Promise<string> {
  await mkdir(paths.instances, { recursive: true });
  const path = join(paths.instances, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function gonePid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('registerInstance', () => {
  test('writes the file, private, and removes it at exit', async () => {
    const registration = await registerInstance(paths, instance('1'), { now });
    const path = join(paths.instances, `${'1'.padStart(26, '0')}.json`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...instance('1'), heartbeat_at: clock });
    await registration.remove();
    expect(await readdir(paths.instances)).toEqual([]);
    await registration.remove();
  });

  test('the heartbeat is rewritten, also after another process removed the file', async () => {
    const registration = await registerInstance(paths, instance('1'), { now, heartbeatMs: 10 });
    const [name = ''] = await readdir(paths.instances);
    await rm(join(paths.instances, name));
    clock += 15_000;
    await waitFor(async () => (await listInstances(paths, { now, probe: never }))[0]?.heartbeat_at === clock);
    await registration.remove();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await readdir(paths.instances)).toEqual([]);
  });

  test('a registry that cannot be written says which one and why', async () => {
    await mkdir(join(paths.instances, '..'), { recursive: true });
    await writeFile(paths.instances, '');
    const registering = registerInstance(paths, instance('1'), { now });
    await expect(registering).rejects.toThrow(
      `cannot register this server in ${paths.instances}: a file is in the way`,
    );
  });

  test('a file that cannot be removed is reported and does not throw', async () => {
    const errors: unknown[] = [];
    const registration = await registerInstance(paths, instance('1'), { now, onError: (error) => errors.push(error) });
    const path = join(paths.instances, `${'1'.padStart(26, '0')}.json`);
    await rm(path);
    await mkdir(path);
    await registration.remove();
    expect(errors).toHaveLength(1);
  });

  test('a heartbeat that cannot be written is reported and does not throw', async () => {
    const errors: unknown[] = [];
    const registration = await registerInstance(paths, instance('1'), {
      now,
      heartbeatMs: 10,
      onError: (error) => errors.push(error),
    });
    // at once, because a heartbeat could write into a directory that is being removed
    await rename(paths.instances, `${paths.instances}.gone`);
    await waitFor(() => errors.length > 0);
    await registration.remove();
  });
});

describe('listInstances', () => {
  test('a missing directory is an empty list', async () => {
    expect(await listInstances(paths, { now, probe: never })).toEqual([]);
  });

  test('oldest start first, then lower port', async () => {
    for (const [id, started_at, port] of [
      ['1', 5, 1],
      ['2', 3, 9],
      ['3', 3, 8],
    ] as const) {
      await write(`${id}.json`, { ...instance(id, { started_at, port }), heartbeat_at: clock });
    }
    const found = await listInstances(paths, { now, probe: never });
    expect(found.map(({ port }) => port)).toEqual([8, 9, 1]);
  });

  test.each([
    ['lives, fresh heartbeat', true, 60_000, undefined, true],
    ['lives, old heartbeat, healthz answers', true, 60_001, true, true],
    ['lives, old heartbeat, healthz fails', true, 60_001, false, false],
    ['gone, fresh heartbeat', false, 0, undefined, false],
    ['gone, old heartbeat', false, 90_000, undefined, false],
  ])('%s', async (_name, alive, age, healthy, kept) => {
    const pid = alive ? process.pid : await gonePid();
    const path = await write('a.json', { ...instance('1', { pid }), heartbeat_at: clock - age });
    const asked: string[] = [];
    const probe = (url: string): Promise<boolean> => {
      asked.push(url);
      return healthy === undefined ? never() : Promise.resolve(healthy);
    };
    const found = await listInstances(paths, { now, probe });
    expect(found).toHaveLength(kept ? 1 : 0);
    expect(asked).toEqual(healthy === undefined ? [] : ['http://127.0.0.1:58627']);
    expect(await readdir(paths.instances)).toEqual(kept ? ['a.json'] : []);
    expect(path).toContain(home);
  });

  test.each([
    ['no JSON', '{"server_id":'],
    ['empty', ''],
    ['no object', '[]'],
    ['null', 'null'],
    ['fields missing', '{"pid": 1}'],
    ['bad pid', JSON.stringify({ ...instance('1', { pid: -1 }), heartbeat_at: 1 })],
    ['bad lifetime', JSON.stringify({ ...instance('1', { lifetime: 'forever' }), heartbeat_at: 1 })],
  ])('a bad file (%s) is swept when it is older than a minute and never breaks the list', async (_name, content) => {
    await write('good.json', { ...instance('1'), heartbeat_at: clock });
    const bad = await write('bad.json', content);
    expect(await listInstances(paths, { now, probe: never })).toHaveLength(1);
    expect((await readdir(paths.instances)).sort()).toEqual(['bad.json', 'good.json']);
    const old = new Date(clock - 61_000);
    await utimes(bad, old, old);
    expect(await listInstances(paths, { now, probe: never })).toHaveLength(1);
    expect(await readdir(paths.instances)).toEqual(['good.json']);
  });

  test('leftovers of a crashed write go, foreign things stay', async () => {
    const leftover = await write('.a.json.1.abc.tmp', '{');
    const old = new Date(clock - 61_000);
    await utimes(leftover, old, old);
    await write('readme.txt', 'hello');
    await mkdir(join(paths.instances, 'folder.json'));
    expect(await listInstances(paths, { now, probe: never })).toEqual([]);
    expect((await readdir(paths.instances)).sort()).toEqual(['folder.json', 'readme.txt']);
  });
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['[::]', 'http://[::1]:80'],
  ['::1', 'http://[::1]:80'],
  ['fe80::1', 'http://[fe80::1]:80'],
  ['devbox.local', 'http://devbox.local:80'],
])('an instance bound to %s is reached at %s', (host, url) => {
  expect(instanceUrl({ host, port: 80 })).toBe(url);
});

describe('environmentFingerprint', () => {
  const empty = environmentFingerprint({});

  test('is a SHA-256 in hex and ignores everything that is no engine variable', () => {
    expect(empty).toMatch(/^[0-9a-f]{64}$/);
    expect(environmentFingerprint({ PATH: '/bin', AGENT_LOG_LEVEL: 'debug', AGENT_CODE_HOME: '/x' })).toBe(empty);
  });

  test.each(ENGINE_VARIABLES.map((name) => [name]))('%s changes it, a blank value does not', (name) => {
    expect(environmentFingerprint({ [name]: '1' })).not.toBe(empty);
    expect(environmentFingerprint({ [name]: '2' })).not.toBe(environmentFingerprint({ [name]: '1' }));
    expect(environmentFingerprint({ [name]: '  ' })).toBe(empty);
  });

  test('order does not matter, and values cannot be mistaken for names', () => {
    expect(environmentFingerprint({ AGENT_MODEL_NAME: 'a', AGENT_CODE_OFFLINE: '0' })).toBe(
      environmentFingerprint({ AGENT_CODE_OFFLINE: '0', AGENT_MODEL_NAME: 'a' }),
    );
    expect(environmentFingerprint({ AGENT_CODE_OFFLINE: '0\nAGENT_MODEL_NAME=a' })).not.toBe(
      environmentFingerprint({ AGENT_CODE_OFFLINE: '0', AGENT_MODEL_NAME: 'a' }),
    );
  });
});

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 5000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('waited for too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
