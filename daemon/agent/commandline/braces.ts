/** Brace expansion: `{a,b}` and `{1..3}` outside quotes. */
import { fail, limits } from './syntax.js';

/** A text with one letter per character saying how it was quoted (`u` = not). */
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
  for (let open = find(word, '{', 0); open >= 0; open = find(word, '{', open + 1)) {
    const close = closing(word, open);
    if (close < 0) {
      if (find(word, ',', open) >= 0 && find(word, '}', open) >= 0) fail('unbalanced braces');
      return [word];
    }
    const choices = alternatives(word, open, close, depth);
    if (choices === undefined) continue;
    const before = slice(word, 0, open);
    const results: Masked[] = [];
    for (const choice of choices) {
      for (const after of expand(slice(word, close + 1), depth + 1)) {
        results.push({ text: before.text + choice.text + after.text, mask: before.mask + choice.mask + after.mask });
        if (results.length > limits.braceWords) fail('braces make too many words');
      }
    }
    return results;
  }
  return [word];
}

function alternatives(word: Masked, open: number, close: number, depth: number): Masked[] | undefined {
  const commas = topLevel(word, open, close);
  if (commas.length > 0) {
    const bounds = [open, ...commas, close];
    return bounds.slice(1).flatMap((end, index) => expand(slice(word, (bounds[index] ?? 0) + 1, end), depth + 1));
  }
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

function closing(word: Masked, open: number): number {
  let depth = 0;
  for (let at = open; at < word.text.length; at += 1) {
    if (word.mask[at] !== 'u') continue;
    if (word.text[at] === '{') depth += 1;
    if (word.text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function topLevel(word: Masked, open: number, close: number): number[] {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open + 1; at < close; at += 1) {
    if (word.mask[at] !== 'u') continue;
    if (word.text[at] === '{') depth += 1;
    else if (word.text[at] === '}') depth -= 1;
    else if (word.text[at] === ',' && depth === 0) commas.push(at);
  }
  return commas;
}

function slice(word: Masked, from: number, to?: number): Masked {
  return { text: word.text.slice(from, to), mask: word.mask.slice(from, to) };
}
