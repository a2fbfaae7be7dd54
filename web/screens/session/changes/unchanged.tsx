/** The unchanged lines around the changes of a file, shown a few more with each press (web.md 5.9). */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TextHunk } from '../../../../schemas/generated/types.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Fold, unfoldedAtOnce } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import type { ShownFile } from './read.js';

/** bytes of a file that are read */
const mostBytes = 1024 * 1024;
/** unchanged lines that the server lists around a change */
const context = 3;

/** A file as it is now, as far as it is read. */
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

/** Reads a changed file when its unchanged lines are asked for. */
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
      // behind the last line break there is no line, and where the piece ends only a part of one
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
    // only files of the working directory are read
    canUnfold: file.status !== 'deleted' && !/^(?:[/~]|\.\.|[a-z]:)/i.test(name),
    present,
    read,
  };
}

/** Whether the file still has the lines of a change at their place. */
function isIn({ new_start: start, lines }: TextHunk, present: readonly string[], isCut: boolean): boolean {
  const fresh = lines.filter((line) => line.startsWith(' ') || line.startsWith('+'));
  return fresh.every((line, at) => {
    const now = present[start - 1 + at];
    return now === undefined ? isCut : now === line.slice(1).replace(/\r$/, '');
  });
}

interface UnchangedProps {
  /** the changes around; `below` undefined: up to the end of the file */
  above: TextHunk | undefined;
  below: TextHunk | undefined;
  present: PresentText | undefined;
  read(): Promise<boolean>;
  draw(lines: TextHunk): ComponentChildren;
}

export function Unchanged({ above, below, present, read, draw }: UnchangedProps) {
  const first = above ? nextLine(above.new_start, above.new_lines) : 1;
  const last = below ? nextLine(below.new_start, below.new_lines) - below.new_lines - 1 : undefined;
  // how much higher the numbers were before the changes above
  const shift = above ? nextLine(above.old_start, above.old_lines) - first : 0;
  const [wanted, want] = useState(0);
  useEffect(() => want(0), [first, last]);

  const end = last ?? (present?.isWhole === true ? present.lines.length : undefined);
  const all = end === undefined ? Infinity : Math.max(0, end - first + 1);
  const shown = present ? Math.min(wanted, all, Math.max(0, present.lines.length - first + 1)) : 0;
  // before the first change the lines next to it come first
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
  // what is behind the part that was read stays hidden
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

/** The line below a range; a range without lines is named by the line before it. */
function nextLine(start: number, count: number): number {
  return count === 0 ? start + 1 : start + count;
}

/** Fewer unchanged lines than elsewhere follow a change only at the end of the file. */
function endsFile({ lines }: TextHunk): boolean {
  return !lines.slice(-context).every((line) => line.startsWith(' '));
}
