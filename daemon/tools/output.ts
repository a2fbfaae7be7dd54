/** Processes a command's output: limited text for the model, live text for clients, a log on disk for long output. */
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { head, tail } from '../base/text/cut.js';
import { createEscapeRemover } from './ansi.js';
import { diskFailure } from './target.js';
import { CUT, LINE_LIMIT, TEXT_LIMIT } from './text.js';

export interface OutputOptions {
  /** absolute path of the full log, which is created once the output is long */
  logPath: string;
  /** the command writes its own log */
  external?: boolean;
  /** maximum number of bytes that are kept in total */
  maxBytes: number;
  /** receives every piece of raw output, including escape sequences; without it, the text waits until `keep` */
  live?: ((text: string) => void) | undefined;
}

export interface OutputSummary {
  /** without escape sequences, with long lines cut */
  start: string;
  /** what follows `start`, or the end of it when `omitted` is not 0 */
  end: string;
  /** number of chars omitted between `start` and `end` */
  omitted: number;
  /** number of bytes in total */
  bytes: number;
  /** the output was long, and the log contains all of it */
  logged: boolean;
}

export interface CommandOutput {
  /** stores a chunk; resolves with false when it exceeds the limit, and drops the excess */
  write(chunk: Buffer): Promise<boolean>;
  /** returns the output so far */
  summary(): OutputSummary;
  /** returns the number of chars passed to `live` so far */
  shown(): number;
  /** from now on, stores the whole output on disk up to `maxBytes`, and passes it to `live` */
  keep(maxBytes: number, live: (text: string) => void): void;
  /** finishes the output; resolves once everything that belongs on disk is there */
  finish(): Promise<OutputSummary>;
}

const HALF = TEXT_LIMIT / 2;

export function createOutput(options: OutputOptions): CommandOutput {
  const decoder = new TextDecoder();
  const escapes = createEscapeRemover();
  const lineCap = createLineCap();
  const log = options.external ? createExternalLog() : createLog(options.logPath);
  let { maxBytes, live } = options;
  let bytes = 0;
  let chars = 0;
  let held = '';
  let liveChars = 0;
  let whole = false;
  let start = '';
  let end = '';
  let shown = 0;

  function keep(text: string): void {
    shown += text.length;
    const toStart = HALF - start.length;
    start += text.slice(0, toStart);
    end += text.slice(toStart);
    // trimming rarely avoids a copy for each small piece
    if (end.length > 3 * HALF) end = end.slice(-HALF);
  }

  function take(text: string): void {
    if (!live) {
      held += text;
    } else if (text !== '') {
      live(text);
      liveChars += text.length;
    }
    const plain = escapes.push(text);
    chars += plain.length;
    keep(lineCap.push(plain));
  }

  function summary(): OutputSummary {
    const logged = whole || chars > TEXT_LIMIT;
    if (shown <= TEXT_LIMIT) return { start, end, omitted: 0, bytes, logged };
    const [first, last] = [head(start, HALF), tail(end, HALF)];
    return { start: first, end: last, omitted: shown - first.length - last.length, bytes, logged };
  }

  return {
    async write(chunk) {
      const room = maxBytes - bytes;
      const part = chunk.subarray(0, room);
      bytes += part.length;
      take(decoder.decode(part, { stream: true }));
      await log.write(part, whole || chars > TEXT_LIMIT);
      return chunk.length <= room;
    },
    summary,
    shown: () => liveChars,
    keep(most, show) {
      [maxBytes, live, whole] = [most, show, true];
      if (held !== '') show(held);
      liveChars += held.length;
      held = '';
      log.flush();
    },
    async finish() {
      take(decoder.decode());
      keep(lineCap.push(escapes.end()) + lineCap.end());
      await log.close(whole || chars > TEXT_LIMIT);
      return summary();
    },
  };
}

interface Log {
  write(chunk: Buffer, long: boolean): Promise<void>;
  /** starts to write the held output to disk */
  flush(): void;
  /** `long`: the file must exist */
  close(long: boolean): Promise<void>;
}

/** A log that the command writes itself. */
function createExternalLog(): Log {
  return { write: () => Promise.resolve(), flush: () => undefined, close: () => Promise.resolve() };
}

/** Holds output in memory until it is known to be long, and writes it to disk from then on. */
function createLog(path: string): Log {
  let early: Buffer[] = [];
  let file: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Chains the writes, so that they keep their order. */
  function flush(): Promise<void> {
    writing = writing.then(writeEarly);
    return writing;
  }

  async function writeEarly(): Promise<void> {
    const chunks = early;
    early = [];
    try {
      if (!file) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        file = await open(path, 'w', 0o600);
      }
      for (const chunk of chunks) await file.write(chunk);
    } catch (error) {
      throw diskFailure(error, path);
    }
  }

  return {
    async write(chunk, long) {
      early.push(chunk);
      if (file || long) await flush();
    },
    flush() {
      // the next write or close rejects with this failure
      flush().catch(() => undefined);
    },
    async close(long) {
      try {
        if (long) await flush();
      } finally {
        await file?.close();
      }
    },
  };
}

interface LineCap {
  push(text: string): string;
  /** returns the mark of a last line that was cut and did not end */
  end(): string;
}

function createLineCap(limit = LINE_LIMIT): LineCap {
  /** number of chars in the current line so far */
  let length = 0;

  function addTo(line: string): string {
    const kept = length >= limit ? '' : head(line, limit - length);
    length += line.length;
    return kept;
  }

  function finishLine(): string {
    const mark = length > limit ? CUT : '';
    length = 0;
    return mark;
  }

  /** Whether every line is short enough. Most text is, and copying it line by line would be slow. */
  function fits(text: string): boolean {
    let begun = length;
    let at = 0;
    for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', at)) {
      if (begun + newline - at > limit) return false;
      begun = 0;
      at = newline + 1;
    }
    if (begun + text.length - at > limit) return false;
    length = begun + text.length - at;
    return true;
  }

  return {
    push(text) {
      if (fits(text)) return text;
      let result = '';
      let at = 0;
      for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', at)) {
        result += `${addTo(text.slice(at, newline))}${finishLine()}\n`;
        at = newline + 1;
      }
      return result + addTo(text.slice(at));
    },
    end: finishLine,
  };
}
