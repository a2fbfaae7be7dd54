/** A plan or a goal that waits: the text in full, the ways to go on, and comments on parts of a plan (web.md 5.8). */
import { MessageSquarePlus } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import { describeApproval, reviewChoices, reviewDecision, type ReviewChoice } from '../../../client/view/approvals.js';
import { markdownBlocks } from '../../../client/view/markdown.js';
import { server } from '../../live/server.js';
import { callWords } from '../../live/callwords.js';
import { text, type MessageKey } from '../../live/text.js';
import { BodyPart } from '../blocks.js';
import { Button, IconButton } from '../button.js';
import { Clean } from '../clean.js';
import { Field } from '../field.js';
import { headingLevels, partsAbove } from '../codeparts.js';
import { Block } from '../markdown.js';
import type { ApprovalProps } from './approval.js';
import { onDigit } from './digits.js';
import { Expiry } from './expiry.js';

interface Comment {
  id: number;
  quoted: string;
  text: string;
}

/** Choices that are the same for every plan and goal have texts in the language of the page. */
const names: Readonly<Record<string, MessageKey>> = {
  Approve: 'approval.approve',
  Revise: 'review.revise',
  Reject: 'approval.reject',
  'Reject and Exit': 'review.rejectExit',
  'Start in the present mode': 'review.start',
  'Start in auto': 'review.startAuto',
  'Start in yolo': 'review.startYolo',
  "Don't start": 'review.dontStart',
};

let lastComment = 0;

export function Review({ approval, off, role = 'region', decide }: ApprovalProps) {
  const display = approval.tool_input_display;
  const isPlan = display.kind === 'plan_review';
  const plan = display.kind === 'plan_review' ? display.plan : '';
  const choices = reviewChoices(approval) ?? [];
  const options = choices.filter(({ decision }) => decision === 'approved');
  const others = choices.filter(({ decision }) => decision !== 'approved');
  const [chosen, setChosen] = useState(options[0]?.label ?? '');
  const [comments, setComments] = useState<readonly Comment[]>([]);
  const [isRevising, setRevising] = useState(false);
  const [feedback, setFeedback] = useState('');
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
    } catch (error) {
      setReason(error instanceof Error ? error.message : String(error));
    }
  }

  function revise(choice: ReviewChoice): void {
    const quoted = comments.map(({ quoted: of, text: words }) => `${quote(of)}\n\n${words}`);
    void send(choice, [...quoted, feedback.trim()].filter((part) => part !== '').join('\n\n'));
  }

  const otherButton = (choice: ReviewChoice) => (
    <Button
      key={choice.label}
      off={off}
      {...(choice.hasText && { 'aria-expanded': isRevising })}
      onClick={() => (choice.hasText ? setRevising(!isRevising) : void send(choice))}
    >
      {nameOf(choice)}
    </Button>
  );
  const revising = others.find(({ hasText }) => hasText);
  return (
    <section
      class="decision"
      role={role}
      aria-label={text(isPlan ? 'review.plan' : 'review.goal')}
      data-testid="approval"
      data-approval-id={approval.approval_id}
      data-tool={approval.tool_name}
      tabIndex={-1}
      onKeyDown={(event) =>
        onDigit(event, (digit) => void send(choices[digit - 1]?.hasText ? undefined : choices[digit - 1]))
      }
    >
      <h2>{text(isPlan ? 'review.plan' : 'review.goal')}</h2>
      <Expiry at={approval.expires_at} />
      {isPlan ? (
        <Plan plan={plan} comments={comments} setComments={setComments} />
      ) : (
        call.body.map((block, at) => <BodyPart key={at} block={block} isWhole />)
      )}
      {isPlan && options.length > 1 && (
        <fieldset role="radiogroup" aria-label={text('review.how')} class="choice">
          <legend>{text('review.how')}</legend>
          {options.map(({ label, description }) => (
            <label key={label} class="option">
              <input
                type="radio"
                name={approval.approval_id}
                aria-label={label}
                checked={chosen === label}
                onChange={() => setChosen(label)}
              />
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
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            revise(revising);
          }}
        >
          <Field label={text('approval.feedback')}>
            {(bound) => (
              <textarea
                {...bound}
                rows={3}
                autoFocus
                value={feedback}
                onInput={(event) => setFeedback(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" kind="primary" off={off}>
            {text('review.send')}
          </Button>
        </form>
      )}
      <div class={`row decision-buttons${isPlan ? ' decision-first' : ''}`}>
        {isPlan ? (
          <Button
            kind="primary"
            off={off}
            onClick={() => void send(options.find(({ label }) => label === chosen) ?? options[0])}
          >
            {text('approval.approve')}
          </Button>
        ) : (
          options.map((choice, at) => (
            <Button
              key={choice.label}
              kind={at === 0 ? 'primary' : 'plain'}
              off={off}
              onClick={() => void send(choice)}
            >
              {nameOf(choice)}
            </Button>
          ))
        )}
        {others.slice(0, atHand).map(otherButton)}
      </div>
      {others.length > atHand && <div class="row decision-buttons">{others.slice(atHand).map(otherButton)}</div>}
    </section>
  );
}

/** As many beside the first button as a small window has room for. */
const atHand = 2;

function nameOf({ label }: ReviewChoice): string {
  const key = names[label];
  return key === undefined ? label : text(key);
}

function quote(source: string): string {
  return source
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

interface PlanProps {
  plan: string;
  comments: readonly Comment[];
  setComments(comments: readonly Comment[]): void;
}

function Plan({ plan, comments, setComments }: PlanProps) {
  const blocks = useMemo(() => markdownBlocks(plan), [plan]);
  const above = useMemo(() => partsAbove(blocks), [blocks]);
  const levels = useMemo(() => headingLevels(blocks), [blocks]);
  /** of the block that a comment is written on */
  const [at, setAt] = useState<number | undefined>(undefined);
  return (
    <div class="plan markdown">
      {blocks.map((block, index) => (
        <div class="plan-block" key={index}>
          <Block block={block} above={above.get(block)} level={levels.get(block)} />
          <IconButton
            icon={MessageSquarePlus}
            label={text('review.comment')}
            onClick={() => setAt(at === index ? undefined : index)}
          />
          {at === index && (
            <CommentForm
              add={(words) => {
                lastComment += 1;
                setComments([...comments, { id: lastComment, quoted: block.source, text: words }]);
                setAt(undefined);
              }}
            />
          )}
        </div>
      ))}
      {comments.length > 0 && (
        <ul class="comments plain-list" aria-label={text('review.comments')}>
          {comments.map((comment) => (
            <li key={comment.id}>
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
                      setComments(comments.map((each) => (each === comment ? { ...comment, text: words } : each)));
                    }}
                  />
                )}
              </Field>
              <Button kind="quiet" onClick={() => setComments(comments.filter((each) => each !== comment))}>
                {text('review.comment.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Also of lines of a change. */
export function CommentForm({ add }: { add(words: string): void }) {
  const [words, setWords] = useState('');
  const save = (): void => {
    if (words.trim() !== '') add(words.trim());
  };
  return (
    <div class="form">
      <Field label={text('review.comment.field')}>
        {(bound) => (
          <textarea
            {...bound}
            rows={2}
            autoFocus
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
