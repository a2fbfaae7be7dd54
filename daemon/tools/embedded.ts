/** Media that a text holds as base64, which no text may keep (engine.md 5): found, and replaced. */

/** Base64 in a text, to be decoded. */
export interface Embedded {
  data: string;
  /** empty: not known */
  mediaType: string;
}

/** Chars that are searched at once, and that a beginning may take. */
const pieceChars = 256 * 1024;
const beginChars = 200;
/** Shorter runs are left alone, unless a data URL marks them. */
const leastChars = 60;
/** Chars of a line; encoders that break lines make 76 at most, and what is longer is one line. */
const mostLineChars = 128;

const base64 = 'A-Za-z0-9+/_-';
/** How the base64 of media begins, by type; pictures, sounds, films and PDF. A slash may be escaped in JSON. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/iVBORw0KGgo/, 'image/png'],
  [/(?:\\?\/)9j(?:\\?\/)/, 'image/jpeg'],
  [/R0lGOD[dl]h/, 'image/gif'],
  [/UklGR[A-Za-z0-9+/]{6}XRUJQ/, 'image/webp'],
  [/UklGR[A-Za-z0-9+/]{6}XQVZF/, 'audio/wav'],
  [/UklGR/, ''],
  [/PHN2Zy/, 'image/svg+xml'],
  [/SUkqA|TU0AK/, 'image/tiff'],
  [/SUQz/, 'audio/mpeg'],
  [/T2dnUw/, 'audio/ogg'],
  [/ZkxhQ/, 'audio/flac'],
  [/GkXfo/, 'video/webm'],
  [/AAAA[A-Za-z0-9+/]{2}Z0eX/, 'video/mp4'],
  [/JVBERi0/, 'application/pdf'],
];
const address = /data:([\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w.+=-]{1,60}){0,5}?;base64,/;
const begin = new RegExp(
  `${address.source}|(?<![${base64}])(?:${beginnings.map(([{ source }]) => source).join('|')})`,
  'g',
);
/** Not all of a long run at once: a pattern keeps each char of its match in mind, and megabytes are too many. */
const part = new RegExp(`[${base64}]{1,8192}`, 'y');
const padding = /(?:={1,2}|(?:%3[Dd]){1,2})/y;
/** A slash as JSON may write it, and ends of lines as they are and in JSON. */
const slash = /\\\//y;
const lineEnd = /\r?\n|(?:\\r)?\\n/y;
const textAfter = /["\s\\<)]|$/y;

/** A text in pieces: what may stay, and media in between. `pause` lets others work while a large one is searched. */
export async function splitMedia(text: string, pause: () => Promise<unknown>): Promise<(string | Embedded)[]> {
  const pieces: (string | Embedded)[] = [];
  let kept = 0;
  for (let from = 0; from < text.length;) {
    const found = beginIn(text, from);
    if (found && found.end > found.start) {
      pieces.push(text.slice(kept, found.start), { data: decodable(text.slice(found.data, found.end)), ...found.type });
      kept = from = found.end;
    } else from = found?.data ?? from + pieceChars;
    if (text.length > pieceChars) await pause();
  }
  pieces.push(text.slice(kept));
  return pieces.filter((piece) => piece !== '');
}

/** A short text with a note in the place of each medium. */
export function withoutMedia(text: string): string {
  let kept = '';
  for (let from = 0; from < text.length;) {
    const found = beginIn(text, from);
    if (!found) return kept + text.slice(from);
    kept +=
      found.end > found.start ? `${text.slice(from, found.start)}[base64 left out]` : text.slice(from, found.data);
    from = Math.max(found.end, found.data);
  }
  return kept;
}

interface Found {
  start: number;
  /** where the base64 begins */
  data: number;
  /** `start`: it is too short to be one */
  end: number;
  type: { mediaType: string };
}

/** The first place in the next piece where a medium may begin. */
function beginIn(text: string, from: number): Found | undefined {
  // one char more, so that the char before is seen
  const first = Math.max(0, from - 1);
  begin.lastIndex = from - first;
  const match = begin.exec(text.slice(first, from + pieceChars + beginChars));
  if (!match || first + match.index >= from + pieceChars) return undefined;
  const start = first + match.index;
  const isAddress = match[0].startsWith('data:');
  const data = isAddress ? start + match[0].length : start;
  const end = endOfRun(text, data);
  // words, and not bytes
  const isText = isAddress && match[1]?.startsWith('text/') === true;
  const isLong = end - data >= (isAddress ? 1 : leastChars);
  const mediaType = isAddress ? (match[1] ?? '') : typeOf(match[0]);
  return { start, data: data + (isLong ? 0 : 1), end: isLong && !isText ? end : start, type: { mediaType } };
}

function typeOf(beginning: string): string {
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1] ?? '';
}

/** Where base64 ends that begins here; it may be broken into lines. */
function endOfRun(text: string, start: number): number {
  let at = afterBase64(text, start) ?? start;
  let lineChars: number | undefined;
  for (;;) {
    const joined = after(slash, text, at);
    if (joined !== undefined) {
      at = afterBase64(text, joined) ?? joined;
      continue;
    }
    const next = after(lineEnd, text, at);
    const more = next === undefined ? undefined : afterBase64(text, next);
    if (next === undefined || more === undefined) break;
    lineChars ??= at - start;
    if (lineChars > mostLineChars) break;
    const isLast = more - next < leastChars;
    const last = isLast ? (after(padding, text, more) ?? more) : more;
    // the last line is alone on its line and completes the bytes, else it is a word of the text that follows
    if (isLast && (after(textAfter, text, last) === undefined || charsOf(text.slice(start, more)) % 4 === 1)) break;
    at = last;
    if (isLast) return at;
  }
  return after(padding, text, at) ?? at;
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function afterBase64(text: string, at: number): number | undefined {
  let end: number | undefined;
  for (let next = after(part, text, at); next !== undefined; next = after(part, text, next)) end = next;
  return end;
}

function charsOf(run: string): number {
  return decodable(run).replace(/\s/g, '').length;
}

function decodable(run: string): string {
  return run.includes('\\') ? run.replace(/\\[rn]/g, '').replaceAll('\\/', '/') : run;
}
