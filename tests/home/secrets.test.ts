/** One place knows all secrets: current and former ones, in each way they are written, also in truncated texts. */
import { expect, test } from '@jest/globals';
import { createSecrets } from '../../daemon/home/secrets.js';

test('what every source gives is hidden, and what one gave before', () => {
  let key: readonly string[] = ['first-key'];
  const secrets = createSecrets([() => key, () => ['the token']]);
  expect(secrets.hide('first-key and the token')).toBe('*** and ***');
  key = ['second-key'];
  expect(secrets.hide('first-key, second-key and the token')).toBe('***, *** and ***');
  secrets.add('a third one');
  expect(secrets.hide('a third one, first-key')).toBe('***, ***');
  expect([...secrets.values()].sort()).toEqual(['a third one', 'first-key', 'second-key', 'the token']);
});

test.each([
  ['as it is', 'say pa"ss wörd/1!', 'say ***!'],
  ['in JSON', JSON.stringify({ a: 'pa"ss wörd/1' }), '{"a":"***"}'],
  ['in an address', `?a=${encodeURIComponent('pa"ss wörd/1')}&b=1`, '?a=***&b=1'],
  ['cut off', 'it said pa"ss w…', 'it said ***…'],
  ['cut off, with more behind it', 'it said pa"ss w… and so on', 'it said ***… and so on'],
  ['not there', 'pa"ss on…', 'pa"ss on…'],
])('a secret %s', (_how, text, told) => {
  expect(createSecrets([() => ['pa"ss wörd/1']]).hide(text)).toBe(told);
});

test('short ones are words, long ones go before the ones in them', () => {
  const secrets = createSecrets([() => ['', 'short', 'key-of', 'key-of-the-team']]);
  expect(secrets.hide('short key-of-the-team key-of')).toBe('short *** ***');
});

test('everything in an object', () => {
  const secrets = createSecrets([() => ['secret-1']]);
  const value = { msg: 'secret-1', details: [{ path: 'a', message: 'is secret-1' }], code: 5, data: null };
  expect(secrets.hideIn(value)).toEqual({
    msg: '***',
    details: [{ path: 'a', message: 'is ***' }],
    code: 5,
    data: null,
  });
});

test('those that no source gives any more are forgotten in the end, the oldest first; the others never', () => {
  let token = 'token-0000';
  const secrets = createSecrets([() => [token], () => ['for-ever']]);
  for (let count = 0; count < 400; count++) {
    token = `token-${String(count).padStart(4, '0')}`;
    secrets.values();
  }
  expect(secrets.hide('token-0000 token-0200 token-0399 for-ever')).toBe('token-0000 *** *** ***');
  expect(secrets.values().length).toBeLessThan(300);
});

test('nothing is worked out again as long as the sources give the same', () => {
  const secrets = createSecrets([() => ['one', 'secret-2']]);
  expect(secrets.forms()).toBe(secrets.forms());
});
