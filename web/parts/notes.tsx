/** Where short notes appear, and where a screen reader finds what is announced. */
import { CircleAlert, X } from 'lucide-preact';
import { alertText, announcement, dismissNote, holdNote, notes, resumeNote } from '../live/notes.js';
import { text } from '../live/text.js';
import { Button, IconButton } from './button.js';

export function Notes() {
  return (
    <section class="notes" aria-label={text('notes.region')}>
      {notes.value.map(({ id, text: words, isError, action }) => (
        <div
          key={id}
          class={`note${isError ? ' error' : ''}`}
          data-testid="toast"
          onPointerEnter={() => holdNote(id)}
          onPointerLeave={() => resumeNote(id)}
          onFocusIn={() => holdNote(id)}
          onFocusOut={() => resumeNote(id)}
        >
          {isError && <CircleAlert aria-hidden="true" size="1.1em" />}
          <p>{words}</p>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                dismissNote(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={X} label={text('notes.dismiss')} onClick={() => dismissNote(id)} />
        </div>
      ))}
    </section>
  );
}

export function Announcer() {
  return (
    <div class="unseen">
      <div data-testid="announcer" role="status" aria-live="polite">
        {announcement}
      </div>
      <div data-testid="alerts" role="alert" aria-live="assertive">
        {alertText}
      </div>
    </div>
  );
}
