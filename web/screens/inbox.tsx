/** The inbox: everything that waits in all sessions, with the panels to decide it (web.md 5.2). */
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { WaitingItem } from '../../client/session/inbox.js';
import { inbox, waiting } from '../live/inbox.js';
import { showNote } from '../live/notes.js';
import { isOnline } from '../live/server.js';
import { counted, text } from '../live/text.js';
import { Clean } from '../parts/clean.js';
import { ApprovalPanel } from '../parts/decisions/approval.js';
import { isTyping } from '../parts/decisions/digits.js';
import { QuestionPanel } from '../parts/decisions/question.js';
import { Link } from '../parts/link.js';
import { foreignReason, OwnerLink } from '../parts/owner.js';
import { Screen } from '../parts/screen.js';
import { Skeleton } from '../parts/skeleton.js';

export function Inbox() {
  const { items, total, isLoaded } = waiting.value;
  const list = useRef<HTMLDivElement>(null);
  /** the card that had the focus, and its index */
  const focused = useRef<{ id: string; at: number } | undefined>(undefined);

  useEffect(() => {
    const before = focused.current;
    if (!before || items.some(({ id }) => id === before.id)) return;
    focused.current = undefined;
    const cards = cardsOf(list.current);
    const next = cards[Math.min(before.at, cards.length - 1)] ?? document.querySelector<HTMLElement>('main h1');
    next?.focus();
  }, [items]);

  function move(event: KeyboardEvent): void {
    const step = stepOf(event);
    if (step === 0 || isTyping(event.target)) return;
    const cards = cardsOf(list.current);
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = cards[Math.max(0, Math.min(cards.length - 1, at + step))];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <Screen title={text('nav.inbox')} {...(total > 0 && { actions: <span class="count">{total}</span> })}>
      {!isLoaded && <Skeleton />}
      {isLoaded && items.length === 0 && <p class="empty">{text('home.waiting.none')}</p>}
      <div
        ref={list}
        class="inbox"
        onKeyDown={move}
        onFocusIn={(event) => {
          const card = (event.target as Element).closest<HTMLElement>('[data-card]');
          const id = card?.dataset['card'];
          if (id !== undefined) focused.current = { id, at: items.findIndex((item) => item.id === id) };
        }}
      >
        {items.map((item) => (
          <Card key={item.id} item={item} />
        ))}
      </div>
      {total > items.length && isLoaded && <p class="dim">{counted('inbox.more', total - items.length)}</p>}
    </Screen>
  );
}

function cardsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}

function stepOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0;
  // arrow keys move between the choices of a question
  const isChoice = target instanceof HTMLInputElement;
  if (key === 'j' || (key === 'ArrowDown' && !isChoice)) return 1;
  return key === 'k' || (key === 'ArrowUp' && !isChoice) ? -1 : 0;
}

/** Passes digits to the panel of a card when the card itself has the focus. */
function digitsToPanel(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (target !== currentTarget || !/^[1-9]$/.test(key)) return;
  const panel = currentTarget.querySelector('.decision');
  // a new event that does not bubble, so that it does not return here
  if (panel?.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })) === false) event.preventDefault();
}

function Card({ item }: { item: WaitingItem }) {
  const { id, kind, session, approval, question, isAnswered } = item;
  const { owner } = session;
  const off = isAnswered
    ? text('inbox.sent')
    : !isOnline.value
      ? text('off.connection')
      : owner
        ? foreignReason(owner)
        : undefined;
  const name = approval?.action ?? question?.questions[0]?.question ?? '';

  async function deciding(call: () => Promise<'done' | 'elsewhere'> | undefined): Promise<void> {
    if ((await call()) === 'elsewhere') showNote(text('decision.elsewhere'));
  }

  return (
    <article
      class="card inbox-card"
      data-testid="inbox-card"
      data-card={id}
      data-kind={kind}
      data-session-id={session.id}
      aria-label={name}
      tabIndex={-1}
      onKeyDown={digitsToPanel}
    >
      <p class="inbox-head">
        <Link to={`/sessions/${session.id}`}>
          <Clean text={session.title === '' ? text('session.untitled') : session.title} />
        </Link>
        {owner && <OwnerLink owner={owner} sessionId={session.id} />}
      </p>
      {approval && (
        <ApprovalPanel
          approval={approval}
          role="group"
          cwd={session.cwd}
          off={off}
          decide={(body) => deciding(() => inbox.peek()?.decide(approval.approval_id, body))}
        />
      )}
      {question && (
        <QuestionPanel
          question={question}
          role="group"
          off={off}
          answer={(answers) => deciding(() => inbox.peek()?.answer(question.question_id, { answers }))}
          dismiss={() => deciding(() => inbox.peek()?.dismiss(question.question_id))}
        />
      )}
    </article>
  );
}
