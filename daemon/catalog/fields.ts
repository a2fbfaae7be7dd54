/** Reading fields of unchecked JSON. */

export type Table = Record<string, unknown>;

/** An own field as text without blanks around it; undefined when it is none, blank, longer than `most` or no text at all. */
export function textIn(table: Table, key: string, most = 2_000): string | undefined {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  if (typeof value !== 'string' || !value.isWellFormed()) return undefined;
  const text = value.trim();
  return text === '' || text.length > most ? undefined : text;
}

/** The texts of a list. */
export function textsIn(table: Table, key: string): string[] {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  if (!Array.isArray(value)) return [];
  return value.slice(0, 100).filter((item): item is string => typeof item === 'string' && item !== '');
}

/** A foreign name inside a message: one line, not too long, nothing that a terminal obeys. */
export function warningAt(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
