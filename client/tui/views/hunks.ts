/** Steps through the hunks of an edit that waits for approval: take, drop, or edit the result (tui.md 3.10). */
import type { TextEdit, TextHunk } from '../../../schemas/generated/types.js';
import type { Client } from '../../api/client.js';
import type { SessionModel } from '../../session/session.js';
import type { OpenApproval } from '../../session/state.js';
import { hunksDecision, selectHunks, toggleHunk, type Decision } from '../../view/approvals.js';
import { visibleRow } from '../../view/clean.js';
import { counted } from '../../view/format.js';
import { attempt } from '../attempt.js';
import type { Preview } from '../panels/decisions.js';
import { hunkLines } from '../text/calls.js';
import type { CodeColors } from '../text/code.js';
import { lineOf, type Line } from '../text/line.js';
import type { Pager, ViewContent } from './pager.js';

export interface HunksDeps {
  pager: Pick<Pager, 'show' | 'close' | 'changed' | 'redraw'>;
  session: Pick<SessionModel, 'get' | 'subscribe'>;
  client: Pick<Client, 'getApproval'>;
  /** colors of code */
  layout(): { code?: CodeColors | undefined };
  notice(text: string): void;
  /** resolves with undefined without an editor */
  edit(text: string): Promise<string | undefined>;
  decide(decision: Decision): void;
}

const keys = 'n p hunk · Space take or drop · a all · e edit the result · Enter approve what is taken · Esc back';
const answered = 'It was answered meanwhile';

export function openHunks(
  approval: OpenApproval,
  { pager, client, layout, notice, edit, session, decide }: HunksDeps,
): void {
  const { hunks = [], path = '' } = approval.edit ?? {};
  const shownHunks = hunks.map((hunk) => hunkLines(hunk, path, layout().code));
  let selection = selectHunks(approval);
  let at = 0;
  let asksToReject = false;
  const starts: number[] = [];

  /** Returns whether the approval still waits for an answer. */
  function waits(): boolean {
    const { approvals } = session.get();
    return approvals.some(({ approval_id: id, isAnswered }) => id === approval.approval_id && !isAnswered);
  }

  function end(decision: Decision): void {
    pager.close();
    if (waits()) decide(decision);
    else notice(answered);
  }

  function accept(): void {
    const decision = hunksDecision(approval, selection);
    if (decision) end(decision);
    else if (asksToReject) end({ decision: 'rejected' });
    else {
      asksToReject = true;
      content.hint = 'No hunk is taken: Enter rejects the call, any other key goes back to the hunks';
    }
  }

  /** Opens the file with the taken hunks in the user's editor. */
  async function editResult(): Promise<void> {
    const params = { session_id: approval.session_id, approval_id: approval.approval_id };
    const texts = (await attempt(() => client.getApproval({ params }), notice))?.edit;
    const taken = texts && approval.edit && withoutHunks(approval.edit, texts, selection.taken);
    if (taken === undefined) return showHint('The text of the file is not there any more');
    const edited = await edit(taken);
    if (edited === undefined) return showHint('No editor is set: see /editor');
    // an editor may omit the last line break
    const text = taken.endsWith('\n') && !edited.endsWith('\n') ? `${edited}\n` : edited;
    if (text === taken) return showHint('Nothing was changed in the editor');
    if (text === texts?.before) return showHint('This is the file as it is: reject the call instead');
    end({ decision: 'approved', amend: { content: text } });
  }

  function showHint(text: string): void {
    content.hint = text;
    pager.redraw();
  }

  const content: ViewContent = {
    title: `Edit ${visibleRow(path)}`,
    hint: keys,
    lines() {
      if (!waits()) content.hint = `${answered}: Esc goes back`;
      const lines: Line[] = [];
      for (const [index, hunk] of hunks.entries()) {
        starts[index] = lines.length;
        const box = selection.taken.has(hunk.id) ? '[x]' : '[ ]';
        const name = `${index === at ? '> ' : '  '}${box} hunk ${index + 1} of ${hunks.length}`;
        lines.push(
          lineOf(name, index === at ? { token: 'primary', bold: true } : 'textDim'),
          ...(shownHunks[index] ?? []),
          [],
        );
      }
      starts[hunks.length] = lines.length;
      return [...lines, lineOf(`${counted(selection.taken.size, 'hunk')} taken`, 'textDim')];
    },
    current: () => ({ from: starts[at] ?? 0, to: (starts[at + 1] ?? 0) - 1 }),
    key({ name }) {
      const shown = hunks[at];
      if (name === 'enter') {
        accept();
        return true;
      }
      asksToReject = false;
      content.hint = keys;
      if (name === 'n' || name === 'down') at = Math.min(hunks.length - 1, at + 1);
      else if (name === 'p' || name === 'up') at = Math.max(0, at - 1);
      else if ((name === ' ' || name === 'space') && shown) selection = toggleHunk(selection, shown.id);
      else if (name === 'a') selection = selectHunks(approval);
      else if (name === 'e') void editResult();
      else return false;
      return true;
    },
  };
  const leave = session.subscribe(pager.changed);
  content.closed = leave;
  pager.show(content);
}

/** Shows the whole body of a panel, and accepts the numbers of its choices. */
export function createPreview({ show, close }: Pick<Pager, 'show' | 'close'>): Preview {
  return (title, lines, choices) => {
    let isShown = true;
    show({
      title,
      lines: () => lines,
      closed: () => (isShown = false),
      ...(choices && {
        hint: `${choices.hint} · q back`,
        key({ name }) {
          const number = choices.numbers.find((each) => String(each) === name);
          if (number === undefined) return false;
          close();
          choices.choose(number);
          return true;
        },
      }),
    });
    return () => {
      if (isShown) close();
    };
  };
}

/** Returns the resulting text, with the file's original lines for the dropped hunks. */
function withoutHunks(
  { hunks }: Pick<TextEdit, 'hunks'>,
  { before, after }: { before?: string; after?: string },
  taken: ReadonlySet<string>,
): string | undefined {
  if (after === undefined || before === undefined) return after;
  const old = linesOf(before);
  const fresh = linesOf(after);
  for (const hunk of [...hunks].reverse()) {
    if (taken.has(hunk.id)) continue;
    const { old_lines: oldLines, new_lines: newLines } = hunk;
    const from = firstOf(hunk.old_start, oldLines);
    fresh.splice(firstOf(hunk.new_start, newLines), newLines, ...old.slice(from, from + oldLines));
  }
  return fresh.join('');
}

/** Splits a text into lines with their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** An empty range is numbered by the line before it. */
function firstOf(start: TextHunk['old_start'], lines: number): number {
  return lines === 0 ? start : start - 1;
}
