/** Everything that waits for the user in all sessions, kept current for every part of the page (web.md 5.2). */
import { effect, signal } from '@preact/signals';
import { openInbox, type Inbox, type InboxState } from '../../client/session/inbox.js';
import { server } from './server.js';

export const inbox = signal<Inbox | undefined>(undefined);
export const waiting = signal<InboxState>({ isLoaded: false, items: [], total: 0 });

/** Follows the inbox of each server that the page signs in to. */
export function watchInbox(): void {
  effect(() => {
    const current = server.value;
    if (!current) return;
    const opened = openInbox(current);
    inbox.value = opened;
    const leave = opened.subscribe(() => (waiting.value = opened.get()));
    return () => {
      leave();
      opened.close();
    };
  });
}
