/** The capabilities of a terminal, from the environment and from its answers. */
import { isInCi } from '../../cli/io.js';

/** Fields change when answers of the terminal arrive. */
export interface Capabilities {
  /** the terminal's name for itself */
  name: string | undefined;
  /** whether it rewraps rows at a new width (tui.md 1.3) */
  rewraps: boolean;
  /** whether the cursor then moves down with each row that wraps below it */
  shiftsCursor: boolean;
  /** milliseconds until a resize is known here: tmux merges several into one, and a network is slow */
  sizeDelay: number;
  /** whether non-ASCII glyphs of the program can be shown (tui.md 3.23) */
  unicode: boolean;
  /** whether queries may be sent to it (tui.md 1.1) */
  answers: boolean;
  /** whether the kitty keyboard protocol is active */
  kitty: boolean;
  /** whether progress was reported (OSC 9;4) and must be cleared at the end */
  progress: boolean;
  tmux: boolean;
  /** the Linux console, which supports few sequences */
  console: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Names in `TERM_PROGRAM` and in answers to XTVERSION. */
const rewrapping =
  /^(?:tmux|xterm\.js|vscode|kitty|wezterm|ghostty|foot|vte|konsole|iterm|apple_terminal|contour|alacritty|rio|tabby|hyper|warp)/i;

/** xterm.js and programs built on it. */
const shifting = /^(?:xterm\.js|vscode|hyper|tabby)/i;

/** Variables that a terminal of this kind sets. */
const rewrappingVariables = [
  'TMUX',
  'KITTY_WINDOW_ID',
  'WEZTERM_PANE',
  'GHOSTTY_RESOURCES_DIR',
  'VTE_VERSION',
  'KONSOLE_VERSION',
  'ITERM_SESSION_ID',
  'ALACRITTY_WINDOW_ID',
  'WT_SESSION',
];

/** Returns what is known before the terminal has answered. */
export function readCapabilities(environment: Environment): Capabilities {
  const { TERM = '', TERM_PROGRAM = '' } = environment;
  const tmux = isSet(environment.TMUX);
  // GNU screen never rewraps, whatever terminal it runs in
  const isScreen = !tmux && (isSet(environment.STY) || TERM.startsWith('screen'));
  const isNamed = rewrapping.test(TERM_PROGRAM) || rewrapping.test(TERM.replace(/^xterm-/, ''));
  const console = TERM === 'linux';
  return {
    name: TERM_PROGRAM === '' ? undefined : TERM_PROGRAM,
    rewraps: !isScreen && !console && (isNamed || rewrappingVariables.some((each) => isSet(environment[each]))),
    shiftsCursor: !isScreen && !tmux && shifting.test(TERM_PROGRAM),
    sizeDelay: tmux || isSet(environment.SSH_CONNECTION) ? 300 : 50,
    unicode: !console && /utf-?8/i.test(environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''),
    answers: !isInCi({ env: environment }) && TERM !== 'dumb',
    kitty: false,
    progress: false,
    tmux,
    console,
  };
}

/** Records the answer to XTVERSION. */
export function noteName(terminal: Capabilities, name: string): void {
  terminal.name = name;
  terminal.rewraps = rewrapping.test(name);
  terminal.shiftsCursor = shifting.test(name);
}

/** Terminals that open links behind text (OSC 8). */
const linking =
  /^(?:kitty|wezterm|ghostty|foot|konsole|iterm|contour|alacritty|rio|tabby|hyper|warp|vscode|xterm\.js)/i;
const linkingVariables = ['KITTY_WINDOW_ID', 'WEZTERM_PANE', 'GHOSTTY_RESOURCES_DIR', 'WT_SESSION', 'ITERM_SESSION_ID'];
/** VTE 0.50; earlier versions show the sequences as text. */
const linkingVte = 5_000;

/** Within tmux and screen the surrounding terminal decides, which is unknown. */
export function opensLinks(environment: Environment, { name = '', tmux, console }: Capabilities): boolean {
  const { TERM = '', VTE_VERSION } = environment;
  if (tmux || console || isSet(environment.STY) || /^(?:screen|tmux|dumb)/.test(TERM)) return false;
  if (Number(VTE_VERSION ?? 0) >= linkingVte) return true;
  const isNamed = linking.test(name) || linking.test(TERM.replace(/^xterm-/, ''));
  return isNamed || linkingVariables.some((each) => isSet(environment[each]));
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';
