/** The status of a directory in git as rest.md 19 defines it, for repositories of every shape, even hostile ones. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readGitChanges, readGitStatus, type StatusRequest } from '../../daemon/workspace/git/status.js';
import { gitEnvironment, runGit } from './repository.js';

let root: string;
let env: Record<string, string>;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-git-')));
  env = gitEnvironment(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const gitIn = (cwd: string, ...args: string[]): string => runGit(cwd, env, args);
const git = (...args: string[]): string => gitIn(root, ...args);

function write(path: string, text: string | Buffer = `${path}\n`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Creates a repository whose last commit has these files. */
function repository(files: Record<string, string>): void {
  git('init', '-b', 'trunk');
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('add', '-A');
  git('commit', '--allow-empty', '-m', 'first');
}

const changes = (paths?: string[], cwd = root) => readGitChanges({ cwd, env }, paths);
const status = (request: StatusRequest, cwd = root) => readGitStatus({ cwd, env }, request);
const entriesOf = async (paths?: string[], cwd = root) => Object.fromEntries((await changes(paths, cwd)).entries);

const many = 'line\n'.repeat(20);

test('every status, with the lines added and deleted', async () => {
  repository({ 'same.txt': 'a\n', 'edited.txt': 'a\nb\n', 'staged.txt': 'a\n', 'gone.txt': 'a\n', 'moved.txt': many });
  write('edited.txt', 'a\nc\nd\n');
  write('staged.txt', 'b\n');
  git('add', 'staged.txt');
  rmSync(join(root, 'gone.txt'));
  git('mv', 'moved.txt', 'there.txt');
  write('new.txt', 'a\nb\n');
  git('add', 'new.txt');
  write('new.txt', 'a\nb\nc\n');
  write('unknown/file.txt', 'a\n');
  const look = await changes();
  expect(Object.fromEntries(look.entries)).toEqual({
    'edited.txt': 'modified',
    'staged.txt': 'modified',
    'gone.txt': 'deleted',
    'there.txt': 'renamed',
    'new.txt': 'added',
    'unknown/file.txt': 'untracked',
  });
  // edited +2 -1, staged +1 -1, gone -1, new +3
  expect(look).toMatchObject({ branch: 'trunk', ahead: 0, behind: 0, additions: 6, deletions: 3 });
});

test('a conflict, a file that was taken out of the index only, one that is to be added only', async () => {
  repository({ 'both.txt': 'a\n', 'kept.txt': 'a\n' });
  git('checkout', '-q', '-b', 'other');
  write('both.txt', 'b\n');
  git('commit', '-qam', 'other');
  git('checkout', '-q', 'trunk');
  write('both.txt', 'c\n');
  git('commit', '-qam', 'trunk');
  expect(() => git('merge', 'other')).toThrow();
  git('rm', '--cached', 'kept.txt');
  write('later.txt');
  git('add', '-N', 'later.txt');
  expect(await entriesOf()).toEqual({ 'both.txt': 'conflicted', 'kept.txt': 'modified', 'later.txt': 'added' });
});

test('before the first commit everything in the index was added', async () => {
  git('init', '-b', 'trunk');
  write('a.txt', 'a\nb\n');
  git('add', 'a.txt');
  write('b.txt');
  const look = await changes();
  expect(Object.fromEntries(look.entries)).toEqual({ 'a.txt': 'added', 'b.txt': 'untracked' });
  expect(look).toMatchObject({ branch: 'trunk', hasNoCommit: true, additions: 2, deletions: 0 });
});

test('commits ahead and behind; no name of a branch when none is checked out', async () => {
  repository({ 'a.txt': 'a\n' });
  git('branch', 'far');
  git('commit', '--allow-empty', '-m', 'here');
  git('commit', '--allow-empty', '-m', 'here too');
  gitIn(root, 'checkout', '-q', 'far');
  git('commit', '--allow-empty', '-m', 'there');
  git('checkout', '-q', 'trunk');
  git('branch', '--set-upstream-to', 'far');
  expect(await changes()).toMatchObject({ branch: 'trunk', ahead: 2, behind: 1 });
  git('checkout', '-q', '--detach');
  expect(await changes()).toMatchObject({ branch: '', ahead: 0, behind: 0 });
});

describe('paths', () => {
  test('limit what is reported and counted, and are taken literally', async () => {
    repository({ 'a.txt': 'a\n', 'dir/b.txt': 'b\n', '*.txt': 'c\n' });
    for (const path of ['a.txt', 'dir/b.txt', '*.txt', 'dir/new.txt']) write(path, 'other\nlines\n');
    expect(await entriesOf(['a.txt'])).toEqual({ 'a.txt': 'modified' });
    expect(await entriesOf(['*.txt'])).toEqual({ '*.txt': 'modified' });
    expect(await entriesOf(['dir'])).toEqual({ 'dir/b.txt': 'modified', 'dir/new.txt': 'untracked' });
    expect(await entriesOf(['nothing/here'])).toEqual({});
    expect(await changes(['dir'])).toMatchObject({ additions: 2, deletions: 1 });
  });

  test('start from the directory asked about, and what is outside of it is not reported', async () => {
    repository({ 'top.txt': 'a\n', 'sub/in.txt': many, 'moved.txt': 'x\ny\nz\n' });
    write('top.txt', 'b\n');
    write('sub/in.txt', 'b\n');
    write('sub/deep/new.txt');
    git('mv', 'moved.txt', 'sub/moved.txt');
    const look = await changes(undefined, join(root, 'sub'));
    expect(Object.fromEntries(look.entries)).toEqual({
      'in.txt': 'modified',
      'deep/new.txt': 'untracked',
      'moved.txt': 'added',
    });
  });

  test('have any name', async () => {
    repository({});
    const names = [
      ' lead',
      'tail ',
      'a\nb',
      'a\tb',
      '"quoted"',
      '-n',
      'ü',
      '\u202egpj.exe',
      ':(top)',
      '# branch.head x',
    ];
    for (const name of names) write(name);
    expect(new Set(Object.keys(await entriesOf()))).toEqual(new Set(names));
    expect(await entriesOf(['-n', ':(top)'])).toEqual({ '-n': 'untracked', ':(top)': 'untracked' });
  });
});

test('the status of any path: of what lies in directories that are reported as a whole, and of directories with changes', async () => {
  repository({ '.gitignore': 'out/\n*.log\n', 'src/a.ts': 'a\n', 'src/deep/b.ts': 'b\n', 'lib/c.ts': 'c\n' });
  write('src/deep/b.ts', 'x\n');
  write('fresh/one/file.ts');
  write('out/made.js');
  write('lib/x.log');
  write('lib/new/d.ts');
  const look = await status({ untracked: 'directories', ignored: true });
  const table: Record<string, string> = {
    'src/a.ts': 'clean',
    'src/deep/b.ts': 'modified',
    'src/deep': 'modified',
    src: 'modified',
    fresh: 'untracked',
    'fresh/one': 'untracked',
    'fresh/one/file.ts': 'untracked',
    out: 'ignored',
    'out/made.js': 'ignored',
    'lib/x.log': 'ignored',
    'lib/c.ts': 'clean',
    'lib/new': 'untracked',
    lib: 'modified',
    '.gitignore': 'clean',
  };
  expect(Object.fromEntries(Object.keys(table).map((path) => [path, look.of(path)]))).toEqual(table);
  const inside = await status({ untracked: 'directories', ignored: true }, join(root, 'fresh', 'one'));
  expect(inside.of('file.ts')).toBe('untracked');
});

test('submodules and repositories in the tree count as one path, and nothing runs in them', async () => {
  repository({ 'a.txt': 'a\n' });
  const other = join(root, '..', `${root.slice(root.lastIndexOf('/') + 1)}-other`);
  mkdirSync(other);
  try {
    gitIn(other, 'init', '-b', 'trunk');
    gitIn(other, 'commit', '--allow-empty', '-m', 'one');
    git('submodule', 'add', other, 'sub');
    git('commit', '-qam', 'sub');
    const mark = join(root, 'ran');
    gitIn(join(root, 'sub'), 'config', 'core.fsmonitor', `touch ${mark}; false`);
    writeFileSync(join(root, 'sub', 'new.txt'), '');
    expect(await entriesOf()).toEqual({});
    gitIn(join(root, 'sub'), 'commit', '--allow-empty', '-m', 'two');
    mkdirSync(join(root, 'nested'));
    gitIn(join(root, 'nested'), 'init');
    writeFileSync(join(root, 'nested', 'x'), '');
    rmSync(mark, { force: true });
    expect(await entriesOf()).toEqual({ sub: 'modified', nested: 'untracked' });
    expect(existsSync(mark)).toBe(false);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

describe('FS_GIT_UNAVAILABLE', () => {
  const refused = (cwd = root, own = env) => expect(readGitChanges({ cwd, env: own }, undefined)).rejects;

  test('outside of a repository, in a bare one, and in its own directory', async () => {
    await refused().toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
    git('init', '--bare', 'bare.git');
    await refused(join(root, 'bare.git')).toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
    git('init', 'plain');
    await refused(join(root, 'gone')).toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
    await refused(join(root, 'plain', '.git')).toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
  });

  test('of another user, as git decides', async () => {
    repository({});
    await refused(root, { ...env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }).toMatchObject({
      errorName: 'FS_GIT_UNAVAILABLE',
      message: expect.stringContaining('dubious ownership'),
    });
  });

  test('without git, and a git of the directory itself is none', async () => {
    repository({});
    const program = join(root, 'git');
    writeFileSync(program, `#!/bin/sh\ntouch ${root}/ran\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(root, 'sub'));
    env = { ...env, HOME: '/nowhere' };
    expect(
      (
        await readGitStatus(
          { cwd: join(root, 'sub'), env: { ...env, PATH: `${root}:${env['PATH']}` } },
          { untracked: 'files' },
        )
      ).branch,
    ).toBe('trunk');
    expect(existsSync(join(root, 'ran'))).toBe(false);
    await refused(root, { ...env, PATH: '.:' }).toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  test('with a repository that is damaged', async () => {
    repository({ 'a.txt': 'a\n' });
    writeFileSync(join(root, '.git', 'HEAD'), 'nonsense\n');
    await refused().toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
  });
});

test('nothing that a repository names is run, and nothing is written into it', async () => {
  repository({ 'a.txt': 'a\n', '.gitattributes': '* filter=evil diff=evil\n*.q filter=a=b\n', 'b.q': 'b\n' });
  const mark = join(root, 'ran');
  const evil = `touch ${mark}; cat`;
  for (const key of ['core.fsmonitor', 'core.pager', 'diff.external', 'diff.evil.command', 'diff.evil.textconv'])
    git('config', key, evil);
  for (const filter of ['evil', 'a=b']) {
    git('config', `filter.${filter}.clean`, evil);
    git('config', `filter.${filter}.process`, evil);
    git('config', `filter.${filter}.required`, 'true');
  }
  const hooks = join(root, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  write('a.txt', 'b\n');
  write('b.q', 'c\n');
  const before = git('rev-parse', 'HEAD');
  rmSync(mark, { force: true });
  const look = await changes();
  expect(Object.fromEntries(look.entries)).toEqual({ 'a.txt': 'modified', 'b.q': 'modified' });
  expect(look).toMatchObject({ additions: 2, deletions: 2 });
  expect(existsSync(mark)).toBe(false);
  expect(git('rev-parse', 'HEAD')).toBe(before);
});

test('variables that would lead git to another repository do not count', async () => {
  repository({ 'a.txt': 'a\n' });
  const other = join(root, 'other');
  mkdirSync(other);
  gitIn(other, 'init', '-b', 'elsewhere');
  env = { ...env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_EXTERNAL_DIFF: 'false' };
  expect((await changes()).branch).toBe('trunk');
});

test('a link that stands where a directory was is reported as what it is', async () => {
  repository({ 'dir/a.txt': 'a\n' });
  const outside = mkdtempSync(join(tmpdir(), 'agent-git-outside-'));
  try {
    renameSync(join(root, 'dir'), join(outside, 'dir'));
    symlinkSync(join(outside, 'dir'), join(root, 'dir'));
    expect(await entriesOf()).toEqual({ 'dir/a.txt': 'deleted', dir: 'untracked' });
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test('ends when it is interrupted', async () => {
  repository({});
  const signal = AbortSignal.abort();
  await expect(readGitStatus({ cwd: root, env, signal }, { untracked: 'files' })).rejects.toMatchObject({
    errorName: 'FS_GIT_UNAVAILABLE',
  });
});
