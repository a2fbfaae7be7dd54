/** Renders short notes, and the live regions that screen readers announce. */
import { CircleAlert, X } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  alertText,
  announcement,
  dismissNote,
  holdNote,
  notes,
  resumeNote,
  type Note as ShownNote,
} from '../live/notes.js';
import { text } from '../live/text.js';
import { Button, IconButton } from './button.js';
import { messageBox, useFocusOnLeaving } from './focus.js';

/** While the found element is visible, shows notes over it instead of over the message box. */
export function useNotesOver(find: () => HTMLElement | null): void {
  useEffect(() => {
    const place = find();
    if (!place) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => {
      const { top, bottom, height } = place.getBoundingClientRect();
      const isShown = height > 0;
      style.setProperty('--notes-top', isShown ? `${top}px` : '');
      style.setProperty('--notes-below', isShown ? `${innerHeight - bottom}px` : '');
    };
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    observer.observe(document.documentElement);
    return () => {
      observer.disconnect();
      for (const name of ['--notes-top', '--notes-below']) style.removeProperty(name);
    };
  }, []);
}

export function Notes() {
  return (
    <section class="notes" aria-label={text('notes.region')}>
      {notes.value.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </section>
  );
}

function Note({ note: { id, text: words, isError, action } }: { note: ShownNote }) {
  const place = useRef<HTMLDivElement>(null);
  /** the element that had the focus before the note */
  const before = useRef<EventTarget | null>(null);
  useFocusOnLeaving(place, () => {
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) return current;
    return messageBox() ?? document.querySelector<HTMLElement>('main h1');
  });
  return (
    <div
      ref={place}
      class={`note${isError ? ' error' : ''}`}
      data-testid="toast"
      onPointerEnter={() => holdNote(id)}
      onPointerLeave={() => resumeNote(id)}
      onFocusIn={({ relatedTarget }) => {
        if (relatedTarget instanceof Element && !relatedTarget.closest('.notes')) before.current = relatedTarget;
        holdNote(id);
      }}
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
      <IconButton data-again icon={X} label={text('notes.dismiss')} onClick={() => dismissNote(id)} />
    </div>
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
