/** Trials of `sessions`. */
import Database from 'better-sqlite3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goalErrors } from '../goals.js';
import { unwritable } from '../provocations.js';
import { readinessErrors, refusedKey } from '../readiness.js';
import { cold, fresh, one, spoken, waiting } from '../situations.js';
import { instead, twice, withBody, withParam, withQuery, type Prepare, type Provoke, type Trials } from '../trials.js';
import type { Prepared, World } from '../world.js';

const busy: Prepare = async (world) => ({ params: { session_id: await waiting(world) } });
const said: Prepare = async (world) => ({ params: { session_id: await spoken(world) } });

/** A session that a dead server still owns; reading its snapshot repairs it first. */
async function orphaned(world: World): Promise<Prepared> {
  const params = { session_id: await fresh(world) };
  await world.call('archiveSession', { params });
  const db = new Database(join(world.daemon.home, 'agent.db'));
  db.prepare(`UPDATE sessions SET owner = 'a dead server' WHERE id = ?`).run(params.session_id);
  db.close();
  return { params };
}

/** No machine can contain commands whose workspace is the whole file system. */
export const runtimeErrors = (unavailable: object, unknown: Record<string, unknown>) => ({
  RUNTIME_NOT_FOUND: withBody(unknown),
  RUNTIME_UNAVAILABLE: instead(async ({ daemon }) => ({
    params: { session_id: (await daemon.createSession({ metadata: { cwd: '/' } })).id },
    body: unavailable,
  })),
});

/** A session with a network of its own. */
const networked: Prepare = async (world) => {
  const { id } = await world.daemon.createSession({ launch: { runtime_id: 'sandbox' } });
  return { params: { session_id: id }, body: { port: 3000, direction: 'expose' } };
};

/** A file that a command created and the sandbox moved into quarantine. */
async function quarantined(world: World): Promise<Prepared & { path: string }> {
  const { home, folder } = world.daemon;
  const session_id = await fresh(world);
  const path = join(folder, `moved${Math.random()}.json`);
  const directory = join(home, 'sessions', session_id, 'quarantine', '1');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'item.json'), JSON.stringify({ path, movedAt: '2026-01-02T03:04:05.000Z' }));
  writeFileSync(join(directory, 'content'), '{}');
  return { params: { session_id, n: '1' }, path };
}
const placeTaken: Provoke = async ({ world, call }) => {
  const { path, ...request } = await quarantined(world);
  writeFileSync(path, 'of a person');
  return call(request);
};

/** The user changes the file that the agent wrote. */
const changedFile: Provoke = async ({ world: { daemon }, name, call }) => {
  const path = join(daemon.cwd, `written${Math.random()}.txt`);
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.run(id, `write ${path}: by the agent`);
  if (name === 'redoSession') await daemon.ok('undoSession', { ...daemon.session(id), body: { restore_files: true } });
  writeFileSync(path, 'by a person');
  return call({ params: { session_id: id }, body: name === 'redoSession' ? {} : { restore_files: true } });
};

const FS_PATH_NOT_FOUND = withBody({ launch: { additional_dirs: ['/nowhere/at/all'] } });

export const sessions = {
  abortSession: { good: busy },
  addDirectory: {
    good: async (world) => {
      const path = join(world.daemon.folder, `further${Math.random()}`);
      mkdirSync(path);
      return { ...(await one()(world)), body: { path } };
    },
    errors: { FS_PATH_NOT_FOUND: withBody({ path: '/nowhere/at/all' }) },
  },
  archiveSession: { good: one() },
  clearPlan: { good: one(), errors: { PERSISTENCE_FAILURE: unwritable(cold) } },
  closeRuntimePort: {
    good: async (world) => {
      const { params, ...request } = await networked(world);
      await world.call('openRuntimePort', { params, ...request });
      return { params: { ...params, port: '3000' } };
    },
    errors: { RESOURCE_NOT_FOUND: withParam('port', '3001') },
  },
  compactSession: { good: said, errors: { COMPACTION_UNABLE: instead(one()) } },
  createSession: {
    good: ({ daemon }) => ({ body: { metadata: { cwd: daemon.cwd } } }),
    errors: {
      ...goalErrors,
      FS_PATH_NOT_FOUND,
      GOAL_NOT_RESUMABLE: withBody({ agent_config: { goal_objective: 'x', goal_control: 'resume' } }),
      RUNTIME_NOT_FOUND: withBody({ launch: { runtime_id: 'cloud' } }),
      RUNTIME_UNAVAILABLE: withBody({ metadata: { cwd: '/' }, launch: { runtime_id: 'sandbox' } }),
      WORKSPACE_NOT_FOUND: withBody({ workspace_id: 'wd_x_0123456789ab' }),
    },
  },
  deletePermissionRule: {
    good: async (world) => {
      const session_id = await fresh(world);
      const { permission_rules } = await world.daemon.ok('updateSessionProfile', {
        ...world.daemon.session(session_id),
        body: { permission_rules: [{ pattern: 'Read' }] },
      });
      return { params: { session_id, rule_id: permission_rules[0]?.id ?? '' } };
    },
    errors: { RESOURCE_NOT_FOUND: twice },
  },
  deleteSession: { good: one() },
  forkSession: {
    good: one(),
    errors: {
      SESSION_BUSY: instead(busy),
      MESSAGE_NOT_FOUND: withBody({ message_id: 'msg_none' }),
      VALIDATION_FAILED: withBody({ turn_id: 9 }),
    },
  },
  generateSessionTitle: {
    good: async ({ daemon }) => {
      const { id } = await daemon.createSession({ title: 'x', agent_config: { model: 'scripted' } });
      await daemon.run(id, 'hello');
      return { params: { session_id: id }, body: { force: true } };
    },
    errors: { SESSION_TITLE_UNAVAILABLE: instead(one()) },
  },
  getDirectories: { good: one() },
  getRuntime: { good: one() },
  getSession: { good: one() },
  getSessionProfile: { good: one() },
  getSessionSnapshot: {
    good: one(),
    errors: { PERSISTENCE_FAILURE: unwritable(orphaned) },
  },
  getSessionStatus: { good: one() },
  getSessionUsage: { good: one() },
  listPermissionRules: { good: one() },
  listSessions: {
    good: () => ({}),
    errors: {
      VALIDATION_FAILED: withQuery({ page_size: 0 }),
      WORKSPACE_NOT_FOUND: withQuery({ workspace_id: 'wd_x_0123456789ab' }),
    },
  },
  listTodos: { good: one() },
  listWarnings: { good: one() },
  loadSession: {
    good: one({ body: { agent_config: { plan_mode: true } } }),
    errors: {
      ...goalErrors,
      FS_PATH_NOT_FOUND,
      ...runtimeErrors({ launch: { runtime_id: 'sandbox' } }, { launch: { runtime_id: 'cloud' } }),
    },
  },
  openRuntimePort: {
    good: networked,
    errors: { RUNTIME_UNAVAILABLE: instead(one({ body: { port: 3000, direction: 'reach' } })) },
  },
  redoSession: {
    good: async (world) => {
      const request = await said(world);
      await world.call('undoSession', request);
      return request;
    },
    errors: { SESSION_REDO_UNAVAILABLE: instead(one()), SESSION_FILES_CHANGED: changedFile },
  },
  reloadSession: { good: one() },
  replaceDirectories: {
    good: async (world) => {
      const path = join(world.daemon.folder, `further${Math.random()}`);
      mkdirSync(path);
      return { ...(await one()(world)), body: { paths: [path] } };
    },
    errors: { FS_PATH_NOT_FOUND: withBody({ paths: ['/nowhere/at/all'] }) },
  },
  restoreQuarantined: {
    good: async (world) => ({ params: (await quarantined(world)).params }),
    errors: { RESOURCE_NOT_FOUND: withParam('n', '7'), FS_ALREADY_EXISTS: placeTaken },
  },
  restoreSession: {
    good: async (world) => {
      const request = await one()(world);
      await world.call('archiveSession', request);
      // so that a server loads and owns it
      await world.call('updateSessionProfile', { ...request, body: { title: 'x' } });
      return request;
    },
  },
  retrySession: {
    good: said,
    errors: { ...readinessErrors({}), SESSION_UNDO_UNAVAILABLE: instead(one()) },
    never: {
      ...refusedKey,
      PERSISTENCE_FAILURE: 'writes nothing before its turn, whose failure travels as events',
    },
  },
  setRuntime: {
    good: async (world) => ({ ...(await one()(world)), body: { runtime_id: 'local' } }),
    errors: runtimeErrors({ runtime_id: 'sandbox' }, { runtime_id: 'cloud' }),
  },
  undoSession: {
    good: said,
    errors: { SESSION_UNDO_UNAVAILABLE: instead(one()), SESSION_FILES_CHANGED: changedFile },
  },
  updateSessionProfile: {
    good: one({ body: { title: 'x', metadata: { a: 1 } } }),
    errors: { ...goalErrors, FS_PATH_NOT_FOUND },
  },
} satisfies Trials;
