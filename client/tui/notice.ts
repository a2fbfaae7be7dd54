/** Time-dependent display: temporary notices, keys that need a second press, spinner (tui.md 2.7, 3.1, 3.21). */
import { spinnerFrames } from './text/glyphs.js';

export interface Notice {
  readonly text: string;
  show(text: string): void;
  /** Returns whether this is the second press of a key within `ms`; otherwise shows `text`, which asks for it. */
  isConfirmed(key: string, ms: number, text: string): boolean;
  /** Called for another key, which cancels the confirmation. */
  keyed(key: string): void;
  close(): void;
}

const shownMs = 5_000;

export function createNotice(now: () => number, changed: () => void): Notice {
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let armed: { key: string; until: number } | undefined;

  function show(next: string): void {
    clearTimeout(timer);
    text = next;
    timer = next === '' ? undefined : setTimeout(() => show(''), shownMs);
    timer?.unref();
    changed();
  }

  return {
    get text() {
      return text;
    },
    show,
    isConfirmed(key, ms, question) {
      if (armed?.key === key && now() < armed.until) {
        armed = undefined;
        show('');
        return true;
      }
      armed = { key, until: now() + ms };
      show(question);
      return false;
    },
    keyed(key) {
      if (!armed || armed.key === key) return;
      armed = undefined;
      show('');
    },
    close: () => clearTimeout(timer),
  };
}

export interface Spinner {
  /** the current frame; empty without motion */
  readonly frame: string;
  /** Runs a timer only while something is busy; for a turn that waits for the user it updates the age now and then. */
  run(isBusy: boolean, isWaiting: boolean): void;
}

const frameMs = 100;
const idleMs = 10_000;

export function createSpinner(isReduced: () => boolean, changed: () => void): Spinner {
  let timer: NodeJS.Timeout | undefined;
  let interval = 0;
  let at = 0;
  return {
    get frame() {
      return isReduced() ? '' : frameAt(at);
    },
    run(isBusy, isWaiting) {
      const wanted = !isBusy ? 0 : isWaiting || isReduced() ? idleMs : frameMs;
      if (wanted === interval) return;
      interval = wanted;
      clearInterval(timer);
      if (wanted === 0) return;
      timer = setInterval(() => {
        at += 1;
        changed();
      }, wanted);
      timer.unref();
    },
  };
}

function frameAt(at: number): string {
  const frames = spinnerFrames();
  return frames[at % frames.length] ?? '';
}
