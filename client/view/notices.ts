/** What happens beside the answer, as lines: retries, hooks, compaction, tasks, goals, MCP servers, warnings, errors. */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { TaskInfo } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { oneLine } from './content.js';
import { counted } from './format.js';

/** One line without its break; messages of `warning` and `error` may have further ones. */
export interface Notice {
  level: 'info' | 'warning' | 'error';
  text: string;
}

const taskEnds: Record<TaskInfo['status'], string> = {
  running: 'runs',
  completed: 'completed',
  failed: 'failed',
  timed_out: 'ran into its time limit',
  killed: 'was stopped',
  lost: 'was lost',
};

type Notices = { [T in EventFrame['type']]?: (payload: EventPayloads[T]) => string | Notice | undefined };

const notices: Notices = {
  'turn.step.retrying': ({ nextAttempt, maxAttempts, delayMs, errorMessage }) =>
    `[retry] attempt ${nextAttempt} of ${maxAttempts} in ${(delayMs / 1_000).toFixed(1)} s: ${oneLine(errorMessage)}`,
  'turn.ended': ({ reason, error }) => {
    if (reason === 'failed') return { level: 'error', text: error?.message ?? 'the turn failed' };
    if (reason === 'blocked') return { level: 'error', text: error?.message ?? 'the prompt was blocked' };
    return undefined;
  },
  error: ({ message }) => ({ level: 'error', text: message }),
  warning: ({ message }) => ({ level: 'warning', text: message }),
  // only the states that keep the tools of a server away
  'mcp.server.status': ({ server: { name, status, error } }) => {
    if (status === 'needs-auth') return `warning: MCP server ${name} needs a login`;
    if (status !== 'failed') return undefined;
    return `warning: MCP server ${name} failed: ${oneLine((error ?? 'no reason is known').replace(/\s+/g, ' '))}`;
  },
  'hook.result': ({ hookEvent, content, blocked }) =>
    `[hook] ${hookEvent}${blocked ? ' blocked' : ''}: ${oneLine(content)}`,
  'compaction.completed': ({ result: { tokensBefore, tokensAfter } }) =>
    `[compaction] ${tokensBefore} tokens of context compacted to ${tokensAfter}`,
  'compaction.cancelled': ({ reason }) => `[compaction] ended without effect (${reason})`,
  'task.started': ({ info }) => `[task] ${info.taskId} started: ${oneLine(info.description)}`,
  'task.terminated': ({ info }) => {
    const code = info.kind === 'process' && info.exitCode !== null ? ` (exit code ${info.exitCode})` : '';
    return `[task] ${info.taskId} ${taskEnds[info.status]}${code}${reasonOf(info.stopReason)}`;
  },
  'cron.fired': ({ prompt }) => `[cron] ${oneLine(prompt)}`,
  'goal.updated': goalLine,
  'event.session.archived': () => '[session] archived',
  'event.session.deleted': () => '[session] deleted',
};

/** Undefined for an event that is not worth a line. */
export function noticeOf({ type, payload }: Pick<EventFrame, 'type' | 'payload'>): Notice | undefined {
  const notice = (notices[type] as ((payload: object) => string | Notice | undefined) | undefined)?.(payload);
  return typeof notice === 'string' ? { level: 'info', text: notice } : notice;
}

/** What a goal has used up is said at its end only; that it continues is no news. */
function goalLine({ change }: EventPayloads['goal.updated']): string | undefined {
  if (!change || change.status === 'active') return undefined;
  // its end follows, with what it took
  if (change.kind === 'lifecycle' && change.status === 'complete') return undefined;
  const { stats } = change;
  const used = stats && change.kind === 'completion' ? ` after ${counted(stats.turnsUsed, 'turn')}` : '';
  return `[goal] ${change.status ?? 'ended'}${used}${reasonOf(change.reason)}`;
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${oneLine(reason)}`;
}
