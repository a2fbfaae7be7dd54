/** Keys and actions: defaults, what the user's own file may change, and what is refused (tui.md 3.4, 3.5). */
import { describe, expect, test } from '@jest/globals';
import {
  actions,
  conflictOf,
  createKeymap,
  keyLabel,
  keyProblems,
  normalKey,
  type Action,
} from '../../client/tui/keys/actions.js';
import { rowsOf } from '../commands/contracttable.js';

/** Reads the actions and keys of a row of the contract; `.next` belongs to the group of the action before it. */
function actionsOf([names = '', keys = '']: string[]): [string, string[]][] {
  const group = /`(\w+)\./.exec(names)?.[1] ?? '';
  const listed = [...names.matchAll(/`(?:\w+)?\.([\w-]+)`/g)].map(([, name = '']) => `${group}.${name}`);
  if (keys === '1–9') return [['panel.choose', [...'123456789']]];
  if (listed.length === 1) return [[listed[0] ?? '', keysIn(keys, ', ')]];
  const parts = keys.split(keys.includes(' / ') ? ' / ' : ', ');
  // if commas separate actions, spaces separate the keys of one action
  return listed.map((action, at) => [action, keysIn(parts[at] ?? '', keys.includes(' / ') ? ', ' : ' ')]);
}

const keysIn = (cell: string, separator: string): string[] =>
  cell
    .replace(/ \(.*\)$| at the end of the text$|^unbound.*$/, '')
    .split(separator)
    .filter((key) => key !== '');

test('the actions of the contract have its keys', () => {
  const rows = rowsOf('tui.md', '3.4').filter(([names = '']) => !names.includes('*'));
  const listed = new Map(rows.flatMap(actionsOf));
  for (const [action, keys] of listed)
    expect([action, actions[action as Action]?.keys]).toEqual([action, expect.arrayContaining(keys)]);
  const own = Object.keys(actions).filter((action) => !action.startsWith('list.'));
  expect([...listed.keys()].sort()).toEqual(own.sort());
  // the row of lists contains only keys
  const lists = Object.entries(actions).filter(([action]) => action.startsWith('list.'));
  expect(lists.flatMap(([, { keys }]) => keys)).toEqual([
    'up',
    'down',
    'pageup',
    'pagedown',
    'home',
    'end',
    'enter',
    'esc',
  ]);
});

describe('without a file of the user', () => {
  test('every action has its own keys in its context', () => {
    const keymap = createKeymap();
    for (const action of Object.keys(actions) as Action[])
      for (const key of actions[action].keys) {
        const context = action.split('.')[0] as 'input';
        const found = keymap.action(context, key);
        // at the end of the line, the key accepts a suggestion first
        expect([action, action === 'input.accept' ? 'input.line-end' : action]).toContain(found);
      }
    expect(keymap.problems).toEqual([]);
  });

  test('a chord begins with a key that does nothing else', () => {
    const keymap = createKeymap();
    expect(keymap.isPrefix('input', 'ctrl+x')).toBe(true);
    expect(keymap.action('input', 'ctrl+x')).toBeUndefined();
    expect(keymap.action('input', 'ctrl+x ctrl+e')).toBe('input.editor');
  });
});

describe('the user changes keys', () => {
  test('one, several, or none', () => {
    const keymap = createKeymap({ 'input.steer': 'Ctrl+Enter', 'global.todos': ['f2', 'alt+t'], 'input.search': '' });
    expect(keymap.action('input', 'ctrl+enter')).toBe('input.steer');
    expect(keymap.action('input', 'ctrl+s')).toBeUndefined();
    expect(keymap.action('global', 'alt+t')).toBe('global.todos');
    expect(keymap.keysOf('input.search')).toEqual([]);
    expect(keymap.problems).toEqual([]);
  });

  test.each([
    [{ 'input.fly': 'f1' }, 'no such action'],
    [{ 'global.cancel': 'f1' }, 'is fixed'],
    [{ 'input.steer': 'ctrl+banana' }, '"ctrl+banana" is not a key'],
    [{ 'input.steer': 'ctrl+a ctrl+b ctrl+c' }, 'is not a key'],
    [{ 'input.steer': 'ctrl+r' }, 'is used by input.search'],
    [{ 'input.steer': 'ctrl+x' }, 'is used by input.editor'],
    [{ 'input.steer': 7 }, 'a key, or a list of keys'],
  ])('%j is refused, and the default stays', (own, problem) => {
    const keymap = createKeymap(own);
    expect(keymap.problems).toHaveLength(1);
    expect(keymap.problems[0]).toContain(problem);
    expect(keymap.action('input', 'ctrl+s')).toBe('input.steer');
    expect(keymap.isOwn('input.steer')).toBe(false);
    expect(keyProblems(own)[0]?.message).toContain(problem);
  });

  test('two actions change their keys with each other', () => {
    const keymap = createKeymap({ 'input.steer': 'ctrl+r', 'input.search': 'ctrl+s' });
    expect(keymap.problems).toEqual([]);
    expect(keymap.action('input', 'ctrl+r')).toBe('input.steer');
    expect(keymap.action('input', 'ctrl+s')).toBe('input.search');
  });

  test('of two with one key the first has it', () => {
    const keymap = createKeymap({ 'input.steer': 'f2', 'input.search': 'f2' });
    expect(keymap.problems).toEqual(['[keys] input.search: its key is used by input.steer']);
    expect([keymap.keysOf('input.steer'), keymap.keysOf('input.search')]).toEqual([['f2'], ['ctrl+r']]);
  });

  test('another file replaces them', () => {
    const keymap = createKeymap({ 'input.steer': 'f2' });
    keymap.use({ 'input.search': 'f3', 'input.fly': 'f4' });
    expect([keymap.keysOf('input.steer'), keymap.keysOf('input.search')]).toEqual([['ctrl+s'], ['f3']]);
    expect([keymap.isOwn('input.steer'), keymap.isOwn('input.search')]).toEqual([false, true]);
    expect(keymap.problems).toEqual(['[keys] input.fly: no such action']);
  });

  test('a key that another action has is named', () => {
    const keymap = createKeymap({ 'input.search': 'f3' });
    expect(conflictOf(keymap, 'input.steer', 'f3')).toBe('input.search');
    expect(conflictOf(keymap, 'input.steer', 'ctrl+r')).toBeUndefined();
    expect(conflictOf(keymap, 'input.steer', 'ctrl+s')).toBeUndefined();
  });
});

test.each([
  ['shift+CTRL+a', 'ctrl+shift+a'],
  ['ctrl++', 'ctrl++'],
  ['F12', 'f12'],
  ['ctrl+-', 'ctrl+-'],
  [' ctrl+x  ctrl+e ', 'ctrl+x ctrl+e'],
  ['ctrl+ctrl+a', undefined],
  ['hyper+a', undefined],
  ['', undefined],
])('%j is spelled %j', (spelled, normal) => expect(normalKey(spelled)).toBe(normal));

test('hints name keys as keyboards do', () => {
  expect(keyLabel('ctrl+x ctrl+e')).toBe('Ctrl-X Ctrl-E');
  expect(keyLabel('shift+tab')).toBe('Shift-Tab');
});
