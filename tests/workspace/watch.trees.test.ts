/** Watching real trees of directories that appear, disappear, move and contain links. */
import { appendFileSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { changeOf, root, see, watches, write, useWatches } from './watch.fixture.js';

useWatches();

describe('trees', () => {
  test('a tree that is unpacked at once is reported with all that is in it', async () => {
    const seen = await see();
    write('a/b/c/d/e.txt', 'deep');
    write('a/b/f.txt', 'x');
    await seen.reports('+a/', '+a/b/', '+a/b/c/', '+a/b/c/d/', '+a/b/c/d/e.txt', '+a/b/f.txt');
    expect(changeOf(seen, 'a/b/c/d/e.txt')).toMatchObject({ size_delta: 4 });
    seen.forget();
    appendFileSync(join(root, 'a/b/c/d/e.txt'), '!');
    await seen.reports('~a/b/c/d/e.txt');
  });

  test('a directory that moves leaves its old names and brings new ones, and is watched on', async () => {
    write('old/in/file', 'x');
    const seen = await see();
    renameSync(join(root, 'old'), join(root, 'new'));
    await seen.reports('-old/', '-old/in/', '-old/in/file', '+new/', '+new/in/', '+new/in/file');
    seen.forget();
    write('new/in/file', 'xy');
    write('new/more');
    await seen.reports('~new/in/file', '+new/more');
  });

  test('a directory that goes and comes back is watched again, also when it is the watched one', async () => {
    write('watched/in/file', 'x');
    const seen = await see(['watched']);
    rmSync(join(root, 'watched'), { recursive: true });
    await seen.reports('-watched/', '-watched/in/', '-watched/in/file');
    seen.forget();
    write('watched/other', 'y');
    await seen.reports('+watched/', '+watched/other');
    seen.forget();
    write('watched/other', 'yz');
    await seen.reports('~watched/other');
    seen.forget();
    // removes and creates it within one window
    rmSync(join(root, 'watched'), { recursive: true });
    write('watched/other', 'anew');
    await seen.reports('~watched/', '~watched/other');
    seen.forget();
    write('watched/last');
    await seen.reports('+watched/last');
  });

  test('a directory that was away for a moment stays watched, and nothing is reported of it', async () => {
    write('dir/in/file', 'x');
    const seen = await see();
    renameSync(join(root, 'dir'), join(root, 'away'));
    renameSync(join(root, 'away'), join(root, 'dir'));
    write('mark');
    await seen.reports('+mark');
    seen.forget();
    write('dir/in/file', 'xy');
    write('dir/in/new', 'x');
    await seen.reports('~dir/in/file', '+dir/in/new');
  });

  test('the root goes and comes back', async () => {
    const at = join(root, 'cwd');
    write('cwd/dir/file', 'x');
    const seen = await see(['.'], watches, at);
    rmSync(at, { recursive: true });
    await seen.reports('-./', '-dir/', '-dir/file');
    seen.forget();
    write('cwd/new', 'x');
    await seen.reports('+./', '+new');
    seen.forget();
    write('cwd/new', 'xy');
    await seen.reports('~new');
    seen.forget();
    renameSync(at, join(root, 'elsewhere'));
    write('cwd/new', 'other');
    await seen.reports('~./', '~new');
  });

  test('what is left out is not reported of, unless it is what is watched', async () => {
    write('.gitignore', 'out/\n*.log\n');
    for (const at of ['.git/x', 'out/x', 'node_modules/p/x', 'src/x', 'src/y.log']) write(at, 'a');
    const seen = await see();
    const own = await see(['out', 'node_modules/p', 'src/y.log', '.git']);
    const flat = await see(['!src', '!.']);
    for (const at of ['.git/x', 'out/x', 'node_modules/p/x', 'src/x', 'src/y.log', 'new.log']) write(at, 'ab');
    await own.reports('~.git/x', '~out/x', '~node_modules/p/x', '~src/y.log');
    await flat.reports('~src/x', '~src/y.log', '+new.log');
    await seen.reports('~src/x');
    seen.forget();
    write('.gitignore', '*.log\nsrc/\n');
    await seen.reports('~.gitignore');
    seen.forget();
    write('src/x', 'abc');
    write('out/x', 'abc');
    await seen.reports('~out/x');
  });

  test('links are reported as links and never followed', async () => {
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'agent-elsewhere-')));
    try {
      write('dir/file', 'x');
      symlinkSync(elsewhere, join(root, 'out'));
      const seen = await see();
      symlinkSync('dir', join(root, 'link'));
      writeFileSync(join(elsewhere, 'secret'), 'x');
      write('dir/file', 'xy');
      await seen.reports('+link@', '~dir/file');
      expect(changeOf(seen, 'link')).not.toHaveProperty('size_delta');
      seen.forget();
      // a directory becomes a link to the outside
      rmSync(join(root, 'dir'), { recursive: true });
      symlinkSync(elsewhere, join(root, 'dir'));
      await seen.reports('-dir/', '-dir/file', '+dir@');
      seen.forget();
      writeFileSync(join(elsewhere, 'more'), 'x');
      write('last');
      await seen.reports('+last');
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test('a path that is not there yet is reported when it comes', async () => {
    const seen = await see(['later/deep/file', '!flat']);
    write('later/deep/other', 'x');
    write('later/deep/file', 'x');
    write('flat/in/not', 'x');
    await seen.reports('+later/deep/file', '+flat/', '+flat/in/');
    seen.forget();
    write('later/deep/file', 'xy');
    rmSync(join(root, 'flat'), { recursive: true });
    await seen.reports('~later/deep/file', '-flat/', '-flat/in/');
  });

  test('a directory watched without what is below', async () => {
    write('dir/sub/file', 'x');
    const seen = await see(['!dir']);
    write('dir/sub/file', 'xy');
    write('dir/direct', 'x');
    write('beside', 'x');
    await seen.reports('+dir/direct');
    seen.forget();
    await seen.set('dir');
    write('dir/sub/file', 'xyz');
    await seen.reports('~dir/sub/file');
    seen.forget();
    await seen.set('!dir', 'beside');
    write('dir/sub/file', 'x');
    write('dir/direct', 'xy');
    write('beside', '');
    await seen.reports('~dir/direct', '~beside');
  });

  test('names of all kinds', async () => {
    const seen = await see();
    const names = ['line\nbreak', 'tab\t"quote"', '\u0007bell', '\u202egnp.exe', '日本 🎉', 'x'.repeat(255)];
    for (const name of names) write(name, 'x');
    const [dir, bytes] = [Buffer.from(`${root}/`), Buffer.from([0x61, 0xff, 0xfe])];
    // the name is not UTF-8, so no operation on files shows it
    writeFileSync(Buffer.concat([dir, bytes]), 'x');
    write('last');
    await seen.reports(...names.map((name) => `+${name}`), '+last');
    rmSync(Buffer.concat([dir, bytes]));
  });
});
