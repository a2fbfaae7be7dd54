/** Parses the inline text of a block in one pass: emphasis, code, links and line breaks of CommonMark and GFM. */
import { inlineText, withoutEnd } from '../links.js';
import { characterOf, reference, unescaped } from './escapes.js';
import type { DefinedLinks, Inline } from './model.js';

/** Maximum length of a text in chars; a longer one is shown unparsed. */
const longest = 20_000;
/** Maximum nesting of marks; deeper marks are ignored. */
const deepest = 40;

type Marked = 'strong' | 'emphasis' | 'deleted';

/** A run of `*`, `_` or `~`, which may open and close marked text. */
interface Run {
  kind: 'run';
  char: string;
  /** how many of them are still unmatched, and how many there are */
  size: number;
  all: number;
  opens: boolean;
  closes: boolean;
  place: number;
  /** marked texts that end here, and those that begin here, innermost first */
  ends: number;
  begins: Marked[];
}

/** An address without brackets: a link, unless it is inside the text of a link. */
interface Bare {
  kind: 'bare';
  href: string;
  text: string;
}

type Piece = Inline | Run | Bare;

/** A bracket that may begin a link. */
interface Bracket {
  piece: number;
  /** start of its text */
  from: number;
  isImage: boolean;
  /** another bracket follows inside it, so its text is no label */
  isOuter?: boolean;
}

const marks = String.raw`[\n\\${'`'}[\]<&]|!\[|\*+|_+|~+|(?<![a-z\d])(?:https?:\/\/|www\.)(?=[\p{L}\p{N}[])`;
const special = new RegExp(marks, 'giu');
const specialOrMail = new RegExp(String.raw`${marks}|(?<![a-z\d.+-])[a-z\d][\w.+-]{0,63}@`, 'giu');
const mailHost = /(?:[a-z\d-]+\.)+[a-z\d]+(?![\w-])/iy;
/** East Asian punctuation ends an address, too. */
const address = /(?:(?!\*\*|~~)[^\s<>"'`\\\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f])+/y;
const angled = /<(?:([a-z][a-z\d+.-]{1,31}:[^\0- <>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*))>/iy;
export const openTag = String.raw`<[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?)*\s*\/?>`;
export const closingTag = String.raw`<\/[a-z][a-z\d-]*\s*>`;
const html = new RegExp(
  `${openTag}|${closingTag}|<!---?>|<!--[^]{0,2000}?-->|<\\?[^]{0,2000}?\\?>|<![a-z][^>]*>|<!\\[CDATA\\[[^]{0,2000}?\\]\\]>`,
  'iy',
);
const title = String.raw`"(?:\\[^]|[^\\"])*"|'(?:\\[^]|[^\\'])*'|\((?:\\[^]|[^\\()])*\)`;
const inAngles = String.raw`<(?:\\.|[^\\<>\n])*>`;
const inner = String.raw`\\[^]|[^\\()\0- ]`;
const linkEnd = new RegExp(
  String.raw`\(\s*(?:(${inAngles}|(?!<)(?:${inner}|\((?:${inner}|\((?:${inner})*\))*\))*)(?:\s+(${title}))?)?\s*\)`,
  'y',
);
const labelEnd = /\[((?:\\[^]|[^\\[\]]){0,999})\]/y;
const definition = new RegExp(
  String.raw`\[((?:\\[^]|[^\\[\]]){1,999})\]:[ \t]*\n?[ \t]*(${inAngles}|(?!<)[^\0- ]+)` +
    String.raw`(?:(?:[ \t]*\n[ \t]*|[ \t]+)(${title}))?[ \t]*(?:\n|$)`,
  'y',
);

/** Consumes the link definitions at the start of a paragraph; returns the rest of it. */
export function withoutDefinitions(text: string, links: DefinedLinks): string {
  let at = 0;
  for (let found; text[at] === '[' && (found = matchAt(definition, text, at)); at += found[0].length) {
    const [, label = '', href = '', named] = found;
    // the text of a footnote follows its label
    if (/^\s*(?:\^|$)/.test(label)) break;
    links[normalLabel(label)] ??= target(href, named);
  }
  return text.slice(at);
}

export function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Parses the inline text of a block, whose lines do not begin with blanks. */
export function inlinesOf(text: string, links: DefinedLinks): Inline[] {
  if (text.length > longest) return [{ kind: 'text', text }];
  const pieces: Piece[] = [];
  const brackets: Bracket[] = [];
  /** brackets below this index cannot open a link, since they contain one */
  let dead = 0;
  let lastTicks: Map<number, number> | undefined;
  let at = 0;
  const add = (words: string): unknown => pieces.push({ kind: 'text', text: words });
  const pattern = text.includes('@') ? specialOrMail : special;

  /** Returns the end of a code span, or -1; skips searches that cannot succeed. */
  function closingTicks(from: number, size: number): number {
    lastTicks ??= new Map([...text.matchAll(/`+/g)].map(({ 0: ticks, index }) => [ticks.length, index]));
    if ((lastTicks.get(size) ?? 0) < from) return -1;
    const runs = /`+/g;
    runs.lastIndex = from;
    for (let run; (run = runs.exec(text));) if (run[0].length === size) return run.index;
    return -1;
  }

  function addCode(from: number): void {
    const size = matchAt(/`+/y, text, from)?.[0].length ?? 1;
    at = from + size;
    const end = closingTicks(at, size);
    if (end < 0) return void add('`'.repeat(size));
    const code = text.slice(at, end).replaceAll('\n', ' ');
    pieces.push({ kind: 'code', text: /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code });
    at = end + size;
  }

  function addAngle(): void {
    const [whole, url, mail] = matchAt(angled, text, at - 1) ?? [];
    const tag = whole ?? matchAt(html, text, at - 1)?.[0] ?? '<';
    at += tag.length - 1;
    if (whole) pieces.push(linkTo(mail ? `mailto:${mail}` : whole.slice(1, -1), url ?? mail ?? ''));
    else if (/^<br\s*\/?>$/i.test(tag)) pieces.push({ kind: 'break' });
    else add(tag);
  }

  /** `begin`: the start of the address, or a mail address up to its host. */
  function addBare(begin: string): void {
    const from = at - begin.length;
    if (begin.endsWith('@')) {
      const host = matchAt(mailHost, text, at)?.[0];
      if (host) pieces.push({ kind: 'bare', href: `mailto:${begin}${host}`, text: begin + host });
      else add(begin);
      at += host?.length ?? 0;
      return;
    }
    const [whole = ''] = matchAt(address, text, from) ?? [];
    const found = withoutEnd(brackets.length > 0 ? (whole.split(']')[0] ?? '') : whole);
    if (found.length <= begin.length) return void add(begin);
    pieces.push({ kind: 'bare', href: /^w/i.test(begin) ? `http://${found}` : found, text: found });
    at = from + found.length;
  }

  /** Returns the link that the bracket before `at` closes, and its length. */
  function targetOf({ from, isOuter }: Bracket): [DefinedLinks[string], number] | undefined {
    const whole = matchAt(linkEnd, text, at);
    if (whole) return [target(whole[1] ?? '', whole[2]), whole[0].length];
    const named = matchAt(labelEnd, text, at);
    const label = named?.[1] || (isOuter || at - from > 1_000 ? '' : text.slice(from, at - 1));
    const link = label === '' ? undefined : links[normalLabel(label)];
    return link && [link, named?.[0].length ?? 0];
  }

  function closeBracket(): void {
    const bracket = brackets.pop();
    const found = bracket && (bracket.isImage || brackets.length >= dead) ? targetOf(bracket) : undefined;
    if (!found || !bracket) return void add(']');
    const [link, length] = found;
    pair(pieces, bracket.piece + 1);
    const children = treeOf(pieces.splice(bracket.piece).slice(1), true);
    if (bracket.isImage) pieces.push({ kind: 'image', href: link.href, alt: inlineText(children) });
    else pieces.push({ kind: 'link', ...link, children });
    if (!bracket.isImage) dead = brackets.length;
    at += length;
  }

  while (at < text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    const [mark = ''] = found ?? [];
    const from = found?.index ?? text.length;
    let end = from;
    if (mark === '\n') while (end > at && text[end - 1] === ' ') end -= 1;
    if (end > at) add(text.slice(at, end));
    at = from + mark.length;
    const [first = ''] = mark;
    if (mark === '\n') {
      if (from - end > 1) pieces.push({ kind: 'break' });
      else add('\n');
    } else if (mark === '\\') {
      const next = text[at] ?? '';
      at += 1;
      if (next === '\n') pieces.push({ kind: 'break' });
      else add(/[!-/:-@[-`{-~]/.test(next) ? next : mark + next);
    } else if (mark === '`') addCode(from);
    else if (mark === '<') addAngle();
    else if (mark === '&') {
      const [written = mark] = matchAt(reference, text, from) ?? [];
      add(characterOf(written));
      at = from + written.length;
    } else if (mark === ']') closeBracket();
    else if (mark === '[' || mark === '![') {
      const last = brackets.at(-1);
      if (last) last.isOuter = true;
      dead = Math.min(dead, brackets.length);
      brackets.push({ piece: pieces.length, from: at, isImage: mark !== '[' });
      add(mark);
    } else if ('*_~'.includes(first)) pieces.push(runOf(text, mark, from));
    else addBare(mark);
  }
  pair(pieces, 0);
  return treeOf(pieces, false);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function target(href: string, named?: string): DefinedLinks[string] {
  const bare = href.startsWith('<') ? href.slice(1, -1) : href;
  return { href: unescaped(bare), ...(named && { title: unescaped(named.slice(1, -1)) }) };
}

function linkTo(href: string, text: string): Inline {
  return { kind: 'link', href, children: [{ kind: 'text', text }] };
}

function runOf(text: string, mark: string, from: number): Run {
  const [char = ''] = mark;
  const [before = ' '] = /.$/u.exec(text.slice(Math.max(0, from - 2), from)) ?? [];
  const [after = ' '] = /^./u.exec(text.slice(from + mark.length, from + mark.length + 2)) ?? [];
  const beforePunctuation = /[\p{P}\p{S}]/u.test(before);
  const afterPunctuation = /[\p{P}\p{S}]/u.test(after);
  const left = !/\s/.test(after) && (!afterPunctuation || beforePunctuation || /\s/.test(before));
  const right = !/\s/.test(before) && (!beforePunctuation || afterPunctuation || /\s/.test(after));
  const isWord = char === '_';
  const counts = char !== '~' || mark.length < 3;
  return {
    kind: 'run',
    char,
    size: mark.length,
    all: mark.length,
    opens: counts && left && (!isWord || !right || beforePunctuation),
    closes: counts && right && (!isWord || !left || afterPunctuation),
    place: 0,
    ends: 0,
    begins: [],
  };
}

/** Decides which runs open and close marked text, from one piece on. */
function pair(pieces: readonly Piece[], from: number): void {
  const openers: Run[] = [];
  /** by the kind of a closing run: lowest place to search for its opener */
  const floors = new Map<string, number>();
  pieces.slice(from).forEach((run, place) => {
    if (run.kind !== 'run') return;
    run.place = place;
    const kind = `${run.char}${run.opens}${run.all % 3}`;
    while (run.closes && run.size > 0) {
      const floor = floors.get(kind) ?? 0;
      let at = openers.length - 1;
      let opener = openers[at];
      while (opener && opener.place >= floor && !fits(opener, run)) opener = openers[--at];
      if (!opener || opener.place < floor) {
        floors.set(kind, place);
        break;
      }
      const size = Math.min(2, opener.size, run.size);
      opener.size -= size;
      run.size -= size;
      opener.begins.push(run.char === '~' ? 'deleted' : size > 1 ? 'strong' : 'emphasis');
      run.ends += 1;
      openers.length = opener.size > 0 ? at + 1 : at;
    }
    if (run.opens && run.size > 0) openers.push(run);
  });
}

function fits(opener: Run, closer: Run): boolean {
  if (opener.char !== closer.char) return false;
  if (opener.char === '~') return opener.size === closer.size;
  return !((opener.closes || closer.opens) && closer.all % 3 !== 0 && (opener.all + closer.all) % 3 === 0);
}

function treeOf(pieces: readonly Piece[], isInLink: boolean): Inline[] {
  const all: Inline[] = [];
  const open = [all];
  function put(part: Inline): void {
    const parts = open.at(-1) ?? all;
    const last = parts.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
    else parts.push(part);
  }
  for (const piece of pieces) {
    if (piece.kind === 'run') {
      open.length -= piece.ends;
      if (piece.size > 0) put({ kind: 'text', text: piece.char.repeat(piece.size) });
      for (const kind of piece.begins.reverse()) {
        const children: Inline[] = [];
        const isTooDeep = open.length > deepest;
        if (!isTooDeep) put({ kind, children });
        open.push(isTooDeep ? (open.at(-1) ?? all) : children);
      }
    } else if (piece.kind !== 'bare') put(piece);
    else if (isInLink) put({ kind: 'text', text: piece.text });
    else put(linkTo(piece.href, piece.text));
  }
  return all;
}
