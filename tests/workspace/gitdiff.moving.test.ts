/** A file that is another one before and after git looked at it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sessionDiff } from '../../daemon/workspace/git/session.js';

let root = '';
const at = (...names: string[]): string => join(root, ...names);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-moving-')));
  for (const name of ['work', 'programs']) mkdirSync(at(name));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { cwd: at('work') });
  writeFileSync(at('work/file'), 'before\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'all');
  writeFileSync(at('work/file'), 'after\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A git before which the file is replaced by one of the same content, this often; says how often it compared. */
async function diffWhileReplaced(times: number): Promise<{ diff: string } | { code: number }> {
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(
    at('programs/git'),
    `#!/bin/sh
case " $* " in *" diff "*)
  echo diff >> '${at('log')}'
  if [ "$(wc -l < '${at('log')}')" -le ${times} ]; then
    cp '${at('work/file')}' '${at('copy')}' && mv '${at('copy')}' '${at('work/file')}'
  fi ;;
esac
exec '${git}' "$@"
`,
  );
  chmodSync(at('programs/git'), 0o755);
  const reach = { cwd: at('work'), directories: [at('work')] };
  const env = { PATH: `${at('programs')}:${process.env['PATH'] ?? ''}`, HOME: root };
  try {
    return await sessionDiff(reach, 'file', { env, signal: new AbortController().signal });
  } catch (error) {
    return { code: (error as { code: number }).code };
  }
}

test('is looked at again', async () => {
  expect(await diffWhileReplaced(1)).toMatchObject({ diff: expect.stringContaining('+after') });
  expect(readFileSync(at('log'), 'utf8')).toBe('diff\ndiff\n');
});

test('is not a file when it never stays the same', async () => {
  expect(await diffWhileReplaced(100)).toEqual({ code: 40409 });
  expect(readFileSync(at('log'), 'utf8')).toBe('diff\ndiff\ndiff\n');
});
