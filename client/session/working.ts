/** Whether a session is at work for the user, as opposed to work in the background, for which the user does not wait. */
import type { TranscriptPrompt } from '../../schemas/generated/types.js';
import type { SessionState } from './state.js';

/** A marker of a compaction that runs is among the newest items. */
const looksAt = 10;

/** Whether the main agent has a turn, or is about to have one. */
export function isTurnActive({ session, queue, phase }: SessionState): boolean {
  if (session?.main_turn_active === true || queue.active !== null) return true;
  return phase !== undefined && phase.kind !== 'idle' && phase.kind !== 'ended' && phase.kind !== 'interrupted';
}

export function isCompacting({ session, timeline }: SessionState): boolean {
  if (session?.busy !== true) return false;
  const last = timeline.items
    .slice(-looksAt)
    .findLast((item) => item.kind === 'marker' && item.marker === 'compaction');
  return last?.kind === 'marker' && last.payload?.['phase'] === 'started';
}

/** A turn or a compaction runs: it can be interrupted. */
export function isWorking(state: SessionState): boolean {
  return isTurnActive(state) || isCompacting(state);
}

/** Prompts that were sent into the running turn and wait for its next step, in their order. */
export function steeredPrompts({ timeline: { items, prompts } }: SessionState): TranscriptPrompt[] {
  const turn = items.findLast((item) => item.kind === 'turn');
  if (turn?.state !== 'running') return [];
  const from = turn.steps.at(-1)?.startedAt ?? turn.startedAt ?? '';
  return [...prompts.values()].filter(({ steeredAt }) => steeredAt !== undefined && steeredAt > from);
}
