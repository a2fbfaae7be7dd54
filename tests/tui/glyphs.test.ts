/** Own glyphs have forms in ASCII where nothing else can be shown; other texts stay unchanged (tui.md 3.23). */
import { afterEach, expect, test } from '@jest/globals';
import { readCapabilities } from '../../client/tui/terminal/capabilities.js';
import { cutLine, lineOf, plainLine } from '../../client/tui/text/line.js';
import { visibleRow } from '../../client/view/clean.js';
import { spinnerFrames, useGlyphs } from '../../client/tui/text/glyphs.js';
import { own } from '../../client/view/glyphs.js';

afterEach(() => useGlyphs({ unicode: true }));

test.each([
  [{ LANG: 'de_DE.UTF-8' }, true],
  [{ LANG: 'C.utf8' }, true],
  [{ LC_ALL: 'C', LANG: 'C.UTF-8' }, false],
  [{ LC_CTYPE: 'en_US.ISO-8859-1', LANG: 'C.UTF-8' }, false],
  [{}, false],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, false],
])('%p has them: %p', (environment, unicode) => {
  expect(readCapabilities(environment).unicode).toBe(unicode);
});

test('each of them has a form in ASCII', () => {
  useGlyphs({ unicode: false });
  expect(own('…⏎•●→−“x”')).toBe(String.raw`...\n**->-"x"`);
  expect(own('─⋮·○↑↓')).toMatch(/^[\x20-\x7e]+$/);
  expect(spinnerFrames().join('')).toMatch(/^[\x20-\x7e]+$/);
});

test('text of others is cut and joined with them, and is itself as it was', () => {
  useGlyphs({ unicode: false });
  expect(visibleRow('größe → …\nx')).toBe(String.raw`größe → …\nx`);
  expect(visibleRow('日本語日本語', { length: 3 })).toBe('日本語... +3 chars');
  expect(plainLine(cutLine(lineOf('größer als das'), 9))).toBe('größer...');
});

test.each([
  [{}, true],
  [{ CI: 'true' }, false],
  [{ CI: '1' }, false],
  [{ CI: 'false' }, true],
  [{ CI: '0' }, true],
  [{ TERM: 'dumb' }, false],
])('with %p a terminal may be asked: %p', (environment, answers) => {
  expect(readCapabilities(environment).answers).toBe(answers);
});
