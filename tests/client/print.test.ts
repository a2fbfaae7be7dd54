import { describe, expect, test } from '@jest/globals';
import wrap from 'wrap-ansi';
import type { Message } from '../../schemas/generated/types.js';
import type { EventFrame } from '../../client/api/stream.js';
import { createBlock } from '../../client/print/block.js';
import { createJsonPrinter } from '../../client/print/stream-json.js';
import type { Sink } from '../../client/print/printer.js';
import { createTextPrinter } from '../../client/print/text.js';

type Recorded = [type: string, payload?: object, extra?: object];

/** The frames of one turn of `main`, in the order of ws.md 8. */
function frames(recorded: Recorded[]): EventFrame[] {
  return recorded.map(([type, payload, extra], index) => ({
    type,
    seq: index + 1,
    session_id: 's',
    timestamp: '',
    ...extra,
    payload: { type, agentId: 'main', sessionId: 's', turnId: 1, step: 1, ...payload },
  })) as unknown as EventFrame[];
}

function sink(columns?: number): Sink & { text: string } {
  return {
    text: '',
    ...(columns && { isTTY: true, columns, wrap }),
    write(text) {
      this.text += text;
    },
  };
}

async function print(
  recorded: Recorded[],
  make: typeof createTextPrinter,
  { columns, whole }: { columns?: number; whole?: Message } = {},
): Promise<{ out: string; err: string }> {
  const stdout = sink(columns);
  const stderr = sink(columns);
  const readMessage = (): Promise<Message> => (whole ? Promise.resolve(whole) : Promise.reject(new Error('not cut')));
  const printer = make({ stdout, stderr, readMessage });
  for (const frame of frames(recorded)) await printer.frame(frame);
  printer.end();
  return { out: stdout.text, err: stderr.text };
}

const said = (delta: string, offset: number): Recorded => ['assistant.delta', { delta }, { volatile: true, offset }];
const thought = (delta: string, offset: number): Recorded => ['thinking.delta', { delta }, { volatile: true, offset }];
const assistant = (content: object[], metadata: object = {}): Recorded => [
  'message.appended',
  { message: { id: 'm', session_id: 's', role: 'assistant', content, created_at: '', metadata } },
];
const text = (value: string): object => ({ type: 'text', text: value });
const use = (id: string, name: string, input: unknown): object => ({
  type: 'tool_use',
  tool_call_id: id,
  tool_name: name,
  input,
});
const called = (toolCallId: string, name: string, display: object): Recorded => [
  'tool.call.started',
  { toolCallId, name, args: {}, display },
];
const result = (toolCallId: string, output: unknown, more: object = {}): Recorded => [
  'tool.result',
  { toolCallId, output, ...more },
];

const plain: Recorded[] = [
  ['turn.started'],
  ['turn.step.started', { attempt: 1 }],
  thought('hm', 0),
  thought('m\nok', 2),
  said('Two', 0),
  said(' files.\nDone', 3),
  assistant([{ type: 'thinking', thinking: 'hmm\nok' }, text('Two files.\nDone')]),
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

const tools: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  said('Looking.', 0),
  assistant([text('Looking.'), use('c1', 'Bash', { command: 'ls' }), use('c2', 'Read', { path: 'a' })]),
  called('c1', 'Bash', { kind: 'command', command: 'ls\nsecond' }),
  called('c2', 'Read', { kind: 'file_io', operation: 'read', path: 'a' }),
  ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'one\ntw' } }],
  result(
    'c2',
    [
      { type: 'text', text: 'no' },
      { type: 'image', source: { kind: 'session_media', file_id: 'f1' } },
    ],
    { isError: true },
  ),
  ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'o' } }],
  result('c1', 'one\ntwo'),
  ['turn.step.completed'],
  ['turn.step.started', { step: 2 }],
  said('End.', 0),
  [
    'message.appended',
    { step: 2, message: { id: 'm', session_id: 's', role: 'assistant', content: [text('End.')], created_at: '' } },
  ],
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

const retried: Recorded[] = [
  ['turn.started'],
  ['turn.step.started', { attempt: 1 }],
  said('Half', 0),
  [
    'turn.step.retrying',
    { failedAttempt: 1, nextAttempt: 2, maxAttempts: 3, delayMs: 1500, errorName: 'e', errorMessage: 'overloaded' },
  ],
  ['turn.step.started', { attempt: 2 }],
  said('Whole', 0),
  assistant([text('Whole')]),
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

const failed: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  ['turn.step.interrupted', { reason: 'error', message: 'refused' }],
  ['turn.ended', { reason: 'failed', error: { code: 'provider.api_error', message: 'refused', retryable: false } }],
  ['error', { code: 'provider.api_error', message: 'refused', retryable: false }],
];

const aborted: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  said('Hal', 0),
  assistant([text('Half'), use('c9', 'Bash', {})], { partial: true }),
  ['turn.step.interrupted', { reason: 'aborted' }],
  ['turn.ended', { reason: 'cancelled' }],
];

describe('text (cli.md 4.2)', () => {
  test('a plain reply: thinking on stderr, text on stdout, both as blocks', async () => {
    expect(await print(plain, createTextPrinter)).toEqual({ out: '• Two files.\n  Done\n\n', err: '• hmm\n  ok\n\n' });
  });

  test('behind a gap nothing more of a text is shown, also what would seem to fit, until it is healed', async () => {
    const whole = (delta: string): Recorded => [
      'assistant.delta',
      { delta, recovered: true },
      { volatile: true, offset: 0 },
    ];
    const until = [said('Hello', 0), said('XX', 3), said(' there', 5)];
    expect((await print(until, createTextPrinter)).out.trim()).toBe('• Hello');
    expect((await print([...until, whole('Hello wor'), said('ld', 9)], createTextPrinter)).out.trim()).toBe(
      '• Hello world',
    );
    expect((await print([...until, assistant([text('Hello world')])], createTextPrinter)).out.trim()).toBe(
      '• Hello world',
    );
  });

  test('calls, live output and results on stderr; a block ends when a call follows', async () => {
    const { out, err } = await print(tools, createTextPrinter);
    expect(out).toBe('• Looking.\n\n• End.\n\n');
    expect(err).toBe('[tool] Bash ls\n[tool] Read a\n  one\n[tool] Read error: no\n  two\n[tool] Bash ok\n');
  });

  test('text of a failed attempt stays, the next one is a block of its own', async () => {
    expect(await print(retried, createTextPrinter)).toEqual({
      out: '• Half\n\n• Whole\n\n',
      err: '[retry] attempt 2 of 3 in 1.5 s: overloaded\n',
    });
  });

  test('a failed turn is said once', async () => {
    expect(await print(failed, createTextPrinter)).toEqual({ out: '', err: 'error: refused\n' });
  });

  test('a compaction is one line on stderr', async () => {
    const result = { summary: 'Goal: …', compactedCount: 9, tokensBefore: 86_000, tokensAfter: 5_200 };
    expect(await print([['compaction.completed', { result, durationMs: 1 }]], createTextPrinter)).toEqual({
      out: '',
      err: '[compaction] 86000 tokens of context summed up to 5200\n',
    });
  });

  const task = (more: object): object => ({
    info: {
      kind: 'process',
      taskId: 'bash-1a2b3c4d',
      description: 'the\nserver',
      status: 'running',
      exitCode: null,
      ...more,
    },
  });
  const changed = (change: object): Recorded => ['goal.updated', { snapshot: null, change }];

  test.each<[string, Recorded, string]>([
    [
      'a refusal by a hook',
      ['hook.result', { hookEvent: 'PreToolUse', content: '\nno\nmore', blocked: true }],
      '[hook] PreToolUse blocked: no',
    ],
    ['text of a hook', ['hook.result', { hookEvent: 'Stop', content: 'go on' }], '[hook] Stop: go on'],
    [
      'a compaction that came to nothing',
      ['compaction.cancelled', { reason: 'failed' }],
      '[compaction] ended without effect (failed)',
    ],
    ['a task', ['task.started', task({})], '[task] bash-1a2b3c4d started: the'],
    [
      'its end',
      ['task.terminated', task({ status: 'failed', exitCode: 3 })],
      '[task] bash-1a2b3c4d failed (exit code 3)',
    ],
    [
      'its stop',
      ['task.terminated', task({ status: 'killed', stopReason: 'by the user' })],
      '[task] bash-1a2b3c4d was stopped: by the user',
    ],
    ['a scheduled prompt', ['cron.fired', { origin: {}, prompt: 'look' }], '[cron] look'],
    [
      'the end of a goal',
      changed({ kind: 'completion', status: 'complete', stats: { turnsUsed: 1 }, reason: 'won' }),
      '[goal] complete after 1 turn: won',
    ],
    [
      'a goal that stops',
      changed({ kind: 'lifecycle', status: 'blocked', reason: 'no way' }),
      '[goal] blocked: no way',
    ],
    ['a goal that is cancelled', changed({ kind: 'lifecycle', reason: 'cancelled' }), '[goal] ended: cancelled'],
    ['a goal that goes on', changed({ kind: 'lifecycle', status: 'active' }), ''],
    ['output of a task', ['task.output', { taskId: 'bash-1a2b3c4d', chunk: 'x' }], ''],
  ])('%s: one line on stderr in both formats', async (_name, recorded, line) => {
    for (const make of [createTextPrinter, createJsonPrinter])
      expect(await print([recorded], make)).toEqual({ out: '', err: line === '' ? '' : `${line}\n` });
  });

  test('the final message completes what the deltas left open', async () => {
    expect((await print(aborted, createTextPrinter)).out).toBe('• Half\n\n');
    expect((await print([said('a', 0), said('late', 40), assistant([text('a whole')])], createTextPrinter)).out).toBe(
      '• a whole\n\n',
    );
    expect((await print([assistant([text('never streamed')])], createTextPrinter)).out).toBe('• never streamed\n\n');
    expect((await print([said('wrong', 0), assistant([text('right')])], createTextPrinter)).out).toBe(
      '• wrong\n\n• right\n\n',
    );
  });

  test('recovered text is not shown twice', async () => {
    const recovered: Recorded = [
      'assistant.delta',
      { delta: 'Hello wo', recovered: true },
      { volatile: true, offset: 0 },
    ];
    expect(
      (await print([said('Hello', 0), recovered, said('rld', 8), assistant([text('Hello world')])], createTextPrinter))
        .out,
    ).toBe('• Hello world\n\n');
  });

  test('line breaks around the text are no part of the block, those inside are', async () => {
    expect(
      (await print([said('\n\na\n', 0), said('\nb\n\n', 4), assistant([text('\n\na\n\nb\n\n')])], createTextPrinter))
        .out,
    ).toBe('• a\n  \n  b\n\n');
  });

  test('escape sequences of the answer reach a pipe, a terminal shows them', async () => {
    const recorded = [said('a\u001b', 0), said('[2Jb\u0007c\r', 2), said('\nd', 9), said('\rx', 11)];
    expect((await print(recorded, createTextPrinter)).out).toBe('• a\u001b[2Jb\u0007c\r\n  d\rx\n\n');
    expect((await print(recorded, createTextPrinter, { columns: 80 })).out).toBe('• a\\x1b[2Jb\\x07c\n  d\\x0dx\n\n');
  });

  test('a character that is cut in two deltas is written whole', async () => {
    const written: string[] = [];
    const out: Sink = { write: (piece) => written.push(piece) };
    const block = createBlock(out, { raw: true });
    for (const unit of '😀x'.split('')) block.write(unit);
    block.close();
    expect(written.every((piece) => piece.isWellFormed())).toBe(true);
    expect(written.join('')).toBe('• 😀x\n\n');
  });

  const hostile = '\u001b]52;c;aGk=\u0007\u009b2J\u202e';
  const shown = '\\x1b]52;c;aGk=\\x07\\x9b2J\\u202e';
  test.each<[string, Recorded[], string]>([
    [
      'tool names and subjects',
      [
        called('c', `x${hostile}\n[tool] Read`, { kind: 'command', command: `ls ${hostile}` }),
        result('c', `no ${hostile}`, { isError: true }),
      ],
      `[tool] x${shown}\\n[tool] Read ls ${shown}\n[tool] x${shown}\\n[tool] Read error: no ${shown}\n`,
    ],
    [
      'live output',
      [['tool.progress', { toolCallId: 'c', update: { kind: 'stdout', text: `${hostile}\r\n${hostile}` } }]],
      `  ${shown}\n  ${shown}\n`,
    ],
    ['thinking', [thought(`${hostile}\n${hostile}`, 0)], `• ${shown}\n  ${shown}\n\n`],
    [
      'errors: no further line looks like one of ours',
      [
        [
          'turn.ended',
          { reason: 'failed', error: { code: 'x', message: `${hostile}\n[tool] Bash ok`, retryable: false } },
        ],
      ],
      `error: ${shown}\n  [tool] Bash ok\n`,
    ],
    ['warnings', [['warning', { message: hostile }]], `warning: ${shown}\n`],
    [
      'MCP servers',
      [['mcp.server.status', { server: { name: `a\nb`, status: 'failed', error: hostile } }]],
      `warning: MCP server a\\nb failed: ${shown}\n`,
    ],
  ])('%s never control the terminal, on a pipe either', async (_name, recorded, expected) => {
    for (const columns of [undefined, 400])
      expect((await print(recorded, createTextPrinter, columns === undefined ? {} : { columns })).err).toBe(expected);
  });
});

describe('frames that were cut', () => {
  const long = 'x'.repeat(200_000);
  const cutOff = `${long.slice(0, 65_536)}…`;
  const message = (content: object[]): Message =>
    ({ id: 'm', session_id: 's', role: 'assistant', content, created_at: '' }) as unknown as Message;
  const cutFrame: Recorded = ['message.appended', { truncated: true, message: message([text(cutOff)]) }];

  test('text: the whole text once, whatever was streamed', async () => {
    const whole = message([text(long)]);
    for (const before of [[], [said(long.slice(0, 1_000), 0)], [said(long, 0)], [said('x', 0), said('x', 900)]])
      expect((await print([...before, cutFrame], createTextPrinter, { whole })).out).toBe(`• ${long}\n\n`);
  });

  test('stream-json: whole text, arguments and results', async () => {
    const input = { content: `${long}\u009b😀` };
    const whole = message([
      text(`${'y'.repeat(65_535)}😀${long}`),
      use('c1', 'Write', input),
      { type: 'tool_result', tool_call_id: 'c1', output: `done ${long}` },
    ]);
    const recorded: Recorded[] = [cutFrame, result('c1', cutOff, { truncated: true, messageId: 'm' })];
    const { out } = await print(recorded, createJsonPrinter, { whole });
    const [first, second, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(more).toEqual([]);
    expect(first).toEqual({
      role: 'assistant',
      content: `${'y'.repeat(65_535)}😀${long}`,
      tool_calls: [{ type: 'function', id: 'c1', function: { name: 'Write', arguments: JSON.stringify(input) } }],
    });
    expect(second).toEqual({ role: 'tool', tool_call_id: 'c1', content: `done ${long}` });
    expect(out).not.toMatch(/[\u0080-\u009f]/);
  });

  test('a reader that is slow holds up the printer after each piece', async () => {
    let waiting: (() => void) | undefined;
    let written = 0;
    const slow: Sink = {
      write: (piece) => (written += piece.length),
      ready: () => new Promise((resolve) => (waiting = resolve)),
    };
    const options = { stdout: slow, stderr: sink(), readMessage: () => Promise.resolve(message([text(long)])) };
    for (const make of [createTextPrinter, createJsonPrinter]) {
      written = 0;
      const [frame] = frames([cutFrame]);
      let done = false;
      const printed = make(options)
        .frame(frame as EventFrame)
        .then(() => (done = true));
      for (let most = 65_536; !done; most += 65_536) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(written).toBeLessThan(most + 100);
        waiting?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await printed;
      expect(written).toBeGreaterThanOrEqual(long.length);
    }
  });
});

describe('wrapping at the width of the terminal', () => {
  const long =
    'the quick brown fox jumps over the lazy dog and runs away from 你好世界你好世界你好世界你好世界 😀 internationalization-of-everything-there-is';

  function rows(value: string, pieces: number[]): string[] {
    const out = sink(24);
    const block = createBlock(out);
    let at = 0;
    for (const size of pieces) {
      block.write(value.slice(at, at + size));
      at += size;
    }
    block.write(value.slice(at));
    block.close();
    return out.text.trimEnd().split('\n');
  }

  test.each([[[]], [[1, 2, 3, 4, 5]], [Array.from({ length: 60 }, () => 2)]])(
    'in pieces of %j no row is too wide and no letter is lost',
    (pieces) => {
      const lines = rows(long, pieces);
      for (const line of lines)
        expect([...line].reduce((sum, char) => sum + (/[\u3000-\u9fff😀]/u.test(char) ? 2 : 1), 0)).toBeLessThanOrEqual(
          24,
        );
      expect(lines[0]).toMatch(/^• the quick/);
      expect(lines.slice(1).every((line) => line.startsWith('  '))).toBe(true);
      expect(
        lines
          .map((line) => line.slice(2))
          .join('')
          .replaceAll(' ', ''),
      ).toBe(long.replaceAll(' ', ''));
    },
  );

  test('words are kept whole, however they are cut into pieces', () => {
    const lines = rows(
      'alpha beta gamma deltas epsilon',
      Array.from({ length: 20 }, () => 1),
    );
    expect(lines.map((line) => line.trimEnd())).toEqual(['• alpha beta gamma', '  deltas epsilon']);
  });

  test('not a terminal: only the own line breaks of the text', async () => {
    expect((await print([said(long, 0), assistant([text(long)])], createTextPrinter)).out).toBe(`• ${long}\n\n`);
  });
});

describe('stream-json (cli.md 4.3)', () => {
  const lines = async (recorded: Recorded[]): Promise<unknown[]> =>
    (await print(recorded, createJsonPrinter)).out
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);

  test('one Assistant line per step, then one Tool line per call in call order', async () => {
    expect(await lines(tools)).toEqual([
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          { type: 'function', id: 'c1', function: { name: 'Bash', arguments: '{"command":"ls"}' } },
          { type: 'function', id: 'c2', function: { name: 'Read', arguments: '{"path":"a"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'one\ntwo' },
      { role: 'tool', tool_call_id: 'c2', content: '<system>error: the call failed</system>\nno\n[image: f1]' },
      { role: 'assistant', content: 'End.' },
    ]);
  });

  test('thinking is not written, progress goes to stderr', async () => {
    expect(await print(plain, createJsonPrinter)).toEqual({
      out: '{"role":"assistant","content":"Two files.\\nDone"}\n',
      err: '',
    });
    expect((await print(tools, createJsonPrinter)).err).toContain('[tool] Bash ok\n');
  });

  test('a failed attempt writes nothing, an aborted step its text without calls', async () => {
    expect(await lines(retried)).toEqual([{ role: 'assistant', content: 'Whole' }]);
    expect(await lines(aborted)).toEqual([{ role: 'assistant', content: 'Half' }]);
    expect(await lines(failed)).toEqual([]);
    expect(await lines([assistant([], { partial: true })])).toEqual([]);
  });

  test('a step without text has no content; arguments that were no JSON stay as they came', async () => {
    expect(await lines([assistant([use('c', 'Bash', '{"half')])])).toEqual([
      {
        role: 'assistant',
        tool_calls: [{ type: 'function', id: 'c', function: { name: 'Bash', arguments: '{"half' } }],
      },
    ]);
  });
});
