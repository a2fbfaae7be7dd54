/** Undo and redo with files, through the API: a turn's changes of a workspace are taken back and repeated. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../schemas/generated/errors.js';
import type { ScriptedReply } from '../helpers/model.js';
import { type Talk } from '../helpers/turns.js';
import { at, bash, call, done, model, put, redo, start, stop, text, tree, trial, turn, undo } from './rewinding.js';

jest.setTimeout(60_000);
afterEach(stop);

/** Excludes the report of changed files, which comes some time after the changes. */
const isNews = ({ type }: { type: string }): boolean => type !== 'event.changes.changed';

describe('a turn that edited three files, created one, deleted one and moved one', () => {
  const before = ['dir/', 'dir/gone.txt 640 gone\n', 'dir/moved.bin 644 \x00\xff\x80moved', 'one.txt 644 1\n'];
  const after = ['made/', 'made/deep/', 'made/deep/new.txt 644 new\n', 'one.txt 644 ONE\n'];

  async function begin(): Promise<Talk> {
    for (const [name, content] of [
      ['one.txt', '1\n'],
      ['three.txt', '3\n'],
      ['two.txt', '2\n'],
      ['dir/gone.txt', 'gone\n'],
    ] as const)
      put(name, content);
    put('dir/moved.bin', Buffer.from('\x00\xff\x80moved', 'latin1'));
    chmodSync(at('dir/gone.txt'), 0o640);
    const talk = await trial.talk();
    await turn(
      talk,
      call('Read', { path: 'one.txt' }),
      call('Edit', { path: 'one.txt', old_string: '1', new_string: 'ONE' }),
      call('Write', { path: 'two.txt', content: 'appended\n', mode: 'append' }),
      bash('echo THREE > three.txt && mkdir -p made/deep && echo new > made/deep/new.txt'),
      bash('rm dir/gone.txt && mv dir/moved.bin moved.bin && rmdir dir'),
    );
    return talk;
  }
  const whole = (some: string[], three: string, two: string, more: string[] = []): string[] => [
    ...some,
    ...more,
    `three.txt 644 ${three}`,
    `two.txt 644 ${two}`,
  ];
  const then = () => whole(before, '3\n', '2\n');
  const now = () =>
    whole(after.slice(0, 3), 'THREE\n', '2\nappended\n', ['moved.bin 644 \x00\xff\x80moved', 'one.txt 644 ONE\n']);

  test('undo gives everything back, redo takes it there again, and again', async () => {
    await start();
    const talk = await begin();
    expect(tree()).toEqual(now());
    for (let round = 0; round < 2; round += 1) {
      const undone = await done(undo(talk));
      expect(tree()).toEqual(then());
      expect(undone.prompts.map((prompt) => prompt.text)).toEqual(['please']);
      expect(undone.messages.items).toEqual([]);
      expect(undone.files).toMatchObject({ applied: true, not_restorable: [] });
      expect(
        undone.files?.changes.map(({ path, action }) => `${path.slice(trial.cwd.length + 1)} ${action}`).sort(),
      ).toEqual([
        'dir/gone.txt recreate',
        'dir/moved.bin recreate',
        'made/deep/new.txt remove',
        'moved.bin remove',
        'one.txt restore',
        'three.txt restore',
        'two.txt restore',
      ]);
      const redone = await done(redo(talk));
      expect(tree()).toEqual(now());
      expect(redone.messages.items.length).toBeGreaterThan(5);
      expect(redone.files?.applied).toBe(true);
    }
    expect(
      talk.frames
        .filter(({ type }) => /^(context|files)\./.test(type))
        .map(({ type, payload }) => [type, payload['direction']]),
    ).toEqual([
      ['context.undone', undefined],
      ['files.restored', 'undo'],
      ['context.redone', undefined],
      ['files.restored', 'redo'],
      ['context.undone', undefined],
      ['files.restored', 'undo'],
      ['context.redone', undefined],
      ['files.restored', 'redo'],
    ]);
  });

  test('a dry run shows it with diffs and changes nothing', async () => {
    await start();
    const talk = await begin();
    const seen = talk.frames.filter(isNews).length;
    const { files, messages } = await done(undo(talk, { dry_run: true }));
    expect(tree()).toEqual(now());
    expect(messages.items.length).toBeGreaterThan(5);
    expect(talk.frames.filter(isNews)).toHaveLength(seen);
    const one = files?.changes.find(({ path }) => path === at('one.txt'));
    expect(one).toEqual({
      path: at('one.txt'),
      action: 'restore',
      diff: `--- ${at('one.txt')}\n+++ ${at('one.txt')}\n@@ -1,1 +1,1 @@\n-ONE\n+1`,
      added: 1,
      removed: 1,
    });
    expect(files?.changes.find(({ path }) => path === at('dir/moved.bin'))).toEqual({
      path: at('dir/moved.bin'),
      action: 'recreate',
      moved_from: at('moved.bin'),
    });
    expect(files?.changes.find(({ path }) => path === at('dir/gone.txt'))?.diff).toContain('\n+gone');
    expect(files?.applied).toBe(false);
  });

  test('a restart in between changes nothing about it', async () => {
    await start();
    const talk = await begin();
    await trial.restart();
    const again = await trial.join(talk.id);
    await done(undo(again));
    expect(tree()).toEqual(then());
    await trial.restart();
    const third = await trial.join(talk.id);
    await done(redo(third));
    expect(tree()).toEqual(now());
  });

  test('undo without files leaves them, and a later undo of more takes them along', async () => {
    await start();
    const talk = await begin();
    await turn(talk, bash('echo FOUR > three.txt'));
    await done(undo(talk, {}));
    expect(text('three.txt')).toBe('FOUR\n');
    await done(undo(talk));
    expect(tree()).toEqual(then());
    await done(redo(talk));
    expect(text('three.txt')).toBe('FOUR\n');
    await done(redo(talk));
    expect((await done(undo(talk, { dry_run: true, count: 2 }))).prompts).toHaveLength(2);
    const refused = await redo(talk);
    expect([refused.code, refused.data]).toEqual([errorTable.SESSION_REDO_UNAVAILABLE.code, { reason: 'empty' }]);
  });
});

describe('what another process changed', () => {
  async function edited(): Promise<Talk> {
    put('a.txt', 'first\n');
    put('b.txt', 'first\n');
    const talk = await trial.talk();
    await turn(talk, bash('echo agent > a.txt; echo agent > b.txt; echo agent > new.txt'));
    return talk;
  }

  test('is refused with a list, and nothing is changed; force overrides, redo brings it back', async () => {
    await start();
    const talk = await edited();
    put('a.txt', 'mine\n');
    put('new.txt', 'mine\n');
    const before = tree();
    const seen = talk.frames.filter(isNews).length;
    const refused = await undo(talk);
    expect([refused.code, refused.data]).toEqual([
      errorTable.SESSION_FILES_CHANGED.code,
      {
        files: [
          { path: at('a.txt'), reason: 'changed' },
          { path: at('new.txt'), reason: 'changed' },
        ],
        count: 2,
      },
    ]);
    expect(tree()).toEqual(before);
    expect(talk.frames.filter(isNews)).toHaveLength(seen);
    expect((await done(undo(talk, { dry_run: true }))).files?.changes.map(({ conflict }) => conflict)).toEqual([
      'changed',
      undefined,
      'changed',
    ]);
    await done(undo(talk, { restore_files: true, force: true }));
    expect(tree()).toEqual(['a.txt 644 first\n', 'b.txt 644 first\n']);
    expect((await talk.until('files.restored')).payload).toMatchObject({ forced: true });
    put('b.txt', 'mine again\n');
    const again = await redo(talk);
    expect([again.code, again.data]).toMatchObject([errorTable.SESSION_FILES_CHANGED.code, { count: 1 }]);
    await done(redo(talk, { force: true }));
    expect(tree()).toEqual(['a.txt 644 mine\n', 'b.txt 644 agent\n', 'new.txt 644 mine\n']);
  });

  test('between two calls counts as well', async () => {
    await start();
    const talk = await edited();
    put('a.txt', 'mine\n');
    await turn(talk, bash('echo more >> a.txt'));
    expect((await done(undo(talk, { dry_run: true }))).files?.changes.map(({ conflict }) => conflict)).toEqual([
      undefined,
    ]);
    const refused = await undo(talk, { count: 2, restore_files: true });
    expect(refused.data).toEqual({ files: [{ path: at('a.txt'), reason: 'changed_between' }], count: 1 });
    await done(undo(talk));
    expect(text('a.txt')).toBe('mine\n');
  });
});

test('what the agent had read before counts as read again', async () => {
  await start();
  put('a.txt', 'first\n');
  const talk = await trial.talk();
  await turn(talk, call('Read', { path: 'a.txt' }));
  const edit = (from: string, to: string): ScriptedReply =>
    call('Edit', { path: 'a.txt', old_string: from, new_string: to });
  await turn(talk, edit('first', 'second'));
  await done(undo(talk));
  await turn(talk, edit('first', 'third'));
  expect(text('a.txt')).toBe('third\n');
  await done(undo(talk));
  await done(redo(talk));
  await turn(talk, edit('third', 'fourth'));
  expect(text('a.txt')).toBe('fourth\n');
  expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('changed on disk');
});

describe('redo', () => {
  test('goes back several steps, the last first, until something new is said', async () => {
    await start();
    const talk = await trial.talk();
    for (const word of ['one', 'two', 'three']) await turn(talk, bash(`echo ${word} > ${word}`));
    await done(undo(talk));
    await done(undo(talk, { restore_files: true, count: 2 }));
    expect(tree()).toEqual([]);
    expect((await done(redo(talk))).prompts).toHaveLength(2);
    expect(tree()).toEqual(['one 644 one\n', 'two 644 two\n']);
    await done(redo(talk));
    expect(tree()).toEqual(['one 644 one\n', 'three 644 three\n', 'two 644 two\n']);
    await done(undo(talk));
    await turn(talk, bash('echo four > four'));
    const refused = await redo(talk);
    expect([refused.code, refused.data]).toEqual([errorTable.SESSION_REDO_UNAVAILABLE.code, { reason: 'stale' }]);
    await done(undo(talk));
    await done(redo(talk));
    expect(tree()).toEqual(['four 644 four\n', 'one 644 one\n', 'two 644 two\n']);
    expect((await redo(talk)).data).toEqual({ reason: 'stale' });
  });

  test('brings back what the conversation knew: messages, todos, what can be found, and what was read', async () => {
    await start();
    put('a.txt', 'first\n');
    const talk = await trial.talk();
    const todos = [{ title: 'the work', status: 'in_progress' }];
    await turn(talk, call('TodoList', { todos }), call('Read', { path: 'a.txt' }));
    const [messages, status] = [await talk.messages(), await talk.call('GET', '/status')];
    expect((await done(undo(talk, {}))).files).toBeUndefined();
    expect((await talk.call<{ items: unknown[] }>('GET', '/todos')).data.items).toEqual([]);
    expect(await talk.messages()).toEqual([]);
    const again = await done(redo(talk));
    expect(again.files).toBeUndefined();
    expect(await talk.messages()).toEqual(messages);
    expect(await talk.call('GET', '/status')).toMatchObject({ data: status.data });
    expect((await talk.call<{ items: unknown[] }>('GET', '/todos')).data.items).toEqual(todos);
    // the file counts as read, so the agent may edit it
    await turn(talk, call('Edit', { path: 'a.txt', old_string: 'first', new_string: 'second' }));
    expect(text('a.txt')).toBe('second\n');
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('the work');
  });
});

test('records of the log: what a call is about to change, and what it changed', async () => {
  await start();
  put('a', 'a');
  const talk = await trial.talk();
  await turn(talk, call('Read', { path: 'a' }), call('Write', { path: 'a', content: 'b' }), bash('rm a'), bash('true'));
  const db = new Database(join(trial.home, 'agent.db'));
  const rows = db
    .prepare(`SELECT type, payload FROM events WHERE type LIKE 'files.%' OR type = 'tool.result' ORDER BY seq`)
    .all() as {
    type: string;
    payload: string;
  }[];
  db.close();
  const told = rows.map(({ type, payload }) => {
    const { changes, path } = JSON.parse(payload) as { changes?: { change: string; path: string }[]; path?: string };
    return [type, path ?? changes?.map((each) => `${each.change} ${each.path}`).join()];
  });
  expect(told).toEqual([
    ['tool.result', undefined],
    ['files.changing', at('a')],
    ['files.changed', `modified ${at('a')}`],
    ['tool.result', undefined],
    ['files.changed', `deleted ${at('a')}`],
    ['tool.result', undefined],
    ['tool.result', undefined],
  ]);
  expect(talk.frames.some(({ type }) => type.startsWith('files.'))).toBe(false);
});
