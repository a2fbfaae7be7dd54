/** Colors code with the theme; the reader loads with the first turn, to keep the start fast (tui.md 3.3, 3.20). */
import type * as reading from '../../view/code/reader.js';
import { lineOf, type Line } from './line.js';
import type { Style } from './theme.js';

/** The functions of the reader that a painter needs. */
export type Reading = Pick<typeof reading, 'isLanguage' | 'readLines' | 'linesPerStep'>;

/** Colors the lines of one code block, which may grow, or continue the part before it. */
export type CodePainter = (language: string, part: number, rows: readonly string[]) => Line[];

export interface CodeColors {
  readonly isLoaded: boolean;
  load(): Promise<void>;
  /** returns a painter for one text; undefined until the reader is loaded */
  createPainter(): CodePainter | undefined;
}

const styles: Readonly<Record<reading.CodeKind, Style>> = {
  keyword: { token: 'shellMode' },
  name: { token: 'accent' },
  string: { token: 'success' },
  number: { token: 'warning' },
  comment: { token: 'textMuted' },
  meta: { token: 'diffMeta' },
  strong: { token: 'textStrong' },
  added: { token: 'diffAdded' },
  removed: { token: 'diffRemoved' },
};

export function createCodeColors(): CodeColors {
  let reader: Reading | undefined;
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  return {
    get isLoaded() {
      return isLoaded;
    },
    load: () =>
      (loading ??= import('../../view/code/reader.js')
        .then((module) => void (reader = module))
        // if loading fails, code stays plain
        .catch(() => undefined)
        .then(() => void (isLoaded = true))),
    createPainter: () => reader && createCodePainter(reader),
  };
}

export function createCodePainter({ isLanguage, readLines, linesPerStep }: Reading): CodePainter {
  let language: string | undefined;
  let part = -1;
  /** the last rows of the preceding part */
  let above: readonly string[] = [];
  let read: readonly string[] = [];
  let painted: Line[] = [];

  return (name, at, rows) => {
    if (at !== part || name !== language) {
      const isNext = at > 0 && at === part + 1 && name === language;
      above = isNext ? read.slice(-linesPerStep) : [];
      [language, part, read, painted] = [name, at, [], []];
    }
    if (!isLanguage(name)) return rows.map((row) => lineOf(row));
    const changed = rows.findIndex((row, index) => read[index] !== row);
    const first = changed < 0 ? rows.length : changed - (changed % linesPerStep);
    painted.length = Math.min(painted.length, first);
    for (let step = first; step < rows.length; step += linesPerStep) {
      const before = step === 0 ? above : rows.slice(step - linesPerStep, step);
      for (const parts of readLines(rows.slice(step, step + linesPerStep), before, name))
        painted.push(parts.map(({ text, kind }) => (kind === undefined ? { text } : { text, style: styles[kind] })));
    }
    read = [...rows];
    return [...painted];
  };
}
