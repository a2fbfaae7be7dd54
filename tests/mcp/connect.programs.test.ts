/** Servers that are programs: their environment, failures, crashes, restarts and end (engine.md 16.1, 16.3). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../daemon/mcp/server.js';
import { alive, ends } from '../helpers/processes.js';
import { ask, createScene, program } from './connectscene.js';

let directory: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-servers-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const path = process.env['PATH'] ?? '';

test('a program gets the base set of the environment, its own variables, and nothing else', async () => {
  const base = {
    PATH: path,
    HOME: directory,
    USER: 'somebody',
    LANG: 'C.UTF-8',
    TMPDIR: directory,
    HTTPS_PROXY: 'http://proxy.example:8080',
    no_proxy: 'localhost',
  };
  const env = { ...base, SECRET_TOKEN: 'abc-def-ghi', NODE_OPTIONS: '', OTHER: 'x' };
  const entry = await program(
    {},
    { env: { TOKEN: 'Bearer ${SECRET_TOKEN}', TWO: '${OTHER}${OTHER}', LEFT: '$OTHER ${}' } },
  );
  const connection = createScene().open(entry, { cwd: directory, env });
  await connection.settled();
  expect(JSON.parse(await ask(connection, 'environment'))).toEqual({
    ...base,
    TOKEN: 'Bearer abc-def-ghi',
    TWO: 'xx',
    LEFT: '$OTHER ${}',
    cwd: directory,
  });
});

test('a variable that is not set fails the server by its name', async () => {
  const entry = await program({}, { env: { TOKEN: '${NOT_THERE}' } });
  const connection = createScene().open(entry);
  await connection.settled();
  expect(connection.status()).toMatchObject({
    status: 'failed',
    error: 'the variable NOT_THERE of its env.TOKEN is not set',
  });
});

test('its own working directory, also for a relative command', async () => {
  const entry = await program();
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin', 'serve'), `#!/bin/sh\nexec '${entry.command}' "$@"\n`, { mode: 0o755 });
  const connection = createScene().open({ ...entry, command: './bin/serve', cwd: directory });
  await connection.settled();
  expect(JSON.parse(await ask(connection, 'environment'))).toMatchObject({ cwd: directory });
});

test('no shell reads its arguments', async () => {
  const entry = await program();
  const args = [...entry.args, '$(touch x)', '; touch x', '"', '*'];
  const connection = createScene().open({ ...entry, args }, { cwd: directory });
  await connection.settled();
  expect(connection.status().status).toBe('connected');
});

test.each<[string, { command?: string; args?: string[]; cwd?: string; script?: object }, string | RegExp]>([
  [
    'is not there',
    { command: 'no-such-program-anywhere' },
    'its command no-such-program-anywhere was not found in PATH',
  ],
  ['is not at its path', { command: './nowhere' }, 'its command ./nowhere was not found'],
  ['is a directory', { command: '/' }, 'its command / was not found'],
  ['may not be run', { command: './plain.txt' }, 'its command ./plain.txt may not be run'],
  [
    'has a directory that is not there',
    { cwd: '/no/such/place' },
    'its working directory /no/such/place is not a directory',
  ],
  ['has a NUL in its command', { command: 'a\0b' }, 'its command holds a NUL'],
  ['has a NUL in its arguments', { args: ['a\0b'] }, /^it cannot be started: /],
  ['is no program', { command: './broken' }, /^it ended with exit code 12[67]; its standard error ends:\n/],
  ['dies at once', { script: { diesAtStart: 7 } }, 'it ended with exit code 7'],
  [
    'dies with last words',
    { script: { diesAtStart: 1, stderr: 'no \u001b[31mkey\u001b[0m\n' } },
    'it ended with exit code 1; its standard error ends:\nno [31mkey[0m',
  ],
  [
    'says too much',
    { script: { diesAtStart: 1, stderr: `start${'x'.repeat(10_000)}end` } },
    new RegExp(`its standard error ends:\nx{4093}end$`),
  ],
  ['writes without end', { script: { endless: true } }, 'it wrote a line of more than 32 MiB'],
])('a program that %s has failed', async (_, { script, ...more }, error) => {
  writeFileSync(join(directory, 'plain.txt'), 'text');
  writeFileSync(join(directory, 'broken'), '#!/no/such/interpreter\n');
  chmodSync(join(directory, 'broken'), 0o755);
  const scene = createScene();
  const connection = scene.open({ ...(await program(script)), ...more }, { cwd: directory });
  await connection.settled();
  expect(connection.status().status).toBe('failed');
  if (typeof error === 'string') expect(connection.status().error).toBe(error);
  else expect(connection.status().error).toMatch(error);
  // a server that never connected is not restarted
  expect(scene.pauses).toEqual([]);
});

test('secrets are not shown with what a program says', async () => {
  const entry = await program({ diesAtStart: 1, stderr: 'bad token abc-def-ghi' }, { env: { T: 'x${SECRET}' } });
  const connection = createScene().open(entry, { env: { PATH: path, SECRET: 'abc-def-ghi' } });
  await connection.settled();
  expect(connection.status().error).toBe('it ended with exit code 1; its standard error ends:\nbad token ***');
});

test('what is no message on its output is passed over', async () => {
  const rubbish = 'Welcome!\n{"a":1}\n[1\n\n\u0000\n"x"\n';
  const connection = createScene().open(await program({ rubbish }));
  await connection.settled();
  expect(await ask(connection, 'echo')).toBe('{}');
});

test('a program that hangs says what it wrote', async () => {
  // a shell, because it writes at once even on a busy machine
  const script = "echo 'Usage: serve [options]'; printf 'which mode?' >&2; exec sleep 60";
  const entry = { transport: 'stdio' as const, command: 'sh', args: ['-c', script], env: {} };
  const connection = createScene().open({ ...entry, startupTimeoutMs: 3_000 });
  await connection.settled();
  expect(connection.status()).toMatchObject({
    status: 'failed',
    error:
      'it did not start within 3000 ms; its standard output begins: Usage: serve [options]; its standard error ends:\nwhich mode?',
  });
});

async function numbers(connection: Connection): Promise<{ server: number; child: number }> {
  return JSON.parse(await ask(connection, 'breed')) as { server: number; child: number };
}

test('closing ends the program and what it started', async () => {
  const farewell = join(directory, 'farewell');
  const connection = createScene().open(await program({ farewell }));
  await connection.settled();
  const { server, child } = await numbers(connection);
  expect([alive(server), alive(child)]).toEqual([true, true]);
  await connection.close();
  expect(await Promise.all([ends(server), ends(child)])).toEqual([true, true]);
  // it ended by itself after its input ended
  expect(readFileSync(farewell, 'utf8')).toBe('bye');
});

test('one that ignores the end of its input and SIGTERM is killed', async () => {
  const connection = createScene().open(await program({ stays: true }));
  await connection.settled();
  const { server, child } = await numbers(connection);
  const before = performance.now();
  await Promise.all([connection.close(), connection.close()]);
  const took = performance.now() - before;
  expect(await Promise.all([ends(server), ends(child)])).toEqual([true, true]);
  expect(took).toBeGreaterThan(3_900);
  expect(took).toBeLessThan(8_000);
});

test('a program that crashes is started again after 1, 2 and 4 s, then it has failed', async () => {
  const scene = createScene();
  let status: string[] = [];
  const connection: Connection = scene.open(await program(), {
    onChange: () => status.push(connection.status().status),
  });
  for (const pauses of [[1_000], [1_000, 2_000], [1_000, 2_000, 4_000]]) {
    await connection.settled();
    status = [];
    await expect(ask(connection, 'die')).rejects.toMatchObject({
      kind: 'connection',
      message: 'it ended with exit code 3; its standard error ends:\nabout to die',
    });
    await connection.settled();
    expect(status).toEqual(['pending', 'connected']);
    expect(scene.pauses).toEqual(pauses);
  }
  await expect(ask(connection, 'die')).rejects.toMatchObject({ kind: 'connection' });
  expect(connection.status()).toMatchObject({ status: 'failed', error: expect.stringContaining('exit code 3') });
  await expect(ask(connection, 'echo')).rejects.toMatchObject({ message: expect.stringContaining('exit code 3') });
  // a restart by the user
  connection.restart();
  expect(connection.status().status).toBe('pending');
  expect(await ask(connection, 'echo')).toBe('{}');
});

test('after a minute of peace a crash is the first one again', async () => {
  let now = 1_000_000;
  const scene = createScene({ now: () => now });
  const connection = scene.open(await program());
  for (let crash = 0; crash < 5; crash++) {
    await connection.settled();
    now += 60_000;
    await expect(ask(connection, 'die')).rejects.toMatchObject({ kind: 'connection' });
  }
  await connection.settled();
  expect(scene.pauses).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
});

test('a crash leaves nothing of the program behind', async () => {
  const connection = createScene().open(await program());
  await connection.settled();
  const { child } = await numbers(connection);
  await expect(ask(connection, 'die')).rejects.toMatchObject({ kind: 'connection' });
  await connection.settled();
  expect(await ends(child)).toBe(true);
});

test('only a tool that may be repeated is called once more after a crash', async () => {
  const scene = createScene();
  const connection = scene.open(await program());
  await connection.settled();
  const once = (name: string) => ({ once: join(directory, name) });
  expect(await ask(connection, 'die_reading', once('a'))).toBe('alive');
  await expect(ask(connection, 'die', once('b'))).rejects.toMatchObject({ kind: 'connection' });
  expect(await ask(connection, 'die', once('b'))).toBe('alive');
  // a call is retried only once
  await expect(ask(connection, 'die_reading')).rejects.toMatchObject({ kind: 'connection' });
});

test('a message that is too large ends the program, which is started again', async () => {
  const scene = createScene();
  const connection = scene.open(await program());
  await connection.settled();
  await expect(ask(connection, 'append')).resolves.toBe('append 1');
  await expect(ask(connection, 'big', { chars: 40_000_000 })).rejects.toMatchObject({
    message: 'it wrote a line of more than 32 MiB',
  });
  await connection.settled();
  expect(await ask(connection, 'append')).toBe('append 1');
});

test('with `shared: false` each connection has a program of its own', async () => {
  const scene = createScene();
  const entry = await program({}, { shared: false });
  const both = [scene.open(entry), scene.open(entry)];
  const texts = await Promise.all(both.map((connection) => ask(connection, 'append')));
  expect(texts).toEqual(['append 1', 'append 1']);
  await both[0]?.close();
  expect(await ask(both[1] as Connection, 'append')).toBe('append 2');
});

test('a thousand calls at once', async () => {
  const connection = createScene().open(await program());
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, text) => ask(connection, 'echo', { text })));
  expect(answers).toEqual(answers.map((_, text) => `{"text":${text}}`));
});

test('one that is closed while it is being started is gone then', async () => {
  const entry = await program({}, { cwd: directory });
  writeFileSync(join(directory, 'serve'), `#!/bin/sh\necho $$ >> pids\nexec '${entry.command}' "$@"\n`, {
    mode: 0o755,
  });
  for (const ms of [0, 1, 5, 20, 100]) {
    const connection = createScene().open({ ...entry, command: './serve' });
    await new Promise((resolve) => setTimeout(resolve, ms));
    await connection.close();
    const pids = existsSync(join(directory, 'pids')) ? readFileSync(join(directory, 'pids'), 'utf8') : '';
    for (const pid of pids.split('\n').filter(Boolean)) expect(await ends(Number(pid))).toBe(true);
  }
});

test('restarting while it begins leaves one program', async () => {
  const connection = createScene().open(await program());
  for (let time = 0; time < 5; time++) connection.restart();
  await connection.settled();
  const { server } = await numbers(connection);
  connection.restart();
  await connection.settled();
  expect(connection.status().status).toBe('connected');
  expect(await ends(server)).toBe(true);
});
