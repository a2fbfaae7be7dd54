/** Applies batches of operations and older pages to a transcript (rest.md 11.5). Only this file changes transcripts. */
import type {
  TranscriptBatch,
  TranscriptFrame,
  TranscriptItem,
  TranscriptMarker,
  TranscriptMetaChange,
  TranscriptOp,
  TranscriptPrompt,
  TranscriptSnapshot,
  TranscriptStep,
  TranscriptTaskRef,
  TranscriptTurn,
} from '../generated/types.js';
import { alignDelta } from './text.js';
import { itemId, transcriptOf, turnOf, type Transcript } from './transcript.js';

/** Inserts an older page before the present items. */
export function addOlderItems(transcript: Transcript, older: readonly TranscriptItem[]): void {
  const known = new Set(transcript.items.map(itemId));
  transcript.items.unshift(...older.filter((item) => !known.has(itemId(item))));
}

/** Adds the entities of a page except those already present, which are newer. */
export function addMissingEntities(transcript: Transcript, older: TranscriptSnapshot): void {
  const { tasks, interactions, attachments, prompts } = transcriptOf(older);
  addMissing(transcript.tasks, tasks);
  addMissing(transcript.interactions, interactions);
  addMissing(transcript.attachments, attachments);
  addMissing(transcript.prompts, prompts);
}

function addMissing<Value>(to: Map<string, Value>, from: ReadonlyMap<string, Value>): void {
  for (const [id, value] of from) if (!to.has(id)) to.set(id, value);
}

/** Keeps the newest turns, and the entities that they or open work refer to. Returns whether anything was dropped. */
export function dropOlderItems(transcript: Transcript, keptTurns: number): boolean {
  const { items, tasks, interactions, attachments, prompts } = transcript;
  let turns = 0;
  const first = items.findLastIndex((item) => item.kind === 'turn' && (turns += 1) === keptTurns);
  if (first <= 0) return false;
  transcript.items = items.slice(first);
  const named = namesIn(transcript.items);
  dropFrom(tasks, ({ taskId, state }) => state === 'running' || named.has(taskId));
  dropFrom(interactions, ({ toolCallId, state }) => state === 'pending' || named.has(toolCallId ?? ''));
  dropFrom(attachments, ({ attachmentId }) => named.has(attachmentId));
  dropFrom(prompts, ({ promptId, status }) => isOpenPrompt(status) || named.has(promptId));
  return true;
}

/** Ids of tasks, calls, attachments and prompts that items refer to. */
function namesIn(items: readonly TranscriptItem[]): Set<string> {
  const names = new Set<string>();
  for (const item of items) {
    if (item.kind === 'taskref') names.add(item.taskId);
    if (item.kind !== 'turn') continue;
    if (item.triggerPromptId !== undefined) names.add(item.triggerPromptId);
    const frames = item.steps.flatMap((step) => step.frames);
    for (const frame of frames) {
      if (frame.kind === 'tool') names.add(frame.toolCallId);
      if ('taskId' in frame && frame.taskId !== undefined) names.add(frame.taskId);
      if ('attachmentIds' in frame) for (const id of frame.attachmentIds ?? []) names.add(id);
    }
    for (const id of item.attachmentIds ?? []) names.add(id);
  }
  return names;
}

export function isOpenPrompt(status: TranscriptPrompt['status']): boolean {
  return status === 'running' || status === 'queued' || status === 'blocked';
}

function dropFrom<Value>(map: Map<string, Value>, isKept: (value: Value) => boolean): void {
  for (const [id, value] of map) if (!isKept(value)) map.delete(id);
}

/**
 * Applies batches in order and skips those that the transcript already contains. `prevSeq` is the first batch's, on
 * channels that send it, since grades leave batches out. Returns false when something is missing: fetch the batches
 * since `transcript.seq`, or the page again.
 */
export function applyBatches(transcript: Transcript, batches: readonly TranscriptBatch[], prevSeq?: number): boolean {
  let expected = prevSeq;
  for (const { seq, ops } of batches) {
    const known = transcript.seq;
    if (known !== undefined && seq <= known) {
      expected = undefined;
      continue;
    }
    if (known !== undefined && (expected ?? seq - 1) > known) return false;
    if (!ops.every((op) => applyOp(transcript, op))) return false;
    transcript.seq = seq;
    expected = undefined;
  }
  return true;
}

/** Applies one operation; returns false when an `append` does not align, because an earlier one is missing. */
export function applyOp(transcript: Transcript, op: TranscriptOp): boolean {
  switch (op.op) {
    case 'reset':
      Object.assign(transcript, transcriptOf(op.snapshot), { seq: transcript.seq });
      return true;
    case 'turn.upsert':
      changeTurn(transcript, op.turn.turnId, ({ steps }) => ({ ...op.turn, steps }));
      return true;
    case 'step.upsert':
      changeStep(transcript, op.turnId, op.step.stepId, ({ frames }) => ({
        ...op.step,
        frames: op.frameIds ? ordered(frames, op.frameIds) : frames,
      }));
      return true;
    case 'frame.upsert':
      changeStep(transcript, op.turnId, op.stepId, (step) => ({ ...step, frames: withFrame(step.frames, op.frame) }));
      return true;
    case 'append':
      return op.target.type === 'frame'
        ? appendToFrame(transcript, op.target, op.offset, op.text)
        : appendToTask(transcript, op.target.taskId, op.offset, op.text);
    case 'marker.upsert':
    case 'taskref.upsert':
      putBeside(transcript, op.item, op.beforeTurn);
      return true;
    case 'task.upsert':
      transcript.tasks.set(op.task.taskId, op.task);
      return true;
    case 'interaction.upsert':
      transcript.interactions.set(op.interaction.interactionId, op.interaction);
      return true;
    case 'attachment.upsert':
      transcript.attachments.set(op.attachment.attachmentId, op.attachment);
      return true;
    case 'todo.upsert':
      transcript.todos.set(op.todo.todoId, op.todo);
      return true;
    case 'prompt.upsert':
      transcript.prompts.set(op.prompt.promptId, op.prompt);
      return true;
    case 'meta.merge':
      mergeMeta(transcript, op.meta);
      return true;
    case 'items.remove':
      remove(transcript, new Set(op.ids));
      return true;
  }
}

/** Changes a turn; creates an unknown one as a skeleton at the position of its number. */
function changeTurn(transcript: Transcript, turnId: string, change: (turn: TranscriptTurn) => TranscriptTurn): void {
  const { items } = transcript;
  const at = items.findLastIndex((item) => item.kind === 'turn' && item.turnId === turnId);
  const known = items[at];
  if (known?.kind === 'turn') {
    items[at] = change(known);
    return;
  }
  const ordinal = numberAt(turnId, /^t(\d+)$/);
  const turn = change({ kind: 'turn', turnId, ordinal, state: 'running', origin: { kind: 'other' }, steps: [] });
  insert(items, turn, turn.ordinal + 1);
}

function changeStep(
  transcript: Transcript,
  turnId: string,
  stepId: string,
  change: (step: TranscriptStep) => TranscriptStep,
): void {
  changeTurn(transcript, turnId, (turn) => {
    const at = turn.steps.findLastIndex((step) => step.stepId === stepId);
    const known = turn.steps[at];
    if (known) return { ...turn, steps: turn.steps.with(at, change(known)) };
    const ordinal = numberAt(stepId, /\.(\d+)$/);
    const step = change({ kind: 'step', stepId, turnId, ordinal, state: 'running', frames: [] });
    const next = turn.steps.findIndex((each) => each.ordinal > ordinal);
    return { ...turn, steps: turn.steps.toSpliced(next < 0 ? turn.steps.length : next, 0, step) };
  });
}

function withFrame(frames: TranscriptFrame[], frame: TranscriptFrame): TranscriptFrame[] {
  const at = frames.findLastIndex(({ frameId }) => frameId === frame.frameId);
  return at < 0 ? [...frames, frame] : frames.with(at, frame);
}

function ordered(frames: TranscriptFrame[], ids: string[]): TranscriptFrame[] {
  return ids.flatMap((id) => frames.find(({ frameId }) => frameId === id) ?? []);
}

function appendToFrame(
  transcript: Transcript,
  target: { turnId: string; stepId: string; frameId: string },
  offset: number,
  text: string,
): boolean {
  const step = turnOf(transcript, target.turnId)?.steps.findLast(({ stepId }) => stepId === target.stepId);
  const frame = step?.frames.findLast(({ frameId }) => frameId === target.frameId);
  if (!frame || !('text' in frame)) return false;
  const aligned = alignDelta(frame.text, { offset, delta: text });
  if (aligned.kind === 'gap') return false;
  if (aligned.kind === 'duplicate') return true;
  const longer = { ...frame, text: aligned.buffer };
  changeStep(transcript, target.turnId, target.stepId, (each) => ({ ...each, frames: withFrame(each.frames, longer) }));
  return true;
}

function appendToTask({ tasks }: Transcript, taskId: string, offset: number, text: string): boolean {
  const task = tasks.get(taskId);
  const aligned = task && alignDelta(task.outputTail, { offset, delta: text });
  if (!aligned || aligned.kind === 'gap') return false;
  tasks.set(taskId, { ...task, outputTail: aligned.buffer });
  return true;
}

function putBeside({ items }: Transcript, item: TranscriptMarker | TranscriptTaskRef, beforeTurn?: number): void {
  const id = itemId(item);
  const at = items.findLastIndex((each) => itemId(each) === id);
  if (at >= 0) items[at] = item;
  else insert(items, item, beforeTurn);
}

/** Inserts an item before the first turn with this ordinal or a higher one, else at the end. */
function insert(items: TranscriptItem[], item: TranscriptItem, beforeTurn = Number.POSITIVE_INFINITY): void {
  const last = items.findLast((each) => each.kind === 'turn');
  // new items belong at the end, so do not search the whole list for them
  const next = (last?.ordinal ?? 0) < beforeTurn ? -1 : items.findIndex((each) => isFrom(each, beforeTurn));
  if (next < 0) items.push(item);
  else items.splice(next, 0, item);
}

function isFrom(item: TranscriptItem, ordinal: number): boolean {
  return item.kind === 'turn' && item.ordinal >= ordinal;
}

function mergeMeta(transcript: Transcript, { goal, modes, activity, agent }: TranscriptMetaChange): void {
  const meta = { ...transcript.meta };
  if (goal === null) delete meta.goal;
  else if (goal) meta.goal = goal;
  if (modes?.plan === null) delete meta.modes;
  else if (modes?.plan) meta.modes = { plan: modes.plan };
  if (activity) meta.activity = activity;
  if (agent) meta.agent = { ...meta.agent, ...agent };
  transcript.meta = meta;
}

/** Removes turns with their attachments and the interactions of their calls. */
function remove(transcript: Transcript, ids: ReadonlySet<string>): void {
  const calls = new Set<string>();
  const ordinals = new Set([...ids].map((id) => numberAt(id, /^t(\d+)$/)).filter((ordinal) => ordinal > 0));
  for (const item of transcript.items) {
    if (item.kind !== 'turn' || !ids.has(item.turnId)) continue;
    for (const { frames } of item.steps)
      for (const frame of frames) if (frame.kind === 'tool') calls.add(frame.toolCallId);
  }
  transcript.items = transcript.items.filter((item) => !ids.has(itemId(item)));
  for (const [id, { toolCallId, request }] of transcript.interactions)
    if (calls.has(toolCallId ?? '') || ordinals.has(request?.turnId ?? 0)) transcript.interactions.delete(id);
  for (const id of transcript.attachments.keys())
    if (ordinals.has(numberAt(id, /^t(\d+)\.att/))) transcript.attachments.delete(id);
}

/** The number that a pattern finds in an id; 0 when there is none. */
function numberAt(id: string, pattern: RegExp): number {
  return Number(pattern.exec(id)?.[1] ?? 0);
}
