/** Cutting and showing text: line caps, places where something was left out, names that would break a line. */

/** Chars of one line that a model sees (engine.md 4.1). */
export const LINE_LIMIT = 2_000;
/** Chars of a whole text result that a model sees (engine.md 4.1). */
export const TEXT_LIMIT = 50_000;
/** Stands where text was cut. */
export const CUT = '[...truncated]';

/** The first `limit` chars (UTF-16 units), never half a surrogate pair. */
export function head(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit);
}

/** The last `limit` chars (UTF-16 units), never half a surrogate pair. */
export function tail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.length - limit;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/** A line of at most `limit` chars, marked when it was longer. */
export function cutLine(line: string, limit = LINE_LIMIT): string {
  return line.length <= limit ? line : head(line, limit) + CUT;
}

/** Text of at most `limit` chars, marked when it was longer. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${head(text, limit)}\n${CUT}`;
}

/** A file name that stays on its line: control characters are written as escapes. */
export function showPath(path: string): string {
  return /\p{Cc}/u.test(path) ? path.replace(/\p{Cc}/gu, escapeControl) : path;
}

/** `1 line`, `3 lines`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : plural}`;
}

/** What the engine tells the model beside the data of a result. */
export function systemNote(text: string): string {
  return `<system>${text}</system>`;
}

function escapeControl(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\t') return '\\t';
  if (char === '\r') return '\\r';
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
