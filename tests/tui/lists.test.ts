/** Lists, panels and views within their rows: hints, counts, cut rows, blocks, fields (tui.md 3.9, 3.10, 3.16). */
import { describe, expect, test } from '@jest/globals';
import { createKeymap } from '../../client/tui/keys/actions.js';
import { createListPanel, type ListItem } from '../../client/tui/panels/list.js';
import { completionLines } from '../../client/tui/input/complete.js';
import { createChoicePanel } from '../../client/tui/panels/panel.js';
import { keyOfText } from '../../client/tui/terminal/keynames.js';
import { hintRows, lineOf, plainLine } from '../../client/tui/text/line.js';
import { createPager } from '../../client/tui/views/pager.js';

test('what keys do stands in a second row where one is too short, and is cut only there', () => {
  const hint = 'Enter open · Tab all · Ctrl-R rename · Ctrl-X delete';
  expect(hintRows(hint, 80, 24).map(plainLine)).toEqual([hint]);
  expect(hintRows(hint, 40, 24).map(plainLine)).toEqual(['Enter open · Tab all · Ctrl-R rename', 'Ctrl-X delete']);
  expect(hintRows(hint, 20, 24).map(plainLine)).toEqual(['Enter open · Tab all', 'Ctrl-R rename · Ctr…']);
  expect(hintRows(hint, 40, 10).map(plainLine)).toEqual(['Enter open · Tab all · Ctrl-R rename · …']);
});

describe('a list', () => {
  function open(items: ListItem<string>[], hasMore = false) {
    let reads = 0;
    const panel = createListPanel<string>({
      keymap: createKeymap(),
      title: 'Things',
      items: () => items,
      hasMore: () => hasMore,
      more: () => (reads += 1),
      choose: () => undefined,
      cancel: () => undefined,
      changed: () => undefined,
    });
    return {
      type: (text: string) => [...text].forEach((char) => panel.key(keyOfText(char))),
      view: (rows: number) => panel.view({ width: 60, rows }, true).lines.map(plainLine),
      reads: () => reads,
    };
  }
  const named = (count: number): ListItem<string>[] =>
    Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: `thing ${at}` }));

  test('whose rest is not read yet counts what is read, and finds nothing only when all of it is', () => {
    const list = open(named(50), true);
    expect(list.view(10)[0]).toMatch(/^Things +50\+$/);
    expect(list.reads()).toBe(0);
    list.type('far');
    expect(list.view(10)).toEqual([expect.stringMatching(/^Things {2}far +loading…$/)]);
    expect(list.reads()).toBe(1);
    const whole = open(named(50));
    whole.type('far');
    expect(whole.view(10)).toEqual([expect.stringMatching(/^Things {2}far +0$/), '  No match']);
  });

  test('keeps what is said of a long name', () => {
    const [, row] = open([{ value: 'a', label: 'name '.repeat(20), about: 'waits', right: '1 h ago' }]).view(10);
    expect(row).toMatch(/^> (name )+na?m?e? ?… {3}waits {2}1 h ago$/);
    const [, other] = open([{ value: 'a', label: 'short', about: 'words '.repeat(20), right: '1 h ago' }]).view(10);
    expect(other).toMatch(/^> short {3}(words )+w?o?r?d?s?… {2}1 h ago$/);
  });
});

test('a field that is left keeps its text for the choice, until another one is taken', () => {
  const chosen: [number, string][] = [];
  const panel = createChoicePanel({
    keymap: createKeymap(),
    head: () => [],
    body: () => [],
    choices: () => [
      { number: 1, label: 'Yes' },
      { number: 2, label: 'No, because', hasText: true },
      { number: 3, label: 'Other', hasText: true, text: 'known' },
    ],
    choose: ({ number }, text) => chosen.push([number, text]),
    cancel: () => undefined,
    changed: () => undefined,
  });
  const type = (...names: string[]): void =>
    names.forEach((name) => panel.key({ name, text: name.length === 1 ? name : '' }));
  const field = (): string | undefined => panel.view({ width: 60, rows: 10 }, true).lines.map(plainLine).at(-1)?.trim();
  type('2', 'w', 'h', 'y', 'esc');
  expect(field()).toBe('3. Other');
  type('2', '!');
  expect(field()).toBe('why!');
  type('esc', '3');
  expect(field()).toBe('known');
  type('esc', '1', '2');
  expect(field()).toBe('');
  type('x', 'enter');
  expect(chosen).toEqual([
    [1, ''],
    [2, 'x'],
  ]);
});

test('choices and suggestions that do not fit are counted', () => {
  const panel = createChoicePanel({
    keymap: createKeymap(),
    head: () => [[{ text: 'Which?' }]],
    body: () => [],
    choices: () => ['one', 'two', 'three', 'four'].map((label, at) => ({ number: at + 1, label })),
    choose: () => undefined,
    cancel: () => undefined,
    changed: () => undefined,
  });
  const shown = (rows: number): string[] => panel.view({ width: 20, rows }, true).lines.map(plainLine);
  expect(shown(3)).toEqual(['Which?', '> 1. one', '  2. two     +2 more']);
  panel.key({ name: 'down', text: '' });
  panel.key({ name: 'down', text: '' });
  expect(shown(3)).toEqual(['Which?', '  2. two     +1 more', '> 3. three   +1 more']);
  expect(shown(2)).toEqual(['Which?', '> 3. three   +3 more']);
  expect(shown(5).join()).not.toContain('more');

  const items = Array.from({ length: 10 }, (_, at) => ({ label: `file-${at}`, insert: `file-${at}` }));
  const rows = completionLines({ kind: 'file', from: 0, items, selected: 0 }, 20).map(plainLine);
  expect(rows).toHaveLength(8);
  expect([rows[0], rows[7]]).toEqual(['> file-0', '  file-7     +2 more']);
});

describe('a view of blocks', () => {
  /** Opens three blocks of 30 lines on a screen of 12 rows: head, 10 rows, hint. */
  function open(columns = 80, line = 'line') {
    let at = 0;
    let drawn = new Map<number, string>();
    const pager = createPager({
      screen: { hold: () => undefined, release: () => undefined },
      terminal: {
        size: () => ({ columns, rows: 12 }),
        enterView: () => undefined,
        leaveView: () => undefined,
        send(text: string) {
          for (const [, row, said = ''] of text.matchAll(/\x1b\[(\d+);1H\x1b\[2K([^\x1b]*)/g))
            drawn = new Map([...drawn, [Number(row), said]]);
        },
      },
      paint: plainLine,
    });
    const lines = Array.from({ length: 90 }, (_, index) => lineOf(`${line} ${index}`));
    pager.show({
      title: 'Blocks',
      hint: 'n next',
      lines: () => lines,
      current: () => ({ from: at * 30, to: at * 30 + (at === 2 ? 5 : 30) }),
      key({ name }) {
        if (name === 'n') at += 1;
        return name === 'n';
      },
    });
    return {
      press: (name: string) => pager.key({ name, text: '' }),
      search(words: string) {
        for (const name of ['/', ...words]) pager.key({ name, text: name });
        pager.key({ name: 'enter', text: '' });
      },
      last: () => drawn.get(12),
      shown: () => Array.from({ length: 10 }, (_, index) => drawn.get(index + 2)),
    };
  }

  test('is scrolled within a block that is taller than the screen', () => {
    const view = open();
    expect(view.shown()[0]).toBe('line 0');
    view.press('pagedown');
    expect(view.shown()[0]).toBe('line 10');
    view.press('j');
    expect(view.shown()[0]).toBe('line 11');
  });

  test('shows as much of the next block as there is room for, wherever the screen was', () => {
    const view = open();
    view.press('n');
    expect(view.shown()[0]).toBe('line 30');
    view.press('g');
    view.press('n');
    expect(view.shown().slice(-5)).toEqual(['line 60', 'line 61', 'line 62', 'line 63', 'line 64']);
  });

  test('the search starts again after the end, and a search without a hit is reported', () => {
    const view = open();
    view.search('e 8');
    expect(view.shown()[0]).toBe('line 8');
    view.press('shift+n');
    // the last screen begins at 80: earlier rows of it are found one by one
    expect(view.shown()[0]).toBe('line 80');
    for (let count = 0; count < 9; count += 1) view.press('shift+n');
    expect(view.shown()[0]).toBe('line 80');
    view.press('shift+n');
    expect(view.shown()[0]).toBe('line 8');
    view.search('nowhere');
    expect(view.last()).toBe('Not found: nowhere');
    expect(view.shown()[0]).toBe('line 8');
    view.press('j');
    expect(view.last()).toBe('n next');
  });

  test('counts the rows of wrapped lines', () => {
    const view = open(20, 'twenty columns are too few');
    view.press('n');
    expect(view.shown()[0]).toBe('twenty columns are');
    expect(view.shown()[1]).toMatch(/30$/);
  });
});
