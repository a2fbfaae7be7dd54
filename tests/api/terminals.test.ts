/** Terminals over HTTP: start and end, limits, and what ends with them (rest.md 18). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ env: { AGENT_CODE_PASSWORD: 'canary-password', PLAIN: 'yes' } });
});
afterAll(() => daemon.close());

const fresh = async () => (await daemon.createSession()).id;
const open = (id: string, body: object = {}) => daemon.ask('createTerminal', { ...daemon.session(id), body });
const list = async (id: string) => (await daemon.ok('listTerminals', daemon.session(id))).items;
const at = (id: string, terminal_id: string) => ({ params: { session_id: id, terminal_id } });

/** Writes a script that runs in the terminal in place of a shell. */
function program(name: string, script: string): string {
  const path = join(daemon.folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
const written = (path: string) =>
  until(path, () =>
    existsSync(path) && readFileSync(path, 'utf8').endsWith('\n') ? readFileSync(path, 'utf8') : undefined,
  );

test('starts in the directory asked for, with the size asked for, and without the credentials of the server', async () => {
  const id = await fresh();
  mkdirSync(join(daemon.cwd, 'sub'));
  const out = join(daemon.folder, 'facts');
  const shell = program(
    'facts.sh',
    `{ pwd; stty size; echo "$TERM $PLAIN [$AGENT_CODE_PASSWORD]"; for each in /proc/$$/fd/*; do readlink $each; done | grep -c -E "ptmx|socket" ; tty; } > ${out}.part; mv ${out}.part ${out}; sleep 60`,
  );
  const { data } = await open(id, { cwd: 'sub', shell, cols: 100, rows: 40 });
  expect(data).toMatchObject({
    session_id: id,
    cwd: join(realpathSync(daemon.cwd), 'sub'),
    shell,
    cols: 100,
    rows: 40,
    status: 'running',
  });
  expect(data.id).toMatch(/^term_[0-9a-f-]{36}$/);
  const [cwd, size, environment, descriptors, tty] = (await written(out)).split('\n');
  expect([cwd, size, environment]).toEqual([data.cwd, '40 100', 'xterm-256color yes []']);
  expect(descriptors).toBe('0');
  expect(tty).toMatch(/^\/dev\/(pts\/|tty)/);
  expect(await daemon.ok('getTerminal', at(id, data.id))).toEqual(data);
  expect(await list(id)).toEqual([data]);
  expect(await daemon.ok('closeTerminal', at(id, data.id))).toEqual({ closed: true });
});

test('defaults: the shell of commands, 80 by 24, the working directory', async () => {
  const id = await fresh();
  const { data } = await open(id);
  expect(data).toMatchObject({ cwd: realpathSync(daemon.cwd), shell: '/bin/bash', cols: 80, rows: 24 });
  await daemon.ok('closeTerminal', at(id, data.id));
  const { data: named } = await open(id, { shell: 'sh' });
  expect(named.shell).toMatch(/\/sh$/);
  await daemon.ok('closeTerminal', at(id, named.id));
});

test('an end shows its code, closing twice succeeds, and a signal has no code', async () => {
  const id = await fresh();
  const { data } = await open(id, { shell: program('seven.sh', 'exit 7') });
  const ended = await until('the end', async () => {
    const now = await daemon.ok('getTerminal', at(id, data.id));
    return now.status === 'exited' ? now : undefined;
  });
  expect(ended).toMatchObject({ exit_code: 7 });
  expect(Date.parse(ended.exited_at ?? '')).toBeGreaterThan(0);
  for (let i = 0; i < 2; i += 1) expect(await daemon.ok('closeTerminal', at(id, data.id))).toEqual({ closed: true });
  const { data: killed } = await open(id, { shell: program('wait.sh', 'exec sleep 60') });
  await daemon.ok('closeTerminal', at(id, killed.id));
  expect(await daemon.ok('getTerminal', at(id, killed.id))).toMatchObject({ status: 'exited', exit_code: null });
});

describe('refusals', () => {
  test('places outside, places that are not there, and programs that cannot run', async () => {
    const id = await fresh();
    const outside = join(daemon.folder, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(daemon.cwd, 'way-out'));
    writeFileSync(join(daemon.cwd, 'file'), '');
    for (const [body, name] of [
      [{ cwd: outside }, 'VALIDATION_FAILED'],
      [{ cwd: '../outside' }, 'FS_PATH_ESCAPES_SESSION'],
      [{ cwd: 'way-out' }, 'FS_PATH_ESCAPES_SESSION'],
      [{ cwd: '' }, 'FS_PATH_ESCAPES_SESSION'],
      [{ cwd: 'nowhere' }, 'FS_PATH_NOT_FOUND'],
      [{ cwd: 'file' }, 'FS_PATH_NOT_FOUND'],
      [{ shell: '/no/such/shell' }, 'VALIDATION_FAILED'],
      [{ shell: join(daemon.cwd, 'file') }, 'VALIDATION_FAILED'],
      [{ shell: 'sub/sh' }, 'VALIDATION_FAILED'],
      [{ shell: 'no-such-program' }, 'VALIDATION_FAILED'],
      [{ shell: 'sh\0' }, 'VALIDATION_FAILED'],
      [{ cols: 0 }, 'VALIDATION_FAILED'],
      [{ rows: 1_001 }, 'VALIDATION_FAILED'],
      [{ runtime_id: 'cloud' }, 'RUNTIME_NOT_FOUND'],
    ] as const)
      expect({ body, code: (await open(id, body)).code }).toEqual({ body, code: codeOf(name) });
    expect(await list(id)).toEqual([]);
  });

  test('more than 16 that run; an ended one makes room, and the newest 16 ended ones are kept', async () => {
    const id = await fresh();
    const shell = program('stay.sh', 'exec sleep 60');
    const all = await Promise.all(Array.from({ length: 17 }, () => open(id, { shell })));
    expect(all.filter(({ code }) => code === codeOf('SESSION_BUSY'))).toHaveLength(1);
    const [first] = await list(id);
    await daemon.ok('closeTerminal', at(id, first?.id ?? ''));
    expect((await open(id, { shell })).code).toBe(0);
    await daemon.ok('archiveSession', daemon.session(id));
    await daemon.ok('restoreSession', daemon.session(id));
    const short = program('short.sh', 'exit 0');
    for (let i = 0; i < 2; i += 1) {
      const some = await Promise.all(Array.from({ length: 10 }, () => open(id, { shell: short })));
      for (const { data } of some)
        await until('the end', async () =>
          (await daemon.ok('getTerminal', at(id, data.id))).status === 'exited' ? true : undefined,
        );
    }
    expect(await list(id)).toHaveLength(16);
  });

  test('they are not there where others can connect, also with the remote end allowed', async () => {
    const reachable = await startTestDaemon({ host: '0.0.0.0', allowRemoteShutdown: true });
    for (const [method, path] of [
      ['GET', 'terminals'],
      ['POST', 'terminals'],
      ['GET', 'terminals/term_x'],
      ['POST', 'terminals/term_x:close'],
    ] as const)
      expect(await reachable.call(method, `/api/v1/sessions/x/${path}`)).toMatchObject({
        status: 404,
        code: codeOf('ROUTE_NOT_FOUND'),
      });
    await reachable.close();
  });
});

describe('what runs in a terminal', () => {
  /** Opens a terminal whose program starts others in their own groups, which ignore SIGHUP. */
  async function family(id: string, name: string): Promise<number[]> {
    const pids = join(daemon.folder, name);
    const shell = program(
      `${name}.sh`,
      `trap '' HUP\nset -m\nsleep 61 &\necho $! > ${pids}\nnohup sleep 62 > /dev/null 2>&1 &\necho $! >> ${pids}\necho $$ >> ${pids}\nwait`,
    );
    await open(id, { shell });
    const text = await until('three processes', () =>
      existsSync(pids) && readFileSync(pids, 'utf8').split('\n').length === 4 ? readFileSync(pids, 'utf8') : undefined,
    );
    return text.trim().split('\n').map(Number);
  }
  const gone = (pids: number[]) => until('their end', () => (pids.some(alive) ? undefined : true));

  test('ends with it, whatever it does with signals', async () => {
    const id = await fresh();
    const pids = await family(id, 'closed');
    expect(pids.every(alive)).toBe(true);
    const [terminal] = await list(id);
    await daemon.ok('closeTerminal', at(id, terminal?.id ?? ''));
    expect(pids.some(alive)).toBe(false);
  });

  test('ends when the session is put away', async () => {
    const id = await fresh();
    const pids = await family(id, 'archived');
    await daemon.ok('archiveSession', daemon.session(id));
    await gone(pids);
    expect(await list(id)).toEqual([]);
  });

  test('ends when the server stops', async () => {
    const id = await fresh();
    const pids = await family(id, 'stopped');
    await daemon.restart();
    await gone(pids);
    expect(await list(id)).toEqual([]);
  });

  test('is out of reach of the commands of the agent', async () => {
    const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
    await open(id, { shell: program('secret.sh', 'exec sleep 60') });
    const out = join(daemon.cwd, 'descriptors');
    await daemon.run(id, `run ls -l /proc/self/fd > ${out}`);
    expect(readFileSync(out, 'utf8')).not.toMatch(/ptmx|pts/);
  });
});

test('a session with a terminal that runs stays in memory', async () => {
  let ahead = 0;
  const own = await startTestDaemon({ now: () => Date.now() + ahead, debugEndpoints: true });
  const { id } = await own.createSession();
  const { data } = await own.ask('createTerminal', { ...own.session(id), body: {} });
  const left = async () => (await own.ok('debugSessions', {})).sessions[0]?.unload_in_ms;
  ahead = 60 * 60 * 1000;
  expect(await left()).toBeNull();
  await own.ok('closeTerminal', at(id, data.id));
  expect(await left()).toEqual(expect.any(Number));
  await own.close();
});
