/** Entry of the `agent vis` page, which shows the sessions of a home or of an export (web.md 8). */
import { render } from 'preact';
import { watchClock } from '../live/clock.js';
import { watchDefects } from '../live/defects.js';
import { watchPreferences } from '../live/preferences.js';
import { watchHistory } from '../live/routes.js';
import { watchLanguage } from '../live/text.js';
import { watchFocus } from '../parts/focus.js';
import { App } from './app.js';
import { readSessionsFrom } from './source.js';
import { takeToken, visSessions } from './vissource.js';
import '../styles/page.css';

watchDefects();
watchFocus();
watchPreferences();
// a relative address would resolve against the current path
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
icon?.setAttribute('href', icon.href);
const taken = takeToken();
readSessionsFrom(visSessions);
watchHistory();
watchClock();

const place = document.getElementById('page');
void Promise.all([watchLanguage(), taken]).then(() => {
  if (place) render(<App />, place);
});
