/** Classifies request paths so that no spelling of an API path passes for a page (rest.md 1.7). */

/**
 * `healthz`: exactly the public operation. `api`: needs the token. `page`: can never reach an operation. `healthz` and
 * `page` depend on the path alone; the caller checks methods.
 */
export type PathKind = 'healthz' | 'api' | 'page';

const protectedNames = new Set(['api', 'openapi.json', 'asyncapi.json']);

/**
 * Routes match the raw path, including case and slashes, so only paths that begin with `/api/` verbatim can match one.
 * This check is wider on purpose: a path that decoding, joining or lower-casing would turn into an API path needs the
 * token too, and is then an unknown route.
 */
export function pathKind(pathname: string): PathKind {
  if (pathname.startsWith('/api/')) return pathname === '/api/v1/healthz' ? 'healthz' : 'api';
  if (pathname === '/') return 'page';
  const plain = decodeFully(pathname);
  if (plain === undefined) return 'api';
  const first = firstSegment(plain.replaceAll('\\', '/').toLowerCase());
  return first !== undefined && protectedNames.has(first) ? 'api' : 'page';
}

/** Decodes all layers of percent-encoding; undefined when there are more than a client needs. An invalid `%` stays. */
function decodeFully(text: string): string | undefined {
  let plain = text;
  for (let layer = 0; layer < 4; layer++) {
    const next = decodeBytes(plain);
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

/** Decodes byte by byte: API names are ASCII, and invalid UTF-8 must not hide one. */
function decodeBytes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** The first segment after resolving `.`, `..` and empty segments, without path parameters (`;x`). */
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

/** Parses a request target; returns one of unknown form unchanged, and it matches no route. */
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
