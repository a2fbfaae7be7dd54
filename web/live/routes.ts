/** Where the page is: path and query as signals, moves between screens, and the scroll position of each entry of the history. */
import { computed, signal } from '@preact/signals';
import { addressOf, currentPath, currentSearch } from './base.js';

export interface Place {
  /** decoded parts of the path */
  parts: readonly string[];
  query: URLSearchParams;
  /** counts moves to other screens; 0 at the first load */
  visit: number;
}

const place = signal<Place>({ ...read(), visit: 0 });

export const route = computed(() => place.value);

interface Entry {
  id: string;
}

const scrolls = new Map<string, number>();

function read(): Omit<Place, 'visit'> {
  const parts = currentPath()
    .split('/')
    .filter((part) => part !== '' && part !== 'index.html')
    .map(decoded);
  return { parts, query: new URLSearchParams(currentSearch()) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // not encoded by this page: it names nothing that exists
    return part;
  }
}

function entryId(): string {
  const { id } = (history.state as Entry | null) ?? {};
  if (id !== undefined) return id;
  const fresh = crypto.getRandomValues(new Uint32Array(2)).join('-');
  history.replaceState({ id: fresh }, '');
  return fresh;
}

export interface MoveOptions {
  /** the present entry of the history becomes the new one */
  replace?: boolean;
}

/** Goes to a path of the page, with its query. */
export function navigate(path: string, { replace = false }: MoveOptions = {}): void {
  keepScroll();
  const address = addressOf(path);
  if (replace) history.replaceState({ id: entryId() }, '', address);
  else history.pushState({ id: crypto.getRandomValues(new Uint32Array(2)).join('-') }, '', address);
  arrive();
}

/** Changes the query of the present screen; undefined removes a key. */
export function setQuery(change: Readonly<Record<string, string | undefined>>, options: MoveOptions = {}): void {
  const query = new URLSearchParams(currentSearch());
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) query.delete(key);
    else query.set(key, value);
  }
  const search = query.toString();
  navigate(currentPath() + (search === '' ? '' : `?${search}`), options);
}

function arrive(): void {
  const { parts, visit } = place.peek();
  const next = read();
  const isOther = next.parts.join('/') !== parts.join('/');
  place.value = { ...next, visit: isOther ? visit + 1 : visit };
}

/** What scrolls: the content of the screen. */
function scroller(): Element | null {
  return document.getElementById('content');
}

function keepScroll(): void {
  scrolls.set(entryId(), scroller()?.scrollTop ?? 0);
}

export function watchHistory(): void {
  history.scrollRestoration = 'manual';
  let shown = entryId();
  window.addEventListener('popstate', () => {
    scrolls.set(shown, scroller()?.scrollTop ?? 0);
    arrive();
  });
  place.subscribe(() => {
    shown = entryId();
    const top = scrolls.get(shown) ?? 0;
    // after the screen has drawn
    requestAnimationFrame(() => scroller()?.scrollTo({ top, behavior: 'instant' }));
  });
}
