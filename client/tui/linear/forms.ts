/** Describes what happened in sentences that are printed once (tui.md 3.24). */
import { visibleText } from '../../view/clean.js';
import { formatDuration } from '../../view/format.js';
import { resultLines, textLines } from '../text/calls.js';
import { lineOf, span, type Line } from '../text/line.js';
import type { FinishedCall, TranscriptForms } from '../transcript/forms.js';

export const linearForms: TranscriptForms = {
  isSpaced: false,
  // the user saw their own prompts while typing
  prompt: ({ text, isOwn, note }) => (isOwn ? [] : spokenLines('You', text, note)),
  shell: ({ description = '' }, isOwn) => (isOwn ? [] : spokenLines('You', `!${description}`, ' (elsewhere)')),
  answer: (lines, isFirst) => lines.map((line, at) => (isFirst && at === 0 ? [span('Agent: '), ...line] : line)),
  thinkingStarted: (mode) => (mode === 'hide' ? [] : [lineOf('Thinking.')]),
  thinking: (text, _ms, mode) => (mode === 'show' ? textLines(text) : []),
  callStarted: ({ title, subject }) => [
    lineOf(visibleText(['Tool', title, ...(subject === '' ? [] : [subject])].join(': '))),
  ],
  call: (finished, layout) => [
    lineOf(visibleText(outcomeOf(finished))),
    ...resultLines(finished.result, { ...layout, mark: '' }),
  ],
  turnEnded({ state, error, durationMs }) {
    if (state === 'cancelled') return [lineOf('Interrupted.')];
    if (state === 'failed') return textLines(`Error: ${error ?? 'the turn failed'}`);
    return [lineOf(durationMs === undefined ? 'Done.' : `Done in ${formatDuration(durationMs)}.`)];
  },
};

function spokenLines(who: string, text: string, note: string): Line[] {
  const rows = text.split('\n').map((row) => visibleText(row));
  return rows.map((row, at) => lineOf((at === 0 ? `${who}: ` : '  ') + row + (at === rows.length - 1 ? note : '')));
}

/** Returns a line such as `Tool done: Bash, exit 0, 1.2 s`. */
function outcomeOf({ call, result, frame }: FinishedCall): string {
  const { outcome, tone, summary } = result;
  const display = frame.resultDisplay;
  const exit =
    outcome === '' && display?.kind === 'command_output' && display.exit_code !== null
      ? `exit ${display.exit_code}`
      : '';
  const took = frame.durationMs === undefined ? '' : formatDuration(frame.durationMs);
  const words = [call.title, outcome || exit || summary, took].filter((word) => word !== '');
  const isFailed = outcome !== '' && tone !== 'plain' && tone !== 'good';
  return `Tool ${isFailed ? 'failed' : 'done'}: ${words.join(', ')}`;
}
