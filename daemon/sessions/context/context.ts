/** Changes to the context of an agent that are not new messages. */
import type { EventPayload } from '../../../schemas/generated/events.js';
import { gaugeOf } from '../../agent/fill.js';
import type { LiveAgent } from '../live/state.js';

/** Counts the context again after it was replaced. */
export function recount(agent: LiveAgent): void {
  agent.gauge = gaugeOf(agent.entries, agent.anchor?.messageId, agent.gauge);
}

/** Removes a cut-off answer before the turn is retried: else its text would appear twice (engine.md 2.7). */
export function dropCutOff(agent: LiveAgent): void {
  if (!agent.entries.at(-1)?.message.metadata?.partial) return;
  agent.entries.pop();
  recount(agent);
}

/** Puts what a compaction kept, with its summary, in place of the context. */
export function applyCompacted(agent: LiveAgent, event: Extract<EventPayload, { type: 'context.compacted' }>): void {
  const { messages, messageId, tokens, skills } = event;
  const summary = agent.entries.findLast(({ message }) => message.id === messageId);
  agent.entries = [...messages.map((message) => ({ message })), ...(summary ? [summary] : [])];
  agent.anchor = { messageId, tokens };
  agent.gauge = { ...gaugeOf(agent.entries, messageId, agent.gauge), last: { left: tokens, replies: 0 } };
  // old reminders are gone with the context, and the prompt is rendered again
  agent.noted = {};
  agent.recall = 'compaction';
  agent.earlierSkills = skills ?? [];
  delete agent.rendered;
}
