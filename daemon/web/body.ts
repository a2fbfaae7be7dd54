/** Reading the body of an answer up to a limit of bytes, whatever its head claims. */

/** Pieces as they are after decompression. */
type Stream = AsyncIterable<Uint8Array> | null;

export interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  /** there was more */
  cut: boolean;
}

/** Reads at most `limit` bytes; leaving the loop early ends the connection's stream. */
export async function readBody(stream: Stream, limit: number): Promise<Body> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream ?? []) {
    const kept = piece.subarray(0, limit - size);
    pieces.push(kept);
    size += kept.byteLength;
    if (kept.byteLength < piece.byteLength) return { bytes: joined(pieces, size), cut: true };
  }
  return { bytes: joined(pieces, size), cut: false };
}

/** Counts the bytes of a body without keeping them; undefined when there are more than `limit`. */
export async function countBody(stream: Stream, limit: number): Promise<number | undefined> {
  let size = 0;
  for await (const piece of stream ?? []) {
    size += piece.byteLength;
    if (size > limit) return undefined;
  }
  return size;
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
