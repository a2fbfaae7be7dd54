/** Builds the transcript of an agent from the events of its session. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { VisEvent } from '../../schemas/generated/types.js';
import { createTranscriptFold } from '../../schemas/folds/transcript-fold.js';
import type { StoredTranscript } from './source.js';

/** maximum ms of work before the page may render */
const sliceMs = 12;

/** Folds the events in slices; returns undefined when `isOver` becomes true. */
export async function transcriptOf(
  events: readonly VisEvent[],
  agentId: string,
  isOver: () => boolean,
): Promise<StoredTranscript | undefined> {
  const fold = createTranscriptFold();
  let since = performance.now();
  for (const { agent_id, seq, time, type, payload } of events) {
    if (agent_id !== agentId || !payload) continue;
    const undone = type === 'context.undone' || type === 'context.redone';
    // keeps undone turns, because they happened
    const event = { ...payload, ...(undone ? { turnIds: [] } : {}), type, agentId } as unknown as NewEvent;
    fold.take(event, { seq, time });
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (isOver()) return undefined;
    since = performance.now();
  }
  return fold.transcript;
}
