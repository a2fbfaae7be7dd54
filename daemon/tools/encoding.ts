/** Distinguishes text from binary content, and converts between bytes and text. */
import { errorCode } from '../base/fs/errno.js';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Text with the facts needed to write it back unchanged. */
export interface DecodedText {
  text: string;
  encoding: Encoding;
  bom: boolean;
}

export interface ByteOrderMark {
  encoding: Encoding;
  /** bytes */
  length: number;
}

/** Returns the byte order mark at the start of a file. */
export function byteOrderMark(start: Uint8Array): ByteOrderMark | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** Decodes a whole file; returns undefined for binary content. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const mark = byteOrderMark(bytes);
  const encoding = mark?.encoding ?? 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const text = decodeStrict(decoder, bytes.subarray(mark?.length ?? 0));
  if (text === undefined || text.includes('\0')) return undefined;
  return { text, encoding, bom: mark !== undefined };
}

/** Decodes with a fatal decoder; returns undefined for invalid bytes. `partial`: the last character may be cut. */
export function decodeStrict(decoder: TextDecoder, bytes: Uint8Array, partial = false): string | undefined {
  try {
    return decoder.decode(bytes, { stream: partial });
  } catch (error) {
    if (errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

/** Encodes a text in the encoding of its file. */
export function encodeText({ text, encoding, bom }: DecodedText): Buffer {
  const marked = bom ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8');
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** Returns the file type by the first bytes if it is a known binary type. */
export function knownKind(
  start: Uint8Array,
): { name: string; family: 'image' | 'video' | 'pdf' | 'archive' } | undefined {
  for (const [name, family, at, magic] of kinds) {
    if (magic.every((byte, index) => start[at + index] === byte)) return { name, family };
  }
  return undefined;
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

type Kind = [name: string, family: 'image' | 'video' | 'pdf' | 'archive', at: number, magic: number[]];

const kinds: Kind[] = [
  ['PNG image', 'image', 0, ascii('\x89PNG\r\n\x1a\n')],
  ['JPEG image', 'image', 0, [0xff, 0xd8, 0xff]],
  ['GIF image', 'image', 0, ascii('GIF87a')],
  ['GIF image', 'image', 0, ascii('GIF89a')],
  ['WebP image', 'image', 8, ascii('WEBPVP8')],
  ['TIFF image', 'image', 0, ascii('II*\0')],
  ['TIFF image', 'image', 0, ascii('MM\0*')],
  ['icon', 'image', 0, [0, 0, 1, 0]],
  ['AVIF image', 'image', 4, ascii('ftypavif')],
  ['HEIC image', 'image', 4, ascii('ftyphei')],
  ['HEIF image', 'image', 4, ascii('ftypmif1')],
  ['AVI video', 'video', 8, ascii('AVI LIST')],
  ['MP4 or QuickTime video', 'video', 4, ascii('ftyp')],
  ['Matroska or WebM video', 'video', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['MPEG video', 'video', 0, [0, 0, 1, 0xba]],
  ['PDF document', 'pdf', 0, ascii('%PDF-')],
  ['ZIP archive', 'archive', 0, ascii('PK\x03\x04')],
  ['ZIP archive', 'archive', 0, ascii('PK\x05\x06')],
  ['gzip archive', 'archive', 0, [0x1f, 0x8b, 8]],
  ['bzip2 archive', 'archive', 4, ascii('1AY&SY')],
  ['xz archive', 'archive', 0, ascii('\xfd7zXZ\0')],
  ['7z archive', 'archive', 0, ascii("7z\xbc\xaf'\x1c")],
  ['Zstandard archive', 'archive', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['RAR archive', 'archive', 0, ascii('Rar!\x1a\x07')],
  ['tar archive', 'archive', 257, ascii('ustar')],
];
