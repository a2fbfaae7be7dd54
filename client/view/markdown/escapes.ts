/** Escapes in Markdown: backslashes, numeric references, and the usual named references. */

/** Names and their characters; the full table would be larger than the rest of the parser. */
const names =
  'amp&lt<gt>quot"apos\'nbsp\xa0copy©reg®trade™hellip…mdash—ndash–lsquo‘rsquo’ldquo“rdquo”laquo«raquo»bull•middot·' +
  'times×divide÷deg°plusmn±larr←uarr↑rarr→darr↓le≤ge≥ne≠asymp≈infin∞euro€pound£yen¥sect§para¶';

const named = new Map([...names.matchAll(/([a-z]+)(.)/g)].map(([, name, char]) => [name, char]));

export const reference = /&(?:#(?:x([\da-f]{1,6})|(\d{1,7}))|([a-z]\w{1,31}));/iy;
const escapes = /\\([!-/:-@[-`{-~])|&(?:#\w+|\w+);/g;

/** Returns the character of a reference; an unknown name stays unchanged. */
export function characterOf(written: string): string {
  reference.lastIndex = 0;
  const [, hex, decimal, name] = reference.exec(written) ?? [];
  if (name) return named.get(name) ?? written;
  if (!hex && !decimal) return written;
  const code = hex ? parseInt(hex, 16) : Number(decimal);
  return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
}

/** Returns a text without its escapes: an address, a title, a language. */
export function unescaped(text: string): string {
  return text.replace(escapes, (written, char?: string) => char ?? characterOf(written));
}
