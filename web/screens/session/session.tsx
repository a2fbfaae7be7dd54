/** A session: header, transcript, strips and decisions, and the message box (web.md 5.4). */
import { ArrowLeft, X } from 'lucide-preact';
import type { RefObject } from 'preact';
import { createPortal } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isTurnActive } from '../../../client/session/working.js';
import { copyText } from '../../live/clipboard.js';
import { seconds, useSecondsUntilDone } from '../../live/clock.js';
import { firstScreenShown } from '../../live/firstscreen.js';
import { markSeen } from '../../live/marks.js';
import { alertReader, announce } from '../../live/notes.js';
import { preferences, setPreferences } from '../../live/preferences.js';
import { route, setQuery } from '../../live/routes.js';
import { text } from '../../live/text.js';
import { shortened } from '../../../client/view/clean.js';
import { formatElapsed, formatTokens } from '../../../client/view/format.js';
import { Button, IconButton } from '../../parts/button.js';
import { closeDialogs } from '../../parts/dialog.js';
import { Boundary } from '../../parts/failure.js';
import { messageBox, useFocusOnLeaving } from '../../parts/focus.js';
import { Later } from '../../parts/later.js';
import { Link } from '../../parts/link.js';
import { foreignReason, OwnerLink } from '../../parts/owner.js';
import { Screen } from '../../parts/screen.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Splitter } from '../../parts/splitter.js';
import { StateIcon } from '../../parts/state.js';
import { restoreSession } from '../lists/actions.js';
import type { ScreenProps } from '../registry.js';
import { SetUpHint } from '../setuphint.js';
import { Composer } from './composer.js';
import { emptyDraft, keepDraftNow, readDraft } from './drafts.js';
import { Header } from './header.js';
import { useOwner, useSession, type OpenSession } from './open.js';
import { aboveComposer, panels, type Panel } from './places.js';
import { Transcript } from './transcript.js';
import { answerOf } from './turnmenu.js';

export { followAhead } from './open.js';

export function SessionScreen({ rest: [id = ''] }: ScreenProps) {
  const session = useSession(id);
  if (!session) return <Skeleton />;
  const { isGone, isLoaded } = session.state.value;
  if (isGone) return <NotFound id={id} wasDeleted={session.state.value.session !== undefined} />;
  if (!isLoaded) return <Skeleton lines={8} />;
  return <Shown session={session} />;
}

export function NotFound({ id, wasDeleted = false }: { id?: string; wasDeleted?: boolean }) {
  useEffect(closeDialogs, []);
  return (
    <Screen title={text('session.notFound')}>
      {wasDeleted && <p>{text('session.deleted')}</p>}
      <p>
        <Link to="/search">{text('nav.search')}</Link> · <Link to="/sessions">{text('list.all')}</Link>
      </p>
      {id !== undefined && <Unsent id={id} />}
    </Screen>
  );
}

/** The draft for a session that no longer exists. */
function Unsent({ id }: { id: string }) {
  const [draft, setDraft] = useState(() => readDraft(id));
  if (draft.text === '') return null;
  function discard(): void {
    keepDraftNow(id, emptyDraft);
    setDraft(emptyDraft);
  }
  return (
    <section aria-labelledby="unsent">
      <h2 id="unsent">{text('session.unsent')}</h2>
      <p class="unsent" dir="auto">
        {draft.text}
      </p>
      <p class="row">
        <Button onClick={() => copyText(draft.text)}>{text('session.unsent.copy')}</Button>
        <Button onClick={discard}>{text('session.unsent.discard')}</Button>
      </p>
    </section>
  );
}

function Shown({ session }: { session: OpenSession }) {
  const { state } = session;
  const facts = state.value.session;
  const open = panels.find(({ name }) => name === route.value.query.get('panel'));
  const owner = useOwner(session);
  useEffect(firstScreenShown, []);
  if (!facts) return null;
  return (
    <div class="session-screen">
      <div class="session-main">
        <Attention session={session} />
        <Header session={session} />
        <Boundary>
          <Transcript session={session} />
        </Boundary>
        <Activity session={session} />
        {aboveComposer.map((Part, at) => (
          <Boundary key={at}>
            <Part session={session} owner={owner} />
          </Boundary>
        ))}
        {facts.archived && (
          <div class="banner" data-testid="archived-note">
            <span>{text('session.archived')}</span>
            <Button onClick={() => void restoreSession(session.id)}>{text('menu.restore')}</Button>
          </div>
        )}
        {owner && (
          <div class="banner" data-testid="foreign-note">
            <span>{foreignReason(owner)}</span>
            <OwnerLink owner={owner} sessionId={session.id} />
          </div>
        )}
        {!facts.archived && <SetUp session={session} />}
        {!facts.archived && <Composer key={session.id} session={session} owner={owner} />}
      </div>
      {open && <OpenPanel key={open.name} panel={open} session={session} />}
    </div>
  );
}

/** Renders nothing: a component of its own, so that following every change does not render others again. */
function Attention({ session }: { session: OpenSession }) {
  useSeen(session);
  useAnnouncements(session);
  return null;
}

/** Marks the session as seen while its tab is visible: about once a second on changes, and when the user leaves it. */
function useSeen({ id, state }: OpenSession): void {
  const changed = state.value.timeline;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const note = (): void => {
    timer.current = undefined;
    if (document.visibilityState === 'visible') markSeen(id, Date.now());
  };
  useEffect(() => {
    note();
    return () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      note();
    };
  }, [id]);
  useEffect(() => {
    timer.current ??= setTimeout(note, seenEveryMs);
  }, [changed]);
}

const seenEveryMs = 1_000;
const mostAnnounced = 160;

function useAnnouncements({ state }: OpenSession): void {
  const { approvals, questions, timeline } = state.value;
  const isActive = isTurnActive(state.value);
  const first = approvals[0]?.action ?? questions[0]?.questions[0]?.question;
  useEffect(() => {
    if (first !== undefined) alertReader(first);
  }, [first]);
  const [wasActive, setWasActive] = useState(isActive);
  useEffect(() => {
    if (isActive === wasActive) return;
    setWasActive(isActive);
    const { readAnswers } = preferences.peek();
    if (readAnswers === 'nothing') return;
    if (isActive) return announce(text('state.running'));
    const last = timeline.items.findLast((item) => item.kind === 'turn');
    const answer = (last ? answerOf(last) : '').replace(/\s+/g, ' ').trim();
    const words = readAnswers === 'whole' ? answer : shortened(answer, mostAnnounced);
    announce(words === '' ? text('turn.done') : text('turn.doneWith', { words }));
  }, [isActive, wasActive]);
}

/** Hidden during a turn, because it would take space from decisions. */
function SetUp({ session: { id, state } }: { session: OpenSession }) {
  if (isTurnActive(state.value)) return null;
  return (
    <div class="above-composer">
      <SetUpHint draftId={id} />
    </div>
  );
}

function Activity({ session: { state } }: { session: OpenSession }) {
  const { phase, timeline } = state.value;
  const isActive = isTurnActive(state.value);
  useEffect(() => (isActive ? useSecondsUntilDone() : undefined), [isActive]);
  if (!isActive) return null;
  const since = phase && 'since' in phase ? phase.since : undefined;
  const turn = timeline.items.findLast((item) => item.kind === 'turn');
  // counts only the steps that have ended
  const tokens = (turn?.steps ?? []).reduce((sum, { usage }) => {
    return usage ? sum + usage.inputOther + usage.inputCacheCreation + usage.output : sum;
  }, 0);
  const what =
    phase?.kind === 'tool_call'
      ? text('activity.tool', { name: phase.name })
      : phase?.kind === 'awaiting_approval'
        ? text('state.approval')
        : text('state.running');
  return (
    <p class="activity dim small" data-testid="activity">
      <StateIcon state="running" /> {what}
      {since !== undefined && ` · ${formatElapsed(Math.max(0, seconds.value - since))}`}
      {tokens > 0 && ` · ${text('agents.tokens', { n: formatTokens(tokens) })}`}
    </p>
  );
}

const overlaid = matchMedia('(max-width: 1199px)');

/** When a panel covers the transcript, moves the focus into the panel and lets Escape close it. */
function useOverlay(heading: RefObject<HTMLElement | null>, close: () => void): void {
  const closeNow = useRef(close);
  closeNow.current = close;
  useEffect(() => {
    const before = document.activeElement;
    // without a focused element, the page was opened with this panel
    if (overlaid.matches && before instanceof HTMLElement && before !== document.body)
      heading.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, isComposing } = event;
      if (key !== 'Escape' || defaultPrevented || isComposing || !overlaid.matches) return;
      // dialogs and popovers in front, the message box, and programs in a terminal handle the key first
      const isTaken = target instanceof Element && target.closest('dialog, [popover], form, [data-testid="terminal"]');
      if (isTaken || document.querySelector('dialog[open], :popover-open')) return;
      closeNow.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function OpenPanel({ panel, session }: { panel: Panel; session: OpenSession }) {
  const { panelWidth } = preferences.value;
  const place = document.getElementById('panel-place');
  const aside = useRef<HTMLElement>(null);
  const close = (): void => setQuery({ panel: undefined }, { replace: true });
  useFocusOnLeaving(aside, () => document.querySelector<HTMLElement>(`[data-opens="${panel.name}"]`) ?? messageBox());
  const heading = useRef<HTMLHeadingElement>(null);
  useOverlay(heading, close);
  if (!place) return null;
  // outside of the `main` element, because a panel is complementary content
  return createPortal(
    <aside
      ref={aside}
      class="panel"
      aria-label={text(`panel.${panel.name}`)}
      style={{ '--panel-width': `${panelWidth}px` }}
    >
      <Splitter
        label={text('panel.resize')}
        size={panelWidth}
        least={320}
        most={Math.round(window.innerWidth * 0.6)}
        isAfter
        onSize={(size) => setPreferences({ panelWidth: size })}
      />
      <header>
        <Button kind="quiet" icon={ArrowLeft} class="panel-back" onClick={close}>
          {text('panel.back')}
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          {text(`panel.${panel.name}`)}
        </h2>
        <IconButton icon={X} label={text('panel.close')} onClick={close} />
      </header>
      <div class="panel-body">
        <Boundary>
          <Later load={panel.load} given={{ session }} />
        </Boundary>
      </div>
    </aside>,
    place,
  );
}
