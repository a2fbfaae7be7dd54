/** Commands get the whole environment except credentials (engine.md 4.9). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTrial, type Trial } from '../helpers/turns.js';
import { results } from './tasks.fixture.js';

jest.setTimeout(60_000);
let trial: Trial;
afterEach(() => trial.close());

const secrets = [
  'AGENT_CODE_PASSWORD',
  'AGENT_REGISTRY_API_KEY',
  'AGENT_WEB_SEARCH_API_KEY',
  'AGENT_WEB_FETCH_API_KEY',
  'AGENT_CODE_CUSTOM_HEADERS',
  'AGENT_MODEL_API_KEY',
  'PROVIDER_VARIABLE',
  'SEARCH_VARIABLE',
  'USER_BEARER',
  'PROJECT_BEARER',
  'DIRECTORY_BEARER',
];
const config =
  'default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key_env = "PROVIDER_VARIABLE"\n' +
  '[services.search]\nbase_url = "http://127.0.0.1:9"\napi_key_env = "SEARCH_VARIABLE"\n';
const server = (name: string) => JSON.stringify({ mcpServers: { s: { url: 'http://x', bearerTokenEnvVar: name } } });

test.each<[string, (line: string) => string]>([
  ['in the foreground', (line) => `run ${line}`],
  ['in the background', (line) => `run in background sleep 0.5; ${line}\nwait 20`],
  ['typed by a person', (line) => line],
])('%s', async (where, text) => {
  const env = Object.fromEntries(secrets.map((name) => [name, 'is: secret']));
  trial = await startTrial({ config, env: { ...env, PATH: process.env['PATH'], PLAIN: 'plain', TERM: 'xterm' } });
  mkdirSync(join(trial.cwd, '.git'));
  mkdirSync(join(trial.cwd, '.agent-code'));
  writeFileSync(join(trial.home, 'mcp.json'), server('USER_BEARER'));
  writeFileSync(join(trial.cwd, '.mcp.json'), server('PROJECT_BEARER'));
  // a file of a repository cannot remove variables that commands need
  writeFileSync(
    join(trial.cwd, '.agent-code', 'mcp.json'),
    JSON.stringify({ mcpServers: { a: { bearerTokenEnvVar: 'DIRECTORY_BEARER' }, b: { bearerTokenEnvVar: 'PATH' } } }),
  );
  const session = await trial.talk({
    agent_config: { permission_mode: 'yolo' },
    launch: { env: { VIRTUAL_ENV: '/venv', PROVIDER_VARIABLE: 'is: secret' } },
  });
  const line = 'env | grep -v "^PWD\\|^SHLVL\\|^_=\\|^OLDPWD" | sort';
  let output: string;
  if (where === 'typed by a person') {
    await session.call('POST', '/shell', { command: text(line) });
    await session.until((frame) => frame.type === 'shell.completed');
    output = JSON.stringify((await session.messages()).at(-1)).replaceAll('\\n', '\n');
  } else {
    await session.run(text(line));
    output = results(session, where === 'in the background' ? 'WaitFor' : 'Bash').at(-1) ?? '';
  }
  expect(output).not.toContain('secret');
  for (const name of secrets) expect(output).not.toMatch(new RegExp(`^${name}=`, 'm'));
  const wanted = {
    PLAIN: 'plain',
    VIRTUAL_ENV: '/venv',
    PATH: process.env['PATH'],
    NO_COLOR: '1',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    PAGER: 'cat',
    SHELL: expect.stringMatching(/sh$/) as unknown,
    AGENT_SESSION_ID: session.id,
  };
  const given = Object.fromEntries([...output.matchAll(/(?:^|[^A-Z_])([A-Z_]+)=([^\n<]*)/g)].map((m) => [m[1], m[2]]));
  expect(given).toMatchObject(wanted);
});
