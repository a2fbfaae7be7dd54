/** The theme in force and how lines are painted with it: the one of tui.toml, a preview, or what fits the background; the user's own are files beside the configuration (tui.md 3.20). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createPainter, type Line, type Painter } from './text/line.js';
import { colorDepth, dark, isLight, light, type Palette, type Theme, type Token, tokens } from './text/theme.js';

export interface Colors {
  paint(line: Line): string;
  /** Reads the theme again. */
  apply(): void;
  /** Shows a theme until `apply`. */
  preview(name: string): void;
  /** what the terminal reported, as `#rrggbb` */
  background(color: string): void;
  /** whether the background decides */
  readonly isAuto: boolean;
  /** built-in ones first */
  list(): readonly NamedTheme[];
}

export interface ColorsDeps {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** of tui.toml, as it is now */
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
    // the last number of `text;background`: white, or light grey
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
