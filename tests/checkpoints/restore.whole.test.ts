/** Restoring files succeeds completely or changes nothing, also after a crash. */
import { describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { takeBack, workPath, writeJournal, type Journal } from '../../daemon/checkpoints/journal.js';
import { type Plan } from '../../daemon/checkpoints/plan.js';
import { recover } from '../../daemon/checkpoints/restore.js';
import { at, bench, carryOut, command, plan, tree, useBench } from './restore.fixture.js';

useBench();

describe('all or nothing', () => {
  async function three(): Promise<Plan> {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    const changes = await command(() => {
      writeFileSync(at('a'), 'agent');
      rmSync(at('d'), { recursive: true });
      bench.put('x/new', 'n');
    });
    return plan([changes]);
  }
  const agent = ['a agent', 'x/', 'x/new n'];

  test('a record that is refused puts everything back, times included', async () => {
    const made = await three();
    const { mtimeMs, ino } = statSync(at('a'));
    await expect(
      carryOut(made, () => {
        throw new Error('the database is gone');
      }),
    ).rejects.toMatchObject({
      errorName: 'PERSISTENCE_FAILURE',
      message: expect.stringMatching(/nothing was changed$/),
    });
    expect(tree()).toEqual(agent);
    expect(statSync(at('a'))).toMatchObject({ mtimeMs, ino });
  });

  test.each<[string, () => void, string]>([
    ['a file that changes between look and deed', () => appendFileSync(at('x/new'), 'more'), 'SESSION_FILES_CHANGED'],
    [
      'something that comes up in the place of a deleted file',
      () => void bench.put('d/b', 'mine'),
      'SESSION_FILES_CHANGED',
    ],
    [
      'a content that is damaged',
      () => {
        for (const shard of readdirSync(join(bench.directory, 'objects')))
          for (const name of readdirSync(join(bench.directory, 'objects', shard)))
            writeFileSync(join(bench.directory, 'objects', shard, name), 'damage');
      },
      'PERSISTENCE_FAILURE',
    ],
  ])('%s', async (_, work, error) => {
    const made = await three();
    work();
    const now = tree();
    await expect(carryOut(made)).rejects.toMatchObject({ errorName: error });
    expect(tree()).toEqual(now);
    expect(existsSync(join(bench.directory, 'restoring.json'))).toBe(false);
  });

  test('a directory that cannot be emptied in the place of a file', async () => {
    bench.put('a', 'aaa');
    const changes = await command(() => {
      unlinkSync(at('a'));
      bench.put('a/inside', 'i');
    });
    const made = await plan([changes]);
    bench.put('a/mine', 'm');
    await expect(carryOut(made)).rejects.toMatchObject({
      errorName: 'SESSION_FILES_CHANGED',
      data: { files: [{ path: at('a') }] },
    });
    expect(tree()).toEqual(['a/', 'a/inside i', 'a/mine m']);
  });

  /** Reproduces the state of the disk that a crash leaves after each step. */
  describe('a crash in the middle', () => {
    const steps = ['journal', 'staged', 'first aside', 'all aside', 'directories', 'placing', 'placed'] as const;
    async function crash(upTo: (typeof steps)[number]): Promise<Journal> {
      bench.put('a', 'aaa');
      bench.put('d/b', 'bbb');
      bench.put('a', 'agent');
      rmSync(at('d'), { recursive: true });
      bench.put('x/new', 'n');
      const work = join(bench.root, '.agent-restore-1');
      const journal: Journal = {
        restoreId: 'restore_1',
        roots: bench.roots,
        work: { [bench.root]: work },
        operations: [
          { path: at('a'), existed: true, puts: 'new' },
          { path: at('x/new'), existed: true, puts: undefined },
          { path: at('d/b'), existed: false, puts: 'new' },
        ],
        away: [{ path: at('x'), mode: 0o755 }],
        make: [{ path: at('d'), mode: 0o755 }],
      };
      const reached = steps.indexOf(upTo);
      await writeJournal(bench.directory, journal);
      if (reached >= 1) {
        mkdirSync(work);
        writeFileSync(workPath(journal, at('a'), '0.new'), 'aaa');
        writeFileSync(workPath(journal, at('d/b'), '2.new'), 'bbb');
      }
      if (reached >= 2) linkSync(at('a'), workPath(journal, at('a'), '0.old'));
      if (reached >= 3) {
        renameSync(workPath(journal, at('a'), '0.new'), at('a'));
        renameSync(at('x/new'), workPath(journal, at('x/new'), '1.old'));
      }
      if (reached >= 4) {
        rmdirSync(at('x'));
        mkdirSync(at('d'));
      }
      if (reached >= 5) linkSync(workPath(journal, at('d/b'), '2.new'), at('d/b'));
      if (reached >= 6) unlinkSync(workPath(journal, at('d/b'), '2.new'));
      return journal;
    }

    test.each(steps)('%s: everything goes back', async (step) => {
      await crash(step);
      await recover(bench.again(), () => false);
      expect(tree()).toEqual(agent);
      // nothing is left to do
      await recover(bench.again(), () => false);
    });

    test('recorded: it stays done', async () => {
      await crash('placed');
      await recover(bench.again(), (id) => id === 'restore_1');
      expect(tree()).toEqual(['a aaa', 'd/', 'd/b bbb']);
    });

    test('cut off while it goes back: it is continued', async () => {
      const journal = await crash('placed');
      // the interrupted rollback undid only its first operation
      rmSync(at('d/b'));
      await takeBack(bench.directory, journal);
      expect(tree()).toEqual(agent);
    });
  });
});
