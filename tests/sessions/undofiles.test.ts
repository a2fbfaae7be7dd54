/** Undo and redo with files, through the API: what a turn did to a workspace comes back, and goes again. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../schemas/generated/errors.js';
import type { FilesRestoration } from '../../schemas/generated/types.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig, startTrial, type Envelope, type Talk, type Trial, type TrialOptions } from '../helpers/turns.js';

let model: ScriptedModel;
let trial: Trial;

interface Answer {
  prompts: { prompt_id: string; text: string }[];
  files?: FilesRestoration;
  messages: { items: unknown[] };
}

async function start(config = '', more: TrialOptions = {}): Promise<void> {
  trial = await startTrial({
    config: modelConfig(model.baseUrl, 'default_permission_mode = "yolo"') + config,
    ...more,
  });
}

beforeEach(async () => {
  model = await startModel();
});
afterEach(async () => {
  await trial.close();
  model.checkInvariants();
  await model.close();
});

const at = (...parts: string[]): string => join(trial.cwd, ...parts);
const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
};
const text = (name: string): string => readFileSync(at(name), 'utf8');
const bash = (command: string): ScriptedReply => ({ calls: [{ name: 'Bash', input: { command } }] });
const call = (name: string, input: Record<string, unknown>): ScriptedReply => ({ calls: [{ name, input }] });

/** One turn in which the model makes these calls, one step each. */
async function turn(talk: Talk, ...replies: ScriptedReply[]): Promise<void> {
  model.reply(...replies, { text: 'done' });
  await talk.run('please');
}
const undo = (talk: Talk, body: Record<string, unknown> = { restore_files: true }): Promise<Envelope<Answer>> =>
  talk.call<Answer>('POST', ':undo', body);
const redo = (talk: Talk, body: Record<string, unknown> = {}): Promise<Envelope<Answer>> =>
  talk.call<Answer>('POST', ':redo', body);
async function done(answer: Promise<Envelope<Answer>>): Promise<Answer> {
  const { code, msg, data } = await answer;
  if (code !== 0) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** All that a directory holds, as lines. */
function tree(directory = trial.cwd, below = ''): string[] {
  return readdirSync(join(directory, below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name);
      const facts = lstatSync(join(directory, path));
      if (facts.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(directory, path))}`];
      if (facts.isDirectory()) return [`${path}/`, ...tree(directory, path)];
      return [`${path} ${(facts.mode & 0o777).toString(8)} ${readFileSync(join(directory, path), 'latin1')}`];
    });
}

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
