/** Themes: files of the user, choice by background, color depth, contrast (tui.md 3.20). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColors } from '../../client/tui/colors.js';
import { lineOf } from '../../client/tui/text/line.js';
import { colorDepth, dark, light, sgrOf, type Theme } from '../../client/tui/text/theme.js';
import { readTheme, readThemes } from '../../client/tui/colors.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-themes-'));
  mkdirSync(join(home, 'themes'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(file: string, content: unknown): void {
  writeFileSync(join(home, 'themes', file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Returns the contrast of two colors as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

test.each([
  ['dark', '#000000', dark],
  ['dark', '#1e1e1e', dark],
  ['light', '#ffffff', light],
] as const)('colours of %s have a contrast of 4.5 : 1 on %s', (_name, background, { colors }) => {
  for (const [token, color] of Object.entries(colors))
    expect([token, contrast(color, background) >= 4.5]).toEqual([token, true]);
});

describe('files', () => {
  test('bad colours and unknown tokens are skipped; the rest comes from the base', () => {
    put('sea.json', {
      name: 'sea',
      displayName: 'Deep sea',
      base: 'light',
      colors: { primary: '#0000AA', accent: 'blue', error: '#12', smell: '#000000', warning: 7 },
    });
    const { colors } = light;
    expect(readTheme(home, 'sea')).toEqual({
      name: 'sea',
      label: 'Deep sea',
      theme: { name: 'sea', base: 'light', colors: { ...colors, primary: '#0000AA' }, own: { primary: '#0000AA' } },
    });
    expect(readTheme(home, 'sea.json')).toEqual(readTheme(home, 'sea'));
  });

  test.each([
    ['broken', '{'],
    ['nameless', { colors: {} }],
    ['list', []],
    ['long', `{"name":"${'x'.repeat(100_000)}"}`],
  ])('%s is no theme', (name, content) => {
    put(`${name}.json`, content);
    expect(readTheme(home, name)).toBeUndefined();
    expect(readThemes(home)).toEqual([]);
  });

  test('no name leads out of the directory', () => {
    writeFileSync(join(home, 'secret.json'), '{"name":"secret"}');
    expect(readTheme(home, '../secret')).toBeUndefined();
  });

  test('all are listed by what they are called', () => {
    put('b.json', { name: 'b', displayName: 'Apricot' });
    put('a.json', { name: 'Berry' });
    put('note.txt', 'none');
    expect(readThemes(home).map(({ name, label }) => [name, label])).toEqual([
      ['b', 'Apricot'],
      ['a', 'Berry'],
    ]);
  });
});

describe('the theme in force', () => {
  const full = { COLORTERM: 'truecolor' };
  const sgr = (theme: Theme): string => `\x1b[${sgrOf({ token: 'primary' }, theme, 'full')}m`;
  function colors(theme: string, env: Record<string, string> = full) {
    let changes = 0;
    const settings = { theme };
    const own = createColors({
      home,
      env: { ...full, ...env },
      theme: () => settings.theme,
      hyperlinks: () => false,
      changed: () => (changes += 1),
    });
    return { own, settings, shown: () => own.paint(lineOf('x', 'primary')).split('x')[0], changes: () => changes };
  }

  test.each([
    ['dark', {}, dark],
    ['light', {}, light],
    ['gone', {}, dark],
    ['auto', {}, dark],
    ['auto', { COLORFGBG: '0;15' }, light],
    ['auto', { COLORFGBG: '0;default;7' }, light],
    ['auto', { COLORFGBG: '15;0' }, dark],
    ['light', { COLORFGBG: '15;0' }, light],
  ])('%s with %j', (theme, env: Record<string, string>, expected) =>
    expect(colors(theme, env).shown()).toBe(sgr(expected)),
  );

  test('auto follows what the terminal reports, before the variable', () => {
    const { own, shown } = colors('auto', { COLORFGBG: '15;0' });
    own.background('#fdf6e3');
    expect([shown(), own.isAuto]).toEqual([sgr(light), true]);
    own.background('#002b36');
    expect(shown()).toBe(sgr(dark));
  });

  test('another theme does not, and is previewed until the settings count again', () => {
    put('sea.json', { name: 'sea', colors: { primary: '#123456' } });
    const { own, shown, settings, changes } = colors('dark');
    own.background('#ffffff');
    expect([shown(), changes()]).toEqual([sgr(dark), 0]);
    own.preview('sea');
    expect([shown(), changes()]).toEqual(['\x1b[38;2;18;52;86m', 1]);
    own.apply();
    expect(shown()).toBe(sgr(dark));
    settings.theme = 'auto';
    own.apply();
    expect(shown()).toBe(sgr(light));
    expect(own.list().map(({ name }) => name)).toEqual(['auto', 'dark', 'light', 'sea']);
  });
});

test.each([
  [{ COLORTERM: 'truecolor', TERM: 'xterm-256color' }, 'full'],
  [{ COLORTERM: '24bit', TERM: 'xterm' }, 'full'],
  [{ TERM: 'xterm-256color' }, '256'],
  [{ TERM: 'xterm' }, '16'],
  [{ TERM: 'dumb' }, 'none'],
  [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 'none'],
  [{}, 'none'],
  [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'none'],
  [{ TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
  [{ TERM: 'xterm-256color', NO_COLOR: '1', FORCE_COLOR: '1' }, '256'],
  [{ TERM: 'dumb', FORCE_COLOR: '1' }, '16'],
  [{ TERM: 'xterm', FORCE_COLOR: '2' }, '256'],
  [{ TERM: 'xterm', FORCE_COLOR: '3' }, 'full'],
  [{ TERM: 'xterm-256color', COLORTERM: 'truecolor', FORCE_COLOR: '0' }, 'none'],
])('%j has the depth %s', (env: Record<string, string>, depth) => expect(colorDepth(env)).toBe(depth));

test.each([
  ['full', '38;2;138;180;248'],
  ['256', '38;5;111'],
  ['16', '34'],
  ['none', ''],
] as const)('a colour with the depth %s', (depth, codes) =>
  expect(sgrOf({ token: 'primary' }, dark, depth)).toBe(codes),
);

test('without colour weight stays: bold, dim, reverse', () => {
  expect(sgrOf({ token: 'textStrong' }, dark, 'none')).toBe('1');
  expect(sgrOf({ token: 'textMuted' }, dark, 'none')).toBe('2');
  expect(sgrOf({ token: 'error', inverse: true, color: 3 }, dark, 'none')).toBe('7');
});

test('with sixteen colours those of the user count', () => {
  const theme: Theme = { ...dark, own: { primary: '#ff0000' } };
  expect(sgrOf({ token: 'primary' }, theme, '16')).toBe('31');
});
