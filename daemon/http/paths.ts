/** What a request path may reach, decided so that no spelling of an API path passes for a page (rest.md 1.7). */

/**
 * `healthz`: exactly the free operation. `api`: needs the token. `page`: can never reach an operation.
 * `healthz` and `page` depend on the path alone; methods are the caller's business.
 */
export type PathKind = 'healthz' | 'api' | 'page';

const protectedNames = new Set(['api', 'openapi.json', 'asyncapi.json']);

/**
 * Routes match the raw path, case and slashes included, so only paths that begin with `/api/` verbatim can reach one.
 * The check is wider on purpose: whatever would turn into an API path after decoding, joining or lower-casing
 * needs the token too, and is then an unknown route.
 */
export function pathKind(pathname: string): PathKind {
  if (pathname.startsWith('/api/')) return pathname === '/api/v1/healthz' ? 'healthz' : 'api';
  if (pathname === '/') return 'page';
  const plain = decodeFully(pathname);
  if (plain === undefined) return 'api';
  const first = firstSegment(plain.replaceAll('\\', '/').toLowerCase());
  return first !== undefined && protectedNames.has(first) ? 'api' : 'page';
}

/** Undefined when the text has more layers of percent-encoding than any client needs. A `%` that encodes nothing stays. */
function decodeFully(text: string): string | undefined {
  let plain = text;
  for (let layer = 0; layer < 4; layer++) {
    const next = decodeBytes(plain);
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

/** Byte by byte: names of the API are ASCII, and what is no UTF-8 must hide none of them. */
function decodeBytes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** First segment that remains once `.`, `..` and empty segments are resolved; path parameters (`;x`) are cut off. */
function firstSegment(path: string): string | undefined {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    const name = (segment.split(';', 1)[0] ?? '').trim();
    if (name === '' || name === '.') continue;
    if (name === '..') kept.pop();
    else kept.push(name);
  }
  return kept[0];
}

/** Path and query of a request target, and the authority of one in absolute form (RFC 9112 3.2). */
export interface RequestTarget {
  pathname: string;
  /** Text after `?`, without it; `""` when there is none. */
  search: string;
  authority?: string;
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** Targets in no known form come back as they are and match no route. */
export function parseTarget(target: string): RequestTarget {
  if (target.startsWith('/')) return splitQuery(target);
  const match = absoluteForm.exec(target);
  if (!match) return splitQuery(target);
  const rest = target.slice(match[0].length);
  return { ...splitQuery(rest.startsWith('/') ? rest : `/${rest}`), authority: match[1] };
}

function splitQuery(text: string): RequestTarget {
  const hash = text.indexOf('#');
  const whole = hash < 0 ? text : text.slice(0, hash);
  const mark = whole.indexOf('?');
  return mark < 0 ? { pathname: whole, search: '' } : { pathname: whole.slice(0, mark), search: whole.slice(mark + 1) };
}
