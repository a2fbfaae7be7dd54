/** The files that configure servers are watched (engine.md 16.3). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watchFile } from '../../daemon/config/watch.js';
import { createLayers, type Layers } from '../../daemon/mcp/files/layers.js';
import { createLayerWatches, type LayerWatches } from '../../daemon/mcp/files/watching.js';

let folder: string;
let layers: Layers;
let watches: LayerWatches;
/** files that are being watched */
let open: string[];
let warnings: string[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watching-')));
  for (const name of ['home', 'project/part', 'project/other']) mkdirSync(join(folder, name), { recursive: true });
  layers = createLayers(join(folder, 'home'));
  [open, warnings] = [[], []];
  watches = createLayerWatches({
    layers,
    watchFile(file, look) {
      open.push(file);
      const watch = watchFile(file, look, (message) => warnings.push(message));
      return {
        close() {
          open.splice(open.indexOf(file), 1);
          watch.close();
        },
      };
    },
  });
});
afterEach(() => {
  watches.close();
  expect(open).toEqual([]);
  expect(warnings).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

const place = (name = 'part') => ({ root: join(folder, 'project'), cwd: join(folder, 'project', name) });
const user = () => join(folder, 'home', 'mcp.json');
const project = () => join(folder, 'project', '.mcp.json');
const directory = (name = 'part') => join(place(name).cwd, '.agent-code', 'mcp.json');

/** Watches a place, and records the names of its servers on each report. */
function follow(name = 'part'): { seen: string[][]; next(): Promise<string[] | undefined>; end(): void } {
  const seen: string[][] = [];
  const end = watches.watch(place(name), () =>
    seen.push(layers.read(place(name)).flatMap(({ entries, error }) => error ?? [...entries.keys()])),
  );
  return {
    seen,
    end,
    async next() {
      const count = seen.length;
      // shorter than the interval of the check for lost events
      for (let waited = 0; seen.length === count && waited < 4_000; waited += 20) await pause(20);
      return seen.at(-1);
    },
  };
}

function put(file: string, ...names: string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) }),
  );
}

test.each([
  ['user', user],
  ['project', project],
  ['directory', directory],
])('the file of the %s: it comes, changes, is replaced, is deleted and comes again', async (_layer, file) => {
  const { next } = follow();
  put(file(), 'a');
  expect(await next()).toEqual(['a']);
  put(file(), 'b');
  expect(await next()).toEqual(['b']);
  put(`${file()}.new`, 'c');
  renameSync(`${file()}.new`, file());
  expect(await next()).toEqual(['c']);
  unlinkSync(file());
  expect(await next()).toEqual([]);
  put(file(), 'd');
  expect(await next()).toEqual(['d']);
});

test('a directory that goes with its file, and comes again at once', async () => {
  put(directory(), 'a');
  const { next } = follow();
  rmSync(dirname(directory()), { recursive: true });
  put(directory(), 'b');
  expect(await next()).toEqual(['b']);
  put(directory(), 'c');
  expect(await next()).toEqual(['c']);
  renameSync(dirname(directory()), `${dirname(directory())}.old`);
  expect(await next()).toEqual([]);
  put(directory(), 'd');
  expect(await next()).toEqual(['d']);
});

test('several writes within the time that a file has to settle are one', async () => {
  const { seen, next } = follow();
  for (const name of ['a', 'b', 'c', 'd']) {
    put(project(), name);
    await pause(20);
  }
  expect(await next()).toEqual(['d']);
  await pause(300);
  expect(seen).toEqual([['d']]);
});

test('the file behind a link', async () => {
  put(join(folder, 'shared.json'), 'a');
  symlinkSync(join(folder, 'shared.json'), project());
  const { next } = follow();
  put(join(folder, 'shared.json'), 'b');
  expect(await next()).toEqual(['b']);
});

test('a file that is not JSON for a moment is reported as such', async () => {
  put(project(), 'a');
  const { next } = follow();
  writeFileSync(project(), '{');
  expect((await next())?.[0]).toMatch(/^it is not JSON/);
  put(project(), 'b');
  expect(await next()).toEqual(['b']);
});

test('each file is watched once, until the last one leaves', async () => {
  const [one, same, other] = [follow(), follow(), follow('other')];
  expect(open.sort()).toEqual([user(), project(), directory(), directory('other')].sort());
  put(directory('other'), 'b');
  expect(await other.next()).toEqual(['b']);
  expect([one.seen, same.seen]).toEqual([[], []]);
  put(project(), 'a');
  expect(await Promise.all([one.next(), same.next(), other.next()])).toEqual([['a'], ['a'], ['a', 'b']]);
  one.end();
  one.end();
  expect(open).toHaveLength(4);
  same.end();
  expect(open.sort()).toEqual([user(), project(), directory('other')].sort());
  put(project(), 'c');
  expect(await other.next()).toEqual(['c', 'b']);
  expect([one.seen.length, same.seen.length]).toEqual([1, 1]);
  other.end();
  expect(open).toEqual([]);
});

test('nothing is made on the disk for the sake of a watch', () => {
  follow();
  expect([user(), project(), dirname(directory())].map((path) => existsSync(path))).toEqual([false, false, false]);
});
