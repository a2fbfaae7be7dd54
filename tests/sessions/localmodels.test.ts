/** Local models in real turns: what their servers report becomes one warning and delays no request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { kinds, startModelServer, type ModelServer, type Responses } from '../helpers/modelserver.js';
import { eventually, hurried, startTrial, type Talk, type Trial, type TrialOptions } from '../helpers/turns.js';

let server: ModelServer;
let trial: Trial;
let ahead: number;

beforeEach(async () => {
  server = await startModelServer();
  ahead = 0;
});
afterEach(async () => {
  await trial.close();
  await server.close();
});

const config = (window = 100_000, base = `${server.url}/v1`, more = '') =>
  `default_model = "l"\n[providers.p]\ntype = "openai"\nbase_url = "${base}"\n` +
  `[models.l]\nprovider = "p"\nmodel = "m"\nmax_context_size = ${window}\n${more}`;

async function start(responses: Responses, options: TrialOptions = {}): Promise<Talk> {
  server.responses = responses;
  trial = await startTrial({ config: config(), now: () => Date.now() + ahead, sleep: hurried(5), ...options });
  return trial.talk();
}

const warned = (talk: Talk) =>
  talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => [payload['code'], payload['message']]);

async function listed(talk: Talk) {
  const answer = await talk.call<{ warnings: { code: string; message: string }[] }>('GET', '/warnings');
  return answer.data.warnings.map(({ code, message }) => [code, message]);
}

const questionsOf = (path: string) => server.otherRequests.filter((asked) => asked.path === path).length;

/** Waits until the daemon has asked every question, and has the answers. */
const asked = (times: number) =>
  eventually(
    () => server.otherRequests.length >= 5 * times,
    `${times} rounds of questions; ${server.otherRequests.length}`,
  );

const tooLarge = [
  'model-window-oversized',
  'The model "l" is configured with a window of 100000 tokens, but its server has 8192. ' +
    'The smaller one counts; set max_context_size in [models."l"] to 8192, or have the server use more.',
];
const withoutTools = [
  'model-without-tools',
  'The model "l" cannot call tools, as its server reports: it can talk, but neither read files nor run commands. ' +
    'It is sent none with capabilities = [] in [models."l".overrides].',
];

test.each<[string, () => Responses, string[][]]>([
  ['vLLM', () => kinds.vllm(8_192), [tooLarge]],
  ['llama.cpp', () => kinds.llamacpp(8_192, false), [tooLarge, withoutTools]],
  ['Ollama', () => kinds.ollama(131_072, { loaded: 8_192, tools: false }), [tooLarge, withoutTools]],
  ['LM Studio', () => kinds.lmstudio(131_072, { loaded: 8_192, tools: false }), [tooLarge, withoutTools]],
  ['a server with all that is asked of it', () => kinds.ollama(131_072, { loaded: 100_000 }), []],
  ['a server that reports nothing', () => ({}), []],
])('%s', async (_kind, responses, expected) => {
  const talk = await start(responses());
  await talk.run('Hello.');
  await asked(1);
  if (expected.length > 0) await eventually(() => warned(talk).length >= expected.length, 'the warnings');
  expect(warned(talk)).toEqual(expected);
  expect(await listed(talk)).toEqual(expected);
  expect(server.chats).toHaveLength(1);
  for (const { headers } of [...server.otherRequests, ...server.chats]) expect(headers.authorization).toBeUndefined();
});

test('a model that the server does not list is reported with up to five that it has, their names made plain', async () => {
  const data = ['a', 'b\u202e', 'c\nd', 'e', 'f', 'g', 'h'].map((id) => ({ id }));
  const talk = await start({ '/v1/models': { data } });
  await talk.run('Hello.');
  await talk.until('warning');
  const message =
    'The model "l" asks its server for m, which is not among those it lists: ' +
    String.raw`a, b\u{202e}, c\nd, e, f and 2 more.`;
  expect(warned(talk)).toEqual([['model-not-served', message]]);
});

test('two sessions share one round of questions, each is notified once, also after a restart', async () => {
  const first = await start(kinds.vllm(8_192));
  const second = await trial.talk();
  await Promise.all([first.run('One.'), second.run('One.')]);
  await Promise.all([first.until('warning'), second.until('warning')]);
  await first.run('Two.');
  expect([warned(first), warned(second)]).toEqual([[tooLarge], [tooLarge]]);
  expect(server.otherRequests).toHaveLength(5);

  await trial.restart();
  const again = await trial.join(first.id);
  const third = await trial.talk();
  await again.run('Three.');
  await third.run('One.');
  await third.until('warning');
  await again.run('Four.');
  expect(warned(again)).toEqual([]);
  expect(await listed(again)).toEqual([tooLarge]);
  expect(server.otherRequests).toHaveLength(10);
});

test('a request leaves at once while a server keeps silent about itself; the warning comes when it speaks', async () => {
  let speak: (() => void) | undefined;
  const [, props] = Object.entries(kinds.llamacpp(8_192)).find(([path]) => path === '/props') ?? [];
  const talk = await start({
    '/props': (response) => void (speak = () => response.end(JSON.stringify(props))),
  });
  await talk.run('Hello.');
  // the turn ended before the answer came
  expect(warned(talk)).toEqual([]);
  await eventually(() => speak !== undefined, 'the question');
  speak?.();
  await talk.until('warning');
  expect(warned(talk)).toEqual([tooLarge]);
});

test('a server that does not answer is asked again in a later turn, a minute later at the earliest', async () => {
  const talk = await start({ '/props': (response) => void response.destroy() });
  await talk.run('One.');
  await asked(1);
  await eventually(async () => (await listed(talk)).length === 0, 'no warnings');
  await talk.run('Two.');
  ahead += 59_000;
  await talk.run('Three.');
  expect(questionsOf('/v1/models')).toBe(1);
  server.responses = kinds.vllm(8_192);
  ahead += 60_001;
  await talk.run('Four.');
  await talk.until('warning');
  expect(questionsOf('/v1/models')).toBe(2);
  ahead += 600_000;
  await talk.run('Five.');
  expect(server.otherRequests).toHaveLength(10);
});

test('a model that was not in memory is asked for again after its first reply', async () => {
  const talk = await start(kinds.ollama(131_072));
  await talk.run('One.');
  await asked(1);
  expect(await listed(talk)).toEqual([]);
  await asked(1);
  server.responses = kinds.ollama(131_072, { loaded: 8_192 });
  await talk.run('Two.');
  await talk.until('warning');
  expect(warned(talk)).toEqual([tooLarge]);
  await talk.run('Three.');
  expect(server.otherRequests).toHaveLength(10);
});

test('a changed configuration of the model has its server asked again', async () => {
  const talk = await start(kinds.vllm(8_192));
  await talk.run('One.');
  await talk.until('warning');
  writeFileSync(join(trial.home, 'config.toml'), `${config(100_000)}\n[thinking]\nenabled = false\n`);
  await trial.call('GET', '/api/v1/config');
  await talk.call('POST', ':reload', {});
  await talk.run('Two.');
  writeFileSync(join(trial.home, 'config.toml'), config(50_000));
  await talk.call('POST', ':reload', {});
  await talk.run('Three.');
  await eventually(() => warned(talk).length === 2, 'another warning');
  expect(warned(talk)[1]?.[1]).toContain('50000 tokens, but its server has 8192');
  expect(server.otherRequests).toHaveLength(10);
  writeFileSync(join(trial.home, 'config.toml'), config(8_192));
  await talk.call('POST', ':reload', {});
  await talk.run('Four.');
  await asked(3);
  expect(await listed(talk)).toEqual([]);
});

test('nothing is asked of a server elsewhere', async () => {
  const paths: string[] = [];
  const through: typeof fetch = async (input, init) => {
    const url = new URL(input as string);
    paths.push(url.pathname);
    return fetch(`${server.url}${url.pathname}`, init);
  };
  const elsewhere = config(100_000, 'http://models.example/v1').replace(
    '[models.l]',
    'api_key = "k-1234567"\n[models.l]',
  );
  const talk = await start(kinds.vllm(8_192), { config: elsewhere, fetch: through });
  await talk.run('Hello.');
  expect(await listed(talk)).toEqual([]);
  expect(paths).toEqual(['/v1/chat/completions']);
});

test('the window that the server has is the one that a context is compacted by', async () => {
  const talk = await start(kinds.vllm(20_000));
  const long = 'word '.repeat(13_000);
  await talk.run('Hello.');
  await talk.until('warning');
  await talk.run(long);
  await talk.run('And now?');
  expect(talk.lines()).toContain('compaction.started auto threshold');
});

test.each([
  ['[models.l.overrides]\ncapabilities = []\n', false],
  ['', true],
  ['[models.l.overrides]\ncapabilities = ["thinking"]\n', true],
])('with %j tools are sent: %s, and only then something is said about them', async (more, sent) => {
  const talk = await start(kinds.llamacpp(100_000, false), { config: config(100_000, `${server.url}/v1`, more) });
  await talk.run('Hello.');
  await asked(1);
  if (sent) await talk.until('warning');
  expect(warned(talk)).toEqual(sent ? [withoutTools] : []);
  expect(await listed(talk)).toEqual(sent ? [withoutTools] : []);
  const body = server.chats[0]?.body as { tools?: unknown[] };
  expect('tools' in body).toBe(sent);
});

test('a server that repeats the key it was sent does not bring it into a warning', async () => {
  const key = 'sk-local-canary-1234567890';
  const own = config().replace('[models.l]', `api_key = "${key}"\n[models.l]`);
  const talk = await start(
    { '/v1/models': { data: [{ id: `x-${key}` }, { id: `${'x'.repeat(110)}${key}` }] } },
    { config: own },
  );
  await talk.run('Hello.');
  await talk.until('warning');
  expect(JSON.stringify([warned(talk), await listed(talk)])).not.toContain('sk-local');
  expect(server.chats[0]?.headers.authorization).toBe(`Bearer ${key}`);
});

test('no listener: the error says where nothing answers', async () => {
  await server.close();
  const more = '[loop_control]\nmax_attempts_per_step = 1\n';
  const talk = await start({}, { config: config(100_000, `${server.url}/v1`, more) });
  await talk.run('Hello.');
  const error = talk.frames.find(({ type }) => type === 'error');
  expect(error?.payload['message']).toBe(`Nothing answers at ${server.url}; is the model server running?`);
});

test('no key is needed anywhere', async () => {
  const talk = await start({});
  const provider = await trial.call('GET', '/api/v1/providers/p');
  expect(provider.data).toMatchObject({ status: 'connected', has_api_key: false });
  const auth = await trial.call('GET', '/api/v1/auth');
  expect(auth.data).toMatchObject({ models_ready: true });
  await talk.run('Hello.');
  expect(talk.lines()).toContain('prompt.completed completed');
});
