/** Undo and redo with files, through the API: what a turn did to a workspace comes back, and goes again. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../schemas/generated/errors.js';
import type { FilesRestoration } from '../../schemas/generated/types.js';
import type { ScriptedReply } from '../helpers/model.js';
import { eventually, type Talk } from '../helpers/turns.js';
import { at, bash, call, done, model, put, redo, start, stop, text, tree, trial, turn, undo } from './rewinding.js';

jest.setTimeout(30_000);
afterEach(stop);

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
    const seen = talk.frames.length;
    const { files, messages } = await done(undo(talk, { dry_run: true }));
    expect(tree()).toEqual(now());
    expect(messages.items.length).toBeGreaterThan(5);
    expect(talk.frames).toHaveLength(seen);
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

describe('what somebody else changed', () => {
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
    const seen = talk.frames.length;
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
    expect(talk.frames).toHaveLength(seen);
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
    // it counts as read, so that it may be edited
    await turn(talk, call('Edit', { path: 'a.txt', old_string: 'first', new_string: 'second' }));
    expect(text('a.txt')).toBe('second\n');
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('the work');
  });
});

describe('beside others', () => {
  test('two clients: both see it, and only one of two undos at once is done', async () => {
    await start();
    const talk = await trial.talk();
    const other = await talk.follow();
    for (const word of ['one', 'two', 'three']) await turn(talk, bash(`echo ${word} >> a`));
    const codes = (await Promise.all([undo(talk), undo(talk)])).map(({ code }) => code);
    // one after the other, or one refused: never half of each
    const count = codes.filter((code) => code === 0).length;
    expect(codes.filter((code) => code !== 0)).toEqual(count === 2 ? [] : [errorTable.SESSION_BUSY.code]);
    expect(text('a')).toBe(count === 2 ? 'one\n' : 'one\ntwo\n');
    const seen = await other.until('files.restored');
    expect(seen.payload).toMatchObject({ direction: 'undo', paths: [at('a')], left: [] });
    expect(other.lines().slice(-2)).toEqual(['context.undone', 'files.restored']);
  });

  test('a prompt that comes while files are given back waits until that is done', async () => {
    await start();
    const talk = await trial.talk();
    for (let n = 0; n < 200; n += 1) put(`d/${n}`, 'a');
    await turn(talk, bash('for f in d/*; do echo b > $f; done'));
    model.reply({ text: 'done' });
    const [undone, sent] = await Promise.all([undo(talk), talk.submit('next')]);
    expect([undone.code, sent.code]).toEqual([0, 0]);
    await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === sent.data.prompt_id);
    const order = talk.frames
      .map(({ type }) => type)
      .filter((type) => type === 'context.undone' || type === 'turn.started');
    expect(order).toEqual(['turn.started', 'context.undone', 'turn.started']);
    expect(tree().filter((line) => !line.endsWith(' a') && line !== 'd/')).toEqual([]);
  });

  test('while the agent works there is no undo', async () => {
    await start();
    const talk = await trial.talk();
    model.reply(bash('echo > begun; while [ ! -e go ]; do sleep 0.02; done'), { text: 'done' });
    await talk.submit('please');
    while (!existsSync(at('begun'))) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const body of [{ restore_files: true }, { dry_run: true }])
      expect((await undo(talk, body)).code).toBe(errorTable.SESSION_BUSY.code);
    writeFileSync(at('go'), '');
    await talk.until('prompt.completed');
  });

  test('a command that was interrupted is taken back as well', async () => {
    await start();
    put('a', 'a');
    const talk = await trial.talk();
    model.reply(bash('echo b > a; touch begun; sleep 60'));
    await talk.submit('please');
    while (!existsSync(at('begun'))) await new Promise((resolve) => setTimeout(resolve, 10));
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    await done(undo(talk));
    expect(tree()).toEqual(['a 644 a']);
  });

  test('what a subagent did belongs to the turn that called it', async () => {
    await start();
    put('a', 'a');
    const talk = await trial.talk();
    await turn(
      talk,
      call('Agent', { description: 'change it', prompt: 'change a', subagent_type: 'coder' }),
      bash('echo child > a; echo child > b'),
      call('Write', { path: 'c', content: 'child' }),
      { text: 'changed' },
    );
    expect(readdirSync(trial.cwd)).toEqual(['a', 'b', 'c']);
    const { files } = await done(undo(talk));
    expect(files?.not_restorable).toEqual([]);
    expect(tree()).toEqual(['a 644 a']);
    await done(redo(talk));
    expect(readdirSync(trial.cwd)).toEqual(['a', 'b', 'c']);
  });

  describe('a command in the background', () => {
    const wait = `while [ ! -e go ]; do sleep 0.02; done`;
    const behind = (command: string): ScriptedReply =>
      call('Bash', { command, run_in_background: true, description: 'works behind' });

    test('what only it can have changed stays, unless that is forced', async () => {
      await start();
      put('a', 'a');
      put('b', 'b');
      const talk = await trial.talk();
      await turn(talk, behind(`${wait}; echo late > a`), bash('echo agent > b'));
      // the end of the command begins a turn of its own
      model.reply({ text: 'heard of it' });
      writeFileSync(at('go'), '');
      await talk.until('task.terminated');
      await talk.until((frame) => frame.type === 'turn.ended' && frame.payload['turnId'] === 2);
      const looked = async (): Promise<FilesRestoration | undefined> =>
        (await done(undo(talk, { dry_run: true }))).files;
      await eventually(async () => (await looked())?.not_restorable.length === 2, 'the look at the end of the command');
      expect((await looked())?.not_restorable.map(({ path, reason }) => `${reason} ${path}`).sort()).toEqual([
        `uncertain ${at('a')}`,
        `uncertain ${at('go')}`,
      ]);
      await done(undo(talk));
      expect(tree()).toEqual(['a 644 late\n', 'b 644 b', 'go 644 ']);
      await done(redo(talk));
      expect(text('b')).toBe('agent\n');
      await done(undo(talk, { restore_files: true, force: true }));
      expect(tree()).toEqual(['a 644 a', 'b 644 b']);
    });

    test('it may go on while files are given back, and what it changed before counts as its own', async () => {
      await start();
      put('a', 'a');
      put('b', 'b');
      const talk = await trial.talk();
      await turn(
        talk,
        behind(`while [ ! -e begin ]; do sleep 0.02; done; echo behind > a; ${wait}`),
        bash('touch begin; while ! grep -q behind a; do sleep 0.02; done; echo agent > b'),
      );
      put('c', 'somebody');
      await done(undo(talk));
      // the command beside it saw the change, so it counts as the agent's
      expect(tree()).toEqual(['a 644 a', 'b 644 b', 'c 644 somebody']);
      model.reply({ text: 'heard of it' });
      writeFileSync(at('go'), '');
      await talk.until('task.terminated');
      await talk.until((frame) => frame.type === 'turn.ended' && frame.payload['turnId'] === 2);
    });
  });

  test('sessions of one workspace keep the same contents once', async () => {
    await start();
    put('a', 'the same for all');
    for (let n = 0; n < 2; n += 1) await turn(await trial.talk(), bash('true'));
    const links = readdirSync(join(trial.home, 'sessions')).flatMap((id) => {
      const objects = join(trial.home, 'sessions', id, 'checkpoints', 'objects');
      return readdirSync(objects, { recursive: true, encoding: 'utf8' })
        .map((name) => statSync(join(objects, name)))
        .filter((facts) => facts.isFile())
        .map(({ nlink }) => nlink);
    });
    expect(links).toEqual([2, 2]);
  });

  test('a copy of the session can undo for itself, and goes with what it kept', async () => {
    await start();
    put('a', 'a');
    const talk = await trial.talk();
    await turn(talk, bash('echo b > a'));
    const copy = await talk.call<{ id: string }>('POST', ':fork', {});
    await talk.call('DELETE', '');
    expect(existsSync(join(trial.home, 'sessions', talk.id))).toBe(false);
    const other = await trial.join(copy.data.id);
    await done(undo(other));
    expect(text('a')).toBe('a');
    await other.call('DELETE', '');
    expect(readdirSync(join(trial.home, 'sessions'))).toEqual([]);
  });
});

describe('after a crash', () => {
  /** The database as it is when the program ended before this record. */
  const forget = (type: string): void => {
    const db = new Database(join(trial.home, 'agent.db'));
    db.prepare('DELETE FROM events WHERE type = ?').run(type);
    db.close();
  };

  test("a write whose end is not recorded is not taken for anybody else's", async () => {
    await start();
    put('a', 'a');
    const talk = await trial.talk();
    await turn(
      talk,
      call('Read', { path: 'a' }),
      call('Write', { path: 'a', content: 'b' }),
      call('Write', { path: 'c', content: 'c' }),
    );
    forget('files.changed');
    rmSync(at('c'));
    await trial.restart();
    const again = await trial.join(talk.id);
    expect((await undo(again)).data).toEqual({ files: [{ path: at('a'), reason: 'uncertain' }], count: 1 });
    await done(undo(again, { restore_files: true, force: true }));
    expect(tree()).toEqual(['a 644 a']);
  });

  test.each([
    ['was not recorded: it goes back', 'files.restored', 'b\n'],
    ['was recorded: it stays', 'none', 'a'],
  ])('a restoration that %s', async (_, forgotten, expected) => {
    await start();
    put('a', 'a');
    const talk = await trial.talk();
    await turn(talk, bash('echo b > a'));
    await done(undo(talk));
    const { restoreId } = (await talk.until('files.restored')).payload as { restoreId: string };
    forget(forgotten);
    // as it was before the work directory was cleared away
    const work = at('.agent-restore-0123');
    mkdirSync(work);
    writeFileSync(join(work, '0.old'), 'b\n');
    const operations = [{ path: at('a'), existed: true, puts: 'new' }];
    const journal = { restoreId, roots: [trial.cwd], work: { [trial.cwd]: work }, operations, away: [], make: [] };
    writeFileSync(join(trial.home, 'sessions', talk.id, 'checkpoints', 'restoring.json'), JSON.stringify(journal));
    await trial.restart();
    await trial.join(talk.id);
    await trial.call('POST', `/api/v1/sessions/${talk.id}:load`, {});
    await eventually(() => !existsSync(work), 'the end of the restoration');
    expect(text('a')).toBe(expected);
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
