/** Keeps the long-lived fold of a loaded session small: of the past it needs only what may still change. */
import type { EventType } from '../../../schemas/generated/events.js';
import type { TranscriptFold } from '../../../schemas/folds/transcript-fold.js';

/** The notice of a task's end comes within this time of it, milliseconds. */
const afterwardsMs = 60_000;

export function dropSettled({ transcript }: TranscriptFold, { type, time }: { type: EventType; time: number }): void {
  if (type !== 'turn.started' && type !== 'turn.ended' && type !== 'turn.step.started') return;
  const last = transcript.items.findLast((item) => item.kind === 'turn');
  const open = last?.state === 'running' ? last : undefined;
  transcript.items = open ? [{ ...open, steps: open.steps.slice(-1) }] : [];
  if (!open) transcript.attachments.clear();
  for (const [id, { endedAt }] of transcript.tasks)
    if (endedAt !== undefined && Date.parse(endedAt) < time - afterwardsMs) transcript.tasks.delete(id);
  for (const [id, { state }] of transcript.interactions) if (state !== 'pending') transcript.interactions.delete(id);
  for (const [id, { status }] of transcript.prompts)
    if (status !== 'queued' && status !== 'running') transcript.prompts.delete(id);
}
