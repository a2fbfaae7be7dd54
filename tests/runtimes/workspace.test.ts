/** What commands of runtime `sandbox` see and change, and what their results report (runtimes.md 4, 5, 9.3, 16). */
import { describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findLeft, listQuarantine, restoreItem } from '../../daemon/runtimes/quarantine.js';
import { createRuntimes } from '../../daemon/runtimes/runtimes.js';
import { call } from '../tools/fake.js';
import { configure, place, put, run, runtimes, session, settings, start, useSandbox } from './confined.js';
import { available, machine } from './machine.js';

jest.setTimeout(120_000);
useSandbox();

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
    // from now on the file exists and is protected
    expect((await run('echo three > .envrc')).failed).toBe(true);
  });

  test('what it made when its server was killed is found by the next', async () => {
    const shell = await start('mkdir .husky');
    shell.output.destroy();
    await shell.exited;
    expect(existsSync(join(place.cwd, '.husky'))).toBe(true);
    expect(await findLeft(session()).settle(true)).toEqual({
      quarantined: [join(place.cwd, '.husky')],
      repositories: [],
    });
    expect(existsSync(join(place.cwd, '.husky'))).toBe(false);
    expect(await findLeft(session()).settle(true)).toEqual({ quarantined: [], repositories: [] });
  });

  test('writes what the configuration adds, and sees no more than it leaves', async () => {
    const more = join(place.root, 'more');
    put(join(place.userHome, '.ssh/known_hosts'), 'hosts');
    put(join(place.userHome, '.ssh/key'), 'key');
    put(join(place.userHome, '.npmrc'), 'npmrc');
    put(join(place.userHome, 'private/file'), 'private');
    put(join(more, 'file'));
    configure({
      write: [more, join(place.root, 'missing')],
      hide: ['~/private', '~/none'],
      show: ['~/.ssh/known_hosts', '~/.npmrc'],
      env: ['MY_TOKEN'],
      devices: ['/dev/kmsg', '/dev/none', '/etc'],
    });
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
    configure({ read: 'workspace', show: ['~/shared'] });
    const work = join(place.userHome, 'work');
    mkdirSync(work);
    const { output } = await run('touch made; touch ../x 2>/dev/null || echo kept; ls -A ~', {
      workspace: [work],
      env: { PATH: `${place.userHome}/bin:/usr/bin:/bin` },
    });
    expect(output).toBe('kept\nbin\nshared\nwork');
    expect(readdirSync(work)).toEqual(['made']);
  });

  test('tools whose cache is missing on the host are led to one of the workspace', async () => {
    const { output } = await run(
      'mkdir -p $npm_config_cache && touch $npm_config_cache/x && echo $npm_config_cache $GOMODCACHE',
    );
    expect(output).toMatch(/sandbox\/\w+\/\.npm \S+sandbox\/\w+\/go\/pkg\/mod$/);
    expect(readdirSync(place.userHome)).toEqual([]);
    // npm warns about variables with its prefix that it does not know
    expect((await run('env | grep -i ^npm_config_ | cut -d= -f1; echo $PNPM_HOME')).output).toMatch(
      /^npm_config_cache\n\S+sandbox\/\w+\/\.local\/share\/pnpm$/,
    );
    mkdirSync(join(place.userHome, '.npm'));
    expect((await run('ls ~/.npm; echo "[$npm_config_cache]"')).output).toBe('x\n[]');
  });

  test('more directories than there can be mounts: a result, and nothing ran', async () => {
    configure({ write: Array.from({ length: 9_000 }, (_, at) => join(place.root, String(at))) });
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
    // in the sandbox, this directory is one of the session's temporary files
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
