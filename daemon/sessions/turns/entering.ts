/** Adds what began a turn to the context, also when the turn is interrupted before that. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { asideReminder, promptReminders, type ReminderFacts } from '../../agent/reminders.js';
import type { Reminder, TurnPrompt } from '../../agent/turn.js';
import type { SessionDeps } from '../deps.js';
import { promptMessage, messageContent } from '../messages/promptmessage.js';
import { iso } from '../store.js';
import { promptContent, type TurnSkills } from '../skills/skills.js';
import { restatedReminders } from '../context/restated.js';
import type { SessionHooks } from '../hooks/hooks.js';
import type { ActiveTurn, LiveAgent, LiveSession, QueuedPrompt } from '../live/state.js';
import { engineMessage, leftSteered, takeInbox, undecided } from '../prompts/arrivals.js';

type Deps = Pick<SessionDeps, 'log' | 'newId' | 'home' | 'userHome' | 'settings' | 'skills' | 'takeZoneProblem'> & {
  hooks: Pick<SessionHooks, 'takeNotes'>;
};

/** The message of the prompt, with the reminders that are due. */
export async function openingOf(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  skills: TurnSkills,
  facts: () => ReminderFacts,
  added: string[],
): Promise<TurnPrompt | undefined> {
  const { prompt, opening } = active;
  if (!prompt && !opening) return undefined;
  const reminders = [
    ...(agent.kind === 'independent' ? asideReminder(agent.id, agent.noted) : []),
    ...deps.hooks.takeNotes(session, agent),
    ...restatedReminders(session, agent),
    ...(await promptReminders(facts())),
  ];
  const records = reminders.flatMap((reminder: Reminder) => reminder.events ?? []);
  const problem = deps.takeZoneProblem();
  if (problem !== undefined)
    records.push({ type: 'warning', agentId: agent.id, message: problem, code: 'time-zone-unknown' });
  // the first step determines its reminders before these records are committed, and must not repeat them
  for (const record of records) if (record.type === 'reminder.noted') agent.noted[record.variant] = record.key ?? '';
  const texts = [...(opening?.notes ?? []), ...reminders.map((reminder: Reminder) => reminder.text), ...added];
  if (prompt) {
    const { content, events } = await promptContent(deps, session, agent, prompt, skills, messageContent(prompt));
    // the messages of the engine arrived before the prompt
    const delivered = takeInbox(deps, session, agent, active);
    const bare = bareMessage(deps, session, agent, active, prompt);
    const metadata = { ...bare.metadata, ...(texts.length > 0 ? { reminders: texts } : {}) };
    return { message: { ...bare, content, metadata }, records: [...delivered, ...records, ...events] };
  }
  if (!opening) return undefined;
  const message = engineMessage(deps, session, agent, active, { origin: active.origin, ...opening }, texts);
  active.entered = true;
  return { message, records: [...opening.records, ...records] };
}

/** Adds what an interrupted turn has not added to the context, except a prompt that hooks have yet to decide on. */
export function leftBehind(
  deps: Pick<SessionDeps, 'log' | 'newId' | 'settings'>,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  pending: readonly NewEvent[],
  isLetThrough: boolean,
): NewEvent[] {
  return [
    ...leftOpening(deps, session, agent, active, pending, isLetThrough),
    ...leftSteered(deps, session, agent, active),
  ];
}

function leftOpening(
  deps: Pick<SessionDeps, 'log' | 'newId'>,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  pending: readonly NewEvent[],
  isLetThrough: boolean,
): NewEvent[] {
  const { prompt, opening, turnId } = active;
  const where = { agentId: agent.id, turnId };
  if (prompt) {
    if (isInContext(agent, prompt.userMessageId, pending)) return [];
    if (!isLetThrough) return [undecided(agent.id)];
    return [{ type: 'message.appended', ...where, message: bareMessage(deps, session, agent, active, prompt) }];
  }
  if (!opening || active.entered) return [];
  const message = engineMessage(deps, session, agent, active, { origin: active.origin, ...opening }, []);
  return [...opening.records, { type: 'message.appended', ...where, message }];
}

function isInContext({ entries }: LiveAgent, id: string, pending: readonly NewEvent[]): boolean {
  return (
    pending.some((event) => event.type === 'message.appended' && event.message.id === id) ||
    entries.some(({ message }) => message.id === id)
  );
}

function bareMessage(
  deps: Pick<SessionDeps, 'log'>,
  session: LiveSession,
  agent: LiveAgent,
  { turnId }: ActiveTurn,
  prompt: QueuedPrompt,
): Message {
  const createdAt = iso(deps.log.tick(session.ref.key));
  return promptMessage(prompt, { sessionId: session.ref.id, agentId: agent.id, turnId, createdAt });
}
