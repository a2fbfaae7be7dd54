/** Sends binary answers: headers, one range, 304 for an unchanged copy, and streaming in small chunks (rest.md 26). */
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.js';
import type { BytesAnswer } from './contract.js';
import type { HttpRequest, HttpResponse } from './exchange.js';

/** From byte `start` (inclusive) to byte `end` (exclusive). */
interface Span {
  start: number;
  end: number;
}

/** Maximum characters of a file name in a header; some clients accept no more than 8 KiB of headers. */
const nameLimit = 150;

/**
 * Sends the answer that a handler described and releases it in every case. `ranges`: honor `Range` and `If-None-Match`.
 * Throws any failure; as long as no header has been sent, the caller can answer it with an envelope.
 */
export async function sendBytes(
  req: HttpRequest,
  res: HttpResponse,
  answer: BytesAnswer,
  ranges: boolean,
): Promise<void> {
  try {
    const headers = headersOf(answer, ranges);
    if (ranges && isUnchanged(req.headers['if-none-match'], answer.etag)) {
      // The client's copy already has the entity's own headers, such as its type.
      for (const name of ['Content-Type', 'Content-Disposition', 'Accept-Ranges']) delete headers[name];
      res.writeHead(304, headers).end();
      return;
    }
    const span = ranges && req.method === 'GET' ? spanOf(req, answer) : undefined;
    const { start, end } = span ?? { start: 0, end: answer.size };
    headers['Content-Length'] = String(end - start);
    if (span) headers['Content-Range'] = `bytes ${start}-${end - 1}/${answer.size}`;
    const begin = (): void => void res.writeHead(span ? 206 : 200, headers);
    if (req.method === 'HEAD' || start === end) {
      begin();
      res.end();
    } else if (!res.destroyed) {
      await sendRange(open(answer, { start, end }), end - start, res, begin);
    }
  } finally {
    await ('file' in answer ? answer.file.close() : answer.release?.());
  }
}

function open(answer: BytesAnswer, { start, end }: Span): Readable {
  if ('file' in answer) return answer.file.createReadStream({ start, end: end - 1, autoClose: false });
  return answer.open(start, end);
}

/**
 * Sends exactly `length` bytes at the client's speed; calls `begin` to send the headers once the first bytes are there.
 * A source that ends early breaks the connection: the missing bytes cannot be invented.
 */
async function sendRange(source: Readable, length: number, res: HttpResponse, begin: () => void): Promise<void> {
  const stop = (): void => void source.destroy();
  res.once('close', stop);
  let left = length;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) break;
      if (!res.headersSent) begin();
      if (!res.write(chunk)) await writable(res);
      if (res.destroyed) return;
    }
  } catch (error) {
    // A client that went away is not a failure of the server.
    if (!res.destroyed) throw error;
    return;
  } finally {
    res.off('close', stop);
    source.destroy();
  }
  if (left === 0) res.end();
  else if (res.headersSent) res.destroy();
  // files may change while they are read; that is not a bug
  else throw new ApiError('INTERNAL_ERROR', { message: 'what was to be sent changed meanwhile: ask again' });
}

function writable(res: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    if (res.destroyed) resolve();
    else res.once('drain', done).once('close', done);
  });
}

function headersOf(answer: BytesAnswer, ranges: boolean): Record<string, string> {
  const { etag, modifiedAt, cacheControl = 'private, no-cache' } = answer;
  const mediaType = typePattern.test(answer.mediaType) ? answer.mediaType : 'application/octet-stream';
  const disposition = runsScripts.test(mediaType) ? 'attachment' : answer.disposition;
  return {
    'Content-Type': mediaType,
    'Content-Disposition': `${disposition}; ${fileNameOf(answer.fileName)}`,
    // A browser that guesses another type may run content that was never meant to run.
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
    ...(ranges ? { 'Accept-Ranges': 'bytes' } : {}),
    ...(etag === undefined ? {} : { ETag: `"${etag}"` }),
    ...(modifiedAt === undefined ? {} : { 'Last-Modified': new Date(modifiedAt).toUTCString() }),
  };
}

/** A media type, optionally with parameters that have plain values. */
const typePattern = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;

/** HTML, SVG and every other XML: in a browser they may run scripts in the name of this server. */
const runsScripts = /^[^;]*(?:html|xml)\b/i;

/** Characters that no file name should have: separators, control characters, and marks of text direction. */
const unsafeChars = /[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** `filename` of RFC 6266 for plain names, else `filename*` of RFC 8187; a name can never inject a header. */
function fileNameOf(name: string): string {
  const chars = [...name.toWellFormed().replace(unsafeChars, '_')];
  // keep the end, which shows the kind of file
  const short = chars.length > nameLimit ? [...chars.slice(0, nameLimit - 20), ...chars.slice(-20)] : chars;
  const text = short.join('') || 'download';
  if (/^[\w. ()+[\]-]+$/.test(text)) return `filename="${text}"`;
  const encoded = encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `filename*=UTF-8''${encoded}`;
}

/** Whether `If-None-Match` contains the entity tag: quoted, weak or bare, in a list, or as `*`. */
export function isUnchanged(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  if (header.trim() === '*') return true;
  const tags = header.matchAll(/(?:W\/)?"([^"]*)"|([^\s,"]+)/g);
  return [...tags].some(([, quoted, bare]) => (quoted ?? bare) === etag);
}

/** The requested range if there is exactly one that can be served; undefined to send everything. */
function spanOf(req: HttpRequest, { size, etag, modifiedAt }: BytesAnswer): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(req.headers.range?.trim() ?? '') ?? [];
  if (!isSame(req.headers['if-range'], etag, modifiedAt)) return undefined;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return last !== '' && count > 0 ? { start: size - count, end: size } : undefined;
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : undefined;
}

/** Evaluates `If-Range` (RFC 9110 13.1.5): the client wants a range only if the content has not changed. */
function isSame(
  header: string | string[] | undefined,
  etag: string | undefined,
  modifiedAt: number | undefined,
): boolean {
  if (header === undefined) return true;
  if (header === `"${etag}"`) return true;
  return modifiedAt !== undefined && header === new Date(modifiedAt).toUTCString();
}
