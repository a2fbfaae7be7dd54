/** The preferences as a signal: stores each change on this device and shares it with all tabs. */
import { effect, signal } from '@preact/signals';
import {
  applyAppearance,
  contrastQuery,
  darkQuery,
  preferencesKey,
  readPreferences,
  themeOf,
  type Preferences,
  type Theme,
} from './appearance.js';
import { isPrinting } from './printing.js';

export const preferences = signal<Preferences>(readPreferences());
/** the theme in effect, also when the preference follows the system */
export const theme = signal<Theme>(themeOf(preferences.peek()));

export function setPreferences(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.peek(), ...change };
  try {
    localStorage.setItem(preferencesKey, JSON.stringify(preferences.peek()));
  } catch {
    // storage is full or switched off: the choice lasts as long as the tab
  }
}

/** Applies the preferences now and after each change in this tab, in another tab, or of the system. */
export function watchPreferences(): void {
  const apply = (): void => {
    applyAppearance(isPrinting.value ? { ...preferences.value, theme: 'light' } : preferences.value);
    theme.value = themeOf(preferences.value);
  };
  effect(apply);
  for (const query of [darkQuery, contrastQuery]) matchMedia(query).addEventListener('change', apply);
  window.addEventListener('languagechange', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === preferencesKey) preferences.value = readPreferences();
  });
}
