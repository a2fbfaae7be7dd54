/** The modes of a terminal that the UI switches on and off, and what it asks the terminal (tui.md 1.1, 2.8). */
import type { Capabilities } from './capabilities.js';

/** In the order in which they are switched on. */
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

/** Keys that are no text have sequences without doubt, with the key of the base layout. */
const pushKeyboard = '\x1b[>5u';
const popKeyboard = '\x1b[<u';

/** The terminal has answered that it knows the kitty protocol: it replaces modifyOtherKeys. */
export const useKitty = `\x1b[>4;0m${pushKeyboard}`;

export const modesOn = (terminal: Capabilities): string =>
  modesOf(terminal)
    .map(({ on }) => on)
    .join('');

/** Everything off in reverse order, from a view or from the normal buffer. */
export function modesOff(terminal: Capabilities, isInView: boolean): string {
  const off = modesOf(terminal).map((each) => each.off);
  const progress = terminal.progress ? '\x1b]9;4;0\x1b\\' : '';
  return `${isInView ? viewOff(terminal) : ''}${off.reverse().join('')}\x1b[?2026l\x1b[?7h\x1b[?25h\x1b[0m${progress}`;
}

/** The alternate screen has a state of the keyboard of its own. */
export const viewOn = ({ kitty }: Capabilities): string => `\x1b[?1049h${kitty ? pushKeyboard : ''}`;
export const viewOff = ({ kitty }: Capabilities): string => `${kitty ? popKeyboard : ''}\x1b[?1049l`;

/**
 * Behind a program that ended without cleaning up: mouse, application keys and view off. Whichever buffer it left, the
 * cursor is afterwards where it was in the normal one.
 */
export const cleared = '\x1b[?1049h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1l\x1b>\x1b[?1049l';

export const askBackground = '\x1b]11;?\x1b\\';

/** The last one is answered by every terminal. */
export const questions = ({ console }: Capabilities): string =>
  console ? '\x1b[c' : `\x1b[?u\x1b[>q${askBackground}\x1b[c`;
