/** What a command writes: bounded text for the model, live text for clients, the full log on disk when it is long. */
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { head, tail } from '../base/text/cut.js';
import { createEscapeRemover } from './ansi.js';
import { diskFailure } from './target.js';
import { CUT, LINE_LIMIT, TEXT_LIMIT } from './text.js';

export interface OutputOptions {
  /** absolute path of the full log; the file is made when the output gets long */
  logPath: string;
  /** the command writes its log itself */
  external?: boolean;
  /** bytes kept in all */
  maxBytes: number;
  /** gets every piece as it came, escape sequences included; without it the text is held until `keep` */
  live?: ((text: string) => void) | undefined;
}

export interface OutputSummary {
  /** without escape sequences, long lines cut */
  start: string;
  /** what follows `start`, or the end of it when something was left out between them */
  end: string;
  /** chars left out between `start` and `end` */
  omitted: number;
  /** bytes in all */
  bytes: number;
  /** the output was long, the log holds it in full */
  logged: boolean;
}

export interface CommandOutput {
  /** false when the limit is reached: what is beyond it was dropped */
  write(chunk: Buffer): Promise<boolean>;
  /** what came so far */
  summary(): OutputSummary;
  /** chars given to `live` so far */
  shown(): number;
  /** the whole output is kept on disk from now on, up to `maxBytes`, and shown to `live` */
  keep(maxBytes: number, live: (text: string) => void): void;
  /** resolves when all that came is on the disk, as far as it is to be there */
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
    // trimmed seldom, so that a flood of small pieces does not copy the end each time
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
  /** begins to bring what is held in memory to the disk */
  flush(): void;
  /** `long`: there has to be a file */
  close(long: boolean): Promise<void>;
}

/** The command writes by itself. */
function createExternalLog(): Log {
  return { write: () => Promise.resolve(), flush: () => undefined, close: () => Promise.resolve() };
}

/** Holds what comes in memory until it is known to be long, and goes to disk from then on. */
function createLog(path: string): Log {
  let early: Buffer[] = [];
  let file: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** One after another, so that nothing is written out of order. */
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
      // the next write or close gets the failure
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
  /** marks a last line that was cut and did not end */
  end(): string;
}

function createLineCap(limit = LINE_LIMIT): LineCap {
  /** chars of the present line so far */
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

  /** Whether no line is too long; most text comes out as it went in, and copying it line by line would cost a lot. */
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
