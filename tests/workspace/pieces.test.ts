/** Large answers made in pieces have the same bytes, and delay other requests only for a short time. */
import { describe, expect, test } from '@jest/globals';
import { jsonInPieces } from '../../daemon/base/text/pieces.js';
import { wellFormedJson } from '../../daemon/base/text/json.js';
import { ask, start } from '../http/harness.js';

const together = async (value: unknown): Promise<string> =>
  Buffer.concat(await jsonInPieces('<', value, '>')).toString();

describe('the same as in one', () => {
  const long = 'x'.repeat(100_000);
  test.each<[string, unknown]>([
    ['nothing', null],
    ['numbers', [1, -2.5, 0]],
    ['texts', ['a"b\\c\nd', '\u2028', '<&>', '\0']],
    ['no items and no keys', { a: [], b: {}, c: [[]], d: [{}] }],
    ['a key without a value', { a: undefined, b: 1, c: { d: undefined } }],
    [
      'keys that need care',
      Object.fromEntries([
        ['__proto__', { a: [1] }],
        ['a"b', [{}]],
        ['\ud800', [1]],
      ]),
    ],
    ['long text', { content: long, more: [long, { deep: [long] }] }],
    ['text whose pieces would cut characters', '😀'.repeat(50_000)],
    ['the same, one off', `a${'😀'.repeat(50_000)}`],
    ['half characters', `${'x'.repeat(32 * 1024 - 1)}\ud83d${'y'.repeat(40_000)}\udc00`],
    ['escapes at the ends of pieces', '\n'.repeat(70_000)],
    ['many small objects', Array.from({ length: 2_000 }, (_, at) => ({ path: `a/${at}`, size: at, ok: true }))],
  ])('%s', async (_, value) => {
    expect(await together(value)).toBe(`<${wellFormedJson(value)}>`);
  });
});

test('an answer that is made in pieces is a whole envelope', async () => {
  const items = Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}` }));
  const server = await start({ handlers: { getLarge: () => ({ items }) } });
  const { json, status, headers } = await ask(server.port, { path: '/api/v1/large' });
  expect([status, json?.['code'], json?.['msg']]).toEqual([200, 0, 'success']);
  expect(json?.['data']).toEqual({ items });
  expect(json?.['request_id']).toBe(headers['x-request-id']);
  await server.close();
});

test('others run many times while 20 MB are made', async () => {
  const items = Array.from({ length: 100_000 }, (_, at) => ({ path: `src/${'x'.repeat(150)}/${at}`, size: at }));
  let turns = 0;
  let over = false;
  const turn = (): void => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await jsonInPieces('', { items, text: 'line\n'.repeat(1_000_000) }, '');
  over = true;
  // takes over 100 ms, but never delays others for long
  expect(turns).toBeGreaterThan(20);
});
