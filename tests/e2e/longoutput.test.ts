/** `agent -p` with texts, arguments and results longer than a frame, and readers that pause or leave (cli.md 4). */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import { chatReply, startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { agent, follow, launch, makePlace, resumed, root, startWeb, type Place, type Web } from './program.js';

jest.setTimeout(60_000);

const mebibyte = 1024 * 1024;
/** Returns lines that all differ, so that missing or repeated parts are detected. */
const linesOf = (chars: number): string =>
  Array.from({ length: Math.ceil(chars / 16) }, (_, index) => `line ${String(index).padStart(10, '0')}`)
    .join('\n')
    .slice(0, chars);
const long = `${linesOf(1.5 * mebibyte)} end 😀`;

let place: Place;
let web: Web;
let raw: RawModel;

beforeAll(async () => {
  raw = await startRawModel();
  place = makePlace(
    `default_model = "raw"\n[providers.raw]\ntype = "openai"\nbase_url = "${raw.url}/v1"\napi_key = "x"\n` +
      '[models.raw]\nprovider = "raw"\nmodel = "large"\nmax_context_size = 50000000\ncapabilities = ["tool_use"]\n',
  );
  web = await startWeb(place);
});
afterAll(async () => {
  await place.leave();
  await raw.close();
});
beforeEach(() => void raw.requests.splice(0));

/** Returns the result of the last call as the model received it. */
function gotResult(): string {
  const { messages } = raw.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  return messages.findLast(({ role }) => role === 'tool')?.content ?? '';
}

const objects = (out: string): unknown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
const block = (text: string): string => `• ${text.replaceAll('\n', '\n  ')}\n\n`;

describe('over 1 MiB', () => {
  test('call arguments: stream-json writes them whole, once; the file is written', async () => {
    const given = JSON.stringify({ path: 'json.txt', content: long });
    raw.reply(
      chatReply({ text: 'Writing.', calls: [{ id: 'c1', name: 'Write', arguments: given }] }),
      chatReply({ text: 'Done.' }),
    );
    const { code, out } = await agent(place, ['-p', 'write it', '--output-format', 'stream-json']);
    expect(code).toBe(0);
    expect(objects(out)).toEqual([
      {
        role: 'assistant',
        content: 'Writing.',
        tool_calls: [{ type: 'function', id: 'c1', function: { name: 'Write', arguments: given } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: gotResult() },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(readFileSync(join(place.cwd, 'json.txt'), 'utf8')).toBe(long);
  });

  test('call arguments: text names the call in one line, and writes the texts around it whole, once', async () => {
    const given = JSON.stringify({ path: 'text.txt', content: long });
    raw.reply(
      chatReply({ text: long, calls: [{ id: 'c1', name: 'Write', arguments: given }] }),
      chatReply({ text: long }),
    );
    const outcome = await agent(place, ['-p', 'write it']);
    expect(outcome.code).toBe(0);
    expect(outcome.out === block(long).repeat(2)).toBe(true);
    expect(outcome.err).toBe(
      `[tool] Write ${join(place.cwd, 'text.txt')}\n[tool] Write ok\nTo resume this session: agent -r ${resumed(outcome)}\n`,
    );
    expect(readFileSync(join(place.cwd, 'text.txt'), 'utf8')).toBe(long);
  });

  test('the output of a command: stream-json writes what the model gets, text its end on stderr, each once', async () => {
    const call = { id: 'c1', name: 'Bash', arguments: JSON.stringify({ command: 'cat source.txt' }) };
    raw.reply(
      chatReply({
        calls: [{ id: 'c0', name: 'Write', arguments: JSON.stringify({ path: 'source.txt', content: long }) }],
      }),
      chatReply({ text: 'made' }),
    );
    await agent(place, ['-p', 'make it']);
    raw.reply(chatReply({ calls: [call] }), chatReply({ text: 'Done.' }));
    const json = await agent(place, ['-p', 'show it', '--output-format', 'stream-json']);
    expect(objects(json.out)[1]).toEqual({ role: 'tool', tool_call_id: 'c1', content: gotResult() });
    expect(gotResult().length).toBeGreaterThan(10_000);
    raw.reply(chatReply({ calls: [call] }), chatReply({ text: 'Done.' }));
    const text = await agent(place, ['-p', 'show it']);
    expect(text.out).toBe('• Done.\n\n');
    expect(text.err.match(/^\[tool\] .*$/gm)).toEqual(['[tool] Bash cat source.txt', '[tool] Bash ok']);
    expect(text.err.match(/^ {2}line 0000098303 end 😀$/gm)).toHaveLength(1);
  });
});

describe('a reader', () => {
  const formats = ['text', 'stream-json'] as const;
  const expected = {
    text: block,
    'stream-json': (text: string) => `${JSON.stringify({ role: 'assistant', content: text })}\n`,
  };
  const huge = linesOf(6 * mebibyte);

  test.each(formats)(
    '%s: that takes 100 bytes and goes away ends the program with 1, without a word',
    async (format) => {
      raw.reply(chatReply({ text: huge }));
      const line = '"$0" "$@" | head -c 100; echo "[${PIPESTATUS[0]}]"';
      const argv = [join(root, 'bin/agent.js'), '-p', 'tell', '--output-format', format];
      const child = spawn('/bin/bash', ['-c', line, process.execPath, ...argv], {
        cwd: place.cwd,
        env: place.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const { out, err } = await follow(place, child).ended;
      const taken = Buffer.from(expected[format](huge)).subarray(0, 100).toString();
      expect({ out, err }).toEqual({ out: `${taken}[1]\n`, err: '' });
      expect(defects()).toEqual([]);
    },
  );

  test.each(formats)(
    '%s: that pauses until the turn is over gets the rest of the answer, whole, once',
    async (format) => {
      raw.reply(chatReply({ text: huge }));
      const known = await sessions();
      const running = launch(place, ['-p', 'tell', '--output-format', format]);
      running.child.stdout?.pause();
      const id = await until('the session', async () => (await sessions()).find((each) => !known.includes(each)));
      await web.event(id, 'prompt.completed');
      expect(running.out().length).toBeLessThan(mebibyte);
      expect(running.child.exitCode).toBeNull();
      running.child.stdout?.resume();
      const { code, out, err } = await running.ended;
      expect(code).toBe(0);
      expect(out === expected[format](huge)).toBe(true);
      expect(err).toBe(`To resume this session: agent -r ${id}\n`);
    },
  );
});

/** Returns log lines that report a bug. */
function defects(): string[] {
  return readFileSync(join(place.home, 'logs/agent-code.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
}

async function sessions(): Promise<string[]> {
  return (await web.ok('listSessions')).items.map(({ id }) => id);
}
