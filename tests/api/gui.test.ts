/** The store that graphical clients share (rest.md 22). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { codeOf, startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const set = (key: string, value: string) => daemon.ask('setGuiItem', { body: { key, value } });
const get = async (key: string) => (await daemon.ok('getGuiItem', { query: { key } })).value;
const count = async () => (await daemon.ok('countGuiItems', {})).length;

test('values are kept, replaced, removed and cleared', async () => {
  expect(await get('a')).toBeNull();
  for (const value of ['', 'text', '{"x":1}', '日本語 🎉', 'with\0NUL', 'x'.repeat(1024 * 1024)]) {
    expect(await set('a', value)).toMatchObject({ code: 0, data: null });
    expect(await get('a')).toBe(value);
  }
  await set('__proto__', 'plain');
  expect(await get('__proto__')).toBe('plain');
  expect(await count()).toBe(2);
  for (const key of ['a', 'a', 'never there']) expect(await daemon.ok('removeGuiItem', { body: { key } })).toBeNull();
  expect(await count()).toBe(1);
  expect(await daemon.ok('clearGuiItems', {})).toBeNull();
  expect(await count()).toBe(0);
});

test('another server of the home and a restart see the same values', async () => {
  await set('shared', 'before');
  const other = await startTestDaemon({ home: daemon.home });
  await other.ok('setGuiItem', { body: { key: 'shared', value: 'after' } });
  await other.close();
  expect(await get('shared')).toBe('after');
  await daemon.restart();
  expect(await get('shared')).toBe('after');
});

test('limits: a key of 256 characters, a value of 1 MiB in UTF-8, 1,000 keys', async () => {
  await daemon.ok('clearGuiItems', {});
  expect((await set('k'.repeat(256), 'x')).code).toBe(0);
  expect((await set('k'.repeat(257), 'x')).code).toBe(codeOf('VALIDATION_FAILED'));
  expect((await set('', 'x')).code).toBe(codeOf('VALIDATION_FAILED'));
  expect((await set('big', 'é'.repeat(512 * 1024 + 1))).code).toBe(codeOf('FILE_TOO_LARGE'));
  expect(await get('big')).toBeNull();
  for (let i = 1; i < 1_000; i += 1) await set(`k${i}`, 'x');
  expect(await set('one more', 'x')).toMatchObject({ code: codeOf('FILE_TOO_LARGE') });
  expect((await set('k1', 'replaced')).code).toBe(0);
  expect(await count()).toBe(1_000);
});
