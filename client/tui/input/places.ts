/** Text positions that vim motions lead to (tui.md 3.6). */
import { graphemesOf } from '../terminal/width.js';

/** Maximum number of joined characters in a letter. */
const longestGrapheme = 64;

export function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Returns the position of the line break, or the end of the text. */
export function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end < 0 ? text.length : end;
}

/** Returns the position after the character at a place. */
export function after(text: string, place: number): number {
  if (text[place] === '\n') return place + 1;
  for (const { text: char } of graphemesOf(text.slice(place, Math.min(lineEnd(text, place), place + longestGrapheme))))
    return place + char.length;
  return place;
}

/** Returns the position of the character before a place, but not before the start of its line. */
export function before(text: string, place: number): number {
  const start = lineStart(text, place);
  let last = 0;
  for (const { text: char } of graphemesOf(text.slice(Math.max(start, place - longestGrapheme), place)))
    last = char.length;
  return place - last;
}

export function firstInk(text: string, start: number): number {
  const end = lineEnd(text, start);
  let place = start;
  while (place < end && /\s/.test(text[place] ?? '')) place += 1;
  return place;
}

/** Returns the same column `lines` below or above; undefined when there are too few lines. */
export function vertical(text: string, from: number, lines: number): number | undefined {
  let start = lineStart(text, from);
  const column = from - start;
  for (let left = Math.abs(lines); left > 0; left -= 1) {
    if (lines > 0) {
      const end = lineEnd(text, start);
      if (end === text.length) return undefined;
      start = end + 1;
    } else {
      if (start === 0) return undefined;
      start = lineStart(text, start - 1);
    }
  }
  return Math.min(start + column, lineEnd(text, start));
}

/** Returns the first non-blank character of a line, numbered from 1; of the last line when there are fewer. */
export function lineNumbered(text: string, number: number): number {
  let start = 0;
  for (let left = number; left > 1; left -= 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return firstInk(text, start);
}

/** The kind of a character; a word is a run of one kind. */
function kindOf(char: string | undefined): 'word' | 'sign' | 'blank' {
  if (char === undefined || /\s/.test(char)) return 'blank';
  return /[\p{L}\p{N}\p{M}_\p{Cs}]/u.test(char) ? 'word' : 'sign';
}

export function nextWord(text: string, from: number): number {
  let place = from;
  const kind = kindOf(text[place]);
  while (place < text.length && kind !== 'blank' && kindOf(text[place]) === kind) place += 1;
  while (place < text.length && kindOf(text[place]) === 'blank') {
    // an empty line is a word
    if (text[place] === '\n' && text[place + 1] === '\n') return place + 1;
    place += 1;
  }
  return place;
}

export function previousWord(text: string, from: number): number {
  let place = from;
  while (place > 0 && kindOf(text[place - 1]) === 'blank') {
    place -= 1;
    if (text[place] === '\n' && text[place - 1] === '\n') return place;
  }
  const kind = kindOf(text[place - 1]);
  while (place > 0 && kindOf(text[place - 1]) === kind) place -= 1;
  return place;
}

/** Returns the last character of the next word. */
export function endOfWord(text: string, from: number): number {
  let place = from + 1;
  while (place < text.length && kindOf(text[place]) === 'blank') place += 1;
  if (place >= text.length) return Math.max(0, before(text, text.length));
  const kind = kindOf(text[place]);
  while (place + 1 < text.length && kindOf(text[place + 1]) === kind) place += 1;
  return place;
}
