/** What a working agent has streamed so far, as the events that a client has received that listened from the start. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

/** Events of the open step: deltas with their offsets, and the latest progress of its calls. */
export function streamedEvents(agent: LiveAgent): { event: NewEvent; offset?: number }[] {
  const now = agent.inflight;
  if (!now || now.step === 0) return [];
  const { turnId, step } = now;
  const texts = { assistant: now.assistantText, thinking: now.thinkingText };
  const events: { event: NewEvent; offset?: number }[] = [];
  now.blocks.forEach((block, index) => {
    // the log has the complete message
    if (now.written) return;
    if (block.kind === 'call') {
      const call = now.calls.get(block.toolCallId);
      if (!call) return;
      const { toolCallId } = block;
      const { name, argumentsText: argumentsPart } = call;
      const event = {
        type: 'tool.call.delta',
        agentId: agent.id,
        turnId,
        step,
        toolCallId,
        name,
        argumentsPart,
      } as const;
      events.push({ event, offset: 0 });
      return;
    }
    const next = now.blocks.slice(index + 1).find((each) => each.kind === block.kind);
    const delta = texts[block.kind].slice(block.from, next?.kind === block.kind ? next.from : undefined);
    events.push({ event: { type: `${block.kind}.delta`, agentId: agent.id, turnId, step, delta }, offset: block.from });
  });
  for (const { toolCallId, progress: update } of now.running.values())
    if (update) events.push({ event: { type: 'tool.progress', agentId: agent.id, turnId, toolCallId, update } });
  return events;
}

/** The end of the output that clients have received of running tasks and commands, by task id. */
export function shownOutputs(session: LiveSession): Map<string, string> {
  return new Map([
    ...[...session.tasks].map(([taskId, { feed }]) => [taskId, feed.sent()] as const),
    ...[...session.shells.values()].map(({ taskId, shown }) => [taskId, shown] as const),
  ]);
}

/** Marks an accepted prompt as running; storage does so only when its turn begins. */
export function runAccepted({ prompts }: Transcript, promptId: string | undefined): void {
  const prompt = prompts.get(promptId ?? '');
  if (prompt?.status === 'queued') prompts.set(prompt.promptId, { ...prompt, status: 'running' });
}
