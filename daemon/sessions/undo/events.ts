/** Changes of files as events of the log. */
import type { EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Changes } from '../../checkpoints/changes.js';
import type { LiveSession } from '../live/state.js';

/** Who made changes, and when. */
export type Facts = Pick<
  EventPayloads['files.changed'],
  'cause' | 'turnId' | 'toolCallId' | 'restoreId' | 'fromTurn' | 'uncertain'
> & {
  agentId: string;
};

/** Changes in one event. */
const chunk = 500;

/** Records of changes, in pieces that stay small. */
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

/** The turn of the main agent that is under way, or was the last. */
export function mainTurn(session: LiveSession): number {
  return session.agents.get('main')?.lastTurn ?? 0;
}
