/** `bin/agent.js`: what it answers without loading the program, and its cache of compiled code. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { remove, temporary } from './harness.js';
import { startInPty } from '../helpers/pty.js';

const root = join(import.meta.dirname, '../..');
let clone: string;

/** Copies the launcher to a separate directory, where tests decide what is built. */
beforeAll(async () => {
  clone = await temporary();
  await mkdir(join(clone, 'bin'));
  for (const name of ['agent.js', 'load.js', 'package.json'])
    await cp(join(root, 'bin', name), join(clone, 'bin', name));
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

/** Writes a bundle as the build does: in ASCII, with its hash in front. */
async function bundle(name: string, code: string): Promise<void> {
  const path = join(clone, 'dist', `${name}.cjs`);
  const text = code.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `/*${createHash('sha256').update(text).digest('hex')}*/${text}`);
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
    await bundle('main', 'process.stdout.write(`program ${process.argv.slice(2).join(" ")}\\n`)');
    await bundle(
      'help',
      'exports.mainHelp = (columns) => columns === undefined ? "short\\n" : `for ${columns} columns\\n`;',
    );
    expect((await launch('--help')).out).toBe('short\n');
    expect((await launch('-h')).out).toBe('short\n');
    expect((await launch('web', '--help')).out).toBe('program web --help\n');
    expect((await launch('--version', 'x')).out).toBe('program --version x\n');
    expect((await launch('--version')).out).toBe('7.8.9\n');
  });

  test('on a terminal, --help is written for its width', async () => {
    const pty = startInPty(process.execPath, [join(clone, 'bin/agent.js'), '--help'], { columns: 57 });
    await pty.waitFor('for 57 columns');
    pty.close();
  });

  test('what was compiled is kept: for the same text only, and nothing depends on it', async () => {
    const cache = join(clone, 'dist/cache');
    const kept = async () => (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.bin'));
    await bundle('main', 'require("./chunks/part.cjs").say(/«…/u.test("\\u00ab\\u2026") ? "one" : "other")');
    await bundle('chunks/part', 'exports.say = (word) => console.log(word, require("node:path").basename(__filename))');
    await rm(cache, { recursive: true, force: true });
    for (const round of ['without', 'with'])
      expect([round, (await launch('web')).out]).toEqual([round, 'one part.cjs\n']);
    expect((await kept()).length).toBe(2);
    await bundle('main', 'require("./chunks/part.cjs").say("two")');
    expect((await launch('web')).out).toBe('two part.cjs\n');
    expect((await kept()).length).toBe(3);
    for (const name of await kept()) await writeFile(join(cache, name), 'torn');
    expect(await launch('web')).toEqual({ code: 0, out: 'two part.cjs\n', err: '' });
    await rm(cache, { recursive: true });
    await writeFile(cache, 'no directory');
    expect(await launch('web')).toEqual({ code: 0, out: 'two part.cjs\n', err: '' });
  });

  test('every bundle of the build is ASCII, as one other letter doubles its size in memory', async () => {
    const chunks = (await readdir(join(root, 'dist/chunks'))).map((name) => `chunks/${name}`);
    const bundles = ['main.cjs', 'server.cjs', 'help.cjs', ...chunks].filter((name) => name.endsWith('.cjs'));
    expect(bundles.length).toBeGreaterThan(20);
    for (const name of bundles) {
      const bytes = await readFile(join(root, 'dist', name));
      expect([name, bytes.findIndex((byte) => byte > 0x7f)]).toEqual([name, -1]);
    }
  });

  test('loads nothing before it knows what is wanted', async () => {
    expect(await readFile(join(root, 'bin/agent.js'), 'utf8')).not.toMatch(/^import /m);
  });
});
