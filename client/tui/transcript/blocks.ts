/** The timeline of an agent as blocks, which can be opened, copied and searched (tui.md 3.19). */
import type {
  TranscriptFrame,
  TranscriptInteraction,
  TranscriptItem,
  TranscriptTask,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import type { Timeline } from '../../session/state.js';
import { plainText } from '../../view/content.js';
import { describeCall, jsonBlock } from '../../view/displays.js';
import type { MarkdownBlock } from '../../view/markdown-blocks.js';
import { markdownBlocks } from '../../view/markdown.js';
import { describeResult, resultOfFrame } from '../../view/results.js';
import { visibleRow } from '../../view/clean.js';
import { counted } from '../../view/format.js';
import { bodyLines, callLines, textLines } from '../text/calls.js';
import { lineOf, plainLine, span, wrapLine, type Line } from '../text/line.js';
import { isContinuation, markdownLines } from '../text/markdown.js';
import type { TranscriptLayout } from './forms.js';
import {
  interactionLines,
  isShellCommand,
  markerLines,
  quoted,
  shellLines,
  shellOutput,
  taskEndLines,
} from './notes.js';

export interface Block {
  id: string;
  kind: 'prompt' | 'answer' | 'code' | 'thinking' | 'call' | 'note';
  /** the text to copy, edit and search: Markdown, code, a command, output */
  source: string;
  /** Whether opening it shows more. */
  isFoldable: boolean;
  /** Whether no empty line separates it from the block before. */
  isTight: boolean;
  lines(isOpen: boolean, layout: TranscriptLayout): Line[];
}

export interface BlockSources {
  timeline: Timeline;
  tasks: readonly TranscriptTask[];
  interaction(id: string): TranscriptInteraction | undefined;
}

/** Number of output rows below a closed call. */
const closedRows = 3;

type ToolFrame = TranscriptFrame & { kind: 'tool' };

/** Blocks of unchanged parts are the same objects. */
export function createBlocks(): (sources: BlockSources) => Block[] {
  const answers = new WeakMap<TranscriptFrame, { text: string; blocks: Block[] }>();

  function answerOf(frame: TranscriptFrame & { kind: 'text' }): Block[] {
    const known = answers.get(frame);
    if (known?.text === frame.text) return known.blocks;
    const blocks = answerBlocks(frame.frameId, frame.text);
    answers.set(frame, { text: frame.text, blocks });
    return blocks;
  }

  function frameBlocks(frame: TranscriptFrame, isOver: boolean, sources: BlockSources): Block[] {
    switch (frame.kind) {
      case 'text':
        if (frame.role !== 'user') return answerOf(frame);
        return frame.taskId === undefined ? [promptBlock(frame.frameId, frame.text, ' (steered)')] : [];
      case 'thinking':
        return [thinkingBlock(frame.frameId, frame.text)];
      case 'notice':
        return [noteBlock(frame.frameId, [lineOf(visibleRow(frame.message), 'textDim')])];
      case 'tool':
        return callBlocks(frame, isOver, sources);
    }
  }

  function turnBlocks(turn: TranscriptTurn, sources: BlockSources): Block[] {
    const { prompt, origin, state, error } = turn;
    const isTyped = origin.kind === 'user' || origin.kind === 'side' || origin.payload?.kind === 'skill_activation';
    const isOver = state !== 'running' && state !== 'queued';
    return [
      ...(prompt === undefined || prompt === ''
        ? []
        : isTyped
          ? [promptBlock(turn.turnId, prompt)]
          : [thinkingBlock(turn.turnId, prompt, `Began by itself: ${origin.kind}`)]),
      ...turn.steps.flatMap((step) =>
        step.frames.flatMap((frame) => frameBlocks(frame, isOver || step.state !== 'running', sources)),
      ),
      ...(state === 'cancelled' ? [noteBlock(`${turn.turnId}.end`, [lineOf('Interrupted.', 'warning')])] : []),
      ...(state === 'failed'
        ? [noteBlock(`${turn.turnId}.end`, textLines(`Error: ${error ?? 'the turn failed'}`, 'error'))]
        : []),
    ];
  }

  function itemBlocks(item: TranscriptItem, sources: BlockSources): Block[] {
    if (item.kind === 'turn') return turnBlocks(item, sources);
    if (item.kind === 'marker') return [markerBlock(item)];
    const task = sources.tasks.find(({ taskId }) => taskId === item.taskId);
    return task ? [taskBlock(item.refId, task)] : [];
  }

  return (sources) =>
    sources.timeline.items
      .flatMap((item) => itemBlocks(item, sources))
      .filter((block) => block.source !== '' || block.kind === 'call');
}

function promptBlock(id: string, text: string, note = ''): Block {
  return { id, kind: 'prompt', source: text, isFoldable: false, isTight: false, lines: () => quoted(text, note) };
}

function noteBlock(id: string, lines: readonly Line[]): Block {
  const source = lines.map(plainLine).join('\n');
  return { id, kind: 'note', source, isFoldable: false, isTight: true, lines: () => [...lines] };
}

function thinkingBlock(id: string, text: string, title = 'Thinking'): Block {
  return {
    id,
    kind: 'thinking',
    source: text,
    isFoldable: true,
    isTight: true,
    lines(isOpen) {
      const size = lineOf(`${title} (${counted(text.split('\n').length, 'line')})`, 'textMuted');
      return isOpen ? [size, ...textLines(text, 'textMuted')] : [size];
    },
  };
}

/** Makes code a block of its own, to be copied alone. The other parts belong to the whole answer. */
function answerBlocks(frameId: string, text: string): Block[] {
  const groups: { isCode: boolean; blocks: MarkdownBlock[] }[] = [];
  for (const block of markdownBlocks(text)) {
    const last = groups.at(-1);
    const isCode = block.kind === 'code';
    if (last && last.isCode === isCode && (!isCode || isContinuation(block))) last.blocks.push(block);
    else groups.push({ isCode, blocks: [block] });
  }
  return groups.map(({ isCode, blocks }, at) => ({
    id: `${frameId}#${at}`,
    kind: isCode ? 'code' : 'answer',
    source: isCode ? blocks.map((block) => ('text' in block ? block.text : '')).join('') : text,
    isFoldable: false,
    isTight: false,
    lines(_, layout) {
      const paint = layout.code?.createPainter();
      return blocks.flatMap((block, place) => {
        const lines = markdownLines(block, layout, paint);
        return place === 0 || isContinuation(block) ? lines : [[], ...lines];
      });
    },
  }));
}

function callBlocks(frame: ToolFrame, isOver: boolean, { interaction }: BlockSources): Block[] {
  const decided = frame.approvalId === undefined ? undefined : interaction(frame.approvalId);
  const decision = decided?.interactionKind === 'approval' ? decided.response?.decision : undefined;
  const call = describeCall(frame);
  const isRunning = frame.state === 'running';
  const output =
    frame.output === undefined
      ? (frame.progress?.text ?? frame.error ?? '')
      : typeof frame.output === 'string'
        ? frame.output
        : plainText(frame.output);
  const result = describeResult(
    resultOfFrame(frame, {
      ...((decision === 'rejected' || decision === 'cancelled') && { decision }),
      ...(isRunning && isOver && { interrupted: true }),
    }),
  );
  const command = call.body.find((block) => block.kind === 'command');
  const block: Block = {
    id: frame.frameId,
    kind: 'call',
    source: [command?.kind === 'command' ? command.text : inputText(frame), output].filter(Boolean).join('\n'),
    isFoldable: true,
    isTight: true,
    lines(isOpen, layout) {
      const mark = isRunning && !isOver ? '○' : '●';
      const named = describeCall(frame, layout.places);
      const closed = callLines(named, result, { ...layout, toolLines: isOpen ? 0 : closedRows, mark });
      if (!isOpen) return closed;
      return [
        ...closed.slice(0, 1),
        lineOf('  Input', 'textMuted'),
        ...indented(
          call.body.length > 0
            ? call.body.flatMap((each) => bodyLines(each, undefined, layout.code))
            : textLines(inputText(frame)),
        ),
        lineOf('  Output', 'textMuted'),
        ...indented(output === '' ? [lineOf('nothing', 'textMuted')] : outputLines(output, result.body, layout)),
      ];
    },
  };
  if (!decided || decided.state === 'pending') return [block];
  const decisionNote: Block = {
    id: `${frame.frameId}.decision`,
    kind: 'note',
    source: `${decided.state} ${frame.name}`,
    isFoldable: false,
    isTight: true,
    lines: (_, layout) => interactionLines(decided, true, layout.places),
  };
  return [decisionNote, block];
}

/** Returns what the call wrote or changed as drawn blocks, else its text. */
function outputLines(
  output: string,
  body: ReturnType<typeof describeResult>['body'],
  { code }: Pick<TranscriptLayout, 'code'>,
): Line[] {
  const drawn = body
    .filter(({ kind }) => kind === 'output' || kind === 'diff')
    .flatMap((block) => bodyLines(block, undefined, code));
  return drawn.length > 0 ? drawn : textLines(output);
}

function inputText({ input, inputText: streamed }: ToolFrame): string {
  if (input === undefined) return streamed ?? '';
  const block = jsonBlock(input);
  return 'text' in block ? block.text : '';
}

function indented(lines: readonly Line[]): Line[] {
  return lines.map((line) => [span('  '), ...line]);
}

function markerBlock(item: TranscriptItem & { kind: 'marker' }): Block {
  const lines = markerLines(item);
  const summary = summaryOf(item.payload);
  if (summary === '') return noteBlock(item.markerId, lines);
  return {
    id: item.markerId,
    kind: 'note',
    source: summary,
    isFoldable: true,
    isTight: false,
    lines: (isOpen) => (isOpen ? [...lines, ...indented(textLines(summary, 'textDim'))] : lines),
  };
}

/** Returns the summary of a compaction. */
function summaryOf(payload: Readonly<Record<string, unknown>> | undefined): string {
  const result = (payload?.['result'] ?? payload ?? {}) as Record<string, unknown>;
  return typeof result['summary'] === 'string' ? result['summary'] : '';
}

function taskBlock(id: string, task: TranscriptTask): Block {
  const isShell = isShellCommand(task);
  return {
    id,
    kind: isShell ? 'call' : 'note',
    source: [task.description ?? task.taskId, task.outputTail].filter(Boolean).join('\n'),
    isFoldable: true,
    isTight: !isShell,
    lines(isOpen, layout) {
      const shown = { ...layout, toolLines: isOpen ? Infinity : closedRows };
      if (isShell) return [...shellLines(task, true), ...shellOutput(task, shown)];
      const started = lineOf(`Task ${task.taskId}: ${visibleRow(task.description ?? '')}`, 'textDim');
      if (isOpen) return [started, ...indented(textLines(task.outputTail))];
      return task.state === 'running' ? [started] : [started, ...taskEndLines(task)];
    },
  };
}

/** Returns the rows of opened blocks. */
export function wholeLines(blocks: readonly Block[], layout: TranscriptLayout): Line[] {
  return blocks.flatMap((block, at) => [
    ...(at > 0 && !block.isTight ? [[]] : []),
    ...block.lines(block.kind !== 'thinking', layout).flatMap((line) => wrapLine(line, { width: layout.width })),
  ]);
}
