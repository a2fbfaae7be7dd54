/** Normalizes texts for the search, and splits them into the terms of the index. */

/** Scripts without spaces between words, and pictographs: their runs are searched by character. */
const unspaced = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Yiii', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
const runChar = String.raw`(?:(?=[\p{L}\p{N}\p{M}])[${unspaced}]|[\p{ExtPict}\p{EMod}\p{RI}])`;
const wordChar = String.raw`(?:(?!${runChar})[\p{L}\p{N}\p{M}])`;
const token = new RegExp(`(?<run>${runChar}+)|${wordChar}+`, 'gu');
const asciiToken = /[a-z0-9]+/g;
const oneRunChar = new RegExp(`^${runChar}`, 'u');
const oneWordChar = new RegExp(`^${wordChar}`, 'u');

const ascii = /^[\0-\x7f]*$/;
/** Characters that need no folding: most texts of scripts without spaces consist of these. */
const plain = /^[\0-\x7f\u2010-\u2027\u2030-\u205e\u3000-\u9fff\uac00-\ud7a3]*$/;
/** Accents and other marks above and below letters of spaced scripts. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** Invisible characters: soft hyphens, joiners, marks of direction, selectors of a glyph. */
const unseen = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]/g;

/** UTF-16 units of a word in the index; the rest of a word is compared in the text. */
const indexedLength = 64;
/** Maximum number of index keys of a long term or literal, which narrow the search down enough. */
const maxKeys = 12;

/** The form in which literals are compared: NFKC, without case. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** The form in which words are compared: a folded text without accents and invisible characters. */
export function foldWords(folded: string): string {
  if (plain.test(folded)) return folded;
  return folded.replace(unseen, '').normalize('NFD').replace(accents, '').normalize('NFC');
}

/** A word, or a run of characters of a script without spaces. */
export interface Piece {
  text: string;
  run: boolean;
}

/** The words and runs of a text from `foldWords`, in order. */
export function piecesOf(text: string): Piece[] {
  if (ascii.test(text)) return (text.match(asciiToken) ?? []).map((word) => ({ text: word, run: false }));
  return Array.from(text.matchAll(token), ({ 0: found, groups }) => ({
    text: found,
    run: groups?.['run'] !== undefined,
  }));
}

/** The kind of the character at a position. */
export function kindAt(text: string, at: number): 'run' | 'word' | 'none' {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    const isWord = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    return isWord ? 'word' : 'none';
  }
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return oneRunChar.test(char) ? 'run' : oneWordChar.test(char) ? 'word' : 'none';
}

/** The index keys of a piece: a word itself, or the pairs of characters in a run. */
export function keysOf({ text, run }: Piece): string[] {
  if (!run) return [text.slice(0, indexedLength).toWellFormed()];
  const chars = [...text];
  return chars.length === 1 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`);
}

/** The index term of a role: a character that occurs in no word, and the first letter of the role. */
export const roleKey = (role: string): string => `\ue000${role.charAt(0)}`;

/** The words of a folded text for the index of words: each once, separated by spaces. */
export function wordsOf(folded: string, role: string): string {
  const keys = new Set([roleKey(role)]);
  for (const piece of piecesOf(foldWords(folded))) {
    for (const key of keysOf(piece)) keys.add(key);
    // a query may consist of one character of a run
    if (piece.run) for (const char of piece.text) keys.add(char);
  }
  return [...keys].join(' ');
}

/** Ends a text in the index of grams, so that its last two characters begin a gram; also encodes the role. */
const gramsEnd = (role: string): string => `\u0001\u0002${role.charAt(0)}`;

/** The gram that encodes the role: the end itself. */
export const roleGram = gramsEnd;

/** A folded text for the index of grams, without NUL characters, which would end it. */
export function gramTextOf(folded: string, role: string): string {
  return `${folded.replaceAll('\0', '\ufffd').toWellFormed()}${gramsEnd(role)}`;
}

/** Grams that occur in each text with this folded literal; none for a literal of less than three characters. */
export function gramsOf(literal: string): string[] {
  const chars = [...literal.replaceAll('\0', '\ufffd').toWellFormed()];
  const all = chars.slice(2).map((char, at) => `${chars[at] ?? ''}${chars[at + 1] ?? ''}${char}`);
  return fewOf([...new Set(all)]);
}

/** At most `maxKeys` of the keys, evenly distributed. */
export function fewOf(keys: string[]): string[] {
  if (keys.length <= maxKeys) return keys;
  const apart = (keys.length - 1) / (maxKeys - 1);
  return Array.from({ length: maxKeys }, (_, at) => keys[Math.round(at * apart)] ?? '');
}

/** `text` as a string in an FTS5 query, in which no character is syntax. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
