/** What the kernel keeps from read-only commands, on a machine with bubblewrap (runtimes.md 4, 5, 15). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createRuntimes, type Runtimes } from '../../daemon/runtimes/runtimes.js';
import { sandboxDefaults } from './settings.js';
import { available, machine } from './machine.js';
import { stopsFinished } from '../../daemon/tools/process.js';
import { startShell } from '../../daemon/tools/process.js';
import { startKept } from '../../daemon/tools/kept.js';
import { until } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';
import { tools } from '../../daemon/tools/index.js';
import { call, createPlace, input, type Place } from '../tools/fake.js';

jest.setTimeout(10_000);

const contained = available ? describe : describe.skip;

/** seconds for which the test sleeps; no other process uses this number */
const seconds = 100_000 + process.pid;

let place: Place;
let runtimes: Runtimes;
beforeEach(() => {
  place = createPlace();
  runtimes = createRuntimes({ home: place.home, ...machine, settings: () => sandboxDefaults });
  writeFileSync(join(place.cwd, 'a.txt'), 'one\n');
});
afterEach(async () => {
  await stopsFinished();
  place.remove();
});
beforeAll(() => {
  process.env['AGENT_TEST_CANARY'] = 'canary-of-the-server';
});
afterAll(() => {
  delete process.env['AGENT_TEST_CANARY'];
});

const looking = { runtimeId: 'local', profile: 'read-only', sessionId: 'session_test', toolCallId: undefined } as const;
const confinement = async () => {
  const { home, userHome, cwd } = place;
  const sessionDirectory = join(home, 'sessions/session_test');
  mkdirSync(join(sessionDirectory, 'tasks'), { recursive: true });
  const found = await runtimes.confine({ ...looking, home, userHome, sessionDirectory, workspace: [cwd] });
  if (!found) throw new Error('this machine contains commands');
  return found;
};

async function run(command: string, more: { cwd?: string } = {}): Promise<{ output: string; failed: boolean }> {
  const { output, isError } = await call(place, 'Bash', { command, ...more }, { confinement });
  return { output: String(output), failed: isError === true };
}

contained('a command that may only read', () => {
  test('reads, and its display says so', async () => {
    const result = await call(place, 'Bash', { command: 'cat a.txt; echo $AGENT_SANDBOX' }, { confinement });
    expect(result.output).toBe('one\nread-only');
    const { display } = await tools.Bash.plan(input('Bash', { command: 'ls' }), place.run({ confinement }));
    expect(display).toMatchObject({ runtime_id: 'local', profile: 'read-only' });
  });

  test.each([
    'echo x > a.txt',
    'echo x >> new.txt',
    'awk \'BEGIN { print "x" > "new.txt" }\'',
    'perl -e \'open(F, ">", "new.txt") or die $!\'',
    'sed -i s/one/two/ a.txt',
    'mkdir new',
    'ln a.txt new.txt',
    'touch "$HOME_OF_USER/new"',
    'touch /var/tmp/agent-new-$$',
    'touch /etc/agent-new-$$',
    'touch /usr/local/bin/agent-new-$$',
    'echo x > /proc/sys/kernel/hostname',
  ])('changes nothing: %s', async (command) => {
    const { output, failed } = await run(command.replace('$HOME_OF_USER', place.userHome));
    expect(failed).toBe(true);
    expect(output).toMatch(
      /Read-only file system|Permission denied|not permitted|Invalid cross-device link|Couldn't open|cannot/i,
    );
    expect(readdirSync(place.cwd)).toEqual(['a.txt']);
    expect(readFileSync(join(place.cwd, 'a.txt'), 'utf8')).toBe('one\n');
    expect(readdirSync(place.userHome)).toEqual([]);
  });

  test('says why a change failed, in one line', async () => {
    expect((await run('echo x > new.txt')).output).toContain('[sandbox] commands are read-only here');
    expect((await run('false')).output).not.toContain('[sandbox]');
    expect((await run('echo "Read-only file system"')).output).not.toContain('[sandbox]');
  });

  test('writes to temporary files of its session, which the next command finds, and no other session', async () => {
    expect(
      await run('echo kept > /tmp/kept-by-agent; mktemp -p /tmp >/dev/null && mktemp >/dev/null && echo made'),
    ).toEqual({
      output: 'made',
      failed: false,
    });
    expect((await run('cat /tmp/kept-by-agent')).output).toBe('kept');
    expect(readFileSync(join(place.home, 'sessions/session_test/tmp/kept-by-agent'), 'utf8')).toBe('kept\n');
    expect(existsSync('/tmp/kept-by-agent')).toBe(false);
  });

  test('writes to a cache of its own; the one of the user stays', async () => {
    mkdirSync(join(place.userHome, '.npm'));
    writeFileSync(join(place.userHome, '.npm/entry'), 'genuine');
    expect((await run(`echo poisoned > ${place.userHome}/.npm/entry; cat ${place.userHome}/.npm/entry`)).output).toBe(
      'poisoned',
    );
    expect(readFileSync(join(place.userHome, '.npm/entry'), 'utf8')).toBe('genuine');
    expect((await run(`cat ${place.userHome}/.npm/entry`)).output).toBe('poisoned');
  });

  test('sees nothing of the data directory but its own session, skills and agents', async () => {
    for (const name of ['server.token', 'agent.db', 'config.toml']) writeFileSync(join(place.home, name), 'secret');
    mkdirSync(join(place.home, 'sessions/session_other'), { recursive: true });
    mkdirSync(join(place.home, 'skills'));
    const { output } = await run(`ls -A ${place.home} ${place.home}/sessions`);
    expect(output.split(/\s+/)).toEqual([
      `${place.home}:`,
      'sessions',
      'skills',
      `${place.home}/sessions:`,
      'session_test',
    ]);
    expect((await run(`touch ${place.home}/new`)).failed).toBe(true);
    expect((await run(`touch ${place.home}/sessions/session_test/new`)).failed).toBe(true);
  });

  test('sees no process but its own, nor what the server was started with', async () => {
    const { output } = await run('cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"; ls -d /proc/[0-9]* | wc -l');
    expect(output).not.toContain('canary-of-the-server');
    expect(Number(output.trim().split('\n').at(-1))).toBeLessThan(10);
    expect((await run(`kill -0 ${process.pid}`)).failed).toBe(true);
    expect(alive(process.pid)).toBe(true);
  });

  test('gets no descriptor that the server opened', async () => {
    // descriptors that the server itself inherited stay open
    const inherited = readdirSync('/proc/self/fd').filter((name) => Number(name) > 2 && !closesOnExec(name));
    // by then the shell has closed the descriptor of its own listing
    const { output } = await run('for each in /proc/$$/fd/*; do [ -L $each ] && echo ${each##*/}; done; true');
    expect(output.split('\n').filter((name) => !inherited.includes(name))).toEqual(['0', '1', '2']);
  });

  test('reaches no socket that a program of the machine listens on', async () => {
    const path = join(place.cwd, 'docker.sock');
    const server = createServer().listen(path);
    await new Promise((next) => server.once('listening', next));
    const connect = `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer => "${path}") or die "refused: $!"; print "reached"'`;
    try {
      expect((await call(place, 'Bash', { command: connect })).output).toBe('reached');
      expect((await run(connect)).output).toMatch(/^refused/);
    } finally {
      server.close();
    }
  });

  test.each([
    'unshare --user true',
    'unshare --mount true',
    'mount -t tmpfs none /tmp',
    'mount -o remount,rw /',
    'mknod /tmp/disk b 8 0',
    'chroot / true',
    'perl -e \'require "syscall.ph" if 0; exit(syscall(248, 0, 0, 0, 0, 0) == -1 && $! == 1 ? 3 : 0)\'; [ $? = 0 ]',
    'cat /proc/1/mem | head -c 1 | grep -q .',
    'cat /dev/mem',
    'cat /proc/kcore | head -c 1 | grep -q .',
    'echo 1 > /proc/sys/kernel/core_pattern',
  ])('has no way out: %s', async (command) => {
    if (command.includes('syscall') && process.arch !== 'x64') return;
    expect((await run(command)).failed).toBe(true);
  });

  test('a setuid program gains nothing', async () => {
    expect((await run('grep -c "NoNewPrivs:.*1" /proc/self/status; grep CapEff /proc/self/status')).output).toMatch(
      /^1\nCapEff:\s+0+$/,
    );
  });

  test('has the exit code and the signal of its command', async () => {
    expect((await run('exit 7')).output).toBe('failed with exit code 7');
    expect((await run('kill -SEGV $$')).output).toContain('failed with exit code 139');
  });

  test('runs in the directory of the call, which gains nothing by that', async () => {
    mkdirSync(join(place.root, 'elsewhere'));
    expect((await run('pwd', { cwd: join(place.root, 'elsewhere') })).output).toBe(join(place.root, 'elsewhere'));
    expect((await run('touch x', { cwd: join(place.root, 'elsewhere') })).failed).toBe(true);
  });

  test('names with blanks, quotes and line breaks, and links', async () => {
    const odd = join(place.root, 'a "b" \'c\'\n$d');
    mkdirSync(odd);
    symlinkSync(odd, join(place.root, 'link'));
    writeFileSync(join(odd, 'f'), 'x');
    const over = { confinement, cwd: odd, workspace: [odd] };
    expect((await call(place, 'Bash', { command: 'cat f; touch g' }, over)).output).toMatch(/^x/);
    expect(readdirSync(odd)).toEqual(['f']);
  });

  test('leaves no process behind', async () => {
    const result = await run(
      `setsid sh -c "trap '' TERM; sleep ${seconds}" & (sleep ${seconds} &) ; echo started; ps -o pid= | wc -l`,
    );
    expect(result.output).toContain('started');
    await until('the end of what was left behind', () => (sleepers() === 0 ? true : undefined));
  });

  test('is asked to end before it is ended', async () => {
    const { home, cwd } = place;
    const shell = await startShell({
      shell: '/bin/sh',
      command: "trap 'echo ended well; exit 0' TERM; echo begun; while :; do sleep 0.05; done",
      cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      directory: join(home),
      confinement: await confinement(),
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of shell.output) {
        text += chunk.toString('utf8');
        if (text === 'begun\n') void shell.stop(5_000);
      }
    })();
    await shell.exited;
    await reading;
    // the shell may also report the end of its sleep
    expect(text).toMatch(/^begun\n[^]*ended well\n$/);
  });

  test('one that may outlive its server is contained too, and ends when it is stopped', async () => {
    const log = join(place.home, 'task.log');
    const shell = await startKept(
      {
        shell: '/bin/sh',
        command: `echo x > new.txt; echo begun; trap "" TERM; sleep ${seconds}; sleep ${seconds}`,
        cwd: place.cwd,
        env: { PATH: process.env['PATH'] ?? '' },
        directory: place.home,
        confinement: await confinement(),
      },
      { log },
    );
    await until('its output', () => (readFileSync(log, 'utf8').includes('begun') ? true : undefined));
    await shell.stop(100);
    await shell.exited;
    expect(existsSync(join(place.cwd, 'new.txt'))).toBe(false);
    await until('its end', () => (sleepers() === 0 ? true : undefined));
  });

  test('leaves no trace in the project', async () => {
    mkdirSync(join(place.cwd, '.git'));
    const before = listing(place.cwd);
    for (const command of ['ls', 'git status', 'mkdir -p .git/hooks x', 'touch .mcp.json']) await run(command);
    expect(listing(place.cwd)).toEqual(before);
  });
});

test('a configuration that does not want it, and a machine that cannot, leave commands as they are', async () => {
  const { home, userHome, cwd } = place;
  const request = { ...looking, home, userHome, sessionDirectory: join(home, 'sessions/s'), workspace: [cwd] };
  const unwanted = createRuntimes({ home, ...machine, settings: () => ({ ...sandboxDefaults, plan: false }) });
  expect(await unwanted.confine(request)).toBeUndefined();
  const off = createRuntimes({ home, ...machine, env: { AGENT_CODE_SANDBOX: '0' }, settings: () => sandboxDefaults });
  expect(await off.confine(request)).toBeUndefined();
  expect(off.feature()).toEqual({
    name: 'sandbox',
    state: 'Failed',
    meta: { kind: null, profiles: [], reason: 'off', error: 'off' },
  });
});

/** Counts the processes that sleep for the seconds of this test, inside and outside of sandboxes. */
function sleepers(): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8') === `sleep\x00${seconds}\x00`;
    } catch {
      // the process has ended
      return false;
    }
  }).length;
}

function listing(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${lstatSync(join(directory, name)).mtimeMs}`);
}

/** Returns true for a descriptor that is closed by now. */
function closesOnExec(descriptor: string): boolean {
  const file = `/proc/self/fdinfo/${descriptor}`;
  const [, flags] = (existsSync(file) && /^flags:\s+(\d+)/m.exec(readFileSync(file, 'latin1'))) || [];
  return flags === undefined || (Number.parseInt(flags, 8) & 0o2000000) !== 0;
}
