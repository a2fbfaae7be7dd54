/** Vim keys in the input: normal mode with counts, motions, operators and a register (tui.md 3.6). */
import type { Key } from '../terminal/keynames.js';
import type { Buffer } from './buffer.js';
import {
  after,
  before,
  endOfWord,
  firstInk,
  lineEnd,
  lineNumbered,
  lineStart,
  nextWord,
  previousWord,
  vertical,
} from './places.js';

export interface Vim {
  readonly mode: 'insert' | 'normal';
  /** Returns false for a key that normal mode does not handle, such as one with Ctrl. */
  key(key: Key): boolean;
  /** Handles Esc: leaves insert mode, or drops an unfinished command; returns false when neither applies. */
  escape(): boolean;
  /** called when the input was sent or its text replaced */
  reset(): void;
}

/** An unfinished command. */
interface Pending {
  count: string;
  operator?: Operator;
  /** count before the operator */
  times: number;
  /** the first key of a two-key command */
  prefix?: 'g' | 'f' | 't';
}

type Operator = 'd' | 'c' | 'y';

/** The target of a motion: position, whole lines, and whether the target character is included. */
interface Target {
  place: number;
  isLinewise?: boolean;
  /** an operator includes the target character */
  isInclusive?: boolean;
}

export function createVim(buffer: Buffer): Vim {
  let mode: 'insert' | 'normal' = 'insert';
  let pending: Pending = { count: '', times: 1 };
  let register = { text: '', isLinewise: false };
  let lastFind: { kind: 'f' | 't'; char: string } | undefined;

  function clear(): void {
    pending = { count: '', times: 1 };
  }

  function insertMode(): void {
    mode = 'insert';
  }

  /** Puts the caret on a character if the line has one, as normal mode requires. */
  function settleCaret(): void {
    const { text, caret } = buffer;
    if (mode === 'normal' && caret > lineStart(text, caret) && caret === lineEnd(text, caret)) buffer.move('left');
  }

  function find(kind: 'f' | 't', char: string, count: number, isAgain: boolean): Target | undefined {
    const { text, caret } = buffer;
    const end = lineEnd(text, caret);
    // a repeated `t` would find the character right after the caret again
    let at = caret + (isAgain && kind === 't' ? 1 : 0);
    for (let left = count; left > 0; left -= 1) {
      at = text.indexOf(char, at + 1);
      if (at < 0 || at >= end) return undefined;
    }
    return { place: kind === 'f' ? at : before(text, at), isInclusive: true };
  }

  function motion(name: string, count: number, hasCount: boolean): Target | undefined {
    const { text, caret } = buffer;
    const start = lineStart(text, caret);
    const end = lineEnd(text, caret);
    const repeat = (step: (place: number) => number): number => {
      let place = caret;
      for (let left = count; left > 0; left -= 1) {
        const next = step(place);
        if (next === place) break;
        place = next;
      }
      return place;
    };
    switch (name) {
      case 'h':
        return { place: repeat((place) => (place > start ? before(text, place) : place)) };
      case 'l':
      case 'space':
      case ' ':
        return { place: repeat((place) => (place < end ? after(text, place) : place)) };
      case 'j':
      case 'k': {
        const place = vertical(text, caret, name === 'j' ? count : -count);
        return place === undefined ? undefined : { place, isLinewise: true };
      }
      case 'w':
        return { place: repeat((place) => nextWord(text, place)) };
      case 'b':
        return { place: repeat((place) => previousWord(text, place)) };
      case 'e':
        return { place: repeat((place) => endOfWord(text, place)), isInclusive: true };
      case '0':
        return { place: start };
      case '^':
        return { place: firstInk(text, start) };
      case '$': {
        const line = vertical(text, caret, count - 1) ?? caret;
        return { place: before(text, lineEnd(text, line)), isInclusive: true };
      }
      case 'G':
        return { place: lineNumbered(text, hasCount ? count : Infinity), isLinewise: true };
      case 'gg':
        return { place: lineNumbered(text, count), isLinewise: true };
      case ';':
        return lastFind && find(lastFind.kind, lastFind.char, count, true);
      default:
        return undefined;
    }
  }

  function operate(operator: Operator, from: number, to: number, isLinewise: boolean): void {
    const { text } = buffer;
    const [start, end] = [Math.min(from, to), Math.max(from, to)];
    if (!isLinewise) {
      register = { text: text.slice(start, end), isLinewise };
      if (operator !== 'y') buffer.replace(start, end, '');
      buffer.moveTo(start);
      if (operator === 'c') insertMode();
      return;
    }
    const first = lineStart(text, start);
    const last = lineEnd(text, end);
    register = { text: text.slice(first, last), isLinewise };
    if (operator === 'c') {
      buffer.replace(first, last, '');
      insertMode();
    } else if (operator === 'd') {
      // with one of the line breaks around them
      const hasNext = last < text.length;
      buffer.replace(hasNext || first === 0 ? first : first - 1, hasNext ? last + 1 : last, '');
      buffer.moveTo(firstInk(buffer.text, lineStart(buffer.text, buffer.caret)));
    } else buffer.moveTo(first < lineStart(text, from) ? first : Math.min(from, to));
  }

  /** Applies an operator up to the target of a motion. */
  function take(operator: Operator, name: string, target: Target): void {
    const { text, caret } = buffer;
    let { place } = target;
    const isForward = place >= caret;
    if (target.isInclusive && isForward) place = after(text, place);
    // `cw` keeps the blanks after the word, and `dw` the line break after the last one
    const taken = text.slice(caret, place);
    if (name === 'w' && operator === 'c' && /\S/.test(taken)) place = caret + taken.trimEnd().length;
    else if (name === 'w' && place > lineEnd(text, caret) && lineEnd(text, caret) > caret)
      place = caret + taken.replace(/\s*\n\s*$/, '').length;
    operate(operator, caret, place, target.isLinewise === true);
  }

  function paste(isBefore: boolean, count: number): void {
    if (register.text === '') return;
    const { text, caret } = buffer;
    const many = Array.from({ length: count }, () => register.text);
    if (register.isLinewise) {
      const lines = many.join('\n');
      const at = isBefore ? lineStart(text, caret) : lineEnd(text, caret);
      buffer.replace(at, at, isBefore ? `${lines}\n` : `\n${lines}`);
      buffer.moveTo(firstInk(buffer.text, isBefore ? at : at + 1));
      return;
    }
    const at = isBefore || lineEnd(text, caret) === caret ? caret : after(text, caret);
    const pasted = many.join('');
    buffer.replace(at, at, pasted);
    buffer.moveTo(before(buffer.text, at + pasted.length));
  }

  function command(name: string, count: number): void {
    const { text, caret } = buffer;
    const start = lineStart(text, caret);
    const end = lineEnd(text, caret);
    switch (name) {
      case 'x':
      case 'X': {
        const target = motion(name === 'x' ? 'l' : 'h', count, true);
        if (target && target.place !== caret) operate('d', caret, target.place, false);
        return;
      }
      case 'D':
      case 'C':
        operate(name === 'D' ? 'd' : 'c', caret, lineEnd(text, vertical(text, caret, count - 1) ?? caret), false);
        return;
      case 'p':
      case 'P':
        paste(name === 'P', count);
        return;
      case 'i':
        insertMode();
        return;
      case 'I':
        buffer.moveTo(firstInk(text, start));
        insertMode();
        return;
      case 'a':
        if (caret < end) buffer.moveTo(after(text, caret));
        insertMode();
        return;
      case 'A':
        buffer.moveTo(end);
        insertMode();
        return;
      case 'o':
        buffer.replace(end, end, '\n');
        insertMode();
        return;
      case 'O':
        buffer.replace(start, start, '\n');
        buffer.moveTo(start);
        insertMode();
        return;
      case 'u':
        for (let left = count; left > 0; left -= 1) buffer.undo();
        return;
    }
  }

  function normal(name: string): void {
    const { operator, prefix } = pending;
    if (prefix === 'f' || prefix === 't') {
      lastFind = { kind: prefix, char: name };
      finish(`${prefix}${name}`, find(prefix, name, total(), false));
      return;
    }
    if (prefix === 'g') {
      finish('gg', name === 'g' ? motion('gg', total(), false) : undefined);
      return;
    }
    if (/^[1-9]$/.test(name) || (name === '0' && pending.count !== '')) {
      pending.count = (pending.count + name).slice(0, 4);
      return;
    }
    if (name === 'g' || name === 'f' || name === 't') {
      pending.prefix = name;
      return;
    }
    if (name === 'd' || name === 'c' || name === 'y') {
      if (operator === name) {
        const { text, caret } = buffer;
        const last = vertical(text, caret, total() - 1) ?? text.length;
        operate(operator, caret, last, true);
        clear();
      } else if (operator) clear();
      else pending = { count: '', operator: name, times: total() };
      return;
    }
    const target = motion(name, total(), pending.count !== '' || pending.times > 1);
    if (target || operator) {
      finish(name, target);
      return;
    }
    const count = total();
    clear();
    command(name, count);
  }

  function total(): number {
    return pending.times * (pending.count === '' ? 1 : Number(pending.count));
  }

  function finish(name: string, target: Target | undefined): void {
    const { operator } = pending;
    clear();
    if (!target) return;
    if (operator) take(operator, name, target);
    else buffer.moveTo(target.place);
  }

  return {
    get mode() {
      return mode;
    },
    key({ name, text }) {
      if (mode === 'insert' || text === '') return false;
      const typed = name === 'space' ? ' ' : text;
      // unknown commands are not text either
      normal(typed);
      settleCaret();
      return true;
    },
    escape() {
      const wasPending = pending.count !== '' || pending.operator !== undefined || pending.prefix !== undefined;
      clear();
      if (mode === 'normal') return wasPending;
      mode = 'normal';
      const { text, caret } = buffer;
      if (caret > lineStart(text, caret)) buffer.move('left');
      return true;
    },
    reset() {
      clear();
      insertMode();
    },
  };
}
