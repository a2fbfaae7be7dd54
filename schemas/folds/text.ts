/** Putting a streamed text together from deltas that may repeat, overlap or be missing (ws.md 9.2). */

export interface TextDelta {
  /** chars of the stream sent before this delta; absent: append */
  offset?: number;
  delta: string;
  /** the whole text so far, sent after a reconnect */
  recovered?: boolean;
}

/** `buffer` is the text afterwards; `added` what a reader who shows text as it comes must show now. */
export type Aligned =
  | { kind: 'append' | 'duplicate'; buffer: string; added: string }
  /** what was shown so far was something else */
  | { kind: 'replace'; buffer: string; added: string }
  /** show nothing further of this stream until it is healed by its final message */
  | { kind: 'gap'; buffer: string; added: '' };

/** What to do with a delta when `buffer` is what was put together before. */
export function alignDelta(buffer: string, frame: TextDelta): Aligned {
  const { delta } = frame;
  if (frame.recovered) return replaced(buffer, delta);
  const offset = frame.offset ?? buffer.length;
  const length = buffer.length;
  if (offset === length) return appended(buffer, delta);
  if (offset > length) return { kind: 'gap', buffer, added: '' };
  const overlap = buffer.slice(offset, offset + delta.length);
  if (!delta.startsWith(overlap)) return { kind: 'gap', buffer, added: '' };
  const rest = delta.slice(overlap.length);
  return rest === '' ? { kind: 'duplicate', buffer, added: '' } : appended(buffer, rest);
}

/** How a final or recovered text continues what was shown; the same rule serves `message.appended`. */
export function replaced(buffer: string, text: string): Aligned {
  if (text.startsWith(buffer)) return appended(buffer, text.slice(buffer.length));
  return { kind: 'replace', buffer: text, added: text };
}

function appended(buffer: string, added: string): Aligned {
  return added === '' ? { kind: 'duplicate', buffer, added } : { kind: 'append', buffer: buffer + added, added };
}
