/** Golden files of the configuration: templates, answers, messages about variables, reports of `agent doctor`. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePaths, prepareHome } from '../../daemon/home/paths.js';
import { command, remove, temporary } from '../client/harness.js';
import { expectGolden, writesGoldens } from '../helpers/goldens.js';
import { createHarness, startChangeable } from './harness.js';

const golden = (name: string): string => join('tests', 'config', 'goldens', name);
const named = (what: string): string => golden(`${what.replaceAll(' ', '-')}.txt`);
const input = (name: string): string => readFileSync(golden(name), 'utf8');

test('the golden files are compared, not written', () => expect(writesGoldens).toBe(false));

let folder: string;
beforeEach(async () => void (folder = await temporary()));
afterEach(() => remove(folder));

test('the files that the first start writes', async () => {
  const paths = homePaths(join(folder, 'home'));
  await prepareHome(paths);
  expectGolden(golden('config.toml'), readFileSync(paths.configFile, 'utf8'));
  expectGolden(golden('tui.toml'), readFileSync(paths.tuiFile, 'utf8'));
});

/** Each variable that has priority over a field of the file. */
const variables: Record<string, string> = {
  AGENT_MODEL_THINKING_EFFORT: 'low',
  AGENT_MODEL_THINKING_KEEP: 'No',
  AGENT_LOOP_MAX_STEPS_PER_TURN: '7',
  AGENT_LOOP_MAX_ATTEMPTS_PER_STEP: '3',
  AGENT_TOKEN_COUNTING_STRATEGY: 'Estimated',
  AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS: '2',
  AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT: 'yes',
  AGENT_SUBAGENT_TIMEOUT_MS: '0',
  AGENT_MCP_STARTUP_TIMEOUT_MS: '11',
  AGENT_MCP_TOOL_TIMEOUT_MS: '12',
  AGENT_IMAGE_MAX_EDGE_PX: '13',
  AGENT_IMAGE_READ_BYTE_BUDGET: '14',
  AGENT_CODE_IDENTITY_NAME: 'Hel Per',
  AGENT_CODE_BUILTIN_PRODUCT_SKILLS: 'off',
  AGENT_CODE_OFFLINE: '0',
  AGENT_WEB_SEARCH_BASE_URL: 'https://user:pw@find.example?token=x',
  AGENT_WEB_SEARCH_API_KEY: 'k',
  AGENT_WEB_FETCH_API_KEY: 'k2',
};

describe('the answer of GET /api/v1/config', () => {
  test.each([
    ['of no file', '', {}],
    ['of the template', 'config.toml', {}],
    ['of a file with every field', 'whole.in.toml', { TEAM_KEY: 'x' }],
    ['of the environment alone', '', variables],
    ['of the environment beside a file', 'whole.in.toml', variables],
    ['of another slug', '', { AGENT_CODE_IDENTITY_NAME: '***', AGENT_CODE_IDENTITY_SLUG: 'own' }],
    ['of a model of the environment', 'whole.in.toml', { AGENT_MODEL_NAME: 'big', AGENT_MODEL_API_KEY: 'k' }],
    ['of bad tables', 'mistakes.in.toml', {}],
  ])('%s', (name, file, env) => {
    const harness = createHarness();
    try {
      harness.write(file === '' ? '' : input(file));
      const config = harness.start(env);
      const { raw: _raw, ...shown } = config.publicConfig();
      expectGolden(named(`shown ${name}`), `${sorted({ shown, warnings: config.warnings().sort() })}\n`);
    } finally {
      harness.remove();
    }
  });
});

/** Sorts the fields, whose order means nothing to clients. */
function sorted(value: unknown): string {
  const order = (_key: string, item: unknown): unknown =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item;
  return JSON.stringify(value, order, 2);
}

test('messages about variables', () => {
  const harness = createHarness();
  try {
    const names = [...Object.keys(variables), 'AGENT_MODEL_TEMPERATURE', 'AGENT_MODEL_TOP_P', 'AGENT_DISABLE_CRON'];
    const bad = Object.fromEntries(names.map((name) => [name, 'bad value']));
    const least = Object.fromEntries(names.map((name) => [name, '-1']));
    const found = [bad, least, { AGENT_CODE_CUSTOM_HEADERS: 'x\nAuthorization: y' }].map((env) =>
      harness.start(env).warnings().sort().join('\n'),
    );
    expectGolden(named('variables'), `${found.join('\n\n')}\n`);
    expectGolden(named('secret variables'), `${harness.start(variables).secretVariables().join('\n')}\n`);
  } finally {
    harness.remove();
  }
});

test.each([
  ['every field', 'whole.in.toml'],
  ['mistakes', 'mistakes.in.toml'],
  ['other names', 'names.in.toml'],
])('the report of agent doctor on %s', async (name, file) => {
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'config.toml'), input(file), { mode: 0o644 });
  writeFileSync(join(home, 'tui.toml'), input('tui.in.toml'));
  const { code, out, err } = await command(['doctor'], { home, cwd: folder });
  expectGolden(named(`doctor ${name}`), `${code}\n${out}${err}`.replaceAll(home, '<home>'));
});

test('a patch of every field, in the spelling of answers', async () => {
  const on = startChangeable('');
  try {
    await on.changes.update(JSON.parse(input('patch.in.json')) as Record<string, unknown>);
    expectGolden(golden('patched.toml'), on.text());
    const before = on.text();
    // values equal to the answer are not written
    const { raw: _raw, ...shown } = on.config.publicConfig();
    await on.changes.update(shown);
    expect(on.text()).toBe(before);
    // a patch with few fields writes them, even if they equal the answer
    await on.changes.update({ background: null, subagent: null });
    await on.changes.update({ background: { printBackgroundMode: 'steer', killGracePeriodMs: 5000 } });
    await on.changes.update({ background: { bash_task_timeout_s: 600 }, subagent: { timeoutMs: 7_200_000 } });
    expectGolden(golden('patched-alone.toml'), on.text());
  } finally {
    on.remove();
  }
});
