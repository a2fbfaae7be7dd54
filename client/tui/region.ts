/** The live region at the bottom: open answer, running work, todos, queue, input or panel, footer (tui.md 3.1, 3.2). */
import type { TranscriptToolFrame } from '../../schemas/generated/types.js';
import type { SessionState } from '../session/state.js';
import { isCompacting, isTurnActive, steeredPrompts } from '../session/working.js';
import { firstLine, visibleRow } from '../view/clean.js';
import { describeCall, inputSubject, type ToolCall } from '../view/displays.js';
import { promptWords } from '../view/content.js';
import { formatElapsed, formatPath, formatTokens } from '../view/format.js';
import { outputRows } from '../view/output.js';
import { fittingItems, orderedItems, statusItems, type StatusItem } from '../view/status.js';
import { typedText } from './input/media.js';
import { todoLine } from './text/calls.js';
import { cutLine, lineOf, lineWidth, span, spread, wrapLine, type Line } from './text/line.js';
import { isRunningShell } from './transcript/notes.js';
import { own } from '../view/glyphs.js';

export interface RegionFacts {
  state: SessionState | undefined;
  /** the unfinished end of the answer */
  open: readonly Line[];
  running: readonly TranscriptToolFrame[];
  /** when each running call was first seen, in epoch milliseconds */
  since: ReadonlyMap<string, number>;
  /** input, panel or list */
  center: { lines: readonly Line[]; caret?: { row: number; column: number } };
  /** shell commands that the server has not answered yet */
  sending: readonly string[];
  /** prompts that wait locally for a server or a session */
  held: readonly string[];
  notice: string;
  connection: string;
  /** Whether a panel or a list replaces the input. */
  isAsking: boolean;
  cwd: string;
  userHome: string;
  git: { branch: string; isDirty: boolean } | undefined;
  budget: { usd: number; warnRatio: number } | undefined;
  /** number of other sessions that wait for the user */
  waiting: number;
  showsAllTodos: boolean;
  /** names of the status items, in display order */
  statusNames: readonly string[];
  /** output of the user's status command, which replaces the items */
  statusLine: Line | undefined;
  tip: string;
  /** whether letters are vim commands */
  isNormal: boolean;
  spinner: string;
  now: number;
}

export interface Region {
  lines: Line[];
  caret: { row: number; column: number } | null;
}

const todoRows = 5;
const queueRows = 3;
const outputTail = 5;
const ruleWidth = 40;

/** Returns at most `height - 1` rows; the least important ones are dropped first. */
export function layoutRegion(facts: RegionFacts, { width, height }: { width: number; height: number }): Region {
  const { center } = facts;
  const limit = Math.max(1, height - 1);
  const isTiny = width < 20 || height < 5;
  const middle = center.lines.map((line) => cutLine(line, width));
  if (isTiny) {
    const row = center.caret?.row ?? 0;
    const caret = center.caret ? { row: 0, column: Math.min(center.caret.column, width - 1) } : null;
    return { lines: [middle[row] ?? []], caret };
  }
  const rule = [lineOf(own('─').repeat(Math.min(ruleWidth, width)), 'border')];
  const footer = footerLines(facts, width);
  const notice = facts.notice === '' ? [] : [cutLine(lineOf(visibleRow(facts.notice), 'warning'), width)];
  const optional: Line[][] = [queueLines(facts, width), todoLines(facts, width, height), activityLines(facts, width)];
  let room = limit - middle.length - rule.length - notice.length;
  const bottom = room >= footer.length ? footer : footer.slice(0, Math.max(0, room));
  room -= bottom.length;
  const [queue = [], todos = [], activity = []] = optional.map((lines) => {
    if (lines.length > room) return [];
    room -= lines.length;
    return lines;
  });
  const open = openLines(facts, width, Math.min(room, Math.floor(height / 2)));
  const freeRows = room - open.length;
  const gap = (wanted: boolean): Line[] => (wanted ? [[]] : []);
  const below = [...activity, ...todos, ...queue];
  const above = [
    ...gap(freeRows > 0),
    ...open,
    ...gap(freeRows > 1 && open.length > 0 && below.length > 0),
    ...below,
    ...rule,
  ];
  const lines = [...above, ...middle, ...notice, ...bottom];
  const kept = lines.slice(-limit);
  const dropped = lines.length - kept.length;
  const { caret } = center;
  return {
    lines: kept,
    caret: caret
      ? { row: Math.max(0, above.length + caret.row - dropped), column: Math.min(caret.column, width - 1) }
      : null,
  };
}

function openLines(facts: RegionFacts, width: number, rows: number): Line[] {
  const { state, open, running, since, now, cwd, userHome } = facts;
  if (rows <= 0) return [];
  const text = open.flatMap((line) => wrapLine(line, { width }));
  const calls = running.map((frame): Line => {
    const elapsed = now - (since.get(frame.frameId) ?? now);
    const { title, subject } = describeCall(announced(frame, state), { cwd, home: userHome });
    const name: Line = [
      span(own('○ '), 'textMuted'),
      span(visibleRow(title), { bold: true }),
      ...(subject === '' ? [] : [span(`  ${visibleRow(subject)}`)]),
    ];
    return spread(
      cutLine(name, width - 10),
      elapsed >= 1_000 ? lineOf(formatElapsed(elapsed), 'textMuted') : [],
      width,
    );
  });
  const last = running.at(-1);
  const output = last ? liveOutput(last, width) : [];
  const shells = (state?.tasks ?? []).filter(isRunningShell).flatMap(({ outputTail }) => tailLines(outputTail, width));
  const all = [...text, ...calls, ...output, ...shells];
  if (all.length <= rows) return all;
  if (calls.length === 0 || text.length > 0) return all.slice(-rows);
  // calls take precedence over output
  if (calls.length <= rows) return [...calls, ...[...output, ...shells].slice(calls.length - rows || Infinity)];
  return [...calls.slice(0, rows - 1), lineOf(`+${calls.length - rows + 1} more`, 'textMuted')];
}

/** Describes a call that has not started by its waiting approval, or by its arguments. */
function announced(frame: TranscriptToolFrame, state: SessionState | undefined): ToolCall {
  if (frame.display) return frame;
  const approval = state?.approvals.find(({ tool_call_id: id }) => id === frame.toolCallId);
  return approval
    ? { name: frame.name, display: approval.tool_input_display }
    : { name: frame.name, description: inputSubject(frame.input) };
}

function liveOutput({ progress }: TranscriptToolFrame, width: number): Line[] {
  return tailLines(progress?.text ?? '', width);
}

function tailLines(text: string, width: number): Line[] {
  if (text === '') return [];
  const { rows } = outputRows(text.slice(-20_000), { maxRows: outputTail });
  return rows.map(({ spans }) => cutLine([span('  '), ...spans.map(({ text: each }) => span(each, 'textDim'))], width));
}

/** Shows what runs, for how long, and how to stop it. */
function activityLines({ state, spinner, now, connection }: RegionFacts, width: number): Line[] {
  if (connection !== '' && state) {
    const text = isAnswering(state) ? `${connection}${own(' · ')}your answer waits` : connection;
    return [cutLine(lineOf(text, 'warning'), width)];
  }
  const what = state && activityOf(state, now);
  if (!what) return [];
  const left: Line = [span(spinner === '' ? '' : `${spinner} `, 'primary'), span(what, 'textDim')];
  return [spread(left, lineOf('Esc to interrupt', 'textMuted'), width)];
}

function activityOf(state: SessionState, now: number): string | undefined {
  const { phase, approvals, questions } = state;
  if (isAnswering(state)) return 'Sending your answer';
  if (approvals.length > 0) return `Waiting for approval${since(phase, now)}`;
  if (questions.length > 0) return `Waiting for an answer${since(phase, now)}`;
  switch (phase?.kind) {
    case 'retrying':
      return `Retrying ${phase.nextAttempt}/${phase.maxAttempts} in ${Math.max(0, Math.ceil((phase.since + phase.delayMs - now) / 1_000))} s`;
    case 'running':
    case 'tool_call':
      return `Working${since(phase, now, turnTokens(state))}`;
    default: {
      if (isCompacting(state)) return 'Compacting';
      if (isTurnActive(state)) return 'Working';
      const command = state.tasks.find(isRunningShell);
      return command && `Running the command${since({ since: Date.parse(command.startedAt ?? '') }, now)}`;
    }
  }
}

/** Returns whether the only thing that waits is an answer of this client, on its way to the server. */
function isAnswering({ approvals, questions }: SessionState): boolean {
  const waiting = [...approvals, ...questions];
  return waiting.length > 0 && waiting.every(({ isAnswered }) => isAnswered);
}

/** Returns the duration, and the tokens of the answer counted so far. */
function since(phase: object | undefined, now: number, tokens = 0): string {
  const from = phase && 'since' in phase ? Number(phase.since) : now;
  const elapsed = now - from;
  const facts = [
    ...(elapsed >= 1_000 ? [formatElapsed(elapsed)] : []),
    ...(tokens > 0 ? [`${formatTokens(tokens)} tokens`] : []),
  ];
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

/** Returns the output tokens of the finished steps of the running turn. */
function turnTokens({ timeline }: SessionState): number {
  const turn = timeline.items.findLast((item) => item.kind === 'turn');
  if (turn?.kind !== 'turn' || turn.state !== 'running') return 0;
  return turn.steps.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0);
}

function todoLines({ state, showsAllTodos }: RegionFacts, width: number, height: number): Line[] {
  const todos = state?.todos ?? [];
  if (todos.length === 0 || todos.every(({ status }) => status === 'done')) return [];
  const rows = showsAllTodos ? Math.floor(height / 2) : todoRows;
  const at = Math.max(
    0,
    todos.findIndex(({ status }) => status === 'in_progress'),
  );
  const first = Math.max(0, Math.min(todos.length - rows, at - 1));
  const shown = todos.slice(first, first + rows).map((todo) => cutLine(todoLine(todo), width));
  const hidden = todos.length - shown.length;
  return hidden > 0 ? [...shown, lineOf(`+${hidden} more (Ctrl-T)`, 'textMuted')] : shown;
}

function queueLines({ state, sending, held, connection }: RegionFacts, width: number): Line[] {
  const queued = state?.queue.queued ?? [];
  const outgoing = (state?.outgoing ?? []).filter(({ failure }) => failure === undefined);
  const sent = [...outgoing.map(({ content }) => typedText(content)), ...sending];
  // a server that runs a turn, or does not answer, starts it later
  const waits = state !== undefined && (state.queue.active !== null || connection !== '');
  const texts = [
    ...(state ? steeredPrompts(state) : []).map(
      ({ content = [] }) => `for the next step: ${firstLine(promptWords(content))}`,
    ),
    ...queued.map(({ content }) => `queued: ${firstLine(promptWords(content))}`),
    ...sent.map((text) => `${waits ? 'queued' : 'sending'}: ${firstLine(text)}`),
    ...held.map((text) => `queued: ${firstLine(text)}`),
  ];
  const lines = texts.slice(0, queueRows).map((text) => cutLine(lineOf(visibleRow(text), 'textDim'), width));
  if (texts.length > queueRows) lines.push(lineOf(`+${texts.length - queueRows} more`, 'textMuted'));
  if (state?.queue.isPaused && queued.length > 0)
    lines.push(lineOf('queue paused: Enter sends the next one', 'warning'));
  return lines;
}

/** Lays out the session's items in one row, and the context at the right of the next one. */
function footerLines(facts: RegionFacts, width: number): Line[] {
  const { state, cwd, userHome, git, budget, waiting, connection, tip, statusNames } = facts;
  if (!state?.isLoaded) {
    // a panel of the start implies that a server is connected
    const what = connection !== '' ? connection : facts.isAsking ? '' : own('connecting…');
    const known = [visibleRow(formatPath(cwd, userHome)), what].filter((text) => text !== '');
    return [cutLine(lineOf(known.join(own(' · ')), 'textMuted'), width)];
  }
  const known = { waiting, home: userHome, ...(git && { git }), ...(budget && { budget }), ...(tip !== '' && { tip }) };
  const items = orderedItems(statusItems(state, known), statusNames);
  const context = items.filter(({ name }) => name === 'context');
  const others = items.filter(({ name }) => name !== 'context');
  const kept = fittingItems(others, (some) => lineWidth(joined(some)) <= width);
  return [
    cutLine(facts.statusLine ?? joined(kept), width),
    spread(facts.isNormal ? lineOf('NORMAL', { token: 'primary', bold: true }) : [], joined(context), width),
  ];
}

function joined(items: readonly StatusItem[]): Line {
  return items.flatMap(({ text, tone }, at) => {
    const item = span(visibleRow(text), tone === 'plain' || tone === 'good' ? 'textDim' : tone);
    return at === 0 ? [item] : [span(own(' · '), 'textMuted'), item];
  });
}
