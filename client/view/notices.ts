/** Lines for what happens besides the answer: retries, tasks, MCP servers, warnings, errors, and markers. */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { TaskInfo } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { oneLine } from './clean.js';
import { markerLines, reasonOf } from './markers.js';

/** One line without its line break; messages of `warning` and `error` may have more lines. */
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
  ...markerLines,
  'turn.step.retrying': ({ nextAttempt, maxAttempts, delayMs, errorMessage }) =>
    `[retry] attempt ${nextAttempt} of ${maxAttempts} in ${(delayMs / 1_000).toFixed(1)} s: ${oneLine(errorMessage)}`,
  'turn.ended': ({ reason, error }) => {
    if (reason === 'failed') return { level: 'error', text: error?.message ?? 'the turn failed' };
    if (reason === 'blocked') return { level: 'error', text: error?.message ?? 'the prompt was blocked' };
    return undefined;
  },
  error: ({ message }) => ({ level: 'error', text: message }),
  warning: ({ message }) => ({ level: 'warning', text: message }),
  // only states in which the tools of a server are unavailable
  'mcp.server.status': ({ server: { name, status, error } }) => {
    if (status === 'needs-auth') return `warning: MCP server ${name} needs a login`;
    if (status !== 'failed') return undefined;
    return `warning: MCP server ${name} failed: ${oneLine((error ?? 'no reason is known').replace(/\s+/g, ' '))}`;
  },
  'task.started': ({ info }) => `[task] ${info.taskId} started: ${oneLine(info.description)}`,
  'task.terminated': ({ info }) => {
    const code = info.kind === 'process' && info.exitCode !== null ? ` (exit code ${info.exitCode})` : '';
    return `[task] ${info.taskId} ${taskEnds[info.status]}${code}${reasonOf(info.stopReason)}`;
  },
  'event.session.archived': () => '[session] archived',
  'event.session.deleted': () => '[session] deleted',
};

/** Returns undefined for an event that needs no line. */
export function noticeOf({ type, payload }: Pick<EventFrame, 'type' | 'payload'>): Notice | undefined {
  const notice = (notices[type] as ((payload: object) => string | Notice | undefined) | undefined)?.(payload);
  return typeof notice === 'string' ? { level: 'info', text: notice } : notice;
}
