/** Rules of every operation of the served document: tokens, types, unknown keys, HEAD, OPTIONS and other methods. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationTable, type OperationName } from '../../../schemas/generated/operations.js';
import { codeOf, pathOf, startTestDaemon } from '../../helpers/daemon.js';
import { rounds } from '../../helpers/rounds.js';
import { ask } from '../../http/harness.js';
import { trials } from './requests/index.js';
import { readServed, type Served, type ServedContract } from './served.js';
import { facts, startWorld, type Outcome, type Prepared, type World } from './world.js';

let world: World;
let contract: ServedContract;
beforeAll(async () => {
  world = await startWorld();
  contract = await readServed(world.daemon);
});
afterAll(() => world.close());

const names = Object.keys(operationTable) as OperationName[];
const served = (name: OperationName): Served => {
  const found = contract.operations.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not in the served document`);
  return found;
};

test('the served document has all operations, and no others', () => {
  expect(contract.operations.map(({ name }) => name).sort()).toEqual([...names].sort());
});

const unknownKey = 'key_that_nobody_knows';
const answerTo = async (name: OperationName, request: Prepared): Promise<Outcome> => world.call(name, request);

/** Whether the first problem of a 40001 is this key, or something inside it. */
function isAbout(answer: Outcome, key: string): boolean {
  const path = (answer.details as { path: string }[] | undefined)?.[0]?.path;
  return path === key || path?.startsWith(`${key}.`) === true;
}

describe('a good request that is spoilt is refused, and succeeds afterwards', () => {
  test.each(names)('%s', async (name) => {
    const { ends, good } = trials[name];
    const request = await good(world);
    const operation = served(name);
    const unauthorized = [401, codeOf('UNAUTHORIZED')];
    for (const token of [null, 'wrong', `${world.daemon.token}x`]) {
      if (!operation.secured) continue;
      const { status, code } = await answerTo(name, { ...request, token });
      expect([status, code]).toEqual(unauthorized);
    }
    for (const [key, value] of wrongQueries(operation)) {
      const answer = await answerTo(name, { ...request, query: { ...request.query, [key]: value } });
      expect([key, value, answer.code, isAbout(answer, key)]).toEqual([key, value, 40001, true]);
    }
    for (const [key, value] of wrongBodies(operation)) {
      const answer = await answerTo(name, { ...request, body: { ...(request.body as object), [key]: value } });
      expect([key, value, answer.code, isAbout(answer, key)]).toEqual([key, value, 40001, true]);
    }
    const more = { ...request, query: { ...request.query, [unknownKey]: 'x' } };
    if (operation.body) {
      const body = { ...(request.body as object), [unknownKey]: { a: [1] } };
      if (operation.body.additionalProperties === false) {
        const answer = await answerTo(name, { ...request, body });
        expect([answer.code, isAbout(answer, unknownKey)]).toEqual([40001, true]);
      } else more.body = body;
    }
    const own = ends ? await startTestDaemon() : world.daemon;
    const answer = await world.call(name, { ...more, token: operation.secured ? undefined : null }, own);
    if (ends) await own.close();
    expect([answer.code, String(answer.status)]).toEqual([
      facts(name).successCode,
      expect.stringMatching(new RegExp(Object.keys(operation.responses).join('|'))),
    ]);
  });
});

let turn = 0;

/** Returns a few of the values, different ones on each call; a long run gets all. */
function some<T>(all: readonly T[], brief: number): T[] {
  const count = Math.min(all.length, rounds(brief, all.length));
  turn += 1;
  return Array.from({ length: count }, (_, at) => all[(turn * count + at) % all.length] as T);
}

/** Query values that violate the served schemas. */
function wrongQueries({ parameters }: Served): [string, string | string[]][] {
  return parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, schema, explode }): [string, string | string[]][] => {
      const item = contract.resolve(explode ? (schema.items ?? {}) : schema);
      const wrong =
        ['integer', 'number', 'boolean'].includes(String(item.type)) || item.enum ? ['', 'wrong', '1e1'] : [];
      return [
        ...some(wrong, 1).map((value): [string, string] => [name, value]),
        ...(explode ? [] : [[name, ['1', '1']] as [string, string[]]]),
      ];
    });
}

/** Body values that the served schema refuses. */
function wrongBodies({ body, check }: Served): [string, unknown][] {
  const properties = Object.keys(body?.properties ?? {});
  return properties.flatMap((key) => {
    const validate = check(`/requestBody/content/application~1json/schema`);
    const refused = [null, 5.5, true, 'wrong type', [[]], { wrong: 'type' }].filter((value) =>
      validate({ [key]: value }).some((finding) => finding.startsWith(`/${key} must be`)),
    );
    return some(refused, 2).map((value): [string, unknown] => [key, value]);
  });
}

describe('HEAD', () => {
  test.each(names.filter((name) => facts(name).method === 'GET'))('%s', async (name) => {
    const request = await trials[name].good(world);
    const query = new URLSearchParams(Object.entries(request.query ?? {}).map(([key, value]) => [key, String(value)]));
    const path = `${pathOf(name, request.params)}?${query.toString()}`;
    const headers = { authorization: `Bearer ${world.daemon.token}`, ...request.headers };
    const send = (method: string) => ask(world.daemon.port, { method, path, headers });
    const [before, head, after] = [await send('GET'), await send('HEAD'), await send('GET')];
    const changing = ['date', 'x-request-id', 'transfer-encoding'];
    const fixed = Object.entries(before.headers).filter(
      ([key, value]) => !changing.includes(key) && after.headers[key] === value,
    );
    expect([head.status, head.text]).toEqual([before.status, '']);
    expect(head.headers).toMatchObject(Object.fromEntries(fixed));
    const refused = await ask(world.daemon.port, { method: 'HEAD', path, headers: { authorization: undefined } });
    expect([refused.status, refused.text]).toEqual([served(name).secured ? 401 : 200, '']);
  });
});
