/** Normalizes texts for the search, and splits them into the terms of the index. */

/** Scripts that put no blanks between words, and pictographs: their runs are searched by character. */
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
/** Letters without accents, and with nothing unseen among them: most texts of scripts without blanks. */
const plain = /^[\0-\x7f\u2010-\u2027\u2030-\u205e\u3000-\u9fff\uac00-\ud7a3]*$/;
/** Accents and other marks above and below letters of spaced scripts. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** Invisible characters: soft hyphens, joiners, marks of direction, selectors of a glyph. */
const unseen = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]/g;

/** UTF-16 units of a word in the index; the rest is compared in the text. */
const indexedLength = 64;
/** So many keys of a long term or literal narrow the search down enough. */
const maxKeys = 12;

/** NFKC without case: what a literal is compared in. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** The form in which words are compared: a folded text without accents and invisible characters. */
export function foldWords(folded: string): string {
  if (plain.test(folded)) return folded;
  return folded.replace(unseen, '').normalize('NFD').replace(accents, '').normalize('NFC');
}

/** A word, or a run of characters that are not parted by blanks. */
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

/** `run`, `word`, or neither: what the character at a place is. */
export function kindAt(text: string, at: number): 'run' | 'word' | 'none' {
  const code = text.charCodeAt(at);
  if (code < 0x80) {
    const isWord = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    return isWord ? 'word' : 'none';
  }
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return oneRunChar.test(char) ? 'run' : oneWordChar.test(char) ? 'word' : 'none';
}

/** By what a piece is found in the index: a word by itself, a run by its pairs of characters. */
export function keysOf({ text, run }: Piece): string[] {
  if (!run) return [text.slice(0, indexedLength).toWellFormed()];
  const chars = [...text];
  return chars.length === 1 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`);
}

/** The index term of a role: a character that no word has, and its first letter. */
export const roleKey = (role: string): string => `\ue000${role.charAt(0)}`;

/** All words of a folded text as the index of words takes them: each once, with blanks between them. */
export function wordsOf(folded: string, role: string): string {
  const keys = new Set([roleKey(role)]);
  for (const piece of piecesOf(foldWords(folded))) {
    for (const key of keysOf(piece)) keys.add(key);
    // runs of one character are asked for, too
    if (piece.run) for (const char of piece.text) keys.add(char);
  }
  return [...keys].join(' ');
}

/** The end of a text in the index of grams, so that its last two characters begin a gram; it encodes the role, too. */
const gramsEnd = (role: string): string => `\u0001\u0002${role.charAt(0)}`;

/** The grams of the end that encodes the role. */
export const roleGram = gramsEnd;

/** A folded text as the index of grams takes it; it would end at a NUL. */
export function gramTextOf(folded: string, role: string): string {
  return `${folded.replaceAll('\0', '\ufffd').toWellFormed()}${gramsEnd(role)}`;
}

/** Grams that every text has which contains a folded literal of three characters or more. */
export function gramsOf(literal: string): string[] {
  const chars = [...literal.replaceAll('\0', '\ufffd').toWellFormed()];
  const all = chars.slice(2).map((char, at) => `${chars[at] ?? ''}${chars[at + 1] ?? ''}${char}`);
  return fewOf([...new Set(all)]);
}

/** Some of many keys, from beginning to end. */
export function fewOf(keys: string[]): string[] {
  if (keys.length <= maxKeys) return keys;
  const apart = (keys.length - 1) / (maxKeys - 1);
  return Array.from({ length: maxKeys }, (_, at) => keys[Math.round(at * apart)] ?? '');
}

/** `text` as a string in a query of FTS5, in which nothing is syntax. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
