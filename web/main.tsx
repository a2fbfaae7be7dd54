/** Starts the page: preferences and language, then sign-in, then everything that follows the server. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { watchClock } from './live/clock.js';
import { watchDefects } from './live/defects.js';
import { watchInbox } from './live/inbox.js';
import { watchKeys } from './live/keys.js';
import { watchNotifications } from './live/notifications.js';
import { watchPreferences } from './live/preferences.js';
import { route, watchHistory } from './live/routes.js';
import { connection, leave, signIn, takeFromOtherTab, watchLife } from './live/server.js';
import { watchSessions } from './live/sessions.js';
import { watchLanguage } from './live/text.js';
import { watchTitle } from './live/title.js';
import { openHandOver } from './live/token.js';
import { watchDoubleClicks } from './parts/button.js';
import { watchFocus } from './parts/focus.js';
import { forgetDrafts } from './screens/session/drafts.js';
import { Frame } from './screens/frame.js';
import { provideOverlays } from './screens/keys/overlays.js';
import { loadScreen } from './screens/registry.js';
import './styles/page.css';

watchDefects();
watchFocus();
watchDoubleClicks();
watchPreferences();
watchHistory();
loadScreen(route.peek().parts);
openHandOver(
  () => {
    leave();
    forgetDrafts();
    // message boxes store their drafts when the page is left, so these are removed again after that
    addEventListener('pagehide', forgetDrafts);
    location.reload();
  },
  () => void takeFromOtherTab(),
);
watchLife();
watchClock();
watchSessions();
watchInbox();
watchNotifications();
watchKeys();
provideOverlays();
effect(() => {
  document.documentElement.dataset['connection'] = connection.value;
});
void signIn();

const place = document.getElementById('page');
void watchLanguage().then(() => {
  watchTitle();
  if (place) render(<Frame />, place);
});
