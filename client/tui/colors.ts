/** Which theme is in force, and how lines are painted with it: the one of tui.toml, a preview, or what fits the background (tui.md 3.20). */
import { createPainter, type Line, type Painter } from './text/line.js';
import { colorDepth, dark, isLight, light, type Theme } from './text/theme.js';
import { readTheme, readThemes, type NamedTheme } from './text/themes.js';

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
