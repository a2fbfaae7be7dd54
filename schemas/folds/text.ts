/** Assembles a streamed text from deltas that may repeat, overlap or be missing (ws.md 9.2). */

export interface TextDelta {
  /** UTF-16 units of the stream before this delta; absent: append */
  offset?: number;
  delta: string;
  /** the delta is the whole text so far, sent after a reconnect */
  recovered?: boolean;
}

/** `buffer`: the text afterwards; `added`: the text that a streaming reader must show now */
export type Aligned =
  | { kind: 'append' | 'duplicate'; buffer: string; added: string }
  /** the text shown so far was different */
  | { kind: 'replace'; buffer: string; added: string }
  /** show nothing more of this stream until its final message arrives */
  | { kind: 'gap'; buffer: string; added: '' };

/** Aligns a delta with `buffer`, the text assembled so far. */
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

/** Aligns a final or recovered text with the shown text; also used for `message.appended`. */
export function replaced(buffer: string, text: string): Aligned {
  if (text.startsWith(buffer)) return appended(buffer, text.slice(buffer.length));
  return { kind: 'replace', buffer: text, added: text };
}

function appended(buffer: string, added: string): Aligned {
  return added === '' ? { kind: 'duplicate', buffer, added } : { kind: 'append', buffer: buffer + added, added };
}
