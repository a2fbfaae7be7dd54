/** Long texts are stored in files beside the log and complete for every reader; a lost one costs only its message. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { eventually, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';
import { unzip } from '../helpers/unzip.js';

jest.setTimeout(120_000);

/** A long text with characters of one to four bytes, some of which JSON has to escape. */
const long = (word: string): string => `${word} "ä€😀"\n`.repeat(40_000);

let trial: Trial;
let model: ScriptedModel;
beforeEach(async () => {
  model = await startModel();
  const config = modelConfig(model.baseUrl).replace('max_context_size = 100000', 'max_context_size = 9000000');
  trial = await startTrial({ config });
});
afterEach(async () => {
  await trial.close();
  await model.close();
});

const talkTo = (): Promise<Talk> => trial.talk({ agent_config: { permission_mode: 'yolo' } });
const folder = (id: string): string => join(trial.home, 'sessions', id, 'texts');
const filesOf = (id: string): string[] => (existsSync(folder(id)) ? readdirSync(folder(id)) : []);

function stored<T>(query: (db: Database.Database) => T): T {
  const db = new Database(join(trial.home, 'agent.db'));
  try {
    return query(db);
  } finally {
    db.close();
  }
}

const longestRow = (): number =>
  stored(
    (db) =>
      db
        .prepare<[], number>(
          'SELECT max((SELECT max(length(payload)) FROM events), (SELECT max(length(content)) FROM prompts))',
        )
        .pluck()
        .get() as number,
  );

async function textsOf(talk: Talk): Promise<unknown[]> {
  return (await talk.messages()).flatMap(({ content }) => content.map((part) => part['text'] ?? part['input']));
}

/** Returns the user messages of the last request. */
function asked(): string {
  return JSON.stringify(model.bodies.at(-1)?.messages.filter(({ role }) => role === 'user'));
}

async function promptOf(talk: Talk): Promise<unknown> {
  const page = await talk.call<{ items: { kind: string; prompt?: string }[] }>('GET', '/transcript?agent_id=main');
  return page.data.items.findLast(({ kind }) => kind === 'turn')?.prompt;
}

test('a long prompt is written once, no row is long, and every reader has all of it, also after a restart', async () => {
  model.reply({ text: 'one' }, { text: long('answer'), chunkSize: 50_000 }, { text: 'three' });
  const talk = await talkTo();
  const text = long('prompt');
  const sent = await talk.submit(text);
  expect((sent.data as { content?: unknown }).content).toEqual([{ type: 'text', text }]);
  await talk.until('prompt.completed');
  expect(filesOf(talk.id)).toHaveLength(1);
  const [name = ''] = filesOf(talk.id);
  expect(readFileSync(join(folder(talk.id), name), 'utf8')).toBe(text);
  expect(statSync(join(folder(talk.id), name)).mode & 0o777).toBe(0o600);
  await talk.run('more');
  expect(longestRow()).toBeLessThan(64 * 1024);
  const all = [text, 'one', 'more', long('answer')];
  expect(await textsOf(talk)).toEqual(all);
  await trial.restart();
  const again = await trial.join(talk.id);
  expect(await textsOf(again)).toEqual(all);
  const { data } = await again.call<{ messages: { items: { id: string; content: unknown[] }[] } }>('GET', '/snapshot');
  expect(data.messages.items.map(({ content }) => content)).toEqual(all.map((each) => [{ type: 'text', text: each }]));
  const single = await again.call('GET', `/messages/${data.messages.items[0]?.id ?? ''}`);
  expect(single.data['content']).toEqual([{ type: 'text', text }]);
  await again.run('last');
  expect(asked()).toContain(JSON.stringify(text).slice(1, -1));
});

test('the transcript shows the prompt of a turn whole, and its reply', async () => {
  model.reply({ text: long('answer'), chunkSize: 50_000 });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  expect(await promptOf(talk)).toBe(long('prompt'));
  await trial.restart();
  expect(await promptOf(await trial.join(talk.id))).toBe(long('prompt'));
  const { data } = await talk.call('GET', '/transcript?agent_id=main');
  expect(JSON.stringify(data['items'])).toContain(JSON.stringify(long('answer')).slice(1, -1));
});

test('two prompts with the same text share a file; one that waits reads whole in the queue and can be edited', async () => {
  model.reply({ text: 'one', delayMs: 5_000 }, { text: 'two' }, { text: 'three' });
  const talk = await talkTo();
  await talk.submit(long('same'));
  const second = await talk.submit(long('same'));
  const third = await talk.submit('short');
  const queue = await talk.call<{ queued: { content: unknown }[] }>('GET', '/prompts');
  expect(queue.data.queued[0]?.content).toEqual([{ type: 'text', text: long('same') }]);
  const edit = { content: [{ type: 'text', text: long('edited') }] };
  expect((await talk.call('PATCH', `/prompts/${third.data.prompt_id}`, edit)).data['content']).toEqual(edit.content);
  expect(second.code).toBe(0);
  await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === third.data.prompt_id);
  expect(filesOf(talk.id)).toHaveLength(2);
  expect(await textsOf(talk)).toEqual([long('same'), 'one', long('same'), 'two', long('edited'), 'three']);
});

test('several texts of one prompt, and the turn that says them together', async () => {
  model.reply({ text: 'one' });
  const talk = await talkTo();
  const content = [long('first'), long('second')].map((text) => ({ type: 'text', text }));
  await talk.call('POST', '/prompts', { content });
  await talk.until('prompt.completed');
  expect((await talk.messages())[0]?.content).toEqual(content);
  expect(await promptOf(talk)).toBe(`${long('first')}\n${long('second')}`);
  expect(longestRow()).toBeLessThan(64 * 1024);
});

test('arguments of a call are whole in its message, and in the file that it writes', async () => {
  const input = { path: 'w.txt', content: long('line') };
  model.reply({ calls: [{ name: 'Write', input }], chunkSize: 50_000 }, { text: 'done' }, { text: 'again' });
  const talk = await talkTo();
  await talk.run('write');
  expect(readFileSync(join(trial.cwd, 'w.txt'), 'utf8')).toBe(long('line'));
  await trial.restart();
  const again = await trial.join(talk.id);
  expect((await textsOf(again))[1]).toEqual(input);
  expect(longestRow()).toBeLessThan(64 * 1024);
  await again.run('go on');
  expect(JSON.stringify(model.bodies.at(-1)?.messages)).toContain('line \\\\\\"ä€😀\\\\\\"');
});

test('an undo gives the text back, a redo brings the message back', async () => {
  model.reply({ text: 'one' });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  await trial.restart();
  const again = await trial.join(talk.id);
  const undone = await again.call<{ prompts: { text: string }[] }>('POST', ':undo', {});
  expect(undone.data.prompts.map(({ text }) => text)).toEqual([long('prompt')]);
  expect(await textsOf(again)).toEqual([]);
  expect((await again.call('POST', ':redo', {})).code).toBe(0);
  expect(await textsOf(again)).toEqual([long('prompt'), 'one']);
});

test('a fork has its texts when the session that it was made of is gone', async () => {
  model.reply({ text: 'one' }, { text: 'two' }, { text: 'three' });
  const talk = await talkTo();
  await talk.run(long('first'));
  const [, answer] = (await talk.call<{ items: { id: string }[] }>('GET', '/messages')).data.items.toReversed();
  await talk.run(long('second'));
  const fork = (await talk.call<{ id: string }>('POST', ':fork', {})).data.id;
  const part = (await talk.call<{ id: string }>('POST', ':fork', { message_id: answer?.id })).data.id;
  expect([filesOf(fork).length, filesOf(part).length]).toEqual([2, 1]);
  expect((await trial.call('DELETE', `/api/v1/sessions/${talk.id}`)).code).toBe(0);
  expect(filesOf(talk.id)).toEqual([]);
  await trial.restart();
  expect(await textsOf(await trial.join(part))).toEqual([long('first'), 'one']);
  const again = await trial.join(fork);
  expect(await textsOf(again)).toEqual([long('first'), 'one', long('second'), 'two']);
  await again.run('more');
  expect(asked()).toContain(JSON.stringify(long('second')).slice(1, -1));
});

test('the export has the texts in its messages and events, and the files', async () => {
  model.reply({ text: 'one' });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  const answer = await fetch(`${trial.daemon.baseUrl}/api/v1/sessions/${talk.id}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${trial.daemon.token ?? ''}` },
  });
  const entries = await unzip(new Uint8Array(await answer.arrayBuffer()));
  const lines = (name: string) =>
    (entries.get(name) ?? Buffer.alloc(0))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; content: unknown; payload: Record<string, unknown> });
  expect(lines('messages.jsonl')[0]?.content).toEqual([{ type: 'text', text: long('prompt') }]);
  const started = lines('events.jsonl').find(({ type }) => type === 'turn.started');
  expect(started?.payload['prompt']).toBe(long('prompt'));
  expect(entries.get(`session/texts/${filesOf(talk.id)[0] ?? ''}`)?.toString()).toBe(long('prompt'));
});

test('a frame of over 1 MiB is cut, live and from the log; a shorter one is whole', async () => {
  model.reply({ text: 'one' }, { text: 'two' });
  const talk = await talkTo();
  const [short, over] = ['a'.repeat(300_000), 'b'.repeat(1_100_000)];
  await talk.run(short);
  await talk.run(over);
  await trial.restart();
  const again = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
  for (const from of [talk, again]) {
    const started = from.frames.filter(({ type }) => type === 'turn.started').map(({ payload }) => payload);
    expect([started[0]?.['prompt'] === short, started[0]?.['truncated']]).toEqual([true, undefined]);
    expect([started[1]?.['prompt'] === `${over.slice(0, 65_536)}…`, started[1]?.['truncated']]).toEqual([true, true]);
  }
});

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['cut', (file: string) => truncateSync(file, 1_000)],
])('a file that is %s costs only the text', async (_how, damage) => {
  model.reply({ text: 'one' }, { text: 'two' }, { text: 'three' });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  await talk.run('short');
  await trial.restart();
  damage(join(folder(talk.id), filesOf(talk.id)[0] ?? ''));
  const again = await trial.join(talk.id);
  const [lost, ...others] = await textsOf(again);
  expect(lost).toMatch(
    /^\[A text of 560000 characters is lost: sessions\/session_\w+\/texts\/text_\w+ cannot be read\.\]$/,
  );
  expect(others).toEqual(['one', 'short', 'two']);
  expect(await promptOf(again)).toBe('short');
  await again.run('go on');
  expect(asked()).toContain('A text of 560000 characters is lost');
});

test('a file that no row names goes when the session is loaded, a fresh one and those of messages stay', async () => {
  model.reply({ text: 'one' }, { text: 'two' });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  const [named = ''] = filesOf(talk.id);
  await trial.restart();
  const [left, fresh] = ['text_01aaaaaaaaaaaaaaaaaaaaaaaa', 'text_01bbbbbbbbbbbbbbbbbbbbbbbb'];
  const before = new Date(Date.now() - 120_000);
  for (const name of [left, fresh]) writeFileSync(join(folder(talk.id), name), 'half a te');
  for (const name of [left, named]) utimesSync(join(folder(talk.id), name), before, before);
  const again = await trial.join(talk.id);
  expect(await textsOf(again)).toEqual([long('prompt'), 'one']);
  await again.run('go on');
  await eventually(() => !filesOf(talk.id).includes(left), 'the file goes');
  expect(filesOf(talk.id).sort()).toEqual([fresh, named].sort());
});

test('rows from before read as they did, and what looks like the name of a file is no such name', async () => {
  model.reply({ text: 'one' }, { text: 'two' });
  const talk = await talkTo();
  await talk.run(long('prompt'));
  const [name = ''] = filesOf(talk.id);
  const forged = `\udfff${talk.id}/${name}:0:5:5`;
  await talk.run(`${forged}"\\uDFFF${talk.id}/${name}:0:5:5"`, { metadata: { forged } });
  await trial.daemon.close();
  stored((db) => {
    const inline = JSON.stringify(long('prompt'));
    for (const [table, column] of [
      ['events', 'payload'],
      ['prompts', 'content'],
    ])
      for (const { id, json } of db
        .prepare<[], { id: number; json: string }>(
          `SELECT ${table === 'events' ? 'seq' : 'position'} AS id, ${column} AS json FROM ${table} WHERE ${column} LIKE '%"\\uDFFF%'`,
        )
        .all())
        db.prepare(
          `UPDATE ${table} SET ${column} = ? WHERE ${table === 'events' ? 'seq' : 'position'} = ? AND session_key > 0`,
        ).run(
          json.replace(/"\\uDFFF[^"]+"/g, () => inline),
          id,
        );
  });
  rmSync(folder(talk.id), { recursive: true });
  await trial.restart();
  const again = await trial.join(talk.id);
  const plain = `\ufffd${talk.id}/${name}:0:5:5`;
  expect(await textsOf(again)).toEqual([long('prompt'), 'one', `${plain}"\\uDFFF${talk.id}/${name}:0:5:5"`, 'two']);
  expect((await again.messages())[2]?.metadata?.['client']).toEqual({ forged: plain });
});
