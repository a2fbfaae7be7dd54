/** Every operation of the served document succeeds, and produces each error that it lists. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ErrorName, errorTable } from '../../../schemas/generated/errors.js';
import { type OperationName, operationTable } from '../../../schemas/generated/operations.js';
import { startTestDaemon } from '../../helpers/daemon.js';
import { never, provocations } from './provocations.js';
import { resources, trials } from './requests/index.js';
import { readServed } from './served.js';
import type { Attempt } from './trials.js';
import { facts, startWorld, type World } from './world.js';

interface Carried {
  data?: unknown;
  details?: unknown;
}

const text: unknown = expect.any(String);
const count: unknown = expect.any(Number);
const unresolved = { data: { resolved: false } };

/** What an error carries besides code and text (rest.md 2); any other has `data: null` and no `details`. */
const table: Partial<Record<ErrorName, Carried>> = {
  VALIDATION_FAILED: { details: expect.arrayContaining([{ path: text, message: text }]) },
  AUTH_TOKEN_MISSING: { details: { provider_id: text } },
  AUTH_TOKEN_UNAUTHORIZED: { details: { provider_id: text } },
  APPROVAL_ALREADY_RESOLVED: unresolved,
  APPROVAL_EXPIRED: unresolved,
  QUESTION_EXPIRED: unresolved,
  PROMPT_ALREADY_COMPLETED: { data: { aborted: false } },
  TASK_ALREADY_FINISHED: { data: { cancelled: false }, details: { current_status: text } },
  SESSION_UNDO_UNAVAILABLE: { data: { reason: text, requestedCount: count, undoableCount: count } },
  RUNTIME_UNAVAILABLE: { details: expect.objectContaining({ reason: text }) },
  SESSION_REDO_UNAVAILABLE: { data: { reason: text } },
  SESSION_FILES_CHANGED: { data: { files: expect.arrayContaining([{ path: text, reason: text }]), count } },
};

/** The parts that an error must carry; optional parts are expected when the answer has them. */
function carriedBy(error: ErrorName, given: Carried): Carried {
  const { data = null, details } = { ...table[error], ...optional(error, given) };
  return { data, details };
}

function optional(error: ErrorName, { data, details }: Carried): Carried {
  if (error === 'SESSION_BUSY' && data !== null)
    return { data: { owner: { server_id: text, base_url: text, pid: count } } };
  if (error === 'AUTH_MODEL_NOT_RESOLVED') return { details: details === null ? null : { model_id: text } };
  return {};
}

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
