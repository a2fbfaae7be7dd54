/** Which model a prompt gets, row by row of the readiness table (rest.md 5), and turns with a scripted model. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorName } from '../../schemas/generated/errors.js';
import { modelEnv, startTestDaemon, until, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';

let daemon: TestDaemon | undefined;
let model: ScriptedModel | undefined;
afterEach(async () => {
  await daemon?.close();
  await model?.close();
  daemon = model = undefined;
});
const start = async (options: TestDaemonOptions): Promise<TestDaemon> => (daemon = await startTestDaemon(options));

/** For models that are never called: nothing answers at port 9. */
const provider = '[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "k"\n';
const keyless = '[providers.p]\ntype = "openai"\nbase_url = "http://10.255.255.1"\n';
const alias = '[models.a]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n';
const off = '[offline]\nenabled = false\n';

const refused = (error: ErrorName) => ({ error });
const uses = (alias: string) => ({ alias });

interface Row {
  name: string;
  config: string;
  ready: boolean;
  expected: { error: ErrorName } | { alias: string };
  /** the model that a new session shows */
  session?: string;
}

const rows: Row[] = [
  { name: 'nothing, no default', config: '', ready: false, expected: uses('offline/echo') },
  {
    name: 'nothing, dangling default',
    config: 'default_model = "gone"\n',
    ready: false,
    expected: uses('offline/echo'),
  },
  {
    name: 'nothing, default offline/echo',
    config: 'default_model = "offline/echo"\n',
    ready: false,
    expected: uses('offline/echo'),
  },
  {
    name: 'nothing, switched off',
    config: off,
    ready: false,
    expected: refused('AUTH_PROVISIONING_REQUIRED'),
    session: '',
  },
  {
    name: 'nothing, default offline/echo, switched off',
    config: `default_model = "offline/echo"\n${off}`,
    ready: false,
    expected: refused('AUTH_PROVISIONING_REQUIRED'),
    session: '',
  },
  {
    name: 'a provider, default resolves',
    config: `default_model = "a"\n${provider}${alias}`,
    ready: true,
    expected: uses('a'),
  },
  {
    name: 'a provider without key, default resolves',
    config: `default_model = "a"\n${keyless}${alias}`,
    ready: true,
    expected: refused('AUTH_TOKEN_MISSING'),
    session: 'a',
  },
  {
    name: 'a flat model as default',
    config:
      'default_model = "flat"\n[models.flat]\nprotocol = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "k"\nmodel = "x"\nmax_context_size = 1000\n',
    ready: true,
    expected: uses('flat'),
  },
  {
    name: 'a provider, default offline/echo',
    config: `default_model = "offline/echo"\n${provider}${alias}`,
    ready: false,
    expected: uses('offline/echo'),
  },
  {
    name: 'a provider, default offline/echo, switched off',
    config: `default_model = "offline/echo"\n${provider}${alias}${off}`,
    ready: false,
    expected: refused('AUTH_MODEL_NOT_RESOLVED'),
    session: '',
  },
  {
    name: 'a provider, dangling default',
    config: `default_model = "gone"\n${provider.replace('api_key', 'default_model = "a"\napi_key')}${alias}`,
    ready: false,
    expected: refused('AUTH_MODEL_NOT_RESOLVED'),
    session: '',
  },
  {
    name: 'a provider, default of a missing provider',
    config: `default_model = "a"\n${provider.replace('providers.p', 'providers.q')}${alias}`,
    ready: false,
    expected: refused('AUTH_MODEL_NOT_RESOLVED'),
    session: '',
  },
  {
    name: 'the only provider, its own default',
    config: `${provider.replace('api_key', 'default_model = "a"\napi_key')}${alias}`,
    ready: false,
    expected: uses('a'),
  },
  {
    name: 'two providers, default_provider',
    config: `default_provider = "p"\n${provider.replace('api_key', 'default_model = "a"\napi_key')}[providers.q]\ntype = "openai"\napi_key = "k"\n${alias}`,
    ready: false,
    expected: uses('a'),
  },
  {
    name: 'two providers, no default',
    config: `${provider.replace('api_key', 'default_model = "a"\napi_key')}[providers.q]\ntype = "openai"\napi_key = "k"\n${alias}`,
    ready: false,
    expected: refused('AUTH_MODEL_NOT_RESOLVED'),
    session: '',
  },
  {
    name: 'a provider, no default at all',
    config: `${provider}${alias}`,
    ready: false,
    expected: refused('AUTH_MODEL_NOT_RESOLVED'),
    session: '',
  },
];

describe('readiness', () => {
  test.each(rows)('$name', async ({ config, ready, expected, session: shown }) => {
    const { ok, fails, ask, createSession, session } = await start({ config });
    expect((await ok('getAuth', {})).models_ready).toBe(ready);
    const made = await createSession();
    expect(made.agent_config.model).toBe(shown ?? ('alias' in expected ? expected.alias : ''));
    const body = { content: [{ type: 'text', text: 'say hi' }], permission_mode: 'auto' };
    if ('error' in expected) {
      const answer = await fails('submitPrompt', expected.error, { ...session(made.id), body });
      if (expected.error === 'AUTH_TOKEN_MISSING') expect(answer.details).toEqual({ provider_id: 'p' });
      expect(await ok('getSession', session(made.id))).toEqual(made);
    } else {
      expect((await ask('submitPrompt', { ...session(made.id), body })).code).toBe(0);
      expect((await ok('getSessionStatus', session(made.id))).model).toBe(expected.alias);
      await ok('abortSession', session(made.id));
    }
  });

  test.each([
    ['offline/echo beside a provider', `default_model = "a"\n${provider}${alias}`, 'offline/echo', undefined],
    ['offline/echo switched off', off, 'offline/echo', 'MODEL_NOT_FOUND'],
    ['an unknown alias', '', 'gone', 'MODEL_NOT_FOUND'],
    ['an alias without key', `${keyless}${alias}`, 'a', 'AUTH_TOKEN_MISSING'],
  ] as const)('named by the prompt: %s', async (_name, config, name, error) => {
    const { fails, run, createSession, session } = await start({ config });
    const { id } = await createSession();
    if (error)
      await fails('submitPrompt', error, {
        ...session(id),
        body: { content: [{ type: 'text', text: 'say x' }], model: name },
      });
    else
      expect(await run(id, 'say x', { model: name })).toMatchObject({
        last_turn_reason: 'completed',
        agent_config: { model: name },
      });
  });

  test('a session that took the offline provider for want of others takes the default when there is one; one that named it stays', async () => {
    model = await startModel();
    model.reply({ text: 'from the model' });
    const { home, run, createSession, ok } = await start({ config: '' });
    const taken = await createSession({ title: 'Trial' });
    const named = await createSession({ agent_config: { model: 'offline/echo' } });
    writeFileSync(
      join(home, 'config.toml'),
      `default_model = "a"\n${provider.replace('http://127.0.0.1:9', model.baseUrl)}${alias}`,
    );
    await until('the new configuration', async () => ((await ok('getAuth', {})).models_ready ? true : undefined));
    expect((await run(taken.id, 'say hi')).agent_config.model).toBe('a');
    expect((await run(named.id, 'say hi')).agent_config.model).toBe('offline/echo');
    expect(model.requests).toHaveLength(1);
  });

  test('retry needs a ready model too', async () => {
    const { home, run, createSession, ok, fails, session } = await start({ config: '' });
    const { id } = await createSession();
    await run(id, 'say hi');
    const cases = [
      [off, 'AUTH_PROVISIONING_REQUIRED'],
      [`${provider}${alias}${off}`, 'AUTH_MODEL_NOT_RESOLVED'],
      [`default_model = "a"\n${keyless}${alias}${off}`, 'AUTH_TOKEN_MISSING'],
    ] as const;
    for (const [config, error] of cases) {
      writeFileSync(join(home, 'config.toml'), config);
      const count = config.includes('[providers') ? 1 : 0;
      await until('the new configuration', async () => {
        const { items } = await ok('listModels', {});
        const { providers_count, models_ready } = await ok('getAuth', {});
        return providers_count === count &&
          models_ready === config.includes('default_model') &&
          !items.some((item) => item.model === 'offline/echo')
          ? true
          : undefined;
      });
      await fails('retrySession', error, session(id));
    }
  });
});

describe('a scripted model', () => {
  test('usage by model and agent, status and snapshot', async () => {
    model = await startModel();
    model.reply(
      { text: 'one', usage: { input: 100, output: 7 } },
      { calls: [{ name: 'Glob', input: { pattern: '*' } }], usage: { input: 120, output: 5 } },
      { text: 'two', usage: { input: 140, output: 3 } },
    );
    const { createSession, run, ok, session } = await start({ env: modelEnv(model.baseUrl) });
    const { id, agent_config } = await createSession({ title: 'Trial' });
    expect(agent_config.model).toBe('env/scripted');
    await run(id, 'hello');
    const after = await run(id, 'look');
    expect(after.usage).toMatchObject({
      input_tokens: 360,
      output_tokens: 15,
      cache_read_tokens: 0,
      turn_count: 2,
      context_limit: 262_144,
    });
    const usage = await ok('getSessionUsage', session(id));
    const counts = { input_tokens: 360, output_tokens: 15, cache_read_tokens: 0, cache_creation_tokens: 0 };
    expect(usage).toEqual({
      total: { ...counts, turn_count: 2 },
      by_model: { 'env/scripted': expect.objectContaining(counts) },
      by_agent: { main: { ...counts, turn_count: 2 } },
    });
    const status = await ok('getSessionStatus', session(id));
    expect(status).toMatchObject({
      busy: false,
      model: 'env/scripted',
      permission: 'manual',
      plan_mode: false,
      swarm_mode: false,
      max_context_tokens: 262_144,
    });
    expect(status.context_tokens).toBeGreaterThanOrEqual(143);
    expect(after.usage.context_tokens).toBe(status.context_tokens);
    const snapshot = await ok('getSessionSnapshot', session(id));
    expect(snapshot).toMatchObject({
      as_of_seq: after.last_seq,
      in_flight_turn: null,
      in_flight_agents: [],
      pending_approvals: [],
      pending_questions: [],
      todos: [],
      prompts: { active: null, queued: [], paused: false },
    });
    expect(snapshot.session).toEqual(after);
    expect(snapshot.messages.items.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(snapshot.agent_status?.['main']).toMatchObject({
      model: 'env/scripted',
      contextTokens: status.context_tokens,
      permission: 'manual',
    });
    model.checkInvariants();
  });

  test('a snapshot in the middle of a turn shows what came so far', async () => {
    model = await startModel();
    model.reply({
      thinking: 'hm',
      text: 'a fairly long answer that comes in many pieces',
      chunkSize: 4,
      chunkDelayMs: 60,
    });
    const { createSession, prompt, ok, session, waitForEnd, socket } = await start({ env: modelEnv(model.baseUrl) });
    const { id } = await createSession({ title: 'Trial' });
    const live = await socket();
    await live.send('subscribe', { session_ids: [id] });
    const { prompt_id } = await prompt(id, 'hello');
    await live.until('text', (frame) => frame.type === 'assistant.delta');
    const { in_flight_turn: turn, session: shown, prompts } = await ok('getSessionSnapshot', session(id));
    expect(turn).toMatchObject({ turn_id: 1, current_prompt_id: prompt_id, running_tools: [], step: 1 });
    expect('a fairly long answer that comes in many pieces'.startsWith(turn?.assistant_text ?? '-')).toBe(true);
    expect(turn?.assistant_text).not.toBe('');
    expect(shown).toMatchObject({ busy: true, main_turn_active: true, current_prompt_id: prompt_id });
    expect(prompts?.active?.prompt_id).toBe(prompt_id);
    await waitForEnd(id);
    await live.until('the end', (frame) => frame.type === 'turn.ended');
  });

  test('a failing provider fails the turn, retry runs again', async () => {
    model = await startModel();
    model.reply({ error: { status: 401, message: 'bad key' } }, { text: 'better' });
    const { createSession, run, ok, session, waitForTurn } = await start({ env: modelEnv(model.baseUrl) });
    const { id } = await createSession({ title: 'Trial' });
    expect(await run(id, 'hello')).toMatchObject({ last_turn_reason: 'failed', busy: false });
    await ok('retrySession', session(id));
    expect(await waitForTurn(id, 2)).toMatchObject({ last_turn_reason: 'completed' });
  });

  test('system prompt, tools and thinking reach the model', async () => {
    model = await startModel();
    model.reply({ text: 'ok' }, { text: 'ok' });
    const { createSession, run } = await start({
      env: { ...modelEnv(model.baseUrl), AGENT_MODEL_CAPABILITIES: 'thinking,tool_use' },
    });
    const { id } = await createSession({
      title: 'Trial',
      agent_config: { system_prompt: 'Talk like a pirate.', tools: ['Read', 'Glob'], thinking: 'high' },
    });
    await run(id, 'hello', { disabled_tools: ['Glob'] });
    const { id: other } = await createSession({ title: 'Trial' });
    await run(other, 'hello');
    const [first, second] = model.requests.map(
      ({ body }) =>
        JSON.parse(JSON.stringify(body)) as {
          messages: { content: unknown }[];
          tools: { function: { name: string } }[];
        },
    );
    expect(JSON.stringify(first?.messages[0])).toContain('Talk like a pirate.');
    expect(first?.tools.map((tool) => tool.function.name)).toEqual(['Read']);
    expect(JSON.stringify(second?.messages[0])).not.toContain('pirate');
    expect(second?.tools.length).toBeGreaterThanOrEqual(10);
  });
});
