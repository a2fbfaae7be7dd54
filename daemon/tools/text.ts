/** Cuts and formats text: line limits, marks for omitted text, names that must stay on one line. */
import { head } from '../base/text/cut.js';

/** Maximum length in chars of one line that a model sees (engine.md 4.1). */
export const LINE_LIMIT = 2_000;
/** Maximum length in chars of a whole text result that a model sees (engine.md 4.1). */
export const TEXT_LIMIT = 50_000;
/** Marks where text was cut. */
export const CUT = '[...truncated]';

/** Cuts a line to `limit` chars, with a mark if it was longer. */
export function cutLine(line: string, limit = LINE_LIMIT): string {
  return line.length <= limit ? line : head(line, limit) + CUT;
}

/** Cuts a text to `limit` chars, with a mark if it was longer. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${head(text, limit)}\n${CUT}`;
}

/** Returns a file name for one line: control characters become escapes. */
export function showPath(path: string): string {
  return /\p{Cc}/u.test(path) ? path.replace(/\p{Cc}/gu, escapeControl) : path;
}

/** `1 line`, `3 lines`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : plural}`;
}

/** Wraps a note of the engine to the model, to distinguish it from the data of a result. */
export function systemNote(text: string): string {
  return `<system>${text}</system>`;
}

function escapeControl(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\t') return '\\t';
  if (char === '\r') return '\\r';
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
