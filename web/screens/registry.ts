/** The screens by their addresses (web.md 3.1). A screen is loaded when it is first shown; what is not listed is "Nothing here". */
import type { ComponentType } from 'preact';
import { Home, loadForm } from './home.js';

export interface ScreenProps {
  /** parts of the path behind the first */
  rest: readonly string[];
}

export type ScreenModule = () => Promise<ComponentType<ScreenProps>>;

interface Pattern {
  /** `*` is any one part, and becomes a part of `rest` */
  path: readonly string[];
  /** there at once, or loaded when it is first shown; `ahead`: what the first screen of a page does while the frame is drawn */
  screen:
    | { now: ComponentType<ScreenProps>; needs?: () => Promise<unknown> }
    | { later: ScreenModule; ahead?: (rest: readonly string[]) => Promise<unknown> };
}

/** The first one that fits the whole path is shown. */
const patterns: readonly Pattern[] = [
  { path: [], screen: { now: Home, needs: loadForm } },
  { path: ['inbox'], screen: { later: async () => (await import('./inbox.js')).Inbox } },
  { path: ['search'], screen: { later: async () => (await import('./search.js')).Search } },
  { path: ['settings'], screen: { later: async () => (await import('./settings.js')).Settings } },
  { path: ['settings', '*'], screen: { later: async () => (await import('./settings.js')).Settings } },
  { path: ['usage'], screen: { later: async () => (await import('./usage.js')).Usage } },
  { path: ['new'], screen: { later: async () => (await import('./session/newsession.js')).NewSession } },
  { path: ['compare'], screen: { later: async () => (await import('./timeline.js')).CompareScreen } },
  { path: ['sessions'], screen: { later: async () => (await import('./sessions.js')).AllSessions } },
  {
    path: ['sessions', '*'],
    screen: {
      later: async () => (await import('./session/session.js')).SessionScreen,
      ahead: async ([id = '']) => (await import('./session/session.js')).followAhead(id),
    },
  },
  {
    path: ['sessions', '*', 'changes'],
    screen: { later: async () => (await import('./session/changesscreen.js')).ChangesScreen },
  },
  {
    path: ['sessions', '*', 'timeline'],
    screen: { later: async () => (await import('./timeline.js')).TimelineScreen },
  },
];

export function findScreen(parts: readonly string[]): { pattern: Pattern; rest: readonly string[] } | undefined {
  for (const pattern of patterns) {
    if (pattern.path.length !== parts.length) continue;
    if (!pattern.path.every((part, at) => part === '*' || part === parts[at])) continue;
    return { pattern, rest: parts.filter((_, at) => pattern.path[at] === '*') };
  }
  return undefined;
}

/** Begins to load what a screen needs, while the page signs in. */
export function loadScreen(parts: readonly string[]): void {
  const found = findScreen(parts);
  if (!found) return;
  const { screen } = found.pattern;
  const loading = 'now' in screen ? screen.needs?.() : (screen.ahead?.(found.rest) ?? screen.later());
  // what fails is loaded again, and reported, where it is drawn
  loading?.catch(() => undefined);
}
