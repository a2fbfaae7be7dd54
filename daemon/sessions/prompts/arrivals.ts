/** Messages that enter a running turn: steered by the user, or from the engine (engine.md 2.6). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { taggedText } from '../../agent/hooks/answer.js';
import type { Hooks } from '../../agent/hooks/hooks.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import { calledTexts, promptOrigin } from '../skills/skills.js';
import type { ActiveTurn, Delivery, LiveAgent, LiveSession, SteeredPrompts } from '../live/state.js';
import { promptText } from '../../../schemas/folds/said.js';

type Deps = Pick<SessionDeps, 'log' | 'newId'>;
type SteerDeps = Deps & Pick<SessionDeps, 'home' | 'userHome' | 'settings' | 'skills'>;

/** Takes the new messages since the last step: first those that the user steered into the turn, then the engine's. */
export async function takeArrivals(
  deps: SteerDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  hooks: Hooks,
): Promise<NewEvent[]> {
  const all: Steered = [];
  const kept: Steered = [];
  const reminders: string[] = [];
  const events: NewEvent[] = [];
  const called: Message['content'] = [];
  try {
    // more may arrive while hooks examine a message, or while the text of a skill is read
    while (agent.steered.length > 0) {
      const taken = agent.steered.splice(0);
      all.push(...taken);
      const passed = await letThrough(agent, active, taken, hooks);
      const skills = passed.kept.flatMap((each) => each.skills);
      const texts = await calledTexts(deps, session, agent, skills);
      kept.push(...passed.kept);
      reminders.push(...passed.reminders);
      called.push(...texts.content);
      events.push(...passed.events, ...texts.events);
    }
  } catch (error) {
    // puts the messages back, since the turn was interrupted here
    agent.steered.unshift(...all);
    throw error;
  }
  const entered = enterSteered(deps, session, agent, active, all, kept, reminders, called);
  return [...events, ...entered, ...takeInbox(deps, session, agent, active)];
}

/** Events that append all kept messages as one, and remove the messages of the others for good. */
function enterSteered(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  all: Steered,
  kept: Steered,
  reminders: string[],
  called: Message['content'],
): NewEvent[] {
  const where = { agentId: agent.id, turnId: active.turnId };
  const messageIds = all.filter((each) => each !== kept[0]).map(({ messageId }) => messageId);
  const events: NewEvent[] = messageIds.length === 0 ? [] : [{ type: 'steer.taken', ...where, messageIds }];
  if (kept.length === 0) return events;
  const message = steeredMessage(deps, session, agent, active, kept, reminders);
  message.content.unshift(...called);
  return [...events, { type: 'message.appended', ...where, message }];
}

/** Events for steered messages of an interrupted turn; leaves them out where hooks would have to decide about them. */
export function leftSteered(
  deps: Deps & Pick<SessionDeps, 'settings'>,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
): NewEvent[] {
  const left = agent.steered.splice(0);
  const where = { agentId: agent.id, turnId: active.turnId };
  if (left.length === 0) return [];
  if (deps.settings().hooks.get('UserPromptSubmit') !== undefined) {
    const messageIds = left.map(({ messageId }) => messageId);
    return [...left.map(() => undecided(agent.id)), { type: 'steer.taken', ...where, messageIds }];
  }
  return enterSteered(deps, session, agent, active, left, left, [], []);
}

/** Takes the messages of the engine; merges ends of tasks that arrived together into one message. */
export function takeInbox(deps: Deps, session: LiveSession, agent: LiveAgent, active: ActiveTurn): NewEvent[] {
  const where = { agentId: agent.id, turnId: active.turnId };
  const waiting = agent.inbox.splice(0);
  const ends = waiting.filter(({ taskId }) => taskId !== undefined);
  const [first] = ends;
  const merged: Delivery[] = first
    ? [
        {
          ...first,
          content: ends.flatMap(({ content }) => content),
          records: ends.flatMap(({ records }) => records),
          whenRunning: ends.flatMap(({ whenRunning }) => whenRunning),
        },
      ]
    : [];
  return [...merged, ...waiting.filter(({ taskId }) => taskId === undefined)].flatMap((delivery): NewEvent[] => [
    ...delivery.records,
    ...delivery.whenRunning,
    { type: 'message.appended', ...where, message: engineMessage(deps, session, agent, active, delivery, []) },
  ]);
}

type Steered = LiveAgent['steered'];

/** Merges prompts into one; of a metadata key that several prompts set, the last value counts. */
export function steeredTogether(prompts: readonly SteeredPrompts[]): SteeredPrompts {
  const metadata = prompts.flatMap((prompt) => Object.entries(prompt.metadata ?? {}));
  return {
    content: prompts.flatMap(({ content }) => content),
    skills: prompts.flatMap(({ skills }) => skills),
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
  };
}

/** The messages that hooks do not refuse, and what hooks add to them. */
async function letThrough(
  agent: LiveAgent,
  active: ActiveTurn,
  steered: Steered,
  hooks: Hooks,
): Promise<{ kept: Steered; reminders: string[]; events: NewEvent[] }> {
  if (!hooks.has('UserPromptSubmit')) return { kept: steered, reminders: [], events: [] };
  const { signal } = active.controller;
  const kept: Steered = [];
  const reminders: string[] = [];
  const events: NewEvent[] = [];
  for (const each of steered) {
    const fields = { prompt: promptText(each.content), prompt_id: each.promptIds[0] ?? '', is_steer: true };
    const outcome = await hooks.run('UserPromptSubmit', undefined, fields, signal);
    events.push(...outcome.events);
    if (signal.aborted) events.push(undecided(agent.id));
    else if (outcome.blocked === undefined) kept.push(each);
    if (outcome.added !== undefined) reminders.push(taggedText('UserPromptSubmit', outcome.added));
  }
  return { kept, reminders, events };
}

/** The warning for a prompt that stays out of the context because its hooks have not decided. */
export function undecided(agentId: string): Extract<NewEvent, { type: 'warning' }> {
  return {
    type: 'warning',
    agentId,
    message: 'A prompt was left out: the turn was stopped before its hooks had decided.',
    code: 'hook-undecided',
  };
}

/** All that was steered since the last step, as one user message with separate parts. */
function steeredMessage(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  steered: Steered,
  reminders: string[],
): Message {
  const { content, skills, metadata } = steeredTogether(steered);
  return {
    id: steered[0]?.messageId ?? '',
    session_id: session.ref.id,
    role: 'user',
    created_at: iso(deps.log.tick(session.ref.key)),
    content: content.map((part) => (part.type === 'mention' ? { type: 'text', text: promptText([part]) } : part)),
    ...(active.prompt === undefined ? {} : { prompt_id: active.prompt.promptId }),
    metadata: {
      origin: promptOrigin({ skills, slash: false }),
      agent_id: agent.id,
      turn_id: active.turnId,
      ...(reminders.length > 0 ? { reminders } : {}),
      client: metadata,
    },
  };
}

/** A message that the engine adds to the context in the role of the user. */
export function engineMessage(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  { origin, content, metadata }: Pick<Delivery, 'origin' | 'content' | 'metadata'>,
  reminders: string[],
): Message {
  return {
    id: deps.newId('msg'),
    session_id: session.ref.id,
    role: 'user',
    content,
    created_at: iso(deps.log.tick(session.ref.key)),
    ...(active.prompt === undefined ? {} : { prompt_id: active.prompt.promptId }),
    metadata: {
      origin,
      agent_id: agent.id,
      turn_id: active.turnId,
      ...(reminders.length > 0 ? { reminders } : {}),
      ...metadata,
    },
  };
}
