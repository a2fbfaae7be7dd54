/** Reads ZIP archives in servers and pages; does not trust the claimed sizes, and writes nothing to disk. */

/** A problem of an archive; the message is for the user. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem';
}

export interface ZipEntry {
  /** as in the archive; not a path on disk */
  name: string;
  /** claimed size of the uncompressed entry */
  size: number;
}

export interface Zip {
  entries: readonly ZipEntry[];
  /** The uncompressed content of an entry; undefined when there is none. Rejects with ZipProblem. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/** Limits of web.md 8.5. */
const maxUnpacked = 512 * 1024 * 1024;
const maxEntries = 100_000;
const endMark = 0x0605_4b50;
const end64Mark = 0x0606_4b50;
const locator64Mark = 0x0706_4b50;
const entryMark = 0x0201_4b50;
const fileMark = 0x0403_4b50;
const fill32 = 0xffff_ffff;
const fill16 = 0xffff;
const [stored, deflated] = [0, 8];

interface Place extends ZipEntry {
  method: number;
  packed: number;
  at: number;
}

/** Throws ZipProblem. */
export function openZip(bytes: Uint8Array): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = guarded(() => placesIn(bytes, view));
  const byName = new Map(places.map((place) => [place.name, place]));
  let unpacked = 0;
  return {
    entries: places.map(({ name, size }) => ({ name, size })),
    async read(name) {
      const place = byName.get(name);
      if (!place) return undefined;
      const packed = guarded(() => contentOf(bytes, view, place));
      const original = await unpack(packed, place, maxUnpacked - unpacked);
      unpacked += original.length;
      return original;
    },
  };
}

/** Converts out-of-range offsets of a damaged archive to ZipProblem. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ZipProblem('the archive is damaged: it ends too early');
    throw error;
  }
}

function placesIn(bytes: Uint8Array, view: DataView): Place[] {
  const { count, at: start } = directoryOf(view);
  if (count > maxEntries) throw new ZipProblem(`the archive has more than ${maxEntries} entries`);
  const places: Place[] = [];
  const decoder = new TextDecoder();
  for (let at = start, index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new ZipProblem('the archive is damaged: its list is broken');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const commentLength = view.getUint16(at + 32, true);
    const nameAt = at + 46;
    const place: Place = {
      name: decoder.decode(bytes.subarray(nameAt, nameAt + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    widen(place, view, nameAt + nameLength, extraLength);
    places.push(place);
    at = nameAt + nameLength + extraLength + commentLength;
  }
  return places;
}

/** Finds the end record of an archive, which is after the directory and before a comment. */
function directoryOf(view: DataView): { count: number; at: number } {
  const lowest = Math.max(0, view.byteLength - 22 - fill16);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== endMark) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (count !== fill16 && start !== fill32) return { count, at: start };
    if (view.getUint32(at - 20, true) !== locator64Mark) return { count, at: start };
    const wide = Number(view.getBigUint64(at - 12, true));
    if (view.getUint32(wide, true) !== end64Mark) throw new ZipProblem('the archive is damaged: its end is broken');
    return { count: Number(view.getBigUint64(wide + 32, true)), at: Number(view.getBigUint64(wide + 48, true)) };
  }
  throw new ZipProblem('this is no ZIP archive');
}

/** Values that need more than 32 bits are in an extra field, in this order. */
function widen(place: Place, view: DataView, from: number, length: number): void {
  for (let at = from; at + 4 <= from + length;) {
    const kind = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    let next = at + 4;
    if (kind === 1)
      for (const field of ['size', 'packed', 'at'] as const)
        if (place[field] === fill32 && next + 8 <= end) {
          place[field] = Number(view.getBigUint64(next, true));
          next += 8;
        }
    at = end;
  }
}

function contentOf(bytes: Uint8Array, view: DataView, { at, packed, name }: Place): Uint8Array<ArrayBuffer> {
  if (view.getUint32(at, true) !== fileMark) throw new ZipProblem(`the archive is damaged: ${name} is not there`);
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.length) throw new ZipProblem(`the archive is damaged: ${name} ends too early`);
  return bytes.slice(start, start + packed);
}

async function unpack(packed: Uint8Array<ArrayBuffer>, { method, name }: Place, room: number): Promise<Uint8Array> {
  if (method === stored && packed.length <= room) return packed;
  if (method !== stored && method !== deflated) throw new ZipProblem(`${name} is packed in an unknown way`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
      if (done || !value) break;
      length += value.length;
      if (length > room) throw new ZipProblem(`the archive has more than ${maxUnpacked / 1024 / 1024} MiB unpacked`);
      pieces.push(value);
    }
  } catch (error) {
    if (error instanceof ZipProblem) throw error;
    throw new ZipProblem(`the archive is damaged: ${name} cannot be unpacked`, { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
