/** The route of the page: path and query as signals, navigation, and the scroll position of each history entry. */
import { computed, signal } from '@preact/signals';
import { addressOf, currentPath, currentSearch } from './base.js';
import { createTabMap } from './tabmap.js';

export interface Route {
  /** decoded parts of the path */
  parts: readonly string[];
  query: URLSearchParams;
  /** counts navigations to other screens; 0 at the first load */
  visit: number;
}

const currentRoute = signal<Route>({ ...read(), visit: 0 });

export const route = computed(() => currentRoute.value);

interface Entry {
  id: string;
}

/** history entry → scroll position in px */
const scrolls = createTabMap<number>('agent.scrolls', 50, keepScroll);

function read(): Omit<Route, 'visit'> {
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
    // this page did not encode it: it names nothing that exists
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
  /** replaces the current history entry */
  replace?: boolean;
}

/** Navigates to a path of the page, with its query. */
export function navigate(path: string, { replace = false }: MoveOptions = {}): void {
  keepScroll();
  const address = addressOf(path);
  if (replace) history.replaceState({ id: entryId() }, '', address);
  else history.pushState({ id: crypto.getRandomValues(new Uint32Array(2)).join('-') }, '', address);
  updateRoute();
}

/** Changes the query of the current screen; undefined removes a key. */
export function setQuery(change: Readonly<Record<string, string | undefined>>, options: MoveOptions = {}): void {
  const query = new URLSearchParams(currentSearch());
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) query.delete(key);
    else query.set(key, value);
  }
  const search = query.toString();
  navigate(currentPath() + (search === '' ? '' : `?${search}`), options);
}

/** Counts the shown screen as a new visit, so that its heading gets the focus. */
export function countVisit(): void {
  currentRoute.value = { ...currentRoute.peek(), visit: currentRoute.peek().visit + 1 };
}

function updateRoute(): void {
  const { parts, visit } = currentRoute.peek();
  const next = read();
  const isOther = next.parts.join('/') !== parts.join('/');
  currentRoute.value = { ...next, visit: isOther ? visit + 1 : visit };
}

/** Returns the element that scrolls: the content of the screen. */
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
    updateRoute();
  });
  currentRoute.subscribe(() => {
    shown = entryId();
    restoreScroll(scrolls.get(shown) ?? 0);
  });
}

const restoredForMs = 3_000;
let stopRestoring: () => void = () => undefined;

/** Sets the scroll position again as the screen grows while it loads, until the user scrolls. */
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
    // after the screen has rendered
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
