/** A client that sends back the configuration it got changes nothing but what it edited. */
import { describe, expect, test } from '@jest/globals';
import type { Config } from '../../schemas/generated/types.js';
import type { Changeable } from './harness.js';
import { FULL, start } from './patch.fixture.js';

describe('a client that sends back what it got', () => {
  const env = {
    AGENT_MODEL_NAME: 'g',
    AGENT_MODEL_API_KEY: 'k',
    AGENT_MODEL_PROVIDER_TYPE: 'openai',
    AGENT_LOOP_MAX_STEPS_PER_TURN: '4',
    AGENT_MODEL_THINKING_EFFORT: 'high',
    AGENT_WEB_FETCH_BASE_URL: 'https://env.example',
  };
  const got = (on: Changeable): Config => {
    // without `raw`, which no patch may contain
    const { raw: _raw, ...rest } = structuredClone(on.config.publicConfig());
    return rest;
  };

  test.each([{}, env])('changes nothing', async (variables) => {
    const on = start(FULL, variables);
    await on.changes.update({ ...got(on) });
    expect(on.text()).toBe(FULL);
    expect(on.published).toEqual([]);
  });

  test('and the secrets of `raw`, masked as they are, change nothing', async () => {
    const on = start(FULL, env);
    const { providers, services } = on.config.publicConfig().raw as Record<string, unknown>;
    await on.changes.update({ services: structuredClone(services) });
    const { p } = structuredClone(providers) as Record<string, unknown>;
    await on.changes.update({ providers: { p } });
    expect(on.text()).toBe(FULL);
  });

  type Edit = (config: Config) => void;
  const edits: Array<[string, Edit, string, string, string]> = [
    [
      'a provider',
      (c) => void Object.assign(c.providers['p'] ?? {}, { default_model: 'q' }),
      'custom_headers = { "X-Team" = "core" }\n',
      'custom_headers = { "X-Team" = "core" }\ndefault_model = "q"\n',
      'providers',
    ],
    [
      'a model',
      (c) => void Object.assign(c.models?.['p/m'] ?? {}, { maxContextSize: 2000 }),
      'max_context_size = 1_000',
      'max_context_size = 2000',
      'models',
    ],
    [
      'an override',
      (c) => void Object.assign(c.models?.['p/m']?.overrides ?? {}, { displayName: 'Z' }),
      "display_name = 'X'",
      'display_name = "Z"',
      'models',
    ],
    [
      'a list',
      (c) => void c.models?.['p/m']?.capabilities?.push('tool_use'),
      '"thinking", # yes\n',
      '"thinking", # yes\n  "tool_use",\n',
      'models',
    ],
    [
      'a hook',
      (c) => void Object.assign(c.hooks?.[0] ?? {}, { command: 'uno' }),
      'command = "one" # first',
      'command = "uno" # first',
      'hooks',
    ],
    [
      'the time of a hook',
      (c) => void Object.assign(c.hooks?.[0] ?? {}, { timeout: 8 }),
      'command = "one" # first\n',
      'command = "one" # first\ntimeout = 8\n',
      'hooks',
    ],
    [
      'the order of hooks',
      (c) => void c.hooks?.shift(),
      '[[hooks]]\nevent = "Stop"\ncommand = "one" # first\n\n',
      '',
      'hooks',
    ],
    [
      'a hook more',
      (c) => void c.hooks?.push({ event: 'Stop', command: 'three' }),
      'timeout = 7\n',
      'timeout = 7\n\n[[hooks]]\nevent = "Stop"\ncommand = "three"\n',
      'hooks',
    ],
    [
      'a rule',
      (c) => void Object.assign(c.permission?.rules[1] ?? {}, { decision: 'deny' }),
      'decision = "ask"',
      'decision = "deny"',
      'permission',
    ],
    [
      'the mode',
      (c) => void Object.assign(c, { default_permission_mode: 'auto' }),
      '"yolo"',
      '"auto"',
      'default_permission_mode',
    ],
    [
      'the plan mode',
      (c) => void Object.assign(c, { plan_mode: true }),
      '"yolo"\n',
      '"yolo"\ndefault_plan_mode = true\n',
      'plan_mode',
    ],
    [
      'a service',
      (c) => void Object.assign(c.services?.search ?? {}, { baseUrl: 'https://t.example' }),
      '"https://s.example/?api_key=sk-4"',
      '"https://t.example"',
      'services',
    ],
    [
      'a value of the environment',
      (c) => void Object.assign(c.thinking ?? {}, { effort: 'low' }),
      'keep = "off"\n',
      'keep = "off"\neffort = "low"\n',
      'thinking',
    ],
    [
      'the other spelling',
      (c) => void Object.assign(c.thinking ?? {}, { enabled: false }),
      'enabled = true',
      'enabled = false',
      'thinking',
    ],
  ];
  test.each(edits)('with %s edited changes that alone', async (_name, edit, before, after, field) => {
    for (const variables of [{}, env]) {
      const on = start(FULL, variables);
      const config = got(on);
      edit(config);
      await on.changes.update({ ...config });
      expect(on.text()).toBe(FULL.replace(before, after));
      expect(on.published.map(({ fields }) => fields)).toEqual([[field]]);
      on.remove();
    }
  });

  test('what the environment gives is shown and never written, what the file says is written and waits', async () => {
    const on = start('', env);
    expect(on.config.publicConfig()).toMatchObject({ default_model: 'env/g', loop_control: { maxStepsPerTurn: 4 } });
    await on.changes.update({ loop_control: { maxStepsPerTurn: 4, maxAttemptsPerStep: 3 } });
    expect(on.text()).toBe('[loop_control]\nmax_attempts_per_step = 3\n');
    const now = await on.changes.update({ loop_control: { maxStepsPerTurn: 9 } });
    expect(on.text()).toBe('[loop_control]\nmax_attempts_per_step = 3\nmax_steps_per_turn = 9\n');
    expect(now.loop_control?.maxStepsPerTurn).toBe(4);
  });
});
