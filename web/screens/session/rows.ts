/** Converts the transcript to a flat list of rows, one per block; unchanged items keep their rows. */
import type {
  TranscriptFrame,
  TranscriptItem,
  TranscriptMarker,
  TranscriptRetry,
  TranscriptStep,
  TranscriptTask,
  TranscriptThinkingFrame,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import type { OutgoingPrompt, Timeline } from '../../../client/session/state.js';
import { createMarkdown, type MarkdownStream } from '../../../client/view/markdown.js';
import type { MarkdownBlock } from '../../../client/view/markdown-blocks.js';
import { groupFrames } from '../../../client/view/results.js';
import { codeParts, headingLevels, type PartOfCode } from '../../parts/codeparts.js';

export type Row = { key: string; turnId?: string } & (
  | { kind: 'turn'; turn: TranscriptTurn }
  /** `part`: for code; `level`: for a heading */
  | { kind: 'block'; block: MarkdownBlock; part?: PartOfCode | undefined; level?: number | undefined }
  | { kind: 'thinking'; frame: TranscriptThinkingFrame; isOpen: boolean }
  | { kind: 'call'; frame: TranscriptToolFrame; isOver: boolean }
  | { kind: 'lookups'; frames: readonly TranscriptToolFrame[] }
  | { kind: 'steered'; text: string; attachmentIds: readonly string[] }
  | { kind: 'notice'; level: string; message: string; detail: string }
  | { kind: 'retry'; retry: TranscriptRetry }
  | { kind: 'error'; turn: TranscriptTurn; isLast: boolean; code: string }
  /** `isStopReported`: a marker above already reports that the turn was stopped */
  | { kind: 'footer'; turn: TranscriptTurn; isLast: boolean; isStopReported: boolean }
  | { kind: 'marker'; marker: TranscriptMarker }
  | { kind: 'shell'; task: TranscriptTask }
  | { kind: 'outgoing'; prompt: OutgoingPrompt }
);

function rowsOfBlocks(key: string, turnId: string, blocks: readonly MarkdownBlock[]): Row[] {
  const parts = codeParts(blocks);
  const levels = headingLevels(blocks);
  return blocks.map((block, at) => ({
    key: `${key}/${at}`,
    turnId,
    kind: 'block',
    block,
    part: parts.get(block),
    level: levels.get(block),
  }));
}

/** Creates the converter of one session; it keeps the blocks of growing texts. */
export function createRows() {
  const texts = new Map<string, { text: string; stream: MarkdownStream }>();
  let known = new WeakMap<TranscriptItem, { rows: Row[]; isLast: boolean; code: string; within: Within }>();

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

  function rowsOfTurn(turn: TranscriptTurn, isLast: boolean, code: string, within: Within): Row[] {
    const { turnId } = turn;
    const isEnded = turn.state !== 'running' && turn.state !== 'queued';
    const rows: Row[] = [{ key: turnId, turnId, kind: 'turn', turn }];
    const left = new Set(within);
    const putMarkers = (isNow: (marker: TranscriptMarker) => boolean): void => {
      for (const marker of left)
        if (isNow(marker) && left.delete(marker)) rows.push({ ...rowOfMarker(marker), turnId });
    };
    const [first] = turn.steps;
    if (first) putMarkers(isBefore(first));
    for (const [at, step] of turn.steps.entries()) {
      const next = turn.steps[at + 1];
      const isOfStep = next ? isBefore(next) : () => true;
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
        else {
          // shows the plan revision before the call that submits it for review
          if (group.frame.kind === 'tool' && group.frame.name === 'ExitPlanMode')
            putMarkers((marker) => marker.marker === 'plan.revision' && isOfStep(marker));
          rows.push(...rowsOfFrame(group.frame, turn, isStepOver || group.frame !== last));
        }
      }
      putMarkers(isOfStep);
      if (step.retry && !isStepOver)
        rows.push({ key: `${step.stepId}/retry`, turnId, kind: 'retry', retry: step.retry });
    }
    putMarkers(() => true);
    if (turn.state === 'failed') rows.push({ key: `${turnId}/error`, turnId, kind: 'error', turn, isLast, code });
    if (isEnded)
      rows.push({ key: `${turnId}/footer`, turnId, kind: 'footer', turn, isLast, isStopReported: within.some(isStop) });
    return rows;
  }

  function rowsOfItem(item: TranscriptItem, isLast: boolean, code: string, within: Within): Row[] {
    if (item.kind === 'turn') return rowsOfTurn(item, isLast, code, within);
    if (item.kind === 'marker') return [rowOfMarker(item)];
    // tasks appear at the call that started them and in their panel; `read` adds the user's shell commands
    return [];
  }

  return {
    read({ items }: Timeline, outgoing: readonly OutgoingPrompt[], tasks: readonly TranscriptTask[] = []): Row[] {
      const rows: Row[] = [];
      const shells = new Map(tasks.flatMap((task) => (isShellCommand(task) ? [[task.taskId, task] as const] : [])));
      const last = items.findLastIndex(({ kind }) => kind === 'turn');
      const shownWithin = new Set<TranscriptItem>();
      for (const [at, item] of items.entries()) {
        const isLast = at === last;
        if (repeatsError(item, items[at - 1]) || shownWithin.has(item)) continue;
        const code = codeOf(items[at + 1], item);
        const within = item.kind === 'turn' ? markersWithin(item, items, at) : none;
        for (const marker of within) shownWithin.add(marker);
        let kept = known.get(item);
        if (!kept || kept.isLast !== isLast || kept.code !== code || !sameEntries(kept.within, within))
          known.set(item, (kept = { rows: rowsOfItem(item, isLast, code, within), isLast, code, within }));
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

/** Markers of events during a turn. */
type Within = readonly TranscriptMarker[];
const none: Within = [];

/** Returns the markers of events during a turn; in the transcript they follow the turn. */
function markersWithin(turn: TranscriptTurn, items: readonly TranscriptItem[], at: number): Within {
  const { endedAt } = turn;
  const found: TranscriptMarker[] = [];
  for (let next = at + 1; next < items.length; next += 1) {
    const item = items[next];
    if (item?.kind === 'turn') break;
    if (item?.kind !== 'marker') continue;
    const isRepeated: boolean = repeatsError(item, items[next - 1]);
    if (isRepeated) continue;
    if (item.at === undefined || (endedAt !== undefined && item.at > endedAt)) break;
    found.push(item);
  }
  return found.length === 0 ? none : found;
}

function sameEntries(some: Within, others: Within): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at]);
}

function isBefore({ startedAt }: TranscriptStep): (marker: TranscriptMarker) => boolean {
  return ({ at }) => startedAt !== undefined && at !== undefined && at <= startedAt;
}

function rowOfMarker(marker: TranscriptMarker): Row {
  return { key: marker.markerId, kind: 'marker', marker };
}

function isStop({ marker }: TranscriptMarker): boolean {
  return marker === 'interruption';
}

/** Whether a marker repeats the error of the failed turn before it, which the turn's card already shows. */
function repeatsError(item: TranscriptItem, before: TranscriptItem | undefined): item is TranscriptMarker {
  if (item.kind !== 'marker' || item.payload?.['event'] !== 'error') return false;
  return before?.kind === 'turn' && before.state === 'failed' && before.error === item.payload['message'];
}

/** Returns the error code of a failed turn from the marker after it; empty if there is none. */
function codeOf(notice: TranscriptItem | undefined, turn: TranscriptItem): string {
  const code = notice && repeatsError(notice, turn) ? notice.payload?.['code'] : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether the task is a shell command of the user; commands of the model appear as calls. */
function isShellCommand({ kind, detached }: TranscriptTask): boolean {
  return kind === 'shell' && !detached;
}
