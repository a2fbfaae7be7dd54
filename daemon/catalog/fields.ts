/** Reads fields of unchecked JSON. */

export type Table = Record<string, unknown>;

/** The trimmed text of an own field; undefined when missing, blank, longer than `most` or not well-formed text. */
export function textIn(table: Table, key: string, most = 2_000): string | undefined {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  if (typeof value !== 'string' || !value.isWellFormed()) return undefined;
  const text = value.trim();
  return text === '' || text.length > most ? undefined : text;
}

/** The strings of an array. */
export function textsIn(table: Table, key: string): string[] {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  if (!Array.isArray(value)) return [];
  return value.slice(0, 100).filter((item): item is string => typeof item === 'string' && item !== '');
}

/** An untrusted name for a message: on one line, truncated, without terminal control characters. */
export function warningAt(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
