/** The newest batches of operations of one agent: consecutive numbers, bounded in number and size. */
import type { TranscriptBatch, TranscriptOp } from '../../../schemas/generated/types.js';
import { jsonSize } from '../../base/text/pieces.js';

const maxBatches = 2_000;
/** chars of JSON, roughly */
const maxSize = 8 * 1024 * 1024;

export interface Batches {
  /** the number it got */
  add(ops: TranscriptOp[]): number;
  /** number of the newest one, or of what was before the first one */
  latest(): number;
  /** those after a number; undefined: some of them are gone, or never were */
  since(seq: number): TranscriptBatch[] | undefined;
}

/** The first one gets the number after `latest`. */
export function createBatches(latest: number): Batches {
  const batches: (TranscriptBatch & { size: number })[] = [];
  let size = 0;
  return {
    add(ops) {
      latest += 1;
      const batch = { seq: latest, ops, size: jsonSize(ops) };
      batches.push(batch);
      size += batch.size;
      while (batches.length > maxBatches || size > maxSize) size -= batches.shift()?.size ?? 0;
      return latest;
    },
    latest: () => latest,
    since(seq) {
      const from = latest - batches.length;
      if (seq < from || seq > latest) return undefined;
      return batches.slice(seq - from).map(({ seq: number, ops }) => ({ seq: number, ops }));
    },
  };
}
