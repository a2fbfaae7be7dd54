/** The terminal modes that the UI switches on and off, and its queries to the terminal (tui.md 1.1, 2.8). */
import type { Capabilities } from './capabilities.js';

/** Returns the modes in the order in which they are switched on. */
function modesOf({ kitty, console }: Capabilities): { on: string; off: string }[] {
  const usual = [
    { on: '\x1b[?2004h', off: '\x1b[?2004l' },
    { on: '\x1b[?1004h', off: '\x1b[?1004l' },
    { on: '\x1b[?2031h', off: '\x1b[?2031l' },
  ];
  if (console) return usual;
  return [
    ...usual,
    kitty ? { on: pushKeyboard, off: popKeyboard } : { on: '\x1b[>4;1m', off: '\x1b[>4;0m' },
    { on: '\x1b[0 q', off: '\x1b[0 q' },
    { on: '\x1b[22;2t', off: '\x1b[23;2t' },
  ];
}

/** Makes keys without text send unambiguous sequences, with the key of the base layout. */
const pushKeyboard = '\x1b[>5u';
const popKeyboard = '\x1b[<u';

/** Replaces modifyOtherKeys once the terminal has confirmed the kitty protocol. */
export const useKitty = `\x1b[>4;0m${pushKeyboard}`;

export const modesOn = (terminal: Capabilities): string =>
  modesOf(terminal)
    .map(({ on }) => on)
    .join('');

/** Switches everything off in reverse order, from a view or from the normal buffer. */
export function modesOff(terminal: Capabilities, isInView: boolean): string {
  const off = modesOf(terminal).map((each) => each.off);
  const progress = terminal.progress ? '\x1b]9;4;0\x1b\\' : '';
  return `${isInView ? viewOff(terminal) : ''}${off.reverse().join('')}\x1b[?2026l\x1b[?7h\x1b[?25h\x1b[0m${progress}`;
}

/** The alternate screen has a keyboard state of its own. */
export const viewOn = ({ kitty }: Capabilities): string => `\x1b[?1049h${kitty ? pushKeyboard : ''}`;
export const viewOff = ({ kitty }: Capabilities): string => `${kitty ? popKeyboard : ''}\x1b[?1049l`;

/**
 * Cleans up after a program that did not: switches off mouse, application keys and view. From either buffer, the cursor
 * returns to its place in the normal one.
 */
export const cleared = '\x1b[?1049h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1l\x1b>\x1b[?1049l';

export const askBackground = '\x1b]11;?\x1b\\';

/** Every terminal answers the last query. */
export const questions = ({ console }: Capabilities): string =>
  console ? '\x1b[c' : `\x1b[?u\x1b[>q${askBackground}\x1b[c`;
