/** JSON that the strictest readers accept. */
import { describe, expect, test } from '@jest/globals';
import { wellFormedJson, wireJson } from '../../daemon/base/text/json.js';

describe('JSON for strict readers', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['ordinary text', 'aü\n"\\', 'aü\n"\\', 'aü\n"\\'],
    ['a whole pair', '\ud83d\ude00', '\ud83d\ude00', '\ud83d\ude00'],
    ['a first half', 'a\ud83db', 'a\ufffdb', 'a\ufffdb'],
    ['a second half', 'a\ude00b', 'a\ufffdb', 'a\ufffdb'],
    ['halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd', '\ufffd\ufffd'],
    ['NUL', 'a\0b', 'a\0b', 'a\ufffdb'],
    ['other control characters', '\u0001\u001f', '\u0001\u001f', '\u0001\u001f'],
    ['what only looks like one', '\\ud83d \\\\ud83d \\u0000', '\\ud83d \\\\ud83d \\u0000', '\\ud83d \\\\ud83d \\u0000'],
    ['one behind a backslash', '\\\ud83d \\\\\0', '\\\ufffd \\\\\0', '\\\ufffd \\\\\ufffd'],
    [
      'keys and depths',
      { '\ud83d': [{ a: '\udc00' }] },
      { '\ufffd': [{ a: '\ufffd' }] },
      { '\ufffd': [{ a: '\ufffd' }] },
    ],
    ['null', null, null, null],
  ])('%s', (_name, value, stored, sent) => {
    expect(JSON.parse(wellFormedJson(value))).toEqual(stored);
    expect(JSON.parse(wireJson(value))).toEqual(sent);
  });
});
