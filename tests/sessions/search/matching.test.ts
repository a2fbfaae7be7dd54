/** What a query finds: each row passes through the index and the comparison with the text. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { firstTime, openLibrary, type Library } from './library.js';

const long = 'a'.repeat(5_000);

const texts = {
  greeting: 'Hello World, how are you?',
  code: 'call read_file("src/main.ts") in foo-bar; x+=1 AND NOT y',
  french: 'Un café crème à la façade, naïve coöperation',
  decomposed: 're\u0301sume\u0301 cafe\u0301',
  german: 'Die Straße über dem Fluß',
  greek: 'ΟΔΥΣΣΕΥΣ και οδός',
  russian: 'Ёжик и йогурт',
  turkish: 'İSTANBUL',
  ligature: 'The ﬁne eﬀect of ﬂight',
  wide: 'ＦＵＬＬ　ｗｉｄｔｈ １２３ ｶﾞ',
  chinese: '我们用搜索测试文件内容，然后修复代码。',
  mixed: '调用API接口v2返回错误',
  japanese: 'これはテストです。検索エンジン',
  korean: '안녕하세요 검색합니다',
  thai: 'สวัสดีครับ ทดสอบ',
  hindi: 'नमस्ते दुनिया',
  arabic: 'مرحبا بالعالم',
  emoji: 'ship it 🎉 by 👩‍💻 from 🇩🇪 with ❤️',
  rare: '𠮷野家 and 𝒳',
  nul: 'before\0after',
  lone: 'half \ud83d of a pair',
  hidden: 'soft\u00adhyphen zero\u200bwidth',
  quotes: `say "quoted words" and 'single' (brackets) {a:b} ^start *star col:umn -minus`,
  sql: `'; DROP TABLE search_text; --`,
  long: `${long} behindlong`,
  numbers: 'version 3.14.159 at 10:45 on 2025-01-31',
  percent: '100% of_it \\ back',
  tag: 'look at <system-reminder> here',
};
type Name = keyof typeof texts;

let library: Library;
beforeAll(async () => {
  library = openLibrary();
  for (const text of Object.values(texts)) library.add(text);
  await library.index();
});
afterAll(() => library.close());

const names = Object.keys(texts) as Name[];

/** Returns the names of the texts that a query finds. */
function hits(query: string, mode: 'terms' | 'literal', op: 'AND' | 'OR' = 'AND'): Name[] {
  const { items } = library.ask({ query, mode, op, page_size: 50 });
  return items.map(({ time }) => names[(time - firstTime) / 1_000 - 1] as Name).sort();
}

const terms: [string, Name[]][] = [
  ['hello', ['greeting']],
  ['HELLO world', ['greeting']],
  ['world hello', ['greeting']],
  ['hell', []],
  ['ello', []],
  ['hello mars', []],
  // words joined by punctuation must be adjacent
  ['read_file', ['code']],
  ['file', ['code']],
  ['file_read', []],
  ['src/main.ts', ['code']],
  ['main.src', []],
  ['foo-bar', ['code']],
  ['foo bar', ['code']],
  ['bar-foo', []],
  // query syntax has no meaning
  ['AND', ['code', 'quotes', 'rare']],
  ['NOT', ['code']],
  ['hello AND world', []],
  ['hello NOT mars', []],
  ['NEAR(hello world)', []],
  ['"quoted words"', ['quotes']],
  ['words" OR "hello', []],
  ['hel*', []],
  ['*star', ['quotes']],
  ['col:umn', ['quotes']],
  ['text:hello', []],
  ['^start', ['quotes']],
  ['-minus', ['quotes']],
  ['(brackets)', ['quotes']],
  ['{a:b}', ['quotes']],
  [`'; DROP TABLE search_text; --`, ['sql']],
  // accents and case
  ['cafe', ['decomposed', 'french']],
  ['CAFÉ', ['decomposed', 'french']],
  ['cafe\u0301', ['decomposed', 'french']],
  ['resume', ['decomposed']],
  ['facade naive', ['french']],
  ['cooperation', ['french']],
  ['uber', ['german']],
  ['straße', ['german']],
  ['οδυσσευς', ['greek']],
  ['οδος', ['greek']],
  ['ежик', ['russian']],
  ['иогурт', ['russian']],
  ['istanbul', ['turkish']],
  ['fine effect flight', ['ligature']],
  ['full width 123', ['wide']],
  ['ガ', ['wide']],
  // scripts without blanks match anywhere in a run, in order
  ['测', ['chinese']],
  ['测试', ['chinese']],
  ['搜索测试', ['chinese']],
  ['测试搜索', []],
  ['试测', []],
  ['搜索 代码', ['chinese']],
  ['内容，然后', ['chinese']],
  ['内容 然后', ['chinese']],
  ['内容然后', []],
  ['返回', ['mixed']],
  ['api', ['mixed']],
  ['ap', []],
  ['v2', ['mixed']],
  ['API接口', ['mixed']],
  ['テスト', ['japanese']],
  ['スト', ['japanese']],
  ['検索', ['japanese']],
  ['エンジン テスト', ['japanese']],
  ['검색', ['korean']],
  ['하세', ['korean']],
  ['ทดสอบ', ['thai']],
  ['สวัสดี', ['thai']],
  ['दुनिया', ['hindi']],
  ['بالعالم', ['arabic']],
  ['世界', []],
  // pictographs and characters beyond the first plane
  ['🎉', ['emoji']],
  ['👩‍💻', ['emoji']],
  ['👩', ['emoji']],
  ['🇩🇪', ['emoji']],
  ['❤', ['emoji']],
  ['❤️', ['emoji']],
  ['🎊', []],
  ['𠮷', ['rare']],
  ['𠮷野家', ['rare']],
  ['x', ['code', 'rare']],
  // invisible characters, broken text
  ['before', ['nul']],
  ['after', ['nul']],
  ['before\0after', ['nul']],
  ['beforeafter', []],
  ['softhyphen', ['hidden']],
  ['zerowidth', ['hidden']],
  ['zero\u200bwidth', ['hidden']],
  ['half pair', ['lone']],
  ['half \ud83d', ['lone']],
  [long, ['long']],
  [`${long}a`, []],
  [long.slice(1), []],
  ['behindlong', ['long']],
  ['3.14', ['numbers']],
  ['14', ['numbers']],
  ['2025-01-31', ['numbers']],
  ['100%', ['percent']],
];

const literals: [string, Name[]][] = [
  ['hello', ['greeting']],
  ['ELLO wor', ['greeting']],
  ['o W', ['greeting']],
  ['ld', ['greeting']],
  ['u?', ['greeting']],
  ['main.ts"', ['code']],
  ['+=1', ['code']],
  ['+=', ['code']],
  ['_file("s', ['code']],
  ['foo bar', []],
  ['fine', ['ligature']],
  ['ﬁne', ['ligature']],
  ['ffec', ['ligature']],
  ['full width', ['wide']],
  ['23 ガ', ['wide']],
  ['café', ['decomposed', 'french']],
  ['cafe', []],
  ['αι οδός', ['greek']],
  ['σσευσ', ['greek']],
  ['测试', ['chinese']],
  ['试文件内', ['chinese']],
  ['，然', ['chinese']],
  ['i接', ['mixed']],
  ['索エ', ['japanese']],
  ['🎉 b', ['emoji']],
  ['👩‍💻', ['emoji']],
  ['🇩🇪', ['emoji']],
  ['𠮷野', ['rare']],
  ['e\0a', ['nul']],
  ['zero\u200bw', ['hidden']],
  ['zerow', []],
  ['"quoted', ['quotes']],
  ['^start *', ['quotes']],
  ['{a:b}', ['quotes']],
  [`'; DROP`, ['sql']],
  ['--', ['sql']],
  ['0%', ['percent']],
  ['% of', ['percent']],
  ['f_i', ['percent']],
  ['\\ ', ['percent']],
  ['2025-01', ['numbers']],
  [long.slice(0, 1_024), ['long']],
  ['aa', ['long']],
  ['zz', []],
];

describe.each(['terms', 'literal'] as const)('%s', (mode) => {
  const rows = mode === 'terms' ? terms : literals;
  test.each(rows)('%j', (query, expected) => {
    expect(hits(query, mode)).toEqual(expected);
  });
});

test('any of several', () => {
  expect(hits('hello uber nothing 测试', 'terms', 'OR')).toEqual(['chinese', 'german', 'greeting']);
});

test('a very long run of characters is one term like any other', async () => {
  const run = Array.from({ length: 19_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  library.add({ text: `before ${run} after`, session: 2 });
  await library.index();
  const filter = { container: { session_id: 'session_2' } };
  for (const asked of [{}, filter]) {
    expect(library.ask({ query: run, ...asked }).items).toHaveLength(1);
    expect(library.ask({ query: `${run}一`, ...asked }).items).toEqual([]);
  }
  library.removeSession(2);
  await library.index();
});

/** query, mode, and the reason for its refusal */
const refused: [string, 'terms' | 'literal', RegExp][] = [
  [' ', 'terms', /no word/],
  ['\t\n\u3000', 'terms', /no word/],
  ['"*^():-', 'terms', /no word/],
  ['\0', 'terms', /no word/],
  [Array.from({ length: 33 }, (_, at) => `w${at}`).join(' '), 'terms', /more than 32/],
  ['x', 'literal', /at least 2/],
  ['e\u0301', 'literal', /at least 2/],
  ['🎉', 'literal', /at least 2/],
  ['x'.repeat(1_025), 'literal', /at most 1024/],
];

test.each(refused)('%j as %s is refused', (query, mode, why) => {
  expect(() => library.ask({ query, mode })).toThrow(why);
});

test('terms count once, whatever their case, and 32 are not too many', () => {
  const words = Array.from({ length: 32 }, (_, at) => `w${at}`);
  expect(library.ask({ query: [...words, ...words, 'W1', 'w1.'].join(' ') }).items).toEqual([]);
  expect(library.found({ query: `hello ${'Hello '.repeat(50)}` })).toEqual([texts.greeting]);
});
