/** A session over each protocol: tools, thinking that is sent back, titles, summaries, and a change of the model. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { stream } from '../providers/bench.js';
import { dialects } from '../providers/dialects/index.js';
import type { Dialect, Part, Seen } from '../providers/dialects/dialect.js';
import { startRawModel, type RawModel, type RawReply, type RawRequest } from '../helpers/rawmodel.js';
import { hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

const key = 'sk-very-secret-key';
const figures = { input: 100, cacheRead: 20, cacheWrite: 0, output: 7, reasoning: 0 };
const todo: Part = {
  call: { id: 'call_1', name: 'TodoList' },
  arguments: ['{"todos":[{"title":"port the lexer","status":"pending"}]}'],
};

let raw: RawModel;
let trial: Trial;
let asked: (Seen & { path: string })[];

beforeEach(async () => {
  raw = await startRawModel();
  asked = [];
});
afterEach(async () => {
  await trial.close();
  await raw.close();
});

/** Returns the dialect of a request, by its path. */
function dialectOf(request: RawRequest, used: readonly Dialect[]): Dialect {
  const found = used.find(({ path }) => path === request.path);
  if (!found) throw new Error(`nobody serves ${request.path}`);
  return found;
}

/** Answers requests without tools with text; a turn thinks and makes a list, and ends when it sees the result. */
function answer(request: RawRequest, used: readonly Dialect[]): RawReply {
  const dialect = dialectOf(request, used);
  const seen = dialect.seen(request.body as Record<string, unknown>);
  asked.push({ ...seen, path: request.path });
  const aside = seen.tools.length === 0;
  const over = seen.lines.at(-1)?.startsWith('result ') === true;
  const parts: Part[] = aside
    ? [{ text: ['Port ', 'the parser'] }]
    : over
      ? [{ text: ['All ', 'done.'] }]
      : [{ thinking: ['let me ', 'see'] }, todo];
  const wire = dialect.reply({ parts, ending: aside || over ? 'end_turn' : 'tool_use', usage: figures });
  return { body: [stream([...wire.start, ...wire.content, ...wire.finish, ...wire.end])] };
}

async function start(...used: Dialect[]): Promise<Talk> {
  raw.reply((request) => answer(request, used));
  const tables = used.map(
    ({ type, settings }) =>
      `[providers.${type}]\ntype = "${type}"\nbase_url = "${raw.url}"\napi_key = "${key}"\n` +
      placeOf(settings?.vertex) +
      `[models.${type}]\nprovider = "${type}"\nmodel = "test-model"\nmax_context_size = 100000\n` +
      'capabilities = ["thinking", "tool_use"]\n',
  );
  trial = await startTrial({ config: `default_model = "${used[0]?.type}"\n${tables.join('')}`, sleep: hurried(5) });
  return trial.talk({ title: undefined, agent_config: { permission_mode: 'yolo' } });
}

/** Some protocols need a cloud project and location. */
function placeOf(vertex: { project?: string; location?: string } | undefined): string {
  if (!vertex) return '';
  return `env = { GOOGLE_CLOUD_PROJECT = "${vertex.project}", GOOGLE_CLOUD_LOCATION = "${vertex.location}" }\n`;
}

describe.each(dialects.map((dialect) => [dialect.type, dialect] as const))('%s', (_type, dialect) => {
  test('a turn, a title and a summary', async () => {
    const talk = await start(dialect);
    await talk.run('please port the parser');
    await talk.until((frame) => frame.payload['title'] === 'Port the parser');
    const said = await talk.messages();
    expect(said.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    // a protocol may store more than it shows
    expect(said[1]?.content.filter((part) => part['thinking'] !== '')).toMatchObject([
      { type: 'thinking', thinking: 'let me see' },
      { type: 'tool_use', tool_name: 'TodoList', input: { todos: [{ title: 'port the lexer', status: 'pending' }] } },
    ]);
    expect(said[3]?.content).toEqual([{ type: 'text', text: 'All done.' }]);
    // the model's thinking is sent back with its call
    const second = asked.find(({ lines }) => lines.at(-1)?.startsWith('result '));
    expect(second?.lines).toContain('thinking let me see');
    expect(second?.proofs).toEqual(dialect.proof === undefined ? [] : [dialect.proof]);
    const { data } = await talk.call<{ usage: object }>('GET', '');
    expect(data.usage).toMatchObject({ input_tokens: 160, cache_read_tokens: 40, output_tokens: 14 });

    const from = talk.frames.length;
    expect((await talk.call('POST', ':compact')).code).toBe(0);
    await talk.until('compaction.completed', from);
    await talk.run('go on');
    const last = asked.at(-1)?.lines.join('\n');
    expect(last).toContain('<conversation-summary>\nPort the parser');
    expect(JSON.stringify([talk.frames, talk.statuses])).not.toContain(key);
  });
});

test('a model of another protocol gets the history without the thinking of the first', async () => {
  const [first, second] = ['openai_responses', 'anthropic'].map((type) => dialects.find((each) => each.type === type));
  if (!first || !second) throw new Error('a dialect is missing');
  const talk = await start(first, second);
  await talk.run('please port the parser');
  await talk.run('go on', { model: second.type });
  const sent = asked.filter(({ path, tools }) => path === second.path && tools.length > 0);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.proofs).toEqual([]);
  expect(sent[0]?.lines.filter((line) => line.startsWith('thinking '))).toEqual([]);
  expect(sent[0]?.lines.filter((line) => line.startsWith('call '))).toHaveLength(1);
  // the second model gets its own proof back within its turn, but not that of the first
  expect(sent[1]?.proofs).toEqual([second.proof]);
});
