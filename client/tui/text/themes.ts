/** The user's own themes: files beside the configuration (tui.md 3.20). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dark, light, tokens, type Palette, type Theme, type Token } from './theme.js';

export interface NamedTheme {
  /** what `theme` of tui.toml names */
  name: string;
  /** for the list */
  label: string;
  theme: Theme;
}

const themeDirectory = 'themes';
/** Larger files are no themes. */
const longestFile = 100_000;

/** The theme of a file; undefined when there is none of this name, or it is broken. */
export function readTheme(home: string, name: string): NamedTheme | undefined {
  const file = name.endsWith('.json') ? name : `${name}.json`;
  if (basename(file) !== file) return undefined;
  try {
    const text = readFileSync(join(home, themeDirectory, file), 'utf8');
    return text.length > longestFile ? undefined : themeOf(JSON.parse(text) as unknown, file);
  } catch {
    // it cannot be read, or is no JSON
    return undefined;
  }
}

/** All that can be read, by name. */
export function readThemes(home: string): NamedTheme[] {
  let files: string[];
  try {
    files = readdirSync(join(home, themeDirectory));
  } catch {
    // most homes have none
    return [];
  }
  const found = files.filter((file) => file.endsWith('.json')).map((file) => readTheme(home, file));
  return found.filter((each) => each !== undefined).sort((a, b) => a.label.localeCompare(b.label));
}

/** Bad colours and unknown tokens are skipped; without a name it is no theme. */
function themeOf(content: unknown, file: string): NamedTheme | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const { name, displayName, base, colors } = content as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  const under = base === 'light' ? light : dark;
  const own: Partial<Record<Token, `#${string}`>> = {};
  if (typeof colors === 'object' && colors !== null)
    for (const token of tokens) {
      const color = (colors as Record<string, unknown>)[token];
      if (typeof color === 'string' && /^#[\da-f]{6}$/i.test(color)) own[token] = color as `#${string}`;
    }
  const palette: Palette = { ...under.colors, ...own };
  const label = typeof displayName === 'string' && displayName.trim() !== '' ? displayName : name;
  return { name: file.slice(0, -'.json'.length), label, theme: { name, base: under.base, colors: palette, own } };
}
