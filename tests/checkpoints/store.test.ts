/** The store of contents has a maximum size, evicts the oldest first, and detects damage. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyStore, createStore, hashOf, type Store } from '../../daemon/checkpoints/store.js';

let folder: string;
let limit: number;
let clock: number;
const needed = new Set<string>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-store-'));
  limit = 1_000;
  // later than any time that the file system sets
  clock = Date.now() + 1_000_000;
  needed.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (directory = join(folder, 'objects')): Store =>
  createStore({ directory, maxBytes: () => limit, now: () => (clock += 1_000), needed: () => needed });
const pathOf = (hash: string, directory = 'objects'): string =>
  join(folder, directory, hash.slice(0, 2), hash.slice(2));
const has = async (store: Store, hash: string): Promise<boolean> => (await store.read(hash)) !== undefined;
async function put(store: Store, size: number, fill: string): Promise<string> {
  const content = Buffer.alloc(size, fill);
  const hash = await hashOf(content);
  expect(await store.put(hash, content)).toBe(true);
  return hash;
}

test('the same content is kept once, also when it comes twice at the same time', async () => {
  const store = open();
  const content = Buffer.from('twice');
  const hash = await hashOf(content);
  expect(await Promise.all([store.put(hash, content), store.put(hash, content)])).toEqual([true, true]);
  expect(await store.size()).toBe(5);
  expect((await store.read(hash))?.toString()).toBe('twice');
  expect(statSync(pathOf(hash)).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'objects', hash.slice(0, 2)))).toEqual([hash.slice(2)]);
});

test('a large content has the same hash as in pieces', async () => {
  expect(await hashOf(Buffer.alloc(300_000, 'a'))).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

describe('making room', () => {
  test('the oldest go first, what records refer to later stays longer, what is needed stays', async () => {
    const store = open();
    const [first, second, third] = [await put(store, 300, 'a'), await put(store, 300, 'b'), await put(store, 300, 'c')];
    needed.add(first);
    expect(await store.touch(second)).toBe(true);
    const fourth = await put(store, 300, 'd');
    expect(await Promise.all([first, second, third, fourth].map((hash) => has(store, hash)))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(await store.size()).toBe(900);
    // a second store of the same directory has the same contents
    const again = open();
    expect(await Promise.all([first, second, third, fourth].map((hash) => has(again, hash)))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(await again.size()).toBe(900);
  });

  test('what finds no room is refused', async () => {
    const store = open();
    needed.add(await put(store, 900, 'a'));
    const content = Buffer.alloc(200, 'b');
    expect(await store.put(await hashOf(content), content)).toBe(false);
    expect(await store.size()).toBe(900);
  });

  test('a restart remembers which are old', async () => {
    const before = open();
    const [old, young] = [await put(before, 400, 'a'), await put(before, 400, 'b')];
    await before.touch(young);
    const store = open();
    await put(store, 400, 'c');
    expect(await Promise.all([old, young].map((hash) => has(store, hash)))).toEqual([false, true]);
  });
});

describe('damage', () => {
  test('a content that is not what it should be counts as gone', async () => {
    const store = open();
    const hash = await put(store, 10, 'a');
    writeFileSync(pathOf(hash), 'something else');
    expect(await store.read(hash)).toBeUndefined();
    expect(await store.read('../../etc/passwd')).toBeUndefined();
  });

  test('a store that was emptied is filled again', async () => {
    const store = open();
    const hash = await put(store, 10, 'a');
    rmSync(join(folder, 'objects'), { recursive: true });
    expect(await store.touch(hash)).toBe(false);
    expect(await put(store, 10, 'a')).toBe(hash);
    expect((await store.read(hash))?.length).toBe(10);
  });

  test('what a crash left half written is cleared away', async () => {
    const hash = await put(open(), 10, 'a');
    const half = join(folder, 'objects', hash.slice(0, 2), '.0123.tmp');
    writeFileSync(half, 'half');
    expect(await open().size()).toBe(10);
    expect(readdirSync(join(half, '..'))).toEqual([hash.slice(2)]);
  });
});

test('a neighbour shares what it has, once it is whole', async () => {
  const first = open();
  const [shared, damaged] = [await put(first, 10, 'a'), await put(first, 10, 'b')];
  writeFileSync(pathOf(damaged), 'cut');
  const second = createStore({
    directory: join(folder, 'second'),
    maxBytes: () => limit,
    now: Date.now,
    needed: () => needed,
    neighbour: () => join(folder, 'objects'),
  });
  for (const fill of ['a', 'b', 'c']) await put(second, 10, fill);
  expect(await second.size()).toBe(30);
  expect(statSync(pathOf(shared, 'second')).ino).toBe(statSync(pathOf(shared)).ino);
  expect((await second.read(damaged))?.toString()).toBe('b'.repeat(10));
});

test('a copy shares the contents, and each may let go of them', async () => {
  const store = open();
  const hash = await put(store, 10, 'a');
  await copyStore(join(folder, 'objects'), join(folder, 'copy'));
  expect(statSync(pathOf(hash, 'copy')).ino).toBe(statSync(pathOf(hash)).ino);
  rmSync(join(folder, 'objects'), { recursive: true });
  expect((await open(join(folder, 'copy')).read(hash))?.length).toBe(10);
  await copyStore(join(folder, 'nowhere'), join(folder, 'other'));
});
