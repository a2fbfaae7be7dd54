/** Undo with files beside clients, sessions, subagents and background work, and after a crash. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../schemas/generated/errors.js';
import type { FilesRestoration } from '../../schemas/generated/types.js';
import type { ScriptedReply } from '../helpers/model.js';
import { eventually } from '../helpers/turns.js';
import { at, bash, call, done, model, put, redo, start, stop, text, tree, trial, turn, undo } from './rewinding.js';

jest.setTimeout(60_000);
afterEach(stop);

describe('beside others', () => {
  test('two clients: both see it, and only one of two undos at once is done', async () => {
    await start();
    const talk = await trial.talk();
    const other = await talk.follow();
    for (const word of ['one', 'two', 'three']) await turn(talk, bash(`echo ${word} >> a`));
    const codes = (await Promise.all([undo(talk), undo(talk)])).map(({ code }) => code);
    // both in sequence, or one is refused: never half of each
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

  test('the workspace is kept while the user decides about the first command, and what others change meanwhile is theirs', async () => {
    await start();
    put('a', 'a');
    const talk = await trial.talk({ agent_config: { permission_mode: 'manual' } });
    model.reply(bash('echo b > a'), { text: 'done' });
    await talk.submit('please');
    const objects = join(trial.home, 'sessions', talk.id, 'checkpoints', 'objects');
    await eventually(() => existsSync(objects), 'the workspace is kept');
    put('c', 'c');
    await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed');
    expect(text('a')).toBe('b\n');
    await done(undo(talk));
    expect(tree()).toEqual(['a 644 a', 'c 644 c']);
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
      // replaces the file in one step, so that no check finds it truncated and unreadable
      const late = 't=$(mktemp); echo late > "$t"; chmod 644 "$t"; mv "$t" a';
      await turn(talk, behind(`${wait}; ${late}`), bash('echo agent > b'));
      // the end of the command begins another turn
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

    test('it may run on while files are given back, and what it changed before counts as its own', async () => {
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
      // the change happened during a call of the agent, so it counts as the agent's
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
  /** Removes a record, as if the program had ended before it. */
  const forget = (type: string): void => {
    const db = new Database(join(trial.home, 'agent.db'));
    db.prepare('DELETE FROM events WHERE type = ?').run(type);
    db.close();
  };

  test('a write whose end is not recorded is not attributed to another process', async () => {
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
    // restores the state before the work directory was removed
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
