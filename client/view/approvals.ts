/** What waits for approval as the user decides it: the call, its dangers, and the choices with what each of them sends (rest.md 13). */
import type { Operations } from '../../schemas/generated/operations.js';
import type { Approval, PermissionMode } from '../../schemas/generated/types.js';
import { describeCall, type CallView } from './displays.js';
import type { Places } from './format.js';
import { english, type Words } from './words.js';

export type Decision = NonNullable<Operations['resolveApproval']['body']>;

/** Numbers stay with their meaning where a choice is missing. */
export type Choice =
  | { kind: 'approve'; number: 1 }
  /** the rule is remembered for the session */
  | { kind: 'approve-session'; number: 2; rule: string }
  | { kind: 'reject'; number: 3 }
  /** with a text of the user */
  | { kind: 'reject-feedback'; number: 4 }
  /** with some of the hunks, another text, or other arguments */
  | { kind: 'amend'; number: 5; by: 'hunks' | 'content' | 'input' }
  /** the rule is written into the configuration; `subject`: what it speaks of */
  | { kind: 'approve-always'; number: 6; subject: string };

/** Choices of a plan or a goal, numbered from 1. */
export interface ReviewChoice {
  label: string;
  description?: string;
  decision: 'approved' | 'rejected';
  /** with a text of the user */
  hasText?: true;
  /** the session gets it before the decision is sent */
  mode?: PermissionMode;
}

export interface ApprovalView {
  call: CallView;
  /** the asking subagent; absent for the main agent */
  agent?: { id: string; type?: string };
  reason?: string;
  /** why the model wants it outside the sandbox, quoted */
  leaveReason?: string;
  /** why it is risky, one sentence each; they speak of the call as the model gave it */
  dangers: readonly string[];
}

export function describeApproval(approval: Approval, places?: Places, words: Words = english): ApprovalView {
  const {
    tool_name: name,
    tool_input_display: display,
    action,
    agent_id: id,
    agent_type: type,
    reason,
    leave_reason: leaveReason,
    danger,
  } = approval;
  return {
    call: describeCall({ name, display, description: action }, places, words),
    ...(id !== 'main' && { agent: { id, ...(type !== undefined && { type }) } }),
    ...(reason !== undefined && { reason }),
    ...(leaveReason !== undefined && { leaveReason: `“${leaveReason}”` }),
    dangers: danger ?? [],
  };
}

/** The choices of a call; of a plan or a goal `reviewChoices` has them. */
export function choicesOf({ scope_rule: rule = '', scopes, editable, edit }: Approval): Choice[] {
  const subject = /\((.*)\)$/su.exec(rule)?.[1] ?? rule;
  return [
    { kind: 'approve', number: 1 },
    ...(scopes.includes('session') ? [{ kind: 'approve-session', number: 2, rule } as const] : []),
    { kind: 'reject', number: 3 },
    { kind: 'reject-feedback', number: 4 },
    ...(editable ? [{ kind: 'amend', number: 5, by: amendedBy(edit) } as const] : []),
    ...(scopes.includes('always') ? [{ kind: 'approve-always', number: 6, subject } as const] : []),
  ];
}

/** Undefined when the approval is of a call. */
export function reviewChoices({ tool_input_display: display }: Approval): ReviewChoice[] | undefined {
  if (display.kind === 'plan_review') {
    const options = display.options?.length ? display.options : [{ label: 'Approve' }];
    return [
      ...options.map((option): ReviewChoice => ({ ...option, decision: 'approved' })),
      { label: 'Revise', decision: 'rejected', hasText: true },
      { label: 'Reject', decision: 'rejected' },
      { label: 'Reject and Exit', decision: 'rejected' },
    ];
  }
  if (display.kind !== 'goal_start') return undefined;
  return [
    { label: 'Start in the present mode', decision: 'approved' },
    { label: 'Start in auto', decision: 'approved', mode: 'auto' },
    { label: 'Start in yolo', decision: 'approved', mode: 'yolo' },
    { label: "Don't start", decision: 'rejected' },
  ];
}

/** What a choice of a call sends; `text`: feedback with a rejection, a note to the agent with an approval. */
export function decisionFor(choice: Choice, text = '', amend?: Decision['amend']): Decision {
  const feedback = text.trim() === '' ? {} : { feedback: text.trim() };
  switch (choice.kind) {
    case 'approve':
      return { decision: 'approved', ...feedback };
    case 'approve-session':
      return { decision: 'approved', scope: 'session', ...feedback };
    case 'approve-always':
      return { decision: 'approved', scope: 'always', ...feedback };
    case 'amend':
      return { decision: 'approved', ...(amend && { amend }), ...feedback };
    case 'reject':
      return { decision: 'rejected' };
    case 'reject-feedback':
      return { decision: 'rejected', ...feedback };
  }
}

/** What a choice of a plan or a goal sends. */
export function reviewDecision(approval: Approval, { label, decision, hasText }: ReviewChoice, text = ''): Decision {
  const feedback = hasText && text.trim() !== '' ? { feedback: text.trim() } : {};
  return {
    decision,
    ...(approval.tool_input_display.kind === 'plan_review' && { selected_label: label }),
    ...feedback,
  };
}

/** The hunks that are taken, as the user goes through them. */
export interface HunkSelection {
  readonly taken: ReadonlySet<string>;
}

export function selectHunks({ edit }: Approval): HunkSelection {
  return { taken: new Set(edit?.hunks.map(({ id }) => id)) };
}

export function toggleHunk({ taken }: HunkSelection, id: string): HunkSelection {
  const changed = new Set(taken);
  if (!changed.delete(id)) changed.add(id);
  return { taken: changed };
}

/** What the selection sends: all hunks are a plain approval, none cannot be sent. */
export function hunksDecision({ edit }: Approval, { taken }: HunkSelection, text = ''): Decision | undefined {
  const hunks = (edit?.hunks ?? []).map(({ id }) => id).filter((id) => taken.has(id));
  if (hunks.length === 0) return undefined;
  const amend = hunks.length === edit?.hunks.length ? undefined : { hunks };
  return decisionFor({ kind: 'amend', number: 5, by: 'hunks' }, text, amend);
}

/** Single hunks are offered where there are two or more, the text where there is a file, else the arguments. */
function amendedBy(edit: Approval['edit']): 'hunks' | 'content' | 'input' {
  if (!edit) return 'input';
  return edit.hunks.length >= 2 ? 'hunks' : 'content';
}
