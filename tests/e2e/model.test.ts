/** The built program with models of every real protocol: prompt, call, approval, answer, and content of requests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { agent, makePlace, startWeb, type Place, type Web } from './program.js';

jest.setTimeout(60_000);

const protocols = ['openai', 'anthropic'] as const;

let place: Place;
let web: Web;
let models: Record<(typeof protocols)[number], ScriptedModel>;
let raw: RawModel;

beforeAll(async () => {
  models = { openai: await startModel(), anthropic: await startModel() };
  raw = await startRawModel();
  const entry = (name: string, type: string, url: string): string =>
    `[providers.${name}]\ntype = "${type}"\nbase_url = "${url}"\napi_key = "sk-of-${name}-itself"\n` +
    `[models.${name}]\nprovider = "${name}"\nmodel = "large"\nmax_context_size = 100000\ncapabilities = ["thinking", "tool_use", "image_in"]\n`;
  place = makePlace(
    [
      'default_model = "openai"\n',
      entry('openai', 'openai', models.openai.baseUrl),
      entry('anthropic', 'anthropic', models.anthropic.hostUrl),
      entry('raw-openai', 'openai', `${raw.url}/v1`),
      entry('raw-anthropic', 'anthropic', raw.url),
    ].join(''),
  );
  writeFileSync(join(place.cwd, 'notes.txt'), 'alpha\n');
  web = await startWeb(place);
});
afterAll(async () => {
  await place.leave();
  await Promise.all([models.openai.close(), models.anthropic.close(), raw.close()]);
});

describe.each(protocols)('%s', (protocol) => {
  test('prompt, thinking, calls side by side, approval, answer, usage', async () => {
    const model = models[protocol];
    model.reply(
      {
        thinking: 'I shall look and run.',
        signature: 'proof',
        text: 'Looking.',
        usage: { input: 1_000, output: 20 },
        calls: [
          { name: 'Read', input: { path: 'notes.txt' }, id: 'c1' },
          { name: 'Bash', input: { command: 'echo from the shell' }, id: 'c2' },
        ],
      },
      { text: 'Both are done.', usage: { input: 1_100, output: 30 } },
    );
    const id = await web.session({ agent_config: { model: protocol, thinking: 'high' } });
    await web.prompt(id, 'look and run');
    const asked = await web.event(id, 'event.approval.requested');
    expect(asked.payload).toMatchObject({ tool_name: 'Bash', action: 'Run: echo from the shell' });
    expect((await web.ok('getSession', { session_id: id })).pending_interaction).toBe('approval');
    await web.ok(
      'resolveApproval',
      { session_id: id, approval_id: String(asked.payload['approval_id']) },
      { decision: 'approved' },
    );
    await web.event(id, 'turn.ended', 'completed');

    const { items } = await web.ok('listMessages', { session_id: id });
    expect(items.toReversed().map(({ role, content }) => [role, content])).toEqual([
      ['user', [{ type: 'text', text: 'look and run' }]],
      [
        'assistant',
        [
          expect.objectContaining({ type: 'thinking', thinking: 'I shall look and run.' }),
          { type: 'text', text: 'Looking.' },
          expect.objectContaining({
            type: 'tool_use',
            tool_call_id: 'c1',
            tool_name: 'Read',
            input: { path: 'notes.txt' },
          }),
          expect.objectContaining({ type: 'tool_use', tool_call_id: 'c2', tool_name: 'Bash' }),
        ],
      ],
      ...(['c1', 'c2'] as const).map((call) => [
        'tool',
        [expect.objectContaining({ type: 'tool_result', tool_call_id: call })],
      ]),
      ['assistant', [{ type: 'text', text: 'Both are done.' }]],
    ]);
    expect(JSON.stringify(items)).toContain('from the shell');
    const { usage } = await web.ok('getSession', { session_id: id });
    expect(usage).toMatchObject({ input_tokens: 2_100, output_tokens: 50, turn_count: 1, context_limit: 100_000 });
    expect(usage.context_tokens).toBeGreaterThanOrEqual(1_130);
    expect((await web.ok('getSessionUsage', { session_id: id })).by_model).toEqual({
      [protocol]: expect.objectContaining({ input_tokens: 2_100, output_tokens: 50, turn_count: 1 }),
    });

    expect(model.requests).toHaveLength(2);
    expect(JSON.stringify(model.requests[1]?.body)).toContain('from the shell');
    model.checkInvariants({
      secrets: protocols.filter((other) => other !== protocol).map((other) => `sk-of-${other}-itself`),
    });
  });

  test('agent -p -m: the answer on stdout, thinking on stderr', async () => {
    models[protocol].reply({ thinking: 'Hm.\nWell.', text: 'Two\nlines.', chunkSize: 3 });
    const outcome = await agent(place, ['-p', 'hello', '-m', protocol]);
    expect(outcome).toMatchObject({ code: 0, out: '• Two\n  lines.\n\n' });
    expect(outcome.err).toMatch(/^• Hm\.\n {2}Well\.\n\nTo resume this session: agent -r session_\w{26}\n$/);
  });

  test('the first request, with all tools, stays small', async () => {
    raw.reply({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: ['{"error":{"message":"no more"}}'],
    });
    const from = raw.requests.length;
    const id = await web.session({ agent_config: { model: `raw-${protocol}` } });
    await web.prompt(id, 'hi');
    await web.event(id, 'turn.ended', 'failed');
    const request = raw.requests[from];
    const size = Number(request?.headers['content-length']);
    console.log(`${protocol}: the request for "hi" has ${size} bytes`);
    expect((request?.body as { tools: unknown[] }).tools).toHaveLength(
      (await web.ok('listTools')).tools.filter(({ active }) => active).length,
    );
    expect(size).toBeLessThanOrEqual(12_500);
    expect(size).toBe(Buffer.byteLength(JSON.stringify(request?.body)));
  });
});
