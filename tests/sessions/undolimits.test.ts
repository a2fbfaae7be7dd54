/** What an undo with files leaves unchanged and reports: limits, ignored trees, outside links, hostile names. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../schemas/generated/errors.js';
import { at, bash, call, done, put, start, stop, text, trial, turn, undo } from './rewinding.js';

jest.setTimeout(60_000);
afterEach(stop);

describe('what cannot be given back is named', () => {
  test('large files, and they stay; one that moved goes back all the same', async () => {
    await start('[checkpoints]\nmax_file_mb = 1\n');
    const big = Buffer.alloc(1_100_000, 'x');
    put('big', big);
    put('moved', big);
    put('small', 's');
    const talk = await trial.talk();
    await turn(talk, bash('echo >> big; echo >> small; mv moved away'));
    const { files } = await done(undo(talk));
    expect(files?.not_restorable).toEqual([{ path: at('big'), reason: 'too_large' }]);
    expect([readdirSync(trial.cwd), statSync(at('big')).size, text('small')]).toEqual([
      ['big', 'moved', 'small'],
      1_100_001,
      's',
    ]);
    expect((await talk.until('files.restored')).payload['left']).toEqual(files?.not_restorable);
  });

  test('what had to make room', async () => {
    await start('[checkpoints]\nmax_file_mb = 1\nmax_total_mb = 1\n');
    const talk = await trial.talk();
    put('a', Buffer.alloc(400_000, 'a'));
    for (const fill of ['b', 'c', 'd']) await turn(talk, bash(`head -c 400000 /dev/zero | tr '\\0' ${fill} > a`));
    const kept = await done(undo(talk, { dry_run: true }));
    expect(kept.files).toMatchObject({ changes: [{ path: at('a') }], not_restorable: [] });
    const { files } = await done(undo(talk, { dry_run: true, count: 3 }));
    expect(files).toMatchObject({ changes: [], not_restorable: [{ path: at('a'), reason: 'pruned' }] });
  });

  test('more files than are looked at: said once, and what Write did comes back', async () => {
    await start('[checkpoints]\nmax_files = 2\n');
    for (const name of ['a', 'b', 'c']) put(name, name);
    const talk = await trial.talk();
    await turn(talk, bash('echo >> a'), bash('echo >> a'), call('Write', { path: 'new', content: 'n' }));
    await trial.restart();
    const again = await trial.join(talk.id, { cursor: { seq: 0 } });
    await turn(again, bash('echo >> a'));
    expect(talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => payload)).toMatchObject([
      { code: 'checkpoints-off' },
    ]);
    expect(again.frames.filter(({ type }) => type === 'warning').length).toBeLessThan(2);
    const { files } = await done(undo(again, { dry_run: true, count: 2 }));
    expect(files).toMatchObject({
      changes: [{ path: at('new'), action: 'remove' }],
      unwatched: [{ path: trial.cwd, reason: 'limit' }],
    });
  });

  test('checkpoints that are switched off', async () => {
    await start('[checkpoints]\nenabled = false\n');
    const talk = await trial.talk();
    await turn(talk, bash('echo > a'));
    const refused = await undo(talk);
    expect([refused.code, refused.data]).toMatchObject([
      errorTable.SESSION_UNDO_UNAVAILABLE.code,
      { reason: 'checkpoints_off' },
    ]);
    expect((await done(undo(talk, { dry_run: true }))).files).toMatchObject({
      changes: [],
      unwatched: [{ reason: 'off' }],
    });
    await done(undo(talk, {}));
    expect(existsSync(join(trial.home, 'sessions', talk.id, 'checkpoints'))).toBe(false);
  });

  test('ignored and huge trees', async () => {
    await start();
    put('.gitignore', 'dist\n');
    put('dist/a', 'a');
    put('node_modules/a', 'a');
    const talk = await trial.talk();
    await turn(talk, bash('echo >> dist/a; echo >> node_modules/a; echo > b'));
    const { files } = await done(undo(talk, { dry_run: true }));
    expect(files?.changes.map(({ path }) => path)).toEqual([at('b')]);
    expect(files?.unwatched.map(({ path, reason }) => [path, reason]).sort()).toEqual([
      [at('dist'), 'ignored'],
      [at('node_modules'), 'huge'],
    ]);
  });
});

describe('hostile workspaces', () => {
  test('links to the outside are links, and nothing is written through them', async () => {
    await start();
    const outside = join(trial.home, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'file'), 'outside');
    symlinkSync(outside, at('way'));
    symlinkSync(join(outside, 'file'), at('name'));
    put('d/file', 'inside');
    const talk = await trial.talk();
    await turn(talk, bash('echo agent > way/file; echo agent > d/file; rm name; ln -s /etc/hostname name'));
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('agent\n');
    const { files } = await done(undo(talk, { dry_run: true }));
    expect(files?.changes.map(({ path }) => path).sort()).toEqual([at('d/file'), at('name')]);
    // the user replaces the directory with a link to the outside
    rmSync(at('d'), { recursive: true });
    symlinkSync(outside, at('d'));
    expect((await undo(talk)).data).toMatchObject({ files: [{ path: at('d/file'), reason: 'changed' }] });
    const undone = await done(undo(talk, { restore_files: true, force: true }));
    expect(undone.files?.not_restorable).toEqual([{ path: at('d/file'), reason: 'blocked' }]);
    expect(readlinkSync(at('name'))).toBe(join(outside, 'file'));
    expect([readFileSync(join(outside, 'file'), 'utf8'), readdirSync(outside)]).toEqual(['agent\n', ['file']]);
  });

  test('names with line breaks, dots and bytes that are not text', async () => {
    await start();
    put('..a', 'a');
    put('two\nlines', 'a');
    const talk = await trial.talk();
    await turn(
      talk,
      bash(
        `printf b > ..a; printf b > 'two\nlines'; printf b > "$(printf 'bad\\377')"; mkdir -- '-rf'; printf b > ./-rf/'*'`,
      ),
    );
    const { files } = await done(undo(talk, { dry_run: true }));
    expect(files?.unwatched).toEqual([{ path: at('bad\ufffd'), reason: 'name' }]);
    await done(undo(talk));
    expect([text('..a'), text('two\nlines'), existsSync(at('-rf'))]).toEqual(['a', 'a', false]);
    expect(readdirSync(trial.cwd, 'latin1')).toEqual(['..a', 'bad\xff', 'two\nlines']);
  });

  test('a file that the agent wrote outside is left where it is', async () => {
    await start();
    const path = join(trial.home, '..', `agent-outside-${process.pid}`);
    const talk = await trial.talk();
    try {
      await turn(talk, call('Write', { path, content: 'x' }), call('Write', { path: 'in', content: 'x' }));
      const { files } = await done(undo(talk));
      expect(files?.not_restorable).toEqual([{ path, reason: 'outside_workspace' }]);
      expect([existsSync(path), existsSync(at('in'))]).toEqual([true, false]);
    } finally {
      rmSync(path, { force: true });
    }
  });
});
