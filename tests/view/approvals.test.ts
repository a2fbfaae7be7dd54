/** Approvals as the user decides them: what is shown, which choices there are, and what each choice sends. */
import { describe, expect, test } from '@jest/globals';
import type { Approval, TextEdit } from '../../schemas/generated/types.js';
import {
  choicesOf,
  decisionFor,
  describeApproval,
  hunksDecision,
  reviewChoices,
  reviewDecision,
  selectHunks,
  toggleHunk,
} from '../../client/view/approvals.js';

const approval = (more: Partial<Approval> = {}): Approval => ({
  approval_id: 'approval_1',
  session_id: 'session_1',
  agent_id: 'main',
  tool_call_id: 'call_1',
  tool_name: 'Bash',
  action: 'Run npm test',
  tool_input_display: { kind: 'command', command: 'npm test' },
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  session_scope: false,
  runtime_id: 'local',
  profile: 'full',
  scopes: ['once'],
  editable: false,
  ...more,
});
const editOf = (...ids: string[]): TextEdit => ({
  path: '/p/a.ts',
  exists: true,
  base_sha256: 'ab',
  hunks: ids.map((id) => ({ id, old_start: 1, old_lines: 1, new_start: 1, new_lines: 1, lines: ['-a', '+b'] })),
  newline: 'lf',
  final_newline: { before: true, after: true },
});
const plan = (options?: { label: string; description: string }[]) =>
  approval({
    tool_name: 'ExitPlanMode',
    tool_input_display: { kind: 'plan_review', plan: '# Plan', ...(options && { options }) },
  });

describe('a call', () => {
  test('says what it is about, who asks, why, and what is dangerous', () => {
    const shown = describeApproval(
      approval({ agent_id: 'agent_2', agent_type: 'explore', reason: 'no rule', danger: ['It deletes files.'] }),
    );
    expect(shown).toMatchObject({
      call: { title: 'Bash', subject: 'npm test', body: [{ kind: 'command', text: 'npm test' }] },
      agent: { id: 'agent_2', type: 'explore' },
      reason: 'no rule',
      dangers: ['It deletes files.'],
    });
    expect(describeApproval(approval())).not.toHaveProperty('agent');
  });

  test.each<[string, Partial<Approval>, (string | number)[]]>([
    ['least', {}, ['approve', 1, 'reject', 3, 'reject-feedback', 4]],
    [
      'remembered',
      { session_scope: true, scopes: ['once', 'session'], scope_rule: 'Bash(npm test)' },
      ['approve', 1, 'approve-session', 2, 'reject', 3, 'reject-feedback', 4],
    ],
    [
      'for good',
      { scopes: ['once', 'session', 'always'], scope_rule: 'Network(a.test:443)' },
      ['approve', 1, 'approve-session', 2, 'reject', 3, 'reject-feedback', 4, 'approve-always', 6],
    ],
    ['editable', { editable: true }, ['approve', 1, 'reject', 3, 'reject-feedback', 4, 'amend', 5]],
  ])('numbers keep their meaning: %s', (_, more, expected) => {
    expect(choicesOf(approval(more)).flatMap(({ kind, number }) => [kind, number])).toEqual(expected);
  });

  test('is amended by hunks where there are several, by its text where there is a file, else by its arguments', () => {
    const by = (edit?: TextEdit) => choicesOf(approval({ editable: true, ...(edit && { edit }) })).at(-1);
    expect(by(editOf('h1', 'h2'))).toMatchObject({ by: 'hunks' });
    expect(by(editOf('h1'))).toMatchObject({ by: 'content' });
    expect(by({ ...editOf(), truncated: true })).toMatchObject({ by: 'content' });
    expect(by()).toMatchObject({ by: 'input' });
  });

  test.each([
    [{ kind: 'approve', number: 1 }, '', { decision: 'approved' }],
    [{ kind: 'approve', number: 1 }, ' look ', { decision: 'approved', feedback: 'look' }],
    [{ kind: 'approve-session', number: 2, rule: 'r' }, '', { decision: 'approved', scope: 'session' }],
    [{ kind: 'approve-always', number: 6, subject: 'a.test' }, '', { decision: 'approved', scope: 'always' }],
    [{ kind: 'reject', number: 3 }, 'unused', { decision: 'rejected' }],
    [{ kind: 'reject-feedback', number: 4 }, 'no', { decision: 'rejected', feedback: 'no' }],
  ] as const)('%j with %j sends %j', (choice, text, sent) => {
    expect(decisionFor(choice, text)).toEqual(sent);
  });

  test('with other arguments sends them', () => {
    expect(decisionFor({ kind: 'amend', number: 5, by: 'input' }, '', { input: { command: 'ls' } })).toEqual({
      decision: 'approved',
      amend: { input: { command: 'ls' } },
    });
  });
});

test('some hunks are sent in their order, all as a plain approval, none not at all', () => {
  const asked = approval({ editable: true, edit: editOf('h1', 'h2', 'h3') });
  const all = selectHunks(asked);
  expect(hunksDecision(asked, all)).toEqual({ decision: 'approved' });
  const two = toggleHunk(all, 'h2');
  expect(hunksDecision(asked, two, 'as agreed')).toEqual({
    decision: 'approved',
    amend: { hunks: ['h1', 'h3'] },
    feedback: 'as agreed',
  });
  expect(hunksDecision(asked, toggleHunk(two, 'h2'))).toEqual({ decision: 'approved' });
  expect(hunksDecision(asked, ['h1', 'h3'].reduce(toggleHunk, two))).toBeUndefined();
});

describe('a plan', () => {
  test('is approved with its options, revised with a text, or rejected', () => {
    const asked = plan([{ label: 'Fast', description: 'in one go' }]);
    const choices = reviewChoices(asked) ?? [];
    expect(choices.map(({ label }) => label)).toEqual(['Fast', 'Revise', 'Reject', 'Reject and Exit']);
    const sent = choices.map((choice) => reviewDecision(asked, choice, 'shorter'));
    expect(sent).toEqual([
      { decision: 'approved', selected_label: 'Fast' },
      { decision: 'rejected', selected_label: 'Revise', feedback: 'shorter' },
      { decision: 'rejected', selected_label: 'Reject' },
      { decision: 'rejected', selected_label: 'Reject and Exit' },
    ]);
  });

  test('without options has Approve', () => expect(reviewChoices(plan())?.[0]).toMatchObject({ label: 'Approve' }));
});

test('a goal starts in the present mode or in one that the session gets first', () => {
  const asked = approval({ tool_input_display: { kind: 'goal_start', objective: 'o', mode: 'manual' } });
  const choices = reviewChoices(asked) ?? [];
  expect(choices.map(({ mode }) => mode)).toEqual([undefined, 'auto', 'yolo', undefined]);
  expect(choices.map((choice) => reviewDecision(asked, choice).decision)).toEqual([
    ...['approved', 'approved', 'approved'],
    'rejected',
  ]);
  expect(reviewChoices(approval())).toBeUndefined();
});
