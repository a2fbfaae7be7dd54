/** The title and icon of the browser tab (web.md 2.4). */
import { computed, effect, signal } from '@preact/signals';
import { addressOf } from './base.js';
import { isUnread } from './marks.js';
import { waiting } from './inbox.js';
import { sessions } from './sessions.js';

/** the title in the served page, set by the server */
const serverTitle = document.title;

/** Title of the session or name of the screen; empty on the home screen. */
export const screenTitle = signal('');

const icon = computed(() => {
  if (waiting.value.total > 0) return 'icon-waiting.svg';
  const entries = sessions.value.groups.flatMap((group) => group.entries);
  if (entries.some(({ state }) => state === 'running')) return 'icon-running.svg';
  return entries.some(({ id, updatedAt }) => isUnread(id, updatedAt)) ? 'icon-done.svg' : 'icon.svg';
});

export function watchTitle(): void {
  effect(() => {
    const count = waiting.value.total;
    const screen = screenTitle.value === '' ? '' : `${screenTitle.value} · `;
    document.title = `${count > 0 ? `(${count}) ` : ''}${screen}${serverTitle}`;
  });
  effect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    const address = addressOf(`/${icon.value}`);
    if (link && link.getAttribute('href') !== address) link.setAttribute('href', address);
  });
}
