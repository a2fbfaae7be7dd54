/** The text of an input and its caret: graphemes, words, lines, kill ring, undo, and placeholder units (tui.md 3.6). */
import { graphemesOf } from '../terminal/width.js';
import type { Medium } from './media.js';

/** A placeholder, such as for a pasted text: one unit for caret and Backspace. */
export interface Unit {
  /** the shown text, in brackets */
  label: string;
  /** the text to send instead; undefined for media */
  text?: string;
  /** the upload to send with it */
  media?: Medium;
  /** whether it is not uploaded yet */
  isPending?: boolean;
  /** path of the uploaded file */
  path?: string;
}

/** A stretch of text, or a unit. */
export type Piece = string | Unit;

export interface Buffer {
  /** the text, with one private-use character for each unit */
  readonly text: string;
  /** position of the caret in `text` */
  readonly caret: number;
  readonly isEmpty: boolean;
  /** Replaces everything, and puts the caret at the end. */
  set(text: string): void;
  insert(text: string): void;
  /** Returns its character in `text`. */
  insertUnit(unit: Unit): string;
  /** Turns a unit into text everywhere, including undo and yank. */
  replaceUnit(char: string, by: string): void;
  unit(char: string): Unit | undefined;
  /** Replaces a range, such as by a completion. */
  replace(from: number, to: number, text: string): void;
  move(to: Motion): void;
  moveTo(place: number): void;
  delete(to: Motion): void;
  yank(): void;
  yankPop(): void;
  undo(): void;
  /** returns the text to send, with the units expanded */
  expanded(): string;
  pieces(): Piece[];
  /** whether it ever contained a placeholder */
  readonly hasUnits: boolean;
}

export type Motion = 'left' | 'right' | 'wordLeft' | 'wordRight' | 'lineStart' | 'lineEnd' | 'textStart' | 'textEnd';

const firstUnit = 0xf0000;
/** Private-use characters for units, which are removed from the user's text. */
const unitChars = /[\u{f0000}-\u{ffffd}]/gu;
const longestUndo = 200;
const ringSize = 20;

interface Snapshot {
  text: string;
  caret: number;
}

export function createBuffer(): Buffer {
  const units = new Map<string, Unit>();
  const ring: string[] = [];
  const past: Snapshot[] = [];
  let text = '';
  let caret = 0;
  /** consecutive changes of the same kind are undone together */
  let lastChange = '';
  let yanked: { from: number; to: number; at: number } | undefined;

  function change(kind: string, next: string, place: number): void {
    if (next === text) {
      caret = place;
      return;
    }
    if (kind !== lastChange || kind === '') past.push({ text, caret });
    if (past.length > longestUndo) past.shift();
    lastChange = kind;
    text = next;
    caret = place;
    yanked = undefined;
  }

  function target(motion: Motion): number {
    const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
    const lineEnd = text.indexOf('\n', caret) < 0 ? text.length : text.indexOf('\n', caret);
    switch (motion) {
      case 'left':
        return caret === lineStart ? Math.max(0, caret - 1) : caret - lastGrapheme(text.slice(lineStart, caret)).length;
      case 'right':
        return caret === lineEnd
          ? Math.min(text.length, caret + 1)
          : caret + firstGrapheme(text.slice(caret, lineEnd)).length;
      case 'lineStart':
        return lineStart;
      case 'lineEnd':
        return lineEnd;
      case 'textStart':
        return 0;
      case 'textEnd':
        return text.length;
      case 'wordLeft':
        return wordStart(text, caret);
      case 'wordRight':
        return wordEnd(text, caret);
    }
  }

  function replace(from: number, to: number, by: string, kind = ''): void {
    change(kind, text.slice(0, from) + by + text.slice(to), from + by.length);
  }

  function kill(taken: string, isBackwards: boolean, continues: boolean): void {
    if (taken === '') return;
    const [newest] = ring;
    if (continues && newest !== undefined) ring[0] = isBackwards ? taken + newest : newest + taken;
    else ring.unshift(taken);
    ring.length = Math.min(ring.length, ringSize);
  }

  return {
    get text() {
      return text;
    },
    get caret() {
      return caret;
    },
    get isEmpty() {
      return text === '';
    },
    set(next) {
      const kept = next.replace(unitChars, (char) => (units.has(char) ? char : ''));
      change('', kept, kept.length);
    },
    insert(typed) {
      const clean = typed.replace(unitChars, '');
      replace(caret, caret, clean, /^\s$/.test(clean) || clean.length > 8 ? '' : 'type');
    },
    insertUnit(unit) {
      const char = String.fromCodePoint(firstUnit + units.size);
      units.set(char, unit);
      replace(caret, caret, char);
      return char;
    },
    replaceUnit(char, by) {
      const replaced = (each: Snapshot): Snapshot => ({
        text: each.text.replaceAll(char, by),
        caret: each.text.slice(0, each.caret).replaceAll(char, by).length,
      });
      ({ text, caret } = replaced({ text, caret }));
      for (const [at, each] of past.entries()) past[at] = replaced(each);
      for (const [at, each] of ring.entries()) ring[at] = each.replaceAll(char, by);
      yanked = undefined;
    },
    get hasUnits() {
      return units.size > 0;
    },
    unit: (char) => units.get(char),
    replace: (from, to, by) => replace(from, to, by),
    move(to) {
      caret = target(to);
      lastChange = '';
      yanked = undefined;
    },
    moveTo(place) {
      caret = Math.max(0, Math.min(text.length, place));
      lastChange = '';
      yanked = undefined;
    },
    delete(to) {
      let place = target(to);
      // at the end of a line, deleting to its end joins the lines
      if (to === 'lineEnd' && place === caret) place = Math.min(text.length, caret + 1);
      if (to === 'lineStart' && place === caret) place = Math.max(0, caret - 1);
      const [from, end] = place < caret ? [place, caret] : [caret, place];
      const isKill = to !== 'left' && to !== 'right';
      if (isKill) kill(text.slice(from, end), place < caret, lastChange === 'kill');
      replace(from, end, '', isKill ? 'kill' : 'delete');
    },
    yank() {
      const [newest] = ring;
      if (newest === undefined) return;
      const from = caret;
      replace(from, from, newest);
      yanked = { from, to: caret, at: 0 };
    },
    yankPop() {
      if (!yanked || ring.length < 2) return;
      const at = (yanked.at + 1) % ring.length;
      const { from, to } = yanked;
      replace(from, to, ring[at] ?? '');
      yanked = { from, to: caret, at };
    },
    undo() {
      const before = past.pop();
      if (!before) return;
      ({ text, caret } = before);
      lastChange = '';
      yanked = undefined;
    },
    expanded: () => text.replace(unitChars, (char) => units.get(char)?.text ?? units.get(char)?.label ?? ''),
    pieces: () =>
      text.split(/([\u{f0000}-\u{ffffd}])/u).flatMap((part) => (part === '' ? [] : [units.get(part) ?? part])),
  };
}

function firstGrapheme(line: string): string {
  for (const { text } of graphemesOf(line.slice(0, longestGrapheme))) return text;
  return '';
}

/** Maximum number of joined characters in a grapheme. */
const longestGrapheme = 64;

function lastGrapheme(line: string): string {
  let last = '';
  for (const { text } of graphemesOf(line.slice(-longestGrapheme))) last = text;
  return last;
}

/** Distance from the caret in which words are searched, so that every key is fast. */
const wordReach = 1_000;

function wordEnd(text: string, from: number): number {
  const near = text.slice(from, from + wordReach);
  for (const { index, segment, isWordLike } of wordsOf(near)) if (isWordLike) return from + index + segment.length;
  return from + near.length;
}

function wordStart(text: string, from: number): number {
  const begin = Math.max(0, from - wordReach);
  let start = begin;
  for (const { index, isWordLike } of wordsOf(text.slice(begin, from))) if (isWordLike) start = begin + index;
  return start;
}

let words: Intl.Segmenter | undefined;

function wordsOf(text: string): Iterable<Intl.SegmentData> {
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return words.segment(text);
}
