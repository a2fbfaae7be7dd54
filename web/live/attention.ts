/** Mod-. moves to the next item that waits for the user: in this session, in another, or in the inbox (web.md 6). */
import { signal } from '@preact/signals';
import { waiting } from './inbox.js';
import { showNote } from './notes.js';
import { navigate, route } from './routes.js';
import { text } from './text.js';

/** Id of the session whose first panel takes the focus as soon as it renders. */
export const wantedPanel = signal<string | undefined>(undefined);

const panels = '[data-session-decisions] > [tabindex="-1"]';

/** Skips a panel that already has the focus. */
export function goToNextWaiting(): void {
  const { items, total } = waiting.peek();
  const here = [...document.querySelectorAll<HTMLElement>(panels)];
  const next = here[here.findIndex((panel) => panel.contains(document.activeElement)) + 1];
  if (next) return next.focus();
  const { parts } = route.peek();
  const shown = parts[0] === 'sessions' ? parts[1] : undefined;
  const ids = [...new Set(items.filter(({ session }) => !session.owner).map(({ session }) => session.id))];
  // takes the id after the shown session and wraps around at the end
  const id = ids[(shown === undefined ? 0 : ids.indexOf(shown) + 1) % Math.max(1, ids.length)];
  if (id !== undefined && id !== shown) {
    wantedPanel.value = id;
    navigate(`/sessions/${id}`);
  } else if (here[0]) here[0].focus();
  else if (total > 0) navigate('/inbox');
  else showNote(text('decision.none'));
}
