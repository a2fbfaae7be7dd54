/** The base address of the page; all other addresses are below it (web.md 2.2). */

const prefix = document.documentElement.dataset['base'] ?? './';

/** Ends with a slash. Computed once, because the path of the page changes during use and the base does not. */
export const base = new URL(prefix, location.href.replace(/[?#].*$/, ''));

/** The base address for the API, without the trailing slash. */
export const apiBase = base.href.replace(/\/$/, '');

/** False when the page is served below a path, where other programs share the origin. */
export const isAlone = base.pathname === '/';

/** Returns a storage key. Servers below other paths of the same origin get different keys. */
export const ownKey = (name: string): string => (isAlone ? name : `${name}:${base.pathname}`);

/** True for a file opened from disk, which keeps its route in the fragment of its address. */
const isFile = document.documentElement.dataset['place'] === 'fragment';

/** Returns the address of a path of the page; the path begins with a slash. */
export function addressOf(path: string): string {
  return isFile ? `#${path}` : base.pathname + path.slice(1);
}

/** Returns the address of a file of the page. */
export const assetAddress = (name: string): string => base.pathname + name;

/** Returns the path below the base from the address bar, with its leading slash. */
export function currentPath(): string {
  if (isFile) return fragment()[0];
  const { pathname } = location;
  return pathname.startsWith(base.pathname) ? `/${pathname.slice(base.pathname.length)}` : pathname;
}

/** Returns the query of the address, with its question mark unless the query is empty. */
export function currentSearch(): string {
  if (!isFile) return location.search;
  const [, search] = fragment();
  return search;
}

function fragment(): [path: string, search: string] {
  const [path = '', ...search] = location.hash.slice(1).split('?');
  return [path || '/', search.length === 0 ? '' : `?${search.join('?')}`];
}
