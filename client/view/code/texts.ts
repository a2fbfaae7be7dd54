/** Highlighted code of many lines, which reads only the steps that are drawn. */
import type { DiffRow } from '../diff.js';
import { isLanguage, linesPerStep, readLines, type CodePart } from './reader.js';

export interface CodeText {
  partsOf(line: number): readonly CodePart[];
}

/** Maximum number of steps whose pieces are kept. */
const mostKept = 12;

/** Returns undefined for an unknown language. Lines that are never requested cost nothing. */
export function createCodeText(lines: readonly string[], language: string): CodeText | undefined {
  if (!isLanguage(language)) return undefined;
  const kept = new Map<number, CodePart[][]>();

  function stepAt(first: number): CodePart[][] {
    let parts = kept.get(first);
    if (parts) return parts;
    const above = lines.slice(Math.max(0, first - linesPerStep), first);
    parts = readLines(lines.slice(first, first + linesPerStep), above, language);
    kept.set(first, parts);
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    return parts;
  }

  return { partsOf: (line) => stepAt(line - (line % linesPerStep))[line % linesPerStep] ?? [] };
}

/**
 * Highlights the rows of a diff. The old and the new text are read separately, each like the start of a file. The
 * generator yields between steps.
 */
export function* readRows(
  rows: readonly DiffRow[],
  language: string,
): Generator<void, ReadonlyMap<DiffRow, CodePart[]>> {
  const found = new Map<DiffRow, CodePart[]>();
  if (!isLanguage(language)) return found;
  for (const other of ['add', 'del'] as const) {
    const side = rows.filter(({ kind }) => kind !== other);
    for (let first = 0; first < side.length; first += linesPerStep) {
      const textsOf = (from: number): string[] =>
        side.slice(Math.max(0, from), from + linesPerStep).map(({ text }) => text);
      const parts = readLines(textsOf(first), first === 0 ? [] : textsOf(first - linesPerStep), language);
      for (const [at, row] of side.slice(first, first + linesPerStep).entries()) found.set(row, parts[at] ?? []);
      yield;
    }
  }
  return found;
}
