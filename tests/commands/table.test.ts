/** The table of slash commands matches the contract: names, aliases, when they may run, and where they are offered. */
import { describe, expect, test } from '@jest/globals';
import { aboutOf, signatureOf } from '../../client/commands/command.js';
import { commands, commandsOf, findCommand } from '../../client/commands/table.js';
import { english } from '../../client/commands/texts.js';
import { contractCommands as rows, rowsOf } from './contracttable.js';

describe('the terminal has the commands of tui.md 3.7', () => {
  test('the contract is read whole', () => {
    expect(rows.flatMap(({ names }) => names).length).toBeGreaterThan(50);
  });

  test('with their aliases, and no others', () => {
    const wanted = rows.flatMap(({ names }) => names.map(({ name, aliases }) => [name, aliases.sort()] as const));
    const built = commandsOf('terminal').map(({ name, aliases }) => [name, [...aliases].sort()] as const);
    const byName = ([a]: readonly [string, string[]], [b]: readonly [string, string[]]) => a.localeCompare(b);
    expect(built.sort(byName)).toEqual([...wanted].sort(byName));
  });

  test.each(rows.filter(({ when }) => ['any', 'idle', 'idle; any'].includes(when)))(
    '$names.0.name runs when the contract lets it: $when',
    ({ names, when }) => {
      const each = when.split('; ');
      for (const [at, { name }] of names.entries())
        expect([name, findCommand(name)?.when('')]).toEqual([name, each[at] ?? each[0]]);
    },
  );

  test.each([
    ['plan', '', 'any'],
    ['plan', 'on', 'any'],
    ['plan', 'clear', 'idle'],
    ['plan', 'show', 'any'],
    ['goal', '', 'any'],
    ['goal', 'status', 'any'],
    ['goal', 'pause', 'any'],
    ['goal', 'cancel', 'any'],
    ['goal', 'resume', 'idle'],
    ['goal', 'replace more tests', 'idle'],
    ['goal', 'next more tests', 'any'],
    ['goal', 'next manage', 'any'],
    ['goal', 'pass the tests', 'idle'],
    ['goal', '-- pause', 'idle'],
  ])('/%s %s: %s', (name, args, when) => {
    expect(findCommand(name)?.when(args)).toBe(when);
  });

  test('the rows that are not compared above are these two', () => {
    const others = rows.filter(({ when }) => !['any', 'idle', 'idle; any'].includes(when));
    expect(others.map(({ names }) => names[0]?.name)).toEqual(['plan', 'goal']);
  });
});

describe('the other surfaces', () => {
  const names = (surface: 'page' | 'editor') => commandsOf(surface).map(({ name }): string => name);

  test('the page has all that web.md 5.7 lists, but those of the terminal', () => {
    const listed = rowsOf('web.md', '5.7');
    const namesIn = (cell = '') => [...cell.matchAll(/`\/([a-z-]+)/g)].map(([, name = '']) => name);
    const terminal: readonly string[] = namesIn(
      listed.find(([, effect = '']) => effect.startsWith('not offered'))?.[0],
    );
    expect(terminal).toHaveLength(5);
    expect(names('page').filter((name) => terminal.includes(name))).toEqual([]);
    const offered = listed
      .flatMap(([cell]) => namesIn(cell))
      .filter((name) => !terminal.includes(name) && name !== 'skill');
    expect(offered.filter((name) => !names('page').includes(name))).toEqual([]);
  });

  test('the editor has those of acp-cli.md 1.15', () => {
    const cells = rowsOf('acp-cli.md', '1.15').map(([cell = '']) => cell);
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)[^`]*`/g)].map(([, name = '']) => name));
    expect(listed).toHaveLength(11);
    expect(names('editor').sort()).toEqual(listed.sort());
  });
});

test('every name is there once, and help can show each command', () => {
  const all = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  const shown = commands.flatMap((command) => [
    aboutOf(command, english),
    command.group,
    signatureOf(command, english),
  ]);
  expect(shown.filter((each) => each === '' || each.includes('\n'))).toEqual([]);
});
