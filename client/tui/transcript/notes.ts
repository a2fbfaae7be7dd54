/** Lines for other events: decisions of the user, tasks, compaction, undo, goals, hooks (tui.md 3.3). */
import type {
  TranscriptInteraction,
  TranscriptItem,
  TranscriptMarker,
  TranscriptStep,
  TranscriptTask,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import type { SessionState } from '../../session/state.js';
import { visibleRow } from '../../view/clean.js';
import { callSubject } from '../../view/displays.js';
import { counted, formatDuration, formatTokens, type Places } from '../../view/format.js';
import { outputRows } from '../../view/output.js';
import { lastRows, textLines, type CallLayout } from '../text/calls.js';
import { lineOf, span, type Line } from '../text/line.js';
import type { Token } from '../text/theme.js';
import { own } from '../../view/glyphs.js';

const decidedBy: Readonly<Record<string, string>> = { policy: ' (by mode)', timeout: ' (expired)' };
/** Maximum rows of a task's final output. */
const taskRows = 3;

/** `isHere`: this client decided. */
export function interactionLines(
  interaction: TranscriptInteraction | undefined,
  isHere: boolean,
  places: Places,
): Line[] {
  if (!interaction) return [];
  if (interaction.interactionKind === 'question') return answerLines(interaction, isHere);
  const { request, response, state } = interaction;
  if (!request || state === 'pending') return [];
  const by = response?.by ?? 'client';
  const where = decidedBy[by] ?? (isHere || by !== 'client' ? '' : ' (elsewhere)');
  const { toolName: name, display } = request;
  const call = `${name} ${callSubject({ name, display }, places)}`.trim();
  if (response?.decision === 'approved') {
    const rule = response.scope === 'session' && request.scopeRule !== undefined ? request.scopeRule : undefined;
    const what = rule === undefined ? `Approved: ${call}` : `Approved for this session: ${rule}`;
    const taken = response.accepted?.length ?? 0;
    const amended =
      response.amended === undefined
        ? ''
        : response.amended === 'hunks'
          ? `, ${taken} of ${taken + (response.rejected?.length ?? 0)} hunks`
          : ', edited';
    return row(`${what}${amended}${where}`, 'success');
  }
  const feedback = response?.feedback === undefined ? '' : `: ${response.feedback}`;
  return row(`Rejected: ${call}${feedback}${where}`, 'warning');
}

function answerLines(interaction: TranscriptInteraction & { interactionKind: 'question' }, isHere: boolean): Line[] {
  const { request, response, state } = interaction;
  const where = isHere ? '' : ' (elsewhere)';
  if (state !== 'answered' || !response) return row(`Dismissed${state === 'cancelled' ? '' : where}`, 'textDim');
  return Object.entries(response.answers).flatMap(([id, answer]) => {
    const item = request?.questions.find((each) => each.id === id || each.question === id);
    return row(`Answered: ${item?.header ?? item?.question ?? id} ${own('→')} ${answer}${where}`, 'success');
  });
}

export function taskStartLine({ taskId, description }: TranscriptTask): Line {
  return lineOf(`Task ${taskId} started: ${visibleRow(description ?? '')}`, 'textDim');
}

export function taskEndLines(task: TranscriptTask): Line[] {
  const { taskId, state, kind, description, resultSummary, outputTail, error, detached } = task;
  // for a command this is the exit code
  const exit = kind === 'shell' && error !== undefined ? ` (${error})` : '';
  const result = (resultSummary ?? (exit === '' && error !== undefined ? error : outputTail)).trimEnd();
  const rows = outputRows(result === '' ? '' : result.split('\n').slice(-taskRows).join('\n')).rows;
  const below = rows.map(({ spans }): Line => [{ text: '  ' }, ...spans.map(({ text }) => ({ text }))]);
  const name = kind === 'subagent' ? `Agent ${taskId}` : `Task ${taskId}`;
  if (!detached && kind !== 'subagent') return [];
  return [
    ...row(`${name} ${state}${exit}: ${description ?? ''}`, state === 'completed' ? 'textDim' : 'warning'),
    ...below,
  ];
}

export function redoLine(marker: TranscriptMarker): Line {
  return lineOf(`Redid ${counted(Number(marker.payload?.['count'] ?? 1), 'prompt')}.`, 'textDim');
}

export function retryLine({ nextAttempt, maxAttempts, errorMessage }: NonNullable<TranscriptStep['retry']>): Line {
  const reason = visibleRow(errorMessage.split('\n', 1)[0] ?? '').replace(/\.$/, '');
  return lineOf(`Retrying (${nextAttempt}/${maxAttempts}): ${reason}. The text above is said again.`, 'warning');
}

/** Returns a function with the row for the last completed todo; todos completed before its first call have none. */
export function createTodosEnd(): (todos: SessionState['todos']) => Line[] {
  let wereDone = true;
  return (todos) => {
    const { length } = todos;
    const areDone = todos.every(({ status }) => status === 'done');
    const hasEnded = areDone && !wereDone && length > 0;
    wereDone = areDone;
    return hasEnded ? row(`Todos: ${length} of ${length} done`, 'success') : [];
  };
}

type MarkerRule = (payload: Readonly<Record<string, unknown>>) => Line[];

const markers: Readonly<Record<string, MarkerRule | undefined>> = {
  compaction(payload) {
    const result = (payload['result'] ?? payload) as { tokensBefore?: number; tokensAfter?: number };
    switch (payload['phase']) {
      case 'completed':
        return row(
          `Context compacted: ${formatTokens(result.tokensBefore ?? 0)} ${own('→')} ${formatTokens(result.tokensAfter ?? 0)} tokens`,
          'textDim',
        );
      case 'cancelled':
        return row('Compaction ended without effect.', 'warning');
      default:
        // it runs, or the turn waits for it: the activity row shows that
        return [];
    }
  },
  undo: ({ count }) => row(`Undid ${counted(Number(count ?? 1), 'prompt')}.`, 'textDim'),
  goal({ snapshot, change }) {
    const status = field(change, 'status') ?? field(snapshot, 'status');
    const reason = field(change, 'reason') ?? field(snapshot, 'terminalReason');
    if (status === undefined) return row('Goal removed.', 'textDim');
    const isOver = status === 'complete' || status === 'blocked';
    const used = isOver
      ? goalSpent(field(change, 'status') === undefined ? snapshot : (statsOf(change) ?? snapshot))
      : '';
    return row(`Goal ${status}${reason === undefined ? '' : `: ${reason}`}${used}`, 'textDim');
  },
  'plan.enter': () => row('Plan mode on.', 'textDim'),
  'plan.exit': () => row('Plan mode off.', 'textDim'),
  skill: (payload) => row(`Skill ${text(payload['skillName'])} loaded.`, 'textDim'),
  'cron.fired': ({ prompt }) => row(`Schedule: ${text(prompt)}`, 'textDim'),
  hook: ({ hookEvent, content, blocked }) =>
    row(
      `Hook ${text(hookEvent)}${blocked === true ? ' blocked' : ''}: ${text(content)}`,
      blocked === true ? 'warning' : 'textDim',
    ),
  notice: ({ level, message }) =>
    textLines(text(message), level === 'error' ? 'error' : level === 'warning' ? 'warning' : 'textDim'),
};

/** Markers without a row: the end of a turn shows an interruption, the review shows a plan's revision. */
const withoutRow = new Set(['interruption', 'plan.revision', 'clear']);

export function markerLines({ marker, payload }: TranscriptMarker): Line[] {
  if (withoutRow.has(marker)) return [];
  const rule = Object.hasOwn(markers, marker) ? markers[marker] : undefined;
  // a newer server may send markers that this client does not know
  return rule ? rule(payload ?? {}) : row(marker, 'textDim');
}

/** Returns the error code of the preceding failed turn, whose end already shows the message. */
export function repeatedError(marker: TranscriptMarker, items: readonly TranscriptItem[]): string | undefined {
  const { event, message, code } = marker.payload ?? {};
  if (event !== 'error') return undefined;
  const before = items[items.indexOf(marker) - 1];
  return before?.kind === 'turn' && before.state === 'failed' && before.error === message ? text(code) : undefined;
}

const setUp = 'Set up models with /login or /provider, then /retry.';
const another = 'Choose another model with /model, then /retry.';
const again = 'Try again with /retry.';
/** What the user can do about a failed turn; messages about limits name their settings themselves. */
const remedies: Readonly<Record<string, string | undefined>> = {
  'auth.provisioning_required': setUp,
  'auth.token_missing': setUp,
  'auth.token_unauthorized': setUp,
  'auth.model_not_resolved': another,
  'provider.quota': another,
  'context.overflow': another,
  'provider.filtered': undefined,
  'budget.exceeded': undefined,
  'loop.no_result': undefined,
};

export function remedyLines(code: string): Line[] {
  const words = Object.hasOwn(remedies, code) ? remedies[code] : again;
  return words === undefined ? [] : row(words, 'textDim');
}

/** Returns the skills called in a turn's prompt, which follow the turn in the timeline. */
export function skillsWith(turn: TranscriptTurn, items: readonly TranscriptItem[]): TranscriptMarker[] {
  const at = items.indexOf(turn);
  const skills: TranscriptMarker[] = [];
  for (const item of items.slice(at + 1)) {
    if (item.kind !== 'marker' || item.marker !== 'skill' || item.payload?.['trigger'] !== 'user-slash') break;
    skills.push(item);
  }
  return skills;
}

function row(text: string, token: Token): Line[] {
  return [lineOf(visibleRow(text), token)];
}

function field(value: unknown, name: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function statsOf(change: unknown): unknown {
  return (change as { stats?: unknown } | undefined)?.stats;
}

/** Returns what a goal used: ` (2 turns, 12k tokens, 3 min)`. */
function goalSpent(facts: unknown): string {
  const { turnsUsed, tokensUsed, wallClockMs } = (facts ?? {}) as Partial<Record<string, number>>;
  const parts = [
    ...(turnsUsed === undefined ? [] : [counted(turnsUsed, 'turn')]),
    ...(tokensUsed === undefined ? [] : [`${formatTokens(tokensUsed)} tokens`]),
    ...(wallClockMs === undefined ? [] : [formatDuration(wallClockMs)]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether the user typed the command after `!`; no agent runs it, and it is not in the background. */
export function isShellCommand({ kind, detached }: TranscriptTask): boolean {
  return kind === 'shell' && !detached;
}

export function isRunningShell(task: TranscriptTask): boolean {
  return task.state === 'running' && isShellCommand(task);
}

export function shellLines({ description = '' }: TranscriptTask, isHere: boolean): Line[] {
  return marked('$ ', description, isHere ? '' : ' (elsewhere)', 'shellMode');
}

export function shellOutput(task: TranscriptTask, layout: Pick<CallLayout, 'width' | 'toolLines' | 'more'>): Line[] {
  const { outputTail, state, stateReason, error } = task;
  const ending = state === 'completed' ? [] : [lineOf(`  ${visibleRow(error ?? stateReason ?? state)}`, 'error')];
  return [...lastRows(outputRows(outputTail).rows, layout), ...ending];
}

/** Returns a prompt as it was typed. */
export function quoted(text: string, note = ''): Line[] {
  return marked('> ', text, note, 'roleUser');
}

/** Marks the first row, and indents the others. */
function marked(mark: string, text: string, note: string, token: Token): Line[] {
  return text
    .split('\n')
    .map((row, at, all) => [
      span((at === 0 ? mark : '  ') + visibleRow(row), { token, bold: true }),
      ...(at === all.length - 1 && note !== '' ? [span(note, 'textMuted')] : []),
    ]);
}

/** Refusals that a slash command can resolve; the server's messages name commands of the command line. */
const commandRemedies: Readonly<Record<string, string>> = {
  AUTH_PROVISIONING_REQUIRED: 'No model provider is configured: see /login and /provider',
  AUTH_TOKEN_MISSING: 'You are not logged in: see /login and /provider',
  AUTH_TOKEN_UNAUTHORIZED: 'The provider refused the credentials: see /login and /provider',
  AUTH_MODEL_NOT_RESOLVED: 'The model is not configured: see /model and /provider',
};

/** Describes why a prompt was refused, with the commands that help. */
export function refusalText({ name, message }: { name: string; message: string }): string {
  return commandRemedies[name] ?? message;
}

/** The stages of a task; `background` is announced also for a task that moves there. */
export type TaskStage = TranscriptTask['state'] | 'background';

export function stageOf({ state, detached }: TranscriptTask): TaskStage {
  return state === 'running' && detached ? 'background' : state;
}
