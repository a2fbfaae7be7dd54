/** The short version of `npm run chaos -- --screens 100`, and what it compares. */
import { expect, jest, test } from '@jest/globals';
import { linesOfMessages, linesOfScreen, typedIn } from './screenlines.js';
import { runScreens } from './screens.js';

jest.setTimeout(240_000);

test('lines of messages and of screens are compared without what is void', () => {
  const said = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text' as const, text }] });
  const lines = ['> say t1x1z', 't1x1z', '> say t1x2z'];
  const messages = [said('user', 'say t1x2z'), said('assistant', 't1x1z'), said('user', 'say t1x1z')];
  expect(linesOfMessages(messages)).toEqual(lines);
  const rule = '─'.repeat(40);
  const screen = [
    '> say t1x1z',
    '',
    't1x1z',
    '> say t1x2z (elsewhere)',
    't1x2z',
    '',
    'The answer above was cut off by a restart.',
  ];
  expect(linesOfScreen([...screen, '> say t1x3z', '  not sent: no', rule, '> say t1x4z'])).toEqual(lines);
  expect(typedIn([rule, '> a draft', 'offline/echo'])).toBe('a draft');
  expect(typedIn([rule, '>', 'offline/echo'])).toBe('');
});

const linux = process.platform === 'linux' ? test : test.skip;

linux('a screen shows what the API has after kills of the UI, of its server, and of both', async () => {
  const { problems, kills, killsAttached, compared } = await runScreens({ seed: 7, rounds: 6 });
  expect(problems).toEqual([]);
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(compared).toBe(6);
  expect(killsAttached).toBeGreaterThan(0);
});
