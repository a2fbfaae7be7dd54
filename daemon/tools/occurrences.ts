/** Finding and replacing text independently of line endings. */

/** Text with every CRLF as LF. */
export function toLf(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** Where a text occurs, without overlaps. */
export function findAll(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/**
 * Replaces stretches of a text; `starts` (rising) and `length` count chars of its LF form, `replacement` has LF only.
 * Endings outside the stretches stay as they are; new ones are those of the stretch, else of most of the text.
 */
export function replaceKeepingEndings(text: string, starts: number[], length: number, replacement: string): string {
  const usual = mostlyCrlf(text) ? '\r\n' : '\n';
  const original = originalOffsets(text);
  let result = '';
  let done = 0;
  for (const start of starts) {
    const from = original(start);
    const to = original(start + length);
    const firstLf = text.indexOf('\n', from);
    const ending = firstLf < 0 || firstLf >= to ? usual : text[firstLf - 1] === '\r' && firstLf > from ? '\r\n' : '\n';
    result += text.slice(done, from) + (ending === '\n' ? replacement : replacement.replaceAll('\n', '\r\n'));
    done = to;
  }
  return result + text.slice(done);
}

/** The line (from 1) where a text matches once blanks at both ends of each line are ignored. */
export function trimmedMatch(text: string, wanted: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const sought = wanted
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (sought.join('') === '') return undefined;
  const last = sought.length - 1;
  const index = lines.findIndex((_, at) =>
    sought.every((line, offset) => {
      const have = lines[at + offset];
      if (have === undefined) return false;
      if (last === 0) return have.includes(line);
      if (offset === 0) return have.endsWith(line);
      return offset === last ? have.startsWith(line) : have === line;
    }),
  );
  return index < 0 ? undefined : index + 1;
}

/** Maps offsets of the LF form to the text itself; ask for rising offsets. */
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
  const lf = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  return crlf * 2 > lf;
}
