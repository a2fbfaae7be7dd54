/** Reads one page: each address on the way is checked, each connection goes to what was checked, each body is limited (engine.md 4.11). */
import type { Dispatcher, Response } from 'undici';
import { later } from '../base/later.js';
import { webAddress } from './address.js';
import { connectionReason, WebFailure } from './failure.js';
import { HostUnknown, pinnedLookup, publicAddresses, refuseLocal, type HostAddress, type Outside } from './hosts.js';
import { kindOfType, mediaType } from './media.js';

/** An answer that was read. */
export interface Page {
  /** where it came from in the end */
  url: string;
  status: number;
  /** as the head has it, with its parameters */
  contentType?: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface GetOptions {
  userAgent: string;
  outside: Outside;
  /** the proxy on the way to an address; throws when it cannot be used */
  detour(url: URL): Detour | undefined;
  signal: AbortSignal;
  /** why a rule forbids to continue to an address; undefined when none does */
  denied(url: string): Promise<string | undefined>;
}

/** Bytes of a page. */
export const pageLimit = 10 * 1024 * 1024;
/** Bytes of an answer with an error status. */
const errorLimit = 64 * 1024;
const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Follows redirects to the page; throws WebFailure, or the signal's reason. */
export async function getPage(start: URL, options: GetOptions): Promise<Page> {
  let url = start;
  for (let count = 0; ; count++) {
    const found = await visit(url, options);
    if ('bytes' in found) return found;
    if (count === maxRedirects) throw new WebFailure(`There are more than ${maxRedirects} redirects.`);
    url = found.next;
    const reason = await options.denied(url.href);
    if (reason !== undefined) throw new WebFailure(`The redirect to ${url.href} was not followed: ${reason}`);
  }
}

async function visit(url: URL, options: GetOptions): Promise<Page | { next: URL }> {
  const agent = await openLine(url, options);
  try {
    const { fetch } = await loadUndici();
    options.signal.throwIfAborted();
    const response = await fetch(url, {
      dispatcher: agent,
      redirect: 'manual',
      signal: options.signal,
      headers: {
        accept: 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5',
        'user-agent': options.userAgent,
      },
    });
    const next = redirectOf(response, url);
    return next === undefined ? await read(response, url) : { next };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof WebFailure) throw error;
    throw new WebFailure(`${url.host} cannot be reached: ${connectionReason(error)}.`);
  } finally {
    await agent.destroy();
  }
}

/** Where an answer sends on to; throws WebFailure when that is no address of a page. */
function redirectOf(response: Response, url: URL): URL | undefined {
  const location = redirects.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  try {
    // servers write letters as they are; a header gives their bytes
    return webAddress(Buffer.from(location, 'latin1').toString('utf8'), url);
  } catch (error) {
    if (error instanceof WebFailure)
      throw new WebFailure(`The redirect of ${url.href} was not followed. ${error.message}`);
    throw error;
  }
}

async function read(response: Response, url: URL): Promise<Page> {
  const contentType = response.headers.get('content-type') ?? undefined;
  const page = { url: url.href, status: response.status, ...(contentType === undefined ? {} : { contentType }) };
  const other = kindOfType(mediaType(contentType)) === 'other';
  if (!response.ok) {
    return { ...page, bytes: other ? new Uint8Array() : (await readBody(response.body, errorLimit)).bytes };
  }
  const announced = announcedSize(response);
  if (other) throw unreadable(mediaType(contentType), announced ?? (await countBody(response.body, pageLimit)));
  const { bytes, cut } =
    announced !== undefined && announced > pageLimit ? { cut: true } : await readBody(response.body, pageLimit);
  if (cut || bytes === undefined) throw new WebFailure(`${url.href} is larger than ${pageLimit / 1024 / 1024} MiB.`);
  return { ...page, bytes };
}

/** Bytes that a body will have, by its head. */
function announcedSize(response: Response): number | undefined {
  const length = response.headers.get('content-length');
  // of a compressed body it is the wrong size
  return length !== null && /^\d{1,15}$/.test(length) && response.headers.get('content-encoding') === null
    ? Number(length)
    : undefined;
}

/** The failure for what is no text; `size` in bytes, undefined: more than a page may have. */
export function unreadable(type: string, size: number | undefined): WebFailure {
  const hint =
    size === undefined ? `more than ${pageLimit / 1024 / 1024} MiB` : `${size.toLocaleString('en-US')} bytes`;
  return new WebFailure(
    `This is not text: ${type === '' ? 'data without a type' : type}, ${hint}. Only text, JSON, XML and HTML are read.`,
  );
}

/** Pieces as they are after decompression. */
type Stream = AsyncIterable<Uint8Array> | null;

/** Reading the body of an answer up to a limit of bytes, whatever its head claims. */
interface Body {
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
async function countBody(stream: Stream, limit: number): Promise<number | undefined> {
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

/** A proxy on the way to a page. */
export interface Detour {
  /**
   * who resolves the address of a name: `here` this machine, and the proxy gets the address; `both` the proxy, and
   * a lookup here as well reveals nothing; `there` the proxy alone
   */
  resolves: 'here' | 'both' | 'there';
  /** for this page only; `addresses` are connected to where names are resolved here; the caller destroys it */
  open(addresses: readonly HostAddress[] | undefined): Promise<Dispatcher>;
}

interface LineOptions {
  outside: Outside;
  /** throws when the proxy cannot be used */
  detour(url: URL): Detour | undefined;
}

// of a package without modules the bundle knows the default export only
const loadUndici = later(async () => (await import('undici')).default);

/**
 * A separate connection for each page: no connection that was checked for one name serves another. Throws WebFailure.
 * Where a proxy resolves addresses, it may find others than this machine: then names and written addresses are checked,
 * and what this machine knows of the name, but not where the connection ends.
 */
async function openLine(url: URL, { outside, detour }: LineOptions): Promise<Dispatcher> {
  const proxy = proxyOn(url, detour);
  const checked = proxy?.resolves === 'there' ? refuseLocal(url) : await known(url, outside, proxy);
  if (proxy) return proxy.open(checked?.map((each) => outside.reach(each)));
  const { Agent } = await loadUndici();
  return new Agent({ connect: { lookup: pinnedLookup(checked ?? [], outside) }, connections: 1 });
}

function proxyOn(url: URL, detour: LineOptions['detour']): Detour | undefined {
  try {
    return detour(url);
  } catch (error) {
    throw new WebFailure(`${url.host} cannot be reached: ${connectionReason(error)}.`);
  }
}

/** Undefined for a name that only the proxy knows. */
async function known(url: URL, outside: Outside, proxy: Detour | undefined): Promise<HostAddress[] | undefined> {
  try {
    return await publicAddresses(url, outside);
  } catch (error) {
    if (error instanceof HostUnknown && proxy?.resolves === 'both') return undefined;
    throw error;
  }
}
