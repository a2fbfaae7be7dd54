/** Entries of a timeline as the operations that make them. */
import type { TranscriptItem, TranscriptOp } from '../generated/types.js';
import { putFrame, stepHeader } from './transcript-state.js';

/** An item before a turn names that turn, so that a client can insert it even when it has the turn already. */
export function itemOps(items: readonly TranscriptItem[]): TranscriptOp[] {
  return items.flatMap((item, index): TranscriptOp[] => {
    if (item.kind !== 'turn') {
      const next = items.slice(index).find((each) => each.kind === 'turn');
      const beforeTurn = next?.kind === 'turn' ? next.ordinal : undefined;
      return item.kind === 'marker'
        ? [{ op: 'marker.upsert', item, beforeTurn }]
        : [{ op: 'taskref.upsert', item, beforeTurn }];
    }
    const { steps, ...turn } = item;
    return [
      { op: 'turn.upsert', turn },
      ...steps.flatMap((step): TranscriptOp[] => [
        { op: 'step.upsert', turnId: item.turnId, step: stepHeader(step) },
        ...step.frames.map((frame) => putFrame(step.stepId, frame)),
      ]),
    ];
  });
}
