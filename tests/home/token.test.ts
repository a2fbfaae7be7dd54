/** The access token: creation by several processes, rotation, and reading after changes. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homePaths, type HomePaths } from '../../daemon/home/paths.js';
import { createTokenReader, ensureToken, rotateToken, sameSecret } from '../../daemon/home/token.js';

let home: string;
let paths: HomePaths;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-token-'));
  paths = homePaths(home);
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

const TOKEN_SOURCE = fileURLToPath(new URL('../../daemon/home/token.ts', import.meta.url));

/** Starts a process that waits for the start line, so that all of them ask at the same moment. */
async function startAsker(): Promise<{ go(): Promise<string> }> {
  const script = `
    import { ensureToken } from ${JSON.stringify(TOKEN_SOURCE)};
    process.stdout.write('ready\\n');
    process.stdin.once('data', async () => {
      process.stdout.write(await ensureToken({ tokenFile: process.argv[1] }));
      process.exit(0);
    });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, paths.tokenFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', () => resolve());
  });
  return {
    go: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve(output.replace('ready\n', '')));
        child.stdin.write('go\n');
      }),
  };
}

describe('ensureToken', () => {
  test('makes 32 random bytes as base64url, private', async () => {
    const token = await ensureToken(paths);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await stat(paths.tokenFile)).mode & 0o777).toBe(0o600);
    expect(await ensureToken(paths)).toBe(token);
    expect(await readdir(home)).toEqual(['server.token']);
  });

  test('several processes that ask at once get one token', async () => {
    const askers = await Promise.all(Array.from({ length: 4 }, startAsker));
    const tokens = await Promise.all(askers.map((asker) => asker.go()));
    const stored = (await readFile(paths.tokenFile, 'utf8')).trim();
    expect(stored).toMatch(/^[\w-]{43}$/);
    expect(tokens).toEqual([stored, stored, stored, stored]);
    expect(await readdir(home)).toEqual(['server.token']);
  }, 60_000);

  test('many calls in one process agree too', async () => {
    const tokens = new Set(await Promise.all(Array.from({ length: 50 }, () => ensureToken(paths))));
    expect(tokens.size).toBe(1);
  });

  test('replaces an empty file and closes an open one', async () => {
    await writeFile(paths.tokenFile, '\n');
    const token = await ensureToken(paths);
    expect(token).toHaveLength(43);
    await chmod(paths.tokenFile, 0o644);
    expect(await ensureToken(paths)).toBe(token);
    expect((await stat(paths.tokenFile)).mode & 0o777).toBe(0o600);
  });
});

describe('createTokenReader', () => {
  test('sees a rotated token at the next look', async () => {
    const reader = createTokenReader(paths);
    expect(reader.current()).toBeUndefined();
    const first = await ensureToken(paths);
    expect(reader.current()).toBe(first);
    const second = await rotateToken(paths);
    expect(second).not.toBe(first);
    expect(reader.current()).toBe(second);
    expect((await stat(paths.tokenFile)).mode & 0o777).toBe(0o600);
  });

  test('sees a replacement of equal size and time', async () => {
    const reader = createTokenReader(paths);
    const time = new Date('2026-01-01T00:00:00Z');
    for (let round = 0; round < 5; round++) {
      const token = await rotateToken(paths);
      await utimes(paths.tokenFile, time, time);
      expect(reader.current()).toBe(token);
    }
  });

  test('sees an edit in place', async () => {
    await ensureToken(paths);
    const reader = createTokenReader(paths);
    reader.current();
    await writeFile(paths.tokenFile, 'a-token-of-my-own');
    expect(reader.current()).toBe('a-token-of-my-own');
  });

  test('no file and an empty file mean no token', async () => {
    await ensureToken(paths);
    const reader = createTokenReader(paths);
    expect(reader.current()).toBeDefined();
    await rm(paths.tokenFile);
    expect(reader.current()).toBeUndefined();
    await writeFile(paths.tokenFile, '  \n');
    expect(reader.current()).toBeUndefined();
  });
});

describe('a token file that cannot be read', () => {
  const obstacles: [string, () => Promise<void>, RegExp][] = [
    ['a directory', () => mkdir(paths.tokenFile), /is not a regular file/],
    ['a pipe', async () => void execFileSync('mkfifo', [paths.tokenFile]), /is not a regular file/],
    ['a link to itself', () => symlink(paths.tokenFile, paths.tokenFile), /links lead in a circle/],
  ];

  test.each(obstacles)(
    '%s: the last good token stays, it is said once, and a good file counts again',
    async (_name, put, reason) => {
      const told: string[] = [];
      const reader = createTokenReader(paths, (problem) => {
        told.push(problem);
        // the log reads the token too
        reader.current();
      });
      const token = await ensureToken(paths);
      expect(reader.current()).toBe(token);
      await rm(paths.tokenFile);
      await put();
      expect([reader.current(), reader.current()]).toEqual([token, token]);
      expect(told).toEqual([expect.stringMatching(reason)]);
      expect(reader.problem()).toBe(told[0]);
      await rm(paths.tokenFile, { recursive: true });
      expect([reader.current(), reader.problem()]).toEqual([undefined, undefined]);
      const next = await ensureToken(paths);
      expect(reader.current()).toBe(next);
    },
  );

  test.each(obstacles)('%s: a start says why it cannot be', async (_name, put, reason) => {
    await put();
    await expect(ensureToken(paths)).rejects.toThrow(reason);
  });
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  ['', '', true],
  ['', 'a', false],
  ['ä', 'a', false],
])('sameSecret(%p, %p) is %p', (a, b, expected) => {
  expect(sameSecret(a, b)).toBe(expected);
});
