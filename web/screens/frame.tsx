/** The frame of every screen: sidebar, content, bottom bar, banner, notes and dialogs (web.md 3.2, 3.3, 4.2). */
import { Inbox, List, Menu as MenuIcon, PanelLeftOpen, RefreshCw, Settings, SquarePen, WifiOff } from 'lucide-preact';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { firstScreenShown } from '../live/firstscreen.js';
import { waiting } from '../live/inbox.js';
import { preferences, setPreferences } from '../live/preferences.js';
import { navigate, route } from '../live/routes.js';
import { access, connection, isUpdated, retryAt, tryNow } from '../live/server.js';
import { text } from '../live/text.js';
import { Button, IconButton } from '../parts/button.js';
import { Dialogs, holdDialogs } from '../parts/dialog.js';
import { Boundary } from '../parts/failure.js';
import { isFocusLost } from '../parts/focus.js';
import { Later } from '../parts/later.js';
import { Link } from '../parts/link.js';
import { Menu } from '../parts/menu.js';
import { Announcer, Notes } from '../parts/notes.js';
import { findScreen } from './registry.js';
import { current, inboxName, SessionScreen, Sidebar } from './sidebar.js';
import { NoAccess, TokenScreen } from './token.js';
import { Screen } from '../parts/screen.js';
import { seconds, useSecondsUntilDone } from '../live/clock.js';
import { alertReader } from '../live/notes.js';

const narrow = matchMedia('(max-width: 767px)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));
/** whether a small screen shows the sidebar instead of the content */
const isMenuOpen = signal(false);

export function Frame() {
  const state = access.value;
  const isGated = state === 'needed' || state === 'forbidden';
  const isShut = isGated || state === 'unreachable';
  const [wasGranted, setGranted] = useState(false);
  useEffect(() => {
    if (state === 'granted') setGranted(true);
  }, [state]);
  const isSession = route.value.parts[0] === 'sessions' && route.value.parts.length === 2;
  useLayoutEffect(() => holdDialogs(isGated), [isGated]);
  return (
    <>
      {!isShut && (
        <a class="skip" href="#content" onClick={(event) => skip(event, isSession)}>
          {text(isSession ? 'skip.message' : 'skip.content')}
        </a>
      )}
      <Banner />
      {(state === 'granted' || wasGranted) && (
        // the token screen only hides everything else, which keeps its drafts and scroll positions
        <div class="frame" hidden={isGated}>
          <Content />
        </div>
      )}
      {isGated && (state === 'needed' ? <TokenScreen /> : <NoAccess />)}
      {state === 'unreachable' && !wasGranted && <NoAccess />}
      <Notes />
      <Announcer />
      <Dialogs />
    </>
  );
}

function skip(event: MouseEvent, isSession: boolean): void {
  event.preventDefault();
  const box = isSession ? document.querySelector<HTMLElement>('form textarea') : null;
  (box ?? document.getElementById('content'))?.focus();
}

function Content() {
  const { parts, visit } = route.value;
  const { isSidebarOpen } = preferences.value;
  useEffect(() => {
    isMenuOpen.value = false;
  }, [visit]);
  const isList = isNarrow.value && isMenuOpen.value;
  const isBeside = !isNarrow.value && isSidebarOpen;
  return (
    <div class="columns" data-sidebar={isBeside ? 'beside' : isList ? 'screen' : 'closed'}>
      {isBeside && <Sidebar />}
      {isList && <MenuScreen />}
      {!isNarrow.value && !isSidebarOpen && (
        <div class="rail">
          <IconButton
            icon={PanelLeftOpen}
            label={text('nav.expand')}
            onClick={() => setPreferences({ isSidebarOpen: true })}
          />
          {waiting.value.total > 0 && (
            <nav aria-label={text('nav.main')}>
              <Link to="/inbox" class="rail-inbox" aria-label={inboxName()} title={inboxName()} {...current('inbox')}>
                <Inbox aria-hidden="true" size="1.1em" />
                <span class="count" data-count={waiting.value.total} aria-hidden="true" />
              </Link>
            </nav>
          )}
        </div>
      )}
      <main id="content" tabIndex={-1} hidden={isList}>
        {isNarrow.value && (
          <div class="top-bar">
            <IconButton icon={MenuIcon} label={text('nav.openMenu')} onClick={() => (isMenuOpen.value = true)} />
          </div>
        )}
        <Boundary key={parts.join('/')}>
          <Shown />
        </Boundary>
      </main>
      <div id="panel-place" hidden={isList} />
      {isNarrow.value && <BottomBar />}
    </div>
  );
}

/** The session list as a screen: takes the focus, and returns it to the button that opened it. */
function MenuScreen() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('h1')?.focus(), []);
  useLayoutEffect(
    () => () => {
      // a chosen session takes the focus itself
      requestAnimationFrame(() => {
        if (isFocusLost()) document.querySelector<HTMLElement>('#content > .top-bar button')?.focus();
      });
    },
    [],
  );
  const close = (): void => void (isMenuOpen.value = false);
  return (
    <div
      ref={place}
      class="menu-screen"
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) close();
      }}
    >
      <SessionScreen onClose={close} />
    </div>
  );
}

function BottomBar() {
  return (
    <nav class="bottom-bar" aria-label={text('nav.main')}>
      <Link to="/inbox" aria-label={inboxName()} {...current('inbox')}>
        <Inbox aria-hidden="true" />
        <span>{text('nav.inbox')}</span>
      </Link>
      <button type="button" aria-expanded={isMenuOpen.value} onClick={() => (isMenuOpen.value = !isMenuOpen.value)}>
        <List aria-hidden="true" />
        <span>{text('nav.sessions')}</span>
      </button>
      <Link to="/new" {...current('new')}>
        <SquarePen aria-hidden="true" />
        <span>{text('nav.new.short')}</span>
      </Link>
      <Menu
        label={text('nav.more')}
        icon={Settings}
        items={(['search', 'usage', 'settings'] as const).map((screen) => ({
          name: text(`nav.${screen}`),
          run: () => navigate(`/${screen}`),
        }))}
      >
        <span>{text('nav.more')}</span>
      </Menu>
    </nav>
  );
}

function Shown() {
  const found = findScreen(route.value.parts);
  const screen = found?.pattern.screen;
  // a screen with `ahead` calls `firstScreenShown` itself
  const isOwnReport = screen !== undefined && 'ahead' in screen;
  useEffect(() => {
    if (!isOwnReport) firstScreenShown();
  }, [isOwnReport]);
  if (!found || !screen) return <Nothing />;
  const key = found.rest.join('/');
  if ('now' in screen) return <screen.now key={key} rest={found.rest} />;
  return <Later key={key} load={screen.later} given={{ rest: found.rest }} isScreen />;
}

function Nothing() {
  return (
    <Screen title={text('nothing.title')}>
      <p>{text('nothing.text')}</p>
      <p>
        <Link to="/">{text('nothing.home')}</Link>
      </p>
    </Screen>
  );
}

const shownAfterMs = 1_000;

function Banner() {
  const isLost = connection.value === 'reconnecting';
  const [isShown, show] = useState(false);
  useEffect(() => {
    if (!isLost) {
      show((wasShown) => {
        if (wasShown) alertReader(text('connection.found'));
        return false;
      });
      return;
    }
    const timer = setTimeout(() => show(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <>
      <div data-testid="connection" role="status" class="banner" hidden={!isShown}>
        {isShown && <Lost />}
      </div>
      {isUpdated.value && <Updated />}
    </>
  );
}

function Updated() {
  useEffect(() => alertReader(text('version.updated')), []);
  return (
    <div class="banner" role="status" data-testid="version-note">
      <span>{text('version.updated')}</span>
      <Button icon={RefreshCw} onClick={() => location.reload()}>
        {text('version.reload')}
      </Button>
    </div>
  );
}

function Lost() {
  useEffect(useSecondsUntilDone, []);
  useEffect(() => alertReader(text('connection.lost', { n: waitSeconds() })), []);
  return (
    <>
      <WifiOff aria-hidden="true" size="1.1em" />
      <span>{text('connection.lost', { n: Math.max(0, waitSeconds()) })}</span>
      <Button onClick={tryNow}>{text('connection.now')}</Button>
    </>
  );
}

function waitSeconds(): number {
  return Math.max(0, Math.ceil(((retryAt.value ?? seconds.value) - seconds.value) / 1_000));
}
