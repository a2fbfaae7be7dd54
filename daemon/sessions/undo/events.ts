/** Converts changes of files to events of the log. */
import type { EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Changes } from '../../checkpoints/changes.js';
import type { LiveSession } from '../live/state.js';

/** The origin of changes: the cause, and the turn, call or restoration behind them. */
export type Facts = Pick<
  EventPayloads['files.changed'],
  'cause' | 'turnId' | 'toolCallId' | 'restoreId' | 'fromTurn' | 'uncertain'
> & {
  agentId: string;
};

/** Maximum number of changes in one event. */
const chunk = 500;

/** The events for changes, split so that each event stays small. */
export function changeEvents(session: LiveSession, facts: Facts, { changes, directories }: Changes): NewEvent[] {
  const events: NewEvent[] = [];
  for (let at = 0; at === 0 || at < changes.length; at += chunk) {
    events.push({
      type: 'files.changed',
      ...facts,
      mainTurnId: mainTurn(session),
      changes: changes.slice(at, at + chunk),
      ...(at === 0 && directories !== undefined ? { directories } : {}),
    });
  }
  return events;
}

/** The number of the main agent's running or last turn. */
export function mainTurn(session: LiveSession): number {
  return session.agents.get('main')?.lastTurn ?? 0;
}
