/** Whether a session works for the user; background work, for which the user does not wait, does not count. */
import type { TranscriptPrompt } from '../../schemas/generated/types.js';
import type { SessionState } from './state.js';

/** Number of newest items among which the marker of a running compaction is. */
const newestItems = 10;

/** Returns whether the main agent has a turn or is about to have one. */
export function isTurnActive({ session, queue, phase }: SessionState): boolean {
  if (session?.main_turn_active === true || queue.active !== null) return true;
  return phase !== undefined && phase.kind !== 'idle' && phase.kind !== 'ended' && phase.kind !== 'interrupted';
}

export function isCompacting({ session, timeline }: SessionState): boolean {
  if (session?.busy !== true) return false;
  const last = timeline.items
    .slice(-newestItems)
    .findLast((item) => item.kind === 'marker' && item.marker === 'compaction');
  return last?.kind === 'marker' && last.payload?.['phase'] === 'started';
}

/** Returns whether a turn or a compaction runs, which the user can interrupt. */
export function isWorking(state: SessionState): boolean {
  return isTurnActive(state) || isCompacting(state);
}

/** Returns the prompts sent into the running turn that wait for its next step, in order. */
export function steeredPrompts({ timeline: { items, prompts } }: SessionState): TranscriptPrompt[] {
  const turn = items.findLast((item) => item.kind === 'turn');
  if (turn?.state !== 'running') return [];
  const from = turn.steps.at(-1)?.startedAt ?? turn.startedAt ?? '';
  return [...prompts.values()].filter(({ steeredAt }) => steeredAt !== undefined && steeredAt > from);
}
