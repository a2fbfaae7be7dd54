/** Serves the page outside of `/api/`: the built files with their headers and encodings (web.md 2.1, 2.2). */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import { isUnchanged } from './bytes.js';
import type { Exchange, HttpRequest, HttpResponse, Step } from './exchange.js';
import { escapeHtml, startScreen } from './startscreen.js';

export interface PageOptions {
  version: string;
  /** Title of the page; default `agent`. */
  title?: string | undefined;
  /** Absolute path of the built page; without it, or without its `index.html`, the server shows a start screen. */
  directory?: string | undefined;
  /** Name of the page's document; default `index.html`. */
  index?: string | undefined;
  /** Prefix that the path of requests may have, without a trailing slash. */
  basePath?: string | undefined;
  /** Answers with an error. */
  failed(req: HttpRequest, res: HttpResponse, error: unknown): void;
}

/** Whether a path belongs to the page; the target `*` does not. */
export const isPage = ({ kind, pathname }: Exchange): boolean => kind === 'page' && pathname.startsWith('/');

/** Methods of the page's paths, for `Allow`. */
export const pageMethods = 'GET, HEAD, OPTIONS';

/** Headers of all the page's answers, on every bind. */
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types agent',
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

const html = 'text/html; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const immutable = 'public, max-age=31536000, immutable';

/** Content types by extension; files with other extensions are not served. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': plain,
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Encodings that the build writes beside a file, smallest first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Names below `assets/` contain the hash of the content. No component begins with a dot; nothing is decoded. */
const assetPath = /^\/assets(?:\/[\w-][\w.-]*)+$/;
const otherPath = /^\/(?:sw\.js|manifest\.webmanifest|licenses\.txt|icon[\w.-]*\.(?:svg|png))$/;

/** Answers GET and HEAD outside of `/api/`: `index.html` for paths without extension, page files, else a text 404. */
export function createPage(options: PageOptions): Step {
  const { version, title = 'agent', directory, index = 'index.html', basePath, failed } = options;
  const built = directory === undefined ? undefined : filesOf(directory);

  async function answer(req: HttpRequest, res: HttpResponse): Promise<void> {
    const { pathname } = req.exchange;
    if (pathname !== '/index.html' && extensionOf(pathname) !== '') return sendFile(pathname, req, res);
    const text = await built?.read(`/${index}`);
    if (text === undefined) {
      const screen = startScreen({ title, version, host: req.headers.host ?? 'localhost' });
      return send(req, res, Buffer.from(screen), { 'Content-Type': html, 'Cache-Control': 'no-cache' });
    }
    const shown = indexPage(text.toString('utf8'), { title, prefix: prefixOf(pathname) });
    sendKnown(req, res, Buffer.from(shown), { ...pageHeaders, 'Content-Type': html });
  }

  async function sendFile(pathname: string, req: HttpRequest, res: HttpResponse): Promise<void> {
    const type = types[extensionOf(pathname)];
    const isAsset = assetPath.test(pathname);
    const found =
      type !== undefined && (isAsset || otherPath.test(pathname))
        ? await built?.readEncoded(pathname, req.headers['accept-encoding'])
        : undefined;
    if (found === undefined || type === undefined) return sendMissing(req, res);
    const headers = {
      ...pageHeaders,
      'Content-Type': type,
      ...(found.encoding === undefined ? {} : { 'Content-Encoding': found.encoding }),
      ...(found.varies ? { Vary: [res.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', ') } : {}),
    };
    if (isAsset) send(req, res, found.content, { ...headers, 'Cache-Control': immutable });
    else sendKnown(req, res, found.content, headers);
  }

  function sendMissing(req: HttpRequest, res: HttpResponse): void {
    const headers = { 'Content-Type': plain, 'Cache-Control': 'no-cache' };
    send(req, res, Buffer.from('not found\n'), built === undefined ? headers : { ...pageHeaders, ...headers }, 404);
  }

  return (req, res) => {
    if (!isPage(req.exchange)) return;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new ApiError('ROUTE_NOT_FOUND', { status: 405, headers: { Allow: pageMethods } });
    }
    req.exchange.operation = 'page';
    // the relative addresses of the page need the trailing slash
    if (basePath !== undefined && req.exchange.pathname === basePath) {
      const { search } = req.exchange;
      const location = `${basePath}/${search === '' ? '' : `?${search}`}`;
      send(req, res, Buffer.alloc(0), { ...pageHeaders, 'Cache-Control': 'no-cache', Location: location }, 308);
    } else answer(req, res).catch((error: unknown) => failed(req, res, error));
    return 'answered';
  };
}

type Headers = Readonly<Record<string, string>>;

/** Sends content that the client may have. The tag is a hash of the bytes, so each encoding has its own. */
function sendKnown(req: HttpRequest, res: HttpResponse, content: Buffer, headers: Headers): void {
  const etag = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  const known = { ...headers, 'Cache-Control': 'no-cache', ETag: `"${etag}"` };
  if (!isUnchanged(req.headers['if-none-match'], etag)) return send(req, res, content, known);
  const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...rest } = known as Record<string, string>;
  res.writeHead(304, rest).end();
}

function send(req: HttpRequest, res: HttpResponse, content: Buffer, headers: Headers, status = 200): void {
  res.writeHead(status, { ...headers, 'Content-Length': content.length });
  res.end(req.method === 'HEAD' ? undefined : content);
}

/** Reads the files of the built page at each request: a build may replace them while the server runs. */
function filesOf(directory: string) {
  const read = (path: string): Promise<Buffer | undefined> => readRegular(join(directory, path));
  return {
    read,
    /** The form that the client prefers, or the smallest of several; `varies`: other clients may get another form. */
    async readEncoded(path: string, accepted: string | undefined) {
      const weight = weightsOf(accepted);
      const wanted = encodings.filter(({ name }) => weight(name) > 0).sort((a, b) => weight(b.name) - weight(a.name));
      for (const { name: encoding, ending } of wanted) {
        const content = await read(path + ending);
        if (content !== undefined) return { content, encoding, varies: true };
      }
      const content = await read(path);
      if (content === undefined) return undefined;
      const others = await Promise.all(encodings.map(({ ending }) => isThere(join(directory, path + ending))));
      return { content, encoding: undefined, varies: others.includes(true) };
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Reads a regular file; undefined when there is none. Does not follow symbolic links. */
async function readRegular(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await file.stat()).isFile() ? await file.readFile() : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Returns the weights of encodings in an `Accept-Encoding` header; 0: not acceptable (RFC 9110 12.5.3). */
function weightsOf(header: string | undefined): (name: string) => number {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1');
    if (name !== '') weights.set(name, weight);
  }
  return (name) => weights.get(name) ?? weights.get('*') ?? 0;
}

function extensionOf(pathname: string): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  // `extname` finds no extension in a name that begins with a dot
  return extname(name) || (name.includes('.') ? '.' : '');
}

/** The relative prefix from a path to the page's root: `./`, or one `../` for each directory. */
function prefixOf(pathname: string): string {
  return '../'.repeat(pathname.split('/').length - 2) || './';
}

const htmlTag = /<html\b([^>]*)>/i;
const baseAttribute = /\sdata-base=(?:"[^"]*"|'[^']*')/gi;
/** An address of the page's own files: relative, or from the root of the server. */
const ownAddress = /(\s(?:href|src)=["'])(?:\.\/|\/(?!\/))/gi;

/** `index.html` as served: with its title, and with addresses relative to the requested path. */
function indexPage(text: string, { title, prefix }: { title: string; prefix: string }): string {
  return text
    .replace(ownAddress, (_, before: string) => before + prefix)
    .replace(htmlTag, (_, rest: string) => `<html${rest.replace(baseAttribute, '')} data-base="${prefix}">`)
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${escapeHtml(title)}</title>`);
}
