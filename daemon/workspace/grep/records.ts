/** Parses the output of `rg --json` incrementally. Keeps only the beginning of a long line. */

/** A parsed record. Texts do not include the line ending. */
export type GrepRecord =
  | { type: 'begin'; path: string }
  | {
      type: 'line';
      match: boolean;
      line: number;
      /** where the line begins, in bytes of the UTF-8 text without its byte order mark */
      offset: number;
      text: string;
      /** offset of the first match in UTF-16 units */ at: number;
    }
  | { type: 'end'; binary: boolean }
  | { type: 'summary'; searched: number };

/** Text as ripgrep writes it: bytes in base64 when it is not UTF-8. */
type Data = { text: string } | { bytes: string };

interface Message {
  type: string;
  data: {
    path?: Data;
    lines?: Data;
    line_number?: number | null;
    absolute_offset?: number;
    submatches?: { start: number }[];
    binary_offset?: number | null;
    stats?: { searches?: number };
  };
}

/** Maximum size in bytes of a record that is parsed as a whole. */
const maxRecord = 256 * 1024;
/** Bytes that are kept of the line in a longer record, and of the fields after the line. */
const keptOfLine = 64 * 1024;
const keptBehind = 4 * 1024;

/** Returns a function that takes output in chunks. */
export function createRecordReader(take: (record: GrepRecord) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let size = 0;
  let long: ((chunk: Buffer) => void) | undefined;
  let finish: () => void = () => undefined;

  function begin(): void {
    pieces = [];
    size = 0;
    long = undefined;
  }

  function add(piece: Buffer): void {
    if (long) {
      long(piece);
      return;
    }
    pieces.push(piece);
    size += piece.length;
    if (size <= maxRecord) return;
    const reader = readLong(Buffer.concat(pieces), take);
    long = reader.add;
    finish = reader.end;
  }

  return (chunk) => {
    let at = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      add(chunk.subarray(at, end));
      if (long) finish();
      else if (size > 0) take(recordOf(JSON.parse(Buffer.concat(pieces).toString('utf8')) as Message));
      begin();
      at = end + 1;
    }
    if (at < chunk.length) add(chunk.subarray(at));
  };
}

function recordOf({ type, data }: Message): GrepRecord {
  if (type === 'begin') return { type, path: textOf(data.path) };
  if (type === 'end') return { type, binary: typeof data.binary_offset === 'number' };
  if (type === 'summary') return { type, searched: data.stats?.searches ?? 0 };
  const text = textOf(data.lines);
  const start = data.submatches?.[0]?.start ?? 0;
  return {
    type: 'line',
    match: type === 'match',
    line: data.line_number ?? 0,
    offset: data.absolute_offset ?? 0,
    ...lineOf(text, unitsOf(data.lines, start)),
  };
}

function textOf(data: Data | undefined): string {
  if (!data) return '';
  return 'text' in data ? data.text : Buffer.from(data.bytes, 'base64').toString('utf8');
}

/** Counts the UTF-16 units in the first `bytes` bytes. */
function unitsOf(data: Data | undefined, bytes: number): number {
  if (!data || bytes === 0) return 0;
  const buffer = 'text' in data ? Buffer.from(data.text) : Buffer.from(data.bytes, 'base64');
  return buffer.toString('utf8', 0, bytes).length;
}

/** Removes the byte order mark and the line ending. */
function lineOf(text: string, at: number): { text: string; at: number } {
  const marked = text.startsWith('\ufeff');
  return { text: text.slice(marked ? 1 : 0).replace(/\r?\n$/, ''), at: Math.max(0, marked ? at - 1 : at) };
}

/**
 * Reads a record that is too long to hold: keeps its beginning and skips the rest. From the rest it needs only the
 * line number and the position of the match, which follow the line.
 */
function readLong(start: Buffer, take: (record: GrepRecord) => void): { add(chunk: Buffer): void; end(): void } {
  const head = start.toString('latin1', 0, keptOfLine);
  const opening = /"lines":\{"(text|bytes)":"/.exec(head);
  const from = opening ? opening.index + opening[0].length : 0;
  let kept = start.subarray(from, from + keptOfLine);
  let escaped = false;
  let behind: Buffer[] | undefined;
  let size = 0;

  function add(chunk: Buffer): void {
    let rest = chunk;
    if (!behind) {
      const quote = closingQuote(chunk);
      if (quote < 0) return;
      behind = [];
      rest = chunk.subarray(quote + 1);
    }
    if (size >= keptBehind) return;
    const piece = Buffer.from(rest.subarray(0, keptBehind - size));
    behind.push(piece);
    size += piece.length;
  }

  /** Returns where the text of the line ends; -1 when it continues. */
  function closingQuote(chunk: Buffer): number {
    for (let at = 0; at < chunk.length; at += 1) {
      if (escaped) escaped = false;
      else if (chunk[at] === 0x5c) escaped = true;
      else if (chunk[at] === 0x22) return at;
    }
    return -1;
  }

  const known = start.subarray(from);
  const quote = closingQuote(known);
  if (quote >= 0) kept = kept.subarray(0, quote);
  escaped = false;
  add(known);
  return {
    add,
    end() {
      const facts = Buffer.concat(behind ?? []).toString('utf8');
      const line = Number(/^\},"line_number":(\d+)/.exec(facts)?.[1] ?? 0);
      const offset = Number(/^\},"line_number":\d+,"absolute_offset":(\d+)/.exec(facts)?.[1] ?? 0);
      const found = /"submatches":\[\{"match":\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\},"start":(\d+)/.exec(facts)?.[1];
      const data = dataOf(opening?.[1] === 'bytes', kept);
      const bytes = Number(found ?? 0);
      const length = Buffer.byteLength(textOf(data));
      // beyond the kept part, a byte offset is the best approximation
      const at = bytes <= length ? unitsOf(data, bytes) : textOf(data).length + bytes - length;
      take({ type: 'line', match: head.startsWith('{"type":"match"'), line, offset, ...lineOf(textOf(data), at) });
    },
  };
}

/** Returns the kept beginning of a JSON string, cut after a whole character or escape. */
function dataOf(isBytes: boolean, kept: Buffer): Data {
  if (isBytes) return { bytes: kept.toString('latin1', 0, kept.length - (kept.length % 4)) };
  const text = kept.toString('utf8').replace(/\ufffd+$/, '');
  // the cut may have split an escape at the end
  const backslashes = /\\*$/.exec(text)?.[0].length ?? 0;
  const whole =
    backslashes % 2 === 1 ? text.slice(0, -1) : text.replace(/(?<!\\)((?:\\\\)*)\\u[0-9a-fA-F]{0,3}$/, '$1');
  return { text: JSON.parse(`"${whole}"`) as string };
}
