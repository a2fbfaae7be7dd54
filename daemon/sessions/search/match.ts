/** Compares a text with a query: the index only proposes texts, and the text itself decides. */
import { foldText, foldWords, kindAt, piecesOf, type Piece } from './fold.js';

/** A part of a query without spaces: its pieces follow each other with only punctuation between them. */
export interface Term {
  pieces: Piece[];
}

/** The criteria of a search. */
export type Wanted =
  | { mode: 'terms'; terms: Term[]; every: boolean; /** of each term, 1 to 5: how rare it is */ weights: number[] }
  | { mode: 'literal'; literal: string };

/** A place in a folded text. */
export interface TextRange {
  from: number;
  to: number;
}

/** How well a text matches. */
export interface Fit {
  /** from 0 to below 1; independent of other texts, so that it never changes */
  quality: number;
  /** the first position of the rarest term, in the text folded as `foldFor` does */
  place: TextRange;
  /** occurrences that were counted */
  count: number;
}

/** More occurrences than this do not improve a match. */
const maxCount = 50;
/** How fast further occurrences lose weight, and how much long texts lose: the usual values of BM25. */
const saturation = 1.2;
const lengthShare = 0.75;
/** UTF-16 units of a text of medium length. */
const usualLength = 400;

/** The words of a query as terms, each once; punctuation alone is not a term. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const part of foldWords(foldText(query)).split(/\s+/u)) {
    const pieces = piecesOf(part);
    if (pieces.length > 0) terms.set(pieces.map(({ text }) => text).join(' '), { pieces });
  }
  return [...terms.values()];
}

/** A text in the form in which a mode compares it. */
export function foldFor(mode: Wanted['mode'], text: string): string {
  const folded = foldText(text);
  return mode === 'literal' ? folded : foldWords(folded);
}

/** Undefined when the text does not match. */
export function fit(text: string, wanted: Wanted): Fit | undefined {
  const folded = foldFor(wanted.mode, text);
  if (wanted.mode === 'literal') {
    const { literal } = wanted;
    return fitAll(folded, [1], true, (_, from) => literalAt(folded, literal, from));
  }
  const { terms, weights, every } = wanted;
  return fitAll(folded, weights, every, (at, from) => termAt(folded, terms[at] as Term, from));
}

function fitAll(
  folded: string,
  weights: readonly number[],
  every: boolean,
  find: (term: number, from: number) => TextRange | undefined,
): Fit | undefined {
  const norm = saturation * (1 - lengthShare + (lengthShare * folded.length) / usualLength);
  let [sum, all, count, rarest] = [0, 0, 0, 0];
  let first: TextRange | undefined;
  for (const [at, weight] of weights.entries()) {
    all += weight;
    let times = 0;
    for (let place = find(at, 0); place && times < maxCount; place = find(at, place.to)) {
      times += 1;
      if (times === 1 && (!first || weight > rarest)) [first, rarest] = [place, weight];
    }
    if (times === 0 && every) return undefined;
    count += times;
    sum += (weight * times) / (times + norm);
  }
  return first && { quality: sum / all, place: first, count };
}

function literalAt(text: string, literal: string, from: number): TextRange | undefined {
  const at = text.indexOf(literal, from);
  return at < 0 ? undefined : { from: at, to: at + literal.length };
}

/** The next occurrence of a term: its words as whole words, its runs anywhere in a run. */
function termAt(text: string, { pieces }: Term, from: number): TextRange | undefined {
  const [first, ...rest] = pieces as [Piece, ...Piece[]];
  for (let at = text.indexOf(first.text, from); at >= 0; at = text.indexOf(first.text, at + 1)) {
    if (!first.run && wordEndsAt(text, at)) continue;
    const to = endOf(text, at, first, rest);
    if (to !== undefined) return { from: at, to };
  }
  return undefined;
}

/** The end of adjacent pieces that begin at `start`; undefined when they do not match there. */
function endOf(text: string, start: number, first: Piece, rest: readonly Piece[]): number | undefined {
  let end = start + first.text.length;
  if (!first.run && end < text.length && kindAt(text, end) === 'word') return undefined;
  for (const piece of rest) {
    while (end < text.length && kindAt(text, end) === 'none') end += 1;
    if (!text.startsWith(piece.text, end)) return undefined;
    end += piece.text.length;
    if (!piece.run && end < text.length && kindAt(text, end) === 'word') return undefined;
  }
  return end;
}

/** Whether a character of a word precedes the position. */
function wordEndsAt(text: string, at: number): boolean {
  if (at === 0) return false;
  const isLow = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return kindAt(text, isLow && at > 1 ? at - 2 : at - 1) === 'word';
}
