/** An editor sees each call under one id, announced once and brought to an end (acp-cli.md 1.10, 1.11). */
import { expect, test } from '@jest/globals';
import type { ToolDisplay } from '../../schemas/generated/types.js';
import { createCalls } from '../../client/acp/calls.js';
import { contentOfResult, titleOf } from '../../client/acp/callcontent.js';
import type { Update } from '../../client/acp/update.js';
import type { EventFrame } from '../../client/api/stream.js';

const frame = <T extends EventFrame['type']>(type: T, payload: object) =>
  ({
    type,
    seq: 1,
    session_id: 's',
    timestamp: '',
    payload: { agentId: 'main', turnId: 1, step: 1, ...payload },
  }) as unknown as Extract<EventFrame, { type: T }>;
const callsOf = (updates: readonly Update[]) =>
  updates.flatMap((update) => (update.kind === 'call' ? [update.call] : []));
let time = 0;
const create = (more = {}) =>
  createCalls({ cwd: '/project', now: () => time, hasTerminals: false, showsSubagents: true, ...more });

test('two subagents and the main agent that name a call alike have three calls', () => {
  const calls = create();
  const ids = ['main', 'agent_1', 'agent_2'].flatMap((agentId) =>
    callsOf(calls.started(frame('tool.call.started', { agentId, toolCallId: 'k1', name: 'Read', args: {} }))).map(
      ({ id }) => id,
    ),
  );
  expect(ids).toEqual(['1:k1', 'agent_1:1:k1', 'agent_2:1:k1']);
});

test('a call that was announced and whose step is tried again fails, and its next attempt is announced again', () => {
  const calls = create();
  const [announced] = callsOf(calls.delta(frame('tool.call.delta', { toolCallId: 'a', name: 'Bash' })));
  expect(announced).toMatchObject({ id: '1:a', isNew: true, status: 'pending', kind: 'execute' });
  expect(calls.delta(frame('tool.call.delta', { toolCallId: 'a', argumentsPart: '{' }))).toEqual([]);
  expect(callsOf(calls.dropped('main', 1, 1))).toMatchObject([{ id: '1:a', isNew: false, status: 'failed' }]);
  const [again] = callsOf(
    calls.started(frame('tool.call.started', { toolCallId: 'a', name: 'Bash', args: { command: 'ls' } })),
  );
  expect(again).toMatchObject({ isNew: true, status: 'in_progress' });
  expect(calls.dropped('main', 1, 1)).toEqual([]);
});

test('live output replaces its text at most once a second', () => {
  const calls = create();
  calls.started(frame('tool.call.started', { toolCallId: 'a', name: 'Bash', args: {} }));
  const progress = (text: string) =>
    calls.progress(frame('tool.progress', { toolCallId: 'a', update: { kind: 'stdout', text } }));
  expect(callsOf(progress('one\n'))).toMatchObject([{ content: [{ text: 'one\n' }] }]);
  expect(progress('two\n')).toEqual([]);
  time += 1_000;
  expect(callsOf(progress('three\n'))).toMatchObject([{ content: [{ text: 'one\ntwo\nthree\n' }] }]);
});

test('reads of a subagent are lines of the call that began it, unless the editor wants them', () => {
  const calls = create({ showsSubagents: false });
  calls.started(frame('tool.call.started', { toolCallId: 'p', name: 'Agent', args: {} }));
  calls.spawned(frame('subagent.spawned', { subagentId: 'agent_1', parentToolCallId: 'p', subagentName: 'x' }));
  const display = { kind: 'file_io', operation: 'read', path: 'a.ts' };
  const read = (at: number) =>
    callsOf(
      calls.started(
        frame('tool.call.started', { agentId: 'agent_1', toolCallId: `r${at}`, name: 'Read', args: {}, display }),
      ),
    );
  const [line] = [1, 2, 3, 4, 5, 6].map(read).at(-1) ?? [];
  expect(line).toMatchObject({ id: '1:p', isNew: false });
  expect((line?.content?.[0] as { text: string }).text.split('\n')).toHaveLength(5);
  expect(calls.result(frame('tool.result', { agentId: 'agent_1', toolCallId: 'r1', output: 'x' }))).toEqual([]);
});

test('a result of a call that was never seen is announced with its end', () => {
  const [call] = callsOf(create().result(frame('tool.result', { toolCallId: 'z', output: 'done' })));
  expect(call).toMatchObject({ isNew: true, status: 'completed', output: 'done' });
});

test('a diff that the server cut is shown by hunks', () => {
  const unified = '--- a\n+++ a\n@@ -900,3 +900,3 @@\n same\n-old\n+new\n same';
  const cut = contentOfResult('', { kind: 'diff', path: 'a', before: 'old\n', after: 'new\n', unified }, '/project');
  expect(cut).toEqual([{ kind: 'diff', path: '/project/a', before: 'same\nold\nsame\n', after: 'same\nnew\nsame\n' }]);
  const whole = { before: 'x\nold\n', after: 'x\nnew\n', unified: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n x\n-old\n+new' };
  expect(contentOfResult('', { kind: 'diff', path: '/b', ...whole }, '/project')).toEqual([
    { kind: 'diff', path: '/b', before: 'x\nold\n', after: 'x\nnew\n' },
  ]);
});

test('a title is one line, and a fence is longer than those inside', () => {
  const title = (tool: string, display: ToolDisplay, said?: string) => titleOf(tool, display, said, '/project');
  expect(title('Bash', { kind: 'command', command: `echo ${'x'.repeat(200)}\nsecond` })).toHaveLength(119);
  expect(title('Read', { kind: 'file_io', operation: 'read', path: 'a.ts' })).toBe('Read a.ts');
  const [content] = contentOfResult('a ``` b', { kind: 'command_output', exit_code: 0 }, '/');
  expect(content).toEqual({ kind: 'text', text: '````\na ``` b\n````' });
});

test.each<[string, string, ToolDisplay, string?]>([
  ['Read src/a.ts', 'Read', { kind: 'file_io', operation: 'read', path: '/project/src/a.ts' }],
  ['Read /projects/a.ts', 'Read', { kind: 'file_io', operation: 'read', path: '/projects/a.ts' }],
  [
    'Edit src/a.ts',
    'Edit',
    { kind: 'diff', path: '/project/src/a.ts', before: 'a', after: 'b', unified: '' },
    'Edit /project/src/a.ts',
  ],
  ['Grep a.*b', 'Grep', { kind: 'file_io', operation: 'grep', path: '/project', detail: 'a.*b' }],
  ['Glob **/*.ts in src', 'Glob', { kind: 'file_io', operation: 'glob', path: '/project/src', detail: '**/*.ts' }],
  ['Grep x in /elsewhere', 'Grep', { kind: 'file_io', operation: 'grep', path: '/elsewhere', detail: 'x' }],
  ['Enter plan mode', 'EnterPlanMode', { kind: 'generic', summary: 'Enter plan mode' }],
  ['Review the plan', 'ExitPlanMode', { kind: 'plan_review', plan: 'Paint it', path: '/home/p.md' }],
])('a call is named %s', (title, ...[tool, display, said]) => {
  expect(titleOf(tool, display, said, '/project')).toBe(title);
});
