/** Turns a session's timeline into final lines, each returned once and in order of events (tui.md 3.3). */
import type {
  TranscriptFrame,
  TranscriptInteraction,
  TranscriptItem,
  TranscriptMarker,
  TranscriptStep,
  TranscriptTask,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import type { SessionState } from '../../session/state.js';
import { visibleRow } from '../../view/clean.js';
import { describeCall } from '../../view/displays.js';
import { counted } from '../../view/format.js';
import { describeResult, resultOfFrame } from '../../view/results.js';
import { lineOf, type Line } from '../text/line.js';
import { createAnswer, type Answer } from './answer.js';
import { screenForms, type TranscriptForms, type TranscriptLayout } from './forms.js';
import {
  createTodosEnd,
  interactionLines,
  isShellCommand,
  markerLines,
  redoLine,
  repeatedError,
  retryLine,
  shellOutput,
  skillsWith,
  stageOf,
  taskEndLines,
  taskStartLine,
  type TaskStage,
  remedyLines,
} from './notes.js';
import { own } from '../../view/glyphs.js';

export interface CommitsDeps {
  layout(): TranscriptLayout;
  /** whether this client sent the prompt */
  isOwn(promptId: string): boolean;
  /** whether this client ran the shell command */
  isOwnShell(taskId: string): boolean;
  /** whether this client made the decision */
  isDecidedHere(interactionId: string): boolean;
  interaction(id: string): TranscriptInteraction | undefined;
  now(): number;
  /** default: the forms of the screen */
  forms?: TranscriptForms | undefined;
  /** commit everything that is loaded, not only the newest turns */
  isWhole?: boolean;
  /** warnings that are already on the screen */
  noticed?: ReadonlySet<string>;
}

export interface Commits {
  /** Returns the lines that have become final. */
  take(state: SessionState): Line[];
  /** returns the unfinished end of the answer */
  open(): Line[];
  /** running calls, oldest first */
  readonly running: readonly (TranscriptFrame & { kind: 'tool' })[];
}

/** Maximum number of turns shown of a resumed session, and of their rows. */
const shownTurns = 20;
const shownRows = 1_000;

type Kind = 'prompt' | 'answer' | 'call' | 'note';

/** How far a turn has been committed. */
interface Progress {
  hasPrompt: boolean;
  frames: Set<string>;
  /** calls whose start was printed */
  announced: Set<string>;
  answer?: { frameId: string; text: Answer; isShown: boolean };
  thinkingSince?: number;
  /** last failed attempt that was handled */
  retried: number;
}

export function createCommits(deps: CommitsDeps): Commits {
  const { forms = screenForms } = deps;
  /** ids of completely committed items: turns, markers, task references */
  const finished = new Set<string>();
  const turns = new Map<string, Progress>();
  /** number of finished items at the start of the timeline */
  let settled = 0;
  /** id of the last of them */
  let lastSettled: string | undefined;
  /** id of the first item at the last update */
  let oldest: string | undefined;
  /** ids of decisions and tasks that were open at the last update */
  const waiting = new Set<string>();
  const tasks = new Map<string, TaskStage>();
  /** undo markers: when the turns of one are in the timeline in its place, a redo happened */
  const undone = new Map<string, TranscriptMarker>();
  let isBegun = false;
  let isHistory = false;
  let last: Kind | undefined;
  let out: Line[] = [];
  let running: (TranscriptFrame & { kind: 'tool' })[] = [];
  let openAnswer: Answer | undefined;
  const todosEnd = createTodosEnd();

  function put(kind: Kind, lines: readonly Line[], isTight = false): void {
    if (lines.length === 0) return;
    // calls and notes about them belong together
    const isApart = kind === 'prompt' || kind === 'answer' || last === 'prompt' || last === 'answer';
    if (forms.isSpaced && last !== undefined && isApart && !isTight) out.push([]);
    out.push(...lines);
    last = kind;
  }

  /** Commits the existing history: the newest turns, and what is between them. */
  function begin(state: SessionState): void {
    isBegun = true;
    isHistory = true;
    for (const task of state.tasks) tasks.set(task.taskId, stageOf(task));
    const { items } = state.timeline;
    const starts = items.flatMap((item, at) => (item.kind === 'turn' ? [at] : []));
    const first = deps.isWhole ? 0 : (starts.at(-shownTurns) ?? 0);
    const blocks: Line[][] = [];
    for (const item of items.slice(first)) {
      if (finished.has(idOf(item)) || (item.kind === 'turn' && isLive(item))) continue;
      takeItem(item, state);
      const task = item.kind === 'taskref' ? state.tasks.find(({ taskId }) => taskId === item.taskId) : undefined;
      if (task && task.state !== 'running') putTaskEnd(task);
      blocks.push(out);
      out = [];
    }
    for (const item of items.slice(0, first)) finished.add(idOf(item));
    for (let rows = blocks.flat().length; !deps.isWhole && rows > shownRows && blocks.length > 1;)
      rows -= blocks.shift()?.length ?? 0;
    const shown = items[first];
    const isAll = deps.isWhole === true && !state.timeline.hasOlder;
    const earlier = shown?.kind === 'turn' && !isAll ? shown.ordinal - 1 : 0;
    out =
      earlier > 0
        ? [lineOf(`${own('…')} ${counted(earlier, 'earlier turn')} (${deps.layout().more ?? 'Ctrl-O'})`, 'textMuted')]
        : [];
    out.push(...blocks.flat());
    if (out.length > 0) last = 'answer';
    isHistory = false;
  }

  /** Skips older turns that a view loads, and forgets those that leave memory. */
  function begins(items: readonly TranscriptItem[]): void {
    const before = oldest === undefined ? 0 : items.findIndex((item) => idOf(item) === oldest);
    for (const item of items.slice(0, Math.max(0, before))) finished.add(idOf(item));
    // an undo puts its marker in the place of the turn, so that the number of items may be the same
    const newest = items[settled - 1];
    if (before < 0 || (settled > 0 && (newest === undefined || idOf(newest) !== lastSettled))) settled = 0;
    oldest = items[0] && idOf(items[0]);
  }

  /** `takeSkills` commits the skills that the prompt calls, which belong below it and not after its answer. */
  function takeTurn(turn: TranscriptTurn, takeSkills: () => void): void {
    const fresh = { hasPrompt: false, frames: new Set<string>(), announced: new Set<string>(), retried: 0 };
    const progress: Progress = turns.get(turn.turnId) ?? fresh;
    turns.set(turn.turnId, progress);
    if (!progress.hasPrompt) {
      progress.hasPrompt = true;
      put('prompt', promptLines(turn));
      takeSkills();
      if (last === 'answer') last = 'prompt';
    }
    running = [];
    openAnswer = undefined;
    const over = !isLive(turn);
    for (const [at, step] of turn.steps.entries()) {
      const isLast = at === turn.steps.length - 1;
      if (!takeStep(step, progress, over || !isLast || step.state !== 'running')) return;
    }
    if (!over) return;
    // the end of the answer was lost, together with its text so far
    if (progress.answer) {
      putAnswer(progress.answer.text, true);
      const isFailure = turn.steps.at(-1)?.endReason === 'error';
      const why = isFailure ? 'The answer above broke off.' : 'The answer above was cut off by a restart.';
      put('note', [lineOf(why, 'warning')]);
    }
    if (!isHistory || turn.state !== 'completed') put('note', forms.turnEnded(turn));
    turns.delete(turn.turnId);
    finished.add(turn.turnId);
  }

  /** Returns false while something in the step is still open. */
  function takeStep(step: TranscriptStep, progress: Progress, isOver: boolean): boolean {
    retry(step, progress);
    for (const [at, frame] of step.frames.entries()) {
      if (progress.frames.has(frame.frameId)) continue;
      if (!takeFrame(frame, progress, isOver || at < step.frames.length - 1, isOver)) {
        running = step.frames
          .slice(at)
          .filter((each): each is typeof each & { kind: 'tool' } => each.kind === 'tool' && each.state === 'running');
        // its arguments may still be streaming
        for (const each of running) if (each.display) announce(each, progress);
        return false;
      }
      progress.frames.add(frame.frameId);
    }
    return isOver;
  }

  function announce(frame: TranscriptToolFrame, progress: Progress): void {
    if (isHistory || progress.announced.has(frame.frameId)) return;
    progress.announced.add(frame.frameId);
    put('call', forms.callStarted(describeCall(frame, deps.layout().places)));
  }

  /** Prints a notice if text of the failed attempt was committed; that text stays, and the new one is printed too. */
  function retry({ retry: next, stepId }: TranscriptStep, progress: Progress): void {
    if (!next || next.failedAttempt <= progress.retried) return;
    progress.retried = next.failedAttempt;
    const hadText = [...progress.frames].some((id) => id.startsWith(`${stepId}.`)) || progress.answer?.isShown === true;
    for (const id of progress.frames) if (id.startsWith(`${stepId}.`)) progress.frames.delete(id);
    delete progress.answer;
    if (!hadText) return;
    put('note', [retryLine(next)]);
  }

  function takeFrame(frame: TranscriptFrame, progress: Progress, isOver: boolean, isStepOver: boolean): boolean {
    const layout = deps.layout();
    switch (frame.kind) {
      case 'text':
        if (frame.role !== 'user') return takeAnswer(frame.frameId, frame.text, progress, isOver);
        if (frame.taskId === undefined)
          put('prompt', forms.prompt({ text: frame.text, isOwn: false, note: ' (steered)' }));
        return true;
      case 'thinking':
        if (progress.thinkingSince === undefined && !isHistory) put('note', forms.thinkingStarted(layout.thinking));
        progress.thinkingSince ??= deps.now();
        if (!isOver) return false;
        put('note', forms.thinking(frame.text, deps.now() - progress.thinkingSince, layout.thinking));
        delete progress.thinkingSince;
        return true;
      case 'notice':
        put('note', [lineOf(visibleRow(frame.message), frame.level === 'info' ? 'textDim' : frame.level)]);
        return true;
      case 'tool': {
        if (frame.state === 'running' && !isStepOver) return false;
        const decided = frame.approvalId === undefined ? undefined : deps.interaction(frame.approvalId);
        const decision = decided?.interactionKind === 'approval' ? decided.response?.decision : undefined;
        const result = resultOfFrame(frame, {
          ...((decision === 'rejected' || decision === 'cancelled') && { decision }),
          ...(frame.state === 'running' && { interrupted: true }),
        });
        announce(frame, progress);
        const finished = { call: describeCall(frame, layout.places), result: describeResult(result), frame };
        put('call', forms.call(finished, layout));
        return true;
      }
    }
  }

  function takeAnswer(frameId: string, text: string, progress: Progress, isOver: boolean): boolean {
    if (progress.answer?.frameId !== frameId) progress.answer = { frameId, text: createAnswer(), isShown: false };
    if (!progress.answer.text.write(text)) {
      put('note', [lineOf('The answer was replaced by this one:', 'warning')]);
      progress.answer.text = createAnswer();
      progress.answer.text.write(text);
    }
    const answer = progress.answer.text;
    if (putAnswer(answer, isOver)) progress.answer.isShown = true;
    if (!isOver) openAnswer = answer;
    else delete progress.answer;
    return isOver;
  }

  /** Returns whether lines were added. */
  function putAnswer(answer: Answer, isOver: boolean): boolean {
    const layout = deps.layout();
    if (isOver) answer.end();
    const tallest = Math.max(1, Math.floor(layout.height / 2));
    const finished = answer.finished(layout, tallest);
    for (const { lines, isTight } of finished)
      put('answer', forms.answer(lines, last !== 'answer'), isTight && last === 'answer');
    return finished.length > 0;
  }

  function promptLines(turn: TranscriptTurn): Line[] {
    const { prompt, origin, triggerPromptId } = turn;
    const isTyped = origin.kind === 'user' || origin.payload?.kind === 'skill_activation';
    if (!isTyped || prompt === undefined) return [];
    const isOwn = !isHistory && triggerPromptId !== undefined && deps.isOwn(triggerPromptId);
    const isElsewhere = !isHistory && triggerPromptId !== undefined && !isOwn;
    return forms.prompt({ text: prompt, isOwn, note: isElsewhere ? ' (elsewhere)' : '' });
  }

  const putTaskEnd = (task: TranscriptTask): void =>
    isShellCommand(task) ? put('call', shellOutput(task, deps.layout())) : put('note', taskEndLines(task));

  function takeItem(item: TranscriptItem, state: SessionState): void {
    if (item.kind === 'turn') {
      const skills = skillsWith(item, state.timeline.items);
      if (item.state !== 'queued') takeTurn(item, () => skills.forEach((skill) => takeItem(skill, state)));
      return;
    }
    finished.add(idOf(item));
    if (item.kind === 'marker') {
      if (item.marker === 'undo') undone.set(item.markerId, item);
      const code = repeatedError(item, state.timeline.items);
      // the painter of an older turn is no longer needed
      if (code !== undefined)
        return isHistory && state.timeline.items.at(-1) !== item ? undefined : put('note', remedyLines(code));
      const isNoticed = item.payload?.event === 'warning' && deps.noticed?.has(String(item.payload.message));
      return isNoticed ? undefined : put('note', markerLines(item));
    }
    const task = state.tasks.find(({ taskId }) => taskId === item.taskId);
    if (!task) return;
    if (!isHistory) tasks.set(task.taskId, task.detached ? 'background' : 'running');
    if (isShellCommand(task)) put('prompt', forms.shell(task, isHistory || deps.isOwnShell(task.taskId)));
    else if (task.detached) put('note', [taskStartLine(task)]);
  }

  return {
    take(state) {
      if (!state.isLoaded) return [];
      if (!isBegun) begin(state);
      const approvals = state.approvals.map(({ approval_id: id }) => id);
      const open = new Set([...approvals, ...state.questions.map(({ question_id: id }) => id)]);
      for (const id of waiting)
        if (!open.has(id))
          put('note', interactionLines(deps.interaction(id), deps.isDecidedHere(id), deps.layout().places));
      waiting.clear();
      for (const id of open) waiting.add(id);
      const { items } = state.timeline;
      begins(items);
      for (let next = items[settled]; next && finished.has(idOf(next)); next = items[settled]) {
        lastSettled = idOf(next);
        settled += 1;
      }
      for (const item of items.slice(settled)) if (!finished.has(idOf(item))) takeItem(item, state);
      if (undone.size > 0) {
        const ids = new Set(items.map(idOf));
        for (const [id, marker] of undone)
          if (!ids.has(id) && isRedone(marker, items) && undone.delete(id)) put('note', [redoLine(marker)]);
      }
      for (const task of state.tasks) {
        const before = tasks.get(task.taskId);
        const now = stageOf(task);
        if (before === now) continue;
        tasks.set(task.taskId, now);
        if (now === 'background' && before === 'running') put('note', [taskStartLine(task)]);
        if (task.state !== 'running' && (before === 'running' || before === 'background')) putTaskEnd(task);
      }
      // the call that completed them comes first
      if (running.length === 0) put('note', todosEnd(state.todos));
      return out.splice(0);
    },
    open: () => openAnswer?.open(deps.layout()) ?? [],
    get running() {
      return running;
    },
  };
}

function isLive({ state }: TranscriptTurn): boolean {
  return state === 'running' || state === 'queued';
}

/** A marker is also gone when a further undo hides it, and when the timeline drops its older items. */
function isRedone({ payload }: TranscriptMarker, items: readonly TranscriptItem[]): boolean {
  const prompts = payload?.['prompts'] as { promptId: string }[] | undefined;
  const ids = new Set(prompts?.map(({ promptId }) => promptId));
  return items.some(
    (item) => item.kind === 'turn' && item.triggerPromptId !== undefined && ids.has(item.triggerPromptId),
  );
}

function idOf(item: TranscriptItem): string {
  return item.kind === 'turn' ? item.turnId : item.kind === 'marker' ? item.markerId : item.refId;
}
