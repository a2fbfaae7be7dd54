/** What the contract names is there: handlers, tools in order, and a test for everything. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandSpecs } from '../../client/cli/options.js';
import { facts } from '../../daemon/sessions/facts/index.js';
import { sessionTables, tables } from '../../schemas/generated/database.js';
import { enums } from '../../schemas/generated/enums.js';
import { eventTable } from '../../schemas/generated/events.js';
import { operationTable } from '../../schemas/generated/operations.js';
import { configShapes, type Shape } from '../../schemas/generated/settings.js';
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

const program = readSources(['client', 'daemon'], ['.ts'])
  .map(({ text }) => text)
  .join('\n');
const documents = readSources([join('docs', 'contract')], ['.md'])
  .map(({ text }) => text)
  .join('\n')
  .concat(readFileSync('README.md', 'utf8'));

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

describe('what the compiler does not ask for:', () => {
  test.each([
    ['README.md', /^## Models$[\s\S]*?^\*\*/m],
    ['schemas/files/ConfigFile.json', /"type": \{\s*"\$ref": "\.\.\/types\/ProviderType\.json",\s*"x-comment": ".*"/],
    ['daemon/agent/skills/builtin.ts', /^- \[providers\.ID\].*/m],
    ['docs/contract/cli.md', /^\| `type` \| `agent`.*/m],
    ['docs/contract/rest.md', /^Type enumeration: .*/m],
  ])('each protocol that a user can name is in %s', (path, place) => {
    const text = place.exec(readFileSync(path, 'utf8'))?.[0] ?? '';
    const written = enums.ProviderType.filter((type) => type !== 'agent' && type !== 'offline');
    expect(written.filter((type) => !text.includes(type))).toEqual([]);
  });

  test('each field of config.toml is described, used and tried', () => {
    const fields = Object.entries(configShapes).flatMap(([name, shape]) => [name, ...fieldsOf(shape)]);
    expect(fields.length).toBeGreaterThan(80);
    const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    // also as a part of a longer name: `loop_control.max_steps_per_turn`, `background.keepAliveOnExit`
    const missing = (text: string): string[] => {
      const words = new Set(text.match(/\w+/g));
      return fields.filter((name) => !words.has(name) && !words.has(camel(name)));
    };
    expect({ described: missing(documents), used: missing(program), tried: missing(tests) }).toEqual({
      described: [],
      used: [],
      tried: [],
    });
  });

  const columns = Object.entries(tables).map(([table, statements]) => {
    const [, rows = ''] = /^CREATE TABLE \w+ \(\n([\s\S]*?)^\)/m.exec(statements) ?? [];
    return [table, [...rows.matchAll(/^ {2}(\w+) (?:INTEGER|TEXT|REAL|BLOB)/gm)].map(([, name = '']) => name)] as const;
  });

  test('each column is used', () => {
    const unused = columns.flatMap(([table, all]) =>
      all.filter((name) => !names(program, name)).map((name) => `${table}.${name}`),
    );
    expect(unused).toEqual([]);
  });

  /** What stays with the session that a copy is made of: its title, usage, goals, rules, and what runs or waits. */
  const left: Readonly<Record<string, readonly string[]>> = {
    agents: ['queue_paused', 'compacting'],
    prompts: ['skills', 'slash', 'limits', 'output_schema', 'fallback_model'],
    sessions: [
      ...['key', 'title', 'title_kind', 'archived_at', 'rules', 'busy', 'main_turn_active', 'pending_interaction'],
      ...['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_creation_tokens', 'cost', 'unknown_tokens'],
      ...['goal', 'goal_queue'],
    ],
  };
  const leftTables = ['budgets', 'cron_jobs', 'interactions', 'shell_runs', 'tasks', 'usage'];

  test('a copy of a session takes each column along, unless it stays with the session', () => {
    const statements = facts.flatMap(({ fork }) => fork?.rows ?? []);
    const text = [readFileSync('daemon/sessions/lifecycle/fork.ts', 'utf8'), ...statements].join('\n');
    const copied = new Map(
      [...text.matchAll(/INSERT INTO (\w+) \(([^)]*)\)/g)].map(([, table = '', list = '']) => [
        table,
        list.split(/,\s*/),
      ]),
    );
    const factColumns = (part: 'session' | 'agent') => facts.flatMap(({ fork }) => Object.keys(fork?.[part] ?? {}));
    copied.get('sessions')?.push(...factColumns('session'));
    copied.get('agents')?.push(...factColumns('agent'));
    const own = columns.filter(
      ([table]) => table === 'sessions' || (sessionTables as readonly string[]).includes(table),
    );
    const undecided = own
      .filter(([table]) => !leftTables.includes(table))
      .flatMap(([table, all]) =>
        all
          .filter((name) => copied.get(table)?.includes(name) !== !left[table]?.includes(name))
          .map((name) => `${table}.${name}`),
      );
    expect(undecided).toEqual([]);
    expect(leftTables.filter((table) => copied.has(table))).toEqual([]);
  });
});

/** The names of the fields below a part of a file. */
function fieldsOf(shape: Shape): string[] {
  if (shape.kind === 'map') return fieldsOf(shape.of);
  if (shape.kind === 'items') return [...shape.fields];
  if (shape.kind === 'value') return [];
  return Object.entries(shape.fields).flatMap(([name, field]) => [name, ...fieldsOf(field)]);
}

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
