/** Every path of the served document, called with methods that it lacks, with OPTIONS, and from other origins. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operationTable, type OperationFacts } from '../../../schemas/generated/operations.js';
import { codeOf, startTestDaemon, type TestDaemon } from '../../helpers/daemon.js';
import { ask } from '../../http/harness.js';
import { readServed } from './served.js';

const operations: OperationFacts[] = Object.values(operationTable);

/** Key of the paths that share their methods: an action of an item shares those of the item, other paths share none. */
function familyOf(path: string): string {
  const [, stem = path, action] = /^(.*\/[^/:]*):([a-z_-]+)$/.exec(path) ?? [];
  return stem.replace(/\{\w+\}/g, '{}') + (action !== undefined && !stem.endsWith('}') ? `:${action}` : '');
}

const families = new Map<string, { path: string; methods: Set<string> }>();
for (const { path, method } of operations) {
  const key = familyOf(path);
  const family = families.get(key) ?? { path: path.replace(/\{\w+\}/g, 'x'), methods: new Set(['OPTIONS']) };
  families.set(key, family);
  family.methods.add(method);
  if (method === 'GET') family.methods.add('HEAD');
}
const rows = [...families.values()].map(({ path, methods }): [string, string[]] => [path, [...methods].sort()]);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ debugEndpoints: true });
});
afterAll(() => daemon.close());

const send = (method: string, path: string, headers: Record<string, string | undefined> = {}) =>
  ask(daemon.port, { method, path, headers: { authorization: `Bearer ${daemon.token}`, ...headers } });
const allowed = (headers: Record<string, string>) => headers['allow']?.split(', ').sort();

test('the served document has these paths', async () => {
  const { operations: served } = await readServed(daemon);
  expect([...new Set(served.map(({ path }) => familyOf(path)))].sort()).toEqual([...families.keys()].sort());
});

describe.each(rows)('%s', (path, methods) => {
  test('other methods: 405 in the envelope, with Allow; without a token 401', async () => {
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (each) => !methods.includes(each),
    );
    for (const method of others) {
      const answer = await send(method, path);
      expect([method, answer.status, allowed(answer.headers)]).toEqual([method, 405, methods]);
      if (method === 'HEAD') expect(answer.text).toBe('');
      else
        expect(answer.json).toEqual({
          code: codeOf('ROUTE_NOT_FOUND'),
          msg: expect.any(String),
          data: null,
          request_id: answer.headers['x-request-id'],
        });
      expect((await send(method, path, { authorization: undefined })).status).toBe(401);
    }
  });

  test('OPTIONS: 204 with Allow, without a token; CORS headers for a local page only', async () => {
    const local = 'http://localhost:5173';
    const origins = { none: undefined, local, foreign: 'https://evil.example', null: 'null' };
    for (const [from, origin] of Object.entries(origins)) {
      const requested = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-one, x-two' };
      const answer = await send('OPTIONS', path, { authorization: undefined, origin, ...requested });
      expect([from, answer.status, answer.text, allowed(answer.headers)]).toEqual([from, 204, '', methods]);
      const cors = Object.fromEntries(
        Object.entries(answer.headers).filter(([name]) => name.startsWith('access-control') || name === 'vary'),
      );
      expect([from, cors]).toEqual([
        from,
        from === 'local'
          ? {
              'access-control-allow-origin': local,
              'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
              'access-control-allow-headers': 'x-one, x-two',
              vary: 'Origin',
            }
          : {},
      ]);
    }
  });
});
