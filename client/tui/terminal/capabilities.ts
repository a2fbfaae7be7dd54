/** What a terminal can do, from the environment and from what it answers. */
import { isInCi } from '../../cli/io.js';

/** Fields change when answers of the terminal arrive. */
export interface Capabilities {
  /** what the terminal calls itself */
  name: string | undefined;
  /** whether it divides rows again at a new width (tui.md 1.3) */
  rewraps: boolean;
  /** when it does, the cursor moves down with each row that becomes two below it */
  shiftsCursor: boolean;
  /** milliseconds until a change of size is known here: tmux passes several on as one, and a network takes time */
  sizeDelay: number;
  /** whether own glyphs beyond ASCII can be shown (tui.md 3.23) */
  unicode: boolean;
  /** whether it may be asked for anything (tui.md 1.1) */
  answers: boolean;
  /** the kitty keyboard protocol is in use */
  kitty: boolean;
  /** progress was reported (OSC 9;4) and has to be cleared at the end */
  progress: boolean;
  tmux: boolean;
  /** the console of Linux: few sequences */
  console: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Names in `TERM_PROGRAM` and in answers to XTVERSION. */
const rewrapping =
  /^(?:tmux|xterm\.js|vscode|kitty|wezterm|ghostty|foot|vte|konsole|iterm|apple_terminal|contour|alacritty|rio|tabby|hyper|warp)/i;

/** xterm.js and programs that are made of it. */
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

/** What is known before the terminal has answered. */
export function readCapabilities(environment: Environment): Capabilities {
  const { TERM = '', TERM_PROGRAM = '' } = environment;
  const tmux = isSet(environment.TMUX);
  // GNU screen does not divide rows again, whatever terminal it is in
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

/** Notes the answer to XTVERSION. */
export function noteName(terminal: Capabilities, name: string): void {
  terminal.name = name;
  terminal.rewraps = rewrapping.test(name);
  terminal.shiftsCursor = shifting.test(name);
}

/** Terminals that open the address behind a text (OSC 8). */
const linking =
  /^(?:kitty|wezterm|ghostty|foot|konsole|iterm|contour|alacritty|rio|tabby|hyper|warp|vscode|xterm\.js)/i;
const linkingVariables = ['KITTY_WINDOW_ID', 'WEZTERM_PANE', 'GHOSTTY_RESOURCES_DIR', 'WT_SESSION', 'ITERM_SESSION_ID'];
/** VTE 0.50; earlier ones show such a text with its sequences. */
const linkingVte = 5_000;

/** Inside of tmux and screen the terminal around them decides, which is not known. */
export function opensLinks(environment: Environment, { name = '', tmux, console }: Capabilities): boolean {
  const { TERM = '', VTE_VERSION } = environment;
  if (tmux || console || isSet(environment.STY) || /^(?:screen|tmux|dumb)/.test(TERM)) return false;
  if (Number(VTE_VERSION ?? 0) >= linkingVte) return true;
  const isNamed = linking.test(name) || linking.test(TERM.replace(/^xterm-/, ''));
  return isNamed || linkingVariables.some((each) => isSet(environment[each]));
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';
