/** Fetches a document from the network or a file, with limits of time and size. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorCode, isMissing } from '../base/fs/errno.js';
import { connectionReason } from '../base/net/connectionreason.js';
import { DocumentError } from './document.js';
import { parseUrl } from '../../schemas/url.js';

export interface Download {
  url: string;
  /** sent as bearer token */
  apiKey?: string;
  fetch: typeof fetch;
  timeoutMs: number;
  /** aborts the download earlier */
  signal?: AbortSignal;
}

/** Maximum bytes of a document. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Normalizes the address. Throws DocumentError for an unusable one: a scheme other than http, https and, where allowed,
 * file; or credentials in the address, which belong into a key.
 */
export function documentUrl(text: string, { files }: { files: boolean }): string {
  const schemes = files ? 'an http, https or file address' : 'an http or https address';
  const url = parseUrl(text.trim());
  if (!url) throw new DocumentError(`the document's address must be ${schemes}`);
  const isFile = url.protocol === 'file:';
  if (isFile ? !files : url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DocumentError(`the document's address must be ${schemes}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new DocumentError("the document's address must not hold a user or password");
  }
  return url.href;
}

/** The text of a document; throws DocumentError with a reason for the user, which never contains the key. */
export async function download({ url, apiKey, fetch, timeoutMs, signal }: Download): Promise<string> {
  if (url.startsWith('file:')) return readFile(url);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new DocumentError(`the server answered ${response.status}`);
    }
    return await textOf(response);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (limit.aborted) throw new DocumentError(`no answer within ${timeoutMs / 1000} s`, { cause: error });
    throw new DocumentError(`the document cannot be fetched: ${connectionReason(error)}`, { cause: error });
  }
}

async function textOf(response: Response): Promise<string> {
  const bytes = await readAtMost(mostBytes, response);
  if (!bytes) throw new DocumentError('the document is larger than 10 MiB');
  return decode(bytes);
}

/** Reads a body; resolves with undefined when it is larger than `most` bytes, of which no more are read. */
export async function readAtMost(most: number, { body }: Response): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function readFile(url: string): Promise<string> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    // a pipe would block until another process writes into it
    file = await open(fileURLToPath(url), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) throw new DocumentError('the address is that of no file');
    if (facts.size > mostBytes) throw new DocumentError('the document is larger than 10 MiB');
    return decode(await file.readFile());
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const cause = isMissing(error) ? 'there is no such file' : (errorCode(error) ?? 'unknown error');
    throw new DocumentError(`the document cannot be read: ${cause}`, { cause: error });
  } finally {
    await file?.close();
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DocumentError('the document is not in UTF-8', { cause: error });
  }
}
