/** Keyboard shortcuts of the page: a table that help and palette also show, and the key press handler (web.md 6). */
import { signal } from '@preact/signals';
import { goToNextWaiting } from './attention.js';
import { preferences, setPreferences } from './preferences.js';
import { navigate, route, setQuery } from './routes.js';
import { sessions } from './sessions.js';
import type { MessageKey } from './text.js';

export interface Shortcut {
  name: MessageKey;
  /** the keys as written in help; `Mod` is Cmd on macOS and Ctrl elsewhere */
  keys: string;
  /** Returns whether it did something; otherwise the browser handles the key. */
  run(): boolean;
  /** browsers use this shortcut too; the user can switch it off */
  isOfBrowser?: true;
  /** a single key, outside of text fields; the user can switch it off */
  isSingle?: true;
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Actions that screens provide to shortcuts while they are shown. */
type ProvidedAction = 'palette' | 'help';
const provided = new Map<ProvidedAction, () => void>();

export function provideAction(name: ProvidedAction, run: () => void): void {
  provided.set(name, run);
}

function runProvided(name: ProvidedAction): boolean {
  provided.get(name)?.();
  return provided.has(name);
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

function shownSession(): string | undefined {
  const { parts } = route.peek();
  return parts[0] === 'sessions' ? parts[1] : undefined;
}

let lastPanel = 'changes';

function togglePanel(name?: string): boolean {
  if (shownSession() === undefined) return false;
  const open = route.peek().query.get('panel');
  if (open !== null) lastPanel = open;
  const wanted = name ?? lastPanel;
  setQuery({ panel: open === null || (name !== undefined && open !== name) ? wanted : undefined }, { replace: true });
  return true;
}

function moveInList(step: 1 | -1): boolean {
  const ids = sessions.peek().groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const at = ids.indexOf(shownSession() ?? '');
  const next = at < 0 ? ids[step > 0 ? 0 : ids.length - 1] : ids[at + step];
  if (next === undefined) return ids.length > 0;
  navigate(`/sessions/${next}`);
  return true;
}

function focusOn(selector: string): boolean {
  const place = find(selector);
  place?.focus();
  return place !== null;
}

/** Selectors of the areas of a session in the order of F6; each matches the element that takes the focus. */
const areas = [
  'nav .session-item a[aria-current], .session-groups a[tabindex="0"], .session-groups a',
  '[data-testid="transcript"]',
  '[data-session-decisions] > [tabindex="-1"]',
  'main form textarea',
  '.panel button, .panel [tabindex="0"]:not([role="separator"])',
] as const;
const areaOf = ['.sidebar', '[data-testid="transcript"]', '[data-session-decisions]', 'main form', '.panel'] as const;

/** Moves the focus to the next area; after the last one the browser's own areas follow. */
function moveArea(step: 1 | -1): boolean {
  const at = areaOf.findIndex((selector) => document.activeElement?.closest(selector));
  const order = areas.map((selector, index) => ({ selector, index }));
  const ahead = step > 0 ? order.slice(at + 1) : order.slice(0, at < 0 ? undefined : at).reverse();
  return ahead.some(({ selector }) => {
    const place = [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.offsetParent !== null);
    place?.focus();
    return place !== undefined;
  });
}

function scrollToEnd(): boolean {
  const place = find('[data-testid="transcript"]');
  place?.scrollTo({ top: place.scrollHeight });
  return place !== null;
}

function toggleFocused(): boolean {
  const active = document.activeElement;
  const block = active?.closest('[data-testid="tool-call"], [data-testid="thinking"], [data-testid="marker"]');
  const button =
    active?.closest<HTMLElement>('[aria-expanded]') ?? block?.querySelector<HTMLElement>('[aria-expanded]');
  button?.click();
  return button !== null && button !== undefined;
}

function pressButton(name: 'previousPrompt' | 'nextPrompt' | 'prompts'): boolean {
  const button = find(`[data-key-action="${name}"]`);
  button?.click();
  return button !== null;
}

/** Id of the session whose transcript shows the search bar. */
export const searchedSession = signal<string | undefined>(undefined);

/** When the search field has the focus, the browser handles the key. */
function openFind(): boolean {
  const id = shownSession();
  if (id === undefined || !find('[data-testid="transcript"]') || document.activeElement?.closest('.find-bar'))
    return false;
  if (searchedSession.peek() === id) return focusOn('.find-bar input');
  searchedSession.value = id;
  return true;
}

export const shortcuts: readonly Shortcut[] = [
  { name: 'keys.palette', keys: 'Mod-K', run: () => runProvided('palette') },
  {
    name: 'keys.waiting',
    keys: 'Mod-.',
    run() {
      goToNextWaiting();
      return true;
    },
  },
  {
    name: 'nav.new',
    keys: 'Mod-Shift-O',
    isOfBrowser: true,
    run() {
      navigate('/new');
      return true;
    },
  },
  {
    name: 'keys.sidebar',
    keys: 'Mod-B',
    isOfBrowser: true,
    run() {
      setPreferences({ isSidebarOpen: !preferences.peek().isSidebarOpen });
      return true;
    },
  },
  { name: 'keys.panel', keys: 'Mod-Shift-B', isOfBrowser: true, run: () => togglePanel() },
  { name: 'find.name', keys: 'Mod-F', run: openFind },
  { name: 'keys.prompts', keys: 'Mod-Shift-L', isOfBrowser: true, run: () => pressButton('prompts') },
  { name: 'panel.changes', keys: 'Mod-Shift-D', isOfBrowser: true, run: () => togglePanel('changes') },
  { name: 'keys.previousSession', keys: 'Alt-ArrowUp', run: () => moveInList(-1) },
  { name: 'keys.nextSession', keys: 'Alt-ArrowDown', run: () => moveInList(1) },
  { name: 'keys.help', keys: 'Mod-/', run: () => runProvided('help') },
  { name: 'keys.nextArea', keys: 'F6', run: () => moveArea(1) },
  { name: 'keys.previousArea', keys: 'Shift-F6', run: () => moveArea(-1) },
  { name: 'keys.message', keys: '/', isSingle: true, run: () => focusOn('main form textarea') },
  {
    name: 'nav.inbox',
    keys: 'i',
    isSingle: true,
    run() {
      navigate('/inbox');
      return true;
    },
  },
  { name: 'keys.previousPrompt', keys: '[', isSingle: true, run: () => pressButton('previousPrompt') },
  { name: 'keys.nextPrompt', keys: ']', isSingle: true, run: () => pressButton('nextPrompt') },
  { name: 'keys.end', keys: 'g', isSingle: true, run: scrollToEnd },
  { name: 'keys.toggle', keys: 't', isSingle: true, run: toggleFocused },
  { name: 'keys.help', keys: '?', isSingle: true, run: () => runProvided('help') },
];

/** Formats keys with the names of this platform. */
export function shownKeys(keys: string): string {
  const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Mod: isMac ? '⌘' : 'Ctrl' };
  return keys
    .split('-')
    .map((part) => arrows[part] ?? part)
    .join(isMac ? ' ' : '-');
}

/** Formats a key press in the notation of the table. */
function pressed({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string | undefined {
  // on macOS, Ctrl is for editing text
  if (isMac ? ctrlKey : metaKey) return undefined;
  const isMod = isMac ? metaKey : ctrlKey;
  const isLetter = /^[a-z]$/i.test(key);
  const isNamed = key.length > 1;
  const name = isLetter && (isMod || altKey) ? key.toUpperCase() : key;
  // the key of a symbol already includes Shift
  const withShift = shiftKey && (isNamed || (isLetter && (isMod || altKey)));
  return [...(isMod ? ['Mod'] : []), ...(withShift ? ['Shift'] : []), ...(altKey ? ['Alt'] : []), name].join('-');
}

const typing = 'input, textarea, select, [contenteditable], [role=textbox]';

export function watchKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest('[data-testid=terminal], dialog[open], [popover]')) return;
    const { singleKeys, browserKeys } = preferences.peek();
    if (event.key === 'Escape' && closesPanel()) return event.preventDefault();
    const wanted = pressed(event);
    const found = shortcuts.find(({ keys, isSingle, isOfBrowser }) => {
      if (keys !== wanted) return false;
      if (isSingle) return singleKeys && !target?.closest(typing);
      return !isOfBrowser || browserKeys;
    });
    if (found?.run()) event.preventDefault();
  });
}

/** Closes a panel that covers the session on small screens. */
function closesPanel(): boolean {
  if (!matchMedia('(max-width: 1199px)').matches || !find('.panel')?.contains(document.activeElement)) return false;
  setQuery({ panel: undefined }, { replace: true });
  return true;
}
