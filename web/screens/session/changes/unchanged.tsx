/** The unchanged lines around changes, of which each click shows a few more (web.md 5.9). */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TextHunk } from '../../../../schemas/generated/types.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Fold, unfoldedAtOnce } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import type { ShownFile } from './read.js';

/** maximum bytes of a file to read */
const mostBytes = 1024 * 1024;
/** number of unchanged lines that the server includes around a change */
const context = 3;

/** The current text of a file, as far as it is read. */
interface PresentText {
  of: ShownFile;
  lines: readonly string[];
  isWhole: boolean;
}

interface PresentOptions {
  file: ShownFile;
  name: string;
  sessionId: string;
  refresh(): void;
  fail(reason: string | undefined): void;
}

/** Reads a changed file when the user unfolds unchanged lines. */
export function usePresentText({ file, name, sessionId, refresh, fail }: PresentOptions) {
  const [kept, keep] = useState<PresentText | undefined>(undefined);
  const present = kept?.of === file ? kept : undefined;

  async function read(): Promise<boolean> {
    if (present) return true;
    const body = { path: name, offset: 0, length: mostBytes };
    try {
      const content = await server.peek()?.client.readFile({ params: { session_id: sessionId }, body });
      if (!content || content.is_binary) return false;
      const lines = content.content.split('\n').map((line) => line.replace(/\r$/, ''));
      // the text after the last line break is no line, and the last line of a cut piece is incomplete
      if (lines.at(-1) === '' || content.truncated) lines.pop();
      const isSame = (file.hunks ?? []).every((hunk) => isIn(hunk, lines, content.truncated));
      fail(isSame ? undefined : text('changes.gone'));
      if (isSame) keep({ of: file, lines, isWhole: !content.truncated });
      else refresh();
      return isSame;
    } catch (error) {
      fail(reasonOf(error));
      return false;
    }
  }

  return {
    // only files in the working directory can be read
    canUnfold: file.status !== 'deleted' && !/^(?:[/~]|\.\.|[a-z]:)/i.test(name),
    present,
    read,
  };
}

/** Whether the file still has the lines of a change at their position. */
function isIn({ new_start: start, lines }: TextHunk, present: readonly string[], isCut: boolean): boolean {
  const fresh = lines.filter((line) => line.startsWith(' ') || line.startsWith('+'));
  return fresh.every((line, at) => {
    const now = present[start - 1 + at];
    return now === undefined ? isCut : now === line.slice(1).replace(/\r$/, '');
  });
}

interface UnchangedProps {
  /** the changes around these lines; `below` undefined: up to the end of the file */
  above: TextHunk | undefined;
  below: TextHunk | undefined;
  present: PresentText | undefined;
  read(): Promise<boolean>;
  draw(lines: TextHunk): ComponentChildren;
}

export function Unchanged({ above, below, present, read, draw }: UnchangedProps) {
  const first = above ? nextLine(above.new_start, above.new_lines) : 1;
  const last = below ? nextLine(below.new_start, below.new_lines) - below.new_lines - 1 : undefined;
  // difference between old and new line numbers
  const shift = above ? nextLine(above.old_start, above.old_lines) - first : 0;
  const [wanted, want] = useState(0);
  useEffect(() => want(0), [first, last]);

  const end = last ?? (present?.isWhole === true ? present.lines.length : undefined);
  const all = end === undefined ? Infinity : Math.max(0, end - first + 1);
  const shown = present ? Math.min(wanted, all, Math.max(0, present.lines.length - first + 1)) : 0;
  // before the first change, unfolding starts at the line next to it
  const from = above || end === undefined ? first : end - shown + 1;
  const hunk = useMemo(
    (): TextHunk => ({
      id: `unchanged ${from}`,
      old_start: from + shift,
      old_lines: shown,
      new_start: from,
      new_lines: shown,
      lines: (present?.lines ?? []).slice(from - 1, from - 1 + shown).map((line) => ` ${line}`),
    }),
    [present, from, shift, shown],
  );
  const hidden = all - shown;
  // lines after the part that was read stay hidden
  const isOver = hidden === 0 || (present !== undefined && shown < wanted) || (!below && above && endsFile(above));
  const rows = shown > 0 && <div class="diff-hunk">{draw(hunk)}</div>;
  return (
    <>
      {above && rows}
      {!isOver && (
        <Fold hidden={hidden} unfold={() => void read().then((isRead) => isRead && want(shown + unfoldedAtOnce))} />
      )}
      {!above && rows}
    </>
  );
}

/** Returns the line after a range; an empty range starts at the line before it. */
function nextLine(start: number, count: number): number {
  return count === 0 ? start + 1 : start + count;
}

/** Fewer context lines than usual after a change mean that the file ends there. */
function endsFile({ lines }: TextHunk): boolean {
  return !lines.slice(-context).every((line) => line.startsWith(' '));
}
