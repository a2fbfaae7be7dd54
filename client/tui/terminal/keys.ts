/** Parses terminal input into keys, pastes and reports: text, control characters, sequences (tui.md 3.4, 3.6). */
import { StringDecoder } from 'node:string_decoder';
import { type Key, keyOfSequence, keyOfText } from './keynames.js';
import { lateRest, readReport, type Report } from './reports.js';
import { graphemesOf } from './width.js';

export interface Keys {
  write(chunk: Uint8Array | string): void;
  /** Stops reporting. */
  close(): void;
}

export interface KeysDeps {
  onKey: (key: Key) => void;
  /** Receives text with `\n` line ends and no control characters except tabs. */
  onPaste: (text: string) => void;
  onReport: (report: Report) => void;
  /** Whether very fast keys count as pasted; default true. */
  detectsBursts?: () => boolean;
}

/** Time in milliseconds after which a lone ESC is the key Esc. */
const escapeTime = 50;
/** Time in milliseconds for the rest of a two-byte sequence, which may be Alt with a key. */
const shortTime = 500;
/** Time in milliseconds for the rest of a longer sequence or a paste. */
const longTime = 5000;
/** Keys with less time between them, in milliseconds, are a burst. */
const burstGap = 8;
/** Time in milliseconds without input after which the Enter of a burst submits. */
const enterTime = 30;
/** A burst with more characters is a paste, since a paste of that size becomes a placeholder. */
const burstText = 1000;

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

export function createKeys({ onKey, onPaste, onReport, detectsBursts = () => true }: KeysDeps): Keys {
  const decoder = new StringDecoder('utf8');
  const burst = createBurst({ onKey, onPaste });
  let buffer = '';
  let pasted: string[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** when a lone ESC was reported as a key */
  let escapedAt = -Infinity;

  const handle = (part: string): void => {
    if (part[0] !== '\x1b' && !/[\x00-\x1f\x7f]/.test(part)) {
      const text = part.replace(/[\x80-\x9f\ufffd]/g, '');
      if (detectsBursts()) burst.addText(text);
      else for (const { text: grapheme } of graphemesOf(text)) onKey(keyOfText(grapheme));
      return;
    }
    const found = readReport(part);
    if (found) {
      if (found.report) onReport(found.report);
      return;
    }
    const key = keyOfSequence(part);
    if (key === undefined) return;
    if (detectsBursts()) burst.addKey(key, part);
    else onKey(key);
  };

  const endPaste = (text: string): void => {
    pasted = undefined;
    onPaste(cleanPaste(text));
  };

  const readAll = (): void => {
    while (buffer !== '') {
      if (pasted) {
        const end = buffer.indexOf(pasteEnd);
        // the end marker may be split between two reads
        const length = end >= 0 ? end : Math.max(0, buffer.length - pasteEnd.length + 1);
        pasted.push(buffer.slice(0, length));
        buffer = buffer.slice(end >= 0 ? end + pasteEnd.length : length);
        if (end < 0) break;
        endPaste(pasted.join(''));
        continue;
      }
      const part = takePart(buffer);
      if (part === undefined) break;
      buffer = buffer.slice(part.length);
      if (part === pasteStart) {
        burst.flush();
        pasted = [];
      } else handle(part);
    }
    burst.endChunk();
    if (buffer === '' && !pasted) return;
    const isEscape = buffer === '\x1b' || buffer === '\x1b\x1b';
    timer = setTimeout(giveUp, isEscape && !pasted ? escapeTime : buffer.length <= 2 && !pasted ? shortTime : longTime);
  };

  /** Interprets an unfinished sequence as it is. */
  const giveUp = (): void => {
    const rest = buffer;
    buffer = '';
    if (pasted) endPaste(pasted.join('') + rest);
    else if (rest === '\x1b' || rest === '\x1b\x1b') {
      escapedAt = performance.now();
      for (const each of rest) handle(each);
    } else if (rest.length === 2) {
      const key = rest === '\x1bO' ? { name: 'alt+shift+o', text: '' } : keyOfSequence(rest);
      if (key) onKey(key);
    }
    burst.endChunk();
  };

  return {
    write(chunk) {
      clearTimeout(timer);
      const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
      const isLate = buffer === '' && !pasted && performance.now() - escapedAt < longTime && lateRest.test(text);
      buffer += isLate ? `\x1b${text}` : text;
      readAll();
    },
    close() {
      clearTimeout(timer);
      burst.close();
    },
  };
}

/** Converts line ends to `\n`, and drops control characters except tabs. */
function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}

/** Detects very fast keys: a paste without bracketed paste, or input of a script. */
function createBurst({ onKey, onPaste }: Pick<KeysDeps, 'onKey' | 'onPaste'>) {
  let text = '';
  /** an Enter that may still become a line break */
  let isHeld = false;
  /** whether that Enter came on its own */
  let isLone = false;
  let lastAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const isPaste = (): boolean => text.length > burstText || text.includes('\n');
  const takeHeld = (): void => {
    if (isHeld) text += '\n';
    isHeld = false;
  };
  const flushText = (): void => {
    const taken = text;
    text = '';
    if (taken.length > burstText || taken.includes('\n')) onPaste(cleanPaste(taken));
    else for (const { text: grapheme } of graphemesOf(taken)) onKey(keyOfText(grapheme));
  };
  const flush = (): void => {
    clearTimeout(timer);
    const hasEnter = isHeld;
    isHeld = false;
    flushText();
    if (hasEnter) onKey({ name: 'enter', text: '' });
  };

  return {
    flush,
    addText(added: string): void {
      takeHeld();
      text += added;
    },
    addKey(key: Key, bytes: string): void {
      if (key.name === 'enter') {
        isLone = text === '' && !isHeld && performance.now() - lastAt >= burstGap;
        takeHeld();
        isHeld = true;
        return;
      }
      // the second half of a two-character line end
      if (bytes === '\n' && isHeld) return;
      if (bytes === '\n' && text !== '') {
        text += '\n';
        return;
      }
      takeHeld();
      if (bytes === '\t' && isPaste()) {
        text += '\t';
        return;
      }
      if (key.text !== '') {
        text += key.text;
        return;
      }
      flushText();
      onKey(key);
    },
    /** Reports text immediately unless it may be a paste. */
    endChunk(): void {
      clearTimeout(timer);
      lastAt = performance.now();
      if (text !== '' && !isPaste()) flushText();
      if (isHeld && isLone && text === '') flush();
      if (isHeld || text !== '') timer = setTimeout(flush, isHeld ? enterTime : burstGap);
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}

/**
 * Returns the first part of the input: a run of text, a control character, or a sequence; undefined while the input may
 * still become a longer sequence.
 */
function takePart(input: string): string | undefined {
  const [first = ''] = input;
  if (first !== '\x1b') return control.test(first) ? first : (text.exec(input)?.[0] ?? first);
  const second = input[1];
  if (second === undefined) return undefined;
  if (second === '[') return takeControl(input);
  if (second === 'O') return input.length === 2 ? undefined : (/^\x1bO\d?[A-Za-z]/.exec(input)?.[0] ?? '\x1bO');
  if (second === '\x1b') return takeAfterEscape(input);
  const isString = /^\x1b(?:\]\d|P[\d>!$+]|_G)/.test(input);
  if (isString) return takeString(input);
  if (input.length === 2 && /[\]P_]/.test(second)) return undefined;
  return `\x1b${String.fromCodePoint(input.codePointAt(1) ?? 0)}`;
}

const control = /[\x00-\x1f\x7f]/;
const text = /^[^\x00-\x1f\x7f]+/;

function takeControl(input: string): string | undefined {
  // keys of the Linux console, and mouse reports in the oldest encoding
  if (/^\x1b\[\[/.test(input)) return input.length === 3 ? undefined : input.slice(0, 4);
  if (/^\x1b\[M/.test(input)) return input.length < 6 ? undefined : input.slice(0, 6);
  const whole = /^\x1b\[[0-?]*[ -/]*[@-~]/.exec(input)?.[0];
  if (whole !== undefined) return whole;
  const begun = /^\x1b\[[0-?]*[ -/]*/.exec(input)?.[0] ?? '';
  return begun.length === input.length ? undefined : begun;
}

/** Returns Alt with a key that is a sequence itself, or the key Esc. */
function takeAfterEscape(input: string): string | undefined {
  if (input.length === 2) return undefined;
  if (!/[[O]/.test(input[2] ?? '')) return '\x1b';
  const rest = takePart(input.slice(1));
  return rest === undefined ? undefined : `\x1b${rest}`;
}

/** Maximum length of an answer. */
const longest = 4096;

function takeString(input: string): string | undefined {
  const whole = /^\x1b.[^\x07\x1b]*(?:\x07|\x1b\\)/.exec(input)?.[0];
  if (whole !== undefined) return whole;
  const begun = /^\x1b.[^\x07\x1b]*/.exec(input)?.[0] ?? '';
  // another sequence begins: the string is unterminated
  if (input.length > begun.length + 1) return begun;
  return input.length > longest ? input : undefined;
}
