/** Provokes every error that an operation lists, and counts that none is left out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import { operationTable, type OperationFacts, type OperationName } from '../../schemas/generated/operations.js';
import { pathOf, startTestDaemon, until, type Request, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { ask as askRaw } from '../http/harness.js';

type Prepared = Request & { params?: Record<string, string> };
type Prepare = () => Promise<Prepared>;
type Provoke = (name: OperationName) => Promise<{ status: number; code: number }>;

const day = 24 * 60 * 60 * 1000;
const names = Object.keys(operationTable) as OperationName[];
const facts = (name: OperationName): OperationFacts => operationTable[name];

/** What cannot be provoked from outside, and why. */
const unprovoked: Partial<Record<ErrorName, { of: readonly OperationName[]; because: string }>> = {
  INTERNAL_ERROR: { of: names, because: 'stands for a bug; how it is answered is tested with a handler that throws' },
  AUTH_TOKEN_UNAUTHORIZED: {
    of: ['submitPrompt', 'retrySession', 'activateSkill', 'startSideAgent', 'initSession'],
    because: 'only providers with a login are known to refuse beforehand; a key that is refused fails the turn',
  },
  PERSISTENCE_FAILURE: {
    of: ['retrySession'],
    because: 'writes nothing before its turn, whose failure travels as events',
  },
};

let model: ScriptedModel;
let daemon: TestDaemon;
/** shares the home: owns nothing, and finds everything owned by the first */
let other: TestDaemon;
/** reachable by others, and this source is banned there */
let open: TestDaemon;
let ahead = 0;

beforeAll(async () => {
  model = await startModel();
  model.answer(() => ({ text: 'A few words' }));
  // the stand-in answers unless a test asks for the other one
  const config =
    `default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "${model.baseUrl}"\napi_key = "sk-test"\n` +
    '[models.scripted]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = 100000\n';
  daemon = await startTestDaemon({ now: () => Date.now() + ahead, config });
  other = await startTestDaemon({ home: daemon.home, now: () => Date.now() + ahead });
  open = await startTestDaemon({ host: '0.0.0.0' });
});
afterAll(async () => {
  await other.close();
  await daemon.close();
  await open.close();
  await model.close();
});

const text = (words: string) => [{ type: 'text', text: words }];
const fresh = async () => (await daemon.createSession()).id;
const one = async (): Promise<Prepared> => ({ params: { session_id: await fresh() } });

/** A session with a turn that waits for an answer, and a queued prompt `q`. */
async function waiting(): Promise<string> {
  const id = await fresh();
  await daemon.prompt(id, 'ask Sure?', { prompt_id: 'p' });
  await daemon.question(id);
  await daemon.prompt(id, 'say later', { prompt_id: 'q' });
  return id;
}
const spoken = async (): Promise<string> => {
  const id = await fresh();
  await daemon.run(id, 'say hi');
  return id;
};
const queued =
  (body?: unknown): Prepare =>
  async () => ({ params: { session_id: await waiting(), prompt_id: 'q' }, body });
const question =
  (body?: unknown): Prepare =>
  async () => {
    const session_id = await waiting();
    return { params: { session_id, question_id: (await daemon.question(session_id)).question_id }, body };
  };
async function approval(): Promise<Prepared> {
  const session_id = await fresh();
  await daemon.prompt(session_id, 'run expr 1');
  return {
    params: { session_id, approval_id: (await daemon.approval(session_id)).approval_id },
    body: { decision: 'approved' },
  };
}
async function workspace(): Promise<Prepared> {
  const root = join(daemon.folder, `w${Math.random()}`);
  mkdirSync(root);
  return {
    params: { workspace_id: (await daemon.ok('registerWorkspace', { body: { root } })).id },
    body: { name: 'x' },
  };
}

/** A session with an active goal, whose turn takes its time. */
async function withGoal(): Promise<Prepared> {
  const session_id = await fresh();
  await daemon.prompt(session_id, 'slow 5000 a b', { goal_objective: 'x' });
  return { params: { session_id } };
}

/** A session with a task that runs until it is stopped. */
async function background(): Promise<{ session_id: string; task_id: string }> {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.prompt(id, 'run in background sleep 61');
  const task = await until('a task', async () => (await daemon.ok('listTasks', daemon.session(id))).items[0]);
  await until('the end of the turn', async () =>
    (await daemon.ok('getSession', daemon.session(id))).main_turn_active ? undefined : true,
  );
  return { session_id: id, task_id: task.id };
}
/** A call that runs in the foreground. */
async function running(): Promise<{ session_id: string; tool_call_id: string }> {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.prompt(id, 'run echo on; sleep 61');
  const call = await until('a call that says something', async () => {
    const { in_flight_turn: turn } = await daemon.ok('getSessionSnapshot', daemon.session(id));
    return turn?.running_tools.find(({ last_progress }) => last_progress !== undefined);
  });
  return { session_id: id, tool_call_id: call.tool_call_id };
}
async function shell(): Promise<{ session_id: string; command_id: string }> {
  const session_id = await fresh();
  const { command_id } = await daemon.ok('runShell', { params: { session_id }, body: { command: 'sleep 61' } });
  return { session_id, command_id };
}

/** A request of each operation that succeeds and, where the operation changes something, has something to change. */
const good: Record<OperationName, Prepare> = {
  abortPrompt: queued(),
  removePrompt: queued(),
  steerPrompt: queued(),
  editPrompt: queued({ position: 0, content: text('x') }),
  steerPrompts: async () => ({ params: { session_id: await waiting() }, body: { prompt_ids: ['q'] } }),
  listPrompts: one,
  submitPrompt: async () => ({ ...(await one()), body: { content: text('say hi') } }),
  answerQuestion: question({ answers: {} }),
  dismissQuestion: question(),
  listQuestions: async () => ({ ...(await one()), query: { status: 'pending' } }),
  resolveApproval: approval,
  listApprovals: async () => ({ ...(await one()), query: { status: 'pending' } }),
  getMessage: async () => {
    const session_id = await spoken();
    return {
      params: {
        session_id,
        message_id: (await daemon.ok('listMessages', daemon.session(session_id))).items[0]?.id ?? '',
      },
    };
  },
  listMessages: one,
  createSession: async () => ({ body: { metadata: { cwd: daemon.cwd } } }),
  listSessions: async () => ({}),
  getSession: one,
  getSessionProfile: one,
  getSessionStatus: one,
  getSessionSnapshot: one,
  getSessionUsage: one,
  listTodos: one,
  getGoal: one,
  createGoal: async () => ({ ...(await one()), body: { objective: 'x' } }),
  pauseGoal: withGoal,
  resumeGoal: async () => {
    const prepared = await withGoal();
    await call('pauseGoal', prepared);
    return prepared;
  },
  cancelGoal: withGoal,
  getGoalQueue: one,
  setGoalQueue: async () => ({ ...(await one()), body: { objectives: ['x'] } }),
  listCronJobs: one,
  deleteCronJob: async () => {
    const session_id = await fresh();
    const call = { cron: '0 9 * * *', prompt: 'x' };
    await daemon.prompt(session_id, `call CronCreate ${JSON.stringify(call)}`, { permission_mode: 'auto' });
    for (;;) {
      const { items } = await daemon.ok('listCronJobs', { params: { session_id } });
      if (items[0]) return { params: { session_id, job_id: items[0].id } };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
  getDirectories: one,
  listPermissionRules: one,
  updateSessionProfile: async () => ({ ...(await one()), body: { title: 'x', metadata: { a: 1 } } }),
  loadSession: async () => ({ ...(await one()), body: { agent_config: { plan_mode: true } } }),
  listAgents: one,
  abortAgent: async () => ({ params: { session_id: await waiting(), agent_id: 'main' } }),
  closeAgent: async () => {
    const session_id = await spoken();
    return {
      params: { session_id, agent_id: (await daemon.ok('startSideAgent', daemon.session(session_id))).agent_id },
    };
  },
  startSideAgent: one,
  initSession: one,
  abortSession: async () => ({ params: { session_id: await waiting() } }),
  compactSession: async () => ({ params: { session_id: await spoken() } }),
  generateSessionTitle: async () => {
    const { id } = await daemon.createSession({ title: 'x', agent_config: { model: 'scripted' } });
    await daemon.run(id, 'hello');
    return { params: { session_id: id }, body: { force: true } };
  },
  archiveSession: one,
  deleteSession: one,
  forkSession: one,
  restoreSession: async () => {
    const prepared = await one();
    await daemon.ok('archiveSession', prepared as { params: { session_id: string } });
    // so that it is loaded, and owned
    await daemon.ok('updateSessionProfile', {
      ...(prepared as { params: { session_id: string } }),
      body: { title: 'x' },
    });
    return prepared;
  },
  undoSession: async () => ({ params: { session_id: await spoken() } }),
  redoSession: async () => {
    const session_id = await spoken();
    await daemon.ok('undoSession', daemon.session(session_id));
    return { params: { session_id } };
  },
  retrySession: async () => ({ params: { session_id: await spoken() } }),
  deletePermissionRule: async () => {
    const session_id = await fresh();
    const { permission_rules } = await daemon.ok('updateSessionProfile', {
      ...daemon.session(session_id),
      body: { permission_rules: [{ pattern: 'Read' }] },
    });
    return { params: { session_id, rule_id: permission_rules[0]?.id ?? '' } };
  },
  streamSessionEvents: one,
  listSkills: one,
  activateSkill: async () => ({ params: { session_id: await fresh(), skill_name: 'skill-author' }, body: {} }),
  listWarnings: one,
  reloadSession: one,
  listWorkspaceSkills: async () => ({ params: (await workspace()).params }),
  listWorkspaceAgents: async () => ({ params: (await workspace()).params }),
  listWorkspaces: async () => ({}),
  renameWorkspace: workspace,
  unregisterWorkspace: workspace,
  registerWorkspace: async () => ({ body: { root: daemon.cwd } }),
  listTools: async () => ({}),
  listModels: async () => ({}),
  getConfig: async () => ({}),
  getAuth: async () => ({}),
  listConnections: async () => ({}),
  getMeta: async () => ({}),
  getHealth: async () => ({}),
  getOpenApi: async () => ({}),
  getAsyncApi: async () => ({}),
  shutdown: async () => ({}),
  listTasks: one,
  getTask: async () => ({ params: await background() }),
  cancelTask: async () => ({ params: await background() }),
  detachToolCall: async () => ({ params: await running() }),
  runShell: async () => ({ ...(await one()), body: { command: 'echo hi' } }),
  cancelShell: async () => ({ params: await shell() }),
};

const call = (name: OperationName, request: Prepared, on = daemon) =>
  on.ask(name as 'getSession', request as { params: { session_id: string } });
/** A good request, but for this. */
const but =
  (change: (request: Prepared) => Prepared | Promise<Prepared>): Provoke =>
  async (name) =>
    call(name, await change(await good[name]()));
const withBody = (more: Record<string, unknown>): Provoke =>
  but((request) => ({ ...request, body: { ...(request.body as object | undefined), ...more } }));
const withParam = (param: string, value: string): Provoke =>
  but((request) => ({ ...request, params: { ...request.params, [param]: value } }));
const twice: Provoke = async (name) => {
  const request = await good[name]();
  await call(name, request);
  return call(name, request);
};
const late: Provoke = async (name) => {
  const request = await good[name]();
  ahead = day + 1;
  // back at once: a server whose clock is far from the other's seems dead to it
  return call(name, request).finally(() => {
    ahead = 0;
  });
};

async function raw(
  name: OperationName,
  headers: Record<string, string | undefined>,
  on = daemon,
  body?: string | Buffer,
): Promise<{ status: number; code: number }> {
  const params = Object.fromEntries(
    [...facts(name).path.matchAll(/\{(\w+)\}/g)].map((match) => [
      match[1] ?? '',
      match[1] === 'workspace_id' ? 'wd_x_0123456789ab' : 'x',
    ]),
  );
  const answer = await askRaw(on.port, {
    method: facts(name).method,
    path: pathOf(name, params),
    headers: { authorization: `Bearer ${on.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  expect(await on.check(name, answer.status, answer.json)).toEqual([]);
  return { status: answer.status, code: Number(answer.json?.['code']) };
}

/** The call of an operation on a prepared session, with a wish about its goal where the operation takes it. */
async function withGoalWish(
  name: OperationName,
  wish: { objective?: string; control?: string },
  prepare: Prepare,
): Promise<{ status: number; code: number }> {
  const { params } = await prepare();
  const wishes = { goal_objective: wish.objective, goal_control: wish.control };
  if (name === 'submitPrompt') return call(name, { params, body: { content: text('say hi'), ...wishes } });
  if (name === 'createGoal') return call(name, { params, body: { objective: wish.objective } });
  if (name === 'setGoalQueue') return call(name, { params, body: { objectives: [wish.objective] } });
  if (name === 'createSession') return call(name, { body: { metadata: { cwd: daemon.cwd }, agent_config: wishes } });
  if (facts(name).hasBody) return call(name, { params, body: { agent_config: wishes } });
  return call(name, { params });
}

/** A session that a server left behind when it died: reading its snapshot repairs it first. */
async function orphaned(): Promise<Prepared> {
  const prepared = await one();
  await call('archiveSession', prepared);
  const db = new Database(join(daemon.home, 'agent.db'));
  db.prepare(`UPDATE sessions SET owner = 'a dead server' WHERE id = ?`).run(prepared.params?.['session_id']);
  db.close();
  return prepared;
}

/** The database refuses every write while this runs. */
async function withoutWrites<T>(work: () => Promise<T>): Promise<T> {
  const db = new Database(join(daemon.home, 'agent.db'));
  const blocked = [
    ['events', 'INSERT'],
    ['sessions', 'INSERT'],
    ['sessions', 'UPDATE'],
    ['sessions', 'DELETE'],
    ['workspaces', 'INSERT'],
    ['workspaces', 'UPDATE'],
  ] as const;
  try {
    for (const [table, change] of blocked)
      db.exec(
        `CREATE TRIGGER no_${table}_${change} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'no writes'); END`,
      );
    return await work();
  } finally {
    for (const [table, change] of blocked) db.exec(`DROP TRIGGER no_${table}_${change}`);
    db.close();
  }
}

/** A daemon of its own whose session already spoke, started again with this configuration. */
async function configured(name: OperationName, config: string): Promise<{ status: number; code: number }> {
  const own = await startTestDaemon();
  try {
    const { id } = await own.createSession();
    await own.run(id, 'say hi');
    writeFileSync(join(own.home, 'config.toml'), config);
    await own.restart();
    return await call(
      name,
      {
        params: { session_id: id, skill_name: 'skill-author' },
        ...(name === 'submitPrompt' ? { body: { content: text('say hi') } } : {}),
      },
      own,
    );
  } finally {
    await own.close();
  }
}
/** One byte over the limit; blanks are JSON up to their end. */
const tooLarge = Buffer.alloc(32 * 1024 * 1024 + 1, ' ');
const off = '[offline]\nenabled = false\n';
const provider = '[providers.p]\ntype = "openai"\nbase_url = "http://10.255.255.1"\n';

/** How each error comes about, for any operation that lists it. */
const provocations: Partial<Record<ErrorName, Provoke>> = {
  UNAUTHORIZED: (name) => raw(name, { authorization: undefined }),
  HOST_NOT_ALLOWED: (name) => raw(name, { host: 'evil.example' }),
  AUTH_RATE_LIMITED: async (name) => {
    for (let i = 0; i < 10; i += 1)
      await askRaw(open.port, { path: '/api/v1/meta', headers: { authorization: 'Bearer wrong' } });
    return raw(name, {}, open);
  },
  ROUTE_NOT_FOUND: async (name) => {
    const reachable = await startTestDaemon({ host: '0.0.0.0' });
    return raw(name, {}, reachable).finally(() => reachable.close());
  },
  REQUEST_MALFORMED: (name) => raw(name, { 'content-type': 'application/json' }, daemon, '{"a":'),
  FILE_TOO_LARGE: (name) => raw(name, { 'content-type': 'application/json' }, daemon, tooLarge),
  VALIDATION_FAILED: async (name) => {
    const { path, hasBody } = facts(name);
    if (hasBody) return call(name, { ...(await good[name]()), body: [5] });
    if (path.includes('{workspace_id}')) return withParam('workspace_id', 'malformed')(name);
    if (path.includes('{session_id}')) return withParam('session_id', '')(name);
    return call(name, { query: name === 'listSessions' ? { page_size: 0 } : { session_id: ['a', 'b'] } });
  },
  SESSION_NOT_FOUND: withParam('session_id', 'session_none'),
  WORKSPACE_NOT_FOUND: async (name) => {
    if (name === 'createSession') return withBody({ workspace_id: 'wd_x_0123456789ab' })(name);
    if (name === 'listSessions') return call(name, { query: { workspace_id: 'wd_x_0123456789ab' } });
    return withParam('workspace_id', 'wd_x_0123456789ab')(name);
  },
  SESSION_BUSY: async (name) => {
    if (name === 'forkSession') return call(name, { params: { session_id: await waiting() } });
    const answer = await call(name, await good[name](), other);
    expect(answer.data).toMatchObject({ owner: { base_url: daemon.baseUrl } });
    return answer;
  },
  PERSISTENCE_FAILURE: async (name) => {
    const request = await (name === 'getSessionSnapshot' ? orphaned : good[name])();
    const failed = await withoutWrites(() => call(name, request));
    // nothing was changed, in memory neither: the same call succeeds now
    expect([name, (await call(name, request)).code]).toEqual([name, facts(name).successCode]);
    return failed;
  },
  SESSION_TITLE_UNAVAILABLE: async (name) => call(name, await one()),
  COMPACTION_UNABLE: async (name) => call(name, await one()),
  PROMPT_NOT_FOUND: async (name) =>
    (name === 'steerPrompts' ? withBody({ prompt_ids: ['none'] }) : withParam('prompt_id', 'none'))(name),
  PROMPT_ALREADY_COMPLETED: async (name) => {
    if (name === 'editPrompt') return withParam('prompt_id', 'p')(name);
    if (name !== 'submitPrompt') return twice(name);
    const session_id = await fresh();
    await daemon.run(session_id, 'say hi', { prompt_id: 'mine' });
    return call(name, { params: { session_id }, body: { content: text('say hi'), prompt_id: 'mine' } });
  },
  PROMPT_ID_CONFLICT: async (name) =>
    call(name, { params: { session_id: await waiting() }, body: { content: text('say hi'), prompt_id: 'q' } }),
  MESSAGE_NOT_FOUND: (name) =>
    (name === 'forkSession' ? withBody({ message_id: 'msg_none' }) : withParam('message_id', 'msg_none'))(name),
  APPROVAL_NOT_FOUND: withParam('approval_id', 'approval_none'),
  QUESTION_NOT_FOUND: withParam('question_id', 'question_none'),
  APPROVAL_ALREADY_RESOLVED: twice,
  APPROVAL_EXPIRED: late,
  QUESTION_EXPIRED: late,
  RESOURCE_NOT_FOUND: (name) => (name === 'cancelShell' ? withParam('command_id', 'shell_none') : twice)(name),
  TASK_NOT_FOUND: withParam('task_id', 'bash-nonenone'),
  TASK_ALREADY_FINISHED: async (name) => {
    const answer = await twice(name);
    expect(answer).toMatchObject({ data: { cancelled: false }, details: { current_status: expect.any(String) } });
    return answer;
  },
  TOOL_CALL_NOT_FOUND: withParam('tool_call_id', 'call_none'),
  TOOL_NOT_AVAILABLE: async (name) => {
    const own = await startTestDaemon({ config: '[permission]\ndeny = ["Bash(echo *)"]\n' });
    const { id } = await own.createSession();
    return call(name, { params: { session_id: id }, body: { command: 'echo hi' } }, own).finally(() => own.close());
  },
  TOOL_EXECUTION_FAILED: async (name) => {
    const own = await startTestDaemon({ env: { AGENT_SHELL_PATH: '/no/such/shell' } });
    const { id } = await own.createSession();
    return call(name, { params: { session_id: id }, body: { command: 'echo hi' } }, own).finally(() => own.close());
  },
  FILE_NOT_FOUND: (name) => {
    const parts = [{ type: 'file', file_id: 'f_none' }];
    return withBody(name === 'activateSkill' ? { attachments: parts } : { content: parts })(name);
  },
  SKILL_NOT_FOUND: (name) =>
    (name === 'activateSkill' ? withParam('skill_name', 'none') : withBody({ skills: [{ name: 'none' }] }))(name),
  SKILL_NOT_ACTIVATABLE: async (name) => {
    const skills = join(daemon.cwd, '.agent-code', 'skills');
    mkdirSync(skills, { recursive: true });
    writeFileSync(join(skills, 'odd.md'), '---\ntype: widget\n---\nText.');
    return (name === 'activateSkill' ? withParam('skill_name', 'odd') : withBody({ skills: [{ name: 'odd' }] }))(name);
  },
  MODEL_NOT_FOUND: (name) =>
    withBody(name === 'submitPrompt' ? { model: 'none' } : { agent_config: { model: 'none' } })(name),
  FS_PATH_NOT_FOUND: (name) =>
    withBody(
      name === 'registerWorkspace' ? { root: '/nowhere/at/all' } : { launch: { additional_dirs: ['/nowhere/at/all'] } },
    )(name),
  SESSION_UNDO_UNAVAILABLE: async (name) => call(name, await one()),
  GOAL_ALREADY_EXISTS: (name) => withGoalWish(name, { objective: 'y' }, withGoal),
  GOAL_NOT_FOUND: (name) => withGoalWish(name, { control: 'pause' }, one),
  GOAL_STATUS_INVALID: async (name) => withGoalWish(name, { control: 'pause' }, good.resumeGoal),
  GOAL_NOT_RESUMABLE: (name) => withGoalWish(name, { control: 'resume' }, withGoal),
  GOAL_OBJECTIVE_EMPTY: (name) => withGoalWish(name, { objective: ' ' }, one),
  GOAL_OBJECTIVE_TOO_LONG: (name) => withGoalWish(name, { objective: 'x'.repeat(4_001) }, one),
  GOAL_UNSUPPORTED_AGENT: withBody({ agent_id: 'agent_1', goal_objective: 'x' }),
  SESSION_REDO_UNAVAILABLE: async (name) => call(name, await one()),
  SESSION_FILES_CHANGED: async (name) => {
    const path = join(daemon.cwd, `written${Math.random()}.txt`);
    const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
    await daemon.run(id, `write ${path}: by the agent`);
    if (name === 'redoSession')
      await daemon.ok('undoSession', { ...daemon.session(id), body: { restore_files: true } });
    writeFileSync(path, 'by a person');
    return call(name, { params: { session_id: id }, body: name === 'redoSession' ? {} : { restore_files: true } });
  },
  AUTH_PROVISIONING_REQUIRED: (name) => configured(name, off),
  AUTH_MODEL_NOT_RESOLVED: (name) => configured(name, `${provider}${off}`),
  AUTH_TOKEN_MISSING: (name) =>
    configured(
      name,
      `default_model = "a"\n${provider}[models.a]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n${off}`,
    ),
};

const provoked = new Set<string>();
const skipped = (name: OperationName, error: ErrorName) => unprovoked[error]?.of.includes(name) ?? false;

describe('every listed error comes about', () => {
  test.each(names)(
    '%s',
    async (name) => {
      for (const error of facts(name).errors) {
        if (skipped(name, error)) continue;
        const provoke = provocations[error];
        if (!provoke) continue;
        const { status, code } = await provoke(name);
        expect([name, error, status, code]).toEqual([name, error, errorTable[error].http, errorTable[error].code]);
        provoked.add(`${name} ${error}`);
      }
    },
    30_000,
  );

  test('and each operation succeeds', async () => {
    for (const name of names) {
      if (name === 'shutdown' || name === 'streamSessionEvents') continue;
      expect([name, (await call(name, await good[name]())).code]).toEqual([name, facts(name).successCode]);
    }
    const { params } = await one();
    const stream = await fetch(`${daemon.baseUrl}${pathOf('streamSessionEvents', params)}`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await stream.text()).toContain('event.session.created');
  }, 60_000);

  test('none is left out', () => {
    const listed = names.flatMap((name) => facts(name).errors.map((error) => ({ name, error })));
    const missing = listed
      .filter(({ name, error }) => !provoked.has(`${name} ${error}`) && !skipped(name, error))
      .map(({ name, error }) => `${name} ${error}`);
    expect(missing).toEqual([]);
    const idle = (Object.keys(unprovoked) as ErrorName[]).flatMap((error) =>
      (unprovoked[error]?.of ?? [])
        .filter((name) => !facts(name).errors.includes(error))
        .map((name) => `${name} ${error}`),
    );
    expect(idle).toEqual([]);
  });
});
