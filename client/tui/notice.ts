/** What shows that time passes: the row that goes away again, keys that count when they come twice, the spinner (tui.md 2.7, 3.1, 3.21). */
import { spinnerFrames } from './text/glyphs.js';

export interface Notice {
  readonly text: string;
  say(text: string): void;
  /** Whether this press confirms one of the same key that came at most `ms` before; else `text` asks for it. */
  isConfirmed(key: string, ms: number, text: string): boolean;
  /** Another key ends the question. */
  keyed(key: string): void;
  close(): void;
}

const shownMs = 5_000;

export function createNotice(now: () => number, changed: () => void): Notice {
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let armed: { key: string; until: number } | undefined;

  function say(next: string): void {
    clearTimeout(timer);
    text = next;
    timer = next === '' ? undefined : setTimeout(() => say(''), shownMs);
    timer?.unref();
    changed();
  }

  return {
    get text() {
      return text;
    },
    say,
    isConfirmed(key, ms, question) {
      if (armed?.key === key && now() < armed.until) {
        armed = undefined;
        say('');
        return true;
      }
      armed = { key, until: now() + ms };
      say(question);
      return false;
    },
    keyed(key) {
      if (!armed || armed.key === key) return;
      armed = undefined;
      say('');
    },
    close: () => clearTimeout(timer),
  };
}

export interface Spinner {
  /** empty without motion */
  readonly frame: string;
  /** A timer runs only while something does; a turn that waits for the user shows its age now and then. */
  run(isBusy: boolean, isWaiting: boolean): void;
}

const frameMs = 100;
const calmMs = 10_000;

export function createSpinner(isCalm: () => boolean, changed: () => void): Spinner {
  let timer: NodeJS.Timeout | undefined;
  let interval = 0;
  let at = 0;
  return {
    get frame() {
      return isCalm() ? '' : frameAt(at);
    },
    run(isBusy, isWaiting) {
      const wanted = !isBusy ? 0 : isWaiting || isCalm() ? calmMs : frameMs;
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
