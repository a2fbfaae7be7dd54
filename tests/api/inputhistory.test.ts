/** The input history of a workspace: its file, its limits, and lines of other programs (additions.md A11, cli.md 7). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

const key = 'sk-proj-0123456789abcdef';
let daemon: TestDaemon;
let other: TestDaemon;
let file: string;
let params: { workspace_id: string };
beforeAll(async () => {
  const config = `[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9/v1"\napi_key = "${key}"\n`;
  daemon = await startTestDaemon({ config });
  other = await startTestDaemon({ home: daemon.home });
  file = join(daemon.home, 'user-history', `${hash('md5', realpathSync(daemon.cwd))}.jsonl`);
  const { id } = await daemon.ok('registerWorkspace', { body: { root: daemon.cwd } });
  params = { workspace_id: id };
});
afterAll(async () => {
  await other.close();
  await daemon.close();
});
beforeEach(() => rmSync(join(daemon.home, 'user-history'), { recursive: true, force: true }));

const add = async (content: string, at = daemon) =>
  (await at.ok('addInputHistory', { params, body: { content } })).length;
const list = async (limit?: number, at = daemon) =>
  (await at.ok('listInputHistory', { params, ...(limit === undefined ? {} : { query: { limit } }) })).items;
const entry = (content: unknown) => `${JSON.stringify({ content })}\n`;
const put = (text: string | Buffer) => {
  mkdirSync(join(daemon.home, 'user-history'), { recursive: true });
  writeFileSync(file, text);
};
const mode = (path: string) => statSync(path).mode & 0o777;

test('entries come back newest first; one equal to the newest changes nothing', async () => {
  expect(await list()).toEqual([]);
  expect(await add('one')).toBe(1);
  expect(await add('!two\nlines')).toBe(2);
  expect(await add('!two\nlines')).toBe(2);
  expect(await add('one')).toBe(3);
  expect(await list()).toEqual(['one', '!two\nlines', 'one']);
  expect(await list(2)).toEqual(['one', '!two\nlines']);
  expect(readFileSync(file, 'utf8')).toBe(entry('one') + entry('!two\nlines') + entry('one'));
});

test('only its owner can read the file, whatever was there before', async () => {
  await add('one');
  expect([mode(join(daemon.home, 'user-history')), mode(file)]).toEqual([0o700, 0o600]);
  chmodSync(file, 0o644);
  chmodSync(join(daemon.home, 'user-history'), 0o755);
  await add('two');
  expect([mode(join(daemon.home, 'user-history')), mode(file)]).toEqual([0o700, 0o600]);
});

test('a directory that is named through a link has the same history', async () => {
  const link = join(daemon.folder, 'link');
  symlinkSync(daemon.cwd, link);
  const { id } = await daemon.ok('registerWorkspace', { body: { root: link } });
  expect(id).not.toBe(params.workspace_id);
  await add('one');
  expect((await daemon.ok('listInputHistory', { params: { workspace_id: id } })).items).toEqual(['one']);
});

test('secrets are masked, in the file and in what was written without the server', async () => {
  await add(`curl -H "x: ${key}"`);
  expect(readFileSync(file, 'utf8')).not.toContain(key);
  put(entry(`echo ${key}`));
  expect(await list()).toEqual(['echo ***']);
});

test('two servers that add at once lose nothing and mix nothing', async () => {
  const contents = Array.from({ length: 30 }, (_, at) => `entry ${at} ${'x'.repeat(5_000)}`);
  await Promise.all(contents.map((content, at) => add(content, at % 2 === 0 ? daemon : other)));
  expect((await list()).toSorted()).toEqual(contents.toSorted());
  expect(await list(undefined, other)).toEqual(await list());
});

test('lines that are no entry are skipped', async () => {
  put(
    Buffer.concat([
      Buffer.from(`${entry('first')}{"content":5}\n[]\nnull\n"text"\n\n{"content":""}\n{"text":"x"}\n{"content":"torn`),
      Buffer.from(`\n${'['.repeat(200_000)}\n`),
      Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]),
      Buffer.from(
        entry('x'.repeat(100_001)) + entry('x'.repeat(100_000)) + entry('\ud800') + entry('last') + entry('last'),
      ),
      Buffer.from(`{"__proto__":{"content":"no"}}\n{"content":"cut of`),
    ]),
  );
  expect(await list()).toEqual(['last', '\ufffd', 'x'.repeat(100_000), 'first']);
  // the line that was cut off does not swallow the next one
  expect(await add('next')).toBe(5);
  expect((await list())[0]).toBe('next');
});

test('the newest 1,000 are kept, and the file does not grow without end', async () => {
  put(Array.from({ length: 1_999 }, (_, at) => entry(`entry ${at}`)).join(''));
  expect(await list()).toHaveLength(1_000);
  expect(await add('a')).toBe(1_000);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2_001);
  expect(await add('b')).toBe(1_000);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(1_001);
  expect((await list()).slice(0, 3)).toEqual(['b', 'a', 'entry 1998']);
  expect(mode(file)).toBe(0o600);
});

test('of long entries as many are kept as fit', async () => {
  put(Array.from({ length: 90 }, (_, at) => entry(`${at} ${'x'.repeat(99_000)}`)).join(''));
  const before = Date.now();
  expect(await add('last')).toBe(43);
  expect(statSync(file).size).toBeLessThan(4.2 * 1024 * 1024);
  expect((await list(2)).map((content) => content.slice(0, 4))).toEqual(['last', '89 x']);
  expect(Date.now() - before).toBeLessThan(5_000);
});

test('a pipe in its place is not waited for', async () => {
  mkdirSync(join(daemon.home, 'user-history'));
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  await daemon.fails('listInputHistory', 'PERSISTENCE_FAILURE', { params });
  await daemon.fails('addInputHistory', 'PERSISTENCE_FAILURE', { params, body: { content: 'x' } });
});

test.each([
  ['', 'addInputHistory'],
  ['x'.repeat(100_001), 'addInputHistory'],
] as const)('content is 1 to 100,000 characters', async (content, name) => {
  await daemon.fails(name, 'VALIDATION_FAILED', { params, body: { content } });
});

test.each([0, 1_001])('limit %d is refused', async (limit) => {
  await daemon.fails('listInputHistory', 'VALIDATION_FAILED', { params, query: { limit } });
});

test('an unknown workspace has none', async () => {
  const none = { workspace_id: 'wd_x_0123456789ab' };
  await daemon.fails('listInputHistory', 'WORKSPACE_NOT_FOUND', { params: none });
  await daemon.fails('addInputHistory', 'WORKSPACE_NOT_FOUND', { params: none, body: { content: 'x' } });
});
