/** Entries of the command palette: screens, buttons of the current screen, settings of this device. */
import { titleOf, type Entry } from '../../live/entries.js';
import { shortcuts, shownKeys } from '../../live/keys.js';
import { setPreferences } from '../../live/preferences.js';
import { navigate, route } from '../../live/routes.js';
import { text, type MessageKey } from '../../live/text.js';
import { sectionNames } from '../settings/names.js';

export interface Offer {
  id: string;
  name: string;
  /** shown beside the name */
  hint?: string;
  keys?: string;
  /** why the entry cannot be used now */
  off?: string;
  /** a path of the page, so that the entry can open in another tab */
  to?: string;
  run(): void;
}

const screens: readonly (readonly [string, MessageKey])[] = [
  ['/', 'nav.home'],
  ['/inbox', 'nav.inbox'],
  ['/new', 'nav.new'],
  ['/sessions', 'nav.sessions'],
  ['/search', 'nav.search'],
  ['/usage', 'nav.usage'],
  ['/settings', 'nav.settings'],
];
const themes = ['system', 'light', 'dark', 'contrast'] as const;

function link(to: string, name: string): Offer {
  return { id: to, name, to, run: () => navigate(to) };
}

/** Returns the buttons of the current screen under their own names. */
function buttonsOf(): Offer[] {
  const selector = 'main [role=toolbar] button, main header button, main form button, .panel button';
  const shown = () => [...document.querySelectorAll<HTMLElement>(selector)];
  const nameOf = (button: HTMLElement) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
  const found = new Map<string, Offer>();
  for (const button of shown()) {
    const name = nameOf(button);
    if (name === '' || found.has(name) || button.offsetParent === null) continue;
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    const isOff = button.getAttribute('aria-disabled') === 'true';
    found.set(name, {
      id: `button ${name}`,
      name,
      ...(isOff && { off: reason }),
      run() {
        // a render since then may have replaced the button
        const present = button.isConnected ? button : shown().find((each) => nameOf(each) === name);
        present?.focus();
        present?.click();
      },
    });
  }
  return [...found.values()];
}

function keysOf(): Offer[] {
  return shortcuts
    .filter(({ isSingle, keys }) => !isSingle && keys !== 'Mod-K')
    .map(({ name, keys, run }) => ({
      id: `key ${keys}`,
      name: text(name),
      keys: shownKeys(keys),
      run: () => void run(),
    }));
}

function historyOf(): Offer[] {
  const [screen, id, more] = route.peek().parts;
  if (screen !== 'sessions' || id === undefined || more !== undefined) return [];
  const name = text('history.title');
  return [
    { id: 'history', name, run: () => void import('../session/historydialog.js').then((it) => it.openHistory(id)) },
  ];
}

/** Removes entries with a repeated name; the first one stays. */
export function commandOffers(items: readonly Offer[]): Offer[] {
  const all = [
    ...items,
    ...historyOf(),
    ...keysOf(),
    ...screens.map(([to, name]) => link(to, text(name))),
    ...sectionNames.map((section) =>
      link(`/settings/${section}`, `${text('nav.settings')}: ${text(`settings.${section}`)}`),
    ),
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      name: `${text('general.theme')}: ${text(`general.${theme}`)}`,
      run: () => setPreferences({ theme }),
    })),
    ...buttonsOf(),
  ];
  const names = new Set<string>();
  return all.filter(({ name }) => !names.has(name) && names.add(name));
}

export function sessionOffer(entry: Entry, workspace: string): Offer {
  return { ...link(`/sessions/${entry.id}`, titleOf(entry)), hint: workspace };
}

/** Opens a file of the shown session in its panel. */
export function fileOffer(path: string): Offer {
  const { parts } = route.peek();
  const id = parts[0] === 'sessions' ? parts[1] : undefined;
  return link(`/sessions/${id ?? ''}?panel=files&file=${encodeURIComponent(path)}`, path);
}

const recentKey = 'agent.palette';
const mostRecent = 20;

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    // damaged, or storage is switched off
    return [];
  }
}

export function noteRecent(id: string): void {
  try {
    const kept = [id, ...readRecent().filter((each) => each !== id)].slice(0, mostRecent);
    localStorage.setItem(recentKey, JSON.stringify(kept));
  } catch {
    // storage is full or switched off: the order stays as it is
  }
}
