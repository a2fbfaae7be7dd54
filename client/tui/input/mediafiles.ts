/** Image and video files that a user pastes or drops: finds paths, detects types, reads for upload (tui.md 3.6). */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readable } from 'node:stream';
import { systemCode } from '../../home.js';

export type MediaKind = 'image' | 'video';

/** A file on disk, or the content of a clipboard. */
export type MediaOrigin = { path: string } | { bytes: Buffer };

export interface MediaFile {
  kind: MediaKind;
  mediaType: string;
  name: string;
  size: number;
  origin: MediaOrigin;
}

/** Maximum sizes by kind, since the model does not read more (engine.md 4.8). */
const largest: Readonly<Record<MediaKind, { bytes: number; shown: string }>> = {
  image: { bytes: 64 * 1024 * 1024, shown: '64 MiB' },
  video: { bytes: 20_000_000, shown: '20 MB' },
};

/** Names that may be media; the content decides. */
const namedLikeMedia = /\.(?:avif|bmp|gif|heic|jpe?g|m4v|mkv|mov|mp4|png|svg|tiff?|webm|webp)$/i;
const mostFiles = 20;
const longestPaste = 20_000;

/** Returns the paths if the text is only media paths, as terminals write them for dropped files. */
export function mediaPathsIn(text: string, { cwd, home }: { cwd: string; home: string }): string[] | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > longestPaste) return undefined;
  // an unquoted path with blanks is one path
  const whole = /^(?:\/|~\/|file:)[^\n'"\\]*$/.test(trimmed) && namedLikeMedia.test(trimmed) ? trimmed : undefined;
  const words = wordsOf(trimmed);
  const isList = words !== undefined && words.every((word) => namedLikeMedia.test(word) && isPlace(word));
  const found = isList ? words : whole === undefined ? undefined : [whole];
  if (!found || found.length > mostFiles) return undefined;
  const paths = found.map((word) => pathOf(word, cwd, home));
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

/** Splits words like a shell: in quotes, or with a backslash before a blank. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  const word = /\s*((?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s'"\\])+)(?=\s|$)/gy;
  for (let at = 0; at < text.length; at = word.lastIndex) {
    const found = word.exec(text)?.[1];
    if (found === undefined) return text.slice(at).trim() === '' ? words : undefined;
    words.push(
      found.replace(
        /'([^']*)'|"([^"]*)"|\\(.)/g,
        (_, one?: string, two?: string, char?: string) => one ?? two ?? char ?? '',
      ),
    );
  }
  return words;
}

/** Returns whether a word is a path; a bare name is text of the user. */
function isPlace(word: string): boolean {
  return /^(?:\/|~\/|\.{1,2}\/|file:)/.test(word) || word.includes('/');
}

function pathOf(word: string, cwd: string, home: string): string | undefined {
  if (/^[a-z]+:\/\//i.test(word) && !/^file:/i.test(word)) return undefined;
  if (!/^file:/i.test(word)) return word.startsWith('~/') ? join(home, word.slice(2)) : resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    // the URL has a host or a bad escape: the text stays unchanged
    return undefined;
  }
}

/** Returns undefined for a missing file, and a sentence for a refused one. */
export async function inspectMedia(origin: MediaOrigin): Promise<MediaFile | string | undefined> {
  const found = 'path' in origin ? await headOf(origin.path) : { head: origin.bytes, size: origin.bytes.length };
  if (found === undefined || typeof found === 'string') return found;
  const mediaType = mediaTypeOf(found.head);
  const name = 'path' in origin ? basename(origin.path) : `clipboard.${mediaType?.split('/')[1] ?? ''}`;
  if (mediaType === undefined)
    return `${name} is not taken: convert it to PNG, JPEG, GIF or WebP, a video to MP4, MOV or WebM`;
  const kind = mediaType.startsWith('image/') ? 'image' : 'video';
  if (found.size > largest[kind].bytes) return `${name} is not taken: ${kind}s over ${largest[kind].shown} are not`;
  return { kind, mediaType, name, size: found.size, origin };
}

async function headOf(path: string): Promise<{ head: Buffer; size: number } | string | undefined> {
  try {
    const file = await open(path);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return { head: buffer.subarray(0, bytesRead), size: facts.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `${basename(path)} cannot be read (${code})`;
  }
}

const videoBrands = /^(?:iso[2-9m]|mp4[12]|avc1|M4V |MSNV|dash|mmp4)$/;

/** Detects the type from the first 64 bytes, as the server does. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const ascii = (start: number, end: number): string => bytes.toString('latin1', start, end);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'image/gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(0, 4) === '\x1a\x45\xdf\xa3' && ascii(4, 64).includes('webm')) return 'video/webm';
  if (ascii(4, 8) !== 'ftyp') return undefined;
  if (ascii(8, 12) === 'qt  ') return 'video/quicktime';
  return videoBrands.test(ascii(8, 12)) ? 'video/mp4' : undefined;
}

/** Returns the file for a form, which is read while it is sent; `sent` receives the progress. */
export function uploadOf({ name, mediaType, size, origin }: MediaFile, sent: (bytes: number) => void): File {
  return new CountedFile(name, mediaType, size, sent, () =>
    'path' in origin ? createReadStream(origin.path, { end: Math.max(0, size - 1) }) : piecesOf(origin.bytes),
  );
}

const pieceSize = 64 * 1024;

function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
}

class CountedFile extends File {
  constructor(
    name: string,
    type: string,
    private readonly length: number,
    private readonly sent: (bytes: number) => void,
    private readonly read: () => AsyncIterable<Buffer> | Iterable<Buffer>,
  ) {
    super([], name, { type });
  }

  override get size(): number {
    return this.length;
  }

  override stream(): ReturnType<File['stream']> {
    return Readable.toWeb(Readable.from(this.counted())) as ReturnType<File['stream']>;
  }

  private async *counted(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of this.read()) {
      bytes += piece.length;
      this.sent(bytes);
      yield piece;
    }
  }
}
