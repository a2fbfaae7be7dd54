/** The active theme: from tui.toml, previewed, or chosen for the background; reads user themes (tui.md 3.20). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createPainter, type Line, type Painter } from './text/line.js';
import { colorDepth, dark, isLight, light, type Palette, type Theme, type Token, tokens } from './text/theme.js';

export interface Colors {
  paint(line: Line): string;
  /** Reads the theme again and applies it. */
  apply(): void;
  /** Shows a theme until `apply` is called. */
  preview(name: string): void;
  /** takes the background color that the terminal reported, as `#rrggbb` */
  background(color: string): void;
  /** whether the background decides the theme */
  readonly isAuto: boolean;
  /** returns the themes, built-in ones first */
  list(): readonly NamedTheme[];
}

export interface ColorsDeps {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** the current value in tui.toml */
  theme(): string;
  hyperlinks(): boolean;
  changed(): void;
}

export function createColors({ home, env, theme, hyperlinks, changed }: ColorsDeps): Colors {
  const depth = colorDepth(env);
  let reported: string | undefined;
  let shown = theme();
  let painter: Painter;

  function use(name: string): void {
    shown = name;
    painter = createPainter({ theme: named(name), depth, hyperlinks: hyperlinks() });
    changed();
  }

  function named(name: string): Theme {
    if (name === 'auto') return isLightBackground() ? light : dark;
    if (name === 'light') return light;
    return readTheme(home, name)?.theme ?? dark;
  }

  function isLightBackground(): boolean {
    if (reported !== undefined) return isLight(reported);
    // the last number of `text;background` is white or light grey on a light background
    const background = env['COLORFGBG']?.split(';').at(-1);
    return background === '7' || background === '15';
  }

  painter = createPainter({ theme: named(shown), depth, hyperlinks: hyperlinks() });
  return {
    paint: (line) => painter(line),
    apply: () => use(theme()),
    preview: use,
    background(color) {
      reported = color;
      if (shown === 'auto') use('auto');
    },
    get isAuto() {
      return shown === 'auto';
    },
    list: () => [
      { name: 'auto', label: 'auto', theme: named('auto') },
      { name: 'dark', label: 'dark', theme: dark },
      { name: 'light', label: 'light', theme: light },
      ...readThemes(home),
    ],
  };
}

interface NamedTheme {
  /** the name used by `theme` in tui.toml */
  name: string;
  /** the name shown in the list */
  label: string;
  theme: Theme;
}

const themeDirectory = 'themes';
/** Maximum size of a theme file. */
const longestFile = 100_000;

/** Returns the theme in a file; undefined when it is missing or invalid. */
export function readTheme(home: string, name: string): NamedTheme | undefined {
  const file = name.endsWith('.json') ? name : `${name}.json`;
  if (basename(file) !== file) return undefined;
  try {
    const text = readFileSync(join(home, themeDirectory, file), 'utf8');
    return text.length > longestFile ? undefined : themeOf(JSON.parse(text) as unknown, file);
  } catch {
    // unreadable, or not JSON
    return undefined;
  }
}

/** Returns all readable themes, sorted by name. */
export function readThemes(home: string): NamedTheme[] {
  let files: string[];
  try {
    files = readdirSync(join(home, themeDirectory));
  } catch {
    // most homes have no themes
    return [];
  }
  const found = files.filter((file) => file.endsWith('.json')).map((file) => readTheme(home, file));
  return found.filter((each) => each !== undefined).sort((a, b) => a.label.localeCompare(b.label));
}

/** Parses a theme; skips invalid colors and unknown tokens. Undefined without a name. */
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
