/** Searching files, git and opening files over HTTP: accepted places, answers, and side effects. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
let id: string;
let cwd: string;
const started: { program: string; args: readonly string[]; env: Record<string, string> }[] = [];
beforeAll(async () => {
  daemon = await startTestDaemon({
    env: { VISUAL: 'code', DISPLAY: ':7', AGENT_MODEL_NAME: 'm', AGENT_MODEL_API_KEY: 'sk-not-for-editors' },
    programs: {
      find: async (name) => `/usr/bin/${name}`,
      start: async (program, args, { env }) => void started.push({ program, args, env }),
    },
  });
  cwd = realpathSync(daemon.cwd);
  mkdirSync(join(cwd, 'src'));
  writeFileSync(join(cwd, 'src', 'user.ts'), 'const user = 1;\n');
  writeFileSync(join(cwd, 'notes.md'), 'user\n');
  id = (await daemon.createSession()).id;
});
afterAll(() => daemon.close());

const session = () => ({ params: { session_id: id } });
const pathsOf = (data: { items: { path: string }[] }) => data.items.map(({ path }) => path);

describe('searchFiles', () => {
  test('takes a session, a workspace or a directory', async () => {
    const workspace = (await daemon.ok('registerWorkspace', { body: { root: cwd } })).id;
    for (const session_id of [id, workspace, cwd, `${cwd}/`, join(cwd, 'src', '..')]) {
      const data = await daemon.ok('searchFiles', { params: { session_id }, body: { query: 'user' } });
      expect(data).toEqual({
        items: [{ path: 'src/user.ts', name: 'user.ts', kind: 'file', score: 1, match_positions: [4, 5, 6, 7] }],
        truncated: false,
      });
    }
    for (const session_id of [
      'session_none',
      'wd_none_000000000000',
      '/nowhere/at/all',
      join(cwd, 'notes.md'),
      'src',
      '/a\0b',
    ])
      await daemon.fails('searchFiles', 'SESSION_NOT_FOUND', { params: { session_id }, body: { query: '' } });
  });

  test('makes no workspace of a directory', async () => {
    const before = await daemon.ok('listWorkspaces', {});
    await daemon.ok('searchFiles', { params: { session_id: join(cwd, 'src') }, body: { query: '' } });
    expect((await daemon.ok('listWorkspaces', {})).items).toHaveLength(before.items.length);
  });

  test('follows what happens in the directory', async () => {
    writeFileSync(join(cwd, 'later-file.ts'), '');
    await until('the new file', async () => {
      const data = await daemon.ok('searchFiles', { ...session(), body: { query: 'later-file' } });
      return pathsOf(data)[0];
    });
  });

  test('a directory that is gone has nothing', async () => {
    const gone = join(daemon.folder, 'gone');
    mkdirSync(gone);
    const other = await daemon.createSession({ metadata: { cwd: gone } });
    rmSync(gone, { recursive: true });
    const request = { params: { session_id: other.id } };
    expect(await daemon.ok('searchFiles', { ...request, body: { query: '' } })).toEqual({
      items: [],
      truncated: false,
    });
    expect(await daemon.ok('grepFiles', { ...request, body: { pattern: 'x' } })).toMatchObject({ files: [] });
    // a link that took its place is not followed
    symlinkSync('/etc', gone);
    expect(await daemon.ok('searchFiles', { ...request, body: { query: '' } })).toEqual({
      items: [],
      truncated: false,
    });
    expect(await daemon.ok('grepFiles', { ...request, body: { pattern: 'root' } })).toMatchObject({ files: [] });
    await daemon.fails('diffFile', 'FS_PATH_ESCAPES_SESSION', { ...request, body: { path: 'passwd' } });
    await daemon.fails('getGitStatus', 'FS_PATH_ESCAPES_SESSION', { ...request, body: {} });
    rmSync(gone);
    await daemon.fails('getGitStatus', 'FS_GIT_UNAVAILABLE', { ...request, body: {} });
  });
});

describe('searchWorkspaceFiles and suggestWorkspaceFiles', () => {
  test('a directory becomes a workspace, once, and through links', async () => {
    const root = join(daemon.folder, 'fresh');
    mkdirSync(root);
    writeFileSync(join(root, 'user.md'), '');
    symlinkSync(root, join(daemon.folder, 'fresh-link'));
    for (let round = 0; round < 3; round += 1) {
      const data = await daemon.ok('suggestWorkspaceFiles', { body: { workspace: root, query: 'us' } });
      expect(pathsOf(data)).toEqual(['user.md']);
    }
    const { items } = await daemon.ok('listWorkspaces', {});
    const workspace = items.find((each) => each.root === root);
    expect(workspace).toBeDefined();
    const opened = workspace?.last_opened_at;
    const known = await daemon.ok('searchWorkspaceFiles', { body: { workspace: workspace?.id ?? '', query: 'us' } });
    expect(pathsOf(known)).toEqual(['user.md']);
    const linked = await daemon.ok('searchWorkspaceFiles', {
      body: { workspace: join(daemon.folder, 'fresh-link'), query: 'us' },
    });
    expect(pathsOf(linked)).toEqual(['user.md']);
    const after = (await daemon.ok('listWorkspaces', {})).items.find((each) => each.root === root);
    expect(after?.last_opened_at).toBe(opened);
  });

  test.each(['/nowhere/at/all', 'wd_none_000000000000', 'relative', './x'])('%j is no workspace', async (workspace) => {
    const before = await daemon.ok('listWorkspaces', {});
    for (const name of ['searchWorkspaceFiles', 'suggestWorkspaceFiles'] as const)
      await daemon.fails(name, 'WORKSPACE_NOT_FOUND', { body: { workspace, query: '' } });
    expect((await daemon.ok('listWorkspaces', {})).items).toEqual(before.items);
  });

  test('parameters', async () => {
    mkdirSync(join(cwd, '.dot'));
    writeFileSync(join(cwd, '.dot', 'user.txt'), '');
    writeFileSync(join(cwd, '.gitignore'), '*.log\n');
    writeFileSync(join(cwd, 'user.log'), '');
    const suggest = async (more: object) =>
      pathsOf(await daemon.ok('suggestWorkspaceFiles', { body: { workspace: cwd, query: 'user', ...more } }));
    await until('the rules', async () => ((await suggest({})).includes('user.log') ? undefined : true));
    expect(await suggest({})).toEqual(['src/user.ts']);
    expect(await suggest({ show_hidden: true })).toEqual(['.dot/user.txt', 'src/user.ts']);
    expect(await suggest({ follow_gitignore: false })).toEqual(['user.log', 'src/user.ts']);
    expect(await suggest({ follow_gitignore: false, exclude_globs: ['src'] })).toEqual(['user.log']);
    expect(await suggest({ include_globs: ['none/**'] })).toEqual([]);
    expect(await suggest({ query: 'src/' })).toEqual(['src/user.ts']);
    const bad = await daemon.fails('suggestWorkspaceFiles', 'VALIDATION_FAILED', {
      body: { workspace: cwd, query: '', include_globs: ['a', '{a,b}'.repeat(12)] },
    });
    expect(bad.details).toMatchObject([{ path: 'include_globs.1' }]);
    rmSync(join(cwd, '.gitignore'));
    rmSync(join(cwd, 'user.log'));
  });
});

test('grepFiles: all of its parameters reach the search', async () => {
  const data = await daemon.ok('grepFiles', {
    ...session(),
    body: { pattern: 'USER', case_sensitive: false, include_globs: ['**/*.ts'], context_lines: 0 },
  });
  expect(data).toMatchObject({
    files: [{ path: 'src/user.ts', matches: [{ line: 1, col: 7, text: 'const user = 1;', before: [], after: [] }] }],
    truncated: false,
  });
  const bad = await daemon.fails('grepFiles', 'VALIDATION_FAILED', {
    ...session(),
    body: { pattern: '[', regex: true },
  });
  expect(bad.details).toMatchObject([{ path: 'pattern' }]);
});

describe('git', () => {
  let repository: string;
  let own: string;
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.org', ...args], { cwd: repository, env });
  beforeAll(async () => {
    repository = realpathSync(mkdtempSync(join(tmpdir(), 'agent-api-git-')));
    git('init', '-q', '-b', 'trunk');
    writeFileSync(join(repository, 'a.txt'), 'one\n');
    git('add', '-A');
    git('commit', '-qm', 'first');
    writeFileSync(join(repository, 'a.txt'), 'two\n');
    writeFileSync(join(repository, 'b.txt'), 'new\n');
    own = (await daemon.createSession({ metadata: { cwd: repository } })).id;
  });
  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  test('status and diff of a cold session', async () => {
    const request = { params: { session_id: own } };
    expect(await daemon.ok('getGitStatus', { ...request, body: {} })).toEqual({
      branch: 'trunk',
      ahead: 0,
      behind: 0,
      entries: { 'a.txt': 'modified', 'b.txt': 'untracked' },
      additions: 1,
      deletions: 1,
      pullRequest: null,
    });
    expect((await daemon.ok('getGitStatus', { ...request, body: { paths: ['b.txt'] } })).entries).toEqual({
      'b.txt': 'untracked',
    });
    expect(await daemon.ok('getGitStatus', { ...request, body: { paths: [] } })).toMatchObject({
      entries: {},
      additions: 0,
    });
    const diff = await daemon.ok('diffFile', { ...request, body: { path: './a.txt' } });
    expect(diff).toMatchObject({ path: 'a.txt', truncated: false });
    expect(diff.diff).toContain('-one\n+two\n');
    await daemon.fails('diffFile', 'FS_PATH_NOT_FOUND', { ...request, body: { path: 'none' } });
    await daemon.fails('diffFile', 'FS_GIT_UNAVAILABLE', { ...session(), body: { path: 'notes.md' } });
  });

  test('the pull request that gh reports', async () => {
    const bin = join(daemon.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'gh'),
      `#!/bin/sh\necho '{"number":12,"state":"OPEN","isDraft":true,"url":"https://example.org/pull/12"}'\n`,
    );
    chmodSync(join(bin, 'gh'), 0o755);
    git('remote', 'add', 'origin', 'https://example.org/a.git');
    const other = await startTestDaemon({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
    try {
      const created = await other.createSession({ metadata: { cwd: repository } });
      const data = await other.ok('getGitStatus', { params: { session_id: created.id }, body: {} });
      expect(data.pullRequest).toEqual({ number: 12, state: 'draft', url: 'https://example.org/pull/12' });
    } finally {
      await other.close();
    }
  });
});

test('openFile, openFileIn and revealFile start programs without the secrets of the server', async () => {
  started.length = 0;
  expect(await daemon.ok('openFile', { ...session(), body: { path: 'src/user.ts', line: 3 } })).toEqual({
    opened: true,
  });
  expect(await daemon.ok('openFileIn', { ...session(), body: { path: 'src', app_id: 'vscode' } })).toEqual({
    opened: true,
  });
  expect(await daemon.ok('revealFile', { ...session(), body: { path: 'src/user.ts' } })).toEqual({ revealed: true });
  const path = join(cwd, 'src', 'user.ts');
  expect(started.map(({ program, args }) => [program, ...args])).toEqual([
    ['/usr/bin/code', '--goto', `${path}:3`],
    ['/usr/bin/code', join(cwd, 'src')],
    [expect.stringMatching(/xdg-open|open/), ...(process.platform === 'darwin' ? ['-R', path] : [join(cwd, 'src')])],
  ]);
  for (const { env } of started) {
    expect(env).toMatchObject({ DISPLAY: ':7' });
    expect(JSON.stringify(env)).not.toContain('sk-not-for-editors');
  }
  await daemon.fails('openFile', 'FS_PATH_NOT_FOUND', { ...session(), body: { path: 'none' } });
  await daemon.fails('revealFile', 'FS_PATH_ESCAPES_SESSION', { ...session(), body: { path: '..' } });
  expect(started).toHaveLength(3);
});

test('a program that is not there is reported, and nothing else of the server', async () => {
  const other = await startTestDaemon({
    env: { PATH: '/nowhere' },
    programs: { find: async () => undefined, start: async () => undefined },
  });
  try {
    const created = await other.createSession();
    writeFileSync(join(other.cwd, 'a.txt'), '');
    const answer = await other.fails('openFile', 'INTERNAL_ERROR', {
      params: { session_id: created.id },
      body: { path: 'a.txt' },
    });
    expect(answer.msg).toMatch(/could not be started: there is no/);
  } finally {
    await other.close();
  }
});
