/** Finds and replaces base64 media in texts, because no text may keep them (engine.md 5). */

/** Base64 data found in a text. */
export interface Embedded {
  data: string;
  /** empty when unknown */
  mediaType: string;
}

/** Number of chars that are searched at a time, and maximum length of a match's beginning. */
const pieceChars = 256 * 1024;
const beginChars = 200;
/** Minimum number of base64 chars that count as media without a data URL. */
const leastChars = 60;
/** Maximum length of a line of wrapped base64: encoders wrap at 76 chars, and longer lines are not wrapped. */
const mostLineChars = 128;

const base64 = 'A-Za-z0-9+/_-';
/** How base64 of each media type begins: images, audio, video and PDF. JSON may escape a slash. */
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
/** Matches a long run in parts: the regex engine keeps state for each matched char, too much for megabytes. */
const part = new RegExp(`[${base64}]{1,8192}`, 'y');
const padding = /(?:={1,2}|(?:%3[Dd]){1,2})/y;
/** A slash as JSON may escape it, and line breaks, plain or escaped as in JSON. */
const slash = /\\\//y;
const lineEnd = /\r?\n|(?:\\r)?\\n/y;
const textAfter = /["\s\\<)]|$/y;

/** Splits a text into plain parts and media. `pause` lets other work run during the search of a large text. */
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

/** Replaces each medium in a short text by a note. */
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
  /** offset of the base64 data */
  data: number;
  /** equal to `start` when the data is too short for media */
  end: number;
  type: { mediaType: string };
}

/** Returns the first position in the next piece where media may begin. */
function beginIn(text: string, from: number): Found | undefined {
  // include one char more, for the lookbehind of the pattern
  const first = Math.max(0, from - 1);
  begin.lastIndex = from - first;
  const match = begin.exec(text.slice(first, from + pieceChars + beginChars));
  if (!match || first + match.index >= from + pieceChars) return undefined;
  const start = first + match.index;
  const isAddress = match[0].startsWith('data:');
  const data = isAddress ? start + match[0].length : start;
  const end = endOfRun(text, data);
  // a data URL with plain text stays
  const isText = isAddress && match[1]?.startsWith('text/') === true;
  const isLong = end - data >= (isAddress ? 1 : leastChars);
  const mediaType = isAddress ? (match[1] ?? '') : typeOf(match[0]);
  return { start, data: data + (isLong ? 0 : 1), end: isLong && !isText ? end : start, type: { mediaType } };
}

function typeOf(beginning: string): string {
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1] ?? '';
}

/** Returns the end of the base64 at `start`, which may be wrapped into lines. */
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
    // a last line belongs to the data only if it completes the bytes and nothing else is on it; otherwise it is text
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
