/** ANSI-C quoting: the text of `$'…'`. */
import { fail, type Reader } from './syntax.js';

const single: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
const coded = /(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})/uy;

/** Decodes from behind the opening quote to behind the closing one. */
export function ansiC(reader: Reader): string {
  let text = '';
  for (;;) {
    const char = reader.text.charAt(reader.at);
    if (char === '') fail('an open quote');
    reader.at += 1;
    if (char === "'") return text;
    text += char === '\\' ? escape(reader) : char;
  }
}

function escape(reader: Reader): string {
  coded.lastIndex = reader.at;
  const code = coded.exec(reader.text)?.[0];
  if (code !== undefined) {
    reader.at += code.length;
    const value = /^[xuU]/u.test(code) ? parseInt(code.slice(1), 16) : parseInt(code, 8);
    // NUL ends the string in some shells, other high values differ with the locale.
    if (value === 0 || value > 0x10ffff || (value > 0x7f && !/^[uU]/u.test(code))) fail('a character code in quotes');
    return String.fromCodePoint(value);
  }
  const next = reader.text.charAt(reader.at);
  const plain = single[next];
  if (plain === undefined) fail('an unusual escape in quotes');
  reader.at += 1;
  return plain;
}
