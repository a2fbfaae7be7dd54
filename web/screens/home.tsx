/** Home: what waits for the user, the form of a new session, and recent sessions (web.md 3.1, 5.18). */
import { useEffect } from 'preact/hooks';
import { entryWord, titleOf } from '../live/entries.js';
import { waiting } from '../live/inbox.js';
import { recent, sessions, showRecent } from '../live/sessions.js';
import { text } from '../live/text.js';
import { Clean } from '../parts/clean.js';
import { Later } from '../parts/later.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';
import { StateIcon } from '../parts/state.js';
import { Time } from '../parts/time.js';
import { SetUpHint } from './setuphint.js';

const mostWaiting = 5;

export function Home() {
  return (
    <Screen title={text('home.title')} tabTitle="">
      <SetUpHint draftId="new" />
      <Waiting />
      <FirstSteps />
      <Begin />
      <Recent />
    </Screen>
  );
}

function Waiting() {
  const { items, total, isLoaded } = waiting.value;
  if (!isLoaded || total === 0) return null;
  return (
    <section aria-labelledby="home-waiting">
      <h2 id="home-waiting">{text('home.waiting')}</h2>
      <ul class="plain-list">
        {items.slice(0, mostWaiting).map(({ id, kind, session, approval, question }) => (
          <li key={id}>
            <Link to={`/sessions/${session.id}`} class="list-row">
              <StateIcon state={kind} />
              <span class="list-title">
                <Clean text={approval?.action ?? question?.questions[0]?.question ?? ''} />
              </span>
              <span class="dim">
                <Clean text={session.title} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > mostWaiting && (
        <p>
          <Link to="/inbox">{text('home.waiting.all')}</Link>
        </p>
      )}
    </section>
  );
}

function Recent() {
  useEffect(showRecent, []);
  const entries = recent.value ?? [];
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="home-recent">
      <h2 id="home-recent">{text('home.recent')}</h2>
      <ul class="plain-list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link to={`/sessions/${entry.id}`} class="list-row">
              <StateIcon state={entry.state} word={entryWord(entry)} />
              <span class="list-title">{titleOf(entry)}</span>
              <span class="dim">{entryWord(entry)}</span>
              <Time at={entry.updatedAt} class="dim" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const loadForm = async () => (await import('./session/newsession.js')).NewSessionForm;

/** The form of a new session, which loads after the rest of the screen. */
function Begin() {
  return (
    <section aria-labelledby="home-new">
      <h2 id="home-new">
        <Link to="/new">{text('nav.new')}</Link>
      </h2>
      <Later load={loadForm} given={{}} />
    </section>
  );
}

function FirstSteps() {
  const { isLoaded, failure, total } = sessions.value;
  if (!isLoaded || failure || total > 0) return null;
  return (
    <section class="first-steps">
      <p>{text('home.lead')}</p>
      <p>{text('home.lead.2')}</p>
      <p>{text('home.lead.3')}</p>
    </section>
  );
}
