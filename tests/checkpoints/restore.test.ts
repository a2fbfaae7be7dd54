/** Restoring files: combining records, undo and redo, and what cannot be restored. */
import { describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { wantedOf, type FilesRecord } from '../../daemon/checkpoints/plan.js';
import type { FileState } from '../../schemas/generated/types.js';
import { at, bench, carryOut, command, conflicts, left, plan, record, tree, useBench } from './restore.fixture.js';

useBench();

const file = (hash: string): FileState => ({ kind: 'file', mode: 0o644, size: 1, mtimeMs: 1, hash });
const none: FileState = { kind: 'none' };

describe('adding records up', () => {
  test.each<[string, FilesRecord[], object]>([
    ['one', [record('/a', file('1'), file('2'))], { target: file('1'), expected: file('2') }],
    [
      'from the first to the last',
      [record('/a', none, file('2')), record('/a', file('2'), file('3'))],
      { target: none, expected: file('3') },
    ],
    [
      'another process in between',
      [record('/a', file('1'), file('2')), record('/a', file('x'), file('3'))],
      { target: file('1'), expected: file('3'), conflict: 'changed_between' },
    ],
    [
      'the same change recorded by two calls',
      [record('/a', file('1'), file('2')), record('/a', file('1'), file('2'))],
      { target: file('1'), expected: file('2'), guessed: false },
    ],
    ['in the background alone', [record('/a', file('1'), file('2'), { uncertain: true })], { guessed: true }],
    [
      'in the background after the agent',
      [record('/a', file('1'), file('2')), record('/a', file('2'), file('3'), { uncertain: true })],
      { guessed: false, conflict: 'uncertain' },
    ],
    [
      'a call whose end is not known',
      [{ path: '/a', before: file('1') }],
      { target: file('1'), conflict: 'uncertain' },
    ],
    [
      'a call that went on after one whose end is not known',
      [{ path: '/a', before: file('1') }, record('/a', file('2'), file('3'))],
      { target: file('1'), expected: file('3'), conflict: 'uncertain' },
    ],
  ])('%s', (_, records, expected) => {
    expect(wantedOf(records).steps).toMatchObject([{ path: '/a', ...expected }]);
  });

  test('directories that came and went are none', () => {
    const directories = (made: string[], gone: string[]): FilesRecord => ({
      changes: [],
      directories: { made, gone: gone.map((path) => ({ path, mode: 0o755 })) },
    });
    const wanted = wantedOf([directories(['/a', '/a/b'], ['/c']), directories(['/c'], ['/a/b'])]);
    expect([wanted.made, wanted.gone]).toEqual([['/a'], []]);
  });
});

describe('back and forth', () => {
  test.each<[string, () => void]>([
    ['a new file', () => writeFileSync(at('new'), 'n')],
    ['new directories', () => void bench.put('x/y/z', 'n')],
    ['a changed file', () => appendFileSync(at('a'), 'more')],
    ['a deleted file', () => unlinkSync(at('a'))],
    ['a deleted directory', () => rmSync(at('d'), { recursive: true })],
    ['a moved file', () => renameSync(at('a'), at('d/moved'))],
    ['a moved directory', () => renameSync(at('d'), at('e'))],
    [
      'a directory in the place of a file',
      () => {
        unlinkSync(at('a'));
        bench.put('a/deep/b', 'b');
      },
    ],
    [
      'a file in the place of a directory',
      () => {
        rmSync(at('d'), { recursive: true });
        writeFileSync(at('d'), 'file');
      },
    ],
    [
      'a link in the place of a file',
      () => {
        unlinkSync(at('a'));
        symlinkSync('/etc/passwd', at('a'));
      },
    ],
    [
      'a link that leads elsewhere',
      () => {
        unlinkSync(at('link'));
        symlinkSync('elsewhere', at('link'));
      },
    ],
    ['a deleted link', () => unlinkSync(at('link'))],
    [
      'names that look like something else',
      () => {
        for (const name of ['..a', '-rf', 'a\nb', ' ', '"; x', '~', '$(x)', '…', '.agent'])
          writeFileSync(at(name), name);
      },
    ],
    ['two names of one file', () => linkSync(at('a'), at('b'))],
  ])('%s', async (_, work) => {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    symlinkSync('d', at('link'));
    const before = tree();
    const changes = await command(work);
    const after = tree();
    const undone = await plan([changes]);
    expect([conflicts(undone), left(undone)]).toEqual([[], []]);
    const back = await carryOut(undone);
    expect(tree()).toEqual(before);
    expect((await plan([changes])).actions).toEqual([]);
    await carryOut(await plan([back]));
    expect(tree()).toEqual(after);
    expect(existsSync(join(bench.directory, 'restoring.json'))).toBe(false);
  });

  test('permissions come back, and the time is new', async () => {
    const path = bench.put('a', 'aaa');
    chmodSync(path, 0o751);
    const old = statSync(path).mtimeMs;
    const changes = await command(() => {
      chmodSync(path, 0o600);
    });
    await carryOut(await plan([changes]));
    expect(statSync(path).mode & 0o777).toBe(0o751);
    expect(statSync(path).mtimeMs).toBeGreaterThan(old);
  });

  test('a large file that moved goes back by its name', async () => {
    bench.put('big', 'x'.repeat(5_000));
    const { ino } = statSync(at('big'));
    const changes = await command(() => {
      mkdirSync(at('d'));
      renameSync(at('big'), at('d/big'));
    });
    const undone = await plan([changes]);
    expect(left(undone)).toEqual([]);
    const back = await carryOut(undone);
    expect([statSync(at('big')).ino, tree().length]).toEqual([ino, 1]);
    await carryOut(await plan([back]));
    expect(statSync(at('d/big')).ino).toBe(ino);
  });

  test('a directory with something else in it stays', async () => {
    const changes = await command(() => void bench.put('made/a', 'a'));
    bench.put('made/mine', 'm');
    const back = await carryOut(await plan([changes]));
    expect(tree()).toEqual(['made/', 'made/mine m']);
    expect(back.directories).toBeUndefined();
  });
});

describe('what cannot be given back', () => {
  test.each<[string, () => Promise<FilesRecord[]>, string]>([
    [
      'too large',
      async () => {
        bench.put('a', 'x'.repeat(2_000));
        return [await command(() => writeFileSync(at('a'), 'small'))];
      },
      'too_large a',
    ],
    [
      'no room',
      async () => {
        bench.limits.maxTotal = 10;
        bench.put('a', 'x'.repeat(500));
        return [await command(() => writeFileSync(at('a'), 'small'))];
      },
      'store_full a',
    ],
    [
      'made room for others',
      async () => {
        bench.put('a', 'aaa');
        const changes = await command(() => writeFileSync(at('a'), 'small'));
        rmSync(join(bench.directory, 'objects'), { recursive: true });
        bench.keeper = bench.again();
        return [changes];
      },
      'pruned a',
    ],
    [
      'damaged',
      async () => {
        bench.put('a', 'aaa');
        const changes = await command(() => writeFileSync(at('a'), 'small'));
        const { hash = '' } = changes.changes[0]?.before ?? {};
        writeFileSync(join(bench.directory, 'objects', hash.slice(0, 2), hash.slice(2)), 'aab');
        return [changes];
      },
      'pruned a',
    ],
    [
      'outside of the workspace',
      async () => [record(join(bench.root, '../elsewhere'), file('1'), file('2'))],
      'outside_workspace elsewhere',
    ],
    [
      'a path that climbs',
      async () => [record(`${bench.root}/x/../../elsewhere`, file('1'), file('2'))],
      'outside_workspace elsewhere',
    ],
    [
      'in the background alone',
      async () => {
        bench.put('a', 'aaa');
        return [{ ...(await command(() => writeFileSync(at('a'), 'b'))), uncertain: true }];
      },
      'uncertain a',
    ],
  ])('%s', async (_, work, expected) => {
    const records = await work();
    const found = await plan(records);
    expect(found.actions).toEqual([]);
    expect(found.left.map(({ path, reason }) => `${reason} ${basename(path)}`)).toEqual([expected]);
  });
});
