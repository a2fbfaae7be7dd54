/** Metadata of files, new directories, sessions in any state, and the files of the machine (rest.md 19, 20). */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationTable } from '../../schemas/generated/operations.js';
import { startTestDaemon } from '../helpers/daemon.js';
import { names, openFiles, type FileTrial } from './fs.fixture.js';

let daemon: FileTrial['daemon'];
let session: FileTrial['session'];
let at: FileTrial['at'];
let folder: FileTrial['folder'];
let pipe: FileTrial['pipe'];
let stat: FileTrial['stat'];

beforeAll(async () => {
  ({ daemon, session, at, folder, pipe, stat } = await openFiles());
});
afterAll(() => daemon.close());

describe('stat', () => {
  test('the working directory itself', async () => {
    expect(await stat('.')).toMatchObject({ path: '.', name: 'work', kind: 'directory' });
    expect(await stat('./')).toMatchObject({ path: '.' });
  });

  test('paths are reported in one spelling', async () => {
    const name = folder({ 'a/b': '' });
    expect((await stat(`./${name}//a/./b`)).path).toBe(`${name}/a/b`);
  });

  test('a time that no date can express is the last one that can', async () => {
    const name = folder({ a: '' });
    utimesSync(at(name, 'a'), 1, 300_000_000_000);
    expect((await stat(`${name}/a`)).modified_at <= '9999-12-31T23:59:59.999Z').toBe(true);
  });

  test('a very large directory is not counted', async () => {
    const name = folder();
    execFileSync('sh', ['-c', 'cd "$0" && seq 10001 | xargs touch', at(name)]);
    expect(await stat(name)).not.toHaveProperty('child_count');
    rmSync(at(name, '1'));
    expect(await stat(name)).toMatchObject({ child_count: 10_000 });
  });

  test('an error names the path that was asked for', async () => {
    const name = folder({ a: '' });
    for (const path of ['none', `${name}/none`, `${name}/a/x`, `${name}/none/x`]) {
      const { msg } = await daemon.fails('statFile', 'FS_PATH_NOT_FOUND', { ...session, body: { path } });
      expect(msg).toBe(`no such path: ${path}`);
    }
  });

  test('many: what is missing is null', async () => {
    const name = folder({ a: '', 'b/': '' });
    symlinkSync('/etc', at(name, 'out'));
    pipe(`${name}/pipe`);
    const paths = [
      `${name}/a`,
      `${name}/a`,
      `${name}/none`,
      `${name}/a/x`,
      `${name}/b`,
      `${name}/out`,
      `${name}/pipe`,
      '.',
    ];
    const { entries } = await daemon.ok('statManyFiles', { ...session, body: { paths } });
    expect(Object.entries(entries).map(([path, entry]) => [path, entry?.kind ?? null])).toEqual([
      [`${name}/a`, 'file'],
      [`${name}/none`, null],
      [`${name}/a/x`, null],
      [`${name}/b`, 'directory'],
      [`${name}/out`, 'symlink'],
      [`${name}/pipe`, null],
      ['.', 'directory'],
    ]);
    await daemon.fails('statManyFiles', 'VALIDATION_FAILED', {
      ...session,
      body: { paths: Array.from({ length: 1_001 }, () => '.') },
    });
  });
});

describe('mkdir', () => {
  const make = (path: string, recursive?: boolean) =>
    daemon.ok('makeDirectory', { ...session, body: { path, ...(recursive === undefined ? {} : { recursive }) } });
  const fails = (error: Parameters<typeof daemon.fails>[1], path: string, recursive = false) =>
    daemon.fails('makeDirectory', error, { ...session, body: { path, recursive } });

  test('one', async () => {
    const name = folder();
    expect(await make(`${name}/new/`)).toMatchObject({
      path: `${name}/new`,
      name: 'new',
      kind: 'directory',
      child_count: 0,
    });
    expect(statSync(at(name, 'new')).isDirectory()).toBe(true);
    await fails('FS_ALREADY_EXISTS', `${name}/new`);
    await fails('FS_ALREADY_EXISTS', '.');
    await fails('FS_PATH_NOT_FOUND', `${name}/none/new`);
    await fails('FS_PATH_NOT_FOUND', `${name}/${'x'.repeat(256)}`);
    expect(existsSync(at(name, 'none'))).toBe(false);
  });

  test('with those above it', async () => {
    const name = folder({ file: '' });
    expect(await make(`${name}/a/b/c`, true)).toMatchObject({ path: `${name}/a/b/c` });
    expect(await make(`${name}/a/b/c`, true)).toMatchObject({ path: `${name}/a/b/c` });
    expect(await make('.', true)).toMatchObject({ path: '.' });
    for (const recursive of [true, false]) await fails('FS_PATH_NOT_FOUND', `${name}/file/x`, recursive);
    await fails('FS_PATH_NOT_FOUND', `${name}/file`, true);
    await fails('FS_ALREADY_EXISTS', `${name}/file`);
  });

  test('links within the session are followed, others are not', async () => {
    const name = folder({ 'in/': '' });
    const outside = join(daemon.folder, 'user');
    for (const [link, target] of [
      ['to', 'in'],
      ['out', outside],
      ['loose', 'none'],
      ['outloose', join(outside, 'none')],
    ] as const)
      symlinkSync(target, at(name, link));
    expect(await make(`${name}/to/a`)).toMatchObject({ path: `${name}/to/a` });
    expect(existsSync(at(name, 'in/a'))).toBe(true);
    expect(await make(`${name}/to`, true)).toMatchObject({ kind: 'directory' });
    await fails('FS_ALREADY_EXISTS', `${name}/to`);
    await fails('FS_ALREADY_EXISTS', `${name}/loose`);
    await fails('FS_PATH_NOT_FOUND', `${name}/loose/a`, true);
    for (const path of ['out', 'out/a', 'out/a/b', 'outloose', 'outloose/a'])
      for (const recursive of [true, false]) await fails('FS_PATH_ESCAPES_SESSION', `${name}/${path}`, recursive);
    expect(existsSync(join(outside, 'a')) || existsSync(join(outside, 'none'))).toBe(false);
  });

  test('no permission', async () => {
    const name = folder();
    pipe(`${name}/pipe`);
    await fails('FS_PERMISSION_DENIED', `${name}/pipe/x`);
    if (process.getuid?.() !== 0) {
      chmodSync(at(name), 0o555);
      await fails('FS_PERMISSION_DENIED', `${name}/x`);
    }
  });
});

describe('sessions in any state', () => {
  test('cold, archived and foreign ones answer, and are not loaded for it', async () => {
    const name = folder({ a: 'text' });
    const other = await startTestDaemon({ home: daemon.home, debugEndpoints: true });
    const { id } = await daemon.createSession({ metadata: { cwd: daemon.cwd } });
    const foreign = await other.ok('readFile', { params: { session_id: id }, body: { path: `${name}/a` } });
    expect(foreign.content).toBe('text');
    await daemon.ok('archiveSession', { params: { session_id: id } });
    const answer = await other.ok('listFiles', { params: { session_id: id }, body: { path: name } });
    expect(names(answer.items)).toEqual(['a']);
    const { sessions } = await other.ok('debugSessions', {});
    expect(sessions).toEqual([]);
    await other.close();
  });

  test('nothing is made for archived and foreign ones, but for cold ones', async () => {
    const name = folder({ a: 'text' });
    const other = await startTestDaemon({ home: daemon.home, debugEndpoints: true });
    const { id } = await daemon.createSession({ metadata: { cwd: daemon.cwd } });
    const made = { params: { session_id: id }, body: { path: `${name}/made` } };
    expect(await other.fails('makeDirectory', 'SESSION_BUSY', made)).toMatchObject({
      data: { owner: { base_url: daemon.baseUrl } },
    });
    await daemon.ok('archiveSession', { params: { session_id: id } });
    for (const each of [daemon, other])
      expect((await each.fails('makeDirectory', 'SESSION_BUSY', made)).msg).toContain('archived');
    expect(existsSync(join(daemon.cwd, name, 'made'))).toBe(false);
    await daemon.ok('restoreSession', { params: { session_id: id } });
    expect(await other.ok('makeDirectory', made)).toMatchObject({ kind: 'directory' });
    expect(await other.ok('debugSessions', {})).toMatchObject({ sessions: [] });
    await other.close();
  });

  test('a working directory that is gone, or leads elsewhere', async () => {
    const cwd = join(daemon.folder, 'gone');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'a'), '');
    const gone = daemon.session((await daemon.createSession({ metadata: { cwd } })).id);
    rmSync(cwd, { recursive: true });
    await daemon.fails('listFiles', 'FS_PATH_NOT_FOUND', { ...gone, body: {} });
    await daemon.fails('readFile', 'FS_PATH_NOT_FOUND', { ...gone, body: { path: 'a' } });
    await daemon.fails('makeDirectory', 'FS_PATH_NOT_FOUND', { ...gone, body: { path: 'a', recursive: true } });
    symlinkSync(daemon.cwd, cwd);
    await daemon.fails('listFiles', 'FS_PATH_ESCAPES_SESSION', { ...gone, body: {} });
    await daemon.fails('makeDirectory', 'FS_PATH_ESCAPES_SESSION', { ...gone, body: { path: 'a', recursive: true } });
    expect(existsSync(cwd)).toBe(true);
  });

  test('a working directory that became a file', async () => {
    const cwd = join(daemon.folder, 'became');
    mkdirSync(cwd);
    const became = daemon.session((await daemon.createSession({ metadata: { cwd } })).id);
    rmSync(cwd, { recursive: true });
    writeFileSync(cwd, '');
    for (const path of ['a', 'a/b', '.'])
      await daemon.fails('makeDirectory', 'FS_PATH_NOT_FOUND', { ...became, body: { path, recursive: true } });
    for (const path of ['a', 'a/b', '.'])
      await daemon.fails('diffFile', 'FS_GIT_UNAVAILABLE', { ...became, body: { path } });
    await daemon.fails('getGitStatus', 'FS_GIT_UNAVAILABLE', { ...became, body: { paths: ['a'] } });
    await daemon.fails('listFiles', 'FS_PATH_NOT_FOUND', { ...became, body: {} });
  });

  test('a session that begins in a link works where the link led then', async () => {
    const link = join(daemon.folder, 'linked');
    symlinkSync(daemon.cwd, link);
    const name = folder({ a: 'text' });
    const linked = daemon.session((await daemon.createSession({ metadata: { cwd: link } })).id);
    rmSync(link);
    expect((await daemon.ok('readFile', { ...linked, body: { path: `${name}/a` } })).content).toBe('text');
  });

  test('links may lead to additional directories', async () => {
    const more = join(daemon.folder, 'more');
    mkdirSync(join(more, 'deep'), { recursive: true });
    writeFileSync(join(more, 'deep/a.txt'), 'more');
    const name = folder();
    symlinkSync(more, at(name, 'more'));
    const wide = daemon.session((await daemon.createSession({ launch: { additional_dirs: [more] } })).id);
    expect((await daemon.ok('readFile', { ...wide, body: { path: `${name}/more/deep/a.txt` } })).content).toBe('more');
    expect(await daemon.ok('statFile', { ...wide, body: { path: `${name}/more` } })).toMatchObject({
      kind: 'directory',
      is_symlink_to: more,
    });
    await daemon.ok('makeDirectory', { ...wide, body: { path: `${name}/more/new` } });
    expect(existsSync(join(more, 'new'))).toBe(true);
    await daemon.fails('readFile', 'FS_PATH_ESCAPES_SESSION', {
      ...session,
      body: { path: `${name}/more/deep/a.txt` },
    });
    expect(readlinkSync(at(name, 'more'))).toBe(more);
  });

  test('an action that is none', async () => {
    const { code, msg } = await daemon.call('POST', `/api/v1/sessions/${session.params.session_id}/fs:bogus`, {
      body: {},
    });
    expect([code, msg]).toEqual([40001, 'unsupported action: fs:bogus']);
  });
});

describe('the machine', () => {
  test('directories of a directory, hidden ones last, links followed', async () => {
    const name = folder({ 'b/': '', 'a/': '', '.c/': '', file: '' });
    symlinkSync('b', at(name, 'to'));
    symlinkSync('file', at(name, 'tofile'));
    symlinkSync('none', at(name, 'loose'));
    const wanted = ['a', 'b', 'to', '.c'].map((each) => ({ name: each, path: at(name, each), is_dir: true }));
    expect(await daemon.ok('browseHost', { query: { path: at(name) } })).toEqual({
      path: at(name),
      parent: daemon.cwd,
      entries: wanted,
    });
    expect((await daemon.ok('browseHost', { query: { path: at(name, 'to/') } })).path).toBe(at(name, 'b'));
  });

  test('as many as there are, in pieces: no caller waits for the whole', async () => {
    const name = folder();
    const wanted = Array.from({ length: 3_000 }, (_, index) => `dir-${String(index).padStart(4, '0')}`);
    for (const each of wanted) mkdirSync(at(name, each));
    const { entries } = await daemon.ok('browseHost', { query: { path: at(name) } });
    expect(entries.map((entry) => entry.name)).toEqual(wanted);
    const unbounded = ['browseHost', 'listFiles', 'listManyFiles', 'statManyFiles', 'readFile', 'grepFiles'] as const;
    expect(unbounded.filter((operation) => !operationTable[operation].large)).toEqual([]);
  });

  test('home first, and no parent at the root', async () => {
    expect((await daemon.ok('browseHost', {})).path).toBe(daemon.userHome);
    expect(await daemon.ok('browseHost', { query: { path: '/' } })).toMatchObject({ path: '/', parent: null });
  });

  test('home and the workspaces opened last', async () => {
    for (let index = 0; index < 9; index += 1) await daemon.ok('registerWorkspace', { body: { root: at(folder()) } });
    const { home, recent_roots: recent, started_in: started } = await daemon.ok('getHostHome', {});
    expect([home, recent.length, started]).toEqual([daemon.userHome, 8, daemon.cwd]);
    expect(recent).toEqual((await daemon.ok('listWorkspaces', {})).items.slice(0, 8).map(({ root }) => root));
  });

  test('a file', async () => {
    const name = folder({ 'a.html': '<p>', 'b.txt': '0123' });
    const get = (path: string, headers: Record<string, string> = {}) =>
      daemon.ask('getHostFile', { query: { path: at(name, path) }, headers });
    const page = await get('a.html');
    expect([page.bytes?.toString(), page.headers.get('content-disposition')]).toEqual([
      '<p>',
      'attachment; filename="a.html"',
    ]);
    const text = await get('b.txt', { range: 'bytes=-2' });
    expect([text.status, text.bytes?.toString(), text.headers.get('content-disposition')]).toEqual([
      206,
      '23',
      'inline; filename="b.txt"',
    ]);
  });

  const border = 4_096;
  test.each<[string, Buffer | string, string]>([
    ['text', 'all:\n\techo ä\n', 'text/plain; charset=utf-8'],
    ['nothing', '', 'text/plain; charset=utf-8'],
    ['a character cut at the border', `${'x'.repeat(border - 1)}ä${'x'.repeat(border)}`, 'text/plain; charset=utf-8'],
    ['a character that is never whole', Buffer.from('häh').subarray(0, 2), 'application/octet-stream'],
    ['UTF-16 with its mark', Buffer.from('\ufeffhallo', 'utf16le'), 'text/plain; charset=utf-16le'],
    ['UTF-16 without a mark', Buffer.from('hallo', 'utf16le'), 'application/octet-stream'],
    ['a NUL', 'a\0b', 'application/octet-stream'],
    ['bytes', Buffer.from([0xff, 0x10, 0x80]), 'application/octet-stream'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image/png'],
    ['a page', '<html><script>x</script></html>', 'text/plain; charset=utf-8'],
  ])('a file whose name says nothing, with %s', async (_what, content, type) => {
    const name = folder({ NOTICE: content, 'notes.unknownending': content });
    for (const path of ['NOTICE', 'notes.unknownending']) {
      const answer = await daemon.ask('getHostFile', { query: { path: at(name, path) } });
      expect([answer.headers.get('content-type'), answer.bytes]).toEqual([type, Buffer.from(content)]);
    }
  });

  test.each(['relative', '', '~', 'a\0', '/a\0'])('%j is not an absolute path', async (path) => {
    const query = { path };
    for (const name of ['browseHost', 'getHostFile'] as const) await daemon.fails(name, 'VALIDATION_FAILED', { query });
    await daemon.fails('makeHostDirectory', 'VALIDATION_FAILED', { body: { path } });
  });

  test('neither file nor directory', async () => {
    const name = folder();
    pipe(`${name}/pipe`);
    await daemon.fails('getHostFile', 'VALIDATION_FAILED', { query: { path: at(name, 'pipe') } });
    await daemon.fails('getHostFile', 'VALIDATION_FAILED', { query: { path: '/dev/zero' } });
    await daemon.fails('getHostFile', 'FS_IS_DIRECTORY', { query: { path: at(name) } });
  });

  test('a new directory, whose parent must be there', async () => {
    const name = folder();
    expect(await daemon.ok('makeHostDirectory', { body: { path: `${at(name)}/./new/` } })).toEqual({
      path: at(name, 'new'),
    });
    expect(statSync(at(name, 'new')).isDirectory()).toBe(true);
    await daemon.fails('makeHostDirectory', 'FS_ALREADY_EXISTS', { body: { path: at(name, 'new') } });
    await daemon.fails('makeHostDirectory', 'FS_PATH_NOT_FOUND', { body: { path: at(name, 'a/b') } });
  });
});
