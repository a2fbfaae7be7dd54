/** Colors by meaning, and their encoding for terminals with many colors, few, or none (tui.md 3.20). */
import type { OutputColor, OutputStyle } from '../../view/output.js';

export const tokens = [
  ...(['primary', 'accent', 'text', 'textStrong', 'textDim', 'textMuted', 'border', 'borderFocus'] as const),
  ...(['success', 'warning', 'error', 'diffAdded', 'diffRemoved', 'diffAddedStrong', 'diffRemovedStrong'] as const),
  ...(['diffGutter', 'diffMeta', 'roleUser', 'shellMode'] as const),
] as const;
export type Token = (typeof tokens)[number];

/** A token without a color uses the terminal's default text color. */
export type Palette = Readonly<Partial<Record<Token, `#${string}`>>>;

export interface Theme {
  name: string;
  base: 'dark' | 'light';
  colors: Palette;
  /** colors that the user chose: they also apply on terminals with sixteen colors */
  own?: Palette;
}

/** On black and on #1e1e1e every color has a contrast of at least 4.5 : 1. */
export const dark: Theme = {
  name: 'dark',
  base: 'dark',
  colors: {
    primary: '#8ab4f8',
    accent: '#8ab4f8',
    textDim: '#a0a6ad',
    textMuted: '#8b9198',
    border: '#858b93',
    borderFocus: '#8ab4f8',
    success: '#7fc98b',
    warning: '#e0b45c',
    error: '#f28b82',
    diffAdded: '#7fc98b',
    diffRemoved: '#f28b82',
    diffAddedStrong: '#b8f2c0',
    diffRemovedStrong: '#ffc2bc',
    diffGutter: '#8b9198',
    diffMeta: '#8ab4f8',
    roleUser: '#8ab4f8',
    shellMode: '#d7a1f0',
  },
};

/** The same contrast on white. */
export const light: Theme = {
  name: 'light',
  base: 'light',
  colors: {
    primary: '#1a56b8',
    accent: '#1a56b8',
    textDim: '#565b60',
    textMuted: '#666b70',
    border: '#6f7479',
    borderFocus: '#1a56b8',
    success: '#1e6b30',
    warning: '#8a5a00',
    error: '#b3261e',
    diffAdded: '#1e6b30',
    diffRemoved: '#b3261e',
    diffAddedStrong: '#0b4a1a',
    diffRemovedStrong: '#8c1d18',
    diffGutter: '#666b70',
    diffMeta: '#1a56b8',
    roleUser: '#1a56b8',
    shellMode: '#7b2fa0',
  },
};

/** How many colors a terminal has. */
export type ColorDepth = 'none' | '16' | '256' | 'full';

export function colorDepth(env: Readonly<Record<string, string | undefined>>): ColorDepth {
  const { FORCE_COLOR: force, COLORTERM = '', TERM = '' } = env;
  const usual = /^(truecolor|24bit)$/i.test(COLORTERM)
    ? 'full'
    : /256|kitty|alacritty|ghostty|wezterm|foot/.test(TERM)
      ? '256'
      : '16';
  if (force !== undefined) {
    if (force === '0' || force === 'false') return 'none';
    return force === '3' ? 'full' : force === '2' ? '256' : usual;
  }
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || TERM === 'dumb' || (TERM === '' && COLORTERM === '');
  return isPlain ? 'none' : usual;
}

/** Without color, a token keeps its weight. */
const weights: Partial<Record<Token, 'bold' | 'dim'>> = { textStrong: 'bold', textDim: 'dim', textMuted: 'dim' };

/** The nearest of the first sixteen colors, which the user's terminal defines. */
const basics: Partial<Record<Token, number>> = {
  primary: 4,
  accent: 4,
  borderFocus: 4,
  success: 2,
  warning: 3,
  error: 1,
  diffAdded: 2,
  diffRemoved: 1,
  diffAddedStrong: 2,
  diffRemovedStrong: 1,
  diffMeta: 6,
  roleUser: 4,
  shellMode: 5,
};

export interface Style extends OutputStyle {
  token?: Token;
  /** an address that the terminal can open */
  link?: string;
}

/** Returns the parameters of an SGR sequence for a style; empty for plain text. */
export function sgrOf({ token, ...style }: Style, { colors, own: chosen = {} }: Theme, depth: ColorDepth): string {
  const codes: (number | string)[] = [];
  const weight = token && (depth === 'none' || depth === '16') ? weights[token] : undefined;
  if (style.bold || weight === 'bold' || token === 'textStrong') codes.push(1);
  if (style.dim || weight === 'dim') codes.push(2);
  if (style.italic) codes.push(3);
  if (style.underline) codes.push(4);
  if (style.inverse) codes.push(7);
  if (style.struck) codes.push(9);
  if (depth !== 'none') {
    const own = style.color ?? (token && (depth === '16' ? (chosen[token] ?? basics[token]) : colors[token]));
    if (own !== undefined) codes.push(colorCode(own, depth, 30));
    if (style.background !== undefined) codes.push(colorCode(style.background, depth, 40));
  }
  return codes.join(';');
}

/** `base`: 30 for the foreground, 40 for the background. */
function colorCode(color: OutputColor, depth: Exclude<ColorDepth, 'none'>, base: 30 | 40): string {
  if (typeof color === 'number') {
    if (color < 8) return String(base + color);
    if (color < 16) return String(base + 60 + color - 8);
    return depth === '16' ? String(base + basicOf(paletteRgb(color))) : `${base + 8};5;${color}`;
  }
  const rgb = rgbOf(color);
  if (depth === 'full') return `${base + 8};2;${rgb.join(';')}`;
  return depth === '256' ? `${base + 8};5;${nearest256(rgb)}` : String(base + basicOf(rgb));
}

type Rgb = readonly [number, number, number];

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const cube = [0, 95, 135, 175, 215, 255] as const;

function paletteRgb(color: number): Rgb {
  if (color >= 232) return [8 + (color - 232) * 10, 8 + (color - 232) * 10, 8 + (color - 232) * 10];
  const at = color - 16;
  return [cube[Math.floor(at / 36)] ?? 0, cube[Math.floor(at / 6) % 6] ?? 0, cube[at % 6] ?? 0];
}

function nearest256([red, green, blue]: Rgb): number {
  const step = (value: number): number =>
    value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.round((value - 55) / 40));
  const inCube = 16 + 36 * step(red) + 6 * step(green) + step(blue);
  const grey = 232 + Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const far = (color: number): number =>
    paletteRgb(color).reduce((sum, value, at) => sum + (value - ([red, green, blue][at] ?? 0)) ** 2, 0);
  return far(grey) < far(inCube) ? grey : inCube;
}

function basicOf([red, green, blue]: Rgb): number {
  const most = Math.max(red, green, blue);
  if (most < 64) return 0;
  const bit = (value: number): number => (value > most * 0.66 ? 1 : 0);
  return bit(red) + bit(green) * 2 + bit(blue) * 4;
}

/** Returns whether dark text is readable on this background color. */
export function isLight(color: string): boolean {
  const [red, green, blue] = rgbOf(color);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
