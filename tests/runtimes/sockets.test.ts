/** Finding the path sockets of this machine, which the sandbox hides. */
import { expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOfListeners } from '../../daemon/runtimes/view.js';

const head = 'Num       RefCount Protocol Flags    Type St Inode Path\n';
const row = (inode: string, name = '', flags = '00010000'): string =>
  `00000000eb4b105a: 00000002 00000000 ${flags} 0001 01 ${inode}${name && ` ${name}`}\n`;

test.each(['    7', '  812', ' 9999', '12345', '1234567'])('finds a socket with the inode number "%s"', (inode) => {
  expect(pathsOfListeners(head + row(inode, '/run/docker.sock'))).toEqual(['/run/docker.sock']);
});

test('finds no socket that is connected, has no name or lies in no file system', () => {
  const rows = [row('   55'), row('   56', '/run/a', '00000000'), row('   57', '@/run/b'), row('   58', '@c')];
  expect(pathsOfListeners(head + rows.join(''))).toEqual([]);
});

test('finds names with blanks and line breaks', () => {
  const names = ['/tmp/a  b', '/tmp/ends with one\n', '/tmp/one\ntwo', '/tmp/looks: like\n00ab: a row'];
  expect(pathsOfListeners(head + names.map((name) => row('   55', name)).join(''))).toEqual(names);
  expect(pathsOfListeners('')).toEqual([]);
});

test('finds a socket of this machine', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sockets-'));
  const path = join(directory, 'with a\nbreak');
  const server = createServer().listen(path);
  try {
    await new Promise((next) => server.once('listening', next));
    expect(pathsOfListeners(readFileSync('/proc/net/unix', 'utf8'))).toContain(path);
  } finally {
    server.close();
    rmSync(directory, { recursive: true });
  }
});
