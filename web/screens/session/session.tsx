/** A session: its header, the transcript, what waits below it, and the message box (web.md 5.4). */
import { ArrowLeft, Ellipsis, Pencil, Redo2, X } from 'lucide-preact';
import { createPortal } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { isTurnActive } from '../../../client/session/working.js';
import { seconds, useSecondsUntilDone } from '../../live/clock.js';
import { entryOfSession, nameOfPath, stateOf, stateWord, titleOf } from '../../live/entries.js';
import { markSeen } from '../../live/kept.js';
import { alertReader, announce } from '../../live/notes.js';
import { preferences, setPreferences } from '../../live/preferences.js';
import { route, setQuery } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { formatElapsed } from '../../../client/view/format.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Boundary } from '../../parts/failure.js';
import { Later } from '../../parts/later.js';
import { Link } from '../../parts/link.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { foreignReason, OwnerLink } from '../../parts/owner.js';
import { Screen, useScreenHeading } from '../../parts/screen.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Splitter } from '../../parts/splitter.js';
import { StateIcon } from '../../parts/state.js';
import { renameSession, restoreSession } from '../lists/deeds.js';
import { NameField, sessionItems } from '../lists/entry.js';
import type { ScreenProps } from '../registry.js';
import { Composer } from './composer.js';
import { useOwner, useSession, type OpenSession } from './open.js';
import { aboveComposer, panels, type Panel } from './places.js';
import { Transcript } from './transcript.js';

export function SessionScreen({ rest: [id = ''] }: ScreenProps) {
  const session = useSession(id);
  if (!session) return <Skeleton />;
  const { isGone, isLoaded } = session.state.value;
  if (isGone) return <NotFound />;
  if (!isLoaded) return <Skeleton lines={8} />;
  return <Shown session={session} />;
}

export function NotFound() {
  return (
    <Screen title={text('session.notFound')}>
      <p>
        <Link to="/search">{text('nav.search')}</Link> · <Link to="/">{text('nav.home')}</Link>
      </p>
    </Screen>
  );
}

function Shown({ session }: { session: OpenSession }) {
  const { state } = session;
  const facts = state.value.session;
  const open = panels.find(({ name }) => name === route.value.query.get('panel'));
  const owner = useOwner(session);
  useSeen(session);
  useAnnouncements(session);
  if (!facts) return null;
  return (
    <div class="session-screen">
      <div class="session-main">
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
        {!facts.archived && <Composer key={session.id} session={session} owner={owner} />}
      </div>
      {open && <OpenPanel key={open.name} panel={open} session={session} />}
    </div>
  );
}

/** What is shown in a visible tab counts as seen. */
function useSeen({ id, state }: OpenSession): void {
  const changed = state.value.timeline;
  useEffect(() => {
    if (document.visibilityState === 'visible') markSeen(id, Date.now());
  }, [id, changed]);
}

function useAnnouncements({ state }: OpenSession): void {
  const { approvals, questions } = state.value;
  const isActive = isTurnActive(state.value);
  const first = approvals[0]?.action ?? questions[0]?.questions[0]?.question;
  useEffect(() => {
    if (first !== undefined) alertReader(first);
  }, [first]);
  const [wasActive, setWasActive] = useState(isActive);
  useEffect(() => {
    if (isActive === wasActive) return;
    setWasActive(isActive);
    if (isActive) announce(text('state.running'));
    else announce(text('turn.done'));
  }, [isActive, wasActive]);
}

/** Whether an undo can be taken back: asked only while it is the newest thing of the session. */
function useRedo({ id, state }: OpenSession): boolean {
  const { timeline } = state.value;
  const last = timeline.items.at(-1);
  const undone = last?.kind === 'marker' && last.marker === 'undo' ? last.markerId : undefined;
  const client = server.value?.client;
  const [offered, offer] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!client || undone === undefined) return;
    client.redoSession({ params: { session_id: id }, body: { dry_run: true, page_size: 1 } }).then(
      () => offer(undone),
      // there is nothing to take back
      () => offer(undefined),
    );
  }, [client, id, undone]);
  return undone !== undefined && offered === undone;
}

function redoItem(session: OpenSession): MenuItem {
  return {
    name: text('undo.redo'),
    icon: Redo2,
    run: () => void import('./compose/commands.js').then(({ redo }) => redo(session)),
  };
}

const toolbar = panels.filter(({ name }) => name !== 'side');

function Header({ session }: { session: OpenSession }) {
  const facts = session.state.value.session;
  const [isRenaming, rename] = useState(false);
  const entry = facts && entryOfSession({ ...facts, updated_at: new Date(0).toISOString() });
  const title = entry ? titleOf(entry) : '';
  const heading = useScreenHeading(title);
  const canRedo = useRedo(session);
  if (!facts || !entry) return null;
  const activity = stateOf(facts);
  const { query } = route.value;
  return (
    <header class="session-header">
      <div class="session-names">
        {isRenaming ? (
          <NameField
            label={text('session.title')}
            value={title}
            onDone={(next) => {
              rename(false);
              if (next !== undefined) void renameSession(session.id, next);
            }}
          />
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <IconButton icon={Pencil} label={text('session.rename')} onClick={() => rename(true)} />
          </>
        )}
      </div>
      <p class="session-facts dim small">
        <span class="session-state" data-testid="session-state" data-state={activity}>
          <StateIcon state={activity} /> {stateWord(activity)}
        </span>
        <span title={facts.metadata.cwd}>
          <Clean text={nameOfPath(facts.metadata.cwd)} />
        </span>
      </p>
      <div class="session-tools" role="toolbar" aria-label={text('session.toolbar')}>
        {toolbar.map(({ name }) => (
          <Button
            key={name}
            kind="quiet"
            aria-pressed={query.get('panel') === name}
            onClick={() => setQuery({ panel: query.get('panel') === name ? undefined : name }, { replace: true })}
          >
            {text(`panel.${name}`)}
          </Button>
        ))}
        <Menu
          label={text('session.actions')}
          icon={Ellipsis}
          items={[...(canRedo ? [redoItem(session)] : []), ...sessionItems(entry, () => rename(true))]}
        />
      </div>
    </header>
  );
}

function Activity({ session: { state } }: { session: OpenSession }) {
  const { phase } = state.value;
  const isActive = isTurnActive(state.value);
  useEffect(() => (isActive ? useSecondsUntilDone() : undefined), [isActive]);
  if (!isActive) return null;
  const since = phase && 'since' in phase ? phase.since : undefined;
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
    </p>
  );
}

function OpenPanel({ panel, session }: { panel: Panel; session: OpenSession }) {
  const { panelWidth } = preferences.value;
  const place = document.getElementById('panel-place');
  const close = (): void => setQuery({ panel: undefined }, { replace: true });
  if (!place) return null;
  // beside what the page is about, not in it
  return createPortal(
    <aside class="panel" aria-label={text(`panel.${panel.name}`)} style={{ '--panel-width': `${panelWidth}px` }}>
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
        <h2>{text(`panel.${panel.name}`)}</h2>
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
