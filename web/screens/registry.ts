/** The screens by address (web.md 3.1), loaded on first use. Any other address shows "Nothing here". */
import type { ComponentType } from 'preact';
import { Home, loadForm } from './home.js';

export interface ScreenProps {
  /** parts of the path after the first */
  rest: readonly string[];
}

export type ScreenModule = () => Promise<ComponentType<ScreenProps>>;

interface Pattern {
  /** `*` matches any one part and adds it to `rest` */
  path: readonly string[];
  /** available at once, or loaded on first use; `ahead`: work of the first screen while the frame renders */
  screen:
    | { now: ComponentType<ScreenProps>; needs?: () => Promise<unknown> }
    | { later: ScreenModule; ahead?: (rest: readonly string[]) => Promise<unknown> };
}

/** The first pattern that matches the whole path wins. */
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

/** Starts loading the module of a screen while the page signs in. */
export function loadScreen(parts: readonly string[]): void {
  const found = findScreen(parts);
  if (!found) return;
  const { screen } = found.pattern;
  const loading = 'now' in screen ? screen.needs?.() : (screen.ahead?.(found.rest) ?? screen.later());
  // the screen loads a failed module again and reports the failure
  loading?.catch(() => undefined);
}
