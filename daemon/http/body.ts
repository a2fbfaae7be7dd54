/** Reads a JSON request body: limited in size and shape, UTF-8 only, `{}` when missing (rest.md 1.2, 1.4, 1.8). */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import { createPause } from '../base/async/pieces.js';
import { createJsonScan, JsonLimitError, parseJson, type JsonLimits } from '../base/text/jsonreading.js';

const mebibyte = 1024 * 1024;

/** Maximum bytes after decompression: for prompts, files and values of the GUI store, and for all other operations. */
const longBodyLimit = 32 * mebibyte;
const bodyLimit = 4 * mebibyte;

/** Milliseconds that the rest of a refused body may take. */
const restMs = 5_000;

/** Limits of the shape: stored values are written and read by recursive functions, and each value takes memory. */
const shape: Required<JsonLimits> = { depth: 100, values: 1_000_000 };

/** Returns the parsed body; `isLong` selects the larger limit. Throws REQUEST_MALFORMED and FILE_TOO_LARGE. */
export async function readJsonBody(req: IncomingMessage, isLong: boolean): Promise<unknown> {
  if (!hasBody(req)) return {};
  const length = req.headers['content-length'];
  if (length !== undefined) checkType(req);
  const limit = isLong ? longBodyLimit : bodyLimit;
  const stream = decompressed(req);
  try {
    if (stream === req && Number(length) > limit) throw tooLarge(limit);
    const text = await readText(stream, req, limit);
    return text === '' ? {} : await parseJson(text, shape);
  } catch (error) {
    req.unpipe();
    await passOver(req);
    throw refusal(error);
  } finally {
    if (stream !== req) stream.destroy();
  }
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads and discards the rest of a refused request: many clients read the answer only after sending everything. */
async function passOver(req: IncomingMessage): Promise<void> {
  if (req.readableEnded || req.destroyed) return;
  req.resume();
  const waiting = AbortSignal.timeout(restMs);
  await Promise.race([once(req, 'end', { signal: waiting }), once(req, 'close', { signal: waiting })]).catch(
    () => undefined,
  );
}

/** Reads the text and checks its shape as it arrives; stops at the first exceeded limit. */
async function readText(stream: Readable, req: IncomingMessage, limit: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const scan = createJsonScan(shape);
  const pieces: string[] = [];
  let size = 0;
  const take = (piece: string): void => {
    scan.add(piece);
    pieces.push(piece);
  };
  const pauseIfDue = createPause(4);
  // keep the stream open: a refused request still gets an answer
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    if (size === 0) checkType(req);
    size += bytes.length;
    if (size > limit) throw tooLarge(limit);
    take(decoder.decode(bytes, { stream: true }));
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  take(decoder.decode());
  return pieces.join('');
}

function decompressed(req: IncomingMessage): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return req;
  const create = decompressors[encoding];
  if (!create) throw malformed(`unsupported content encoding "${encoding}"`);
  const stream = create();
  req.once('close', () => {
    if (!req.complete) stream.destroy(new Error('the connection was lost'));
  });
  return req.pipe(stream);
}

const decompressors: Readonly<Record<string, (() => ReturnType<typeof createGunzip>) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const jsonType = /^application\/json[ \t]*(?:;|$)/i;
const charset = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

function checkType(req: IncomingMessage): void {
  const type = req.headers['content-type'] ?? '';
  if (!jsonType.test(type)) throw malformed('content type must be application/json');
  const named = charset.exec(type)?.[1];
  if (named !== undefined && !/^utf-?8$/i.test(named)) throw malformed(`unsupported charset "${named.toUpperCase()}"`);
}

function malformed(message: string): ApiError {
  return new ApiError('REQUEST_MALFORMED', { message });
}

function tooLarge(limit: number): ApiError {
  return new ApiError('FILE_TOO_LARGE', { message: `request body is over ${limit / mebibyte} MiB` });
}

/** Maps a failure to the client's error. The messages of parsers quote the body, so they are not passed on. */
function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SyntaxError) return malformed('body is not valid JSON');
  if (error instanceof JsonLimitError)
    return malformed(
      error.limit === 'depth'
        ? `body is nested deeper than ${shape.depth} levels`
        : `body holds more than ${shape.values.toLocaleString('en-US')} values`,
    );
  return malformed(
    errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'body is not valid UTF-8' : 'body cannot be read',
  );
}
