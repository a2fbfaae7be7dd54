/** Sets theme, density and text size before the first paint, and preloads the scripts of the first screen. */
import { assetAddress, currentPath } from './live/base.js';
import { applyAppearance, languageOf, readPreferences } from './live/appearance.js';

const preferences = readPreferences();
applyAppearance(preferences);

/** The build replaces this with the scripts that a screen and a language load. */
const scripts = (name: string): readonly string[] =>
  document.currentScript?.getAttribute(`data-${name}`)?.split(' ') ?? [];

function screenName(path: string): string {
  if (/^\/(?:index\.html)?$/.test(path)) return 'home';
  return /^\/sessions\/[^/]+$/.test(path) ? 'session' : 'other';
}

for (const name of [languageOf(preferences), screenName(currentPath())].flatMap(scripts)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = assetAddress(name);
  document.head.append(link);
}
