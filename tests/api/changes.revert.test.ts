/** Reverting changes of files, and undoing a revert, over REST: whole files, hunks, conflicts, and undo of turns. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { until } from '../helpers/daemon.js';
import { bash, daemon, model, start, stop, work, write, type Work } from './changes.fixture.js';

jest.setTimeout(60_000);
beforeAll(() => start('[checkpoints]\nmax_file_mb = 1\n'));
afterAll(stop);

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const edit = `sed -i 's/^line 2$/LINE 2/; s/^line 18$/LINE 18/' a.txt`;
const refusedRevert = ({ id, at }: Work, error: Parameters<typeof daemon.fails>[1], body: Record<string, unknown>) =>
  daemon.fails('revertChange', error, { ...daemon.session(id), body: { path: at('a.txt'), sha256: null, ...body } });

describe('a whole file', () => {
  test('modified, added with its directories, deleted: each goes back and comes again', async () => {
    const { put, turn, revert, unrevert, text, at, short, item, id } = await work();
    put('a.txt', numbered(20));
    put('gone.txt', 'gone\n');
    put('run.sh', 'true\n');
    chmodSync(at('gone.txt'), 0o600);
    await turn(bash(`${edit}; mkdir -p d/e; echo new > d/e/new.txt; rm gone.txt; chmod 755 run.sh`));
    const back = await revert('a.txt');
    expect(back).toMatchObject({ file: null, revert_id: expect.stringMatching(/^revert_/) });
    expect([text('a.txt'), back.sha256]).toEqual([numbered(20), sha(numbered(20))]);
    const added = await revert('d/e/new.txt');
    expect([added.sha256, added.file, existsSync(at('d'))]).toEqual([null, null, false]);
    const gone = await revert('gone.txt');
    expect([text('gone.txt'), statSync(at('gone.txt')).mode & 0o777]).toEqual(['gone\n', 0o600]);
    await revert('run.sh');
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o644);
    expect(await short()).toEqual([]);

    const again = await unrevert(back.revert_id);
    expect(again.file).toEqual(await item('a.txt'));
    expect(text('a.txt')).toContain('LINE 2\n');
    await unrevert(added.revert_id);
    await unrevert(gone.revert_id);
    expect(await short()).toEqual(['modified +2 -2 a.txt', 'added +1 -0 d/e/new.txt', 'deleted +0 -1 gone.txt']);
    // an undone revert can be repeated by the id of the undo, but only once
    await daemon.fails('unrevertChange', 'SESSION_FILES_CHANGED', {
      ...daemon.session(id),
      body: { revert_id: back.revert_id },
    });
    await unrevert(again.revert_id);
    expect(text('a.txt')).toBe(numbered(20));
    await daemon.fails('unrevertChange', 'RESOURCE_NOT_FOUND', {
      ...daemon.session(id),
      body: { revert_id: 'revert_none' },
    });
    expect(readdirSync(at('.')).filter((name) => name.startsWith('.agent'))).toEqual([]);
  });

  test('back to where it was before a turn', async () => {
    const { put, turn, revert, unrevert, text, item } = await work();
    put('a.txt', '0\n');
    await turn(bash('echo 1 > a.txt'));
    await turn(bash('echo 2 > a.txt'));
    const { revert_id, file } = await revert('a.txt', { from_turn: 2 });
    expect([text('a.txt'), file]).toEqual(['1\n', null]);
    expect(await item('a.txt')).toMatchObject({ turns: [1, 2], added: 1, removed: 1 });
    expect((await unrevert(revert_id)).file).toMatchObject({ turns: [2] });
    expect(text('a.txt')).toBe('2\n');
  });
});

describe('hunks', () => {
  test('one of two, then the other; ids that are not there change nothing', async () => {
    const doing = await work();
    const { put, turn, revert, text, item, at } = doing;
    put('a.txt', numbered(20));
    chmodSync(at('a.txt'), 0o640);
    await turn(bash(edit));
    const { sha256 } = await item('a.txt');
    for (const hunks of [['h3'], ['h1', 'h1'], [], ['h1', '']])
      await refusedRevert(doing, 'VALIDATION_FAILED', { sha256, hunks });
    const half = await revert('a.txt', { hunks: ['h2'] });
    expect(text('a.txt')).toBe(numbered(20).replace('line 2\n', 'LINE 2\n'));
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o640);
    expect(half.file).toMatchObject({ added: 1, removed: 1, hunks: [{ id: 'h1', old_start: 1 }] });
    expect((await revert('a.txt', { hunks: ['h1'] })).file).toBeNull();
    expect(text('a.txt')).toBe(numbered(20));
    await daemon.fails('unrevertChange', 'SESSION_FILES_CHANGED', {
      ...daemon.session(doing.id),
      body: { revert_id: half.revert_id },
    });
  });

  test('of texts with other line ends and encodings, with no newline at the end, and of an added file', async () => {
    const { put, turn, revert, at, text } = await work();
    const utf16 = (words: string) => Buffer.from(`\ufeff${words}`, 'utf16le');
    const crlf = numbered(20).replaceAll('\n', '\r\n');
    put('wide.txt', utf16(numbered(20)));
    put('dos.txt', crlf);
    put('end.txt', numbered(20).trimEnd());
    const place = (name: string, content: Buffer | string) => {
      put(`made/${name}`, content);
      return `cp made/${name} ${name}`;
    };
    const changed = (words: string) => words.replace('line 2', 'LINE 2').replace('line 20', 'LINE 20');
    await turn(
      bash(
        [
          place('wide.txt', utf16(changed(numbered(20)))),
          place('dos.txt', changed(crlf)),
          place('end.txt', changed(numbered(20).trimEnd())),
          'echo new > new.txt',
        ].join('; '),
      ),
    );
    for (const name of ['wide.txt', 'dos.txt', 'end.txt']) await revert(name, { hunks: ['h1'] });
    const half = (words: string) => words.replace('line 20', 'LINE 20');
    expect(readFileSync(at('wide.txt'))).toEqual(utf16(half(numbered(20))));
    expect(text('dos.txt')).toBe(half(crlf));
    expect(text('end.txt')).toBe(half(numbered(20).trimEnd()));
    expect((await revert('new.txt', { hunks: ['h1'] })).sha256).toBeNull();
    expect(existsSync(at('new.txt'))).toBe(false);
  });
});

describe('refused, with nothing changed', () => {
  test('another content, a conflict without force, no change, no kept content', async () => {
    const doing = await work();
    const { put, turn, item, text, revert, at } = doing;
    put('a.txt', '0\n');
    put('big', Buffer.alloc(1_100_000, 'x'));
    put('other.txt', 'x');
    await turn(bash('echo 1 > a.txt; echo >> big'));
    const { sha256 } = await item('a.txt');
    put('a.txt', 'user\n');
    const conflict = (reason: string) => ({ data: { files: [{ path: at('a.txt'), reason }], count: 1 } });
    for (const force of [false, true])
      expect(await refusedRevert(doing, 'SESSION_FILES_CHANGED', { sha256, force })).toMatchObject(conflict('changed'));
    const now = await item('a.txt');
    expect(await refusedRevert(doing, 'SESSION_FILES_CHANGED', { sha256: now.sha256 })).toMatchObject(
      conflict('changed'),
    );
    expect(text('a.txt')).toBe('user\n');
    const { revert_id } = await revert('a.txt', { force: true });
    expect(text('a.txt')).toBe('0\n');
    await doing.unrevert(revert_id);
    expect(text('a.txt')).toBe('user\n');

    await refusedRevert(doing, 'FS_PATH_NOT_FOUND', { path: at('other.txt') });
    await refusedRevert(doing, 'VALIDATION_FAILED', { path: 'a.txt' });
    await refusedRevert(doing, 'VALIDATION_FAILED', { from_turn: 9 });
    await refusedRevert(doing, 'VALIDATION_FAILED', { sha256: 'x' });
    put('big', 'short');
    await refusedRevert(doing, 'PERSISTENCE_FAILURE', { path: at('big'), sha256: sha('short'), force: true });
    rmSync(at('a.txt'));
    mkdirSync(at('a.txt'));
    expect(await refusedRevert(doing, 'SESSION_FILES_CHANGED', { force: true })).toMatchObject(conflict('blocked'));
  });
});

describe('around it', () => {
  test('undo and redo of the turn before take a revert along', async () => {
    const { put, turn, revert, text, undo, redo, short } = await work();
    put('a.txt', numbered(20));
    await turn(bash(edit));
    await revert('a.txt', { hunks: ['h1'] });
    await undo();
    expect(text('a.txt')).toBe(numbered(20));
    await redo();
    expect(text('a.txt')).toBe(numbered(20).replace('line 18\n', 'LINE 18\n'));
    await turn(bash('echo more >> a.txt'));
    await revert('a.txt');
    expect(await short()).toEqual([]);
    await undo(2);
    expect(text('a.txt')).toBe(numbered(20));
  });

  test('while a command runs, whose record does not take the revert for its own', async () => {
    const { put, turn, revert, text, at, undo, item, id } = await work();
    put('a.txt', '0\n');
    await turn(bash('echo 1 > a.txt'));
    const running = turn(
      bash(`echo beside > b.txt; until test -e ${at('go')}; do sleep 0.02; done; echo more >> c.txt`),
    );
    await until('the command', () => (existsSync(at('b.txt')) ? true : undefined));
    await revert('a.txt');
    expect((await daemon.ok('getSession', daemon.session(id))).main_turn_active).toBe(true);
    expect(text('a.txt')).toBe('0\n');
    // what the command had changed until then was recorded as its own
    expect(await item('b.txt')).toMatchObject({ turns: [2] });
    writeFileSync(at('go'), '');
    await running;
    expect(await item('c.txt')).toMatchObject({ turns: [2] });
    await undo();
    expect([text('a.txt'), existsSync(at('b.txt'))]).toEqual(['1\n', false]);
  });

  const lastRequest = (): string => JSON.stringify(model.bodies.at(-1)?.messages);
  const taken = 'The user took back changes';

  test('the next step reads what was taken back, once; also after a restart, and not when it was brought back', async () => {
    const { put, turn, revert, unrevert, at } = await work();
    put('a.txt', numbered(20));
    await turn(bash(`${edit}; echo new > new.txt`));
    const { revert_id } = await revert('a.txt');
    await unrevert(revert_id);
    await turn();
    expect(lastRequest()).not.toContain(taken);
    await revert('a.txt', { hunks: ['h1'] });
    await revert('new.txt');
    await daemon.restart();
    await turn();
    const said = lastRequest();
    expect(said).toContain(taken);
    expect(said).toContain(`- ${at('a.txt')}\\n@@ -1,5 +1,5 @@\\n line 1\\n-LINE 2\\n+line 2\\n`);
    expect(said).toContain(`- ${at('new.txt')} (gone)`);
    expect(said).not.toContain('-LINE 18');
    await turn();
    expect(lastRequest().split(taken)).toHaveLength(2);
  });

  test('a step of a turn that runs reads it too', async () => {
    const { put, turn, revert, at } = await work();
    put('a.txt', '0\n');
    await turn(write('b.txt', 'b\n'));
    const running = turn(bash(`touch begun; until test -e ${at('go')}; do sleep 0.02; done`));
    await until('the command', () => (existsSync(at('begun')) ? true : undefined));
    await revert('b.txt');
    writeFileSync(at('go'), '');
    await running;
    expect(lastRequest()).toContain(taken);
    expect(lastRequest()).not.toContain('changed on disk since');
  });
});
