/**
 * No command leaves the sandbox, as this user or, when root runs the suite, as another one (runtimes.md 15). By default
 * many attempts share a sandbox and each user tries half of the others; `npm run chaos -- --suites` tries all as both.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rounds } from '../helpers/rounds.js';
import { attempts, canary, endings, swapOf } from './attempts.js';
import { chosen, titleOf, type Choice } from './choice.js';
import { available } from './machine.js';

jest.setTimeout(300_000);

const place = mkdtempSync(join(tmpdir(), 'agent-escapes-'));
const program = join(place, 'attempts.mjs');
const users = [process.getuid?.() ?? 0, ...(process.getuid?.() === 0 ? [1_000] : [])];
const choices: Choice[] = users.length > 1 ? ['first half', 'second half'] : ['both halves'];
const choiceOf = (user: number): Choice => (rounds(0, 1) === 1 ? 'all' : (choices[users.indexOf(user)] ?? 'all'));
const reports = new Map<number, Promise<Record<string, string | null>>>();
/** which attempts work without a sandbox, by user */
const outside = new Map<number, Promise<Record<string, boolean>>>();

beforeAll(async () => {
  if (!available) return;
  chmodSync(place, 0o755);
  await build({
    entryPoints: [new URL('escaping.ts', import.meta.url).pathname],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    logLevel: 'error',
  });
  for (const user of users) {
    reports.set(user, report<string | null>(user, 'inside', choiceOf(user)));
    outside.set(user, reports.get(user)?.then(() => report<boolean>(user, 'outside')) ?? Promise.resolve({}));
  }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Puts one secret beyond the descriptors that Node closes in children: the first 16, and more without a gap. */
const none = Array.from({ length: 16 }, () => 'ignore' as const);

async function report<T>(user: number, ...args: string[]): Promise<Record<string, T>> {
  const secret = join(place, `secret-${user}`);
  writeFileSync(secret, 'secret', { mode: 0o644 });
  const child = spawn(process.execPath, [program, ...args], {
    uid: user,
    gid: user,
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: '/nowhere', CANARY: canary },
    // descriptors that the program inherits
    stdio: ['ignore', 'pipe', 'inherit', openSync(secret, 'r'), ...none, openSync(secret, 'r')],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(text) as Record<string, T>;
}

(available ? describe : describe.skip).each(users)('as user %i', (user) => {
  test.each(
    [...chosen(attempts, choiceOf(user)), ...chosen(endings, choiceOf(user))].map(({ attempt, profile }) =>
      titleOf(attempt, profile),
    ),
  )('%s', async (title) => {
    expect({ wrong: (await reports.get(user))?.[title] }).toEqual({ wrong: null });
  });

  test.each([swapOf(true), swapOf(false)])('%s', async (title) => {
    expect({ wrong: (await reports.get(user))?.[title] }).toEqual({ wrong: null });
  });
});

/** Rows in which some attempt must succeed without the sandbox, as an ordinary user; as root, only row 14 must. */
const rows = [1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 23, 24];
const controls = users.flatMap((user) => (user === 0 ? [14] : rows).map((row) => [user, row] as const));
const canWrite = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

(available ? describe : describe.skip)('without the sandbox', () => {
  test.each(controls)('as user %i something of row %i works', async (user, row) => {
    const found = Object.entries((await outside.get(user)) ?? {}).filter(([title]) => title.startsWith(`${row}: `));
    const works = found.filter(([, isPossible]) => isPossible);
    // some machines refuse this to root too
    expect({ found, works: works.length > 0 }).toEqual({
      found,
      works: row !== 14 || canWrite('/proc/sys/kernel/core_pattern'),
    });
  });
});
