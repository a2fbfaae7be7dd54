/** Links in texts and Markdown: which ones can be opened, and what is shown beside them (tui.md 4.1, web.md 5.5.2). */
import { invisible } from '../../schemas/invisible.js';
import type { Inline } from './markdown/model.js';
import { parseUrl } from '../../schemas/url.js';

/** The target of a link. Links to anything else stay text. */
export type LinkTarget =
  | { kind: 'web'; url: string; host: string }
  | { kind: 'mail'; url: string }
  /** a file below one of the session's directories */
  | { kind: 'file'; url: string; path: string; line?: number };

/** A link to show. The code that draws it cleans its texts (clean.ts). */
export interface ShownLink {
  text: string;
  target: LinkTarget;
  /** the target's address; absent when the link text already shows it */
  address?: string;
  /** the target's host, when the link text names another one */
  otherHost?: string;
}

/** A piece of a text. */
export interface TextOrLink {
  text: string;
  target?: LinkTarget;
}

/** Directories of the session, working directory first; relative paths are resolved against it. */
export type Directories = readonly string[];

/** Browsers drop some of these characters, so that an address would lead elsewhere than it shows. */
const unshown = new RegExp(String.raw` |${invisible}|\p{Cs}`, 'u');
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const place = /(?:#L(\d{1,9})(?:-L?\d{1,9})?|:(\d{1,9})(?::\d{1,9})?)$/;
const namedHost = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?![\p{L}\p{N}-])/u;

/** Returns undefined for what must not open: another scheme, a path outside the directories, or no address. */
export function linkTarget(href: string, directories: Directories = []): LinkTarget | undefined {
  const trimmed = href.trim();
  const known = /^(https?|mailto|file):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (trimmed === '' || (known !== undefined && known !== 'file' && unshown.test(trimmed))) return undefined;
  if (known === 'file') return fileOfUrl(trimmed, directories);
  if (known === undefined) return hasScheme(trimmed) ? undefined : fileOf(trimmed, directories);
  const url = parseUrl(trimmed);
  if (!url) return undefined;
  if (url.protocol === 'mailto:') return { kind: 'mail', url: url.href };
  return url.host === '' ? undefined : { kind: 'web', url: url.href, host: url.host };
}

/** Returns whether the address has a scheme, which `a.ts:12` and `C:/a.ts` only seem to have. */
function hasScheme(href: string): boolean {
  if (isAbsolute(href) || !scheme.test(href)) return false;
  return scheme.test(href.replace(place, '')) || !/\..*:\d/.test(href);
}

/** Returns the link with what must be shown beside its text. */
export function describeLink(text: string, target: LinkTarget): ShownLink {
  const address = target.kind === 'file' ? target.path : target.url;
  const isSame =
    [address, target.url].some((each) => plainAddress(each) === plainAddress(text)) ||
    (target.kind === 'file' && target.path.endsWith(`/${text.trim().replace(place, '').replace(/^\.\//, '')}`));
  const [, host] = namedHost.exec(text) ?? [];
  const isOther =
    target.kind === 'web' && host !== undefined && bareHost(target.host) !== bareHost(parseUrl(`http://${host}`)?.host);
  return {
    text,
    target,
    ...(!isSame && { address }),
    ...(isOther && { otherHost: target.host }),
  };
}

/** Returns the text of inline parts without their markup. */
export function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if ('children' in part) return inlineText(part.children);
      if (part.kind === 'break') return ' ';
      return part.kind === 'image' ? part.alt : part.text;
    })
    .join('');
}

/** An address in plain text; it ends before a blank, a quotation mark, a bracket, or an invisible character. */
const inText = new RegExp(
  String.raw`\b(?:https?:\/\/|mailto:|file:\/\/\/)(?:(?!${invisible}|\p{Cs})[^\s<>"'${'`'}\\])+`,
  'giu',
);

/** Splits a plain text into addresses and the text between them. */
export function splitLinks(text: string, directories: Directories = []): TextOrLink[] {
  const parts: TextOrLink[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(inText)) {
    const address = withoutEnd(found);
    const target = linkTarget(address, directories);
    if (!target) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: address, target });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Removes the punctuation of the surrounding sentence, and brackets that were opened before the address. */
export function withoutEnd(address: string): string {
  let end = address.length;
  let open = 0;
  for (const char of address) open += char === '(' ? 1 : char === ')' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (last === ')' && open < 0) open += 1;
    else if (!'.,;:!?]}*_~'.includes(last)) break;
  }
  return address.slice(0, end);
}

function fileOfUrl(href: string, directories: Directories): LinkTarget | undefined {
  const url = parseUrl(href);
  if (!url || (url.host !== '' && url.host !== 'localhost')) return undefined;
  return fileOf(`${url.pathname.replace(/^\/(?=[a-z]:)/i, '')}${url.hash}`, directories);
}

/** `written`: a path with percent escapes, and with a line number after `#L` or a colon. */
function fileOf(written: string, directories: Directories): LinkTarget | undefined {
  const [cwd] = directories;
  const named = decoded(written.replace(place, '').replace(/#.*$/s, ''));
  // two slashes begin the name of another computer
  if (cwd === undefined || named === '' || /^[/\\]{2}|[\p{Cc}\p{Cs}]/u.test(named)) return undefined;
  const path = resolved(isAbsolute(named) ? named : `${cwd}/${named}`);
  if (path === undefined || !directories.some((each) => isBelow(path, resolved(each)))) return undefined;
  const [, hashLine, colonLine] = place.exec(written) ?? [];
  const line = Number(hashLine ?? colonLine ?? 0);
  const slashed = path.startsWith('/') ? path : `/${path}`;
  const url = `file://${slashed.split('/').map(encodeURIComponent).join('/').replace('%3A/', ':/')}`;
  return { kind: 'file', url, path, ...(line > 0 && { line }) };
}

export function isAbsolute(path: string): boolean {
  return /^(?:\/|[a-z]:[/\\])/i.test(path);
}

/** Removes `.`, `..` and doubled slashes; undefined when the path leads above the root. */
export function resolved(path: string): string | undefined {
  const parts: string[] = [];
  const [root, ...names] = (/^[a-z]:/i.test(path) ? path.replaceAll('\\', '/') : path).split('/');
  for (const name of names) {
    if (name === '..' && parts.pop() === undefined) return undefined;
    if (name !== '..' && name !== '.' && name !== '') parts.push(name);
  }
  return [root, ...parts].join('/') || '/';
}

function isBelow(path: string, directory: string | undefined): boolean {
  if (directory === undefined) return false;
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // a percent sign without a valid escape belongs to the name
    return path;
  }
}

/** Normalizes an address, dropping differences that mislead no reader. */
function plainAddress(address: string): string {
  return address
    .trim()
    .replace(/^(?:https?:\/\/(?:www\.)?|mailto:|file:\/\/)/i, '')
    .replace(/\/$/, '');
}

/** Parsed addresses have their host in lower case. */
function bareHost(host?: string): string | undefined {
  return host?.replace(/^www\.|:\d+$/g, '');
}
