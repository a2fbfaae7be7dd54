/** Fetches a page: checks each address and redirect, connects only to checked ones, limits bodies (engine.md 4.11). */
import type { Dispatcher, Response } from 'undici';
import { later } from '../base/later.js';
import { webAddress } from './address.js';
import { connectionReason } from '../base/net/connectionreason.js';
import { WebFailure } from './failure.js';
import { HostUnknown, pinnedLookup, publicAddresses, refuseLocal, type HostAddress, type Outside } from './hosts.js';
import { kindOfType, mediaType } from './media.js';

/** A complete answer. */
export interface Page {
  /** final address after redirects */
  url: string;
  status: number;
  /** value of the header, with its parameters */
  contentType?: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface GetOptions {
  userAgent: string;
  outside: Outside;
  /** returns the proxy for an address; throws when it cannot be used */
  proxyRoute(url: URL): ProxyRoute | undefined;
  signal: AbortSignal;
  /** why a rule forbids a redirect to an address; undefined when none does */
  denied(url: string): Promise<string | undefined>;
}

/** Maximum bytes of a page. */
export const pageLimit = 10 * 1024 * 1024;
/** Maximum bytes of an answer with an error status. */
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

/** The target of a redirect; throws WebFailure when it is not a valid address. */
function redirectOf(response: Response, url: URL): URL | undefined {
  const location = redirects.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  try {
    // servers send UTF-8 in headers, which fetch decodes as Latin-1
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

/** The announced size of a body, in bytes. */
function announcedSize(response: Response): number | undefined {
  const length = response.headers.get('content-length');
  // for a compressed body the header has the wrong size
  return length !== null && /^\d{1,15}$/.test(length) && response.headers.get('content-encoding') === null
    ? Number(length)
    : undefined;
}

/** The failure for content that is not text; `size` in bytes, undefined when it exceeds the page limit. */
export function unreadable(type: string, size: number | undefined): WebFailure {
  const hint =
    size === undefined ? `more than ${pageLimit / 1024 / 1024} MiB` : `${size.toLocaleString('en-US')} bytes`;
  return new WebFailure(
    `This is not text: ${type === '' ? 'data without a type' : type}, ${hint}. Only text, JSON, XML and HTML are read.`,
  );
}

/** Chunks after decompression. */
type Stream = AsyncIterable<Uint8Array> | null;

/** The body of an answer, up to a limit of bytes. */
interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  /** whether the body was longer */
  cut: boolean;
}

/** Reads at most `limit` bytes; leaving the loop early closes the connection's stream. */
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

/** The proxy for a page. */
export interface ProxyRoute {
  /**
   * who resolves names: `here`: this machine, and the proxy gets the address; `both`: the proxy, but a lookup on this
   * machine reveals nothing; `there`: only the proxy
   */
  resolves: 'here' | 'both' | 'there';
  /** for one page; connects to `addresses` where names are resolved here; the caller must destroy it */
  open(addresses: readonly HostAddress[] | undefined): Promise<Dispatcher>;
}

interface LineOptions {
  outside: Outside;
  /** throws when the proxy cannot be used */
  proxyRoute(url: URL): ProxyRoute | undefined;
}

// the bundle has only the default export of a CommonJS package
const loadUndici = later(async () => (await import('undici')).default);

/**
 * Opens a separate connection for each page, so that none checked for one name serves another. Throws WebFailure. A
 * proxy that resolves names may find other addresses than this machine. Then this checks names, literal addresses and
 * local lookups, but not where the connection ends.
 */
async function openLine(url: URL, { outside, proxyRoute }: LineOptions): Promise<Dispatcher> {
  const proxy = proxyOn(url, proxyRoute);
  const checked = proxy?.resolves === 'there' ? refuseLocal(url) : await known(url, outside, proxy);
  if (proxy) return proxy.open(checked?.map((each) => outside.reach(each)));
  const { Agent } = await loadUndici();
  return new Agent({ connect: { lookup: pinnedLookup(checked ?? [], outside) }, connections: 1 });
}

function proxyOn(url: URL, proxyRoute: LineOptions['proxyRoute']): ProxyRoute | undefined {
  try {
    return proxyRoute(url);
  } catch (error) {
    throw new WebFailure(`${url.host} cannot be reached: ${connectionReason(error)}.`);
  }
}

/** The public addresses of the host; undefined for a name that only the proxy can resolve. */
async function known(url: URL, outside: Outside, proxy: ProxyRoute | undefined): Promise<HostAddress[] | undefined> {
  try {
    return await publicAddresses(url, outside);
  } catch (error) {
    if (error instanceof HostUnknown && proxy?.resolves === 'both') return undefined;
    throw error;
  }
}
