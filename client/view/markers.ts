/** Lines for the transcript's markers between turns: hooks, compaction, reminders, goals. */
import type { EventPayloads } from '../../schemas/generated/events.js';
import { oneLine } from './clean.js';
import { counted } from './format.js';

type Marked = 'hook.result' | 'compaction.completed' | 'compaction.cancelled' | 'cron.fired' | 'goal.updated';

export const markerLines: { readonly [T in Marked]: (payload: EventPayloads[T]) => string | undefined } = {
  'hook.result': ({ hookEvent, content, blocked }) =>
    `[hook] ${hookEvent}${blocked ? ' blocked' : ''}: ${oneLine(content)}`,
  'compaction.completed': ({ result: { tokensBefore, tokensAfter } }) =>
    `[compaction] ${tokensBefore} tokens of context compacted to ${tokensAfter}`,
  'compaction.cancelled': ({ reason }) => `[compaction] ended without effect (${reason})`,
  'cron.fired': ({ prompt }) => `[cron] ${oneLine(prompt)}`,
  'goal.updated': goalLine,
};

/** Returns an empty line for an event without a marker. */
export function markerLine(type: string, payload: object): string {
  const lines: Readonly<Record<string, ((payload: never) => string | undefined) | undefined>> = markerLines;
  return lines[type]?.(payload as never) ?? '';
}

/** Shows what a goal has used only at its end; a continued goal gets no line. */
function goalLine({ change }: EventPayloads['goal.updated']): string | undefined {
  if (!change || change.status === 'active') return undefined;
  // the event of its end follows, with its usage
  if (change.kind === 'lifecycle' && change.status === 'complete') return undefined;
  const { stats } = change;
  const used = stats && change.kind === 'completion' ? ` after ${counted(stats.turnsUsed, 'turn')}` : '';
  return `[goal] ${change.status ?? 'ended'}${used}${reasonOf(change.reason)}`;
}

export function reasonOf(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${oneLine(reason)}`;
}
