/** The state of the connection, while there is none for more than a second, and the note about a new version (web.md 4.2). */
import { RefreshCw, WifiOff } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { seconds, useSecondsUntilDone } from '../live/clock.js';
import { alertReader } from '../live/notes.js';
import { connection, isUpdated, retryAt, tryNow } from '../live/server.js';
import { text } from '../live/text.js';
import { Button } from '../parts/button.js';

const shownAfterMs = 1_000;

export function Banner() {
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
      {isUpdated.value && (
        <div class="banner" data-testid="version-note">
          <span>{text('version.updated')}</span>
          <Button icon={RefreshCw} onClick={() => location.reload()}>
            {text('version.reload')}
          </Button>
        </div>
      )}
    </>
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
