/** Preferences of this device: where they are stored, and how they change the appearance of the document. */

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

export interface Preferences {
  theme: 'system' | 'light' | 'dark' | 'contrast';
  language: 'system' | Language;
  density: 'comfortable' | 'compact';
  /** percent */
  textSize: number;
  /** percent of the text size */
  codeSize: number;
  wrapLines: boolean;
  enterSends: 'automatic' | 'always' | 'mod';
  singleKeys: boolean;
  browserKeys: boolean;
  thinkingOpen: boolean;
  toolDetail: 'compact' | 'normal' | 'full';
  follow: boolean;
  formulas: boolean;
  /** `language`: the format that is usual in the language */
  timeFormat: 'language' | '12' | '24';
  readAnswers: 'start' | 'whole' | 'nothing';
  isSidebarOpen: boolean;
  sidebarWidth: number;
  panelWidth: number;
  listFilter: 'all' | 'waiting' | 'running' | 'failed';
  diffView: 'unified' | 'split';
  diffIgnoresSpace: boolean;
  /** set-up hint hidden on this device */
  triesStandIn: boolean;
  notifications: boolean;
  notifyWaiting: boolean;
  notifyEnded: boolean;
  notifyFailed: boolean;
  notifyTasks: boolean;
  /** the notification names what waits; others may see it */
  notifyDetails: boolean;
  notifySound: boolean;
}

const defaultPreferences: Preferences = {
  theme: 'system',
  language: 'system',
  density: 'comfortable',
  textSize: 100,
  codeSize: 100,
  wrapLines: true,
  enterSends: 'automatic',
  singleKeys: true,
  browserKeys: true,
  thinkingOpen: false,
  toolDetail: 'normal',
  follow: true,
  formulas: true,
  timeFormat: 'language',
  readAnswers: 'start',
  isSidebarOpen: true,
  sidebarWidth: 280,
  panelWidth: 480,
  listFilter: 'all',
  diffView: 'unified',
  diffIgnoresSpace: false,
  triesStandIn: false,
  notifications: false,
  notifyWaiting: true,
  notifyEnded: true,
  notifyFailed: true,
  notifyTasks: false,
  notifyDetails: false,
  notifySound: false,
};

export const preferencesKey = 'agent.preferences';

/** Reads the preferences of this device; missing or damaged values get their defaults. */
export function readPreferences(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(preferencesKey) ?? '{}') as Partial<Preferences> | null;
    return { ...defaultPreferences, ...kept };
  } catch {
    // damaged, or storage is switched off: use the defaults
    return defaultPreferences;
  }
}

export type Theme = 'light' | 'dark' | 'contrast';

export const darkQuery = '(prefers-color-scheme: dark)';
export const contrastQuery = '(prefers-contrast: more)';

export function themeOf({ theme }: Preferences): Theme {
  if (theme !== 'system') return theme;
  if (matchMedia(contrastQuery).matches) return 'contrast';
  return matchMedia(darkQuery).matches ? 'dark' : 'light';
}

export function languageOf({ language }: Preferences, wanted: readonly string[] = navigator.languages): Language {
  if (language !== 'system') return language;
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return 'zh-CN';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

const themeColors: Record<Theme, string> = { light: '#f6f6f3', dark: '#141517', contrast: '#000000' };

export function applyAppearance(preferences: Preferences): void {
  const { documentElement: html } = document;
  const theme = themeOf(preferences);
  html.dataset['theme'] = theme;
  html.dataset['density'] = preferences.density;
  html.dataset['wrap'] = String(preferences.wrapLines);
  html.lang = languageOf(preferences);
  html.style.setProperty('--text-scale', String(within(preferences.textSize, 90, 140) / 100));
  html.style.setProperty('--code-scale', String(within(preferences.codeSize, 80, 140) / 100));
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[theme]);
}

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : 100;
}
