/** A pending approval as the user sees it: the call, its dangers, the choices and what each one sends (rest.md 13). */
import type { Operations } from '../../schemas/generated/operations.js';
import type { Approval, PermissionMode } from '../../schemas/generated/types.js';
import { describeCall, type CallView } from './displays.js';
import type { Places } from './format.js';
import { english, type Words } from './words.js';

export type Decision = NonNullable<Operations['resolveApproval']['body']>;

/** Choices keep their numbers when another one is missing. */
export type Choice =
  | { kind: 'approve'; number: 1 }
  /** remembers the rule for the session */
  | { kind: 'approve-session'; number: 2; rule: string }
  | { kind: 'reject'; number: 3 }
  /** with feedback of the user */
  | { kind: 'reject-feedback'; number: 4 }
  /** with some of the hunks, another text, or other arguments */
  | { kind: 'amend'; number: 5; by: 'hunks' | 'content' | 'input' }
  /** writes the rule into the configuration; `subject`: what the rule covers */
  | { kind: 'approve-always'; number: 6; subject: string };

/** A choice for a plan or a goal, numbered from 1. */
export interface ReviewChoice {
  label: string;
  description?: string;
  decision: 'approved' | 'rejected';
  /** with a text of the user */
  hasText?: true;
  /** permission mode that the session gets before the decision is sent */
  mode?: PermissionMode;
}

export interface ApprovalView {
  call: CallView;
  /** the subagent that asks; absent for the main agent */
  agent?: { id: string; type?: string };
  reason?: string;
  /** the model's reason to run it outside the sandbox, quoted */
  leaveReason?: string;
  /** why the original call is risky, one sentence each */
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

/** Returns the choices for a call; `reviewChoices` has those for a plan or a goal. */
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

/** Returns the choices for a plan or a goal; undefined when the approval is for a call. */
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

/** Returns a choice's decision for a call. `text`: feedback with a rejection, a note to the agent with an approval. */
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

/** Returns the decision of a choice for a plan or a goal. */
export function reviewDecision(approval: Approval, { label, decision, hasText }: ReviewChoice, text = ''): Decision {
  const feedback = hasText && text.trim() !== '' ? { feedback: text.trim() } : {};
  return {
    decision,
    ...(approval.tool_input_display.kind === 'plan_review' && { selected_label: label }),
    ...feedback,
  };
}

/** The selected hunks, while the user steps through them. */
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

/** Returns the decision for the selection. All hunks are a plain approval; an empty selection has no decision. */
export function hunksDecision({ edit }: Approval, { taken }: HunkSelection, text = ''): Decision | undefined {
  const hunks = (edit?.hunks ?? []).map(({ id }) => id).filter((id) => taken.has(id));
  if (hunks.length === 0) return undefined;
  const amend = hunks.length === edit?.hunks.length ? undefined : { hunks };
  return decisionFor({ kind: 'amend', number: 5, by: 'hunks' }, text, amend);
}

/** Returns what the user can change: single hunks if there are two or more, else the file's text or the arguments. */
function amendedBy(edit: Approval['edit']): 'hunks' | 'content' | 'input' {
  if (!edit) return 'input';
  return edit.hunks.length >= 2 ? 'hunks' : 'content';
}
