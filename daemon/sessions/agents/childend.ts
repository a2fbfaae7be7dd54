/** Builds the result that a caller receives when the turn of a subagent ends. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Message, TokenUsage } from '../../../schemas/generated/types.js';
import { plainText } from '../../base/text/visible.js';
import type { LiveAgent } from '../live/state.js';
import { promptText } from '../../../schemas/folds/said.js';

const noReport = '(The agent ended without a report.)';

export type ChildEnd = { usage?: TokenUsage; contextTokens?: number } & (
  { status: 'completed'; text: string; steps: number } | { status: 'failed' | 'timed_out' | 'killed'; reason: string }
);

/** `events` are the events that end the turn; they are not yet applied to the agent. */
export function endOf(agent: LiveAgent, turnId: number, events: NewEvent[], timedOut: boolean): ChildEnd {
  const ended = events.find((event) => event.type === 'turn.ended');
  if (ended?.type !== 'turn.ended') throw new Error('the events that end a turn hold its end');
  const step = events.findLast((event) => event.type === 'step.usage');
  const used = step?.type === 'step.usage' ? step.usage : undefined;
  const contextTokens = used
    ? used.inputOther + used.inputCacheRead + used.inputCacheCreation + used.output
    : agent.anchor?.tokens;
  const facts = {
    ...(ended.usage === undefined ? {} : { usage: ended.usage }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
  if (ended.reason === 'completed')
    return {
      ...facts,
      status: 'completed',
      text: reportOf(agent, turnId, events),
      steps: stepsOf(agent, turnId, events),
    };
  if (timedOut) return { ...facts, status: 'timed_out', reason: 'its time limit was reached (subagent.timeout_ms)' };
  if (ended.reason === 'cancelled')
    return {
      ...facts,
      status: 'killed',
      reason: ended.interruptReason === 'user_cancelled' ? 'the user stopped it' : 'it was stopped before it was done',
    };
  return { ...facts, status: 'failed', reason: plainText(ended.error?.message ?? 'its task was refused') };
}

/** Returns the text of the newest reply of the turn that contains text. */
function reportOf(agent: LiveAgent, turnId: number, events: NewEvent[]): string {
  for (const message of replies(agent, turnId, events)) {
    const text = promptText(message.content).trim();
    if (text !== '') return plainText(text);
  }
  return noReport;
}

function stepsOf(agent: LiveAgent, turnId: number, events: NewEvent[]): number {
  return [...replies(agent, turnId, events)].length;
}

/** Replies of the turn, newest first. */
function* replies(agent: LiveAgent, turnId: number, events: NewEvent[]): Generator<Message> {
  for (const event of events.toReversed())
    if (event.type === 'message.appended' && event.message.role === 'assistant') yield event.message;
  for (const { message } of agent.entries.toReversed()) {
    if (message.metadata?.turn_id !== turnId) return;
    if (message.role === 'assistant') yield message;
  }
}
