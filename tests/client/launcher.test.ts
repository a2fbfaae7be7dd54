import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { remove, temporary } from './harness.js';

const root = join(import.meta.dirname, '../..');
let clone: string;

/** The launcher in a directory of its own, where the test decides what is built. */
beforeAll(async () => {
  clone = await temporary();
  await mkdir(join(clone, 'bin'));
  await cp(join(root, 'bin/agent.js'), join(clone, 'bin/agent.js'));
  await writeFile(join(clone, 'package.json'), '{"type":"module","version":"7.8.9"}');
});
afterAll(() => remove(clone));

function launch(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(clone, 'bin/agent.js'), ...argv],
      { env: { PATH: process.env['PATH'] } },
      (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      },
    );
  });
}

describe('bin/agent.js', () => {
  test.each([['--version'], ['-V']])('%s needs no build', async (option) => {
    expect(await launch(option)).toEqual({ code: 0, out: '7.8.9\n', err: '' });
  });

  test('without a build it says what to do', async () => {
    const { code, out, err } = await launch('-p', 'x');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^error: .*npm run build.*\n$/);
  });

  test('with a build, --help comes from the text alone and the rest from the program', async () => {
    await mkdir(join(clone, 'dist'), { recursive: true });
    await writeFile(
      join(clone, 'dist/main.js'),
      'process.stdout.write(`program ${process.argv.slice(2).join(" ")}\\n`)',
    );
    expect((await launch('--help')).out).toBe('program --help\n');
    await writeFile(join(clone, 'dist/help.js'), 'export const mainHelp = "short\\n";');
    expect((await launch('--help')).out).toBe('short\n');
    expect((await launch('-h')).out).toBe('short\n');
    expect((await launch('web', '--help')).out).toBe('program web --help\n');
    expect((await launch('--version', 'x')).out).toBe('program --version x\n');
    expect((await launch('--version')).out).toBe('7.8.9\n');
  });

  test('loads nothing before it knows what is wanted', async () => {
    expect(await readFile(join(root, 'bin/agent.js'), 'utf8')).not.toMatch(/^import /m);
  });
});
