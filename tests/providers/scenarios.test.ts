/** The same scenarios through every protocol; a matrix at the end shows which protocol does what (engine.md 10.3). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { createBench } from './bench.js';
import { dialects } from './dialects/index.js';
import type { Dialect } from './dialects/dialect.js';
import { failures } from './scenarios-failures.js';
import { replies } from './scenarios-replies.js';

const scenarios = [...replies, ...failures];
const names = scenarios.map(({ name }) => name);
/** `+` as in the row, `~` different for a listed reason, `-` not in this protocol, `F` failed, `.` not run */
const cells = new Map<string, string>();
let raw: RawModel;

beforeAll(async () => {
  raw = await startRawModel();
});

afterAll(async () => {
  await raw.close();
  process.stdout.write(matrix());
});

test('there are at least 40 scenarios, each with its own name, and no reason speaks of another', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
  for (const { cannot, differs } of dialects)
    expect(names).toEqual(expect.arrayContaining([...Object.keys(cannot), ...Object.keys(differs)]));
});

describe.each(dialects.map((dialect) => [dialect.type, dialect] as const))('%s', (_type, dialect) => {
  const able = scenarios.filter(({ name }) => dialect.cannot[name] === undefined);
  test.each(able.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, scenario) => {
    cells.set(place(dialect, name), 'F');
    const bench = createBench(dialect, raw);
    const { answer, run, expected, asked, settings, timeouts, abort } = scenario;
    const got = run
      ? await run(bench)
      : await bench.ask({
          answer: answer?.(dialect) ?? {},
          ...(asked ? { asked } : {}),
          ...(settings ? { settings } : {}),
          ...(timeouts ? { timeouts } : {}),
          ...(abort ? { abort } : {}),
        });
    const row = typeof expected === 'function' ? expected(dialect) : expected;
    const other = dialect.differs[name];
    expect(got).toMatchObject({ ...row, ...other?.expected });
    // a row without `failed` expects a reply
    if (!('failed' in { ...row, ...other?.expected })) expect(got).not.toHaveProperty('failed');
    cells.set(place(dialect, name), other ? '~' : '+');
  });
});

function place(dialect: Dialect, name: string): string {
  return `${dialect.type} ${name}`;
}

function matrix(): string {
  const width = Math.max(...names.map((name) => name.length));
  const cell = (dialect: Dialect, name: string): string =>
    dialect.cannot[name] === undefined ? (cells.get(place(dialect, name)) ?? '.') : '-';
  const rows = names.map((name) =>
    `${name.padEnd(width)}  ${dialects.map((each) => cell(each, name).padEnd(each.type.length)).join('  ')}`.trimEnd(),
  );
  const reasons = dialects.flatMap(({ type, cannot, differs }) => [
    ...Object.entries(cannot).map(([name, why]) => `- ${type}, ${name}: ${why}`),
    ...Object.entries(differs).map(([name, { why }]) => `~ ${type}, ${name}: ${why}`),
  ]);
  return `\n${[
    `${`${names.length} scenarios`.padEnd(width)}  ${dialects.map(({ type }) => type).join('  ')}`,
    ...rows,
    '+ as in all, ~ otherwise for a reason, - not in this protocol, F failed, . not run',
    ...reasons,
  ].join('\n')}\n`;
}
