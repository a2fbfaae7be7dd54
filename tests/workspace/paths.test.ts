/** Resolving paths, also through links, and deciding what is inside a directory. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { canonicalDirectories, inside, resolvePath, resolveReal } from '../../daemon/base/fs/paths.js';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'paths-')));
  mkdirSync(path.join(root, 'work/sub'), { recursive: true });
  mkdirSync(path.join(root, 'out/deep'), { recursive: true });
  writeFileSync(path.join(root, 'out/file'), '');
  symlinkSync('../out', path.join(root, 'work/link'));
  symlinkSync(path.join(root, 'out/deep'), path.join(root, 'work/deep'));
  symlinkSync('../out/none', path.join(root, 'work/dangling'));
  symlinkSync('loop', path.join(root, 'work/loop'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('resolvePath', () => {
  const base = { cwd: '/w/p', userHome: '/home/u' };
  test.each([
    ['a/b', '/w/p/a/b'],
    ['../x', '/w/x'],
    ['/etc/./hosts', '/etc/hosts'],
    ['~', '/home/u'],
    ['~/a', '/home/u/a'],
    ['~other/a', '/w/p/~other/a'],
  ])('%s -> %s', (given, expected) => expect(resolvePath(given, base)).toBe(expected));
});

describe('resolveReal', () => {
  test.each([
    ['work/sub', 'work/sub'],
    ['work/link/file', 'out/file'],
    ['work/link/new/file', 'out/new/file'],
    ['work/dangling', 'out/none'],
    ['work/dangling/x', 'out/none/x'],
    ['work/deep/../x', 'out/x'],
    ['work/none/../x', 'work/x'],
    ['work/out/file/x', 'work/out/file/x'],
  ])('%s -> %s', (given, expected) => expect(resolveReal(`${root}/${given}`)).toBe(path.join(root, expected)));

  test('ends on a loop', () =>
    expect(resolveReal(path.join(root, 'work/loop/x'))).toBe(path.join(root, 'work/loop/x')));
});

describe('inside', () => {
  test.each([
    [['/a'], '/a', true],
    [['/a'], '/a/b', true],
    [['/a'], '/ab', false],
    [['/'], '/x', true],
    [['/a', '/b'], '/b/c', true],
    [[], '/a', false],
  ])('%j %s %s', (directories, file, expected) => expect(inside(directories, file)).toBe(expected));
});

test('canonicalDirectories drops duplicates and contained ones, keeps the first, names what is missing', () => {
  const at = (name: string): string => path.join(root, name);
  expect(
    canonicalDirectories([
      at('work'),
      at('work/sub'),
      at('work/link'),
      at('out/deep'),
      at('out'),
      at('none'),
      at('out/file'),
    ]),
  ).toEqual({
    directories: [at('work'), at('out')],
    missing: [at('none'), at('out/file')],
  });
  expect(canonicalDirectories([at('work/sub'), at('work')]).directories).toEqual([at('work/sub'), at('work')]);
});
