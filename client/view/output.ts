/** Command output as styled rows: colors apply, a carriage return restarts the row, nothing else moves (tui.md 4.1). */
import { createTextCleaner, visibleText, type Spelling } from './clean.js';

/** A color of the terminal's palette, 0 to 255, or `#rrggbb`. */
export type OutputColor = number | `#${string}`;

/** Absent fields mean the surface's default. Hidden text is shown, so that the user sees all that was written. */
export interface OutputStyle {
  color?: OutputColor;
  background?: OutputColor;
  bold?: true;
  dim?: true;
  italic?: true;
  underline?: true;
  inverse?: true;
  struck?: true;
}

export interface OutputSpan {
  /** cleaned text; may contain tabs */
  text: string;
  style: OutputStyle;
}

export interface OutputRow {
  spans: readonly OutputSpan[];
  /** number of chars cut from the end */
  cut: number;
}

export interface OutputOptions {
  spelling?: Spelling;
  /** maximum number of chars kept of a row */
  rowLength?: number;
  /** maximum number of rows kept, newest first */
  maxRows?: number;
}

export interface OutputView {
  /** finished rows stay the same objects; the last one is unfinished, unless the text ends with a line break */
  rows: readonly OutputRow[];
  /** number of rows dropped before these */
  dropped: number;
}

export interface OutputReader {
  /** Adds a piece, which may end within a character or a control sequence. */
  push(piece: string): void;
  view(): OutputView;
}

/** What interrupts text: line ends, and the beginnings of control sequences. */
const special = /[\n\r\u001b\u0090\u0098\u009b\u009d-\u009f]/g;
const csi = /(?:\u001b\[|\u009b)([0-?]*)[ -/]*/y;
/** Begins a string for the terminal itself, such as a title; it lasts up to its terminator or the end of the line. */
const stringStart = /\u001b[\]P^_X]|[\u0090\u0098\u009d-\u009f]/y;
const stringEnd = /\u0007|\u009c|\u001b\\|(?=\n)/g;
/** The character set selection that `tput sgr0` writes besides a reset of the style. */
const characterSet = /\u001b[()][0-9A-B]/y;
const plain: OutputStyle = Object.freeze({});

export function createOutputReader(options: OutputOptions = {}): OutputReader {
  const { spelling, rowLength = 2_000, maxRows = Infinity } = options;
  const cleaner = createTextCleaner((text) => visibleText(text, spelling));
  let rows: OutputRow[] = [];
  let dropped = 0;
  let style = plain;
  let spans: OutputSpan[] = [];
  let length = 0;
  let cut = 0;
  /** whether the next character restarts the row */
  let isRestarted = false;
  /** the beginning of an incomplete control sequence */
  let held = '';
  /** whether the output is within an incomplete string for the terminal */
  let isInString = false;

  function write(text: string): void {
    if (text === '') return;
    if (isRestarted) clear();
    // the part that is cut off needs no cleaning
    if (length >= rowLength) {
      cut += text.length;
      return;
    }
    put(cleaner.push(text));
  }

  function put(shown: string): void {
    if (shown === '') return;
    const kept = shown.length > rowLength - length ? shown.slice(0, rowLength - length) : shown;
    cut += shown.length - kept.length;
    length += kept.length;
    const last = spans.at(-1);
    if (last && last.style === style) spans[spans.length - 1] = { text: last.text + kept, style };
    else if (kept !== '') spans.push({ text: kept, style });
  }

  function clear(): void {
    cleaner.end();
    [spans, length, cut, isRestarted] = [[], 0, 0, false];
  }

  function endRow(): void {
    put(cleaner.end());
    rows.push({ spans, cut });
    clear();
    // drops in batches, so that the cost per row does not depend on `maxRows`
    if (rows.length > 2 * maxRows + 64) drop();
  }

  function drop(): void {
    const surplus = Math.max(0, rows.length - maxRows);
    rows = rows.slice(surplus);
    dropped += surplus;
  }

  /** Reads the control sequence at `at`; returns where the text continues, or undefined for an incomplete sequence. */
  function control(text: string, at: number): number | undefined {
    if (matchAt(stringStart, text, at)) {
      put(cleaner.end());
      isInString = true;
      return stringStart.lastIndex;
    }
    if (matchAt(characterSet, text, at)) return characterSet.lastIndex;
    const sequence = matchAt(csi, text, at);
    if (sequence) {
      const end = csi.lastIndex;
      // an absurdly long sequence is shown as text without its introducer
      if (end === text.length) return end - at > 1_000 ? end : undefined;
      const final = text.charCodeAt(end);
      if (final < 0x40 || final > 0x7e) return end;
      if (text[end] === 'm' && /^[\d;:]*$/.test(sequence[1] ?? '')) {
        put(cleaner.end());
        style = styleAfter(style, sequence[1] ?? '');
      }
      return end + 1;
    }
    if (text.length - at < 3 && /^\u001b[()]?$/.test(text.slice(at))) return undefined;
    write(text.charAt(at));
    return at + 1;
  }

  function take(text: string): void {
    for (let at = 0; at < text.length;) {
      if (isInString) {
        stringEnd.lastIndex = at;
        const end = stringEnd.exec(text);
        // an ESC at the end may be the first half of the terminator
        if (!end) held = text.endsWith('\u001b') ? '\u001b' : '';
        if (!end) return;
        isInString = false;
        at = end.index + end[0].length;
        continue;
      }
      special.lastIndex = at;
      const found = special.exec(text)?.index ?? text.length;
      write(text.slice(at, found));
      if (found === text.length) return;
      at = found + 1;
      if (text[found] === '\n') endRow();
      else if (text[found] === '\r') isRestarted = true;
      else {
        const next = control(text, found);
        if (next === undefined) {
          held = text.slice(found);
          return;
        }
        at = next;
      }
    }
  }

  return {
    push(piece) {
      const text = held + piece;
      held = '';
      take(text);
    },
    view() {
      if (rows.length > maxRows) drop();
      return { rows: length === 0 && cut === 0 ? rows : [...rows, { spans: [...spans], cut }], dropped };
    },
  };
}

/** Returns the rows of a complete output. */
export function outputRows(text: string, options?: OutputOptions): OutputView {
  const reader = createOutputReader(options);
  reader.push(text);
  return reader.view();
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

type Flag = 'bold' | 'dim' | 'italic' | 'underline' | 'inverse' | 'struck';
const on: Readonly<Record<number, Flag>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'struck',
  21: 'underline',
};
const off: Readonly<Record<number, readonly Flag[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['struck'],
};

/** Returns the style after the parameters of an SGR sequence; ignores unknown ones. */
function styleAfter(before: OutputStyle, text: string): OutputStyle {
  let style: OutputStyle = { ...before };
  const parameters = text.split(';');
  for (let at = 0; at < parameters.length; at++) {
    const [code = 0, ...parts] = (parameters[at] ?? '').split(':').map(Number);
    const flag = on[code];
    if (code === 0) style = {};
    else if (flag) {
      if (code === 4 && parts[0] === 0) delete style.underline;
      else style[flag] = true;
    } else if (off[code]) for (const each of off[code]) delete style[each];
    else if (code === 38 || code === 48 || code === 58) {
      // `38:2::r:g:b` or `38;2;r;g;b`: with colons one parameter contains the whole color
      const isOne = parts.length > 0;
      const values = isOne ? parts : parameters.slice(at + 1, at + 5).map(Number);
      if (!isOne) at += values[0] === 5 ? 2 : values[0] === 2 ? 4 : 0;
      const color = colorOf(values, isOne);
      if (color === undefined || code === 58) continue;
      if (code === 38) style.color = color;
      else style.background = color;
    } else if (code === 39) delete style.color;
    else if (code === 49) delete style.background;
    else if (code >= 30 && code <= 37) style.color = code - 30;
    else if (code >= 40 && code <= 47) style.background = code - 40;
    else if (code >= 90 && code <= 97) style.color = code - 82;
    else if (code >= 100 && code <= 107) style.background = code - 92;
  }
  return Object.keys(style).length === 0 ? plain : Object.freeze(style);
}

/** Reads `5, n` or `2, r, g, b`; with colons a color space may precede the red. */
function colorOf([kind, ...values]: readonly number[], hasColons: boolean): OutputColor | undefined {
  if (kind === 5) return isByte(values[0]) ? values[0] : undefined;
  if (kind !== 2) return undefined;
  const rgb = hasColons && values.length > 3 ? values.slice(1, 4) : values.slice(0, 3);
  if (rgb.length < 3 || !rgb.every(isByte)) return undefined;
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function isByte(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
}
