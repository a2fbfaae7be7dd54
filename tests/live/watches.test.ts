/** Watching files over the socket: what is asked, refused, told and to whom (ws.md 3, 5.3, 7.7). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AsyncApiDocument } from '../../daemon/http/asyncapi.js';
import type { FileEvent } from '../../schemas/generated/types.js';
import { codeOf, startTestDaemon, until, type TestDaemon, type TestSocket } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

let cwd: string;
let session_id: string;
let socket: TestSocket;
const open: TestSocket[] = [];
async function connect(): Promise<TestSocket> {
  const made = await daemon.socket();
  open.push(made);
  return made;
}
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});
const folders: string[] = [];
function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'agent-files-')));
  folders.push(made);
  return made;
}
beforeEach(async () => {
  cwd = folder();
  session_id = (await daemon.createSession({ metadata: { cwd } })).id;
  socket = await connect();
});
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

type Told = TestSocket['frames'][number] & {
  payload: { changes: FileEvent[]; watch_seq: number; count?: number; truncated?: true };
};

const told = (on: TestSocket, id = session_id) =>
  on.frames.filter((frame): frame is Told => frame.type === 'event.fs.changed' && frame.session_id === id);
const lines = (on: TestSocket, id = session_id) =>
  told(on, id).flatMap(({ payload }) => payload.changes.map(({ path, change }) => `${change} ${path}`));

/** Waits until a socket was told of these, and nothing else. */
async function tells(on: TestSocket, expected: string[], id = session_id): Promise<void> {
  await until(expected.join(', '), () => (lines(on, id).length >= expected.length ? true : undefined), 10_000).catch(
    () => undefined,
  );
  expect(lines(on, id).sort()).toEqual([...expected].sort());
}

const add = (paths: string[], more: object = {}, on = socket) =>
  on.send('watch_fs_add', { session_id, paths, ...more });
const remove = (paths: string[], more: object = {}) => socket.send('watch_fs_remove', { session_id, paths, ...more });

describe('what is asked', () => {
  test('paths are told by one name, and one that is added twice counts once', async () => {
    expect(await add(['src/', './src', 'src//', 'src/./a'])).toMatchObject({
      code: 0,
      payload: { watched_paths: ['src', 'src/a'], current_count: 2 },
    });
    expect(await add(['.', 'src'], { recursive: false, runtime_id: 'elsewhere' })).toMatchObject({
      payload: { watched_paths: ['src', 'src/a', '.'], current_count: 3 },
    });
    expect(await remove(['./src/', 'unknown', '..', ''])).toMatchObject({
      code: 0,
      payload: { watched_paths: ['src/a', '.'], current_count: 2 },
    });
    expect(await remove(['.', 'src/a'])).toMatchObject({ payload: { watched_paths: [], current_count: 0 } });
    expect(await remove(['.'], { session_id: 'session_unknown' })).toMatchObject({
      code: 0,
      payload: { watched_paths: [], current_count: 0 },
    });
  });

  test('a session that is not there: 40401', async () => {
    expect(await add(['.'], { session_id: 'session_unknown' })).toMatchObject({ code: 40401 });
  });

  test.each([
    '',
    '/',
    '/etc',
    '..',
    '../x',
    'a/..',
    'a/../b',
    'a/../../b',
    './..',
    '..\\x',
    'a\\..\\b',
    'a/..\\b',
    'nul\0',
    'a/\0',
  ])('%j is refused with 41304, and nothing is changed', async (path) => {
    await add(['kept']);
    expect(await add(['other', path])).toMatchObject({ code: codeOf('FS_PATH_ESCAPES_SESSION'), payload: {} });
    expect(await remove([])).toMatchObject({ payload: { watched_paths: ['kept'] } });
  });

  test('links that lead out are refused with 41304, also where nothing is; those that stay inside are followed', async () => {
    const elsewhere = folder();
    write('real/file');
    symlinkSync(elsewhere, join(cwd, 'out'));
    symlinkSync('out', join(cwd, 'twice'));
    symlinkSync(join(elsewhere, 'missing'), join(cwd, 'dangling'));
    symlinkSync('real', join(cwd, 'link'));
    for (const path of ['out', 'out/x', 'out/x/y', 'twice', 'twice/x', 'dangling', 'dangling/x', 'link/../out'])
      expect([path, (await add([path])).code]).toEqual([path, 41304]);
    expect(await add(['link'])).toMatchObject({ code: 0, payload: { watched_paths: ['link'] } });
    write('real/file', 'longer');
    await tells(socket, ['modified link/file']);
  });

  test('links may lead to the other directories of the session', async () => {
    const more = folder();
    symlinkSync(more, join(cwd, 'more'));
    session_id = (await daemon.createSession({ metadata: { cwd }, launch: { additional_dirs: [more] } })).id;
    expect(await add(['more'])).toMatchObject({ code: 0 });
    writeFileSync(join(more, 'file'), 'x');
    await tells(socket, ['created more/file']);
  });

  test('what no file can be called is no path: 40001', async () => {
    for (const path of ['x'.repeat(256), 'a/'.repeat(3_000), `${'é'.repeat(128)}/x`, 'half \ud800'])
      expect((await add([path])).code).toBe(40001);
    for (const payload of [{ session_id }, { session_id, paths: 'src' }, { session_id, paths: [] }, { paths: ['.'] }])
      expect((await socket.send('watch_fs_add', payload)).code).toBe(40001);
  });

  test('a connection watches at most 100 paths in all its sessions: 42902, and nothing is changed', async () => {
    const other = (await daemon.createSession({ metadata: { cwd } })).id;
    const names = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
    expect(await add(names(60), { session_id: other })).toMatchObject({ payload: { current_count: 60 } });
    expect(await add(names(41))).toMatchObject({ code: codeOf('FS_WATCH_LIMIT_EXCEEDED'), payload: {} });
    expect(await remove([])).toMatchObject({ payload: { watched_paths: [], current_count: 60 } });
    expect(await add([...names(40), ...names(40)])).toMatchObject({ code: 0, payload: { current_count: 100 } });
    expect(await add(['p0'])).toMatchObject({ code: 0 });
    expect(await add(['p40'])).toMatchObject({ code: 42902 });
    expect(await remove(['p1'])).toMatchObject({ payload: { current_count: 99 } });
    expect(await add(['p40'])).toMatchObject({ code: 0, payload: { current_count: 100 } });
    const another = await connect();
    expect(await add(['p0'], {}, another)).toMatchObject({ payload: { current_count: 1 } });
  });

  test('the limit answers before anything else of a path is looked at, however many there are', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
    expect(await add(names(100))).toMatchObject({ code: 0 });
    for (const paths of [
      ['q'],
      ['./q/'],
      ['x'.repeat(256)],
      [...names(100), 'q'],
      [...names(1_000), 'q'],
      names(100_000),
    ])
      expect([paths.length, (await add(paths)).code]).toEqual([paths.length, 42902]);
    const repeated = Array.from({ length: 2_000 }, (_, at) => `${at % 2 ? './' : ''}p${at % 100}`);
    expect(await add(repeated)).toMatchObject({ code: 0, payload: { current_count: 100 } });
    expect(await remove(names(2_000).slice(1))).toMatchObject({ code: 0, payload: { watched_paths: ['p0'] } });
  });

  test('too many paths beside a subscription are an outcome of theirs alone', async () => {
    const paths = Array.from({ length: 1_001 }, (_, at) => `p${at}`);
    expect(
      await socket.send('subscribe', { session_ids: [session_id], watch_fs: { [session_id]: { paths } } }),
    ).toMatchObject({
      code: 0,
      payload: { accepted: [session_id], watch_fs: { [session_id]: { code: 42902, watched_paths: [] } } },
    });
  });

  test('with a subscription, each session with an outcome of its own', async () => {
    const other = (await daemon.createSession({ metadata: { cwd: folder() } })).id;
    const ack = await socket.send('subscribe', {
      session_ids: [session_id],
      agent_filter: { [session_id]: ['agent_other'] },
      watch_fs: {
        [session_id]: { paths: ['.'] },
        [other]: { paths: ['..'], recursive: false },
        session_unknown: { paths: ['.'] },
      },
    });
    expect(ack).toMatchObject({
      code: 0,
      payload: {
        accepted: [session_id],
        watch_fs: {
          [session_id]: { code: 0, msg: 'success', watched_paths: ['.'], current_count: 1 },
          [other]: { code: 41304, watched_paths: [], current_count: 1 },
          session_unknown: { code: 40401, watched_paths: [], current_count: 1 },
        },
      },
    });
    write('file');
    // a filter of agents is not about files
    await tells(socket, ['created file']);
    const plain = await socket.send('subscribe', { session_ids: [session_id] });
    expect(plain.payload).not.toHaveProperty('watch_fs');
  });

  test('frames are answered in the order they came', async () => {
    write('a/file');
    const answers = [
      add(['a']),
      socket.send('subscribe', { session_ids: [session_id] }),
      remove(['a']),
      add(['b']),
      socket.send('unsubscribe', { session_ids: [session_id] }),
    ];
    const acks = await Promise.all(answers);
    expect(socket.frames.filter(({ type }) => type === 'ack')).toEqual(acks);
    expect(acks[2]).toMatchObject({ payload: { watched_paths: [] } });
    expect(acks[3]).toMatchObject({ payload: { watched_paths: ['b'] } });
  });
});

describe('what is told', () => {
  test('a volatile event with the last number of the session, to nobody else', async () => {
    write('src/index.ts', 'export {};\n');
    const other = await connect();
    await other.send('subscribe', { session_ids: [session_id] });
    await other.send('watch_fs_add', { session_id, paths: ['elsewhere'] });
    await add(['.']);
    const at = await socket.send('subscribe', { session_ids: [session_id] });
    appendFileSync(join(cwd, 'src/index.ts'), '// more\n');
    await tells(socket, ['modified src/index.ts']);
    const { etag } = await daemon.ok('statFile', { ...daemon.session(session_id), body: { path: 'src/index.ts' } });
    const [frame] = told(socket);
    const cursor = (at.payload['cursors'] as Record<string, { seq: number; epoch: string }>)[session_id];
    expect(frame).toEqual({
      type: 'event.fs.changed',
      seq: cursor?.seq,
      epoch: cursor?.epoch,
      volatile: true,
      session_id,
      timestamp: expect.stringMatching(/Z$/),
      payload: {
        type: 'event.fs.changed',
        agentId: 'main',
        sessionId: session_id,
        changes: [{ path: 'src/index.ts', change: 'modified', kind: 'file', size_delta: 8, etag }],
        coalesced_window_ms: 200,
        watch_seq: 1,
      },
    });
    expect(told(other)).toEqual([]);
  });

  test('counted up for each connection and session', async () => {
    const another = await connect();
    const second = (await daemon.createSession({ metadata: { cwd } })).id;
    await add(['.']);
    write('first');
    await tells(socket, ['created first']);
    await add(['.'], {}, another);
    await add(['.'], { session_id: second });
    write('second');
    for (const [on, id] of [
      [socket, session_id],
      [another, session_id],
      [socket, second],
    ] as const)
      await until('the second', () => (lines(on, id).includes('created second') ? true : undefined));
    expect(told(socket).map(({ payload }) => payload.watch_seq)).toEqual([1, 2]);
    expect(told(another).map(({ payload }) => payload.watch_seq)).toEqual([1]);
    expect(told(socket, second).map(({ payload }) => payload.watch_seq)).toEqual([1]);
  });

  test('a save by rename, a new tree, a deletion; direct children where no more is asked', async () => {
    write('file', 'before');
    write('flat/in/file');
    await add(['.']);
    await add(['flat'], { recursive: false });
    const flat = await connect();
    await add(['flat'], { recursive: false }, flat);
    write('.draft', 'after');
    renameSync(join(cwd, '.draft'), join(cwd, 'file'));
    write('a/b/c', 'x');
    write('flat/in/file', 'longer');
    write('flat/direct');
    await tells(socket, [
      'modified file',
      'created a',
      'created a/b',
      'created a/b/c',
      'modified flat/in/file',
      'created flat/direct',
    ]);
    await tells(flat, ['created flat/direct']);
  });

  test('over 500 changes are only counted', async () => {
    await add(['.']);
    write('many/0');
    for (let at = 1; at < 2_000; at += 1) writeFileSync(join(cwd, 'many', String(at)), '');
    const frame = await until('a count', () => told(socket).find(({ payload }) => payload.truncated));
    expect(frame.payload).toMatchObject({ changes: [], truncated: true, coalesced_window_ms: 200 });
    expect(frame.payload.count).toBeGreaterThan(500);
  });

  test('names that are hard to write', async () => {
    await add(['.']);
    const names = ['line\nbreak', '"quoted"\t\u0001', '\u202egnp.exe', '日本'];
    for (const name of names) write(name);
    await tells(
      socket,
      names.map((name) => `created ${name}`),
    );
    const { items } = await daemon.ok('listFiles', { ...daemon.session(session_id), body: {} });
    expect(items.map(({ path }) => path).sort()).toEqual([...names].sort());
  });
});

describe('how long', () => {
  test('a subscription that ends takes no watch along', async () => {
    await socket.send('subscribe', { session_ids: [session_id], watch_fs: { [session_id]: { paths: ['.'] } } });
    await socket.send('unsubscribe', { session_ids: [session_id] });
    write('file');
    await tells(socket, ['created file']);
    await remove(['.']);
    const other = await connect();
    await add(['.'], {}, other);
    write('later');
    await tells(other, ['created later']);
    expect(lines(socket)).toEqual(['created file']);
  });

  test('archived sessions, and those that another server runs', async () => {
    await daemon.ok('archiveSession', daemon.session(session_id));
    const second = await startTestDaemon({ home: daemon.home });
    try {
      const there = await second.socket();
      for (const on of [socket, there]) expect(await add(['.'], {}, on)).toMatchObject({ code: 0 });
      const running = (await daemon.createSession({ metadata: { cwd } })).id;
      await daemon.run(running, 'hello');
      expect(await add(['.'], { session_id: running }, there)).toMatchObject({ code: 0 });
      write('file');
      for (const [on, id] of [
        [socket, session_id],
        [there, session_id],
        [there, running],
      ] as const)
        await tells(on, ['created file'], id);
      // deleted by the server that runs it
      await daemon.ok('deleteSession', daemon.session(running));
      write('other');
      await until('the next', () => (lines(there).includes('created other') ? true : undefined));
      expect(lines(there, running)).toEqual(['created file']);
    } finally {
      await second.close();
    }
  });

  test('a session that is deleted is watched no more, and its working directory may go and come', async () => {
    const other = (await daemon.createSession({ metadata: { cwd } })).id;
    await add(['.']);
    await add(['.'], { session_id: other });
    await daemon.ok('deleteSession', daemon.session(session_id));
    expect(await remove([], { session_id: other })).toMatchObject({ payload: { current_count: 1 } });
    expect(await add(['.'])).toMatchObject({ code: 40401 });
    write('file');
    await tells(socket, ['created file'], other);
    rmSync(cwd, { recursive: true });
    await tells(socket, ['created file', 'deleted .', 'deleted file'], other);
    write('back');
    await tells(socket, ['created file', 'deleted .', 'deleted file', 'created .', 'created back'], other);
    expect(lines(socket)).toEqual([]);
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux(
    '200 connections that come, watch and vanish leave nothing behind',
    async () => {
      for (let at = 0; at < 10; at += 1) write(`d${at}/file`);
      await add(['d0']);
      const base = watches();
      expect(base).toBeGreaterThan(0);
      for (let at = 0; at < 20; at += 1) {
        const all = await Promise.all(Array.from({ length: 10 }, () => connect()));
        const acks = all.map((each) => add(['.', `d${at % 10}`], {}, each));
        // half of them do not wait for the answer
        await Promise.all(acks.slice(5));
        for (const each of all) each.close();
        for (const ack of acks) void ack.catch(() => undefined);
      }
      await until('nothing more than before', () => (watches() === base ? true : undefined));
      write('d0/file', 'longer');
      await tells(socket, ['modified d0/file']);
      await remove(['d0']);
      await until('nothing', () => (watches() === 0 ? true : undefined));
    },
    60_000,
  );
});

/** What the system watches for the processes that this one started for it. */
function watches(): number {
  return readdirSync('/proc').reduce((sum, pid) => {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker'))
        return sum;
      const infos = readdirSync(`/proc/${pid}/fdinfo`).map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'));
      return sum + infos.join('\n').split('\ninotify wd:').length - 1;
    } catch {
      // it ended, or a file of it was closed
      return sum;
    }
  }, 0);
}

test('the document shows each of these frames with an example', async () => {
  const { data } = await daemon.call<AsyncApiDocument>('GET', '/asyncapi.json');
  const { messages } = data.components;
  for (const name of ['client.watch_fs_add', 'ack.watch_fs_add', 'client.watch_fs_remove', 'event.fs.changed'])
    expect([name, messages[name] !== undefined]).toEqual([name, true]);
  for (const name of ['client.watch_fs_add', 'client.watch_fs_remove', 'event.fs.changed'])
    expect(messages[name]?.examples.length).toBeGreaterThan(0);
});
