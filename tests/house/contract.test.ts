/** What the contract names is there: handlers, tools in order, and a test for everything. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandSpecs } from '../../client/cli/options.js';
import { eventTable } from '../../schemas/generated/events.js';
import { operationTable } from '../../schemas/generated/operations.js';
import { toolTable } from '../../schemas/generated/tools.js';
import { readSources } from './tree.js';

const house = join('tests', 'house');
const tests = readSources(['tests'], ['.ts', '.js'])
  .filter(({ path }) => !path.startsWith(house))
  .map(({ text }) => text)
  .join('\n');
const api = readSources([join('daemon', 'api')], ['.ts'])
  .map(({ text }) => text)
  .join('\n');

/** Whether a text has the name as a whole: `turn.step` is not in `turn.step.started`. */
function names(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w|\\.\\w)`).test(text);
}

test('a name counts as a whole only', () => {
  expect(names("type: 'turn.step'", 'turn.step')).toBe(true);
  expect(names('It sends turn.step.', 'turn.step')).toBe(true);
  expect(names("'turn.step.started' my.turn.step", 'turn.step')).toBe(false);
});

test('every operation has a handler', () => {
  const missing = Object.keys(operationTable).filter(
    (name) => !new RegExp(`^\\s+(async )?${name}\\s*[:(,]`, 'm').test(api),
  );
  expect(missing).toEqual([]);
});

describe('is tried in a test:', () => {
  const tables = { operations: operationTable, events: eventTable, tools: toolTable };
  test.each(Object.entries(tables))('each of the %s', (_, table) => {
    expect(Object.keys(table).filter((name) => !names(tests, name))).toEqual([]);
  });

  test('each of the commands', () => {
    const paths = commandSpecs.map(({ path }) => path).filter((path) => path.length > 0);
    expect(paths.length).toBeGreaterThan(1);
    // As words of one text, or as the items of a list.
    const untried = paths.filter((path) => !new RegExp(`['"\`]${path.join(`(?: |', ')`)}\\b`).test(tests));
    expect(untried).toEqual([]);
  });
});

describe('sorted', () => {
  test.each(['daemon/tools/index.ts', 'client/cli/index.ts', 'tests/api/contract/requests/index.ts'])('%s', (path) => {
    const text = readFileSync(path, 'utf8');
    const modules = [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, module]) => module ?? '')
      .filter((module) => module.startsWith('./'));
    const list = /^export const \w+.* = [[{]\s*([\s\S]*?)\s*[\]}]/m.exec(text)?.[1] ?? '';
    const entries = list.split(/,\s*/).filter((entry) => entry !== '');
    expect(modules.length).toBeGreaterThan(1);
    expect(modules).toEqual(sorted(modules));
    expect(entries.length).toBeGreaterThan(1);
    expect(entries).toEqual(sorted(entries));
  });

  function sorted(values: readonly string[]): string[] {
    return [...values].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  }
});
