/** Limits of a run of `-p` and results that fit a schema (acp-cli.md 8.1, 8.2), against a scripted model. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command } from './harness.js';

jest.setTimeout(30_000);

let model: ScriptedModel;
let daemon: TestDaemon;
let replies: ScriptedReply[];
beforeAll(async () => {
  model = await startModel();
  // input is free; 1,000 tokens of output cost a dollar
  const price = '[models.m.price]\ninput = 0\noutput = 1000\n';
  const spare = '[models.spare]\nprovider = "p"\nmodel = "other"\nmax_context_size = 100000\n';
  daemon = await startTestDaemon({
    config: modelConfig(model.baseUrl, '[loop_control]\nmax_attempts_per_step = 2') + price + spare,
  });
  model.answer(() => replies.shift() ?? { text: 'nothing is left to say' });
  writeFileSync(join(daemon.cwd, 'verdict.json'), JSON.stringify(schema));
});
afterAll(async () => {
  await daemon.close();
  await model.close();
});
beforeEach(() => {
  replies = [];
});

const schema = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, issues: { type: 'array', items: { type: 'string' } } },
  required: ['ok'],
  additionalProperties: false,
};
const submit = (input: Record<string, unknown> | string): ScriptedReply => ({
  calls: [{ name: 'SubmitResult', input }],
});
const look = (pattern: string): ScriptedReply => ({ calls: [{ name: 'Glob', input: { pattern } }] });

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
/** Whether a value has the form of the file of `--result`. */
const isRecord = new Ajv2020().compile({
  type: 'object',
  properties: {
    version: { const: 1 },
    status: { enum: ['completed', 'failed', 'cancelled', 'blocked', 'limit'] },
    exit_code: count,
    limit: { enum: ['steps', 'usd', 'time'] },
    error: {
      type: 'object',
      properties: { code: text, name: text, message: text, retryable: { type: 'boolean' } },
      required: ['code', 'name', 'message', 'retryable'],
      additionalProperties: false,
    },
    text,
    structured: { type: 'object' },
    session_id: text,
    prompt_ids: { type: 'array', items: text },
    turns: count,
    steps: count,
    tool_calls: {
      type: 'object',
      properties: { total: count, errors: count, denied: count },
      required: ['total', 'errors', 'denied'],
      additionalProperties: false,
    },
    denied: {
      type: 'array',
      items: { type: 'object', properties: { tool: text, subject: text, rule: text }, required: ['tool', 'subject'] },
    },
    files_changed: {
      type: 'array',
      items: { type: 'object', properties: { path: text, status: text, added: count, removed: count } },
    },
    usage: { type: 'object' },
    total_cost_usd: { type: 'number', minimum: 0 },
    models: { type: 'array', items: text },
    started_at: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T.*Z$' },
    ended_at: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T.*Z$' },
    duration_ms: count,
    cwd: text,
    program_version: text,
  },
  required: ['version', 'status', 'exit_code', 'text', 'prompt_ids', 'turns', 'steps', 'tool_calls', 'denied'].concat([
    'files_changed',
    'models',
    'started_at',
    'ended_at',
    'duration_ms',
    'cwd',
    'program_version',
  ]),
  additionalProperties: false,
});

async function run(...argv: string[]) {
  const before = model.bodies.length;
  const done = await command(['-m', 'm', '-p', 'go', '--result', 'out.json', ...argv], {
    home: daemon.home,
    cwd: daemon.cwd,
  });
  const record = JSON.parse(readFileSync(join(daemon.cwd, 'out.json'), 'utf8')) as Record<string, unknown>;
  expect(isRecord(record) || isRecord.errors).toBe(true);
  const bodies = model.bodies.slice(before);
  return {
    ...done,
    record,
    bodies,
    offered: bodies.map((body) => (body.tools ?? []).map((tool) => tool.function.name)),
  };
}

describe('--schema', () => {
  test('a result that fits ends the turn, and is a line of its own behind the text', async () => {
    replies = [{ text: 'All is well.', ...submit({ ok: true, issues: [] }) }];
    const { code, out, record, bodies, offered } = await run('--schema', 'verdict.json');
    expect({ code, out }).toEqual({ code: 0, out: '• All is well.\n\n{"ok":true,"issues":[]}\n' });
    expect(record).toMatchObject({ status: 'completed', exit_code: 0, structured: { ok: true, issues: [] }, steps: 1 });
    expect(offered).toEqual([expect.arrayContaining(['SubmitResult', 'Bash'])]);
    const tool = bodies[0]?.tools?.find((each) => each.function.name === 'SubmitResult');
    expect(tool?.function.parameters).toEqual(schema);
  });

  test('two that do not fit are corrected; the error names the paths', async () => {
    replies = [submit({ ok: 'yes' }), submit({ ok: true, more: 1 }), submit({ ok: false, issues: ['a'] })];
    const { code, record, bodies } = await run('--schema', 'verdict.json');
    expect({ code, structured: record['structured'] }).toEqual({ code: 0, structured: { ok: false, issues: ['a'] } });
    expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain('/ok must be boolean');
    expect(JSON.stringify(bodies[2]?.messages.at(-1))).toContain('must NOT have additional properties: more');
  });

  test('a turn without a result gets one more step that demands it', async () => {
    replies = [{ text: 'I am done.' }, submit({ ok: true })];
    const { code, record, offered, bodies } = await run('--schema', 'verdict.json');
    expect({ code, structured: record['structured'] }).toEqual({ code: 0, structured: { ok: true } });
    expect(offered[1]).toEqual(['SubmitResult']);
    expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain('call SubmitResult now');
  });

  test.each<[string, ScriptedReply[], number]>([
    ['words alone', [{ text: 'no' }, { text: 'still no' }, submit({ ok: true })], 2],
    [
      'three that do not fit, and the last one',
      [submit({}), submit({ a: 1 }), submit({ b: 1 }), submit({ c: 1 }), submit({ ok: true })],
      4,
    ],
  ])('never: %s', async (_, given, asked) => {
    replies = given;
    const { code, record, bodies, err } = await run('--schema', 'verdict.json');
    expect({ code, asked: bodies.length }).toEqual({ code: 5, asked });
    expect(record).toMatchObject({ status: 'failed', exit_code: 5, error: { code: 'loop.no_result' } });
    expect(record).not.toHaveProperty('structured');
    expect(err).toContain('The model gave no result that fits the schema.');
  });

  test.each<[string, string, number, string]>([
    ['no file', '', 1, 'no such file: '],
    ['no JSON', '{', 2, 'is not JSON'],
    ['no object', '{"type":"array"}', 2, 'must describe an object'],
    ['no schema', '{"type":"object","properties":{"a":{"type":"number","minimum":"x"}}}', 2, 'cannot be used'],
    ['a foreign reference', '{"type":"object","$ref":"https://example.com/a.json"}', 2, 'cannot be used'],
    ['too long', JSON.stringify({ type: 'object', description: 'x'.repeat(65_536) }), 2, 'is longer than 64 KiB'],
  ])('a schema that cannot be used: %s', async (_, text, expected, message) => {
    if (text !== '') writeFileSync(join(daemon.cwd, 'bad.json'), text);
    const { code, err, bodies } = await run('--schema', text === '' ? 'missing.json' : 'bad.json');
    expect({ code, bodies }).toEqual({ code: expected, bodies: [] });
    expect(err).toContain(message);
  });

  test('the API refuses a bad schema and leaves nothing behind', async () => {
    const session = await daemon.ok('createSession', { body: { metadata: { cwd: daemon.cwd } } });
    const answer = await daemon.call('POST', `/api/v1/sessions/${session.id}/prompts`, {
      body: { content: [{ type: 'text', text: 'go' }], output_schema: { type: 'string' } },
    });
    expect(answer).toMatchObject({ code: 40001, details: [{ path: 'output_schema' }] });
    expect((await daemon.ok('listMessages', daemon.session(session.id))).items).toEqual([]);
  });
});

describe('limits', () => {
  test.each<[string, string[], ScriptedReply[], object]>([
    ['steps', ['--max-steps', '2'], [look('a'), look('b')], { limit: 'steps', steps: 2 }],
    [
      'money, looked at before each request',
      ['--max-usd', '1.5'],
      [{ ...look('a'), usage: { input: 1, output: 1_000 } }],
      { limit: 'usd', steps: 1, total_cost_usd: 1 },
    ],
    ['time, in the middle of a reply', ['--max-time', '1s'], [{ text: 'slow', delayMs: 60_000 }], { limit: 'time' }],
  ])('%s', async (_, argv, given, expected) => {
    replies = given;
    const { code, err, record } = await run(...argv);
    expect({ code, record }).toEqual({
      code: 4,
      record: expect.objectContaining({ status: 'limit', exit_code: 4, ...expected }),
    });
    expect(err).toMatch(/The prompt reached its limit of (?:2 steps|\$1\.5|1 second)\.\n/);
  });

  test('--on-limit answer: one last step without tools', async () => {
    replies = [look('a'), { text: 'What I know.' }];
    const { code, out, err, record, offered } = await run('--max-steps', '1', '--on-limit', 'answer');
    expect({ code, out, offered: offered[1] }).toEqual({ code: 4, out: '• What I know.\n\n', offered: [] });
    expect(err).toContain('warning: the limit of steps is reached');
    expect(record).toMatchObject({ status: 'limit', limit: 'steps', text: 'What I know.', steps: 2 });
    expect(record).not.toHaveProperty('error');
  });

  test('--on-limit answer when time is over', async () => {
    replies = [{ text: 'slow', delayMs: 60_000 }, { text: 'So far nothing.' }];
    const { code, out, record } = await run('--max-time', '1s', '--on-limit', 'answer');
    expect({ code, out, limit: record['limit'] }).toEqual({ code: 4, out: '• So far nothing.\n\n', limit: 'time' });
  });

  test.each<[string, ScriptedReply, object]>([
    ['a valid result in the last step is success', submit({ ok: true }), { code: 0, status: 'completed' }],
    ['without one the limit counts', { text: 'no' }, { code: 4, status: 'limit' }],
  ])('with --schema: %s', async (_, reply, expected) => {
    replies = [look('a'), reply];
    const options = ['--schema', 'verdict.json', '--max-steps', '1', '--on-limit', 'answer'];
    const { code, record, offered } = await run(...options);
    expect({ code, status: record['status'] }).toEqual(expected);
    expect(offered[1]).toEqual(['SubmitResult']);
  });

  test('without a price money cannot be limited, unless the model runs on this machine', async () => {
    const other = await startTestDaemon({ config: modelConfig('http://192.0.2.1:9/v1', '') });
    const bare = await startTestDaemon({ config: modelConfig(model.baseUrl, '') });
    try {
      const given = ['-m', 'm', '-p', 'go', '--max-usd', '1'];
      const refused = await command(given, { home: other.home, cwd: other.cwd });
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('the model m has no price') });
      expect((await command(given, { home: bare.home, cwd: bare.cwd })).code).toBe(0);
    } finally {
      await Promise.all([other.close(), bare.close()]);
    }
  });

  test.each<[string[], string]>([
    [['--max-steps', '0'], '--max-steps needs a whole number'],
    [['--max-steps', '1.5'], '--max-steps needs a whole number'],
    [['--max-usd', '0'], '--max-usd needs an amount'],
    [['--max-usd', 'ten'], '--max-usd needs an amount'],
    [['--max-time', '10'], '--max-time needs a duration'],
    [['--max-time', '200h'], '--max-time needs a duration'],
    [['--max-steps', '1', '--on-limit', 'ask'], '--on-limit'],
    [['--on-limit', 'answer'], '--on-limit needs --max-steps or --max-time'],
  ])('usage error: %j', async (argv, message) => {
    const { code, err } = await command(['-p', 'x', ...argv], { home: daemon.home, cwd: daemon.cwd });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });
});

describe('--fallback-model', () => {
  const failure = (status: number, code?: string): ScriptedReply => ({
    error: { status, message: 'come back later', retryAfter: 0, ...(code === undefined ? {} : { code }) },
  });
  const modelsOf = (bodies: readonly object[]) => bodies.map((body) => Reflect.get(body, 'model') as unknown);

  test.each([
    ['overloaded, after all attempts', [failure(529), failure(529)]],
    ['broken, after all attempts', [failure(503), failure(500)]],
    ['out of quota, which no attempt changes', [failure(429, 'insufficient_quota')]],
  ])('continues the turn of a model that is %s, with one notice', async (_, failures) => {
    replies = [look('a'), ...failures, look('b'), { text: 'done by the other' }];
    const { code, out, err, record, bodies } = await run('--fallback-model', 'spare');
    expect([code, out]).toEqual([0, expect.stringContaining('done by the other')]);
    const used = ['scripted', ...failures.map(() => 'scripted'), 'other', 'other'];
    expect(modelsOf(bodies)).toEqual(used);
    expect(err.match(/spare continues the turn/g)).toHaveLength(1);
    expect(record).toMatchObject({ status: 'completed', turns: 1, models: ['m', 'spare'] });
    expect(bodies.at(-1)?.messages).toEqual(expect.arrayContaining(bodies[0]?.messages ?? []));
  });

  test('that fails too ends the turn, and a bad request is no reason for it', async () => {
    replies = [failure(529), failure(529), failure(529), failure(529)];
    const both = await run('--fallback-model', 'spare');
    expect([both.code, modelsOf(both.bodies)]).toEqual([1, ['scripted', 'scripted', 'other', 'other']]);
    expect(both.record).toMatchObject({ status: 'failed', error: { code: 'provider.overloaded' } });
    replies = [failure(400)];
    const bad = await run('--fallback-model', 'spare');
    expect([bad.code, modelsOf(bad.bodies)]).toEqual([1, ['scripted']]);
  });

  test('must be ready, and have a price where money is limited', async () => {
    const place = { home: daemon.home, cwd: daemon.cwd };
    const given = ['-m', 'm', '-p', 'go', '--fallback-model'];
    const sessions = async () => (await daemon.ok('listSessions', {})).items.length;
    const before = await sessions();
    expect(await command([...given, 'spre'], place)).toMatchObject({
      code: 1,
      out: '',
      err: 'error: --fallback-model: unknown model "spre"; did you mean spare?\n',
    });
    expect(await sessions()).toBe(before);
    expect(await command(['--fallback-model', 'spare'], place)).toMatchObject({ code: 2 });
  });
});
