/** Decides which panel is in front and when it accepts keys, so that it takes none meant for the input (tui.md 3.9). */
import type { Keymap } from '../keys/actions.js';
import { lineOf, type Line } from '../text/line.js';
import { createChoicePanel, type Panel } from './panel.js';

export interface Front {
  /** the panel that was requested, or else the one that waits for the user */
  panel(): Panel | undefined;
  isReady(panel: Panel): boolean;
  /** Called for every key, regardless of its destination. */
  keyed(): void;
  show(panel: Panel | undefined): void;
  /** Resolves with the number of a choice, or with undefined when the user cancels. */
  ask(asked: Asked): Promise<number | undefined>;
}

export interface Asked {
  title: string;
  body?: readonly Line[];
  /** undefined: a missing choice, whose number stays unused */
  choices: readonly (string | undefined)[];
  /** number of the choice that is selected first; default: the first one */
  preset?: number;
  /** It opens by itself, and must not disturb a user who is typing. */
  isAutomatic?: boolean;
  /** shows the whole body */
  preview?: (() => void) | undefined;
}

export interface FrontDeps {
  keymap: Keymap;
  /** returns the panel that waits for the user; the same object while it waits */
  waiting(): Panel | undefined;
  now(): number;
  changed(): void;
}

/** When a panel opened by itself, and whether the user was typing then. */
interface Guard {
  openedAt: number;
  waits: boolean;
}

/** Time in which a panel that opened by itself takes no keys, in milliseconds. */
const guardMs = 500;
/** The user counts as typing for this long after the last key, in milliseconds. */
const typingMs = 1_000;
const quietMs = 300;

export function createFront({ keymap, waiting, now, changed }: FrontDeps): Front {
  let own: Panel | undefined;
  /** questions that opened by themselves and do not take keys yet */
  const automatic = new WeakMap<Panel, Guard>();
  let guarded: (Guard & { panel: Panel }) | undefined;
  let lastKeyAt = -Infinity;
  /** time of the last key that no panel took */
  let typedAt = -Infinity;

  function later(ms: number): void {
    setTimeout(changed, ms + 1).unref();
  }

  /** Returns whether the panel of `guard` takes keys; `keyAt`: time of the last relevant key. */
  function isOver(guard: Guard, keyAt: number): boolean {
    if (now() - guard.openedAt < guardMs) return false;
    if (guard.waits && now() - keyAt < quietMs) {
      later(quietMs);
      return false;
    }
    guard.waits = false;
    return true;
  }

  return {
    panel() {
      if (own) return own;
      const panel = waiting();
      if (panel && guarded?.panel !== panel) {
        guarded = { panel, openedAt: now(), waits: now() - lastKeyAt < typingMs };
        later(guardMs);
      }
      if (!panel) guarded = undefined;
      return panel;
    },
    isReady(panel) {
      const asked = automatic.get(panel);
      if (asked && isOver(asked, typedAt)) automatic.delete(panel);
      if (asked) return !automatic.has(panel);
      return panel === own || guarded?.panel !== panel || isOver(guarded, lastKeyAt);
    },
    keyed() {
      lastKeyAt = now();
      if (!own || automatic.has(own)) typedAt = lastKeyAt;
    },
    show(panel) {
      own = panel;
      changed();
    },
    ask({ title, body = [], choices, preset = 1, isAutomatic = false, preview }) {
      return new Promise((resolve) => {
        const before = own;
        const offered = choices.flatMap((label, at) => (label === undefined ? [] : [{ number: at + 1, label }]));
        const end = (number: number | undefined): void => {
          if (own === panel) own = before;
          changed();
          resolve(number);
        };
        const panel: Panel = createChoicePanel({
          keymap,
          changed,
          head: () => [lineOf(title, { token: 'warning', bold: true })],
          body: () => [...body],
          choices: () => offered,
          preset: Math.max(
            0,
            offered.findIndex(({ number }) => number === preset),
          ),
          choose: ({ number }) => end(number),
          cancel: () => end(undefined),
          preview,
        });
        if (isAutomatic) {
          automatic.set(panel, { openedAt: now(), waits: now() - typedAt < typingMs });
          later(guardMs);
        }
        own = panel;
        changed();
      });
    },
  };
}
