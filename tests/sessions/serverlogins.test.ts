/** MCP servers that need a login: the login tool, and the effect of logins that come and go (engine.md 5, 16.3). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputs, payloads } from '../helpers/agents.js';
import { startProtectedServer, type ProtectedServer } from '../helpers/mcpauthserver.js';
import { until } from '../helpers/daemon.js';
import { closeTrials, model, scripted, trial } from '../helpers/trial.js';
import type { EventFrame, Talk } from '../helpers/turns.js';
import { configureUser, isState, states } from './servers.fixture.js';

jest.setTimeout(60_000);

closeTrials();
let server: ProtectedServer;
let ahead: number;
beforeEach(async () => {
  server = await startProtectedServer({ tools: ['echo'] });
  ahead = 0;
  await scripted('', { now: () => Date.now() + ahead });
  configureUser(trial, { wiki: { url: server.url } });
});
afterEach(() => server.close());

const authenticate = { name: 'mcp__wiki__authenticate', input: {} };
const session = () => trial.talk({ agent_config: { permission_mode: 'auto' } });
const toolNames = (at: number) =>
  (model.bodies[at] as unknown as { tools: { function: { name: string } }[] }).tools
    .map((tool) => tool.function.name)
    .filter((name) => name.startsWith('mcp__'));
const address = ({ payload }: EventFrame) => /(http:\S+)/.exec(JSON.stringify(payload['update'] ?? payload))?.[1];

/** Polls the state, since a client does not get events from before it subscribed. */
const reaches = (talk: Talk, state: string) =>
  until(state, async () => (await states(trial, talk.id)).includes(`wiki ${state}`) || undefined);

/** Returns the address that a login tool shows. */
async function shown(talk: Talk): Promise<string> {
  const frame = await talk.until((each) => each.type === 'tool.progress' && address(each) !== undefined);
  return JSON.parse(`"${(address(frame) ?? '').replace(/["\\].*$/, '')}"`) as string;
}

async function logInOverRest(): Promise<void> {
  const begun = await trial.call<{ flowId: string; authorizationUrl: string }>('POST', '/api/v2/mcp/auth:begin', {
    source: 'global',
    name: 'wiki',
  });
  const { flowId, authorizationUrl } = begun.data;
  await server.auth.visit(authorizationUrl);
  expect((await trial.call('POST', '/api/v2/mcp/auth:complete', { flowId })).code).toBe(0);
}

test('the offline provider gives an address and waits; the real tools come with the next step', async () => {
  const talk = await session();
  await reaches(talk, 'error 0');
  model.reply(
    { calls: [authenticate] },
    { calls: [{ name: 'mcp__wiki__echo', input: { text: 'hi' } }] },
    { text: 'done' },
  );
  const running = talk.run('log in');
  const page = await server.auth.visit(await shown(talk));
  expect(page.status).toBe(200);
  await running;
  expect(outputs(talk)).toEqual(['Logged in to wiki. Its tools can be used from now on.', '{"text":"hi"}']);
  expect([toolNames(0), toolNames(1)]).toEqual([['mcp__wiki__authenticate'], ['mcp__wiki__echo']]);
  expect(await states(trial, talk.id)).toEqual(['wiki connected 1']);
  // the next session finds the login
  await reaches(await session(), 'connected 1');
  // so does the next daemon
  await trial.restart();
  await reaches(await session(), 'connected 1');
  expect(server.auth.asked.filter((each) => each === 'POST /register')).toHaveLength(1);
});

test('two sessions that ask at once share a page, and both continue', async () => {
  const talks = [await session(), await session()] as const;
  for (const talk of talks) await reaches(talk, 'error 0');
  model.answer(({ messages }) =>
    messages.some(({ role }) => role === 'tool') ? { text: 'done' } : { calls: [authenticate] },
  );
  const running = Promise.all(talks.map((talk) => talk.run('log in')));
  const [one, other] = [await shown(talks[0]), await shown(talks[1])];
  expect(one).toBe(other);
  await server.auth.visit(one);
  await running;
  for (const talk of talks) expect(outputs(talk)).toEqual(['Logged in to wiki. Its tools can be used from now on.']);
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(1);
});

test('a denial is a result that the model reads', async () => {
  server.auth.settings.person = 'denies';
  const talk = await session();
  await reaches(talk, 'error 0');
  model.reply({ calls: [authenticate] }, { text: 'done' });
  const running = talk.run('log in');
  await server.auth.visit(await shown(talk));
  await running;
  expect(payloads(talk, 'tool.result')).toMatchObject([{ isError: true }]);
  expect(outputs(talk)[0]).toContain('access_denied');
  expect(await states(trial, talk.id)).toEqual(['wiki error 0']);
});

test('an abort gives the login up', async () => {
  const talk = await session();
  await reaches(talk, 'error 0');
  model.reply({ calls: [authenticate] });
  const running = talk.run('log in');
  const redirect = new URL(await shown(talk)).searchParams.get('redirect_uri') ?? '';
  await talk.call('POST', ':abort');
  await running;
  await until('the port to close', () =>
    fetch(redirect).then(
      () => undefined,
      () => true as const,
    ),
  );
});

test('a login over REST connects running sessions, and its reset ends that', async () => {
  const talk = await session();
  await reaches(talk, 'error 0');
  await logInOverRest();
  await talk.until(isState('wiki', 'connected'));
  const from = talk.frames.length;
  const reset = await trial.call('POST', '/api/v2/mcp/auth:reset', { source: 'global', name: 'wiki' });
  expect(reset).toMatchObject({ code: 0, data: null });
  await talk.until(isState('wiki', 'needs-auth'), from);
  expect(readdirSync(join(trial.home, 'credentials', 'mcp'))).toEqual([]);
  const again = talk.frames.length;
  await logInOverRest();
  await talk.until(isState('wiki', 'connected'), again);
});

test('a token that is revoked is renewed on the way; a login that is revoked needs another one', async () => {
  const talk = await session();
  await reaches(talk, 'error 0');
  await logInOverRest();
  await talk.until(isState('wiki', 'connected'));
  const call = { calls: [{ name: 'mcp__wiki__echo', input: { text: 'hi' } }] };
  // a token that is refused within ten seconds is not renewed
  ahead += 11_000;
  server.auth.endAccess();
  model.reply(call, { text: 'done' });
  await talk.run('one');
  expect(outputs(talk)).toEqual(['{"text":"hi"}']);
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(2);
  ahead += 11_000;
  server.auth.endAccess();
  server.auth.revokeAll();
  const from = talk.frames.length;
  model.reply(call, { text: 'done' });
  await talk.run('two');
  expect(payloads(talk, 'tool.result', 'main', from)).toMatchObject([{ isError: true }]);
  await talk.until(isState('wiki', 'needs-auth'), from);
  expect(await states(trial, talk.id)).toEqual(['wiki error 0']);
});

test('no event, no file of a session and no log holds a secret of a login', async () => {
  server.auth.settings.clientSecrets = true;
  const talk = await session();
  await reaches(talk, 'error 0');
  model.reply({ calls: [authenticate] }, { text: 'done' });
  const running = talk.run('log in');
  await server.auth.visit(await shown(talk));
  await running;
  const files = ['logs', 'sessions'].flatMap((name) => {
    const directory = join(trial.home, name);
    if (!existsSync(directory)) return [];
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  });
  const database = ['agent.db', 'agent.db-wal'].map((name) => readFileSync(join(trial.home, name), 'latin1'));
  const told = [JSON.stringify(talk.frames), JSON.stringify(model.bodies), ...files, ...database].join('\n');
  const verifiers = server.auth.sent('/token').flatMap((form) => form['code_verifier'] ?? []);
  const secrets = [...server.auth.given, ...verifiers];
  expect(secrets.length).toBeGreaterThanOrEqual(5);
  for (const secret of secrets) expect(told.includes(secret)).toBe(false);
});
