/** Brace expansion: `{a,b}` and `{1..3}` outside quotes. */
import { fail, limits } from './syntax.js';

/** A text with one letter per character that marks how it was quoted (`u` = not). */
interface Masked {
  text: string;
  mask: string;
}

/** All words a text expands to; itself when there is nothing to expand. */
export function expandBraces(text: string, mask: string): Masked[] {
  return expand({ text, mask }, 0);
}

function expand(word: Masked, depth: number): Masked[] {
  if (depth > limits.nesting) fail('braces nested too deeply');
  const pairs = pairsIn(word);
  for (const [open, pair] of pairs) {
    if (pair.close < 0) {
      if (find(word, ',', open) >= 0 && find(word, '}', open) >= 0) fail('unbalanced braces');
      return [word];
    }
    const choices = alternatives(word, open, pair, depth);
    if (choices === undefined) continue;
    const before = slice(word, 0, open);
    const rest = expand(slice(word, pair.close + 1), depth + 1);
    if (choices.length * rest.length > limits.braceWords) fail('braces make too many words');
    const results: Masked[] = [];
    let characters = 0;
    for (const choice of choices) {
      for (const after of rest) {
        results.push({ text: before.text + choice.text + after.text, mask: before.mask + choice.mask + after.mask });
        characters += before.text.length + choice.text.length + after.text.length;
        if (characters > limits.braceCharacters) fail('braces make too long words');
      }
    }
    return results;
  }
  return [word];
}

/** An opening brace: where it is closed (or -1), the commas that belong to it, and whether it contains others. */
interface Pair {
  close: number;
  commas: number[];
  nests: boolean;
}

/** The opening braces in order. */
function pairsIn({ text, mask }: Masked): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  const open: Pair[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (mask[at] !== 'u') continue;
    const char = text[at];
    const outer = open.at(-1);
    if (char === '{') {
      if (outer) outer.nests = true;
      const pair: Pair = { close: -1, commas: [], nests: false };
      pairs.set(at, pair);
      open.push(pair);
    } else if (char === '}' && outer) {
      outer.close = at;
      open.pop();
    } else if (char === ',') outer?.commas.push(at);
  }
  return pairs;
}

function alternatives(word: Masked, open: number, { close, commas, nests }: Pair, depth: number): Masked[] | undefined {
  if (commas.length > 0) {
    const bounds = [open, ...commas, close];
    return bounds.slice(1).flatMap((end, index) => expand(slice(word, (bounds[index] ?? 0) + 1, end), depth + 1));
  }
  if (nests) return undefined;
  const inner = slice(word, open + 1, close);
  return inner.mask.includes('q') || inner.mask.includes('x') ? undefined : sequence(inner.text);
}

function sequence(text: string): Masked[] | undefined {
  const match = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/u.exec(text);
  if (!match) return undefined;
  const [, from, to, first, last, by] = match;
  const start = from === undefined ? (first ?? '').charCodeAt(0) : Number(from);
  const end = to === undefined ? (last ?? '').charCodeAt(0) : Number(to);
  const step = Math.abs(Number(by ?? 1)) || 1;
  if (Math.abs(end - start) / step > limits.braceWords) fail('braces make too many words');
  const width = [from, to].some((side) => side !== undefined && /^-?0\d/u.test(side))
    ? Math.max((from ?? '').length, (to ?? '').length)
    : 0;
  const results: Masked[] = [];
  for (let value = start; start <= end ? value <= end : value >= end; value += start <= end ? step : -step) {
    const item = from === undefined ? String.fromCharCode(value) : padded(value, width);
    results.push({ text: item, mask: 'q'.repeat(item.length) });
  }
  return results;
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

function find(word: Masked, char: string, from: number): number {
  for (let at = word.text.indexOf(char, from); at >= 0; at = word.text.indexOf(char, at + 1))
    if (word.mask[at] === 'u') return at;
  return -1;
}

function slice(word: Masked, from: number, to?: number): Masked {
  return { text: word.text.slice(from, to), mask: word.mask.slice(from, to) };
}
