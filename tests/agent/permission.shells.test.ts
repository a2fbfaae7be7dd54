/** The grammar of each shell of a machine follows the file behind its name. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shellsOf } from '../../daemon/agent/permission/shells.js';

let root = '';
const at = (...names: string[]): string => path.join(root, ...names);

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'shells-')));
  for (const directory of ['real', 'bin', 'empty']) mkdirSync(at(directory));
  for (const name of ['bash', 'bash-5.2', 'dash', 'busybox', 'zsh', 'sh']) writeFileSync(at('real', name), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const link = (target: string, name: string): void => {
  rmSync(at('bin', name), { force: true });
  symlinkSync(at('real', target), at('bin', name));
};

test.each([
  ['bash', 'bash'],
  ['bash-5.2', 'bash'],
  ['dash', 'posix'],
  ['busybox', 'posix'],
  ['sh', 'posix'],
  ['zsh', 'other'],
])('a shell that is really %s reads %s', (target, dialect) => {
  for (const name of ['sh', 'bash', 'zsh', 'any']) {
    link(target, name);
    expect([name, shellsOf(at('bin', name), '').line]).toEqual([name, dialect]);
    expect([name, shellsOf(name, [at('empty'), at('bin')].join(':')).line]).toEqual([name, dialect]);
  }
});

test('`sh` on a line is looked up where programs are searched, and again when it becomes another file', () => {
  const shells = shellsOf('/bin/bash', [at('empty'), at('bin')].join(':'));
  link('bash', 'sh');
  expect([shells.of('sh'), shells.of(at('bin/sh')), shells.of('./sh')]).toEqual(['bash', 'bash', 'posix']);
  link('dash', 'sh');
  expect([shells.of('sh'), shells.of(at('bin/sh'))]).toEqual(['posix', 'posix']);
  link('zsh', 'sh');
  expect(shells.of('sh')).toBe('other');
  rmSync(at('bin/sh'));
  expect([shells.of('sh'), shells.of(at('bin/sh'))]).toEqual(['posix', 'posix']);
});

test('a shell that is not found is not taken for bash', () => {
  expect(shellsOf(at('none/bash'), '').line).toBe('posix');
  expect(shellsOf('bash', at('empty')).line).toBe('posix');
  expect(shellsOf('fish', at('empty')).line).toBe('other');
});

test('other shells on a line are known by their names', () => {
  const shells = shellsOf('/bin/sh', '');
  expect(['bash', '/usr/bin/bash', 'rbash', 'dash', 'ash', 'zsh', 'mksh'].map((name) => shells.of(name))).toEqual([
    ...['bash', 'bash', 'bash', 'posix', 'posix', 'other', 'other'],
  ]);
});
