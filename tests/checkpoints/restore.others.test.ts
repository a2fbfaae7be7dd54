/** Restoring files that another process changed in between, and never outside of a workspace. */
import { describe, expect, test } from '@jest/globals';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withEntry } from '../../daemon/checkpoints/places.js';
import { at, bench, carryOut, command, conflicts, left, plan, tree, useBench } from './restore.fixture.js';

useBench();

test('a directory in the place of a file that holds something else: refused, and with force it alone stays', async () => {
  bench.put('d', 'file');
  bench.put('a', 'aaa');
  const changes = await command(() => {
    unlinkSync(at('d'));
    bench.put('d/sub/x', 'agent');
    bench.put('a', 'agent', false);
  });
  bench.put('d/sub/mine', 'm');
  expect(conflicts(await plan([changes]))).toEqual(['changed d']);
  const whole = await plan([changes], true);
  expect(left(whole)).toEqual(['blocked d']);
  await carryOut(whole);
  expect(tree()).toEqual(['a aaa', 'd/', 'd/sub/', 'd/sub/mine m']);
});

describe('another process', () => {
  test.each<[string, () => void, string]>([
    ['changed it', () => writeFileSync(at('a'), 'mine'), 'changed a'],
    ['took it away', () => unlinkSync(at('a')), 'changed a'],
    [
      'put a link in its place',
      () => {
        unlinkSync(at('a'));
        symlinkSync('/etc/passwd', at('a'));
      },
      'changed a',
    ],
    [
      'put a directory in its place',
      () => {
        unlinkSync(at('a'));
        mkdirSync(at('a'));
      },
      'changed a',
    ],
    ['created what was deleted again', () => writeFileSync(at('gone'), 'mine'), 'changed gone'],
    [
      'made a link of the directory on the way',
      () => {
        renameSync(at('d'), join(bench.root, '../d'));
        symlinkSync(join(bench.root, '../d'), at('d'));
      },
      'changed d/b',
    ],
  ])('%s', async (_, work, expected) => {
    bench.put('a', 'aaa');
    bench.put('gone', 'g');
    bench.put('d/b', 'bbb');
    const changes = await command(() => {
      writeFileSync(at('a'), 'agent');
      unlinkSync(at('gone'));
      writeFileSync(at('d/b'), 'agent');
    });
    work();
    expect(conflicts(await plan([changes]))).toEqual([expected]);
  });

  test('with force its content is kept for the way back, and nothing goes through a link', async () => {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    const changes = await command(() => {
      writeFileSync(at('a'), 'agent');
      writeFileSync(at('d/b'), 'agent');
    });
    writeFileSync(at('a'), 'mine');
    renameSync(at('d'), join(bench.root, '../d'));
    symlinkSync(join(bench.root, '../d'), at('d'));
    const made = await plan([changes], true);
    expect(left(made)).toEqual(['blocked d/b']);
    const back = await carryOut(made);
    expect(readFileSync(at('a'), 'utf8')).toBe('aaa');
    expect(readFileSync(join(bench.root, '../d/b'), 'utf8')).toBe('agent');
    await carryOut(await plan([back]));
    expect(readFileSync(at('a'), 'utf8')).toBe('mine');
  });

  test('a link that comes up on the way at the last moment leads nowhere', async () => {
    bench.put('d/b', 'bbb');
    mkdirSync(join(bench.root, '../outside'));
    const changes = await command(() => unlinkSync(at('d/b')));
    const made = await plan([changes]);
    rmdirSync(at('d'));
    symlinkSync(join(bench.root, '../outside'), at('d'));
    await expect(carryOut(made)).rejects.toMatchObject({ errorName: 'SESSION_FILES_CHANGED' });
    expect(readdirSync(join(bench.root, '../outside'))).toEqual([]);
    expect(tree()).toEqual([`d -> ${join(bench.root, '../outside')}`]);
  });
});

test('a place is reached only below a workspace directory', () => {
  bench.put('a', 'x');
  symlinkSync('/etc', at('link'));
  const look = (path: string): string => {
    try {
      return withEntry(bench.roots, path, (entry) => readFileSync(entry, 'utf8'));
    } catch (error) {
      return String((error as { why?: string }).why);
    }
  };
  expect(look(at('a'))).toBe('x');
  expect(look(at('none/a'))).toBe('missing');
  expect(look(at('link/passwd'))).toBe('blocked');
  expect(look(at('a/b'))).toBe('missing');
  expect(look('/etc/passwd')).toBe('outside');
  expect(look(`${bench.root}/../x`)).toBe('outside');
  expect(look(bench.root)).toBe('outside');
});
