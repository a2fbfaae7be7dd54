/** Cuts the beginning and the end of a text without splitting a surrogate pair. */

/** The first `limit` UTF-16 code units. */
export function head(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit);
}

/** The last `limit` UTF-16 code units. */
export function tail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.length - limit;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/** The first `limit` UTF-16 code units, followed by an ellipsis when the text is longer. */
export function ellipsis(text: string, limit: number): string {
  return text.length <= limit ? text : `${head(text, limit)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
