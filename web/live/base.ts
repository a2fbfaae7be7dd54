/** The address of the page itself, below which everything else is (web.md 2.2). */

const prefix = document.documentElement.dataset['base'] ?? './';

/** Ends with a slash. Computed once: the path of the page changes while it is used, this does not. */
export const base = new URL(prefix, location.href.replace(/[?#].*$/, ''));

/** For the API: without the slash at the end. */
export const apiBase = base.href.replace(/\/$/, '');

/** Other programs share the origin when the page is below a path. */
export const isAlone = base.pathname === '/';

/** The name of something that this browser keeps: servers below other paths of the origin have their own. */
export const ownKey = (name: string): string => (isAlone ? name : `${name}:${base.pathname}`);

/** A file that was opened from the disk: what it shows is in the fragment of its address. */
const isFile = document.documentElement.dataset['place'] === 'fragment';

/** The address of a path of the page, which begins with a slash. */
export function addressOf(path: string): string {
  return isFile ? `#${path}` : base.pathname + path.slice(1);
}

/** The address of a file of the page. */
export const assetAddress = (name: string): string => base.pathname + name;

/** The path below the base, with its slash, as the address bar has it now. */
export function currentPath(): string {
  if (isFile) return fragment()[0];
  const { pathname } = location;
  return pathname.startsWith(base.pathname) ? `/${pathname.slice(base.pathname.length)}` : pathname;
}

/** The query of the address, with its question mark unless it is empty. */
export function currentSearch(): string {
  if (!isFile) return location.search;
  const [, search] = fragment();
  return search;
}

function fragment(): [path: string, search: string] {
  const [path = '', ...search] = location.hash.slice(1).split('?');
  return [path || '/', search.length === 0 ? '' : `?${search.join('?')}`];
}
