/** Branch and pull request of a directory, from disk and a stub of `gh`: cached, bounded, without secrets. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createPullRequests, type PullRequests } from '../../daemon/workspace/pullrequests.js';

let base: string;
let bin: string;
let cwd: string;
let clock: number;
let asked: PullRequests;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'agent-pulls-')));
  bin = join(base, 'bin');
  cwd = join(base, 'project');
  mkdirSync(bin);
  mkdirSync(cwd);
  clock = 1_000_000;
  asked = open();
});
afterEach(() => {
  asked.close();
  rmSync(base, { recursive: true, force: true });
});

const systemPath = process.env['PATH'] ?? '';

function open(searchPath = `${bin}${delimiter}${systemPath}`, more: Record<string, string> = {}): PullRequests {
  return createPullRequests({
    environment: () => ({ PATH: searchPath, HOME: base, ...more }),
    now: () => clock,
  });
}

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.org', ...args], {
    cwd,
    env: { PATH: systemPath, HOME: base },
    stdio: 'ignore',
  });
}

function repository(remote = true): void {
  git('init', '-b', 'trunk');
  git('commit', '--allow-empty', '-m', 'one');
  if (remote) git('remote', 'add', 'origin', 'https://example.org/a.git');
}

/** Writes a stub of `gh` that records each call and then runs the script. */
function stub(script: string, place = bin): void {
  const file = join(place, 'gh');
  writeFileSync(file, `#!/bin/sh\necho "$PWD $*" >> "${join(base, 'calls')}"\n${script}\n`);
  chmodSync(file, 0o755);
}

function answer(fields: Record<string, unknown> = {}): string {
  const all = { number: 7, state: 'OPEN', isDraft: false, url: 'https://example.org/a/pull/7', ...fields };
  return `echo '${JSON.stringify(all)}'`;
}

function calls(): string[] {
  const file = join(base, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

describe('the branch', () => {
  test('of a repository, of a directory below, and of a linked work tree', async () => {
    repository();
    mkdirSync(join(cwd, 'deep', 'er'), { recursive: true });
    git('worktree', 'add', '-b', 'feature/two', join(base, 'other'));
    stub(answer());
    expect(await asked.of(cwd)).toMatchObject({ branch: 'trunk' });
    expect(await asked.of(join(cwd, 'deep', 'er'))).toMatchObject({ branch: 'trunk' });
    // the main repository has its remotes
    expect(await asked.of(join(base, 'other'))).toMatchObject({ branch: 'feature/two', pullRequest: { number: 7 } });
  });

  test('before the first commit there is one, on no branch and without a repository there is none', async () => {
    expect(await asked.of(cwd)).toEqual({ branch: null, pullRequest: null });
    git('init', '-b', 'trunk');
    expect(await open().of(cwd)).toEqual({ branch: 'trunk', pullRequest: null });
    git('commit', '--allow-empty', '-m', 'one');
    git('checkout', '--detach');
    expect(await open().of(cwd)).toEqual({ branch: null, pullRequest: null });
    expect(await asked.of(join(base, 'nowhere'))).toEqual({ branch: null, pullRequest: null });
  });

  test('a pipe in the place of HEAD holds nothing up, and invisible characters are shown', async () => {
    mkdirSync(join(cwd, '.git'));
    execFileSync('mkfifo', [join(cwd, '.git', 'HEAD')]);
    expect(await asked.of(cwd)).toEqual({ branch: null, pullRequest: null });
    rmSync(join(cwd, '.git', 'HEAD'));
    writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/a\u202eb\n');
    expect((await open().of(cwd)).branch).toBe(String.raw`a\u{202e}b`);
  });
});

describe('the pull request', () => {
  const rows: [string, Record<string, unknown>, unknown][] = [
    ['open', {}, { number: 7, state: 'open', url: 'https://example.org/a/pull/7' }],
    ['draft', { isDraft: true }, expect.objectContaining({ state: 'draft' })],
    ['merged', { state: 'MERGED' }, expect.objectContaining({ state: 'merged' })],
    ['closed, once a draft', { state: 'CLOSED', isDraft: true }, expect.objectContaining({ state: 'closed' })],
    ['of an unknown state', { state: 'LOST' }, null],
    ['without a number', { number: '7' }, null],
    ['with an address that is none', { url: 'not an address' }, null],
    ['with an address that runs something', { url: 'javascript:alert(1)' }, null],
  ];
  test.each(rows)('%s', async (_, fields, expected) => {
    repository();
    stub(answer(fields));
    expect((await asked.of(cwd)).pullRequest).toEqual(expected);
    expect(calls()).toEqual([`${cwd} pr view --json number,state,isDraft,url`]);
  });

  test.each([
    ['says no', 'exit 1'],
    ['writes something else', 'echo hello'],
    ['writes null', 'echo null'],
    ['floods its output', 'yes'],
  ])('a program that %s', async (_, script) => {
    repository();
    stub(script);
    expect(await asked.of(cwd)).toEqual({ branch: 'trunk', pullRequest: null });
    expect(calls()).toHaveLength(1);
  });

  test('no program is started without a program, a remote or a branch', async () => {
    repository(false);
    expect(await open('/nonexistent').of(cwd)).toEqual({ branch: 'trunk', pullRequest: null });
    stub(answer());
    expect(await asked.of(cwd)).toEqual({ branch: 'trunk', pullRequest: null });
    git('remote', 'add', 'origin', 'https://example.org/a.git');
    git('checkout', '--detach');
    expect(await open().of(cwd)).toEqual({ branch: null, pullRequest: null });
    expect(calls()).toEqual([]);
  });

  test('is kept for a minute, of one directory and together with its branch', async () => {
    repository();
    stub(answer());
    const [first, second] = await Promise.all([asked.of(cwd), asked.of(cwd)]);
    expect(second).toEqual(first);
    git('checkout', '-b', 'next');
    clock += 59_000;
    expect((await asked.of(cwd)).branch).toBe('trunk');
    expect(calls()).toHaveLength(1);
    clock += 2_000;
    expect((await asked.of(cwd)).branch).toBe('next');
    expect(calls()).toHaveLength(2);
    clock -= 3_600_000;
    await asked.of(cwd);
    expect(calls()).toHaveLength(3);
  });

  test('who does not wait gets the branch at once, and the rest the next time', async () => {
    repository();
    stub(`while [ ! -e "${join(base, 'go')}" ]; do sleep 0.02; done\n${answer()}`);
    expect(await asked.of(cwd, 20)).toEqual({ branch: 'trunk', pullRequest: null });
    writeFileSync(join(base, 'go'), '');
    expect((await asked.of(cwd)).pullRequest).toMatchObject({ number: 7 });
    expect(calls()).toHaveLength(1);
  });

  test('at most four programs run at once', async () => {
    repository();
    const directories = Array.from({ length: 9 }, (_, n) => join(cwd, `d${n}`));
    for (const directory of directories) mkdirSync(directory);
    stub(
      `mkdir "${base}/run.$$"; ls -d "${base}"/run.* | wc -l >> "${base}/most"; sleep 0.1; rmdir "${base}/run.$$"; ${answer()}`,
    );
    const all = await Promise.all(directories.map((directory) => asked.of(directory)));
    expect(all.every(({ pullRequest }) => pullRequest?.number === 7)).toBe(true);
    const most = readFileSync(join(base, 'most'), 'utf8').trim().split('\n').map(Number);
    expect(most).toHaveLength(9);
    expect(Math.max(...most)).toBeLessThanOrEqual(4);
  });

  test('a program that hangs ends after five seconds with everything it started', async () => {
    repository();
    stub(`sleep 60 & echo $! > "${base}/sleeper"; wait`);
    const began = performance.now();
    expect(await asked.of(cwd)).toEqual({ branch: 'trunk', pullRequest: null });
    expect(performance.now() - began).toBeGreaterThan(4_500);
    const pid = Number(readFileSync(join(base, 'sleeper'), 'utf8'));
    await gone(pid);
  }, 20_000);

  test('what runs ends with the daemon, and nothing is started afterwards', async () => {
    repository();
    stub(`echo $$ > "${base}/sleeper"; exec sleep 60`);
    const pending = asked.of(cwd);
    while (!existsSync(join(base, 'sleeper'))) await wait(10);
    asked.close();
    expect((await pending).pullRequest).toBeNull();
    await gone(Number(readFileSync(join(base, 'sleeper'), 'utf8')));
    clock += 61_000;
    expect((await asked.of(cwd)).pullRequest).toBeNull();
    expect(calls()).toHaveLength(1);
  });
});

async function gone(pid: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    // a child that ended may remain as a zombie
    const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    if (state === '' || /\) [ZX] /.test(state)) return;
    if (tries > 200) throw new Error(`process ${pid} runs on`);
    await wait(20);
  }
}

describe('a repository', () => {
  test('cannot put its own program into the way', async () => {
    repository();
    const own = join(cwd, 'bin');
    mkdirSync(own);
    stub(`echo evil >> "${base}/evil"; ${answer({ number: 666 })}`, own);
    symlinkSync(own, join(base, 'link'));
    stub(answer());
    const paths = ['.', '', 'bin', own, join(base, 'link'), bin, systemPath].join(delimiter);
    mkdirSync(join(cwd, 'sub'));
    for (const directory of [cwd, join(cwd, 'sub')])
      expect((await open(paths).of(directory)).pullRequest?.number).toBe(7);
    expect(existsSync(join(base, 'evil'))).toBe(false);
  });

  test('the program finds the same repository, whatever the daemon was started in', async () => {
    repository();
    stub(`env > "${join(base, 'env')}"; git rev-parse --show-toplevel > "${join(base, 'top')}"; ${answer()}`);
    await open(`.${delimiter}${cwd}${delimiter}${bin}${delimiter}${systemPath}`, {
      GIT_DIR: base,
      GIT_WORK_TREE: base,
    }).of(cwd);
    expect(readFileSync(join(base, 'top'), 'utf8').trim()).toBe(cwd);
    const env = readFileSync(join(base, 'env'), 'utf8');
    expect(env).toContain('GH_PROMPT_DISABLED=1');
    expect(env).not.toMatch(/^GIT_DIR=/m);
    expect(env).toMatch(new RegExp(`^PATH=${bin}`, 'm'));
  });
});
