/** The error of a provider that refuses a request names the key, and contains no secret, neither whole nor cut. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { startTrial, type Trial } from '../helpers/turns.js';

const secrets = {
  own: 'canary.own.key.1',
  other: 'canary.other.key.2',
  former: 'canary.former.key.3',
  variable: 'canary.variable.key.4',
  header: 'canary.header.5',
  password: 'canary password 6',
  proxy: 'canary-proxy-7',
  address: 'canary-address-8',
  registry: 'canary.registry.9',
  query: 'canary.query.10',
};

let model: ScriptedModel;
let trial: Trial;

const table = (id: string, url: string, line: string): string =>
  `[providers.${id}]\ntype = "openai"\nbase_url = "${url}"\n${line}\n[models.${id}]\nprovider = "${id}"\nmodel = "m"\nmax_context_size = 100000\n`;

beforeAll(async () => {
  model = await startModel();
  const away = `https://u:${secrets.address}@away.example/v1?api_key=${secrets.query}`;
  trial = await startTrial({
    config: [
      table('own', model.baseUrl, `api_key = "${secrets.former}"`),
      table('named', model.baseUrl, 'api_key_env = "TEAM_KEY"'),
      table('away', away, `api_key = "${secrets.other}"\ncustom_headers = { X-Team = "${secrets.header}" }`),
      table('open', model.baseUrl, ''),
      `[providers.listed]\ntype = "openai"\napi_key = "x"\nsource = { kind = "registry", url = "https://r.example", api_key = "${secrets.registry}" }\n`,
      '[loop_control]\nmax_attempts_per_step = 1\n',
    ].join(''),
    env: {
      TEAM_KEY: secrets.variable,
      AGENT_CODE_PASSWORD: secrets.password,
      https_proxy: `u:${secrets.proxy}@127.0.0.1:1`,
      NO_PROXY: '*',
    },
  });
  const changed = await trial.call('POST', '/api/v1/config', { providers: { own: { api_key: secrets.own } } });
  expect(changed.code).toBe(0);
});
afterAll(async () => {
  await trial.close();
  await model.close();
});

async function refusal(alias: string, message: string, status = 401): Promise<string> {
  model.reply({ error: { status, message } });
  const talk = await trial.talk({ agent_config: { model: alias } });
  await talk.submit('hello');
  const ended = await talk.until('turn.ended');
  expect(JSON.stringify(talk.frames)).not.toContain('canary');
  return (ended.payload['error'] as { message: string }).message;
}

test.each([
  ['own', 'its api_key'],
  ['named', 'the key in the variable TEAM_KEY (its api_key_env)'],
  ['open', 'no key'],
])('the provider %s and where its key comes from are reported', async (alias, source) => {
  expect(await refusal(alias, 'Wrong key.')).toBe(
    `HTTP 401: Wrong key. The request to provider ${alias} carried ${source}.`,
  );
  expect(await refusal(alias, 'Not for you', 403)).toBe(
    `HTTP 403: Not for you. The request to provider ${alias} carried ${source}.`,
  );
});

test.each([...Object.keys(secrets), 'the token of the server', 'the header for the proxy'])(
  'quoting %s',
  async (name) => {
    const known: Record<string, string> = {
      ...secrets,
      'the token of the server': trial.daemon.token ?? '',
      'the header for the proxy': Buffer.from(`u:${secrets.proxy}`).toString('base64'),
    };
    const secret = known[name] ?? '';
    expect(await refusal('own', `"${secret}" is wrong.`)).toBe(
      'HTTP 401: "***" is wrong. The request to provider own carried its api_key.',
    );
    expect(await refusal('own', `"${secret}" is wrong.`, 503)).toBe('HTTP 503: "***" is wrong.');
  },
);

test('a text that is cut in the middle of a key', async () => {
  const message = await refusal('own', `${'x'.repeat(995)}${secrets.other} and more`, 500);
  expect(message).toMatch(/x\*{3}/);
});
