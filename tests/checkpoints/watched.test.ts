/** A look that follows the system's reports finds what a full look finds, and costs only as much as changed. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTree, type Tree } from '../../daemon/checkpoints/tree.js';
import { createWatched, type Watched } from '../../daemon/checkpoints/watched.js';
import { lines, startBench, type Bench } from './fixture.js';

const wait = 5_000;

describe('random changes', () => {
  let folder: string;
  let root: string;
  let watched: Watched;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-watched-')));
    root = join(folder, 'work');
    mkdirSync(root);
    watched = createWatched(join(folder, 'mark'));
  });
  afterEach(() => {
    watched.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const treeWith = (by?: Watched): Tree =>
    createTree({ roots: () => [root], own: [], maxFiles: () => 10_000, ...(by && { watched: by }) });

  /** A small generator with a seed, so that a failure can be repeated. */
  const randomFrom = (seed: number) => (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };

  /** All paths below the root, directories first. */
  function paths(directory = root): { files: string[]; directories: string[] } {
    const found = { files: [] as string[], directories: [directory] };
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (!entry.isDirectory()) found.files.push(path);
      else {
        const below = paths(path);
        found.files.push(...below.files);
        found.directories.push(...below.directories);
      }
    }
    return found;
  }

  /** Each content has another length, so both trees notice every change, however coarse the file system's times are. */
  let length = 0;
  const write = (path: string): void => writeFileSync(path, 'x'.repeat((length += 1)));

  function change(random: (below: number) => number): void {
    const { files, directories } = paths();
    const one = <Item>(items: Item[]): Item => items[random(items.length)] as Item;
    const name = join(one(directories), `n${random(6)}`);
    const file = files.length > 0 ? one(files) : undefined;
    const directory = directories.length > 1 ? one(directories.slice(1)) : undefined;
    const isFree = lstatSync(name, { throwIfNoEntry: false }) === undefined;
    const kind = random(12);
    if (kind < 3 && isFree) write(name);
    else if (kind < 5 && isFree) mkdirSync(name);
    else if (kind === 5 && file !== undefined && lstatSync(file).isFile()) write(file);
    else if (kind === 6 && file !== undefined) rmSync(file);
    else if (kind === 7 && directory !== undefined) rmSync(directory, { recursive: true });
    else if (kind === 8 && directory !== undefined && isFree && !name.startsWith(`${directory}/`))
      renameSync(directory, name);
    else if (kind === 9 && file !== undefined && isFree) renameSync(file, name);
    else if (kind === 10 && isFree) symlinkSync(dirname(name), name);
    else if (kind === 11 && random(4) === 0) writeFileSync(join(dirname(name), '.gitignore'), `n${random(6)}\n`);
    else if (file !== undefined && lstatSync(file).isFile()) chmodSync(file, 0o600 + random(8) * 8);
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('from seed %i', async (seed) => {
    const random = randomFrom(seed);
    for (let count = 0; count < 40; count += 1) change(random);
    const [quick, whole] = [treeWith(watched), treeWith()];
    await quick.scan();
    await whole.scan();
    let known = 0;
    for (let round = 0; round < 25; round += 1) {
      const times = random(12);
      for (let count = 0; count < times; count += 1) change(random);
      if ((await watched.peek()) !== undefined) known += 1;
      const [a, b] = [await quick.scan(), await whole.scan()];
      const shown = (seen: typeof a): unknown =>
        seen && {
          // a file too new for a comparison by time is read again only where the system reported it
          fresh: seen.fresh
            .filter(({ was, is }) => was === undefined || was.ctimeMs !== is.ctimeMs || was.ino !== is.ino)
            .map(({ path, was }) => `${was ? 'other' : 'new'} ${path}`)
            .sort(),
          gone: seen.gone.map(({ path }) => path).sort(),
          made: seen.made,
          gonePlaces: seen.gonePlaces,
          silent: [...seen.silent].sort(),
        };
      expect(shown(a)).toEqual(shown(b));
      expect([...quick.files.keys()].sort()).toEqual([...whole.files.keys()].sort());
    }
    expect(known).toBe(25);
  });
});

describe('a keeper', () => {
  let bench: Bench;
  const at = (name: string): string => join(bench.root, name);
  beforeEach(() => {
    bench = startBench();
  });
  afterEach(() => {
    bench.keeper.close();
    bench.close();
  });

  test('finds a change under another name of the file', async () => {
    linkSync(bench.put('a', 'aaa'), join(bench.directory, '../other'));
    await bench.keeper.scan(wait);
    writeFileSync(join(bench.directory, '../other'), 'changed');
    expect(lines(bench.root, await bench.keeper.scan(wait))).toEqual(['modified a']);
  });

  test('finds what the system does not report with the look that settles a turn, apart from what it reports', async () => {
    bench.put('a', 'aaa');
    bench.put('b', 'bbb');
    const held = openSync(at('a'), 'r+');
    await bench.keeper.scan(wait);
    // a hard link outside of the workspace, where nothing is watched
    linkSync(at('a'), join(bench.directory, '../other'));
    writeFileSync(join(bench.directory, '../other'), 'changed');
    expect(await bench.keeper.scan(wait)).toBeUndefined();
    writeFileSync(at('b'), 'reported');
    const { reported, unreported } = await bench.keeper.settle(wait);
    expect(reported.flatMap((changes) => lines(bench.root, changes))).toEqual(['modified b']);
    expect(lines(bench.root, { changes: unreported })).toEqual(['modified a']);
    const [{ before }] = unreported as [(typeof unreported)[number]];
    expect((await bench.keeper.store.read(before.hash ?? ''))?.toString()).toBe('aaa');
    closeSync(held);
  });

  test('continues after the reports were lost', async () => {
    bench.put('d/a', 'aaa');
    await bench.keeper.scan(wait);
    bench.keeper.close();
    const file = openSync(bench.put('d/b', 'bbb'), 'a');
    expect(lines(bench.root, await bench.keeper.scan(wait))).toEqual(['created d/b']);
    writeSync(file, 'more');
    closeSync(file);
    utimesSync(at('d/a'), 5, 5);
    expect(lines(bench.root, await bench.keeper.scan(wait))).toEqual(['modified d/b']);
  });

  test('finds all of a change that is larger than the queue of the system', async () => {
    bench.limits.maxFiles = 10_000;
    bench.put('d/a', 'aaa');
    await bench.keeper.scan(wait);
    for (let count = 0; count < 5_000; count += 1) writeFileSync(at(`d/n${count}`), '');
    const changes = await bench.keeper.scan(wait);
    expect(changes?.changes).toHaveLength(5_000);
    writeFileSync(at('d/a'), 'changed');
    expect(lines(bench.root, await bench.keeper.scan(wait))).toEqual(['modified d/a']);
  });
});
