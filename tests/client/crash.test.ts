/** An unexpected failure of a command is reported on stderr and in the log, without secrets of the machine. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DirectCommands } from '../../client/direct.js';
import { run } from '../../client/cli/run.js';
import { testIo } from './harness.js';

const canaries = {
  key: 'canary.key.1',
  named: 'canary.named.2',
  header: 'canary header 3',
  token: 'canary-token-4',
  login: 'canary-login-5',
  toolServer: 'canary-tool-server-1234',
  password: 'canary password 6',
  proxy: 'canary-proxy-7',
  extra: 'canary.extra.8',
};
const env = {
  TEAM_KEY: canaries.named,
  AGENT_CODE_PASSWORD: canaries.password,
  ALL_PROXY: `socks5://u:${canaries.proxy}@h:1`,
  AGENT_CODE_CUSTOM_HEADERS: `X-Extra: ${canaries.extra}`,
};
const whole = `[providers.a]\ntype = "openai"\napi_key = "${canaries.key}"\ncustom_headers = { X-A = "${canaries.header}" }\n[models.m]\napi_key_env = "TEAM_KEY"\n`;
const torn = `[providers.a\napi_key = "${canaries.key}"\ncustom_headers = { X-A = "${canaries.header}\napi_key_env = "TEAM_KEY"\n`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agent-crash-'));
  for (const name of ['logs', 'server', 'credentials', 'credentials/mcp']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'server.token'), `${canaries.token}\n`);
  writeFileSync(join(home, 'credentials/managed_agent-code.json'), JSON.stringify({ access_token: canaries.login }));
  const client = { client_id: 'c1', client_secret: canaries.toolServer };
  writeFileSync(join(home, 'credentials/mcp/0a.json'), JSON.stringify({ url: 'https://a.example/', client }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function fails(direct: Partial<DirectCommands>): Promise<{ err: string; line: Record<string, string> }> {
  const io = testIo({ home, cwd: home, env, direct });
  expect(await run(['doctor'], io)).toBe(1);
  const log = join(home, 'logs/agent-code.log');
  expect(statSync(log).mode & 0o777).toBe(0o600);
  return { err: io.err(), line: JSON.parse(readFileSync(log, 'utf8')) as Record<string, string> };
}

const doctor = () => Promise.reject(new TypeError(`not ${Object.values(canaries).join(' or ')}, it said\nmore`));

test.each(Object.entries({ whole, torn }))('with a %s configuration', async (_how, text) => {
  writeFileSync(join(home, 'config.toml'), text);
  const { err, line } = await fails({ doctor });
  expect(err).toMatch(/^error: not .*\*\*\*, it said \(a defect of this program; see .*agent-code\.log\)\n$/);
  expect(line).toMatchObject({ level: 'error', module: 'client', msg: expect.stringMatching(/it said$/) });
  expect(line['stack']).toMatch(/crash\.test\.ts/);
  const told = err + JSON.stringify(line);
  for (const canary of Object.values(canaries)) expect(told).not.toContain(canary);
});

test('that cannot be read at all: only where it happened is reported', async () => {
  const { err, line } = await fails({ doctor, hideSecrets: () => Promise.reject(new Error('gone')) });
  expect(err).toMatch(/^error: TypeError \(a defect/);
  expect(line['stack']).toMatch(/^ +at .*crash\.test\.ts/);
  for (const canary of Object.values(canaries)) expect(err + JSON.stringify(line)).not.toContain(canary);
});

test.each<[string, (logs: string) => void]>([
  ['of links in a circle', (logs) => symlinkSync('logs', logs)],
  ['without a directory of logs', () => undefined],
  ['whose log is a pipe', (logs) => (mkdirSync(logs), void execFileSync('mkfifo', [join(logs, 'agent-code.log')]))],
])('a log that cannot be written is not named: a home %s', async (_what, make) => {
  rmSync(join(home, 'logs'), { recursive: true });
  make(join(home, 'logs'));
  const io = testIo({ home, cwd: home, env, direct: { doctor: () => Promise.reject(new TypeError('not this')) } });
  expect(await run(['doctor'], io)).toBe(1);
  expect(io.err()).toBe('error: not this (a defect of this program)\n');
});
