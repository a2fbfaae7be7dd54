/** Giving files back: adding records up, comparing with the disk, and doing all of it or nothing. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Changes } from '../../daemon/checkpoints/changes.js';
import { takeBack, workPath, writeJournal, type Journal } from '../../daemon/checkpoints/journal.js';
import { forced, planOf, wantedOf, type FilesRecord, type Plan } from '../../daemon/checkpoints/plan.js';
import { withEntry } from '../../daemon/checkpoints/places.js';
import { recover, restore } from '../../daemon/checkpoints/restore.js';
import type { FileState } from '../../schemas/generated/types.js';
import { startBench, type Bench } from './fixture.js';

let bench: Bench;
beforeEach(() => {
  bench = startBench();
});
afterEach(() => {
  expect(bench.reports).toEqual([]);
  bench.close();
});

const at = (name: string): string => join(bench.root, name);
const plan = async (records: FilesRecord[], force = false): Promise<Plan> => {
  const { keeper, limits, roots } = bench;
  const all = await planOf(wantedOf(records), { roots, store: keeper.store, maxFile: limits.maxFile, force });
  return force ? forced(all) : all;
};
/** What a command did, as a record. */
async function command(work: () => void): Promise<Changes> {
  await bench.keeper.look(5_000);
  work();
  const changes = await bench.keeper.look(5_000);
  if (!changes) throw new Error('nothing changed');
  return changes;
}
const conflicts = ({ actions }: Plan): string[] =>
  actions.flatMap(({ path, conflict }) =>
    conflict === undefined ? [] : [`${conflict} ${path.slice(bench.root.length + 1)}`],
  );
const left = (made: Plan): string[] =>
  made.left.map(({ path, reason }) => `${reason} ${path.slice(bench.root.length + 1)}`);
/** Carries a plan out; gives what a redo goes back over. */
async function carryOut(made: Plan, commit: () => void = () => undefined): Promise<Changes> {
  let record: Changes | undefined;
  await restore(bench.keeper, made, 'restore_1', (changes) => {
    commit();
    record = changes;
  });
  if (!record) throw new Error('not committed');
  return record;
}
function tree(below = ''): string[] {
  return readdirSync(at(below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name);
      const facts = lstatSync(at(path));
      if (facts.isSymbolicLink()) return [`${path} -> ${readlinkSync(at(path))}`];
      return facts.isDirectory() ? [`${path}/`, ...tree(path)] : [`${path} ${readFileSync(at(path), 'utf8')}`];
    });
}

const file = (hash: string): FileState => ({ kind: 'file', mode: 0o644, size: 1, mtimeMs: 1, hash });
const none: FileState = { kind: 'none' };
const record = (path: string, before: FileState, after: FileState, more: Partial<FilesRecord> = {}): FilesRecord => ({
  changes: [{ path, change: 'modified', before, after }],
  ...more,
});

describe('adding records up', () => {
  test.each<[string, FilesRecord[], object]>([
    ['one', [record('/a', file('1'), file('2'))], { target: file('1'), expected: file('2') }],
    [
      'from the first to the last',
      [record('/a', none, file('2')), record('/a', file('2'), file('3'))],
      { target: none, expected: file('3') },
    ],
    [
      'somebody else in between',
      [record('/a', file('1'), file('2')), record('/a', file('x'), file('3'))],
      { target: file('1'), expected: file('3'), conflict: 'changed_between' },
    ],
    [
      'the same change told by two calls',
      [record('/a', file('1'), file('2')), record('/a', file('1'), file('2'))],
      { target: file('1'), expected: file('2'), guessed: false },
    ],
    ['in the background alone', [record('/a', file('1'), file('2'), { uncertain: true })], { guessed: true }],
    [
      'in the background after the agent',
      [record('/a', file('1'), file('2')), record('/a', file('2'), file('3'), { uncertain: true })],
      { guessed: false, conflict: 'uncertain' },
    ],
    [
      'a call whose end is not known',
      [{ path: '/a', before: file('1') }],
      { target: file('1'), conflict: 'uncertain' },
    ],
    [
      'a call that went on after one whose end is not known',
      [{ path: '/a', before: file('1') }, record('/a', file('2'), file('3'))],
      { target: file('1'), expected: file('3'), conflict: 'uncertain' },
    ],
  ])('%s', (_, records, expected) => {
    expect(wantedOf(records).steps).toMatchObject([{ path: '/a', ...expected }]);
  });

  test('directories that came and went are none', () => {
    const directories = (made: string[], gone: string[]): FilesRecord => ({
      changes: [],
      directories: { made, gone: gone.map((path) => ({ path, mode: 0o755 })) },
    });
    const wanted = wantedOf([directories(['/a', '/a/b'], ['/c']), directories(['/c'], ['/a/b'])]);
    expect([wanted.made, wanted.gone]).toEqual([['/a'], []]);
  });
});

describe('back and forth', () => {
  test.each<[string, () => void]>([
    ['a new file', () => writeFileSync(at('new'), 'n')],
    ['new directories', () => void bench.put('x/y/z', 'n')],
    ['a changed file', () => appendFileSync(at('a'), 'more')],
    ['a deleted file', () => unlinkSync(at('a'))],
    ['a deleted directory', () => rmSync(at('d'), { recursive: true })],
    ['a moved file', () => renameSync(at('a'), at('d/moved'))],
    ['a moved directory', () => renameSync(at('d'), at('e'))],
    [
      'a directory in the place of a file',
      () => {
        unlinkSync(at('a'));
        bench.put('a/deep/b', 'b');
      },
    ],
    [
      'a file in the place of a directory',
      () => {
        rmSync(at('d'), { recursive: true });
        writeFileSync(at('d'), 'file');
      },
    ],
    [
      'a link in the place of a file',
      () => {
        unlinkSync(at('a'));
        symlinkSync('/etc/passwd', at('a'));
      },
    ],
    [
      'a link that leads elsewhere',
      () => {
        unlinkSync(at('link'));
        symlinkSync('elsewhere', at('link'));
      },
    ],
    ['a deleted link', () => unlinkSync(at('link'))],
    [
      'names that look like something else',
      () => {
        for (const name of ['..a', '-rf', 'a\nb', ' ', '"; x', '~', '$(x)', '…', '.agent'])
          writeFileSync(at(name), name);
      },
    ],
    ['two names of one file', () => linkSync(at('a'), at('b'))],
  ])('%s', async (_, work) => {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    symlinkSync('d', at('link'));
    const before = tree();
    const changes = await command(work);
    const after = tree();
    const undone = await plan([changes]);
    expect([conflicts(undone), left(undone)]).toEqual([[], []]);
    const back = await carryOut(undone);
    expect(tree()).toEqual(before);
    expect((await plan([changes])).actions).toEqual([]);
    await carryOut(await plan([back]));
    expect(tree()).toEqual(after);
    expect(existsSync(join(bench.directory, 'restoring.json'))).toBe(false);
  });

  test('permissions come back, and the time is new', async () => {
    const path = bench.put('a', 'aaa');
    chmodSync(path, 0o751);
    const old = statSync(path).mtimeMs;
    const changes = await command(() => {
      chmodSync(path, 0o600);
    });
    await carryOut(await plan([changes]));
    expect(statSync(path).mode & 0o777).toBe(0o751);
    expect(statSync(path).mtimeMs).toBeGreaterThan(old);
  });

  test('a large file that moved goes back by its name', async () => {
    bench.put('big', 'x'.repeat(5_000));
    const { ino } = statSync(at('big'));
    const changes = await command(() => {
      mkdirSync(at('d'));
      renameSync(at('big'), at('d/big'));
    });
    const undone = await plan([changes]);
    expect(left(undone)).toEqual([]);
    const back = await carryOut(undone);
    expect([statSync(at('big')).ino, tree().length]).toEqual([ino, 1]);
    await carryOut(await plan([back]));
    expect(statSync(at('d/big')).ino).toBe(ino);
  });

  test('a directory with something else in it stays', async () => {
    const changes = await command(() => void bench.put('made/a', 'a'));
    bench.put('made/mine', 'm');
    const back = await carryOut(await plan([changes]));
    expect(tree()).toEqual(['made/', 'made/mine m']);
    expect(back.directories).toBeUndefined();
  });
});

test('a directory in the place of a file that holds something else: refused, and with force it alone stays', async () => {
  bench.put('d', 'file');
  bench.put('a', 'aaa');
  const changes = await command(() => {
    unlinkSync(at('d'));
    bench.put('d/sub/x', 'agent');
    bench.put('a', 'agent', false);
  });
  bench.put('d/sub/mine', 'm');
  expect(conflicts(await plan([changes]))).toEqual(['changed d']);
  const whole = await plan([changes], true);
  expect(left(whole)).toEqual(['blocked d']);
  await carryOut(whole);
  expect(tree()).toEqual(['a aaa', 'd/', 'd/sub/', 'd/sub/mine m']);
});

describe('what cannot be given back', () => {
  test.each<[string, () => Promise<FilesRecord[]>, string]>([
    [
      'too large',
      async () => {
        bench.put('a', 'x'.repeat(2_000));
        return [await command(() => writeFileSync(at('a'), 'small'))];
      },
      'too_large a',
    ],
    [
      'no room',
      async () => {
        bench.limits.maxTotal = 10;
        bench.put('a', 'x'.repeat(500));
        return [await command(() => writeFileSync(at('a'), 'small'))];
      },
      'store_full a',
    ],
    [
      'made room for others',
      async () => {
        bench.put('a', 'aaa');
        const changes = await command(() => writeFileSync(at('a'), 'small'));
        rmSync(join(bench.directory, 'objects'), { recursive: true });
        bench.keeper = bench.again();
        return [changes];
      },
      'pruned a',
    ],
    [
      'damaged',
      async () => {
        bench.put('a', 'aaa');
        const changes = await command(() => writeFileSync(at('a'), 'small'));
        const { hash = '' } = changes.changes[0]?.before ?? {};
        writeFileSync(join(bench.directory, 'objects', hash.slice(0, 2), hash.slice(2)), 'aab');
        return [changes];
      },
      'pruned a',
    ],
    [
      'outside of the workspace',
      async () => [record(join(bench.root, '../elsewhere'), file('1'), file('2'))],
      'outside_workspace elsewhere',
    ],
    [
      'a path that climbs',
      async () => [record(`${bench.root}/x/../../elsewhere`, file('1'), file('2'))],
      'outside_workspace elsewhere',
    ],
    [
      'in the background alone',
      async () => {
        bench.put('a', 'aaa');
        return [{ ...(await command(() => writeFileSync(at('a'), 'b'))), uncertain: true }];
      },
      'uncertain a',
    ],
  ])('%s', async (_, work, expected) => {
    const records = await work();
    const found = await plan(records);
    expect(found.actions).toEqual([]);
    expect(found.left.map(({ path, reason }) => `${reason} ${basename(path)}`)).toEqual([expected]);
  });
});

describe('somebody else', () => {
  test.each<[string, () => void, string]>([
    ['changed it', () => writeFileSync(at('a'), 'mine'), 'changed a'],
    ['took it away', () => unlinkSync(at('a')), 'changed a'],
    [
      'put a link in its place',
      () => {
        unlinkSync(at('a'));
        symlinkSync('/etc/passwd', at('a'));
      },
      'changed a',
    ],
    [
      'put a directory in its place',
      () => {
        unlinkSync(at('a'));
        mkdirSync(at('a'));
      },
      'changed a',
    ],
    ['made what was deleted anew', () => writeFileSync(at('gone'), 'mine'), 'changed gone'],
    [
      'made a link of the directory on the way',
      () => {
        renameSync(at('d'), join(bench.root, '../d'));
        symlinkSync(join(bench.root, '../d'), at('d'));
      },
      'changed d/b',
    ],
  ])('%s', async (_, work, expected) => {
    bench.put('a', 'aaa');
    bench.put('gone', 'g');
    bench.put('d/b', 'bbb');
    const changes = await command(() => {
      writeFileSync(at('a'), 'agent');
      unlinkSync(at('gone'));
      writeFileSync(at('d/b'), 'agent');
    });
    work();
    expect(conflicts(await plan([changes]))).toEqual([expected]);
  });

  test('with force its content is kept for the way back, and nothing goes through a link', async () => {
    bench.put('a', 'aaa');
    bench.put('d/b', 'bbb');
    const changes = await command(() => {
      writeFileSync(at('a'), 'agent');
      writeFileSync(at('d/b'), 'agent');
    });
    writeFileSync(at('a'), 'mine');
    renameSync(at('d'), join(bench.root, '../d'));
    symlinkSync(join(bench.root, '../d'), at('d'));
    const made = await plan([changes], true);
    expect(left(made)).toEqual(['blocked d/b']);
    const back = await carryOut(made);
    expect(readFileSync(at('a'), 'utf8')).toBe('aaa');
    expect(readFileSync(join(bench.root, '../d/b'), 'utf8')).toBe('agent');
    await carryOut(await plan([back]));
    expect(readFileSync(at('a'), 'utf8')).toBe('mine');
  });

  test('a link that comes up on the way at the last moment leads nowhere', async () => {
    bench.put('d/b', 'bbb');
    mkdirSync(join(bench.root, '../outside'));
    const changes = await command(() => unlinkSync(at('d/b')));
    const made = await plan([changes]);
    rmdirSync(at('d'));
    symlinkSync(join(bench.root, '../outside'), at('d'));
    await expect(carryOut(made)).rejects.toMatchObject({ errorName: 'SESSION_FILES_CHANGED' });
    expect(readdirSync(join(bench.root, '../outside'))).toEqual([]);
    expect(tree()).toEqual([`d -> ${join(bench.root, '../outside')}`]);
  });
});

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

  /** The disk as a crash leaves it after each step of the way. */
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
      // nothing is left to be done
      await recover(bench.again(), () => false);
    });

    test('recorded: it stays done', async () => {
      await crash('placed');
      await recover(bench.again(), (id) => id === 'restore_1');
      expect(tree()).toEqual(['a aaa', 'd/', 'd/b bbb']);
    });

    test('cut off while it goes back: it goes on', async () => {
      const journal = await crash('placed');
      // as far as the first that goes back
      rmSync(at('d/b'));
      await takeBack(bench.directory, journal);
      expect(tree()).toEqual(agent);
    });
  });
});

test('a place is reached only below a workspace directory', () => {
  bench.put('a', 'x');
  symlinkSync('/etc', at('link'));
  const look = (path: string): string => {
    try {
      return withEntry(bench.roots, path, (entry) => readFileSync(entry, 'utf8'));
    } catch (error) {
      return String((error as { why?: string }).why);
    }
  };
  expect(look(at('a'))).toBe('x');
  expect(look(at('none/a'))).toBe('missing');
  expect(look(at('link/passwd'))).toBe('blocked');
  expect(look(at('a/b'))).toBe('missing');
  expect(look('/etc/passwd')).toBe('outside');
  expect(look(`${bench.root}/../x`)).toBe('outside');
  expect(look(bench.root)).toBe('outside');
});
