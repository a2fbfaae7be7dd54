/** Questions of the agent as a form: one at a time, with a review at the end of several (web.md 5.10). */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../../../schemas/generated/types.js';
import {
  answersOf,
  hasReview,
  isAnswered,
  openForm,
  reduceForm,
  reviewOf,
  type QuestionAction,
  type QuestionForm,
} from '../../../client/view/questions.js';
import { text } from '../../live/text.js';
import { Button } from '../button.js';
import { Clean } from '../clean.js';
import { confirmAction } from '../dialog.js';
import { Link } from '../link.js';
import { Markdown } from '../markdown.js';
import { onDigit } from './digits.js';
import { decisionDraft, dropDecisionDraft, keepDecisionDraft } from './drafts.js';
import { reasonOf } from '../failure.js';

export interface QuestionProps {
  question: Question;
  /** why the question cannot be answered here */
  off?: string | undefined;
  /** `group` inside a card of the inbox */
  role?: 'region' | 'group';
  answer(answers: ReturnType<typeof answersOf>): Promise<void>;
  dismiss(): Promise<void>;
}

export function QuestionPanel({ question, off, role = 'region', answer, dismiss }: QuestionProps) {
  const { question_id: id } = question;
  const [form, show] = useState<QuestionForm>(() => ({ ...openForm(question), ...decisionDraft(id).answers }));
  const [reason, setReason] = useState<string | undefined>(undefined);
  const panel = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const isReviewed = hasReview(form);
  const isReview = form.shown === form.items.length;

  function setForm(next: QuestionForm): void {
    show(next);
    const { choices, shown } = next;
    keepDecisionDraft(id, { ...decisionDraft(id), answers: isAnswered(next) ? { choices, shown } : undefined });
  }

  async function send(of: QuestionForm): Promise<void> {
    try {
      await answer(answersOf(of));
      dropDecisionDraft(id);
    } catch (error) {
      setReason(reasonOf(error));
      setForm({ ...of, isComplete: false });
    }
  }

  function act(action: QuestionAction): void {
    const next = reduceForm(form, action);
    // arrow keys change the choice, so a choice must neither show the next question nor send
    if (action.type === 'choose' || action.type === 'write') setForm({ ...next, shown: form.shown, isComplete: false });
    else if (next.isComplete) void send(next);
    else {
      hadFocus.current = panel.current?.contains(document.activeElement) === true;
      setForm(next);
    }
  }

  /** Buttons and links handle Enter themselves. */
  const goesOn = (target: EventTarget | null): boolean =>
    target === panel.current || target instanceof HTMLInputElement;

  // the focused choice disappears with its question
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus();
    hadFocus.current = false;
  }, [form.shown]);

  async function leave(): Promise<void> {
    if (isAnswered(form)) {
      const isSure = await confirmAction({
        title: text('question.dismiss.title'),
        text: text('question.dismiss.text'),
        action: text('question.dismiss'),
      });
      if (!isSure) return;
    }
    try {
      await dismiss();
      dropDecisionDraft(id);
    } catch (error) {
      setReason(reasonOf(error));
    }
  }

  return (
    <section
      ref={panel}
      class="decision"
      role={role}
      aria-label={text('question.name')}
      data-testid="question"
      data-question-id={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (off === undefined && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send(form);
        } else if (off === undefined && event.key === 'Enter' && goesOn(event.target)) {
          if (event.isComposing) return;
          event.preventDefault();
          act({ type: 'next' });
        } else
          onDigit(event, (digit) => {
            const options = form.items[form.shown]?.options ?? [];
            const option = options[digit - 1];
            if (option) act({ type: 'choose', option: option.id });
            else if (digit === options.length + 1)
              panel.current?.querySelector<HTMLElement>('input[type=text]')?.focus();
          });
      }}
    >
      {isReviewed && <Tabs form={form} show={(at) => act({ type: 'show', at })} />}
      {isReview ? <Review form={form} /> : <Item key={form.shown} form={form} act={act} />}
      {reason !== undefined && (
        <p role="alert" class="reason">
          <Clean text={reason} />
        </p>
      )}
      <div class="row decision-buttons decision-first">
        {isReviewed && !isReview ? (
          <>
            <Button kind="primary" off={off} onClick={() => act({ type: 'next' })}>
              {text('question.next')}
            </Button>
            <Button off={off} onClick={() => void send(form)}>
              {text('question.send')}
            </Button>
          </>
        ) : (
          <Button kind="primary" off={off} onClick={() => void send(form)}>
            {text('question.send')}
          </Button>
        )}
        <Button kind="quiet" off={off} onClick={() => void leave()}>
          {text('question.dismiss')}
        </Button>
      </div>
    </section>
  );
}

function Tabs({ form, show }: { form: QuestionForm; show(at: number): void }) {
  const names = [...reviewOf(form).map(({ title }) => title), text('question.review')];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = list;
    if (current?.contains(document.activeElement))
      current.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [form.shown]);
  return (
    <div
      ref={list}
      role="tablist"
      class="tabs"
      aria-label={text('question.tabs')}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        show((form.shown + step + names.length) % names.length);
      }}
    >
      {names.map((name, at) => (
        <button
          key={at}
          type="button"
          role="tab"
          aria-selected={form.shown === at}
          tabIndex={form.shown === at ? 0 : -1}
          onClick={() => show(at)}
        >
          <Clean text={name} />
        </button>
      ))}
    </div>
  );
}

function Review({ form }: { form: QuestionForm }) {
  return (
    <dl class="facts">
      {reviewOf(form).map(({ title, answer }, at) => (
        <div key={at}>
          <dt>
            <Clean text={title} />
          </dt>
          <dd>{answer === '' ? <span class="dim">{text('question.skipped')}</span> : <Clean text={answer} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Header of the server's own question about a spending limit. */
const budgetHeader = 'Budget';

function Item({ form, act }: { form: QuestionForm; act(action: QuestionAction): void }) {
  const id = useId();
  const other = useRef<HTMLInputElement>(null);
  const item = form.items[form.shown];
  const choice = form.choices[form.shown];
  if (!item || !choice) return null;
  const isMulti = item.multi_select === true;
  const kind = isMulti ? 'checkbox' : 'radio';
  const otherName = item.other_label ?? text('question.other');
  return (
    <div role="group" aria-labelledby={`${id}-question`}>
      {item.header !== undefined && form.items.length === 1 && (
        <p class="dim">
          <Clean text={item.header} />
        </p>
      )}
      <h2 id={`${id}-question`}>
        <Clean text={item.question} />
      </h2>
      {item.body !== undefined && <Markdown source={item.body} />}
      {item.options.map(({ id: option, label, description }) => (
        <label key={option} class="option">
          <input
            type={kind}
            name={id}
            checked={choice.options.includes(option)}
            aria-label={label}
            {...(description !== undefined && { 'aria-description': description })}
            onChange={() => act({ type: 'choose', option })}
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
      {item.header === budgetHeader && (
        <p>
          <Link to="/usage">{text('question.usage')}</Link>
        </p>
      )}
      <div class="option">
        <input
          type={kind}
          name={id}
          checked={choice.isOther}
          aria-label={otherName}
          onChange={() => {
            if (choice.isOther) act({ type: 'write', text: '' });
            else other.current?.focus();
          }}
        />
        <input
          ref={other}
          type="text"
          aria-label={text('question.own')}
          placeholder={otherName}
          value={choice.text}
          onInput={(event) => act({ type: 'write', text: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
