/** The wording of transcript lines: rows for the screen; the linear mode has its own sentences (tui.md 3.3, 3.24). */
import type { TranscriptTask, TranscriptToolFrame, TranscriptTurn } from '../../../schemas/generated/types.js';
import type { CallView } from '../../view/displays.js';
import { formatElapsed } from '../../view/format.js';
import type { ResultView } from '../../view/results.js';
import { callLines, textLines, type CallLayout } from '../text/calls.js';
import { lineOf, type Line } from '../text/line.js';
import type { MarkdownLayout } from '../text/markdown.js';
import type { Places } from '../../view/format.js';
import { quoted, shellLines } from './notes.js';
import { own } from '../../view/glyphs.js';

export interface TranscriptLayout extends MarkdownLayout {
  toolLines: number;
  /** base of relative file paths */
  places: Places;
  /** number of rows of the terminal */
  height: number;
  thinking: ThinkingMode;
  /** where cut text can be read in full; default: `Ctrl-O` */
  more?: string;
}

export interface TypedPrompt {
  text: string;
  /** this client sent it, so that the user saw it while typing */
  isOwn: boolean;
  /** ` (steered)`, ` (elsewhere)`, or empty */
  note: string;
}

export interface FinishedCall {
  call: CallView;
  result: ResultView;
  frame: TranscriptToolFrame;
}

export interface TranscriptForms {
  /** whether empty lines separate blocks */
  isSpaced: boolean;
  prompt(prompt: TypedPrompt): Line[];
  shell(task: TranscriptTask, isOwn: boolean): Line[];
  /** `isFirst`: the lines begin an answer */
  answer(lines: readonly Line[], isFirst: boolean): readonly Line[];
  thinkingStarted(mode: ThinkingMode): Line[];
  thinking(text: string, ms: number, mode: ThinkingMode): Line[];
  /** lines for the start of a call; the live region shows it too */
  callStarted(call: CallView): Line[];
  call(finished: FinishedCall, layout: Omit<CallLayout, 'mark'>): Line[];
  turnEnded(turn: TranscriptTurn): Line[];
}

export type ThinkingMode = 'line' | 'show' | 'hide';

export const screenForms: TranscriptForms = {
  isSpaced: true,
  prompt: ({ text, note }) => quoted(text, note),
  shell: (task, isOwn) => shellLines(task, isOwn),
  answer: (lines) => lines,
  thinkingStarted: () => [],
  thinking(text, ms, mode) {
    if (mode === 'hide') return [];
    if (mode === 'show') return textLines(text, 'textMuted');
    return [lineOf(ms < 1_000 ? 'Thought for a moment' : `Thought for ${formatElapsed(ms)}`, 'textMuted')];
  },
  callStarted: () => [],
  call: ({ call, result }, layout) => callLines(call, result, { ...layout, mark: own('●') }),
  turnEnded({ state, error }) {
    if (state === 'cancelled') return [lineOf('Interrupted.', 'warning')];
    return state === 'failed' ? textLines(`Error: ${error ?? 'the turn failed'}`, 'error') : [];
  },
};
