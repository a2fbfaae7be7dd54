/** The preferences as a signal: a change is kept on this device and reaches all tabs. */
import { effect, signal } from '@preact/signals';
import {
  applyLooks,
  contrastQuery,
  darkQuery,
  preferencesKey,
  readPreferences,
  themeOf,
  type Preferences,
  type Theme,
} from './looks.js';
import { isPrinting } from './printing.js';

export const preferences = signal<Preferences>(readPreferences());
/** what is shown, also when the preference is the one of the system */
export const theme = signal<Theme>(themeOf(preferences.peek()));

export function setPreferences(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.peek(), ...change };
  try {
    localStorage.setItem(preferencesKey, JSON.stringify(preferences.peek()));
  } catch {
    // storage is full or switched off: the choice lasts as long as the tab
  }
}

/** Applies the preferences now and after each change, here, in another tab or of the system. */
export function watchPreferences(): void {
  const apply = (): void => {
    applyLooks(isPrinting.value ? { ...preferences.value, theme: 'light' } : preferences.value);
    theme.value = themeOf(preferences.value);
  };
  effect(apply);
  for (const query of [darkQuery, contrastQuery]) matchMedia(query).addEventListener('change', apply);
  window.addEventListener('languagechange', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === preferencesKey) preferences.value = readPreferences();
  });
}
