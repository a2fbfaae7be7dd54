/** The lines about what happens beside the conversation: hooks, compaction, background tasks, the goal (cli.md 4.2, stderr). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { TaskInfo } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { oneLine } from './plain-text.js';

const taskEnds: Record<TaskInfo['status'], string> = {
  running: 'runs',
  completed: 'completed',
  failed: 'failed',
  timed_out: 'ran into its time limit',
  killed: 'was stopped',
  lost: 'was lost',
};

/** One line without its break; undefined for what is not worth one. */
export function workLine(frame: EventFrame): string | undefined {
  switch (frame.type) {
    case 'hook.result':
      return hookLine(frame.payload);
    case 'compaction.completed': {
      const { tokensBefore, tokensAfter } = frame.payload.result;
      return `[compaction] ${tokensBefore} tokens of context compacted to ${tokensAfter}`;
    }
    case 'compaction.cancelled':
      return `[compaction] ended without effect (${frame.payload.reason})`;
    case 'task.started':
      return `[task] ${frame.payload.info.taskId} started: ${oneLine(frame.payload.info.description)}`;
    case 'task.terminated':
      return taskEnd(frame.payload.info);
    case 'cron.fired':
      return `[cron] ${oneLine(frame.payload.prompt)}`;
    case 'goal.updated':
      return goalLine(frame.payload);
    case 'event.session.archived':
      return '[session] archived';
    case 'event.session.deleted':
      return '[session] deleted';
    default:
      return undefined;
  }
}

function hookLine({ hookEvent, content, blocked }: EventPayloads['hook.result']): string {
  return `[hook] ${hookEvent}${blocked ? ' blocked' : ''}: ${oneLine(content)}`;
}

function taskEnd(info: TaskInfo): string {
  const code = info.kind === 'process' && info.exitCode !== null ? ` (exit code ${info.exitCode})` : '';
  const reason = info.stopReason === undefined ? '' : `: ${oneLine(info.stopReason)}`;
  return `[task] ${info.taskId} ${taskEnds[info.status]}${code}${reason}`;
}

/** A goal's usage appears at its end only; that it continues is no news. */
function goalLine({ change }: EventPayloads['goal.updated']): string | undefined {
  if (!change || change.status === 'active') return undefined;
  // its end follows, with what it took
  if (change.kind === 'lifecycle' && change.status === 'complete') return undefined;
  const reason = change.reason === undefined ? '' : `: ${oneLine(change.reason)}`;
  const { stats } = change;
  const used =
    stats && change.kind === 'completion'
      ? ` after ${stats.turnsUsed} ${stats.turnsUsed === 1 ? 'turn' : 'turns'}`
      : '';
  return `[goal] ${change.status ?? 'ended'}${used}${reason}`;
}
