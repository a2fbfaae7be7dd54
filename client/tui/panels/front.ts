/** Which panel is in front, and from when on it takes keys: one that opens by itself must not take what was meant for the input (tui.md 3.9). */
import type { Keymap } from '../keys/actions.js';
import { lineOf, type Line } from '../text/line.js';
import { createChoicePanel, type Panel } from './panel.js';

export interface Front {
  /** one that was asked for, else what waits for the user */
  panel(): Panel | undefined;
  isReady(panel: Panel): boolean;
  /** A key came, wherever it went. */
  keyed(): void;
  show(panel: Panel | undefined): void;
  /** Resolves with the number of a choice, or with undefined when the user leaves it. */
  ask(asked: Asked): Promise<number | undefined>;
}

export interface Asked {
  title: string;
  body?: readonly Line[];
  /** undefined: a choice that is missing here, whose number no other one takes */
  choices: readonly (string | undefined)[];
  /** number of the choice that is selected first; default: the first one */
  preset?: number;
  /** It opens by itself: who is typing is not disturbed. */
  isUnasked?: boolean;
  /** shows all of the body */
  preview?: (() => void) | undefined;
}

export interface FrontDeps {
  keymap: Keymap;
  /** what waits for the user; the same object while it waits */
  waiting(): Panel | undefined;
  now(): number;
  changed(): void;
}

/** When a panel opened by itself, and whether the user was typing then. */
interface Guard {
  openedAt: number;
  waits: boolean;
}

/** A panel that opens by itself takes no key for so long. */
const guardMs = 500;
/** Who typed so short a time ago is typing, until no key came for a while. */
const typingMs = 1_000;
const quietMs = 300;

export function createFront({ keymap, waiting, now, changed }: FrontDeps): Front {
  let own: Panel | undefined;
  /** questions that opened by themselves, until they take keys */
  const unasked = new WeakMap<Panel, Guard>();
  let guarded: (Guard & { panel: Panel }) | undefined;
  let lastKeyAt = -Infinity;
  /** when a key came that no panel took */
  let typedAt = -Infinity;

  function later(ms: number): void {
    setTimeout(changed, ms + 1).unref();
  }

  /** The panel that `guard` is of takes keys; the last key that counts came at `keyAt`. */
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
      const asked = unasked.get(panel);
      if (asked && isOver(asked, typedAt)) unasked.delete(panel);
      if (asked) return !unasked.has(panel);
      return panel === own || guarded?.panel !== panel || isOver(guarded, lastKeyAt);
    },
    keyed() {
      lastKeyAt = now();
      if (!own || unasked.has(own)) typedAt = lastKeyAt;
    },
    show(panel) {
      own = panel;
      changed();
    },
    ask({ title, body = [], choices, preset = 1, isUnasked = false, preview }) {
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
        if (isUnasked) {
          unasked.set(panel, { openedAt: now(), waits: now() - typedAt < typingMs });
          later(guardMs);
        }
        own = panel;
        changed();
      });
    },
  };
}
