/** Every operation of the served document succeeds, every error that it lists there comes about, and none is left out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorTable, type ErrorName } from '../../../schemas/generated/errors.js';
import { operationTable, type OperationName } from '../../../schemas/generated/operations.js';
import { startTestDaemon } from '../../helpers/daemon.js';
import { carriedBy } from './carried.js';
import { never, provocations } from './provocations.js';
import { resources, trials } from './requests/index.js';
import { readServed } from './served.js';
import type { Attempt } from './trials.js';
import { facts, startWorld, type World } from './world.js';

const names = Object.keys(operationTable) as OperationName[];
const whyNever = (name: OperationName, error: ErrorName) => trials[name].never?.[error] ?? never[error];

let world: World;
let served: Map<OperationName, ErrorName[]>;
beforeAll(async () => {
  world = await startWorld();
  const { operations } = await readServed(world.daemon);
  served = new Map(operations.map(({ name, errors }) => [name, errors.map((error) => error.name)]));
});
afterAll(() => world.close());

function attempt(name: OperationName): Attempt {
  const good = async () => trials[name].good(world);
  let kept: ReturnType<typeof good> | undefined;
  return { world, name, good, same: () => (kept ??= good()), call: (request, on) => world.call(name, request, on) };
}

test.each(Object.entries(resources))('%s: its file has its operations', (resource, own) => {
  expect(Object.keys(own)).toEqual(names.filter((name) => facts(name).resource === resource));
});

describe('each operation succeeds and fails as listed', () => {
  const succeeded = new Set<OperationName>();
  const provoked = new Set<string>();

  test.each(names)(
    '%s',
    async (name) => {
      const { ends, errors } = trials[name];
      const tried = attempt(name);
      for (const error of served.get(name) ?? []) {
        if (whyNever(name, error) !== undefined) continue;
        const provoke = errors?.[error] ?? provocations[error];
        if (!provoke) throw new Error(`nothing provokes ${error}`);
        const { status, code, data, details } = await provoke(tried);
        const expected = facts(name).errorStatus[error] ?? errorTable[error].http;
        expect([error, status, code]).toEqual([error, expected, errorTable[error].code]);
        expect([error, { data, details }]).toEqual([error, carriedBy(error, { data, details })]);
        provoked.add(`${name} ${error}`);
      }
      const own = ends ? await startTestDaemon() : world.daemon;
      expect((await world.call(name, await tried.same(), own)).code).toBe(facts(name).successCode);
      if (ends) await own.close();
      succeeded.add(name);
    },
    120_000,
  );

  test('none is left out', () => {
    expect([...succeeded].sort()).toEqual([...served.keys()].sort());
    const listed = [...served].flatMap(([name, errors]) => errors.map((error) => ({ name, error })));
    const left = listed.filter(({ name, error }) => !provoked.has(`${name} ${error}`));
    expect(left.filter(({ name, error }) => whyNever(name, error) === undefined)).toEqual([]);
    const idle = names.flatMap((name) =>
      (Object.keys(trials[name].never ?? {}) as ErrorName[])
        .filter((error) => !served.get(name)?.includes(error))
        .map((error) => `${name} ${error}`),
    );
    expect(idle).toEqual([]);
    const reasons = new Map<string, number>();
    for (const { name, error } of left) {
      const reason = `${error}: ${whyNever(name, error) ?? ''}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const why = [...reasons].map(([reason, times]) => `  ${times} × ${reason}\n`).join('');
    process.stderr.write(
      `${served.size} operations, ${listed.length} listed errors, ${provoked.size} provoked, ${left.length} not provokable:\n${why}`,
    );
  });
});
