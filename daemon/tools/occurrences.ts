/** Finds and replaces text independently of line endings. Lets other work run between many occurrences. */
import { createPause } from '../base/async/pieces.js';

/** Parts of a text that are joined at a time. */
const joinedParts = 4_096;

/** Replaces every CRLF by LF. */
export function toLf(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** Returns the offsets of a text's occurrences, without overlaps. */
export async function findAll(text: string, wanted: string): Promise<number[]> {
  const found: number[] = [];
  const pauseIfDue = createPause();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(at);
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return found;
}

/**
 * Replaces parts of a text. `starts` (ascending) and `length` count chars of its LF form, `replacement` uses LF only.
 * Keeps other line endings; a replacement gets the ending of its part, or else the more frequent one in the text.
 */
export async function replaceWithLineEndings(
  text: string,
  starts: readonly number[],
  length: number,
  replacement: string,
): Promise<string> {
  const hasCrlf = text.includes('\r\n');
  const usual = hasCrlf && mostlyCrlf(text) ? '\r\n' : '\n';
  const original = originalOffsets(text);
  const withCrlf = replacement.replaceAll('\n', '\r\n');
  const pauseIfDue = createPause();
  const blocks: string[] = [];
  let parts: string[] = [];
  let done = 0;
  for (const start of starts) {
    const from = original(start);
    const to = original(start + length);
    const firstLf = hasCrlf ? text.slice(from, to).indexOf('\n') : -1;
    const ending = firstLf < 0 ? usual : firstLf > 0 && text[from + firstLf - 1] === '\r' ? '\r\n' : '\n';
    parts.push(text.slice(done, from), ending === '\n' ? replacement : withCrlf);
    done = to;
    if (parts.length >= joinedParts) {
      blocks.push(parts.join(''));
      parts = [];
    }
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return blocks.join('') + parts.join('') + text.slice(done);
}

/** Returns the line (from 1) where a text matches when leading and trailing blanks of lines are ignored. */
export function trimmedMatch(text: string, wanted: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const searchedLines = wanted
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (searchedLines.join('') === '') return undefined;
  const last = searchedLines.length - 1;
  const index = lines.findIndex((_, at) =>
    searchedLines.every((line, offset) => {
      const have = lines[at + offset];
      if (have === undefined) return false;
      if (last === 0) return have.includes(line);
      if (offset === 0) return have.endsWith(line);
      return offset === last ? have.startsWith(line) : have === line;
    }),
  );
  return index < 0 ? undefined : index + 1;
}

/** Returns a function that maps offsets of the LF form to the text itself. Callers pass ascending offsets. */
function originalOffsets(text: string): (offset: number) => number {
  let carriageReturns = 0;
  let next = text.indexOf('\r\n');
  return (offset) => {
    while (next >= 0 && next - carriageReturns < offset) {
      carriageReturns += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return offset + carriageReturns;
  };
}

function mostlyCrlf(text: string): boolean {
  let lf = 0;
  let crlf = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lf += 1;
    if (text.charCodeAt(at - 1) === 0x0d) crlf += 1;
  }
  return crlf * 2 > lf;
}
