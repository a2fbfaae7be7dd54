/** Compares a text with what is searched for: the index only proposes, what counts is the text itself. */
import { foldText, foldWords, kindAt, piecesOf, type Piece } from './fold.js';

/** What was typed between two blanks: pieces that follow each other with nothing but punctuation between them. */
export interface Term {
  pieces: Piece[];
}

/** What is searched for. */
export type Wanted =
  | { mode: 'terms'; terms: Term[]; every: boolean; /** of each term, 1 to 5: how rare it is */ weights: number[] }
  | { mode: 'literal'; literal: string };

/** A place in a folded text. */
export interface TextRange {
  from: number;
  to: number;
}

/** How well a text fits. */
export interface Fit {
  /** 0 to 1, 1 excluded; does not depend on other texts, so that it never changes */
  quality: number;
  /** the first position of the rarest term, in the text folded as `foldFor` does */
  place: TextRange;
  /** occurrences that were counted */
  count: number;
}

/** Occurrences beyond this make a text fit no better. */
const maxCount = 50;
/** How fast further occurrences lose weight, and how much long texts do: the usual values of BM25. */
const saturation = 1.2;
const lengthShare = 0.75;
/** UTF-16 units of a text of middle length. */
const usualLength = 400;

/** The words of a query as terms, each once; punctuation alone is none. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const part of foldWords(foldText(query)).split(/\s+/u)) {
    const pieces = piecesOf(part);
    if (pieces.length > 0) terms.set(pieces.map(({ text }) => text).join(' '), { pieces });
  }
  return [...terms.values()];
}

/** A text as a mode compares it. */
export function foldFor(mode: Wanted['mode'], text: string): string {
  const folded = foldText(text);
  return mode === 'literal' ? folded : foldWords(folded);
}

/** Undefined when the text does not have what is wanted. */
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

/** The next place of a term: its words as whole words, its runs anywhere in a run. */
function termAt(text: string, { pieces }: Term, from: number): TextRange | undefined {
  const [first, ...rest] = pieces as [Piece, ...Piece[]];
  for (let at = text.indexOf(first.text, from); at >= 0; at = text.indexOf(first.text, at + 1)) {
    if (!first.run && wordEndsAt(text, at)) continue;
    const to = endOf(text, at, first, rest);
    if (to !== undefined) return { from: at, to };
  }
  return undefined;
}

/** Where the pieces end that begin at a place. */
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

/** True when a word continues after the position. */
function wordEndsAt(text: string, at: number): boolean {
  if (at === 0) return false;
  const isLow = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return kindAt(text, isLow && at > 1 ? at - 2 : at - 1) === 'word';
}
