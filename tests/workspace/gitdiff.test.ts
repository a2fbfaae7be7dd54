/** Diffs of single files against the last commit, for files in every state (rest.md 19). */
import { execFileSync } from 'node:child_process';
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
import { sessionDiff, sessionStatus } from '../../daemon/workspace/git/session.js';
import { gitEnvironment, runGit } from './repository.js';

let root: string;
let env: Record<string, string>;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-diff-')));
  env = gitEnvironment(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const gitIn = (cwd: string, ...args: string[]): string => runGit(cwd, env, args);
const git = (...args: string[]): string => gitIn(root, ...args);

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function repository(files: Record<string, string | Buffer>): void {
  git('init', '-b', 'trunk');
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('add', '-A');
  git('commit', '--allow-empty', '-m', 'first');
}

const reachOf = (cwd = root, more: string[] = []) => ({ cwd, directories: [cwd, ...more] });
const asker = () => ({ env, signal: new AbortController().signal });
const diff = (path: string, cwd = root) => sessionDiff(reachOf(cwd), path, asker());
/** Returns a diff without object names and similarity. */
const textOf = async (path: string, cwd = root) =>
  (await diff(path, cwd)).diff.replace(/^index .*\n/m, '').replace(/^similarity .*\n/m, '');

const numbered = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('');

describe('a file', () => {
  test('changed in the tree, in the index, in both; unchanged', async () => {
    repository({ 'a.txt': 'one\ntwo\n', 'b.txt': 'one\n', 'same.txt': 'x\n' });
    write('a.txt', 'one\nmore\ntwo\n');
    git('add', 'a.txt');
    write('a.txt', 'one\nmore\n2\n');
    expect(await textOf('a.txt')).toBe(
      'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+more\n+2\n',
    );
    expect(await diff('same.txt')).toEqual({ path: 'same.txt', diff: '', truncated: false });
  });

  test('deleted, with the directory it was in', async () => {
    repository({ 'dir/deep/a.txt': 'one\n', 'b.txt': 'b\n' });
    rmSync(join(root, 'dir'), { recursive: true });
    expect(await textOf('dir/deep/a.txt')).toBe(
      'diff --git a/dir/deep/a.txt b/dir/deep/a.txt\ndeleted file mode 100644\n--- a/dir/deep/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
    );
    write('dir', 'a file now\n');
    expect(await textOf('dir/deep/a.txt')).toContain('deleted file mode');
  });

  test('renamed', async () => {
    repository({ 'old.txt': numbered });
    git('mv', 'old.txt', 'new.txt');
    write('new.txt', `${numbered}last\n`);
    const text = await textOf('new.txt');
    expect(text).toContain('rename from old.txt\nrename to new.txt\n--- a/old.txt\n+++ b/new.txt\n');
    expect(text.match(/^\+[^+]/gm)).toHaveLength(1);
    mkdirSync(join(root, 'x/y'), { recursive: true });
    git('mv', 'new.txt', 'x/y/far.txt');
    expect(await textOf('x/y/far.txt')).toContain('rename from old.txt\nrename to x/y/far.txt\n');
    expect(await textOf('y/far.txt', join(root, 'x'))).toContain('rename from old.txt\nrename to x/y/far.txt\n');
  });

  test('binary, a link, another mode', async () => {
    repository({ 'a.bin': Buffer.from([1, 0, 2]), 'run.sh': 'x\n' });
    symlinkSync('run.sh', join(root, 'link'));
    git('add', '-A');
    git('commit', '-qm', 'link');
    write('a.bin', Buffer.from([1, 0, 3]));
    expect(await textOf('a.bin')).toBe('diff --git a/a.bin b/a.bin\nBinary files a/a.bin and b/a.bin differ\n');
    rmSync(join(root, 'link'));
    symlinkSync('a.bin', join(root, 'link'));
    expect(await textOf('link')).toContain(
      '-run.sh\n\\ No newline at end of file\n+a.bin\n\\ No newline at end of file\n',
    );
    chmodSync(join(root, 'run.sh'), 0o755);
    expect(await textOf('run.sh')).toBe('diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n');
  });

  test('of a directory: what git knows below it', async () => {
    repository({ 'dir/a.txt': 'a\n', 'dir/b.txt': 'b\n', 'c.txt': 'c\n' });
    for (const path of ['dir/a.txt', 'dir/b.txt', 'c.txt']) write(path, 'x\n');
    expect((await textOf('dir')).match(/^diff --git/gm)).toHaveLength(2);
    expect((await textOf('.')).match(/^diff --git/gm)).toHaveLength(3);
  });

  test('in a conflict', async () => {
    repository({ 'a.txt': 'a\n' });
    git('checkout', '-q', '-b', 'other');
    write('a.txt', 'b\n');
    git('commit', '-qam', 'b');
    git('checkout', '-q', 'trunk');
    write('a.txt', 'c\n');
    git('commit', '-qam', 'c');
    expect(() => git('merge', 'other')).toThrow();
    expect(await textOf('a.txt')).toContain('+<<<<<<<');
  });
});

describe('a file git does not know', () => {
  /** Returns git's own diff of a file after `git add -N`. */
  function asGit(path: string): string {
    git('add', '-N', '--force', '--', path);
    const text = git('-c', 'core.quotePath=false', 'diff', 'HEAD', '--', path).replace(/^index .*\n/m, '');
    git('rm', '--cached', '-q', '--', path);
    return text;
  }

  test.each<[string, string | Buffer]>([
    ['lines', 'one\ntwo\n'],
    ['one line', 'one\n'],
    ['no end of the line', 'one\ntwo'],
    ['ends of other systems', 'one\r\ntwo\r\n'],
    ['separators that are no line ends', 'one\u2028two\rthree\n'],
    ['a blank line at the end', 'one\n\n'],
    ['nothing', ''],
    ['binary', Buffer.from([65, 0, 66])],
  ])('%s', async (_, content) => {
    repository({ 'a.txt': 'a\n' });
    write('sub/new.txt', content);
    expect((await diff('sub/new.txt')).diff).toBe(asGit('sub/new.txt'));
  });

  test.each(['a b.txt', 'a"b\\c.txt', 'tab\there', 'line\nend', 'ü\u202e.txt', '-n', '\x01\x7f'])(
    '%j',
    async (name) => {
      repository({ 'a.txt': 'a\n' });
      write(name, 'x\n');
      expect((await diff(name)).diff).toBe(asGit(name));
    },
  );

  test('a program, a link, an ignored one', async () => {
    repository({ '.gitignore': '*.log\n' });
    write('run.sh', 'x\n');
    chmodSync(join(root, 'run.sh'), 0o755);
    expect((await diff('run.sh')).diff).toBe(asGit('run.sh'));
    symlinkSync('run.sh', join(root, 'link'));
    expect((await diff('link')).diff).toBe(asGit('link'));
    write('a.log', 'x\n');
    expect((await diff('a.log')).diff).toBe(asGit('a.log'));
  });

  test('below the directory of the session, and before the first commit', async () => {
    git('init', '-b', 'trunk');
    write('sub/a.txt', 'a\n');
    git('add', 'sub/a.txt');
    write('sub/b.txt', 'b\n');
    const sub = join(root, 'sub');
    expect(await textOf('a.txt', sub)).toContain('--- /dev/null\n+++ b/sub/a.txt\n@@ -0,0 +1 @@\n+a\n');
    expect(await textOf('b.txt', sub)).toContain('--- /dev/null\n+++ b/sub/b.txt\n@@ -0,0 +1 @@\n+b\n');
  });
});

test('is cut at the end of a line before 1 MiB', async () => {
  const mebibyte = 1024 * 1024;
  repository({ 'a.txt': 'a\n', 'one.txt': 'a\n' });
  const lines = 'ääääääääää\n'.repeat(100_000);
  for (const path of ['a.txt', 'new.txt']) {
    write(path, lines);
    const { diff: text, truncated } = await diff(path);
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mebibyte);
    expect(Buffer.byteLength(text)).toBeGreaterThan(mebibyte - 100);
    expect(text.endsWith('\n+ääääääääää\n')).toBe(true);
  }
  expect((await diff('new.txt')).diff).toContain('@@ -0,0 +1,100000 @@');
  for (const path of ['one.txt', 'new-one.txt']) {
    write(path, 'x'.repeat(2 * mebibyte));
    const { diff: text, truncated } = await diff(path);
    expect(truncated).toBe(true);
    expect(text.endsWith('@@\n') || text.endsWith('-a\n')).toBe(true);
  }
});

test('settings of the repository change nothing and run nothing', async () => {
  repository({ 'a.txt': 'a\n', '.gitattributes': '*.txt diff=evil filter=evil\n' });
  const mark = join(root, 'ran');
  for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean', 'core.pager'])
    git('config', key, `touch ${mark}; cat`);
  for (const [key, value] of [
    ['color.ui', 'always'],
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.context', '0'],
    ['diff.orderFile', '/nowhere'],
    ['core.quotePath', 'true'],
    ['diff.renames', 'false'],
  ] as const)
    git('config', key, value);
  write('a.txt', 'b\n');
  write('ä.txt', 'x\n');
  git('add', '-N', 'ä.txt');
  rmSync(mark, { force: true });
  expect(await textOf('a.txt')).toBe('diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n');
  expect(await textOf('ä.txt')).toContain('+++ b/ä.txt\n');
  expect(existsSync(mark)).toBe(false);
});

test('repositories in the tree and submodules answer for their own files', async () => {
  repository({ 'a.txt': 'a\n' });
  mkdirSync(join(root, 'nested'));
  gitIn(join(root, 'nested'), 'init', '-b', 'trunk');
  write('nested/b.txt', 'b\n');
  gitIn(join(root, 'nested'), 'add', '-A');
  gitIn(join(root, 'nested'), 'commit', '-qm', 'b');
  write('nested/b.txt', 'c\n');
  expect(await textOf('nested/b.txt')).toContain('-b\n+c\n');
  git('submodule', 'add', './nested', 'nested');
  git('commit', '-qm', 'sub');
  gitIn(join(root, 'nested'), 'commit', '-qam', 'c');
  expect(await textOf('nested')).toMatch(/-Subproject commit \w+\n\+Subproject commit \w+\n$/);
});

describe('errors', () => {
  test('nothing there, no repository, a path that leads out', async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'agent-diff-outside-')));
    try {
      await expect(diff('a.txt')).rejects.toMatchObject({ errorName: 'FS_GIT_UNAVAILABLE' });
      repository({ 'a.txt': 'a\n' });
      gitIn(outside, 'init', '-b', 'trunk');
      writeFileSync(join(outside, 'secret.txt'), 'secret\n');
      symlinkSync(outside, join(root, 'out'));
      symlinkSync('nowhere', join(root, 'dangling'));
      for (const path of ['none.txt', 'none/none.txt', 'a.txt/none', 'dangling'])
        await expect(diff(path)).rejects.toMatchObject({ errorName: 'FS_PATH_NOT_FOUND' });
      for (const path of ['', '/etc/passwd', '../x', 'a/../../x', 'a\0b', 'out', 'out/secret.txt', 'out/none.txt']) {
        await expect(diff(path)).rejects.toMatchObject({ errorName: 'FS_PATH_ESCAPES_SESSION' });
        await expect(sessionStatus(reachOf(), [path], asker())).rejects.toMatchObject({
          errorName: 'FS_PATH_ESCAPES_SESSION',
        });
      }
      // a link may lead to another directory of the session
      const both = reachOf(root, [outside]);
      expect((await sessionDiff(both, 'out/secret.txt', asker())).diff).toContain('+secret\n');
      await expect(sessionDiff(reachOf(join(root, 'gone')), 'a', asker())).rejects.toMatchObject({
        errorName: 'FS_GIT_UNAVAILABLE',
      });
      await expect(sessionStatus(reachOf(join(root, 'gone')), undefined, asker())).rejects.toMatchObject({
        errorName: 'FS_GIT_UNAVAILABLE',
      });
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test('nothing of another place is reported while a directory and a link change places', async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'agent-diff-outside-')));
    try {
      repository({ 'dir/a.txt': 'a\n' });
      gitIn(outside, 'init', '-b', 'trunk');
      writeFileSync(join(outside, 'a.txt'), 'secret\n');
      const dir = join(root, 'dir');
      let over = false;
      const racing = (async () => {
        while (!over) {
          renameSync(dir, join(root, 'aside'));
          symlinkSync(outside, dir);
          await new Promise((resolve) => setTimeout(resolve, 1));
          rmSync(dir);
          renameSync(join(root, 'aside'), dir);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      const answers: string[] = [];
      for (let round = 0; round < 25; round += 1) {
        answers.push(
          await diff('dir/a.txt').then(
            ({ diff: text }) => text,
            (error: { errorName: string }) => error.errorName,
          ),
        );
      }
      over = true;
      await racing;
      for (const answer of answers) expect(answer).not.toContain('secret');
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});

/** Puts a `git` first on PATH that runs shell lines before and after the real command. */
async function withStub<T>(
  before: string,
  after: string,
  ask: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const real = execFileSync('which', ['git'], { env, encoding: 'utf8' }).trim();
  const programs = mkdtempSync(join(tmpdir(), 'agent-programs-'));
  const lines = ['#!/bin/sh', before, `"${real}" "$@"`, 'code=$?', after, 'exit $code', ''];
  writeFileSync(join(programs, 'git'), lines.join('\n'), { mode: 0o755 });
  try {
    return await ask({ ...env, PATH: `${programs}:${env['PATH'] ?? ''}` });
  } finally {
    rmSync(programs, { recursive: true, force: true });
  }
}

test('of what git came upon, the status reports only what is found again in the directory', async () => {
  git('init', '-q');
  write('here/file', 'x');
  // a git that reports a path outside, as if its walk had been redirected
  const after = `case " $* " in *" status "*) printf '? elsewhere/secret\\0' ;; esac`;
  const { entries } = await withStub('', after, (env) => sessionStatus(reachOf(), undefined, { ...asker(), env }));
  expect([...entries]).toEqual([['here/file', 'untracked']]);
});

test.each(['dir/a.txt', 'dir', '.'])(
  'of %s, another directory in its place while git compares is not shown',
  async (path) => {
    repository({ 'dir/a.txt': 'a\n', 'dir/deep/b.txt': 'b\n', 'c.txt': 'c\n' });
    write('dir/a.txt', 'mine\n');
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'agent-diff-place-')));
    try {
      mkdirSync(join(place, 'other'));
      writeFileSync(join(place, 'other/a.txt'), 'secret\n');
      const swap = (...moves: string[]): string =>
        `case " $* " in *" diff "*) cd '${place}'; ${moves.map((move) => `mv ${move}`).join('; ')}; cd "$OLDPWD" ;; esac`;
      const dir = `'${join(root, 'dir')}'`;
      const { diff: text } = await withStub(
        swap(`${dir} away`, `other ${dir}`),
        swap(`${dir} other`, `away ${dir}`),
        (env) => sessionDiff(reachOf(), path, { ...asker(), env }),
      );
      expect(text.replace(/^index .*\n/m, '')).toBe(
        'diff --git a/dir/a.txt b/dir/a.txt\n--- a/dir/a.txt\n+++ b/dir/a.txt\n@@ -1 +1 @@\n-a\n+mine\n',
      );
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
);

test('attributes that git does not know yet count, and are compared only as themselves', async () => {
  repository({ 'sub/a.txt': 'a\nb\n', 'sub/a.bin': 'one\n', '.gitattributes': '' });
  write('.gitattributes', '*.txt text\n');
  write('sub/.gitattributes', '*.bin -diff\n');
  write('sub/a.txt', 'a\r\nb\r\nc\r\n');
  write('sub/a.bin', 'two\n');
  const sub = join(root, 'sub');
  expect((await textOf('a.txt', sub)).match(/^[+-][^+-].*$/gm)).toEqual(['+c']);
  expect(await textOf('a.bin', sub)).toContain('Binary files a/sub/a.bin and b/sub/a.bin differ');
  expect(await textOf('.gitattributes')).toContain('+*.txt text\n');
  rmSync(join(root, '.gitattributes'));
  expect(await textOf('.gitattributes')).toContain('deleted file mode');
});

test('of a directory with more changes than one command takes, as git shows them', async () => {
  const name = (at: number): string => `dir/${at % 7}/${'x'.repeat(100)}-${at}.txt`;
  const files = Array.from({ length: 1_500 }, (_, at) => [name(at), `${at}\n`] as const);
  repository(Object.fromEntries(files));
  for (const [path, text] of files) write(path, `${text}more\n`);
  rmSync(join(root, name(8)));
  git('mv', name(9), 'dir/moved.txt');
  const ours = await diff('dir');
  const theirs = git('-c', 'core.quotePath=false', 'diff', '--find-renames', 'HEAD');
  const parts = (text: string): string[] => text.split(/^(?=diff --git)/m).sort();
  expect(parts(ours.diff)).toEqual(parts(theirs));
  expect(ours.truncated).toBe(false);
});
