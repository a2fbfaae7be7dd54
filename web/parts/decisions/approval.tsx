/** An approval: the call in full, and the ways to decide it (web.md 5.8). */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Approval } from '../../../schemas/generated/types.js';
import {
  choicesOf,
  decisionFor,
  describeApproval,
  hunksDecision,
  reviewChoices,
  selectHunks,
  toggleHunk,
  type Choice,
  type Decision,
} from '../../../client/view/approvals.js';
import { visibleText } from '../../../client/view/clean.js';
import { callWords } from '../../live/callwords.js';
import { text } from '../../live/text.js';
import { BodyPart, Danger } from '../blocks.js';
import { Button } from '../button.js';
import { Clean } from '../clean.js';
import { Dialog, openDialog } from '../dialog.js';
import { DiffFrame, Hunk } from '../diff.js';
import { Amendment, type AmendKind } from './amendment.js';
import { DigitButton, onDigit } from './digits.js';
import { decisionDraft, dropDecisionDraft, keepDecisionDraft } from './drafts.js';
import { Expiry } from './expiry.js';
import { Review } from './review.js';
import { TextForm } from './textform.js';
import { reasonOf } from '../failure.js';

export interface ApprovalProps {
  approval: Approval;
  /** why it cannot be decided here */
  off?: string | undefined;
  /** `group` inside a card of the inbox */
  role?: 'region' | 'group';
  /** working directory of the session */
  cwd?: string;
  /** position among the waiting approvals, and how to move to the next one */
  place?: { at: number; count: number; next(): void };
  /** Rejects when the server refuses. */
  decide(decision: Decision): Promise<void>;
}

/** The form that is open below the buttons. */
type Open = 'feedback' | 'note' | 'edit' | undefined;

/** Ignores digits for this long after a panel replaced another: the user meant them for the previous one. */
const ignoreMs = 300;

export function ApprovalPanel(props: ApprovalProps) {
  return reviewChoices(props.approval) ? (
    <Review {...props} />
  ) : (
    <CallApproval key={props.approval.approval_id} {...props} />
  );
}

function CallApproval({ approval, off, role = 'region', cwd, place, decide }: ApprovalProps) {
  const [open, setOpen] = useState<Open>(undefined);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const draft = decisionDraft(approval.approval_id);
  const [selection, setSelection] = useState(() => selectHunks(approval));
  const since = useRef(performance.now());
  const panel = useRef<HTMLElement>(null);
  const described = describeApproval(approval, cwd === undefined ? undefined : { cwd }, callWords);
  const { call, agent, reason: why, leaveReason, dangers } = described;
  const choices = choicesOf(approval);
  const hunks = approval.edit && !approval.edit.truncated ? approval.edit.hunks : [];
  const isPartial = hunks.length > 0 && selection.taken.size < hunks.length;
  const remembered = choices.find((choice) => choice.kind === 'approve-session');
  const always = choices.find((choice) => choice.kind === 'approve-always');
  const isOff = off ?? (isBusy ? text('inbox.sent') : undefined);
  const cannotApprove = isOff ?? (isPartial && selection.taken.size === 0 ? text('approval.nothing') : undefined);

  useEffect(() => {
    since.current = performance.now();
  }, [approval.approval_id]);

  async function send(decision: Decision | undefined): Promise<void> {
    if (!decision || isBusy || off !== undefined) return;
    setBusy(true);
    setReason(undefined);
    try {
      await decide(decision);
      dropDecisionDraft(approval.approval_id);
    } catch (error) {
      setReason(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  const approve = (note = ''): void =>
    void send(isPartial ? hunksDecision(approval, selection, note) : decisionFor({ kind: 'approve', number: 1 }, note));
  const run = (choice: Choice): void => void send(decisionFor(choice));
  const toggle = (wanted: Open): void => setOpen(open === wanted ? undefined : wanted);

  function press(digit: number): void {
    if (performance.now() - since.current < ignoreMs) return;
    if (digit === 1 && cannotApprove === undefined) approve();
    else if (digit === 2 && remembered && !isPartial) run(remembered);
    else if (digit === 3) run({ kind: 'reject', number: 3 });
    else if (digit === 4) toggle('feedback');
    else if (digit === 5 && approval.editable) toggle('edit');
    else if (digit === 6) toggle('note');
  }

  return (
    <section
      ref={panel}
      class="decision"
      role={role}
      aria-label={text('approval.name')}
      data-testid="approval"
      data-approval-id={approval.approval_id}
      data-tool={approval.tool_name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (isOff === undefined) onDigit(event, press);
        if (event.key !== 'Escape' || open === undefined) return;
        event.stopPropagation();
        setOpen(undefined);
        panel.current?.focus();
      }}
    >
      <div class="decision-head">
        <h2>
          <Clean text={approval.action} />
        </h2>
        <span class="row">
          {place && place.count > 1 && (
            <>
              <span class="dim">{text('approval.place', { n: place.at + 1, m: place.count })}</span>
              <Button data-again onClick={place.next}>
                {text('approval.next')}
              </Button>
            </>
          )}
          <Button
            kind="quiet"
            onClick={() =>
              openDialog((close) => (
                <Dialog title={approval.action} onClose={close} wide>
                  {call.body.map((block, at) => (
                    <BodyPart key={at} block={block} isWhole />
                  ))}
                </Dialog>
              ))
            }
          >
            {text('block.showAll')}
          </Button>
        </span>
      </div>
      <Expiry at={approval.expires_at} />
      {agent && (
        <p class="dim">
          <Clean text={text('approval.agent', { id: agent.id, type: agent.type ?? '' })} />
        </p>
      )}
      {why !== undefined && (
        <p class="dim">
          <Clean text={why} />
        </p>
      )}
      {leaveReason !== undefined && (
        <p class="dim" data-testid="leave-reason">
          <Clean text={leaveReason} />
        </p>
      )}
      {dangers.map((danger) => (
        <Danger key={danger} label={danger} />
      ))}
      <div class="decision-body">
        {hunks.length > 0 ? (
          <DiffFrame path={approval.edit?.path ?? call.subject} cwd={cwd}>
            {hunks.map((hunk, at) => (
              <div class="diff-hunk" key={hunk.id}>
                <label class="option hunk-choice">
                  <input
                    type="checkbox"
                    checked={selection.taken.has(hunk.id)}
                    onChange={() => setSelection(toggleHunk(selection, hunk.id))}
                  />
                  {text('approval.include', { i: at + 1, n: hunks.length })}
                </label>
                <Hunk path={approval.edit?.path ?? ''} hunk={hunk} />
              </div>
            ))}
          </DiffFrame>
        ) : (
          call.body.map((block, at) => <BodyPart key={at} block={block} {...(cwd !== undefined && { cwd })} />)
        )}
      </div>
      {reason !== undefined && (
        <p role="alert" class="reason">
          <Clean text={reason} />
        </p>
      )}
      {open === 'feedback' && (
        <TextForm
          label={text('approval.feedback')}
          action={text('approval.feedback.send')}
          off={isOff}
          value={draft.feedback}
          setValue={(feedback) => keepDecisionDraft(approval.approval_id, { ...draft, feedback })}
          send={(feedback) => void send(decisionFor({ kind: 'reject-feedback', number: 4 }, feedback))}
        />
      )}
      {open === 'note' && (
        <TextForm
          label={text('approval.note')}
          action={text('approval.note.send')}
          off={isOff}
          value={draft.note}
          setValue={(note) => keepDecisionDraft(approval.approval_id, { ...draft, note })}
          send={(note) => approve(note)}
        />
      )}
      {open === 'edit' && (
        <Amendment
          approval={approval}
          kind={amendKind(approval)}
          cwd={cwd}
          send={(amend) => void send(decisionFor({ kind: 'amend', number: 5, by: amendKind(approval) }, '', amend))}
        />
      )}
      <div class="decision-foot">
        <div class="row decision-buttons decision-first">
          <DigitButton digit={1} kind="primary" off={cannotApprove} onClick={() => approve()}>
            {isPartial
              ? text('approval.partial', { k: selection.taken.size, n: hunks.length })
              : text('approval.approve')}
          </DigitButton>
          {remembered?.kind === 'approve-session' && !isPartial && (
            <Remembered rule={remembered.rule}>
              <DigitButton digit={2} off={isOff} onClick={() => run(remembered)}>
                {text('approval.session')}
              </DigitButton>
            </Remembered>
          )}
          <DigitButton digit={3} off={isOff} onClick={() => run({ kind: 'reject', number: 3 })}>
            {text('approval.reject')}
          </DigitButton>
        </div>
        <div class="row decision-buttons">
          <DigitButton digit={4} off={isOff} aria-expanded={open === 'feedback'} onClick={() => toggle('feedback')}>
            {text('approval.rejectFeedback')}
          </DigitButton>
          {approval.editable && (
            <DigitButton digit={5} off={isOff} aria-expanded={open === 'edit'} onClick={() => toggle('edit')}>
              {text('approval.edit')}
            </DigitButton>
          )}
          <DigitButton digit={6} off={isOff} aria-expanded={open === 'note'} onClick={() => toggle('note')}>
            {text('approval.approveNote')}
          </DigitButton>
          {always?.kind === 'approve-always' && (
            <Remembered rule={always.subject}>
              <Button off={isOff} onClick={() => run(always)}>
                {text('approval.always')}
              </Button>
            </Remembered>
          )}
          <Button kind="quiet" off={isOff} onClick={() => void send({ decision: 'cancelled' })}>
            {text('approval.stop')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A decision that applies beyond this call, with its rule. CSS cuts a long rule, so that the call stays in view. */
function Remembered({ rule, children }: { rule: string; children: ComponentChildren }) {
  return (
    <span class="remembered">
      {children}
      <code class="dim" title={visibleText(rule)} data-testid="remembered-rule">
        <Clean text={rule} />
      </code>
    </span>
  );
}

function amendKind({ edit }: Approval): AmendKind {
  return edit ? 'content' : 'input';
}
