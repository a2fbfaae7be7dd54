/** How the signatures of Google's models are kept as signatures of thinking parts, so that each goes back where it came from. */
import { isRecord } from '../base/text/values.js';

/** The place of a signature in the reply. */
export type Proof =
  | { on: 'thought'; signature: string }
  /** the last `length` UTF-16 units of the text before it; 0: an empty part */
  | { on: 'text'; length: number; signature: string }
  /** call `index` of the reply; `ids`: the model gave its calls ids */
  | { on: 'call'; index: number; signature?: string; ids?: true };

export function writeProof(proof: Proof): string {
  return JSON.stringify(proof);
}

/** Undefined for what this protocol did not write. */
export function readProof(text: string | undefined): Proof | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // written by another protocol: it proves nothing here
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { on, signature, length, index, ids } = value;
  const signed = typeof signature === 'string' ? { signature } : undefined;
  if (on === 'thought' && signed) return { on, ...signed };
  if (on === 'text' && signed && typeof length === 'number') return { on, length, ...signed };
  if (on === 'call' && typeof index === 'number') return { on, index, ...signed, ...(ids === true ? { ids } : {}) };
  return undefined;
}
