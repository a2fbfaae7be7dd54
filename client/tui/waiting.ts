/** Panels for what waits for the user in a session: approvals and questions, oldest first (tui.md 3.9 to 3.12). */
import { ConnectionFailure } from '../api/failure.js';
import { isSandboxHintDue } from '../session/sandbox-hint.js';
import type { SessionModel } from '../session/session.js';
import type { OpenApproval, OpenQuestion } from '../session/state.js';
import { markdownBlocks } from '../view/markdown.js';
import { attempt as attemptCall } from './attempt.js';
import type { ConversationDeps } from './conversation.js';
import { approvalPanel, questionPanel } from './panels/decisions.js';
import type { Panel } from './panels/panel.js';
import { markdownLines } from './text/markdown.js';

export interface WaitingDeps extends Pick<
  ConversationDeps,
  | 'client'
  | 'keymap'
  | 'cwd'
  | 'userHome'
  | 'shown'
  | 'layout'
  | 'commit'
  | 'notice'
  | 'preview'
  | 'edit'
  | 'chooseHunks'
  | 'changed'
> {
  session: SessionModel;
  /** called with a rejected text and the reason */
  refused(text: string, why: string): void;
}

export interface Waiting {
  /** the first waiting panel; the same object while it waits */
  panel(): Panel | undefined;
  /** Closes a view that the panel has opened. */
  close(): void;
}

export function createWaiting(deps: WaitingDeps): Waiting {
  const { session, shown } = deps;
  let open: { id: string; panel: Panel } | undefined;
  /** closes the view of the open panel's whole body */
  let closePreview: (() => void) | undefined;
  /** number of waiting approvals and questions, including the open one */
  let waitingCount = 0;
  let reviewed: string | undefined;

  async function attempt(action: () => void | Promise<unknown>): Promise<void> {
    await attemptCall(async () => {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof ConnectionFailure)) throw error;
        deps.notice(`Your answer may not have arrived: ${error.message}`);
      }
    }, deps.notice);
  }

  function preview(...shown: Parameters<WaitingDeps['preview']>): void {
    closePreview = deps.preview(...shown);
  }

  function approvalOf(approval: OpenApproval, count: () => number): Panel {
    const id = approval.approval_id;
    const { tool_input_display: display } = approval;
    if (display.kind === 'plan_review' && reviewed !== id) {
      reviewed = id;
      const lines = markdownBlocks(display.plan).flatMap((block) => [[], ...markdownLines(block, deps.layout())]);
      deps.commit(lines);
    }
    return approvalPanel(approval, count, {
      keymap: deps.keymap,
      cwd: deps.cwd,
      home: deps.userHome,
      code: deps.layout().code,
      changed: deps.changed,
      preview,
      edit: deps.edit,
      decide(decision, mode) {
        shown.decidedHere.add(id);
        void attempt(async () => {
          if (mode !== undefined) await session.configure({ permission_mode: mode });
          await session.decide(id, decision);
          if (await isSandboxHintDue(deps.client, session, approval, decision))
            deps.notice('Commands can run in a sandbox without asking: /sandbox on');
        });
      },
      amend: () =>
        deps.chooseHunks(approval, (decision) => {
          shown.decidedHere.add(id);
          void attempt(() => session.decide(id, decision));
        }),
    });
  }

  function questionOf(question: OpenQuestion, count: () => number): Panel {
    const id = question.question_id;
    return questionPanel(question, count, {
      keymap: deps.keymap,
      cwd: deps.cwd,
      home: deps.userHome,
      code: deps.layout().code,
      changed: deps.changed,
      preview,
      edit: deps.edit,
      answer(answers) {
        shown.decidedHere.add(id);
        void attempt(() => session.answer(id, { answers }));
      },
      dismiss() {
        shown.decidedHere.add(id);
        void attempt(() => session.dismiss(id));
      },
    });
  }

  function panel(): Panel | undefined {
    const { approvals, questions } = session.get();
    const waiting = [
      ...approvals
        .filter(({ isAnswered }) => !isAnswered)
        .map((item) => ({ at: item.created_at, id: item.approval_id, item })),
      ...questions
        .filter(({ isAnswered }) => !isAnswered)
        .map((item) => ({ at: item.created_at, id: item.question_id, item })),
    ].sort((a, b) => a.at.localeCompare(b.at));
    const [first] = waiting;
    waitingCount = waiting.length;
    const before = open;
    if (open?.id !== first?.id) open = undefined;
    if (!open) close();
    const unsent = before && !open ? (before.panel.unsent?.() ?? '') : '';
    if (unsent.trim() !== '') deps.refused(unsent, 'It was answered meanwhile.');
    if (!first) return undefined;
    if (!open) {
      const { item } = first;
      const count = (): number => waitingCount;
      open = { id: first.id, panel: 'approval_id' in item ? approvalOf(item, count) : questionOf(item, count) };
    }
    return open.panel;
  }

  function close(): void {
    closePreview?.();
    closePreview = undefined;
  }

  return { panel, close };
}
