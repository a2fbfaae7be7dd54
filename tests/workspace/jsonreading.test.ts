/** JSON read in pieces equals the result of JSON.parse, and limits apply before anything is built. */
import { describe, expect, test } from '@jest/globals';
import { createJsonScan, isWide, JsonLimitError, parseJson } from '../../daemon/base/text/jsonreading.js';
import { createRandom } from '../chaos/random.js';

const limits = { depth: 100 };
/** Makes each text long enough to be read in pieces. */
const padding = JSON.stringify('p'.repeat(140_000));

describe('a long text', () => {
  test.each([
    '{}',
    '[]',
    '[1,2,{"a":[true,false,null,-1.5e10,"x\\u00e9\\n\\"q"]}]',
    ' [ 1 , { "k" : "v" } ] ',
    '{"__proto__":1,"a":{"b":[]},"a":2}',
    '"\\ud83d\\ude00"',
    '[[[[]]]]',
    '{"":{}}',
    ...['[1,]', '{"a"}', '{"a":}', '[1 2]', '[01]', 'tru', '["a\nb"]', '{,}', '[,1]', '[-]', '"\\x"', '1]', '"a'],
  ])('%j gives what JSON.parse gives', async (text) => {
    const long = `[${padding},${text}]`;
    const [native, inPieces] = [await outcome(() => JSON.parse(long)), await outcome(() => parseJson(long, limits))];
    expect(inPieces).toEqual(native);
  });

  test('of random values gives what JSON.parse gives, whole and cut off', async () => {
    const random = createRandom(7);
    const chars = ['a', '\\', '"', 'é', '\u0001', '😀', 'u', '\n', '\ud800'];
    const string = (): string =>
      Array.from({ length: random.chance(0.02) ? 90_000 : random.between(0, 20) }, () => random.pick(chars)).join('');
    const value = (depth: number): unknown => {
      const kind = depth > 4 ? 9 : random.between(0, 9);
      if (kind < 3) return Array.from({ length: random.between(0, 5) }, () => value(depth + 1));
      if (kind < 6)
        return Object.fromEntries([
          [string(), value(depth + 1)],
          [string(), value(depth + 1)],
        ]);
      return random.pick([string(), random.next() * 1e9, null, true, false, -0]);
    };
    for (let round = 0; round < 40; round += 1) {
      const text = JSON.stringify([padding, value(0), value(0)]);
      expect(await parseJson(text, limits)).toEqual(JSON.parse(text));
      await expect(parseJson(text.slice(0, -random.between(1, 10)), limits)).rejects.toThrow(SyntaxError);
    }
  }, 30_000);

  test('lets others run in between', async () => {
    let turns = 0;
    const tick = setInterval(() => (turns += 1), 1);
    await parseJson(JSON.stringify({ text: 'wide text\n'.repeat(1_000_000) }), limits);
    clearInterval(tick);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('an object with many names', () => {
  const withNames = async (count: number): Promise<object> => {
    const names = Object.fromEntries(Array.from({ length: count }, (_, at) => [`name ${at}`, at]));
    return ((await parseJson(JSON.stringify([names, padding]), limits)) as [object])[0];
  };

  test('is too wide from 10,001 names on', async () => {
    const [most, over] = [await withNames(10_000), await withNames(10_001)];
    expect([Object.keys(most).length, isWide(most)]).toEqual([10_000, false]);
    expect([Object.keys(over).length, isWide(over)]).toEqual([10_001, true]);
  });
});

describe('limits', () => {
  const nested = (levels: number, pad = '') => `${'['.repeat(levels)}${pad}${']'.repeat(levels)}`;

  test.each(['', padding])('hold for texts of any length', async (pad) => {
    await expect(parseJson(nested(100, pad), limits)).resolves.toBeDefined();
    await expect(parseJson(nested(101, pad), limits)).rejects.toEqual(new JsonLimitError('depth'));
    const values = `[${pad === '' ? '' : `${pad},`}1,2,3]`;
    await expect(parseJson(values, { depth: 9, values: 5 })).resolves.toBeDefined();
    await expect(parseJson(values, { depth: 9, values: 3 })).rejects.toEqual(new JsonLimitError('values'));
  });

  test('do not count what is in a string, wherever the text is cut', () => {
    const text = '["[[[\\"[[[\\\\",[[1]]]';
    for (let at = 0; at <= text.length; at += 1) {
      const scan = createJsonScan({ depth: 3 });
      scan.add(text.slice(0, at));
      scan.add(text.slice(at));
      const tight = createJsonScan({ depth: 2 });
      expect(() => [text.slice(0, at), text.slice(at)].forEach(tight.add)).toThrow(JsonLimitError);
    }
  });
});

async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return { value: await read() };
  } catch (error) {
    // here, JSON.parse throws a SyntaxError of another realm than the program's
    return (error as Error).name === 'SyntaxError' ? 'refused' : error;
  }
}
