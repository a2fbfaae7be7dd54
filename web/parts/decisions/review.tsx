/** A plan or a goal that waits: the whole text, the ways to continue, and comments on parts of a plan (web.md 5.8). */
import { MessageSquarePlus } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { describeApproval, reviewChoices, reviewDecision, type ReviewChoice } from '../../../client/view/approvals.js';
import { markdownBlocks } from '../../../client/view/markdown.js';
import { server } from '../../live/server.js';
import { callWords } from '../../live/callwords.js';
import { text } from '../../live/text.js';
import { BodyPart } from '../blocks.js';
import { Button, IconButton } from '../button.js';
import { Clean } from '../clean.js';
import { Field } from '../field.js';
import { ListItem, useFocusOnLeaving } from '../focus.js';
import { codeParts, headingLevels } from '../codeparts.js';
import { Block } from '../markdown.js';
import type { ApprovalProps } from './approval.js';
import { choiceWords } from './choicewords.js';
import { Digit, DigitButton, onDigit } from './digits.js';
import { Expiry } from './expiry.js';
import { TextForm } from './textform.js';
import { dropDecisionDraft, keepDecisionDraft, decisionDraft, type Comment, type DecisionDraft } from './drafts.js';
import { reasonOf } from '../failure.js';

export function Review({ approval, off, role = 'region', decide }: ApprovalProps) {
  const display = approval.tool_input_display;
  const isPlan = display.kind === 'plan_review';
  const plan = display.kind === 'plan_review' ? display.plan : '';
  const choices = reviewChoices(approval) ?? [];
  const options = choices.filter(({ decision }) => decision === 'approved');
  const others = choices.filter(({ decision }) => decision !== 'approved');
  const [chosen, setChosen] = useState(options[0]?.label ?? '');
  const draft = decisionDraft(approval.approval_id);
  const { comments, feedback } = draft;
  const keep = (changed: Partial<DecisionDraft>): void =>
    keepDecisionDraft(approval.approval_id, { ...draft, ...changed });
  const [isRevising, setRevising] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const approve = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const call = describeApproval(approval, undefined, callWords).call;

  async function send(choice: ReviewChoice | undefined, words = ''): Promise<void> {
    if (!choice || off !== undefined) return;
    try {
      if (choice.mode !== undefined)
        await server.peek()?.client.updateSessionProfile({
          params: { session_id: approval.session_id },
          body: { agent_config: { permission_mode: choice.mode } },
        });
      await decide(reviewDecision(approval, choice, words));
      dropDecisionDraft(approval.approval_id);
    } catch (error) {
      setReason(reasonOf(error));
    }
  }

  function revise(choice: ReviewChoice): void {
    const quoted = comments.map(({ quoted: of, text: words }) => `${quote(of)}\n\n${words}`);
    void send(choice, [...quoted, feedback.trim()].filter((part) => part !== '').join('\n\n'));
  }

  const hasRadios = isPlan && options.length > 1;

  function press(digit: number): void {
    const choice = choices[digit - 1];
    if (hasRadios && choice?.decision === 'approved') {
      setChosen(choice.label);
      approve.current?.querySelector('button')?.focus();
    } else if (choice?.hasText) setRevising(!isRevising);
    else void send(choice);
  }

  const otherButton = (choice: ReviewChoice) => (
    <DigitButton
      key={choice.label}
      digit={choices.indexOf(choice) + 1}
      off={off}
      {...(choice.hasText && { 'aria-expanded': isRevising })}
      onClick={() => (choice.hasText ? setRevising(!isRevising) : void send(choice))}
    >
      {choiceWords(choice.label)}
    </DigitButton>
  );
  const revising = others.find(({ hasText }) => hasText);
  return (
    <section
      ref={panel}
      class="decision"
      role={role}
      aria-label={text(isPlan ? 'review.plan' : 'review.goal')}
      data-testid="approval"
      data-approval-id={approval.approval_id}
      data-tool={approval.tool_name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (off === undefined) onDigit(event, press);
        if (event.key !== 'Escape' || !isRevising) return;
        event.stopPropagation();
        setRevising(false);
        panel.current?.focus();
      }}
    >
      <h2>{text(isPlan ? 'review.plan' : 'review.goal')}</h2>
      <Expiry at={approval.expires_at} />
      {isPlan ? (
        <Plan plan={plan} draft={draft} keep={keep} otherwise={() => panel.current} />
      ) : (
        call.body.map((block, at) => <BodyPart key={at} block={block} isWhole />)
      )}
      {hasRadios && (
        <fieldset role="radiogroup" aria-label={text('review.how')} class="choice">
          <legend>{text('review.how')}</legend>
          {options.map(({ label, description }, at) => (
            <label key={label} class="option">
              <input
                type="radio"
                name={approval.approval_id}
                aria-label={label}
                aria-keyshortcuts={String(at + 1)}
                checked={chosen === label}
                onChange={() => setChosen(label)}
              />
              <Digit of={at + 1} />
              <span>
                <Clean text={label} />
                {description !== undefined && (
                  <small class="dim small">
                    <Clean text={description} />
                  </small>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {reason !== undefined && (
        <p role="alert" class="reason">
          <Clean text={reason} />
        </p>
      )}
      {isRevising && revising && (
        <TextForm
          label={text('approval.feedback')}
          action={text('review.send')}
          off={off}
          value={feedback}
          setValue={(next) => keep({ feedback: next })}
          send={() => revise(revising)}
        />
      )}
      <div class="decision-foot">
        <div ref={approve} class={`row decision-buttons${isPlan ? ' decision-first' : ''}`}>
          {hasRadios ? (
            <Button kind="primary" off={off} onClick={() => void send(options.find(({ label }) => label === chosen))}>
              {text('approval.approve')}
            </Button>
          ) : (
            options.map((choice, at) => (
              <DigitButton
                key={choice.label}
                digit={at + 1}
                kind={at === 0 ? 'primary' : 'plain'}
                off={off}
                onClick={() => void send(choice)}
              >
                {isPlan ? text('approval.approve') : choiceWords(choice.label)}
              </DigitButton>
            ))
          )}
          {others.slice(0, atHand).map(otherButton)}
        </div>
        {others.length > atHand && <div class="row decision-buttons">{others.slice(atHand).map(otherButton)}</div>}
      </div>
    </section>
  );
}

/** Number of buttons that fit beside the first one in a small window. */
const atHand = 2;

function quote(source: string): string {
  return source
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

interface PlanProps {
  plan: string;
  draft: DecisionDraft;
  keep(changed: Partial<DecisionDraft>): void;
  /** receives the focus when the last comment is removed */
  otherwise(): HTMLElement | null;
}

function Plan({ plan, draft: { comments, half }, keep, otherwise }: PlanProps) {
  const setComments = (next: readonly Comment[]): void => keep({ comments: next });
  const blocks = useMemo(() => markdownBlocks(plan), [plan]);
  const parts = useMemo(() => codeParts(blocks), [blocks]);
  const levels = useMemo(() => headingLevels(blocks), [blocks]);
  const isPressed = useRef(false);
  return (
    <>
      <div class="plan markdown">
        {blocks.map((block, index) => (
          <div class="plan-block" key={index}>
            <Block block={block} part={parts.get(block)} level={levels.get(block)} />
            <IconButton
              icon={MessageSquarePlus}
              label={text('review.comment')}
              onClick={() => {
                isPressed.current = true;
                keep({ half: half?.at === index ? undefined : { at: index, text: half?.text ?? '' } });
              }}
            />
            {half?.at === index && (
              <CommentForm
                words={half.text}
                setWords={(next) => keep({ half: { at: index, text: next } })}
                isPressed={isPressed}
                opener={(form) => form.parentElement?.querySelector<HTMLElement>(':scope > button')}
                add={(words) => {
                  const comment = { id: (comments.at(-1)?.id ?? 0) + 1, quoted: block.source, text: words };
                  keep({ comments: [...comments, comment], half: undefined });
                }}
              />
            )}
          </div>
        ))}
      </div>
      {comments.length > 0 && (
        <ul class="comments plain-list" aria-label={text('review.comments')}>
          {comments.map((comment) => (
            <ListItem key={comment.id} otherwise={otherwise}>
              <q class="dim">
                <Clean text={comment.quoted.trim().split('\n', 1)[0] ?? ''} />
              </q>
              <Field label={text('review.comment.field')}>
                {(bound) => (
                  <textarea
                    {...bound}
                    rows={2}
                    value={comment.text}
                    onInput={(event) => {
                      const words = event.currentTarget.value;
                      setComments(comments.map((each) => (each.id === comment.id ? { ...each, text: words } : each)));
                    }}
                  />
                )}
              </Field>
              <Button kind="quiet" onClick={() => setComments(comments.filter(({ id }) => id !== comment.id))}>
                {text('review.comment.remove')}
              </Button>
            </ListItem>
          ))}
        </ul>
      )}
    </>
  );
}

interface CommentFormProps {
  words: string;
  setWords(words: string): void;
  /** True when the user just opened the form, which then takes the focus; a restored form does not. */
  isPressed: { current: boolean };
  add(words: string): void;
  /** the button that opens and closes the form; it receives the focus when the form closes */
  opener(form: HTMLElement): HTMLElement | null | undefined;
}

/** Form for a comment on a part of a plan or on lines of a change. */
export function CommentForm({ words, setWords, isPressed, add, opener }: CommentFormProps) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPressed.current) form.current?.querySelector('textarea')?.focus();
    isPressed.current = false;
  }, []);
  useFocusOnLeaving(form, () => form.current && opener(form.current));
  const save = (): void => {
    if (words.trim() !== '') add(words.trim());
  };
  return (
    <div ref={form} class="form">
      <Field label={text('review.comment.field')}>
        {(bound) => (
          <textarea
            {...bound}
            rows={2}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              save();
            }}
          />
        )}
      </Field>
      <Button onClick={save}>{text('review.comment.add')}</Button>
    </div>
  );
}
