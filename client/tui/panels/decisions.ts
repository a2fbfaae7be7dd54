/** Panels for what waits for the user: approvals, reviews of plans and goals, questions (tui.md 3.10 to 3.12). */
import type { PermissionMode } from '../../../schemas/generated/types.js';
import type { OpenApproval, OpenQuestion } from '../../session/state.js';
import {
  choicesOf,
  decisionFor,
  describeApproval,
  reviewChoices,
  reviewDecision,
  type Choice,
  type Decision,
} from '../../view/approvals.js';
import { visibleRow } from '../../view/clean.js';
import {
  answersOf,
  hasReview,
  isAnswered,
  openForm,
  reduceForm,
  reviewOf,
  type QuestionForm,
} from '../../view/questions.js';
import type { Keymap } from '../keys/actions.js';
import { bodyLines, hunkLines, textLines } from '../text/calls.js';
import type { CodeColors } from '../text/code.js';
import { lineOf, span, type Line } from '../text/line.js';
import { createChoicePanel, type Panel, type PanelChoice } from './panel.js';

interface Surface {
  keymap: Keymap;
  /** directory of the session */
  cwd: string;
  /** home directory of the user */
  home: string;
  /** absent: code has no colors */
  code?: CodeColors | undefined;
  changed(): void;
  /** shows lines in a view */
  preview(...shown: Parameters<Preview>): void;
  /** opens a text in the user's editor */
  edit(text: string): Promise<string | undefined>;
}

/** Shows lines in a view, which also accepts the numbers of the panel's choices; returns a function that closes it. */
export type Preview = (
  title: string,
  lines: readonly Line[],
  choices?: { hint: string; numbers: readonly number[]; choose(number: number): void },
) => () => void;

export interface ApprovalDeps extends Surface {
  decide(decision: Decision, mode?: PermissionMode): void;
  /** lets the user step through the hunks, or change the text */
  amend(choice: Choice & { kind: 'amend' }): void;
}

/** Returns the position among several, such as `(1 of 3)`. */
function placeOf(at: number, count: number): Line {
  return count > 1 ? lineOf(` (${at + 1} of ${count})`, 'textMuted') : [];
}

export function approvalPanel(approval: OpenApproval, count: () => number, deps: ApprovalDeps): Panel {
  const review = reviewChoices(approval);
  return review ? reviewPanel(approval, count, deps) : callPanel(approval, count, deps);
}

function callPanel(approval: OpenApproval, count: () => number, deps: ApprovalDeps): Panel {
  const { call, agent, reason, leaveReason, dangers } = describeApproval(approval, deps);
  const choices = choicesOf(approval).filter((choice) => choice.kind !== 'amend' || choice.by === 'hunks');
  const { edit } = approval;
  const body =
    edit && edit.hunks.length > 0
      ? edit.hunks.flatMap((hunk) => hunkLines(hunk, edit.path, deps.code))
      : call.body.flatMap((block) => bodyLines(block, deps.cwd, deps.code));
  const title = `Approval needed: ${call.title}`;
  const panel = createChoicePanel({
    keymap: deps.keymap,
    changed: deps.changed,
    head: () => [
      [
        span(title, { token: 'warning', bold: true }),
        ...subjectSpans(
          call.subject,
          call.body.some(({ kind }) => kind === 'command'),
        ),
        ...placeOf(0, count()),
      ],
      ...(agent ? [lineOf(`agent ${agent.id}${agent.type === undefined ? '' : ` (${agent.type})`}`, 'textDim')] : []),
      ...dangers.map((danger) => lineOf(`! ${visibleRow(danger)}`, 'error')),
      ...(reason === undefined ? [] : [lineOf(visibleRow(reason), 'textDim')]),
      ...(leaveReason === undefined ? [] : [lineOf(visibleRow(leaveReason), 'textDim')]),
    ],
    body: () => body,
    choices: () => choices.map((choice) => ({ number: choice.number, ...labelOf(choice) })),
    choose({ number }, text) {
      const choice = choices.find((each) => each.number === number);
      if (choice?.kind === 'amend') return deps.amend(choice);
      if (choice) deps.decide(decisionFor(choice, text));
    },
    cancel: () => deps.decide({ decision: 'rejected' }),
    preview: () =>
      deps.preview(
        title,
        body,
        numbered(
          choices.map((each) => ({ ...each, ...labelOf(each) })),
          panel,
        ),
      ),
  });
  return panel;
}

/** Returns the choices of a panel for a view. */
function numbered(choices: readonly { number: number; label: string }[], panel: Panel): Parameters<Preview>[2] {
  return {
    hint: choices.map(({ number, label }) => `${number} ${label}`).join(' · '),
    numbers: choices.map(({ number }) => number),
    choose: (number) => panel.key({ name: String(number), text: String(number) }),
  };
}

/** The head contains a path; a command is in the body. */
function subjectSpans(subject: string, isCommand: boolean): Line {
  return subject === '' || isCommand ? [] : [span(` ${visibleRow(subject)}`)];
}

function labelOf(choice: Choice): Omit<PanelChoice, 'number'> {
  switch (choice.kind) {
    case 'approve':
      return { label: 'Approve once' };
    case 'approve-session':
      return { label: 'Approve for this session', about: visibleRow(choice.rule) };
    case 'reject':
      return { label: 'Reject' };
    case 'reject-feedback':
      return { label: 'Reject with feedback', hasText: true };
    case 'amend':
      return { label: 'Choose hunks' };
    case 'approve-always':
      return { label: `Always allow ${visibleRow(choice.subject)}` };
  }
}

function reviewPanel(approval: OpenApproval, count: () => number, deps: ApprovalDeps): Panel {
  const { tool_input_display: display } = approval;
  const choices = reviewChoices(approval) ?? [];
  const isPlan = display.kind === 'plan_review';
  const body = isPlan ? [] : display.kind === 'goal_start' ? textLines(display.objective) : [];
  const panel = createChoicePanel({
    keymap: deps.keymap,
    changed: deps.changed,
    head: () => [
      [span(isPlan ? 'Plan review' : 'Start this goal?', { token: 'warning', bold: true }), ...placeOf(0, count())],
    ],
    body: () => body,
    choices: () =>
      choices.map(({ label, description, hasText }, at) => ({
        number: at + 1,
        label: visibleRow(label),
        ...(description !== undefined && { about: visibleRow(description) }),
        ...(hasText && { hasText }),
      })),
    choose({ number }, text) {
      const choice = choices[number - 1];
      if (choice) deps.decide(reviewDecision(approval, choice, text), choice.mode);
    },
    cancel: () => deps.decide({ decision: 'rejected' }),
    ...(isPlan && {
      preview: () =>
        deps.preview(
          'Plan',
          textLines(display.plan),
          numbered(
            choices.map(({ label }, at) => ({ number: at + 1, label })),
            panel,
          ),
        ),
      edit: () => void deps.edit(display.plan),
    }),
  });
  return panel;
}

export interface QuestionDeps extends Surface {
  answer(answers: ReturnType<typeof answersOf>): void;
  dismiss(): void;
}

export function questionPanel(question: OpenQuestion, count: () => number, deps: QuestionDeps): Panel {
  let form: QuestionForm = openForm(question);
  /** whether the user was asked before answers are dropped */
  let asksToDismiss = false;

  function reduce(action: Parameters<typeof reduceForm>[1]): void {
    form = reduceForm(form, action);
    if (form.isComplete) deps.answer(answersOf(form));
    else deps.changed();
  }

  function isReviewing(): boolean {
    return form.shown === form.items.length;
  }

  function head(): Line[] {
    if (asksToDismiss)
      return [lineOf('Dismiss this question? Your answers are dropped.', { token: 'warning', bold: true })];
    const tabs: Line = hasReview(form)
      ? [...reviewOf(form).map(({ title }, at) => tab(title, at === form.shown)), tab('Review', isReviewing())]
      : [];
    if (isReviewing()) return [tabs];
    const item = form.items[form.shown];
    const header =
      item?.header !== undefined && !hasReview(form) ? [span(`${visibleRow(item.header)}  `, 'textDim')] : [];
    return [
      ...(tabs.length > 0 ? [tabs] : []),
      [...header, span(visibleRow(item?.question ?? ''), { token: 'warning', bold: true }), ...placeOf(0, count())],
    ];
  }

  function choices(): PanelChoice[] {
    if (asksToDismiss)
      return [
        { number: 1, label: 'Dismiss' },
        { number: 2, label: 'Back' },
      ];
    if (isReviewing()) return [{ number: 1, label: 'Send' }];
    const item = form.items[form.shown];
    const choice = form.choices[form.shown];
    if (!item || !choice) return [];
    const isMulti = item.multi_select === true;
    return [
      ...item.options.map(({ id, label, description }, at) => ({
        number: at + 1,
        label: visibleRow(label),
        ...(description !== undefined && { about: visibleRow(description) }),
        ...(isMulti && { isChecked: choice.options.includes(id) }),
      })),
      {
        number: item.options.length + 1,
        label: visibleRow(item.other_label ?? 'Other'),
        ...(choice.isOther
          ? { about: visibleRow(choice.text), text: choice.text }
          : item.other_description !== undefined && { about: visibleRow(item.other_description) }),
        hasText: true,
      },
    ];
  }

  return createChoicePanel({
    keymap: deps.keymap,
    changed: deps.changed,
    head,
    body() {
      if (isReviewing())
        return reviewOf(form).map(({ title, answer }) => [
          span(`${visibleRow(title)}: `, 'textDim'),
          span(answer === '' ? '(skipped)' : visibleRow(answer)),
        ]);
      const body = form.items[form.shown]?.body;
      return body === undefined || asksToDismiss ? [] : textLines(body);
    },
    choices,
    choose({ number, hasText }, text) {
      if (asksToDismiss) {
        asksToDismiss = false;
        if (number === 1) deps.dismiss();
        return;
      }
      if (isReviewing()) return reduce({ type: 'next' });
      const item = form.items[form.shown];
      if (hasText) {
        reduce({ type: 'write', text });
        if (item?.multi_select !== true && text.trim() !== '') reduce({ type: 'next' });
        return;
      }
      const option = item?.options[number - 1];
      if (item?.multi_select === true) return reduce({ type: 'next' });
      if (option) reduce({ type: 'choose', option: option.id });
    },
    toggle({ number, hasText }) {
      const item = form.items[form.shown];
      const option = item?.options[number - 1];
      if (item?.multi_select === true && option && !hasText) reduce({ type: 'choose', option: option.id });
    },
    turn(step) {
      if (hasReview(form)) reduce({ type: 'show', at: form.shown + step });
    },
    cancel() {
      if (asksToDismiss || !isAnswered(form)) {
        asksToDismiss = false;
        deps.dismiss();
      } else asksToDismiss = true;
    },
  });
}

function tab(title: string, isShown: boolean): Line[number] {
  return span(` ${visibleRow(title)} `, isShown ? { inverse: true } : 'textDim');
}
