/** Canary secrets wherever one can be: logins, models, variables, addresses, request bodies. None leaks. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { pathOf, until } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { startSite, type Site } from '../helpers/site.js';
import { unzip } from '../helpers/unzip.js';
import { agent, makePlace, startWeb, type Outcome, type Place, type Web } from './program.js';

jest.setTimeout(60_000);

/** None looks like a key, so the server can mask them only because it knows them. */
const canaries: Record<string, string> = {
  flat: 'canary.flat.model.5801',
  override: 'canary.override.5802',
  table: 'canary.table.key.5803',
  user: 'canary-address-5804',
  proxy: 'canary-proxy-5805',
  created: 'canary.created.5806',
  replaced: 'canary.replaced.5807',
  patched: 'canary.patched.5808',
  refused: 'canary.refused.5809',
  header: 'canary.header.5810',
  redirected: 'canary.redirected.5811',
  unsafe: 'canary.unsafe.5812',
  torn: 'canary.torn.5813',
  plainProxy: 'canary-plainproxy-5814',
  query: 'canary.query.5815',
  registry: 'canary.registry.5816',
  server: 'canary.server.env.5817',
  password: 'canary password 5818',
  wrong: 'canary.wrong.token.5819',
  wrongBasic: 'canary.wrong.basic.5820',
};

/** Canaries that the server never receives or refuses, and therefore cannot mask. */
const neverKnown = new Set(['refused', 'torn', 'server', 'wrong', 'wrongBasic']);

const provider = (id: string, url: string, more: string): string =>
  `[providers.${id}]\ntype = "openai"\nbase_url = "${url}"\n${more}\n[models.${id}]\nprovider = "${id}"\nmodel = "m"\nmax_context_size = 100000\n`;

let place: Place;
let web: Web;
let model: ScriptedModel;
let site: Site;
let account: AccountServer;
let env: Record<string, string>;
/** output of each server */
const printed: string[] = [];
const outcomes: Outcome[] = [];
/** environments of all descendants of the server */
const variables = new Set<string>();
/** command lines of all processes, sampled during the whole run */
const words = new Set<string>();

/** Error response of a provider that quotes secrets. */
const quoting = (status: number, ...names: string[]) => ({
  error: { status, message: `Not accepted: ${names.map((name) => `"${canaries[name] ?? name}"`).join(', ')}` },
});

/** Returns all tokens that the account service has issued. */
const tokens = (): Record<string, string> =>
  Object.fromEntries((account?.given ?? []).map((token, index) => [`token ${index}`, token]));

/** The proxy password as the header contains it. */
const headers = (): Record<string, string> => ({
  'proxy header': Buffer.from(`u:${canaries['plainProxy']}`).toString('base64'),
});

const found = (text: string): string[] =>
  Object.entries({ ...canaries, ...tokens(), ...headers() }).flatMap(([name, canary]) =>
    text.includes(canary) || text.includes(encodeURIComponent(canary)) ? [name] : [],
  );

/** Returns the canaries in an environment, except the proxy's, which commands receive on purpose. */
const foundIn = (environment: string): string[] =>
  found(environment).filter((name) => name !== 'proxy' && name !== 'plainProxy');

function parentOf(pid: string): string {
  return /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

function isBelow(pid: string, above: number): boolean {
  for (let at = parentOf(pid); Number(at) > 1; at = parentOf(at)) if (Number(at) === above) return true;
  return false;
}

function wordsOf(pid: string | number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

function noteProcesses(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = wordsOf(pid);
      words.add(command);
      // between fork and exec, a process has the server's command line and environment
      if (isBelow(pid, web.pid) && command !== wordsOf(web.pid))
        variables.add(readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // the process has ended meanwhile
    }
  }
}

beforeAll(async () => {
  [model, site, account] = await Promise.all([startModel(), startSite(), startAccountServer()]);
  const address = new URL(model.baseUrl);
  address.username = 'u';
  address.password = canaries['user'] ?? '';
  site.serve('/v1/chat/completions', (_request, response) => {
    response.writeHead(307, { location: `/elsewhere?key=${canaries['redirected']}` }).end();
  });
  // a proxy that quotes the credentials it received
  site.serve('http://away.example/v1/chat/completions', (request, response) => {
    const message = `Not accepted: ${request.headers['proxy-authorization']}, ${canaries['plainProxy']}`;
    response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
  });
  place = makePlace(
    [
      `[models.flat]\nmodel = "m"\nbase_url = "${model.baseUrl}"\nprotocol = "openai"\nmax_context_size = 100000\napi_key = "${canaries['flat']}"\n`,
      provider('table', model.baseUrl, `env = { OPENAI_API_KEY = "${canaries['table']}" }`),
      provider('user', address.href, `api_key = "plain enough"`),
      provider('away', 'http://away.example/v1', `api_key = "plain enough"`),
      provider('asked', `${model.baseUrl}?key=${canaries['query']}`, `api_key = "plain enough"`),
      provider('moved', `http://127.0.0.1:${site.port}/v1`, `api_key = "${canaries['redirected']}"`),
      provider(
        'unsafe',
        `https://127.0.0.1:${site.port}/v1`,
        `api_key = "${canaries['unsafe']}"\ncustom_headers = { X-Team = "${canaries['header']}" }`,
      ),
      `[providers.listed]\ntype = "openai"\napi_key = "plain enough"\nsource = { kind = "apiJson", url = "http://127.0.0.1:${site.port}/none", api_key = "${canaries['registry']}" }\n`,
      '[loop_control]\nmax_attempts_per_step = 1\n',
    ].join(''),
  );
  mkdirSync(join(place.folder, 'tmp'));
  // the program never reads this file, and other users may not see it
  writeFileSync(
    join(place.home, 'mcp.json'),
    JSON.stringify({ mcpServers: { one: { command: 'none', env: { KEY: canaries['server'] } } } }),
    { mode: 0o600 },
  );
  env = {
    ...account.env,
    HTTPS_PROXY: `http://u:${canaries['proxy']}@127.0.0.1:1`,
    HTTP_PROXY: `http://u:${canaries['plainProxy']}@127.0.0.1:${site.port}`,
    AGENT_CODE_PASSWORD: canaries['password'] ?? '',
    TMPDIR: join(place.folder, 'tmp'),
    NO_PROXY: '127.0.0.1,localhost',
    AGENT_LOG_LEVEL: 'debug',
  };
  web = await startWeb(place, ['--log-level', 'trace', '--debug-endpoints'], { env });
  canaries['server token'] = web.token;
  const watch = setInterval(noteProcesses, 100);
  await login();
  await failures();
  await settings();
  await commands();
  await children();
  await knock();
  clearInterval(watch);
}, 100_000);
afterAll(async () => {
  await place.leave();
  await Promise.all([model.close(), site.close(), account.close()]);
});

async function turn(alias: string): Promise<string> {
  const id = await web.session({ agent_config: { model: alias } });
  await web.prompt(id, 'hello');
  await web.event(id, 'turn.ended');
  return id;
}

/** A login, prompts with its tokens, errors that quote them, and a refresh after the access token expires. */
async function login(): Promise<void> {
  await web.ok('startLogin', {}, {});
  account.approve();
  const alias = await until('the models of the login', async () => {
    const { items } = await web.ok('listModels');
    return items.find(({ provider }) => provider === 'managed:agent-code')?.model;
  });
  await turn(alias);
  // the model service receives only access tokens
  const message = (): string => `Not accepted: ${account.given.findLast((token) => token.includes('access'))}`;
  account.fail('/v1/chat/completions', { status: 503, body: { error: { message: message() } } });
  await turn(alias);
  account.endAccess();
  await turn(alias);
  for (const path of ['/v1/usages', '/v1/userinfo']) account.fail(path, { status: 500, body: { message: message() } });
  await web.fetch(pathOf('getAccountUsage'));
  await web.fetch(pathOf('getAccountUser'));
  await web.ok('getAccountUsage');
  const description = `Not accepted: ${account.given.slice(1).join(', ')}`;
  account.fail('/api/oauth/token', { status: 400, body: { error: 'server_error', error_description: description } });
  account.endAccess();
  await turn(alias);
  account.revokeAll();
  account.fail('/v1/chat/completions', { status: 401, body: { error: { message: message() } } });
  await turn(alias);
}

/** Prompts to providers that quote secrets, redirect, or fail in TLS. */
async function failures(): Promise<void> {
  for (const alias of ['flat', 'table']) {
    model.reply(quoting(401, alias));
    await turn(alias);
  }
  // the server sends no request to an address with a password
  await turn('user');
  await turn('moved');
  await turn('unsafe');
  await turn('away');
  await turn('asked');
  await web.fetch(pathOf('refreshProvider', { provider_id: 'listed' }), { body: {} });
}

/** Starts all kinds of child processes: commands of agents and users, terminals, searches, `git`. */
async function children(): Promise<void> {
  const id = await web.session({ agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
  await web.ok('createTerminal', { session_id: id }, {});
  await web.prompt(id, 'run sleep 0.4');
  await web.event(id, 'turn.ended');
  await web.ok('runShell', { session_id: id }, { command: 'sleep 0.4' });
  await web.fetch(`${pathOf('searchSessions')}?q=hello`);
}

/** Sends invalid credentials in every place that accepts some. */
async function knock(): Promise<void> {
  const { wrong = '', wrongBasic = '' } = canaries;
  const basic = `Basic ${Buffer.from(`u:${wrongBasic}`).toString('base64')}`;
  canaries['wrong header'] = basic.slice(6);
  await web.fetch(pathOf('getMeta'), { token: wrong });
  await fetch(web.baseUrl + pathOf('getMeta'), { headers: { authorization: basic } });
  for (const path of ['/api/v1/meta', '/api/v1/ws', '/'])
    await web.fetch(`${path}?token=${wrong}&key=${wrong}`, { token: null });
  for (const [address, protocols] of [
    ['/api/v1/ws', [`agent-code.bearer.${wrong}`]],
    [`/api/v1/ws?token=${wrong}`, []],
  ] as [string, string[]][]) {
    const socket = new WebSocket(web.baseUrl.replace('http', 'ws') + address, protocols);
    await new Promise<void>((over) => socket.once('error', () => over()));
  }
}

/** Sends request bodies with secrets: accepted, refused and replaced ones. */
async function settings(): Promise<void> {
  const form = { type: 'openai', base_url: model.baseUrl, models: [{ model: 'm', max_context_size: 100_000 }] };
  await web.ok('createProvider', {}, { ...form, id: 'made', api_key: canaries['created'] });
  model.reply(quoting(401, 'created'));
  await turn('made/m');
  await web.ok('replaceProvider', { provider_id: 'made' }, { ...form, api_key: canaries['replaced'] });
  model.reply(quoting(401, 'replaced'));
  await turn('made/m');
  await web.ok('updateConfig', {}, { providers: { table: { api_key: canaries['patched'] } } });
  await web.ok('updateConfig', {}, { models: { flat: { overrides: { api_key: canaries['override'] } } } });
  model.reply(quoting(401, 'patched'));
  await turn('table');
  const refused = { ...form, id: 'other', api_key: canaries['refused'] };
  for (const body of [
    { ...refused, type: 'smoke' },
    { ...refused, id: 'made' },
    { ...refused, models: [] },
  ]) {
    await refusedWith(await web.fetch(pathOf('createProvider'), { body }));
  }
  const patch = {
    method: operationTable.updateConfig.method,
    body: { providers: { x: { api_key: [canaries['refused']] } } },
  };
  await refusedWith(await web.fetch(pathOf('updateConfig'), patch));
  // one provider quotes the current and former secrets of all others
  const known = Object.keys(canaries).filter((name) => !neverKnown.has(name));
  model.reply(quoting(401, ...known), quoting(503, ...Object.values(tokens())));
  await turn('flat');
  await turn('flat');
}

async function refusedWith(answer: Response): Promise<void> {
  const text = await answer.text();
  const { code } = JSON.parse(text) as { code: number };
  expect([code >= 40_000, found(text)]).toEqual([true, []]);
}

/** Runs commands besides the server, also with a damaged configuration. */
async function commands(): Promise<void> {
  model.reply(quoting(401, 'patched'));
  outcomes.push(await agent(place, ['-p', 'hello', '-m', 'table'], { env: { ...env, AGENT_CODE_NO_ATTACH: '1' } }));
  outcomes.push(await agent(place, ['doctor'], { env }));
  const torn = join(place.folder, 'torn.toml');
  writeFileSync(
    torn,
    `[providers.a]\ntype = "${canaries['torn']}"\napi_key = ["${canaries['torn']}"]\nbase_url = "http://u:${canaries['torn']}@x y"\n`,
  );
  outcomes.push(await agent(place, ['doctor', 'config', torn], { env }));
  outcomes.push(await agent(place, ['-p', 'hello'], { env: { ...env, AGENT_CODE_HOME: join(place.folder, 'other') } }));
}

/** All files below a directory. */
const files = (directory = place.home) =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFile: entry.isFile(),
    isDirectory: entry.isDirectory(),
  }));

test('there was something to hide: all were sent or stored', () => {
  expect(model.requests.map(({ response }) => response.status)).toEqual([401, 401, 401, 401, 401, 401, 503, 401]);
  expect(account.given.length).toBeGreaterThanOrEqual(4);
  expect(account.prompts.length).toBeGreaterThanOrEqual(2);
  expect(found(readFileSync(join(place.home, 'config.toml'), 'utf8'))).toEqual(
    expect.arrayContaining([
      'query',
      'registry',
      'flat',
      'override',
      'table',
      'user',
      'replaced',
      'patched',
      'redirected',
      'unsafe',
      'header',
    ]),
  );
  expect(site.asked.some((line) => line.includes('/v1/chat/completions'))).toBe(true);
  expect(site.requests.some(({ headers }) => headers['proxy-authorization'] !== undefined)).toBe(true);
});

test('what commands print', () => {
  expect(outcomes.map(({ code }) => code).slice(0, 3)).toEqual([1, 0, 1]);
  for (const { out, err } of outcomes) expect(found(out + err)).toEqual([]);
});

test('words of processes', () => {
  expect([...words].some((line) => line.includes('agent.js web'))).toBe(true);
  expect(found([...words].join('\n'))).toEqual([]);
});

test('variables of everything that runs below the server', () => {
  const all = [...variables];
  expect(all.some((each) => each.includes('AGENT_SESSION_ID='))).toBe(true);
  expect(all.length).toBeGreaterThan(2);
  expect(foundIn(all.join('\n'))).toEqual([]);
});

test('answers of all calls that read, debug endpoints and events among them', async () => {
  const sessions = (await web.ok('listSessions', {})).items.map(({ id }) => id);
  const plain = (Object.keys(operationTable) as OperationName[]).filter(
    (name) => operationTable[name].method === 'GET',
  );
  const paths = plain.flatMap((name) => {
    const parts = operationTable[name].path.match(/\{\w+\}/g)?.join() ?? '';
    if (parts === '') return [pathOf(name)];
    if (parts === '{provider_id}')
      return ['made', 'user', 'managed:agent-code'].map((provider_id) => pathOf(name, { provider_id }));
    return parts === '{session_id}' ? sessions.map((session_id) => pathOf(name, { session_id })) : [];
  });
  expect(paths.filter((path) => path.includes('/debug/')).length).toBeGreaterThan(20);
  paths.push('/openapi.json', '/asyncapi.json', '/');
  for (const path of paths) {
    // the editor of MCP servers receives their complete entries, because a `PUT` replaces them
    const written = path === '/api/v2/mcp/servers' ? ['server'] : [];
    expect([path, found(await (await web.fetch(path)).text())]).toEqual([path, written]);
  }
});

test('exports of all sessions', async () => {
  for (const { id } of (await web.ok('listSessions')).items) {
    const answer = await web.fetch(pathOf('exportSession', { session_id: id }), { body: {} });
    expect(answer.status).toBe(200);
    const entries = await unzip(new Uint8Array(await answer.arrayBuffer()));
    expect(entries.size).toBeGreaterThan(2);
    for (const [name, content] of entries)
      expect([id, name, found(content.toString('latin1'))]).toEqual([id, name, []]);
    const page = await web.fetch(pathOf('exportSession', { session_id: id }), { body: { format: 'html' } });
    const text = await page.text();
    expect([id, text.startsWith('<!doctype html>'), found(text)]).toEqual([id, true, []]);
  }
});

test('logs, database and all other files but those that hold them; nothing is open to others', async () => {
  await web.ok('logout', {}, {});
  web.signal('SIGKILL');
  printed.push(web.err(), (await web.ended).out.replaceAll(web.token, ''));
  const kept = ['config.toml', 'server.token', 'mcp.json'].map((name) => join(place.home, name));
  const all = files();
  expect(all.length).toBeGreaterThan(10);
  for (const { path, isFile, isDirectory } of all) {
    if (isFile && !kept.includes(path)) expect([path, found(readFileSync(path, 'latin1'))]).toEqual([path, []]);
    if (isFile || isDirectory) expect([path, (statSync(path).mode & 0o077).toString(8)]).toEqual([path, '0']);
  }
  for (const { path, isFile } of files(join(place.folder, 'tmp')))
    if (isFile) expect([path, found(readFileSync(path, 'latin1'))]).toEqual([path, []]);
  expect(printed[0]?.split('\n').length).toBeGreaterThan(20);
  expect(found(printed.join('\n'))).toEqual([]);
});
