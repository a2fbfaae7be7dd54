/** What both output formats write to stderr in addition to the answer. */
import { describe, expect, test } from '@jest/globals';
import { createJsonPrinter } from '../../client/print/stream-json.js';
import { createTextPrinter } from '../../client/print/text.js';
import { type Recorded, print, thought, called, result, failed } from './print.fixture.js';

describe('lines on stderr (cli.md 4.2)', () => {
  test('a failed turn is said once', async () => {
    expect(await print(failed, createTextPrinter)).toEqual({ out: '', err: 'error: refused\n' });
  });

  test('a compaction is one line on stderr', async () => {
    const result = { summary: 'Goal: …', compactedCount: 9, tokensBefore: 86_000, tokensAfter: 5_200 };
    expect(await print([['compaction.completed', { result, durationMs: 1 }]], createTextPrinter)).toEqual({
      out: '',
      err: '[compaction] 86000 tokens of context compacted to 5200\n',
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
    ['a goal that continues', changed({ kind: 'lifecycle', status: 'active' }), ''],
    ['output of a task', ['task.output', { taskId: 'bash-1a2b3c4d', chunk: 'x' }], ''],
  ])('%s: one line on stderr in both formats', async (_name, recorded, line) => {
    for (const make of [createTextPrinter, createJsonPrinter])
      expect(await print([recorded], make)).toEqual({ out: '', err: line === '' ? '' : `${line}\n` });
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
