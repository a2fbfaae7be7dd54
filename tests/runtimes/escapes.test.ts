/** Ways out of the sandbox, tried as this user and, by root, as another one (runtimes.md 15). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { attempts, canary, profilesOf, titleOf } from './attempts.js';
import { available } from './machine.js';

jest.setTimeout(60_000);

const place = mkdtempSync(join(tmpdir(), 'agent-escapes-'));
const program = join(place, 'attempts.mjs');
const users = [process.getuid?.() ?? 0, ...(process.getuid?.() === 0 ? [1_000] : [])];
const reports = new Map<number, Promise<Record<string, string | null>>>();

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
  for (const user of users) reports.set(user, report(user));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function report(user: number): Promise<Record<string, string | null>> {
  const secret = join(place, `secret-${user}`);
  writeFileSync(secret, 'secret', { mode: 0o644 });
  const child = spawn(process.execPath, [program], {
    uid: user,
    gid: user,
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: '/nowhere', CANARY: canary },
    // one that it was started with
    stdio: ['ignore', 'pipe', 'inherit', openSync(secret, 'r')],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')));
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(text) as Record<string, string | null>;
}

(available ? describe : describe.skip).each(users)('as user %i', (user) => {
  test.each(attempts.flatMap((attempt) => profilesOf(attempt).map((profile) => titleOf(attempt, profile))))(
    '%s',
    async (title) => {
      expect({ wrong: (await reports.get(user))?.[title] }).toEqual({ wrong: null });
    },
  );
});
