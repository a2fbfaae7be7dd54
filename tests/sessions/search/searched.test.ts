/** Which text of a message can be searched. */
import { expect, test } from '@jest/globals';
import { searchedText } from '../../../daemon/sessions/search/searched.js';
import type { ContentPart, Message, MessageMetadata, Origin } from '../../../schemas/generated/types.js';

const text = (value: string): ContentPart => ({ type: 'text', text: value });
const skill = { activationId: 'a', skillName: 'review', trigger: 'user-slash' } as const;

function message(role: Message['role'], content: ContentPart[], metadata: MessageMetadata = {}): Message {
  return { id: 'msg_1', session_id: 'session_1', role, content, created_at: '2025-01-01T00:00:00.000Z', metadata };
}
const from = (origin: Origin, ...parts: string[]): Message => message('user', parts.map(text), { origin });

/** name, message, its text for the search */
const rows: [string, Message, string][] = [
  ['a prompt', from({ kind: 'user' }, 'hello', 'there'), 'hello\nthere'],
  [
    'an answer with thinking and a call',
    message('assistant', [
      { type: 'thinking', thinking: 'secret thoughts' },
      text('the answer'),
      { type: 'tool_use', tool_call_id: 'c', tool_name: 'Bash', input: { command: 'ls' } },
    ]),
    'the answer',
  ],
  [
    'an answer of a call alone',
    message('assistant', [{ type: 'tool_use', tool_call_id: 'c', tool_name: 'Bash', input: {} }]),
    '',
  ],
  ['a result', message('tool', [{ type: 'tool_result', tool_call_id: 'c', output: 'files' }]), ''],
  ['a message of the system', message('system', [text('be kind')]), ''],
  ['hidden text', message('user', [text('reminder')], { hidden: true }), ''],
  [
    'the prompt of a schedule',
    from({ kind: 'cron_job', jobId: 'j', cron: '* * * * *', recurring: true, coalescedCount: 0, stale: false }, 'look'),
    'look',
  ],
  ['the task of a subagent', from({ kind: 'system_trigger', name: 'subagent' }, 'find it'), 'find it'],
  ['news of a task', from({ kind: 'task', taskId: 'bash-1', status: 'completed', notificationId: 'n' }, 'output'), ''],
  ['a hook', from({ kind: 'hook_result', event: 'Stop' }, 'go on'), ''],
  ['a summary', from({ kind: 'compaction_summary' }, 'so far'), ''],
  ['a reminder', from({ kind: 'injection', variant: 'plan_mode' }, 'plan'), ''],
  ['a line for the shell', from({ kind: 'shell_command', phase: 'input' }, '<bash-input>ls -l</bash-input>'), 'ls -l'],
  ['what the shell said', from({ kind: 'shell_command', phase: 'output' }, '<bash-stdout>x</bash-stdout>'), ''],
  [
    'a skill by its slash',
    from({ kind: 'skill_activation', ...skill, skillArgs: 'main.ts' }, 'the text of the skill'),
    '/review main.ts',
  ],
  ['a skill that the model loads', from({ kind: 'skill_activation', ...skill, trigger: 'model-tool' }, 'the text'), ''],
  [
    'a prompt with a skill',
    from({ kind: 'user', skillActivations: [skill] }, 'the text of the skill', 'my words'),
    'my words',
  ],
];

test.each(rows)('%s', (_, given, expected) => {
  expect(searchedText(given)).toBe(expected);
});

test('not half a character at the end of what counts', () => {
  expect(searchedText(from({ kind: 'user' }, `${'x'.repeat(19_999)}🎉`))).toBe('x'.repeat(19_999));
});
