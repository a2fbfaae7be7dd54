/** What of a configured value is a secret on its own. */

/** Shorter pieces may be ordinary words. */
const shortestPiece = 12;

/** A header's value and the long pieces of it: `Bearer <key>` may be quoted as `<key>`, a cookie without its name. */
export function secretPieces(value: string): string[] {
  return [value, ...value.split(/[\s;,=]+/).filter((piece) => piece.length >= shortestPiece && piece !== value)];
}
