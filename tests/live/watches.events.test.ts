/** Watches of files over the socket: events, and how long a watch lasts (ws.md 7.7). */
import { describe, expect, test } from '@jest/globals';
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until } from '../helpers/daemon.js';
import {
  daemon,
  cwd,
  session_id,
  socket,
  connect,
  write,
  changeFrames,
  lines,
  receives,
  add,
  remove,
  useWatches,
} from './watches.fixture.js';

useWatches();

describe('what a client receives', () => {
  test('a volatile event with the last number of the session, to no other client', async () => {
    write('src/index.ts', 'export {};\n');
    const other = await connect();
    await other.send('subscribe', { session_ids: [session_id] });
    await other.send('watch_fs_add', { session_id, paths: ['elsewhere'] });
    await add(['.']);
    const at = await socket.send('subscribe', { session_ids: [session_id] });
    appendFileSync(join(cwd, 'src/index.ts'), '// more\n');
    await receives(socket, ['modified src/index.ts']);
    const { etag } = await daemon.ok('statFile', { ...daemon.session(session_id), body: { path: 'src/index.ts' } });
    const [frame] = changeFrames(socket);
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
    expect(changeFrames(other)).toEqual([]);
  });

  test('counted up for each connection and session', async () => {
    const another = await connect();
    const second = (await daemon.createSession({ metadata: { cwd } })).id;
    await add(['.']);
    write('first');
    await receives(socket, ['created first']);
    await add(['.'], {}, another);
    await add(['.'], { session_id: second });
    write('second');
    for (const [on, id] of [
      [socket, session_id],
      [another, session_id],
      [socket, second],
    ] as const)
      await until('the second', () => (lines(on, id).includes('created second') ? true : undefined));
    expect(changeFrames(socket).map(({ payload }) => payload.watch_seq)).toEqual([1, 2]);
    expect(changeFrames(another).map(({ payload }) => payload.watch_seq)).toEqual([1]);
    expect(changeFrames(socket, second).map(({ payload }) => payload.watch_seq)).toEqual([1]);
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
    await receives(socket, [
      'modified file',
      'created a',
      'created a/b',
      'created a/b/c',
      'modified flat/in/file',
      'created flat/direct',
    ]);
    await receives(flat, ['created flat/direct']);
  });

  test('over 500 changes are only counted', async () => {
    await add(['.']);
    write('many/0');
    for (let at = 1; at < 2_000; at += 1) writeFileSync(join(cwd, 'many', String(at)), '');
    const frame = await until('a count', () => changeFrames(socket).find(({ payload }) => payload.truncated));
    expect(frame.payload).toMatchObject({ changes: [], truncated: true, coalesced_window_ms: 200 });
    expect(frame.payload.count).toBeGreaterThan(500);
  });

  test('names that are hard to write', async () => {
    await add(['.']);
    const names = ['line\nbreak', '"quoted"\t\u0001', '\u202egnp.exe', '日本'];
    for (const name of names) write(name);
    await receives(
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
    await receives(socket, ['created file']);
    await remove(['.']);
    const other = await connect();
    await add(['.'], {}, other);
    write('later');
    await receives(other, ['created later']);
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
        await receives(on, ['created file'], id);
      // by the server that owns it
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
    await receives(socket, ['created file'], other);
    rmSync(cwd, { recursive: true });
    await receives(socket, ['created file', 'deleted .', 'deleted file'], other);
    write('back');
    await receives(socket, ['created file', 'deleted .', 'deleted file', 'created .', 'created back'], other);
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
        // half of the clients do not wait for the ack
        await Promise.all(acks.slice(5));
        for (const each of all) each.close();
        for (const ack of acks) void ack.catch(() => undefined);
      }
      await until('nothing more than before', () => (watches() === base ? true : undefined));
      write('d0/file', 'longer');
      await receives(socket, ['modified d0/file']);
      await remove(['d0']);
      await until('nothing', () => (watches() === 0 ? true : undefined));
    },
    60_000,
  );
});

/** Number of inotify watches in the watch processes that this process started. */
function watches(): number {
  return readdirSync('/proc').reduce((sum, pid) => {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (Number(parent) !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchworker'))
        return sum;
      const infos = readdirSync(`/proc/${pid}/fdinfo`).map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'));
      return sum + infos.join('\n').split('\ninotify wd:').length - 1;
    } catch {
      // the process ended, or closed one of its files
      return sum;
    }
  }, 0);
}
