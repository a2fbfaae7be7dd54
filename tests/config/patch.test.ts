/** How a patch of the configuration is merged into the file, and that no patch causes a defect. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseToml } from '../../schemas/toml/document.js';
import { ApiError } from '../../daemon/errors.js';
import { rounds, seedOf } from '../helpers/rounds.js';
import { startChangeable, type Changeable } from './harness.js';
import { FULL, MODEL, PROVIDER, start } from './patch.fixture.js';

describe('merge', () => {
  test('deep in a domain, absent fields stay, lists are replaced, null deletes, unknown keys of the file stay', async () => {
    const on = start(
      `# mine\n${PROVIDER}api_key = "sk" # secret\nmood = "calm"\n\n[thinking]\nenabled = false\neffort = "low"\nfuture = 1\n\n[tools]\ndisabled = ["A", "B"]\n`,
    );
    await on.changes.update({
      providers: { p: { baseUrl: 'https://x.example' } },
      thinking: { effort: null },
      tools: { disabled: ['C'] },
      nothing: 5,
      loop_control: { unknownField: 1 },
    });
    expect(on.text()).toBe(
      `# mine\n${PROVIDER}api_key = "sk" # secret\nmood = "calm"\nbase_url = "https://x.example"\n\n[thinking]\nenabled = false\nfuture = 1\n\n[tools]\ndisabled = ["C"]\n`,
    );
    expect(on.published[0]?.fields).toEqual(['providers', 'thinking', 'tools']);
  });

  test('names that users chose are never converted', async () => {
    const on = start('');
    await on.changes.update({
      providers: { myProvider: { type: 'openai', custom_headers: { xHeaderName: 'v' }, env: { OPENAI_API_KEY: 'k' } } },
      models: { 'some_Alias.x': { provider: 'myProvider', model: 'x', max_context_size: 5 } },
      experimental: { some_Flag: true, otherFlag: false },
    });
    expect(on.config.document()).toMatchObject({
      providers: { myProvider: { custom_headers: { xHeaderName: 'v' } } },
      models: { 'some_Alias.x': {} },
      experimental: { some_Flag: true, otherFlag: false },
    });
  });

  test.each([
    [{ yolo: false }, 'default_permission_mode = "yolo"\n'],
    [{ yolo: null }, 'default_permission_mode = "yolo"\n'],
    [{ telemetry: true, secondary_model: 'x' }, ''],
    [{ telemetry: { a: 1 } }, ''],
    [{}, 'default_plan_mode = true\n'],
    [{ unknown: { a: 1 } }, ''],
    [{ thinking: {} }, ''],
    [{ loop_control: { maxStepsPerTurn: 0 } }, ''],
    [{ default_permission_mode: 'manual', plan_mode: false }, ''],
    [{ services: { search: null } }, ''],
    [{ providers: { none: null } }, PROVIDER],
  ])('%j changes nothing and notifies no client', async (patch, text) => {
    const on = start(text);
    await on.changes.update(patch);
    expect(on.text()).toBe(text);
    expect(on.published).toEqual([]);
  });

  test('a deleted provider leaves its models, which cannot be used until there is one of its name', async () => {
    const on = start(PROVIDER + MODEL);
    const now = await on.changes.update({ providers: { p: null } });
    expect(now.providers).toEqual({});
    expect(Object.keys(now.models ?? {})).toEqual(['m']);
    expect(on.config.resolveModel('m')).toEqual({ failure: 'provider_missing', providerId: 'p' });
    expect(on.text()).toBe(MODEL);
  });

  test('names that mean something to the language are only names', async () => {
    const on = start('');
    const patch = JSON.parse(
      '{"experimental": {"__proto__": true, "constructor": false, "toString": true}, "__proto__": {"yolo": true}, "constructor": 1}',
    ) as Record<string, unknown>;
    await on.changes.update(patch);
    expect(on.text()).toBe('[experimental]\n__proto__ = true\nconstructor = false\ntoString = true\n');
  });
});

test('whatever is patched: taken as a whole, or refused with nothing changed, and never a defect', async () => {
  const names = fc.constantFrom('p', 'm', 'p/m', 'x.y', 'managed:x', 'env', 'offline', '__proto__', 'a b', 'ü', '');
  const words = fc.constantFrom(
    '',
    'p',
    'm',
    'openai',
    'yolo',
    '***',
    'https://x.example',
    'Read',
    'Bash(',
    'Stop',
    '(',
    'all',
    'a\nb',
    '\ud800',
  );
  const leaf = fc.oneof(words, fc.integer({ min: -2, max: 2000 }), fc.double(), fc.boolean(), fc.constant(null));
  const fields = fc.constantFrom(
    ...[
      'type',
      'api_key',
      'apiKey',
      'baseUrl',
      'base_url',
      'env',
      'custom_headers',
      'customHeaders',
      'default_model',
      'source',
    ],
    ...['provider', 'model', 'maxContextSize', 'max_context_size', 'capabilities', 'overrides', 'protocol', 'oauth'],
    ...[
      'enabled',
      'keep',
      'effort',
      'maxStepsPerTurn',
      'timeoutMs',
      'name',
      'rules',
      'allow',
      'deny',
      'search',
      'fetch',
    ],
    ...['decision', 'pattern', 'scope', 'event', 'command', 'matcher', 'timeout', 'disabled'],
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('table'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    table: fc.dictionary(fields, tie('value'), { maxKeys: 4 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  }));
  const keys = Object.keys(startOnce().config.publicConfig()).filter((key) => key !== 'raw');
  const patches = fc.dictionary(fc.constantFrom(...keys, 'unknown'), value, { minKeys: 1, maxKeys: 3 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(patches, fc.constantFrom('', FULL), async (patch, text) => {
      const on = startChangeable(text);
      try {
        // as JSON, the form in which a client sends it
        const now = await on.changes.update(JSON.parse(JSON.stringify(patch)) as Record<string, unknown>);
        expect(parseToml(on.text())).toEqual(on.config.document());
        expect(on.config.publicConfig()).toEqual(now);
        expect(on.config.fileWarnings().length).toBeLessThanOrEqual(text === FULL ? 1 : 0);
        taken += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        expect([error.errorName, on.text(), on.published]).toEqual(['VALIDATION_FAILED', text, []]);
        expect((error.details as unknown[]).length).toBeGreaterThan(0);
      } finally {
        on.remove();
      }
    }),
    { seed: seedOf(1), numRuns: rounds(200, 5_000) },
  );
  expect(taken).toBeGreaterThan(10);
}, 300_000);

function startOnce(): Changeable {
  return start(`default_model = "m"\ndefault_provider = "p"\n${PROVIDER}${MODEL}`);
}

test('a value that is shown only because of another one stays when that one changes, if it was asked for', async () => {
  const on = start('');
  await on.changes.update({ background: { printBackgroundMode: 'steer', bash_task_timeout_s: 600 } });
  expect(on.text()).toBe('[background]\nprint_background_mode = "steer"\nbash_task_timeout_s = 600\n');
  const { background } = await on.changes.update({ background: { keepAliveOnExit: true } });
  expect(background).toMatchObject({ keepAliveOnExit: true, printBackgroundMode: 'steer' });
});

test('the limit of subagents is written when it is asked for, as its default is another one for a single prompt', async () => {
  const on = start('');
  const shown = await on.changes.update({ subagent: { timeoutMs: 7_200_000 } });
  expect(on.text()).toBe('[subagent]\ntimeout_ms = 7200000\n');
  expect(on.published.map(({ fields }) => fields)).toEqual([['subagent']]);
  await on.changes.update({ subagent: { timeout_ms: 7_200_000 } });
  expect(on.published).toHaveLength(1);
  const { raw: _, ...all } = await on.changes.update({ subagent: null });
  expect(on.text()).toBe('');
  await on.changes.update({ ...all });
  expect(on.text()).toBe('');
  expect(shown.subagent).toEqual(all.subagent);
});
