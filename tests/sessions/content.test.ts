/** Content that breaks other programs may fail its own call, never the session. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chatReply, startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let model: RawModel;
let trial: Trial;

beforeAll(async () => {
  model = await startRawModel();
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`, 'default_permission_mode = "yolo"') });
});
afterAll(async () => {
  await trial.close();
  await model.close();
});

const fine = chatReply({ text: 'fine' });

/** Returns the strings of a value, including its keys and the strings in JSON texts. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^[[{]/.test(value) ? [value, ...strings(parsed(value))] : [value];
  }
  if (Array.isArray(value)) return value.flatMap(strings);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...strings(each)]);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns the strings that providers and strict readers refuse. */
function badStrings(value: unknown): string[] {
  return strings(value).filter((text) => !text.isWellFormed() || text.includes('\0'));
}

/** Runs a turn with one batch of calls and a final reply; returns the results in order. */
async function calls(talk: Talk, ...asked: [name: string, args: string][]): Promise<string[]> {
  model.reply(
    chatReply({
      calls: asked.map(([name, args], at) => ({ id: `c${model.requests.length}_${at}`, name, arguments: args })),
    }),
    fine,
  );
  const from = talk.frames.length;
  await talk.run('go');
  await talk.until('turn.ended completed', from);
  return talk.frames
    .slice(from)
    .filter((frame) => frame.type === 'tool.result')
    .map((frame) => `${frame.payload['isError'] === true ? 'error: ' : ''}${String(frame.payload['output'])}`);
}

/** Returns all that the session stores, as strict readers get it: messages, replayed events, snapshot, list. */
async function readBack(talk: Talk): Promise<string[]> {
  const get = async (path: string) =>
    (
      await fetch(`${trial.daemon.baseUrl}/api/v1${path}`, {
        headers: { authorization: `Bearer ${trial.daemon.token ?? ''}` },
      })
    ).text();
  return Promise.all([
    get(`/sessions/${talk.id}/messages?page_size=100`),
    get(`/sessions/${talk.id}/events`),
    get(`/sessions/${talk.id}/snapshot`),
    get(`/sessions/${talk.id}`),
    get('/sessions'),
  ]);
}

const loneEscape = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/i;

describe('halves of surrogate pairs and NUL', () => {
  const half = '\ud83d';
  const other = '\ude00';

  test('in a prompt', async () => {
    const talk = await trial.talk();
    model.reply(fine);
    const words = `a${half}b ${other} \0 \ud83d\ude00 \\ud83d \\u0000`;
    await talk.run(words, {
      content: [
        { type: 'text', text: words },
        { type: 'mention', path: `src/${half}.ts` },
      ],
      metadata: { [`k${half}`]: `v${half}\0` },
    });
    const request = model.requests.at(-1)?.body;
    expect(badStrings(request)).toEqual([]);
    expect(JSON.stringify(request)).toContain('a\ufffdb \ufffd \ufffd \ud83d\ude00 \\\\ud83d \\\\u0000');
    for (const read of await readBack(talk)) expect(read).not.toMatch(loneEscape);
    await trial.restart();
    const again = await trial.join(talk.id);
    model.reply(fine);
    await again.run('go on');
    expect(badStrings(model.requests.at(-1)?.body)).toEqual([]);
    expect((await again.messages())[0]?.content[0]).toEqual({
      type: 'text',
      text: 'a\ufffdb \ufffd \0 \ud83d\ude00 \\ud83d \\u0000',
    });
  });

  test('in arguments and results of every tool', async () => {
    const talk = await trial.talk();
    const bad = String.raw`x\ud83dy\u0000z`;
    writeFileSync(join(trial.cwd, 'nul.txt'), 'a\0b');
    const results = await calls(
      talk,
      ['Read', `{"path":"${bad}"}`],
      ['Read', '{"path":"nul.txt"}'],
      ['Write', `{"path":"w.txt","content":"${bad}"}`],
      ['Write', `{"path":"${bad}","content":""}`],
      ['Edit', `{"path":"w.txt","old_string":"${bad}","new_string":"\\udc00"}`],
      ['Grep', `{"pattern":"${bad}"}`],
      ['Glob', `{"pattern":"${bad}"}`],
      ['Bash', `{"command":"echo ${bad}","description":"${bad}"}`],
      ['Bash', String.raw`{"command":"printf 'a\\000b\\377\\355\\240\\200c'"}`],
      ['TodoList', `{"todos":[{"title":"${bad}","status":"pending"}]}`],
      [`Tool\ud83d\0`, `{"${bad}":"${bad}"}`],
      ['Bash', `{"command": "${bad}`],
    );
    expect(results).toHaveLength(12);
    // each result names its own problem
    expect(results.filter((each) => each.includes('The tool failed'))).toEqual([]);
    const request = model.requests.at(-1)?.body;
    expect(badStrings(request)).toEqual([]);
    for (const read of await readBack(talk)) expect(read).not.toMatch(loneEscape);
    await trial.restart();
    const again = await trial.join(talk.id);
    model.reply(fine);
    await again.run('go on');
    expect(badStrings(model.requests.at(-1)?.body)).toEqual([]);
  });

  test('in the answer of a model', async () => {
    const talk = await trial.talk();
    const delta = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
    model.reply({
      body: [
        delta(String.raw`a\ud83db`),
        delta(String.raw`\ude00\u0000`),
        delta(String.raw`c\ud83d`),
        ...(fine.body ?? []),
      ],
    });
    await talk.run('go');
    for (const read of await readBack(talk)) expect(read).not.toMatch(loneEscape);
    model.reply(fine);
    await talk.run('go on');
    expect(badStrings(model.requests.at(-1)?.body)).toEqual([]);
  });
});

describe('nothing to say', () => {
  const messagesOf = (at: number) =>
    (model.requests.at(at)?.body as { messages: { role: string; content: unknown; tool_calls?: unknown[] }[] })
      .messages;

  test('blank answers, blank results and blank parts are never sent as empty messages', async () => {
    const talk = await trial.talk();
    writeFileSync(join(trial.cwd, 'blank.txt'), ' \n\t\n');
    const results = await calls(
      talk,
      ['Bash', '{"command":"true"}'],
      ['Bash', '{"command":"printf \'  \\\\n \'"}'],
      ['Read', '{"path":"blank.txt"}'],
    );
    expect(results[0]).toContain('no output');
    model.reply(chatReply({ text: ' \n' }), fine);
    await talk.run('say nothing');
    model.reply(fine);
    await talk.run('x', {
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: ' ' },
        { type: 'text', text: 'on' },
      ],
    });
    for (const message of messagesOf(-1)) {
      const texts = Array.isArray(message.content)
        ? (message.content as { text?: string }[]).map((part) => part.text ?? 'media')
        : [message.content ?? (message.tool_calls ? 'calls' : '')];
      for (const text of texts) expect(String(text).trim()).not.toBe('');
    }
  });

  test('a tool without a name, or with one no protocol takes, does not end the conversation', async () => {
    const talk = await trial.talk();
    const results = await calls(
      talk,
      ['', '{}'],
      ['a b/ü', '{}'],
      ['x'.repeat(200), '{}'],
      ['Read', '[]'],
      ['Read', 'null'],
    );
    expect(results.every((each) => each.startsWith('error: '))).toBe(true);
    const names = messagesOf(-1)
      .flatMap((message) => message.tool_calls ?? [])
      .map((call) => (call as { function: { name: string } }).function.name);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });
});

describe('floods', () => {
  test('binary output of a command', async () => {
    const talk = await trial.talk();
    const [result] = await calls(talk, ['Bash', '{"command":"head -c 100000 /dev/urandom"}']);
    expect(result?.length).toBeLessThan(60_000);
    expect(badStrings(model.requests.at(-1)?.body)).toEqual([]);
    const [next] = await calls(talk, ['Bash', '{"command":"echo still here"}']);
    expect(next).toBe('still here');
  });

  test('200 MB of output', async () => {
    const talk = await trial.talk();
    const [result] = await calls(talk, [
      'Bash',
      '{"command":"head -c 200000000 /dev/zero | tr \'\\\\0\' x","timeout":60}',
    ]);
    expect(result).toMatch(/^error: /);
    expect(result).toContain('its output exceeds 16 MiB');
    expect(result?.length).toBeLessThan(60_000);
    const [next] = await calls(talk, ['Bash', '{"command":"echo still here"}']);
    expect(next).toBe('still here');
    expect(JSON.stringify(model.requests.at(-1)?.body).length).toBeLessThan(500_000);
  });

  test('a line without an end, and a file of one', async () => {
    const talk = await trial.talk();
    writeFileSync(join(trial.cwd, 'long.txt'), 'y'.repeat(5_000_000));
    const results = await calls(
      talk,
      ['Read', '{"path":"long.txt"}'],
      ['Grep', '{"pattern":"y+","path":"long.txt","output_mode":"content"}'],
      ['Bash', '{"command":"cat long.txt"}'],
    );
    for (const result of results) expect(result.length).toBeLessThan(60_000);
  });

  test('arguments nested so deeply that they cannot be stored', async () => {
    const talk = await trial.talk();
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const results = await calls(
      talk,
      ['Bash', deep],
      ['Bash', `{"command":"echo hi","more":${'['.repeat(1_001)}${']'.repeat(1_001)}}`],
      ['TodoList', `{"todos":${lists}}`],
      ['Bash', `{"command":"echo '${'['.repeat(500)}'"}`],
    );
    for (const result of results.slice(0, 3))
      expect(result).toMatch(/^error: The arguments of \w+ are nested too deep/);
    expect(results[3]).toBe('['.repeat(500));
    const [next] = await calls(talk, ['Bash', '{"command":"echo still here"}']);
    expect(next).toBe('still here');
  });

  test('more items than a frame takes: what distinguishes them stays whole', async () => {
    const talk = await trial.talk();
    const many = Array.from({ length: 20_000 }, (_, at) => ({ title: `todo number ${at} of very many`, status: 'x' }));
    const from = talk.frames.length;
    await calls(talk, ['TodoList', JSON.stringify({ todos: many })]);
    const cut = talk.frames.slice(from).filter(({ payload }) => payload['truncated'] === true);
    expect(cut.map(({ type }) => type)).toEqual(['message.appended', 'tool.call.started']);
    for (const frame of cut) {
      expect(frame.payload['sessionId']).toBe(talk.id);
      expect(JSON.stringify(frame).length).toBeLessThanOrEqual(1024 * 1024);
    }
    const { message } = cut[0]?.payload as { message: { id: string; created_at: string } };
    expect((await talk.messages()).map((each) => (each as unknown as { id: string }).id)).toContain(message.id);
    expect(new Date(message.created_at).toISOString()).toBe(message.created_at);
  });

  test('arguments of a megabyte', async () => {
    const talk = await trial.talk();
    const [result] = await calls(talk, ['TodoList', JSON.stringify({ todos: 'z'.repeat(1_000_000) })]);
    expect(result).toMatch(/^error: /);
    expect(result?.length).toBeLessThan(5_000);
    const [next] = await calls(talk, ['Bash', '{"command":"echo still here"}']);
    expect(next).toBe('still here');
  });
});
