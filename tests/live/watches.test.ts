/** Watches of files over the socket: requests and their outcomes (ws.md 3, 5.3). */
import { describe, expect, test } from '@jest/globals';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AsyncApiDocument } from '../../daemon/http/asyncapi.js';
import { codeOf } from '../helpers/daemon.js';
import {
  daemon,
  cwd,
  session_id,
  socket,
  connect,
  folder,
  write,
  receives,
  add,
  remove,
  useWatches,
} from './watches.fixture.js';

useWatches();

describe('what is asked', () => {
  test('paths are reported by one name, and one that is added twice counts once', async () => {
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
    await receives(socket, ['modified link/file']);
  });

  test('links may lead to the other directories of the session', async () => {
    const more = folder();
    symlinkSync(more, join(cwd, 'more'));
    const { id } = await daemon.createSession({ metadata: { cwd }, launch: { additional_dirs: [more] } });
    expect(await add(['more'], { session_id: id })).toMatchObject({ code: 0 });
    writeFileSync(join(more, 'file'), 'x');
    await receives(socket, ['created more/file'], id);
  });

  test('what no file can be called is not a path: 40001', async () => {
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
    // an agent filter does not apply to files
    await receives(socket, ['created file']);
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

test('the document shows each of these frames with an example', async () => {
  const { data } = await daemon.call<AsyncApiDocument>('GET', '/asyncapi.json');
  const { messages } = data.components;
  for (const name of ['client.watch_fs_add', 'ack.watch_fs_add', 'client.watch_fs_remove', 'event.fs.changed'])
    expect([name, messages[name] !== undefined]).toEqual([name, true]);
  for (const name of ['client.watch_fs_add', 'client.watch_fs_remove', 'event.fs.changed'])
    expect(messages[name]?.examples.length).toBeGreaterThan(0);
});
