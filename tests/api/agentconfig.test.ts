/** Every field of an agent configuration takes effect, wherever it may be given (rest.md 9.4, 9.5, 12). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import type { ErrorName } from '../../schemas/generated/errors.js';
import type { AgentConfigInput, Session } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';

let daemon: TestDaemon;
let model: ScriptedModel;
beforeAll(async () => {
  model = await startModel();
  model.answer(({ messages }) => {
    const last = messages.at(-1);
    const said = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content);
    return last?.role === 'user' && said.includes('expr')
      ? { calls: [{ name: 'Bash', input: { command: 'expr 20 + 22' } }] }
      : { text: 'Done.' };
  });
  const config = ['one', 'two'].map(
    (name) =>
      `[models.${name}]\nprovider = "p"\nmodel = "model-${name}"\nmax_context_size = 100000\ncapabilities = ["thinking"]\nsupport_efforts = ["low", "high"]\ndefault_effort = "low"\n`,
  );
  daemon = await startTestDaemon({
    config: `default_model = "one"\n[providers.p]\ntype = "openai"\nbase_url = "${model.baseUrl}"\napi_key = "sk-test"\n${config.join('')}`,
  });
});
afterAll(async () => {
  await daemon.close();
  await model.close();
});

/** The ways to give a configuration; each returns the session that got it. */
const ways: Record<string, (config: AgentConfigInput) => Promise<Session>> = {
  create: (config) => daemon.createSession({ title: 'x', agent_config: config }),
  profile: async (config) => {
    const { id } = await daemon.createSession({ title: 'x' });
    return daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: config } });
  },
  load: async (config) => {
    const { id } = await daemon.createSession({ title: 'x' });
    return daemon.ok('loadSession', { ...daemon.session(id), body: { agent_config: config } });
  },
};
const names = Object.keys(ways);
const apply = (way: string, config: AgentConfigInput): Promise<Session> =>
  (ways[way] as (config: AgentConfigInput) => Promise<Session>)(config);

/** Runs a prompt and returns the request that the model received. */
async function asked(id: string, text = 'hello', more: Record<string, unknown> = {}) {
  const from = model.bodies.length;
  await daemon.run(id, text, more);
  const [body] = model.bodies.slice(from);
  if (!body) throw new Error('the model was not asked');
  return body;
}
const toolsOf = ({ tools }: { tools?: unknown }) =>
  ((tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const configOf = async (id: string) => (await daemon.ok('getSession', daemon.session(id))).agent_config;

function storedTools(id: string): unknown {
  const db = new Database(join(daemon.home, 'agent.db'), { readonly: true });
  try {
    const text = db
      .prepare(
        `SELECT tools FROM agents WHERE agent_id = 'main' AND session_key = (SELECT key FROM sessions WHERE id = ?)`,
      )
      .pluck()
      .get(id);
    return JSON.parse(String(text));
  } finally {
    db.close();
  }
}

describe.each(names)('given at %s', (way) => {
  test('model: the one that is asked', async () => {
    const { id, agent_config } = await apply(way, { model: 'two' });
    expect(agent_config.model).toBe('two');
    expect((await asked(id)).model).toBe('model-two');
    const other = await apply(way, { model: '' });
    expect((await asked(other.id)).model).toBe('model-one');
  });

  test('thinking: the level that is sent', async () => {
    const { id, agent_config } = await apply(way, { thinking: 'high' });
    expect(agent_config.thinking).toBe('high');
    expect(await asked(id)).toMatchObject({ reasoning_effort: 'high' });
    expect((await daemon.ok('getSessionStatus', daemon.session(id))).thinking_level).toBe('high');
  });

  test('permission_mode: what needs no approval then', async () => {
    const { id, agent_config } = await apply(way, { permission_mode: 'yolo' });
    expect(agent_config.permission_mode).toBe('yolo');
    await asked(id, 'expr');
    expect((await daemon.ok('listMessages', daemon.session(id))).items.map(({ role }) => role)).toContain('tool');
  });

  test('plan_mode, and swarm_mode that means nothing', async () => {
    const { id, agent_config } = await apply(way, { plan_mode: true, swarm_mode: true });
    expect(agent_config).toMatchObject({ plan_mode: true, swarm_mode: false });
    expect(await daemon.ok('getSessionStatus', daemon.session(id))).toMatchObject({
      plan_mode: true,
      swarm_mode: false,
    });
    expect(JSON.stringify((await asked(id)).messages)).toMatch(/[Pp]lan mode/);
  });

  test('system_prompt: the body of the agent', async () => {
    const { id } = await apply(way, { system_prompt: 'You are a teapot.' });
    const [system] = (await asked(id)).messages;
    expect(system?.role).toBe('system');
    expect(system?.content).toContain('You are a teapot.');
    // once the session has a message, the prompt cannot change
    for (const again of ['updateSessionProfile', 'loadSession'] as const) {
      const refused = await daemon.fails(again, 'VALIDATION_FAILED', {
        ...daemon.session(id),
        body: { agent_config: { system_prompt: 'You are a kettle.' } },
      });
      expect(refused.details).toMatchObject([{ path: 'agent_config.system_prompt' }]);
    }
  });

  test.each<[string[], (all: string[]) => string[]]>([
    [['Read', 'G*'], (all) => all.filter((name) => name === 'Read' || name.startsWith('G'))],
    [['*'], (all) => all],
    [['Nothing'], () => []],
    [[], () => []],
  ])('tools %j', async (tools, expected) => {
    const all = toolsOf(await asked((await daemon.createSession({ title: 'x' })).id));
    const { id } = await apply(way, { tools });
    expect(toolsOf(await asked(id))).toEqual(expected(all));
    const listed = await daemon.ok('listTools', { query: { session_id: id } });
    expect(
      listed.tools
        .filter(({ active }) => active)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected(all).sort());
  });

  test('mcp_servers: kept, and copied by a fork', async () => {
    const { id } = await apply(way, { mcp_servers: ['one', 'two_2'], tools: ['Read'] });
    expect(storedTools(id)).toEqual({ allow: ['Read'], disabled: [], mcpServers: ['one', 'two_2'] });
    // other settings do not change it
    await daemon.run(id, 'hello', { disabled_tools: ['Grep'] });
    expect(storedTools(id)).toEqual({ allow: ['Read'], disabled: ['Grep'], mcpServers: ['one', 'two_2'] });
    const fork = await daemon.ok('forkSession', daemon.session(id));
    expect(storedTools(fork.id)).toEqual(storedTools(id));
    await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { mcp_servers: [] } } });
    expect(storedTools(id)).toEqual({ allow: ['Read'], disabled: ['Grep'], mcpServers: [] });
  });

  test('goal_objective and goal_control, one after the other', async () => {
    const { id } = await apply(way, { goal_objective: ' Shine ', goal_control: 'pause' });
    const goal = await daemon.ok('getGoal', daemon.session(id));
    expect(goal).toMatchObject({ objective: 'Shine', status: 'paused' });
    const control = async (goal_control: string) =>
      (await daemon.ask('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { goal_control } } }))
        .code;
    expect(await control('pause')).toBe(40915);
    expect(await control('resume')).toBe(0);
    expect(await control('cancel')).toBe(0);
    expect(await daemon.ok('getGoal', daemon.session(id))).toBeNull();
    await daemon.ok('abortSession', daemon.session(id));
  });

  const wrong: [string, Record<string, unknown>, ErrorName, string][] = [
    ['an unknown model', { model: 'nobody' }, 'MODEL_NOT_FOUND', ''],
    ['thinking of nothing', { thinking: '' }, 'VALIDATION_FAILED', 'agent_config.thinking'],
    ['an unknown mode', { permission_mode: 'reckless' }, 'VALIDATION_FAILED', 'agent_config.permission_mode'],
    ['a plan mode that is no boolean', { plan_mode: 'yes' }, 'VALIDATION_FAILED', 'agent_config.plan_mode'],
    ['a tool without a name', { tools: [''] }, 'VALIDATION_FAILED', 'agent_config.tools.0'],
    ['a server that cannot be one', { mcp_servers: ['a b'] }, 'VALIDATION_FAILED', 'agent_config.mcp_servers.0'],
    ['an unknown agent', { profile: 'nobody' }, 'VALIDATION_FAILED', 'agent_config.profile'],
    ['a blank objective', { goal_objective: ' ' }, 'GOAL_OBJECTIVE_EMPTY', ''],
    ['an objective that is too long', { goal_objective: 'x'.repeat(4_001) }, 'GOAL_OBJECTIVE_TOO_LONG', ''],
    ['control of no goal', { goal_control: 'pause' }, 'GOAL_NOT_FOUND', ''],
    ['a new goal that is resumed', { goal_objective: 'x', goal_control: 'resume' }, 'GOAL_NOT_RESUMABLE', ''],
    ['an unknown control', { goal_control: 'faster' }, 'VALIDATION_FAILED', 'agent_config.goal_control'],
  ];
  test.each(wrong)('refused as a whole: %s', async (_, config, error, path) => {
    const agent_config = {
      model: 'two',
      thinking: 'high',
      permission_mode: 'yolo',
      tools: [],
      plan_mode: true,
      ...config,
    };
    const list = async () => (await daemon.ok('querySessions', { query: {} })).total;
    const existing = await daemon.createSession();
    const before = await list();
    const answer =
      way === 'create'
        ? await daemon.fails('createSession', error, { body: { metadata: { cwd: daemon.cwd }, agent_config } })
        : await daemon.fails(way === 'load' ? 'loadSession' : 'updateSessionProfile', error, {
            ...daemon.session(existing.id),
            body: { agent_config },
          });
    if (path !== '') expect((answer.details as { path: string }[])[0]?.path).toBe(path);
    expect(await list()).toBe(before);
    expect(await daemon.ok('getSession', daemon.session(existing.id))).toEqual(existing);
    expect(storedTools(existing.id)).toEqual({ disabled: [] });
  });
});

describe('given with a prompt', () => {
  test('it holds for that prompt and stays', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    const body = await asked(id, 'hello', {
      model: 'two',
      thinking: 'high',
      permission_mode: 'auto',
      plan_mode: true,
      disabled_tools: ['Read'],
      swarm_mode: true,
    });
    expect(body).toMatchObject({ model: 'model-two', reasoning_effort: 'high' });
    expect(toolsOf(body)).not.toContain('Read');
    expect(toolsOf(body)).toContain('Grep');
    expect(await configOf(id)).toMatchObject({
      model: 'two',
      thinking: 'high',
      permission_mode: 'auto',
      plan_mode: true,
      swarm_mode: false,
    });
    expect((await asked(id, 'again')).model).toBe('model-two');
    expect(toolsOf(await asked(id, 'again', { disabled_tools: [] }))).toContain('Read');
  });

  test('what belongs to settings alone means nothing there', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    const body = await asked(id, 'hello', { tools: [], system_prompt: 'You are a teapot.', mcp_servers: [] });
    expect(toolsOf(body)).toContain('Read');
    expect(JSON.stringify(body.messages)).not.toContain('teapot');
    expect(storedTools(id)).toEqual({ disabled: [] });
  });

  test('a goal that is wished and paused at once', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, 'hello', { goal_objective: 'Shine', goal_control: 'pause' });
    expect(await daemon.ok('getGoal', daemon.session(id))).toMatchObject({ objective: 'Shine', status: 'paused' });
  });
});

describe('while a turn runs', () => {
  test('a model takes effect at the next step', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    const from = model.bodies.length;
    await daemon.prompt(id, 'expr');
    const { approval_id } = await daemon.approval(id);
    await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { model: 'two' } } });
    await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body: { decision: 'approved' } });
    await daemon.waitForEnd(id);
    expect(model.bodies.slice(from).map((body) => body.model)).toEqual(['model-one', 'model-two']);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a mode', { agent_config: { permission_mode: 'yolo' } }],
    ['rules', { permission_rules: [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'expr' } }] }],
  ])('%s that allows what waits for an approval settles it', async (_, body) => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.prompt(id, 'expr');
    await daemon.approval(id);
    await daemon.ok('updateSessionProfile', { ...daemon.session(id), body });
    expect(await daemon.waitForEnd(id)).toMatchObject({ last_turn_reason: 'completed', pending_interaction: 'none' });
  });

  test('a goal is created once', async () => {
    const { id } = await daemon.createSession({
      title: 'x',
      agent_config: { goal_objective: 'a', goal_control: 'pause' },
    });
    await daemon.fails('updateSessionProfile', 'GOAL_ALREADY_EXISTS', {
      ...daemon.session(id),
      body: { title: 'New', agent_config: { goal_objective: 'b', model: 'two' } },
    });
    expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({
      title: 'x',
      agent_config: { model: 'one' },
    });
  });
});

describe('create', () => {
  test('answers with the session as it is then', async () => {
    const made = await daemon.createSession({ agent_config: { goal_objective: 'Shine' } });
    const events = await until('the goal', async () => daemon.ok('getGoal', daemon.session(made.id)));
    expect(events?.objective).toBe('Shine');
    const [created] = ((await daemon.ok('querySessions', { query: { page_size: 1 } })) as { items: { id: string }[] })
      .items;
    expect(created?.id).toBe(made.id);
    await daemon.ok('abortSession', daemon.session(made.id));
    const paused = await daemon.createSession({ agent_config: { goal_objective: 'Shine', goal_control: 'pause' } });
    expect(paused).toEqual(await daemon.ok('getSession', daemon.session(paused.id)));
  });

  test('launch: agent file, skills, directories, environment and client', async () => {
    const skills = join(daemon.folder, 'skills');
    const extra = join(daemon.folder, 'extra');
    mkdirSync(join(skills, 'shine'), { recursive: true });
    mkdirSync(extra);
    writeFileSync(join(skills, 'shine', 'SKILL.md'), '---\nname: shine\ndescription: Makes things shine.\n---\nShine.');
    const { id } = await daemon.createSession({
      title: 'x',
      agent_config: { permission_mode: 'yolo' },
      launch: {
        client_type: 'tui',
        agent_file: { path: '/x/teapot.md', text: '---\nname: teapot\ndescription: Tea.\n---\nYou are a teapot.' },
        skills_dirs: [skills],
        additional_dirs: [extra],
        env: { CANARY: 'sings' },
      },
    });
    const body = await asked(id);
    const system = JSON.stringify(body.messages[0]);
    expect(system).toContain('You are a teapot.');
    expect(system).toContain('shine');
    expect(system).toContain(extra);
    expect((await configOf(id)).profile).toBe('teapot');
    expect((await daemon.ok('getDirectories', daemon.session(id))).additional_dirs).toEqual([extra]);
    const { command_id } = await daemon.ok('runShell', {
      ...daemon.session(id),
      body: { command: 'echo "it $CANARY"; echo "$CANARY" > canary.txt' },
    });
    expect(command_id).toBeTruthy();
    await until('the command', async () => {
      const { items } = await daemon.ok('listMessages', daemon.session(id));
      return JSON.stringify(items).includes('it sings') || undefined;
    });
    // the variables are kept in memory only
    await daemon.restart();
    const db = new Database(join(daemon.home, 'agent.db'), { readonly: true });
    const stored = db.prepare(`SELECT count(*) FROM events WHERE payload LIKE '%CANARY":%'`).pluck().get();
    db.close();
    expect(stored).toBe(0);
  });
});

describe('profile', () => {
  test('one event reports title and metadata; keys that stay the same are not in it', async () => {
    const { id, updated_at } = await daemon.createSession({ metadata: { cwd: daemon.cwd, a: 1, b: [2], c: 'x' } });
    const socket = await daemon.socket();
    await socket.send('client_hello', { client_id: 'test', subscriptions: [] });
    const update = (body: Record<string, unknown>) =>
      daemon.ok('updateSessionProfile', { ...daemon.session(id), body });
    await update({ title: 'New', metadata: { a: 1, b: [3], c: null, d: null, e: {} } });
    await socket.until('the event', ({ type }) => type === 'session.meta.updated');
    expect((await update({ metadata: { a: 1, b: [3] } })).metadata).toEqual({ cwd: daemon.cwd, a: 1, b: [3], e: {} });
    const before = await daemon.ok('getSession', daemon.session(id));
    expect(before.updated_at > updated_at).toBe(true);
    await update({ metadata: {} });
    await update({});
    expect(await daemon.ok('getSession', daemon.session(id))).toEqual(before);
    await update({ metadata: { e: null } });
    await socket.until('the other', ({ type, payload }) => {
      return type === 'session.meta.updated' && Object.keys(payload['patch'] as object).join() === 'e';
    });
    const told = socket.frames.filter(({ type }) => type === 'session.meta.updated').map(({ payload }) => payload);
    expect(told.map(({ title, patch }) => ({ title, patch }))).toEqual([
      {
        title: 'New',
        patch: { title: 'New', isCustomTitle: true, titleKind: 'custom', b: [3], c: null, e: {} },
      },
      { patch: { e: null } },
    ]);
  });
});
