/** No secret leaks into logs, events, responses, command lines, files of the home, or environments of commands. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { pathOf, until } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { startSite, type Site } from '../helpers/site.js';
import { agent, makePlace, startWeb, type Outcome, type Place, type Web } from './program.js';

jest.setTimeout(60_000);

/** None looks like a key, so the server can mask them only because it knows them. */
const canaries: Record<string, string> = {
  password: 'canary password of people',
  configKey: 'canary.config.key.4711',
  configHeader: 'canary.config.header.4712',
  bareKey: 'canary/bare+key=4713',
  namedKey: 'canary.named.key.4714',
  envKey: 'canary.env.key.4715',
  envHeader: 'canary.env.header.4716',
  brokenHeader: 'canary.broken.header.4717',
  listedKey: 'canary.listed.key.4718',
  tornKey: 'canary.torn.key.4719',
  searchKey: 'canary.search.key.4720',
  searchHeader: 'canary.search.header.4721',
  fetchKey: 'canary.fetch.key.4722',
  registryKey: 'canary.registry.key.4723',
};
const provider = (name: string, type: string, url: string, more: string): string =>
  `[providers.${name}]\ntype = "${type}"\nbase_url = "${url}"\n${more}\n[models.${name}]\nprovider = "${name}"\nmodel = "m"\nmax_context_size = 100000\n`;

let place: Place;
let web: Web;
let model: ScriptedModel;
let site: Site;
let env: Record<string, string>;
const outcomes: Outcome[] = [];
/** output of `ps` while a command ran */
let lines = '';

/** Error response of a provider that quotes secrets. */
const quoting = (status: number, ...names: string[]): { error: { status: number; message: string } } => ({
  error: {
    status,
    message: `Not accepted: ${names.map((name) => `"${canaries[name] ?? ''}"`).join(', ')}; Bearer ${canaries[names[0] ?? ''] ?? ''}`,
  },
});

/** Configuration of a hook that writes its input and its environment to a file in the workspace. */
const hook = (event: string): string =>
  `[[hooks]]\nevent = "${event}"\ncommand = "echo ${event} >> heard.txt; cat >> heard.txt; env >> heard.txt"\n`;
const heard = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'StopFailure', 'SubagentStop'];

beforeAll(async () => {
  model = await startModel();
  const { configKey, configHeader, bareKey, namedKey, listedKey, searchKey, searchHeader } = canaries;
  site = await startSite();
  site.serve('/search', (_request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' });
    response.end(`"${searchKey}" and "${searchHeader}" are not accepted; Bearer ${searchKey}`);
  });
  place = makePlace(
    [
      provider(
        'plain',
        'openai',
        model.baseUrl,
        `api_key = "${configKey}"\ncustom_headers = { X-Team = "Bearer ${configHeader}" }`,
      ),
      provider('other', 'anthropic', model.hostUrl, `api_key = "${bareKey}"`),
      provider('named', 'openai', model.baseUrl, 'api_key_env = "TEAM_KEY"'),
      provider('broken', 'openai', model.baseUrl, `api_key = ["${listedKey}"]`),
      `[services.search]\nbase_url = "http://127.0.0.1:${site.port}/search"\napi_key = "${searchKey}"\n`,
      `custom_headers = { X-Search = "${searchHeader}" }\n`,
      ...heard.map(hook),
    ].join(''),
  );
  env = {
    AGENT_CODE_PASSWORD: canaries['password'] ?? '',
    TEAM_KEY: namedKey ?? '',
    AGENT_MODEL_NAME: 'scripted',
    AGENT_MODEL_PROVIDER_TYPE: 'openai',
    AGENT_MODEL_BASE_URL: model.baseUrl,
    AGENT_MODEL_API_KEY: canaries['envKey'] ?? '',
    AGENT_CODE_CUSTOM_HEADERS: `X-Env: ${canaries['envHeader']}\n${canaries['brokenHeader']}`,
    AGENT_WEB_FETCH_API_KEY: canaries['fetchKey'] ?? '',
    AGENT_REGISTRY_API_KEY: canaries['registryKey'] ?? '',
    AGENT_LOG_LEVEL: 'debug',
    HARMLESS: 'shown',
  };
  web = await startWeb(place, ['--log-level', 'trace', '--debug-endpoints'], { env });
  canaries['token'] = web.token;
  await mixedRun();
}, 60_000);
afterAll(async () => {
  await place.leave();
  await model.close();
  await site.close();
});

async function mixedRun(): Promise<void> {
  const failing: [string, ...string[]][] = [
    ['plain', 'configKey', 'configHeader', 'envHeader'],
    ['other', 'bareKey', 'envHeader'],
    ['named', 'namedKey'],
    ['env/scripted', 'envKey', 'envHeader'],
  ];
  for (const [alias, ...quoted] of failing) {
    const id = await web.session({ agent_config: { model: alias } });
    model.reply(quoting(503, ...quoted), quoting(401, ...quoted));
    await web.prompt(id, 'hello');
    await web.event(id, 'turn.ended');
  }
  for (const more of [{}, { AGENT_CODE_NO_ATTACH: '1' }] as Record<string, string>[]) {
    model.reply(quoting(401, 'configKey', 'configHeader'));
    outcomes.push(await agent(place, ['-p', 'hello', '-m', 'plain'], { env: { ...env, ...more } }));
    outcomes.push(
      await agent(place, ['-p', 'run env\nrun cat /proc/$$/environ', '-m', 'offline/echo'], {
        env: { ...env, ...more },
      }),
    );
  }
  const id = await web.session({ agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
  await web.prompt(id, 'run sleep 0.5; env');
  lines = await until('the command', () => {
    const all = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' });
    return all.includes('sleep 0.5') ? all : undefined;
  });
  await web.event(id, 'turn.ended', 'completed');
  await work();
  await knock();
}

/** Runs subagents, background commands, shell mode, a search and a compaction. */
async function work(): Promise<void> {
  const auto = { permission_mode: 'auto' } as const;
  const id = await web.session({ title: 'work', agent_config: { ...auto, model: 'plain' } });
  const quoted = ['configKey', 'configHeader', 'envHeader'];
  const call = (name: string, input: Record<string, unknown>) => ({ calls: [{ name, input }] });
  const child = { prompt: 'help', description: 'a helping hand' };
  const steps = [
    call('Agent', child),
    call('Agent', { ...child, run_in_background: true }),
    call('WebSearch', { query: 'x' }),
  ];
  model.answer(({ messages }) => {
    const isMain = JSON.stringify(messages).includes('the work of main');
    const step = isMain ? steps[messages.filter(({ role }) => role === 'tool').length] : undefined;
    return step ?? quoting(401, ...quoted);
  });
  await web.prompt(id, 'the work of main');
  await web.event(id, 'turn.ended', '"agentId":"main"');
  await web.event(id, 'task.terminated');
  await web.ok('compactSession', { session_id: id }, {});
  await web.event(id, 'compaction.cancelled');
  const other = await web.session({ title: 'more', agent_config: { ...auto, model: 'offline/echo' } });
  await web.prompt(other, 'run in background env; sleep 0.3\nagent: run env\nrun env > kept.txt\nwait 5');
  await web.event(other, 'prompt.completed');
  await web.ok('runShell', { session_id: other }, { command: 'env' });
  await web.event(other, 'message.appended', '<bash-stdout>');
}

/** Sends the token in every place of a request that a log might contain. */
async function knock(): Promise<void> {
  const socket = new WebSocket(`${web.baseUrl.replace('http', 'ws')}/api/v1/ws`, [`agent-code.bearer.${web.token}`]);
  await new Promise((open) => socket.once('open', open));
  await web.ok('listConnections');
  socket.terminate();
  for (const name of ['token', 'access_token', 'key']) {
    await web.fetch(`/api/v1/meta?${name}=${web.token}`);
    await web.fetch(`/api/v1/ws?${name}=${web.token}`);
  }
  await web.fetch('/api/v1/meta', { token: `${web.token}x` });
  await web.fetch('/api/v1/meta', { token: canaries['password'] ?? '' });
}

/** Returns the names of the canaries in a text, plain or JSON-escaped. */
const found = (text: string): string[] =>
  Object.keys(canaries).filter((name) => {
    const canary = canaries[name] ?? '';
    return (
      text.includes(canary) ||
      text.includes(JSON.stringify(canary).slice(1, -1)) ||
      text.includes(encodeURIComponent(canary))
    );
  });

test('the providers were asked and refused, the commands ran: there was something to hide', async () => {
  const statuses = model.requests.map(({ response }) => response.status);
  expect(statuses.slice(0, 10)).toEqual([503, 401, 503, 401, 503, 401, 503, 401, 401, 401]);
  expect(statuses.slice(10).filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
  expect(statuses.slice(10).filter((status) => status === 401).length).toBeGreaterThanOrEqual(3);
  expect(site.asked[0]).toMatch(/^POST .*\/search$/);
  expect(outcomes.map(({ code }) => code)).toEqual([1, 0, 1, 0]);
  const { items } = await web.ok('listSessions');
  expect(items).toHaveLength(11);
  expect(found(`x ${canaries['token']} ${encodeURIComponent(canaries['bareKey'] ?? '')}`)).toEqual([
    'bareKey',
    'token',
  ]);
});

test('what agent -p prints', () => {
  for (const { out, err } of outcomes) expect(found(out + err)).toEqual([]);
  expect(outcomes[0]?.err).toMatch(/error: HTTP 401: Not accepted: "\*\*\*"/);
});

test('the environment of commands', () => {
  for (const { out } of [outcomes[1], outcomes[3]] as Outcome[]) expect(out).toContain('AGENT_SESSION_ID=session_');
  expect(outcomes[3]?.out).toContain('HARMLESS=shown');
});

test('what hooks hear and run in, and what commands of all kinds leave in the workspace', () => {
  const noted = readFileSync(join(place.cwd, 'heard.txt'), 'utf8');
  for (const event of heard) expect(noted).toContain(`"hook_event_name":"${event}"`);
  const kept = readFileSync(join(place.cwd, 'kept.txt'), 'utf8');
  expect(kept).toContain('HARMLESS=shown');
  expect([found(noted), found(kept)]).toEqual([[], []]);
});

test('command lines', () => {
  expect(lines).toContain('agent.js web --no-open');
  expect(lines).toContain('sleep 0.5');
  expect(found(lines)).toEqual([]);
});

test('events of all sessions', async () => {
  for (const { id } of (await web.ok('listSessions')).items) {
    const events = JSON.stringify(await web.events(id));
    expect(events).toContain('turn.ended');
    expect([id, found(events)]).toEqual([id, []]);
  }
});

test('answers of all calls that read', async () => {
  const sessions = (await web.ok('listSessions')).items.map(({ id }) => id);
  const plain = (Object.keys(operationTable) as OperationName[]).filter(
    (name) => operationTable[name].method === 'GET' && name !== 'streamSessionEvents',
  );
  const paths = plain.flatMap((name) => {
    const query = name === 'listApprovals' || name === 'listQuestions' ? '?status=pending' : '';
    if (!operationTable[name].path.includes('{')) return [pathOf(name)];
    return operationTable[name].path.match(/\{\w+\}/g)?.join() === '{session_id}'
      ? sessions.map((session_id) => pathOf(name, { session_id }) + query)
      : [];
  });
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    const answer = await web.fetch(path);
    expect([path, answer.status, found(await answer.text())]).toEqual([path, 200, []]);
  }
});

test('logs and all other files of the data directory, but the two that hold them', async () => {
  writeFileSync(
    join(place.home, 'config.toml'),
    `[providers.plain]\ntype = "openai"\napi_key = "${canaries['tornKey']}\n[models\n`,
  );
  await until('the torn file in the log', async () => {
    await web.ok('getConfig');
    return /last good version/.test(web.err()) ? true : undefined;
  });
  const paths = readdirSync(place.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const kept = [join(place.home, 'config.toml'), join(place.home, 'server.token')];
  expect(paths).toEqual(
    expect.arrayContaining([...kept, join(place.home, 'logs/agent-code.log'), join(place.home, 'agent.db')]),
  );
  for (const path of paths)
    if (!kept.includes(path)) expect([path, found(readFileSync(path, 'latin1'))]).toEqual([path, []]);
  expect(web.err().split('\n').length).toBeGreaterThan(20);
  expect(found(web.err())).toEqual([]);
});
