/** Tools report the reason while the process has no file descriptors left, and work again afterwards. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';

jest.setTimeout(60_000);

test('each fails with the reason, and works again when there are some', async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-descriptors-'));
  const main = join(import.meta.dirname, '../helpers/descriptorsmain.ts');
  try {
    const limited = 'ulimit -n 80 && exec "$@"';
    const words = ['-c', limited, 'sh', process.execPath, '--import', 'tsx', main, home];
    const { stdout } = await promisify(execFile)('/bin/sh', words);
    const all = { shell: 'done', search: 'done', program: 'done' };
    expect(JSON.parse(stdout)).toEqual({
      before: all,
      during: {
        shell: expect.stringMatching(/The command could not be started: no file descriptors are left$/),
        search: expect.stringMatching(/The search could not be started: no file descriptors are left$/),
        program: expect.stringMatching(/no file descriptors are left$/),
      },
      after: all,
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
