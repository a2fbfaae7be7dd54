/** Matches names by letters in their order, ignoring case: positions, span and score. */
/** The rank of a match, best first. */
export const ranks = { exact: 0, prefix: 1, subsequence: 2 } as const;
export type Rank = (typeof ranks)[keyof typeof ranks];

/** A prepared query for one name. */
export interface Needle {
  /** in lower case */
  text: string;
  /** its characters; a surrogate pair is one of them */
  chars: readonly string[];
  /** bit set of the characters that a matching name must contain */
  bag: number;
}

/** Offsets are UTF-16 code units of the original name. */
export interface Match {
  rank: Rank;
  /** offset of the first character */
  start: number;
  /** code units from the first character to the last, both included */
  span: number;
}

const letterA = 'a'.charCodeAt(0);
const digitBit = 1 << 26;
const otherBit = 1 << 27;
/** Weights of the two parts of a score. */
const closeness = 0.9;
const beginnings = 0.09;
/** The number of bits that `bagOf` uses. */
export const bagBits = 28;

/** Returns a text in lower case with the same length, so that offsets apply to both. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // ASCII: lower case does not depend on the context of a character
  if (/^[\0-\x7f]*$/.test(text)) return lower === text ? text : lower;
  return Array.from(text, foldChar).join('');
}

function foldChar(char: string): string {
  const lower = char.toLowerCase();
  if (lower.length !== char.length) return char;
  return lower === 'ς' ? 'σ' : lower;
}

/** Returns a bit set of the characters in a folded text. A name that lacks a bit of the needle cannot match. */
export function bagOf(folded: string): number {
  let bag = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const letter = folded.charCodeAt(at) - letterA;
    if (letter >= 0 && letter < 26) bag |= 1 << letter;
    else if (letter >= -49 && letter <= -40) bag |= digitBit;
    else bag |= otherBit;
  }
  return bag;
}

export function needleOf(query: string): Needle {
  const text = fold(query);
  return { text, chars: Array.from(text), bag: bagOf(text) };
}

/** Returns the match with the shortest span, preferring one that begins a word; undefined without a match. */
export function matchName(needle: Needle, name: string, folded: string): Match | undefined {
  const { text, chars } = needle;
  if (text === '') return { rank: ranks.prefix, start: 0, span: 0 };
  if (folded.startsWith(text))
    return { rank: folded.length === text.length ? ranks.exact : ranks.prefix, start: 0, span: text.length };
  const together = folded.indexOf(text);
  if (together >= 0) {
    let start = together;
    while (start >= 0 && !beginsWord(name, start)) start = folded.indexOf(text, start + 1);
    return { rank: ranks.subsequence, start: start < 0 ? together : start, span: text.length };
  }
  const [first = ''] = chars;
  let best: Match | undefined;
  let begins = false;
  for (let start = folded.indexOf(first); start >= 0; start = folded.indexOf(first, start + 1)) {
    const end = endOf(chars, folded, start);
    // no later start position matches, either
    if (end < 0) break;
    const span = end - start;
    if (best && (span > best.span || (span === best.span && (begins || !beginsWord(name, start))))) continue;
    best = { rank: ranks.subsequence, start, span };
    begins = beginsWord(name, start);
  }
  return best;
}

/** Returns the offsets of the characters of a match. */
export function positionsOf({ chars }: Needle, folded: string, { start, span }: Match): number[] {
  const positions: number[] = [];
  if (span === 0) return positions;
  let at = start;
  for (const char of chars) {
    at = folded.indexOf(char, at);
    for (let unit = 0; unit < char.length; unit += 1) positions.push(at + unit);
    at += char.length;
  }
  return positions;
}

/** Returns 1 for a prefix, else less: higher for a shorter span and for more characters that begin words. */
export function scoreOf(needle: Needle, name: string, folded: string, match: Match): number {
  if (match.rank !== ranks.subsequence) return 1;
  let beginning = 0;
  let at = match.start;
  for (const char of needle.chars) {
    at = folded.indexOf(char, at);
    if (beginsWord(name, at)) beginning += 1;
    at += char.length;
  }
  return rounded((closeness * needle.text.length) / match.span + (beginnings * beginning) / needle.chars.length);
}

/** Returns an upper bound of `scoreOf`, at lower cost. */
export function bestScore({ text }: Needle, { rank, span }: Match): number {
  return rank === ranks.subsequence ? rounded((closeness * text.length) / span + beginnings) : 1;
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** Returns where the earliest occurrence of the characters that begins at `start` ends; -1 without one. */
function endOf(chars: readonly string[], folded: string, start: number): number {
  let at = start;
  for (const char of chars) {
    const found = folded.indexOf(char, at);
    if (found < 0) return -1;
    at = found + char.length;
  }
  return at;
}

const separators = new Set(' \t-_.,;:+()[]{}@#');

function beginsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name[at - 1] ?? '';
  if (separators.has(before)) return true;
  const char = name[at] ?? '';
  return (isUpper(char) && !isUpper(before)) || (isDigit(char) && !isDigit(before));
}

function isUpper(char: string): boolean {
  return char >= 'A' && (char <= 'Z' || (char > '\x7f' && char !== char.toLowerCase()));
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}
