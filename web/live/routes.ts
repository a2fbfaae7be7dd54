/** Where the page is: path and query as signals, moves between screens, and the scroll position of each entry of the history. */
import { computed, signal } from '@preact/signals';
import { addressOf, currentPath, currentSearch } from './base.js';
import { createTabMap } from './tabmap.js';

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

/** entry of the history → px */
const scrolls = createTabMap<number>('agent.scrolls', 50, keepScroll);

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

/** The screen that is shown counts as a new one: its heading gets the focus. */
export function comeBack(): void {
  place.value = { ...place.peek(), visit: place.peek().visit + 1 };
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
    restoreScroll(scrolls.get(shown) ?? 0);
  });
}

const restoredForMs = 3_000;
let stopRestoring: () => void = () => undefined;

/** What a screen shows may be read first, so the position is set again as the screen grows, until the user moves. */
function restoreScroll(top: number): void {
  stopRestoring();
  const set = (): boolean => {
    const place = scroller();
    place?.scrollTo({ top, behavior: 'instant' });
    return place !== null && Math.abs(place.scrollTop - top) < 1;
  };
  const until = performance.now() + restoredForMs;
  let frame = 0;
  const step = (): void => {
    // after the screen has drawn
    frame = requestAnimationFrame(() => {
      if (!set() && performance.now() < until) step();
      else stopRestoring();
    });
  };
  const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  stopRestoring = () => {
    cancelAnimationFrame(frame);
    for (const move of moves) removeEventListener(move, stopRestoring, true);
  };
  for (const move of moves) addEventListener(move, stopRestoring, true);
  step();
}
