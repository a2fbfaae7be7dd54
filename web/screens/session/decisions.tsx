/** Decisions of a session above its message box: approvals one at a time, and a question (web.md 5.8, 5.10). */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnswerOutcome } from '../../../client/session/actions.js';
import { isSandboxHintDue } from '../../../client/session/sandbox-hint.js';
import type { TranscriptInteraction } from '../../../schemas/generated/types.js';
import { wantedPanel } from '../../live/attention.js';
import { showNote } from '../../live/notes.js';
import { isOnline, server } from '../../live/server.js';
import { text, type MessageKey } from '../../live/text.js';
import { ApprovalPanel } from '../../parts/decisions/approval.js';
import { QuestionPanel } from '../../parts/decisions/question.js';
import { foreignReason } from '../../parts/owner.js';
import type { OpenSession } from './open.js';
import type { StripPart } from './places.js';

export function Decisions({ session, owner }: StripPart) {
  const { model, state } = session;
  const { approvals, questions } = state.value;
  const [chosen, choose] = useState('');
  const own = useRef(new Set<string>());
  const at = Math.max(
    0,
    approvals.findIndex(({ approval_id: id }) => id === chosen),
  );
  const approval = approvals[at];
  const [question] = questions;
  const cwd = state.value.session?.metadata.cwd;
  const off = (isAnswered: boolean): string | undefined => {
    if (isAnswered) return text('inbox.sent');
    if (!isOnline.value) return text('off.connection');
    return foreignReason(owner);
  };
  useNotesOnLeaving(session, own.current);
  const keepFocus = useFocus(session.id, approval?.approval_id, question?.question_id);

  /** Records that the user decided here, unless the server refuses the decision. */
  async function deciding(id: string, call: () => Promise<AnswerOutcome>): Promise<void> {
    own.current.add(id);
    try {
      if ((await call()) === 'elsewhere') showNote(text('decision.elsewhere'));
    } catch (error) {
      own.current.delete(id);
      throw error;
    }
  }

  if (!approval && !question) return null;
  return (
    <div class="session-decisions" data-session-decisions onFocusIn={keepFocus}>
      {approval && (
        <ApprovalPanel
          key={approval.approval_id}
          approval={approval}
          {...(cwd !== undefined && { cwd })}
          off={off(approval.isAnswered)}
          place={{
            at,
            count: approvals.length,
            next: () => choose(approvals[(at + 1) % approvals.length]?.approval_id ?? ''),
          }}
          decide={async (decision) => {
            await deciding(approval.approval_id, () => model.decide(approval.approval_id, decision));
            const client = server.peek()?.client;
            if (client && (await isSandboxHintDue(client, model, approval, decision)))
              showNote(text('decision.sandbox'));
          }}
        />
      )}
      {question && (
        <QuestionPanel
          key={question.question_id}
          question={question}
          off={off(question.isAnswered)}
          answer={(answers) => deciding(question.question_id, () => model.answer(question.question_id, { answers }))}
          dismiss={() => deciding(question.question_id, () => model.dismiss(question.question_id))}
        />
      )}
    </div>
  );
}

/**
 * Moves the focus of a panel that disappears to the first remaining panel, else to the message box. Returns a
 * function that records which panel has the focus now.
 */
function useFocus(sessionId: string, ...shown: readonly (string | undefined)[]): () => void {
  const hadFocus = useRef<Element | null>(null);
  const ids = shown.filter((id) => id !== undefined).join(' ');
  useLayoutEffect(() => {
    const { current: before } = hadFocus;
    if (!before || before.isConnected) return;
    hadFocus.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) (firstPanel() ?? document.querySelector<HTMLElement>('.composer textarea'))?.focus();
  }, [ids]);
  useEffect(() => {
    if (wantedPanel.peek() !== sessionId) return;
    wantedPanel.value = undefined;
    firstPanel()?.focus();
  }, []);
  return () => {
    hadFocus.current = document.activeElement?.closest('[data-session-decisions] > *') ?? null;
  };
}

function firstPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-session-decisions] > [tabindex="-1"]');
}

/** Explains why a panel disappeared without a decision by this user. */
function useNotesOnLeaving({ model, state }: OpenSession, own: Set<string>): void {
  const { approvals, questions } = state.value;
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = [...approvals.map((each) => each.approval_id), ...questions.map((each) => each.question_id)];
    for (const id of before.current) {
      if (ids.includes(id)) continue;
      if (!own.delete(id)) showNote(text(reasonOfLeaving(model.interaction(id))));
    }
    before.current = ids;
  }, [approvals, questions]);
}

function reasonOfLeaving(interaction: TranscriptInteraction | undefined): MessageKey {
  if (interaction?.state === 'cancelled' && interaction.interactionKind === 'question') return 'decision.aborted';
  const by = interaction?.interactionKind === 'approval' ? interaction.response?.by : undefined;
  if (by === 'policy') return 'decision.mode';
  if (by === 'timeout') return 'decision.expired';
  return by === 'abort' || by === 'recovery' ? 'decision.aborted' : 'decision.elsewhere';
}
