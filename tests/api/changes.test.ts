/** The files that a session changed, over REST: what is compared, during turns and for unloaded sessions. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { bash, daemon, start, stop, work, write } from './changes.fixture.js';

jest.setTimeout(60_000);
beforeAll(() => start('[checkpoints]\nmax_file_mb = 1\n'));
afterAll(stop);

const sha = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const numbered = (count: number, change: (line: number) => string = (line) => `line ${line}`): string =>
  Array.from({ length: count }, (_, at) => `${change(at + 1)}\n`).join('');

test('every file with its kind of change, its counts, its turns and its agents', async () => {
  const { id, at, put, turn, changes, item, short } = await work();
  expect(await changes()).toEqual({ files: [], not_recorded: [], unwatched: [] });
  put('edited.txt', numbered(20));
  put('gone.txt', 'a\nb\n');
  put('same.txt', 'same\n');
  await turn(
    write('new.txt', 'one\ntwo\n'),
    bash(`sed -i 's/^line 2$/LINE 2/; s/^line 18$/LINE 18\\nmore/' edited.txt && rm gone.txt && touch same.txt`),
  );
  expect(await short()).toEqual(['modified +3 -2 edited.txt', 'deleted +0 -2 gone.txt', 'added +2 -0 new.txt']);
  await turn(write('new.txt', 'one\n'));
  const after = numbered(20).replace('line 2\n', 'LINE 2\n').replace('line 18\n', 'LINE 18\nmore\n');
  expect(await changes({ path: at('edited.txt'), hunks: true })).toEqual({
    files: [
      {
        path: at('edited.txt'),
        status: 'modified',
        base_sha256: sha(numbered(20)),
        sha256: sha(after),
        added: 3,
        removed: 2,
        hunks: [
          {
            id: 'h1',
            old_start: 1,
            old_lines: 5,
            new_start: 1,
            new_lines: 5,
            lines: [' line 1', '-line 2', '+LINE 2', ' line 3', ' line 4', ' line 5'],
          },
          {
            id: 'h2',
            old_start: 15,
            old_lines: 6,
            new_start: 15,
            new_lines: 7,
            lines: [' line 15', ' line 16', ' line 17', '-line 18', '+LINE 18', '+more', ' line 19', ' line 20'],
          },
        ],
        turns: [1],
        agent_ids: ['main'],
      },
    ],
    not_recorded: [],
    unwatched: [],
  });
  expect(await item('new.txt')).toMatchObject({ status: 'added', base_sha256: null, added: 1, turns: [1, 2] });
  expect(await item('gone.txt')).toMatchObject({ status: 'deleted', base_sha256: sha('a\nb\n'), sha256: null });
  expect((await changes()).files.every((file) => !('hunks' in file))).toBe(true);

  // the same for a session that no server has in memory, without loading it
  const before = [await changes({ hunks: true }), await daemon.ok('getSession', daemon.session(id))];
  await daemon.restart();
  expect(await changes({ hunks: true })).toEqual(before[0]);
  expect(await daemon.ok('getSession', daemon.session(id))).toEqual(before[1]);
});

test('from one turn to another', async () => {
  const { turn, short, put, changes, id } = await work();
  put('a.txt', '0\n');
  await turn(bash(`printf '1\\n' > a.txt`), write('b.txt', '1\n'));
  await turn(bash(`printf '1\\n2\\n' > a.txt`));
  await turn(bash(`printf '1\\n2\\n3\\n' > a.txt`), bash('rm b.txt'));
  expect(await short()).toEqual(['modified +3 -1 a.txt']);
  expect(await short({ from_turn: 2 })).toEqual(['modified +2 -0 a.txt', 'deleted +0 -1 b.txt']);
  expect(await short({ from_turn: 3 })).toEqual(['modified +1 -0 a.txt', 'deleted +0 -1 b.txt']);
  expect(await short({ to_turn: 1 })).toEqual(['modified +1 -1 a.txt', 'added +1 -0 b.txt']);
  expect(await short({ from_turn: 2, to_turn: 2 })).toEqual(['modified +1 -0 a.txt']);
  expect((await changes({ from_turn: 2 })).files.map(({ turns }) => turns)).toEqual([[2, 3], [3]]);
  const refused = async (query: Record<string, string | number>, path: string) => {
    const { details } = await daemon.fails('listChanges', 'VALIDATION_FAILED', { ...daemon.session(id), query });
    expect(details).toMatchObject([{ path }]);
  };
  await refused({ from_turn: 4 }, 'from_turn');
  await refused({ to_turn: 4 }, 'to_turn');
  await refused({ from_turn: 2, to_turn: 1 }, 'to_turn');
  await refused({ path: 'a.txt' }, 'path');
  const broken: Record<string, string | number>[] = [
    { from_turn: 0 },
    { to_turn: 1.5 },
    { hunks: 'no way' },
    { path: '' },
  ];
  for (const query of broken) await daemon.fails('listChanges', 'VALIDATION_FAILED', { ...daemon.session(id), query });
  await daemon.fails('listChanges', 'SESSION_NOT_FOUND', daemon.session('session_none'));
});

test('a file that is back where it was is left out, also after an undo, and a redo lists it again', async () => {
  const { turn, short, put, undo, redo, changes } = await work();
  put('a.txt', '0\n');
  await turn(bash(`printf '1\\n' > a.txt`));
  await turn(bash(`printf '2\\n' > a.txt`), write('b.txt', 'b\n'));
  await undo();
  expect((await changes()).files).toMatchObject([{ turns: [1] }]);
  await redo();
  expect((await changes()).files.map(({ turns }) => turns)).toEqual([[1, 2], [2]]);
  await undo(2);
  expect(await short()).toEqual([]);
  await redo();
  put('a.txt', '0\n');
  expect(await short()).toEqual(['added +1 -0 b.txt']);
});

test('a file that moved is listed under both names, and its lines count under the new one', async () => {
  const { turn, short, put, at, item } = await work();
  put('old.txt', numbered(10));
  put('link', '');
  rmSync(at('link'));
  symlinkSync('old.txt', at('link'));
  await turn(bash('mv old.txt new.txt && rm link && ln -s new.txt link'));
  expect(await short()).toEqual(['modified +0 -0 link', 'added +0 -0 new.txt', 'deleted +0 -0 old.txt']);
  await turn(bash('echo more >> new.txt'));
  expect(await item('new.txt')).toMatchObject({
    moved_from: at('old.txt'),
    base_sha256: sha(numbered(10)),
    added: 1,
    removed: 0,
    hunks: [{ lines: [' line 8', ' line 9', ' line 10', '+more'] }],
  });
  expect(await item('link')).toMatchObject({ binary: true, base_sha256: sha('old.txt'), sha256: sha('new.txt') });
});

test('what is not text, too long, or too much to list', async () => {
  const { turn, put, item, at, changes } = await work();
  put('image', Buffer.from([0, 255, 1]));
  put('big', 'x\n');
  put('many', numbered(20_000));
  put('long', Buffer.alloc(1_100_000, 'x'));
  put('mode.sh', 'true\n');
  await turn(
    bash(
      `printf '\\000' >> image; yes y | head -c 1200000 > big; sed -i 's/$/!/' many; echo >> long; chmod 755 mode.sh`,
    ),
  );
  expect(await item('image')).toMatchObject({ binary: true, added: 0, removed: 0, hunks: [] });
  expect(await item('big')).toMatchObject({ truncated: true, added: 600_000, removed: 1, hunks: [] });
  expect((await item('big')).sha256).toBe(sha('y\n'.repeat(600_000)));
  expect(await item('many')).toMatchObject({ truncated: true, added: 20_000, removed: 20_000, hunks: [] });
  expect(await item('mode.sh')).toMatchObject({ status: 'modified', added: 0, removed: 0, hunks: [] });
  expect((await changes()).not_recorded).toEqual([{ path: at('long'), reason: 'too_large' }]);
});

test('what something else changed since is a conflict, and so is what a command in the background changes', async () => {
  const { turn, put, item, id } = await work();
  put('a.txt', '0\n');
  await turn(bash(`printf '1\\n' > a.txt`), write('b.txt', '1\n'));
  put('a.txt', '0\nuser\n');
  expect(await item('a.txt')).toMatchObject({ conflict: 'changed', added: 1, removed: 0 });
  expect(await item('b.txt')).not.toHaveProperty('conflict');
  await turn(bash(`printf '2\\n' > a.txt`));
  expect(await item('a.txt')).toMatchObject({ conflict: 'changed' });
  expect(await item('a.txt', { from_turn: 2 })).not.toHaveProperty('conflict');
  await turn({
    calls: [{ name: 'Bash', input: { command: 'sleep 0.2; echo > c.txt', run_in_background: true, description: 'x' } }],
  });
  await daemon.waitForEnd(id);
  const file = await until('the end of the command', () => item('c.txt').catch(() => undefined));
  expect(file).toMatchObject({ conflict: 'uncertain', status: 'added' });
});

test('while a turn runs; what is not watched and what is outside is named', async () => {
  const { id, turn, put, at, short, changes } = await work();
  put('.gitignore', 'dist\n');
  put('dist/a', 'a');
  put('node_modules/a', 'a');
  const outside = join(realpathSync(tmpdir()), `agent-outside-${process.pid}`);
  try {
    await turn(write('first', '1\n'), write(outside, 'x'));
    const unwatched = [
      { path: at('dist'), reason: 'ignored' },
      { path: at('node_modules'), reason: 'huge' },
    ];
    expect(await changes()).toMatchObject({
      not_recorded: [{ path: outside, reason: 'outside_workspace' }],
      unwatched,
    });
    expect((await changes({ path: at('dist/a') })).unwatched).toEqual(unwatched.slice(0, 1));
    const running = turn(write('second', '2\n'), bash(`until test -e ${at('go')}; do sleep 0.02; done`));
    await until('the second file', async () => ((await short()).length === 2 ? true : undefined));
    expect((await daemon.ok('getSession', daemon.session(id))).main_turn_active).toBe(true);
    expect(await short()).toEqual(['added +1 -0 first', 'added +1 -0 second']);
    writeFileSync(at('go'), '');
    await running;
  } finally {
    rmSync(outside, { force: true });
  }
});

test('a link on the way leads nowhere else, and a directory in the place of a file is a deletion', async () => {
  const { turn, put, at, item, changes } = await work();
  put('d/file', 'inside\n');
  put('e', 'file\n');
  await turn(bash('echo agent > d/file; echo agent > e'));
  renameSync(at('d'), at('away'));
  mkdirSync(at('other'));
  appendFileSync(at('other/file'), 'secret\n');
  symlinkSync(at('other'), at('d'));
  rmSync(at('e'));
  mkdirSync(at('e'));
  expect((await changes()).not_recorded).toEqual([{ path: at('d/file'), reason: 'blocked' }]);
  expect(await item('e')).toMatchObject({ status: 'deleted', sha256: null, conflict: 'changed' });
});
