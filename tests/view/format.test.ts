/** Numbers, times and sizes, at the edges where the unit changes. */
import { expect, test } from '@jest/globals';
import * as format from '../../client/view/format.js';

const rows: [string, string, string][] = [
  ['counts', format.formatCount(1234567), '1,234,567'],
  ['negative counts', format.formatCount(-1000), '-1,000'],
  ['no count', format.formatCount(NaN), '0'],
  ['one', format.counted(1, 'prompt'), '1 prompt'],
  ['none', format.counted(0, 'match', 'matches'), '0 matches'],
  ['few tokens', format.formatTokens(999), '999'],
  ['tokens', format.formatTokens(1500), '1.5k'],
  ['whole thousands', format.formatTokens(8000), '8k'],
  ['below a million', format.formatTokens(999_499), '999k'],
  ['rounded to a million', format.formatTokens(999_500), '1M'],
  ['context', format.formatContext(7_680, 64_000), '12% 7.7k/64k'],
  ['context without a limit', format.formatContext(7_680), '7.7k'],
  ['context with a limit of 0', format.formatContext(7_680, 0), '7.7k'],
  ['nearly full', format.formatPercent(0.999), '99%'],
  ['full', format.formatPercent(1), '100%'],
  ['money', format.formatMoney(1234.5), '$1,234.50'],
  ['less than a cent', format.formatMoney(0.0042), '<$0.01'],
  ['no money', format.formatMoney(0), '$0.00'],
  ['no number', format.formatMoney(Infinity), '$0.00'],
  ['bytes', format.formatSize(512), '512 B'],
  ['kibibytes', format.formatSize(1_536), '1.5 KiB'],
  ['just below a mebibyte', format.formatSize(1_048_575), '1 MiB'],
  ['milliseconds', format.formatDuration(120), '120 ms'],
  ['seconds', format.formatDuration(1_240), '1.2 s'],
  ['rounded seconds', format.formatDuration(9_990), '10 s'],
  ['rounded to a minute', format.formatDuration(59_700), '1 min'],
  ['elapsed', format.formatElapsed(59_999), '59 s'],
  ['minutes', format.formatElapsed(65_000), '1 min 5 s'],
  ['hours', format.formatElapsed(7_380_000), '2 h 3 min'],
  ['days', format.formatElapsed(100 * 3_600_000), '4 d 4 h'],
  ['now', format.formatAge(1_000, 30_000), 'just now'],
  ['a clock that is behind', format.formatAge(5_000, 0), 'just now'],
  ['minutes ago', format.formatAge(0, 200_000), '3 min ago'],
  ['days ago', format.formatAge(0, 5 * 86_400_000), '5 d ago'],
  ['no time', format.formatTime('never'), ''],
  ['the home directory', format.formatPath('/home/ada', '/home/ada/'), '~'],
  ['below it', format.formatPath('/home/ada/p', '/home/ada'), '~/p'],
  ['beside it', format.formatPath('/home/adam', '/home/ada'), '/home/adam'],
  ['in the directory of the session', format.formatPathFrom('/home/ada/p/a b', { cwd: '/home/ada/p/' }), 'a b'],
  ['that directory itself', format.formatPathFrom('/home/ada/p', { cwd: '/home/ada/p', home: '/home/ada' }), '~/p'],
  ['beside that directory', format.formatPathFrom('/home/ada/pa', { cwd: '/home/ada/p', home: '/home/ada' }), '~/pa'],
  ['a session at the root', format.formatPathFrom('/etc/hosts', { cwd: '/' }), '/etc/hosts'],
];

test.each(rows)('%s', (_, shown, expected) => expect(shown).toBe(expected));

test('a time of the day and a date long ago', () => {
  const at = new Date(2026, 2, 1, 9, 5).getTime();
  expect(format.formatTime(at)).toBe('2026-03-01 09:05');
  expect(format.formatAge(at, at + 90 * 86_400_000)).toBe('2026-03-01');
});
