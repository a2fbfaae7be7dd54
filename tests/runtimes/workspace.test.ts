/** Commands of runtime `sandbox`, on a machine with bubblewrap: what they see and change, and what their results say (runtimes.md 4, 5, 6, 9.3, 16). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { available, machine } from './machine.js';
import { listQuarantine, restoreItem, settleLeft } from '../../daemon/runtimes/quarantine.js';
import { createRuntimes, type Runtimes, type SandboxSettings } from '../../daemon/runtimes/runtimes.js';
import { sandboxDefaults } from './settings.js';
import { startShell, stopsFinished } from '../../daemon/tools/process.js';
import { until } from '../helpers/daemon.js';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { tools } from '../../daemon/tools/index.js';
import { ToolFailure } from '../../daemon/tools/tool.js';
import { call, createPlace, type Place } from '../tools/fake.js';

jest.setTimeout(120_000);

const first = createPlace();
first.remove();

let place: Place;
let runtimes: Runtimes;
let settings: SandboxSettings;
beforeEach(() => {
  place = createPlace();
  settings = { ...sandboxDefaults, network: 'off' };
  runtimes = createRuntimes({ home: place.home, ...machine, settings: () => settings });
  mkdirSync(join(session(), 'tasks'), { recursive: true });
});
afterEach(async () => {
  await stopsFinished();
  await runtimes.release('session_test');
  place.remove();
});

const session = (): string => join(place.home, 'sessions/session_test');
const put = (file: string, text = ''): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

async function confined(workspace = [place.cwd], sessionId = 'session_test') {
  const found = await runtimes.confine({
    runtimeId: 'sandbox',
    profile: 'workspace',
    sessionId,
    toolCallId: 'call_1',
    home: place.home,
    userHome: place.userHome,
    sessionDirectory: session(),
    workspace,
  });
  if (!found) throw new Error('this machine contains commands');
  return found;
}

async function run(
  command: string,
  over: { workspace?: string[]; sessionId?: string; env?: Record<string, string> } = {},
) {
  const { workspace = [place.cwd], sessionId, env } = over;
  const confinement = () => confined(workspace, sessionId);
  const result = await call(
    place,
    'Bash',
    { command },
    {
      confinement,
      mayLeave: true,
      workspace,
      cwd: workspace[0] ?? '',
      ...(env && { env: { ...place.run().env, ...env } }),
    },
  );
  return { output: String(result.output), display: result.display, failed: result.isError === true };
}

/** Processes of the test that sleep for its seconds, inside and outside of sandboxes. */
const seconds = 200_000 + process.pid;
const sleepers = (): number =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8') === `sleep\0${seconds}\0`;
    } catch {
      // it has ended meanwhile
      return false;
    }
  }).length;

(available ? describe : describe.skip)('a command of the sandbox', () => {
  test('gets its place by a variable, and has its temporary files under both paths', async () => {
    const { output } = await run(
      'echo $AGENT_SANDBOX $TMPDIR; echo x > /tmp/one; cat $TMPDIR/one; echo y > $TMPDIR/two; cat /tmp/two',
    );
    expect(output).toBe(`workspace ${session()}/tmp\nx\ny`);
    expect(readFileSync(join(session(), 'tmp/one'), 'utf8')).toBe('x\n');
  });

  test('names why it could not change something, and what was moved away', async () => {
    expect((await run(`touch ${place.userHome}/x`)).output).toMatch(
      /\n\[sandbox\] read-only here: only the workspace and \$TMPDIR can be written\nTo run it outside, repeat the call with leave_sandbox and a reason\.$/,
    );
    const planted = await run('echo {} > .mcp.json; echo done');
    expect(planted.output).toBe(
      `done\n[sandbox] ${place.cwd}/.mcp.json was moved to quarantine: it would configure programs outside`,
    );
    expect(planted.display).toMatchObject({
      sandbox: { profile: 'workspace', refused: [], quarantined: [join(place.cwd, '.mcp.json')] },
    });
    expect((await run('curl -s x.test || { echo Could not resolve x.test; false; }')).output).toContain(
      '[sandbox] programs that ignore proxies have no network here',
    );
    expect((await run('false')).output).not.toContain('[sandbox]');
  });

  test('what was moved away can be put back, unless something is in its place', async () => {
    await run('echo one > .envrc');
    await run('echo two > .envrc');
    const items = await listQuarantine(session());
    expect(items).toMatchObject([
      { n: 1, path: join(place.cwd, '.envrc') },
      { n: 2, path: join(place.cwd, '.envrc') },
    ]);
    expect(await restoreItem(session(), 2)).toBe(join(place.cwd, '.envrc'));
    expect(readFileSync(join(place.cwd, '.envrc'), 'utf8')).toBe('two\n');
    expect(await restoreItem(session(), 1)).toEqual({ refused: 'taken' });
    expect(await restoreItem(session(), 2)).toEqual({ refused: 'missing' });
    expect(await listQuarantine(session())).toHaveLength(1);
    // it is there from now on, and protected
    expect((await run('echo three > .envrc')).failed).toBe(true);
  });

  test('what it made when its server was killed is found by the next', async () => {
    const confinement = await confined();
    const shell = await startShell({
      shell: '/bin/sh',
      command: 'mkdir .husky',
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      directory: session(),
      confinement,
    });
    shell.output.destroy();
    await shell.exited;
    expect(existsSync(join(place.cwd, '.husky'))).toBe(true);
    expect(await settleLeft(session(), false)).toEqual({ quarantined: [join(place.cwd, '.husky')], repositories: [] });
    expect(existsSync(join(place.cwd, '.husky'))).toBe(false);
    expect(await settleLeft(session(), false)).toEqual({ quarantined: [], repositories: [] });
  });

  test('writes what the configuration adds, and sees no more than it leaves', async () => {
    const more = join(place.root, 'more');
    put(join(place.userHome, '.ssh/known_hosts'), 'hosts');
    put(join(place.userHome, '.ssh/key'), 'key');
    put(join(place.userHome, '.npmrc'), 'npmrc');
    put(join(place.userHome, 'private/file'), 'private');
    put(join(more, 'file'));
    settings = {
      ...settings,
      write: [more, join(place.root, 'missing')],
      hide: ['~/private', '~/none'],
      show: ['~/.ssh/known_hosts', '~/.npmrc'],
      env: ['MY_TOKEN'],
      devices: ['/dev/kmsg', '/dev/none', '/etc'],
    };
    const { output } = await run(
      `cd ~; echo x > ${more}/new && cat .ssh/known_hosts .npmrc; ls -A .ssh private; echo $MY_TOKEN $OTHER_TOKEN; ls /dev/kmsg`,
      { env: { MY_TOKEN: 'mine', OTHER_TOKEN: 'other' } },
    );
    expect(output).toBe('hostsnpmrc.ssh:\nknown_hosts\n\nprivate:\nmine\n/dev/kmsg');
    expect(readdirSync(more).sort()).toEqual(['file', 'new']);
    expect(existsSync(join(place.root, 'missing'))).toBe(false);
  });

  test('with read = workspace the home is only what is named', async () => {
    put(join(place.userHome, 'notes'), 'notes');
    put(join(place.userHome, 'bin/tool'));
    put(join(place.userHome, 'shared/file'));
    settings = { ...settings, read: 'workspace', show: ['~/shared'] };
    const work = join(place.userHome, 'work');
    mkdirSync(work);
    const { output } = await run('touch made; touch ../x 2>/dev/null || echo kept; ls -A ~', {
      workspace: [work],
      env: { PATH: `${place.userHome}/bin:/usr/bin:/bin` },
    });
    expect(output).toBe('kept\nbin\nshared\nwork');
    expect(readdirSync(work)).toEqual(['made']);
  });

  test('a socket that the configuration names stays', async () => {
    const path = join(place.root, 'allowed.sock');
    const server = createServer((socket) => socket.end()).listen(path);
    await new Promise((next) => server.once('listening', next));
    const connect = `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer => "${path}") or die "refused"; print "reached"'`;
    try {
      expect((await run(connect)).output).toMatch(/^refused/);
      settings = { ...settings, sockets: [path] };
      expect((await run(connect)).output).toBe('reached');
    } finally {
      server.close();
    }
  });

  test('tools whose cache is missing on the host are led to one of the workspace', async () => {
    const { output } = await run(
      'mkdir -p $npm_config_cache && touch $npm_config_cache/x && echo $npm_config_cache $GOMODCACHE',
    );
    expect(output).toMatch(/sandbox\/\w+\/\.npm \S+sandbox\/\w+\/go\/pkg\/mod$/);
    expect(readdirSync(place.userHome)).toEqual([]);
    mkdirSync(join(place.userHome, '.npm'));
    expect((await run('ls ~/.npm; echo "[$npm_config_cache]"')).output).toBe('x\n[]');
  });

  test('more directories than there can be mounts: a result, and nothing ran', async () => {
    settings = { ...settings, write: Array.from({ length: 9_000 }, (_, at) => join(place.root, String(at))) };
    const { output, failed } = await run('touch x');
    expect({ output, failed }).toEqual({
      output: '[sandbox] could not start: too many directories are writable, hidden or protected',
      failed: true,
    });
    expect(existsSync(join(place.cwd, 'x'))).toBe(false);
  });

  test('names with blanks, quotes and line breaks; several directories; a link as workspace', async () => {
    const odd = join(place.root, 'a "b" \'c\'\n$d');
    put(join(odd, '.vscode/x'));
    symlinkSync(odd, join(place.root, 'link'));
    const other = join(place.root, 'other');
    put(join(other, '.envrc'));
    const { output } = await run(
      `touch x; touch ${other}/y; touch .vscode/z 2>&1 | wc -l; touch ${other}/.envrc 2>&1 | wc -l`,
      {
        workspace: [odd, other],
      },
    );
    expect(output).toBe('1\n1');
    expect([...readdirSync(odd), ...readdirSync(other)].sort()).toEqual(['.envrc', '.vscode', 'x', 'y']);
  });

  test('the data directory in the workspace stays hidden', async () => {
    const home = join(place.cwd, '.data');
    put(join(home, 'server.token'), 'secret');
    const own = createRuntimes({ home, ...machine, settings: () => settings });
    const confinement = () =>
      own.confine({
        runtimeId: 'sandbox',
        profile: 'workspace',
        sessionId: 'session_test',
        toolCallId: undefined,
        home,
        userHome: place.userHome,
        sessionDirectory: join(home, 'sessions/session_test'),
        workspace: [place.cwd],
      });
    const { output } = await call(
      place,
      'Bash',
      { command: `cat ${home}/server.token; touch x && echo written` },
      { confinement },
    );
    await own.release('session_test');
    expect(output).toMatch(/No such file[^]*written/);
  });

  test('a worktree of a repository elsewhere can be committed to, and its hooks stay', async () => {
    const main = join(place.root, 'main');
    mkdirSync(main);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: main });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    git('worktree', 'add', '-q', join(place.root, 'tree'));
    const tree = [join(place.root, 'tree')];
    const commit = await run(
      'touch x && git add x && git -c user.name=a -c user.email=a@b commit -qm two && git log --oneline | wc -l',
      { workspace: tree },
    );
    expect(commit.output).toBe('2');
    for (const each of [`echo x > ${main}/.git/hooks/post-commit`, `echo x >> ${main}/.git/config`, 'echo x > .git'])
      expect({ each, failed: (await run(each, { workspace: tree })).failed }).toEqual({ each, failed: true });
    // there it is in the temporary files of the session
    await run(`touch ${main}/y`, { workspace: tree });
    expect(readdirSync(main)).toEqual(['.git']);
  });

  test('a repository that names a directory elsewhere as its own does not make it writable', async () => {
    const elsewhere = join(place.root, 'elsewhere');
    put(join(elsewhere, 'HEAD'));
    put(join(elsewhere, 'objects/x'));
    put(join(elsewhere, 'refs/x'));
    writeFileSync(join(place.cwd, '.git'), `gitdir: ${elsewhere}\n`);
    expect((await run(`touch ${elsewhere}/x`)).failed).toBe(true);
  });

  test('commands of a session share its loopback, which no other has, and the machine neither', async () => {
    const server = await confined();
    const shell = await startShell({
      shell: '/bin/sh',
      command: `perl -MIO::Socket::INET -e '$| = 1; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 45454, Listen => 1, ReuseAddr => 1) or die $!; print "listening\\n"; while (my $c = $s->accept) { print $c "hello\\n"; close $c }'`,
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      directory: session(),
      confinement: server,
    });
    const lines = shell.output[Symbol.asyncIterator]();
    expect(String((await lines.next()).value)).toBe('listening\n');
    const ask = `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:45454") or die "refused"; print <$s>'`;
    expect((await run(ask)).output).toBe('hello');
    expect((await run(ask, { sessionId: 'session_other' })).output).toMatch(/^refused/);
    expect((await call(place, 'Bash', { command: ask })).output).toMatch(/^refused/);
    await runtimes.release('session_other');
    await shell.stop(100);
  });

  test("ports of the machine that the configuration names are the session's too", async () => {
    const server = createServer((socket) => socket.end('database')).listen(0, '127.0.0.1');
    await new Promise((next) => server.once('listening', next));
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    settings = { ...settings, hostPorts: [port] };
    try {
      const ask = `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:${port}") or die "refused"; print <$s>'`;
      expect((await run(ask)).output).toBe('database');
    } finally {
      server.close();
    }
  });

  test('all that it started ends with bubblewrap, when that is killed too', async () => {
    const shell = await startShell({
      shell: '/bin/sh',
      command: `setsid sh -c "trap '' TERM; sleep ${seconds}" & (sleep ${seconds} &); sleep ${seconds}`,
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      directory: session(),
      confinement: await confined(),
    });
    await until('what it starts', () => (sleepers() === 3 ? true : undefined));
    process.kill(shell.pid, 'SIGKILL');
    await shell.exited;
    await until('the end of all', () => (sleepers() === 0 ? true : undefined));
  });

  test('no file tool follows a link that a command puts in its way meanwhile', async () => {
    const [outside, work] = [join(place.userHome, 'settings'), join(place.cwd, 'work')];
    put(join(outside, 'rc'), 'of the user');
    put(join(work, 'rc'), 'of the project');
    const flip = `const fs = require("fs"); fs.writeFileSync("flips", "");
      for (;;) try {
        fs.rmSync("aside", { recursive: true, force: true }); fs.renameSync("work", "aside");
        fs.symlinkSync("${outside}", "work"); fs.unlinkSync("work"); fs.renameSync("aside", "work");
      } catch {}`;
    const shell = await startShell({
      shell: '/bin/sh',
      command: `exec node -e '${flip}'`,
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      directory: session(),
      confinement: await confined(),
    });
    await until('the flipping', () => (existsSync(join(place.cwd, 'flips')) ? true : undefined));
    const done = { refused: 0, run: 0 };
    const attempt = async (tool: 'Read' | 'Write', given: Record<string, string>): Promise<string> => {
      const input = given as unknown as ToolInputs['Read'] & ToolInputs['Write'];
      const context = place.run({ runtimeId: 'sandbox' });
      try {
        const plan = await tools[tool].plan(input, context);
        const { subject } = plan;
        // as permission decides: what lies outside is asked for
        if (subject.kind !== 'path' || !subject.resolved.startsWith(place.cwd)) throw new ToolFailure('asks');
        const result = await tools[tool].run(input, { ...context, plan });
        done.run += 1;
        return String(result.output);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        done.refused += 1;
        return '';
      }
    };
    const once = async (at: number): Promise<void> => {
      await attempt('Write', { path: join(work, 'rc'), content: 'x', mode: 'append' });
      if (at % 10 === 0) await attempt('Write', { path: join(work, `made${at}`, 'rc'), content: 'x' });
      expect(await attempt('Read', { path: join(work, 'rc') })).not.toContain('of the user');
    };
    try {
      for (let at = 0; at < 500; at += 50)
        await Promise.all(Array.from({ length: 50 }, (_, index) => once(at + index)));
    } finally {
      process.kill(shell.pid, 'SIGKILL');
    }
    await shell.exited;
    expect(readdirSync(outside)).toEqual(['rc']);
    expect(readFileSync(join(outside, 'rc'), 'utf8')).toBe('of the user');
    expect(Math.min(done.refused, done.run)).toBeGreaterThan(0);
    // the kernel ends the command a moment after its guard
    await until('the end of the flipping', () => {
      try {
        rmSync(place.cwd, { recursive: true, force: true });
        return true;
      } catch {
        return undefined;
      }
    });
  });

  test('leaves no trace in the project: before, while and after 50 of them run', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place.cwd, encoding: 'utf8' });
    git('init', '-q');
    put(join(place.cwd, '.vscode/settings.json'), '{}');
    put(join(place.cwd, 'src/a.txt'), 'one');
    put(join(place.cwd, '.gitignore'), 'ignored\n');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');
    put(join(place.cwd, 'src/a.txt'), 'two');
    const look = (): { listing: string[]; status: string } => ({
      listing: readdirSync(place.cwd, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => {
          const { ino, mode, size, mtimeMs } = lstatSync(join(place.cwd, name));
          return `${name} ${ino} ${mode} ${size} ${mtimeMs}`;
        }),
      status: git('--no-optional-locks', 'status', '--porcelain', '--ignored', '--untracked-files=all'),
    });
    const before = look();
    expect(before.status).toBe(' M src/a.txt\n');
    const kinds = [
      ...['cat src/a.txt', 'git status --short', 'git log --oneline', 'git diff', 'ls -la', 'env', 'true', 'false'],
      ...['grep -r two .', 'echo x > /tmp/x; cat /tmp/x', 'node -e 1', 'touch /etc/x', 'touch .vscode/x', 'id'],
    ];
    const seen: ReturnType<typeof look>[] = [];
    const sampler = setInterval(() => seen.push(look()), 100);
    try {
      for (let at = 0; at < 50; at += 1)
        await run(kinds[at % kinds.length] ?? 'true', { env: { GIT_OPTIONAL_LOCKS: '0' } });
    } finally {
      clearInterval(sampler);
    }
    expect(seen.length).toBeGreaterThan(3);
    for (const each of [...seen, look()]) expect(each).toEqual(before);
  });

  test('a program of the workspace is no boundary, also by a path of the environment', async () => {
    const bin = join(place.cwd, 'bin');
    put(join(bin, 'bwrap'), '#!/bin/sh\ncase $1 in --version) echo bubblewrap 9.9.9 ;; esac\n');
    chmodSync(join(bin, 'bwrap'), 0o755);
    const request = {
      runtimeId: 'local',
      profile: 'read-only',
      sessionId: 's',
      toolCallId: undefined,
      home: place.home,
      userHome: place.userHome,
      sessionDirectory: session(),
      workspace: [place.cwd],
    } as const;
    const of = (env: Record<string, string>) =>
      createRuntimes({ home: place.home, ...machine, env, settings: () => settings }).confine(request);
    expect(await of({ PATH: `${bin}:/usr/bin:/bin` })).toBeUndefined();
    expect(await of({ PATH: '/usr/bin:/bin', AGENT_CODE_BWRAP: 'bin/bwrap' })).toBeUndefined();
  });

  test('a workspace that holds the home or the data is refused', async () => {
    const request = {
      runtimeId: 'sandbox',
      profile: 'workspace',
      sessionId: 's',
      toolCallId: undefined,
      home: place.home,
      userHome: place.userHome,
      sessionDirectory: session(),
    } as const;
    for (const workspace of ['/', place.userHome, place.root, join(place.home, 'x')])
      expect(await runtimes.confine({ ...request, workspace: [workspace] })).toBeUndefined();
  });
});
