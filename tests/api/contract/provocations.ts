/** Provokes the errors that any operation may list; a trial's own provocations have priority. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { startTestDaemon } from '../../helpers/daemon.js';
import { ask as askRaw } from '../../http/harness.js';
import type { ErrorName } from '../../../schemas/generated/errors.js';
import type { OperationName } from '../../../schemas/generated/operations.js';
import { withBody, withParam, type Prepare, type Provocations, type Provoke } from './trials.js';
import { facts, type World } from './world.js';

/** Errors that no request can provoke, and why. */
export const never: Partial<Record<ErrorName, string>> = {
  INTERNAL_ERROR: 'stands for a bug; how it is answered is tested with a handler that throws',
};

/** One byte over the longest body; blanks are no syntax error before the end of the text. */
const blanks = Buffer.alloc(32 * 1024 * 1024 + 1, ' ');
const tooLarge = (name: OperationName): Buffer =>
  facts(name).longBody ? blanks : blanks.subarray(0, 4 * 1024 * 1024 + 1);

const reachable = { host: '0.0.0.0' };

/** Sends ten wrong tokens, after which the server no longer answers this client. */
async function banned({ open }: World) {
  const headers = { authorization: 'Bearer wrong' };
  for (let i = 0; i < 10; i += 1) await askRaw(open.port, { path: '/api/v1/meta', headers });
  return { close: () => Promise.resolve() };
}

export const provocations: Provocations = {
  UNAUTHORIZED: ({ world, name }) => world.raw(name, { authorization: undefined }),
  HOST_NOT_ALLOWED: ({ world, name }) => world.raw(name, { host: 'evil.example' }),
  AUTH_RATE_LIMITED: async ({ world, name }) => {
    await world.shared('the ban', () => banned(world));
    return world.raw(name, {}, world.open);
  },
  ROUTE_NOT_FOUND: async ({ world, name }) =>
    world.raw(name, {}, await world.shared(reachable, () => startTestDaemon(reachable))),
  REQUEST_MALFORMED: ({ world, name }) => world.raw(name, { 'content-type': 'application/json' }, undefined, '{"a":'),
  FILE_TOO_LARGE: ({ world, name }) =>
    world.raw(name, { 'content-type': 'application/json' }, undefined, tooLarge(name)),
  VALIDATION_FAILED: async (attempt) => {
    const { path, hasBody, query } = facts(attempt.name);
    if (hasBody) return attempt.call({ ...(await attempt.same()), body: [5] });
    if (path.includes('{workspace_id}')) return withParam('workspace_id', 'malformed')(attempt);
    if (path.includes('{session_id}')) return withParam('session_id', '')(attempt);
    return attempt.call({ ...(await attempt.same()), query: { [query[0] ?? '']: ['a', 'b'] } });
  },
  SESSION_NOT_FOUND: withParam('session_id', 'session_none'),
  WORKSPACE_NOT_FOUND: withParam('workspace_id', 'wd_x_0123456789ab'),
  SESSION_BUSY: async ({ world, same, call }) => {
    const answer = await call(await same(), world.other);
    const owner = (answer.data as { owner?: { base_url?: string } } | null)?.owner;
    if (owner?.base_url !== world.daemon.baseUrl) throw new Error(`names no owner: ${JSON.stringify(answer.data)}`);
    return answer;
  },
  PERSISTENCE_FAILURE: (attempt) => unwritable(attempt.good)(attempt),
  FILE_NOT_FOUND: withBody({ content: [{ type: 'file', file_id: 'f_none' }] }),
  TERMINAL_NOT_FOUND: withParam('terminal_id', 'term_none'),
  MODEL_NOT_FOUND: withBody({ agent_config: { model: 'none' } }),
};

/** Sends the prepared request while the database refuses writes. */
export const unwritable =
  (prepare: Prepare): Provoke =>
  async ({ world, name, call }) => {
    const request = await prepare(world);
    const failed = await withoutWrites(world, () => call(request));
    // the failed call changed nothing, not even in memory: the same call succeeds now
    const { code } = await call(request);
    if (code !== facts(name).successCode) throw new Error(`${name} answers ${code} once the disk is back`);
    return failed;
  };

/** Runs the work while the database refuses every write. */
async function withoutWrites<T>({ daemon }: World, work: () => Promise<T>): Promise<T> {
  const db = new Database(join(daemon.home, 'agent.db'));
  const blocked = [
    ['events', 'INSERT'],
    ['sessions', 'INSERT'],
    ['sessions', 'UPDATE'],
    ['sessions', 'DELETE'],
    ['workspaces', 'INSERT'],
    ['workspaces', 'UPDATE'],
    ['gui_items', 'INSERT'],
    ['gui_items', 'UPDATE'],
    ['gui_items', 'DELETE'],
    ['trusted_roots', 'INSERT'],
    ['trusted_roots', 'DELETE'],
    ['uploads', 'INSERT'],
    ['uploads', 'DELETE'],
  ] as const;
  // in one transaction, because both daemons read the whole schema again after each change of it
  const all = (statement: (table: string, change: string) => string) =>
    db.exec(`BEGIN IMMEDIATE; ${blocked.map(([table, change]) => statement(table, change)).join(';')}; COMMIT`);
  const trigger = (table: string, change: string) => `no_${table}_${change}`;
  const refuse = "BEGIN SELECT RAISE(ABORT, 'no writes'); END";
  all((table, change) => `CREATE TRIGGER ${trigger(table, change)} BEFORE ${change} ON ${table} ${refuse}`);
  try {
    return await work();
  } finally {
    all((table, change) => `DROP TRIGGER ${trigger(table, change)}`);
    db.close();
  }
}
