/** The transcript as a flat list of rows, a block each: what did not change keeps its rows, so a reply of any length costs the same. */
import type {
  TranscriptFrame,
  TranscriptItem,
  TranscriptMarker,
  TranscriptRetry,
  TranscriptTask,
  TranscriptThinkingFrame,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import type { OutgoingPrompt, Timeline } from '../../../client/session/state.js';
import { createMarkdown, type MarkdownStream } from '../../../client/view/markdown.js';
import type { MarkdownBlock } from '../../../client/view/markdown-blocks.js';
import { groupFrames } from '../../../client/view/results.js';
import { headingLevels, partsAbove } from '../../parts/codeparts.js';

export type Row = { key: string; turnId?: string } & (
  | { kind: 'turn'; turn: TranscriptTurn }
  /** `above`: of code that is finished, its parts before this one; `level`: of a heading */
  | { kind: 'block'; block: MarkdownBlock; above?: readonly string[] | undefined; level?: number | undefined }
  | { kind: 'thinking'; frame: TranscriptThinkingFrame; isOpen: boolean }
  | { kind: 'call'; frame: TranscriptToolFrame; isOver: boolean }
  | { kind: 'lookups'; frames: readonly TranscriptToolFrame[] }
  | { kind: 'steered'; text: string; attachmentIds: readonly string[] }
  | { kind: 'notice'; level: string; message: string; detail: string }
  | { kind: 'retry'; retry: TranscriptRetry }
  | { kind: 'error'; turn: TranscriptTurn; isLast: boolean; code: string }
  | { kind: 'footer'; turn: TranscriptTurn; isLast: boolean }
  | { kind: 'marker'; marker: TranscriptMarker }
  | { kind: 'shell'; task: TranscriptTask }
  | { kind: 'outgoing'; prompt: OutgoingPrompt }
);

function rowsOfBlocks(key: string, turnId: string, blocks: readonly MarkdownBlock[]): Row[] {
  const parts = partsAbove(blocks);
  const levels = headingLevels(blocks);
  return blocks.map((block, at) => ({
    key: `${key}/${at}`,
    turnId,
    kind: 'block',
    block,
    above: parts.get(block),
    level: levels.get(block),
  }));
}

/** Made for one session; keeps the blocks of texts that grow. */
export function createRows() {
  const texts = new Map<string, { text: string; stream: MarkdownStream }>();
  let known = new WeakMap<TranscriptItem, { rows: Row[]; isLast: boolean; code: string }>();

  function blocksOf(id: string, text: string, isOver: boolean): readonly MarkdownBlock[] {
    let read = texts.get(id);
    if (!read || !text.startsWith(read.text)) texts.set(id, (read = { text: '', stream: createMarkdown() }));
    read.stream.push(text.slice(read.text.length));
    read.text = text;
    if (isOver) {
      texts.delete(id);
      return read.stream.end().done;
    }
    const { done, open } = read.stream.view();
    return [...done, ...open];
  }

  function rowsOfFrame(frame: TranscriptFrame, turn: TranscriptTurn, isOver: boolean): Row[] {
    const { turnId } = turn;
    const key = frame.frameId;
    switch (frame.kind) {
      case 'text':
        if (frame.role === 'user')
          return [{ key, turnId, kind: 'steered', text: frame.text, attachmentIds: frame.attachmentIds ?? [] }];
        return rowsOfBlocks(key, turnId, blocksOf(key, frame.text, isOver));
      case 'thinking':
        return [{ key, turnId, kind: 'thinking', frame, isOpen: !isOver }];
      case 'tool':
        return [{ key, turnId, kind: 'call', frame, isOver: turn.endedAt !== undefined }];
      case 'notice':
        return [
          { key, turnId, kind: 'notice', level: frame.level, message: frame.message, detail: frame.detail ?? '' },
        ];
    }
  }

  function rowsOfTurn(turn: TranscriptTurn, isLast: boolean, code: string): Row[] {
    const { turnId } = turn;
    const isEnded = turn.state !== 'running' && turn.state !== 'queued';
    const rows: Row[] = [{ key: turnId, turnId, kind: 'turn', turn }];
    for (const [at, step] of turn.steps.entries()) {
      const isStepOver = isEnded || at < turn.steps.length - 1 || step.state !== 'running';
      const last = step.frames.at(-1);
      for (const group of groupFrames(step.frames)) {
        if (group.kind === 'lookups')
          rows.push({
            key: `${group.frames[0]?.frameId ?? step.stepId}/run`,
            turnId,
            kind: 'lookups',
            frames: group.frames,
          });
        else rows.push(...rowsOfFrame(group.frame, turn, isStepOver || group.frame !== last));
      }
      if (step.retry && !isStepOver)
        rows.push({ key: `${step.stepId}/retry`, turnId, kind: 'retry', retry: step.retry });
    }
    if (turn.state === 'failed') rows.push({ key: `${turnId}/error`, turnId, kind: 'error', turn, isLast, code });
    if (isEnded) rows.push({ key: `${turnId}/footer`, turnId, kind: 'footer', turn, isLast });
    return rows;
  }

  function rowsOfItem(item: TranscriptItem, isLast: boolean, code: string): Row[] {
    if (item.kind === 'turn') return rowsOfTurn(item, isLast, code);
    if (item.kind === 'marker') return [{ key: item.markerId, kind: 'marker', marker: item }];
    // a task is shown where it was started, and in its panel; a shell command of the user when it is read
    return [];
  }

  return {
    read({ items }: Timeline, outgoing: readonly OutgoingPrompt[], tasks: readonly TranscriptTask[] = []): Row[] {
      const rows: Row[] = [];
      const shells = new Map(tasks.flatMap((task) => (isShellCommand(task) ? [[task.taskId, task] as const] : [])));
      const last = items.findLastIndex(({ kind }) => kind === 'turn');
      for (const [at, item] of items.entries()) {
        const isLast = at === last;
        if (repeatsError(item, items[at - 1])) continue;
        const code = codeOf(items[at + 1], item);
        let kept = known.get(item);
        if (!kept || kept.isLast !== isLast || kept.code !== code)
          known.set(item, (kept = { rows: rowsOfItem(item, isLast, code), isLast, code }));
        rows.push(...kept.rows);
        const task = item.kind === 'taskref' ? shells.get(item.taskId) : undefined;
        if (task) rows.push({ key: `shell/${task.taskId}`, kind: 'shell', task });
      }
      for (const prompt of outgoing)
        if (!prompt.failure) rows.push({ key: `out/${prompt.promptId}`, kind: 'outgoing', prompt });
      return rows;
    },
    forget() {
      texts.clear();
      known = new WeakMap();
    },
  };
}

/** The card of a failed turn says why; the notice behind it says the same. */
function repeatsError(item: TranscriptItem, before: TranscriptItem | undefined): item is TranscriptMarker {
  if (item.kind !== 'marker' || item.payload?.['event'] !== 'error') return false;
  return before?.kind === 'turn' && before.state === 'failed' && before.error === item.payload['message'];
}

/** Of the error that a turn failed with, as the notice behind it names it. */
function codeOf(notice: TranscriptItem | undefined, turn: TranscriptItem): string {
  const code = notice && repeatsError(notice, turn) ? notice.payload?.['code'] : undefined;
  return typeof code === 'string' ? code : '';
}

/** Of the user; what the model ran is a call. */
function isShellCommand({ kind, detached }: TranscriptTask): boolean {
  return kind === 'shell' && !detached;
}
