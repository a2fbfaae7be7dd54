/** A session as Markdown contains everything, and no text leaves its block. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sessionMarkdown, type ExportSource } from '../../client/commands/markdown.js';
import { markdownBlocks } from '../../client/view/markdown.js';
import type { TranscriptFrame, TranscriptItem, TranscriptTask, TranscriptTurn } from '../../schemas/generated/types.js';

const session: ExportSource['session'] = {
  id: 'session_01jn8q5j0c9m4v7x2b6k3t8w1y',
  title: 'The  date\ntest',
  created_at: '2026-03-01T14:23:05.000Z',
  metadata: { cwd: '/home/ada/pro`ject' },
  agent_config: {
    model: 'work/large',
    permission_mode: 'manual',
    plan_mode: false,
    swarm_mode: false,
    profile: 'default',
  },
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_creation_tokens: 0,
    context_tokens: 0,
    turn_count: 1,
    total_cost_usd: 0.42,
  },
};

function turn(frames: TranscriptFrame[], more: Partial<TranscriptTurn> = {}): TranscriptTurn {
  const step = { kind: 'step', stepId: 't1.1', turnId: 't1', ordinal: 1, state: 'completed', frames } as const;
  const origin = { kind: 'user' } as const;
  return { kind: 'turn', turnId: 't1', ordinal: 1, state: 'completed', origin, prompt: 'go', steps: [step], ...more };
}

function exported(items: TranscriptItem[], tasks: TranscriptTask[] = []): string {
  const attachment = { attachmentId: 't1.att1', mediaType: 'image/png', placeholder: 'Image #1' };
  const attachments = new Map([[attachment.attachmentId, attachment]]);
  const text = sessionMarkdown({
    session,
    transcript: { items, tasks: new Map(tasks.map((task) => [task.taskId, task])), attachments },
  });
  const [head, ...rest] = text.split(/^(?=## |> )/m);
  expect(head?.trimEnd()).toBe(
    '# The date test\n\n- Session: `session_01jn8q5j0c9m4v7x2b6k3t8w1y`\n- Directory: `` /home/ada/pro`ject ``\n- Model: `work/large`\n- Created: 2026-03-01T14:23:05.000Z\n- Cost: $0.42',
  );
  return rest.join('');
}

const text = (words: string, more: object = {}): TranscriptFrame => ({
  ...{ kind: 'text', frameId: 'f', role: 'assistant', text: words },
  ...more,
});
const call = (more: object): TranscriptFrame => ({
  ...{ kind: 'tool', frameId: 'f', toolCallId: 'c', name: 'Bash', state: 'done' },
  ...more,
});

test('prompts, answers, thinking, and what was said meanwhile', () => {
  expect(
    exported([
      turn(
        [
          { kind: 'thinking', frameId: 'f', text: 'one\n\ntwo' },
          text('\n\nThe **answer**.\n'),
          text('also this', { role: 'user' }),
          text('Task bash-1 ended', { role: 'user', taskId: 'bash-1' }),
        ],
        { prompt: 'why?', attachmentIds: ['t1.att1'] },
      ),
    ]),
  ).toBe(
    '## User\n\nwhy?\n\n[Image #1]\n\n## Agent\n\n> *Thinking*\n>\n> one\n>\n> two\n\nThe **answer**.\n\n### User, while it worked\n\nalso this\n\n> Task bash-1 ended\n',
  );
});

test('calls with their subject, outcome and body', () => {
  const body = (frame: TranscriptFrame) => exported([turn([frame], { prompt: '' })]).replace('## Agent\n\n', '');
  const command = { kind: 'command', command: 'npm test' };
  const output = { kind: 'command_output', exit_code: 2, stdout: '\u001b[31mred\u001b[0m\rfresh\n' };
  expect(body(call({ display: command, resultDisplay: output }))).toBe(
    '**Bash** `npm test` (exit 2)\n\n```\nfresh\n```\n',
  );
  const diff = { kind: 'diff', path: 'a.ts', before: 'a\nb\n', after: 'a\nc' };
  expect(body(call({ name: 'Edit', display: diff, resultDisplay: { ...diff, added: 1, removed: 1 } }))).toBe(
    '**Edit** `a.ts` (+1 −1)\n\n```diff\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n```\n',
  );
  const file = { kind: 'file_io', operation: 'edit', path: 'a.ts', before: 'a', after: 'c' };
  expect(body(call({ name: 'Edit', display: file }))).toContain('```diff\n@@\n-a\n+c\n```');
  const todos = [
    { title: 'first', status: 'done' },
    { title: 'second', status: 'pending' },
  ];
  expect(body(call({ name: 'TodoList', resultDisplay: { kind: 'todo_list', items: todos } }))).toBe(
    '**TodoList** (1 of 2 done)\n\n- [x] first\n- [ ] second\n',
  );
  expect(body(call({ name: 'Odd', state: 'error', error: 'it `broke`' }))).toBe(
    '**Odd** (error)\n\n```\nit `broke`\n```\n',
  );
  expect(body(call({ state: 'running', display: command }))).toBe('**Bash** `npm test`\n');
});

test('ends of turns, markers, and work beside the turns', () => {
  const marker = (name: string, payload?: Record<string, unknown>): TranscriptItem => ({
    kind: 'marker',
    markerId: name,
    marker: name,
    payload,
  });
  const task = (more: Partial<TranscriptTask>): TranscriptTask => ({
    ...{ taskId: 'bash-1', kind: 'shell', state: 'completed', detached: false, description: 'ls', outputTail: 'a\n' },
    ...more,
  });
  const ref: TranscriptItem = { kind: 'taskref', refId: 'ref-bash-1', taskId: 'bash-1' };
  expect(exported([turn([], { state: 'cancelled' })])).toBe('## User\n\ngo\n\n> Interrupted.\n');
  expect(exported([turn([], { state: 'failed', error: 'no\nmodel' })])).toContain('> Error: no\n> model\n');
  expect(exported([turn([], { origin: { kind: 'cron' } })])).toBe('## Reminder\n\ngo\n');
  expect(
    exported([
      marker('undo', { count: 2 }),
      marker('plan.enter'),
      marker('skill', { name: 'x' }),
      marker('compaction', { phase: 'started' }),
      marker('compaction', { phase: 'completed', result: { tokensBefore: 52_000, tokensAfter: 9_000 } }),
      marker('notice', { level: 'error', message: 'lost' }),
      marker('unknown'),
    ]),
  ).toBe(
    '> Undid 2 prompts.\n\n> Plan mode on.\n\n> [compaction] 52000 tokens of context compacted to 9000\n\n> lost\n',
  );
  expect(exported([ref], [task({})])).toBe('## User\n\n```sh\n$ ls\n```\n\n```\na\n```\n');
  expect(exported([ref], [task({ detached: true, resultSummary: 'done' })])).toBe('> Task bash-1 completed: done\n');
  expect(exported([ref])).toBe('');
});

test('no output ends its block, and nothing in it controls a terminal', () => {
  const part = fc.constantFrom(
    '`',
    '```',
    '~~~',
    '\n',
    '# x',
    '\u001b]0;x\u0007',
    '\u202e',
    'word ',
    '> ',
    '<b>',
    '\r',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const items = [turn([call({ output: `x${parts.join('')}`, name: 'Odd' }), text('the end')])];
      const whole = exported(items);
      expect(whole).not.toMatch(/[^\t\n\x20-\x7e]/);
      expect(markdownBlocks(whole).map(({ kind }) => kind)).toEqual([
        ...['heading', 'paragraph', 'heading', 'paragraph', 'code', 'paragraph'],
      ]);
    }),
    { seed: 15, numRuns: 500 },
  );
});
