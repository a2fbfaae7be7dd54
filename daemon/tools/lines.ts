/** Reads a window of lines from a byte source of any length, in constant memory. */
import type { FileHandle } from 'node:fs/promises';
import { head } from '../base/text/cut.js';
import { decodeStrict } from './encoding.js';

/** Returns the bytes in order, from an offset. */
export type ByteSource = (from: number) => AsyncIterable<Buffer>;

export interface WindowRequest {
  /** first line, from 1; negative counts from the end */
  first: number;
  maxLines: number;
  maxBytes: number;
  /** maximum length of one line in chars */
  maxLineChars: number;
  signal: AbortSignal;
}

export interface LineWindow {
  /** number of the first requested line, from 1 */
  first: number;
  /** without their endings */
  lines: string[];
  /** number of lines in the whole source; absent when it was not read to its end */
  total?: number;
  /** why the window ended */
  stopped: 'end' | 'lines' | 'bytes';
  /** numbers of the lines that were cut */
  shortened: number[];
  /** line endings of the returned lines; with `mixed`, lines with CRLF end in a visible `\r` */
  endings: 'lf' | 'crlf' | 'mixed';
}

/** The source contains binary content. */
export class NotText extends Error {}

const CHUNK = 256 * 1024;
/** Bytes after the window in which lines are still counted. */
const COUNT_AHEAD = 64 * 1024 * 1024;

/** Reads an open file from an offset. Each chunk is valid only until the next one. */
export function fileSource(file: FileHandle, signal: AbortSignal): ByteSource {
  return async function* (from) {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let position = from; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  };
}

/** Reads from bytes in memory. */
export function memorySource(bytes: Buffer): ByteSource {
  return async function* (from) {
    yield bytes.subarray(from);
  };
}

/** Reads a window of lines. Throws NotText, or an error of the source. */
export async function readWindow(source: ByteSource, request: WindowRequest): Promise<LineWindow> {
  if (request.first > 0) return await collect(source, { offset: 0, line: 1 }, request);
  const start = await lastLines(source, -request.first);
  return await collect(source, start, { ...request, first: start.line });
}

interface LineStart {
  /** bytes from the start of the source */
  offset: number;
  line: number;
}

/** Returns where the last `n` lines begin. */
async function lastLines(source: ByteSource, n: number): Promise<LineStart> {
  const starts: number[] = [];
  let lines = 0;
  let position = 0;
  let lineOpen = false;
  for await (const chunk of source(0)) {
    for (let at = 0; at < chunk.length;) {
      if (!lineOpen) starts[lines++ % n] = position + at;
      const newline = chunk.indexOf(10, at);
      lineOpen = newline < 0;
      at = lineOpen ? chunk.length : newline + 1;
    }
    position += chunk.length;
  }
  const line = Math.max(1, lines - n + 1);
  return { offset: starts[(line - 1) % n] ?? 0, line };
}

async function collect(source: ByteSource, start: LineStart, request: WindowRequest): Promise<LineWindow> {
  const collector = createCollector(start.line, request);
  let behind = 0;
  for await (const chunk of source(start.offset)) {
    collector.push(chunk);
    if (!collector.full()) continue;
    behind += chunk.length;
    if (behind > COUNT_AHEAD) return collector.window();
  }
  const total = collector.end();
  const window = collector.window();
  const last = window.first + window.lines.length - 1;
  return { ...window, total, stopped: window.stopped === 'lines' && last >= total ? 'end' : window.stopped };
}

interface Collector {
  push(chunk: Buffer): void;
  /** whether the window is complete and further lines are only counted */
  full(): boolean;
  /** finishes the last line and returns its number */
  end(): number;
  window(): LineWindow;
}

function createCollector(startLine: number, request: WindowRequest): Collector {
  const { first } = request;
  const createDecoder = (): TextDecoder => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoder = createDecoder();
  // four bytes per shown char, and some for the next char, which decides whether the line is cut
  const keep = request.maxLineChars * 4 + 8;
  const lines: { text: string; carriageReturn: boolean; terminated: boolean }[] = [];
  const shortened: number[] = [];
  let stopped: LineWindow['stopped'] = 'end';
  let line = startLine;
  let bytes = 0;
  let pieces: Buffer[] = [];
  let kept = 0;
  let dropped = false;
  let lastByte = -1;
  let open = false;

  function append(piece: Buffer): void {
    open = true;
    if (line < first || stopped !== 'end' || piece.length === 0) return;
    if (piece.includes(0)) throw new NotText();
    lastByte = piece[piece.length - 1] ?? -1;
    const part = piece.subarray(0, keep - kept);
    dropped ||= part.length < piece.length;
    // the source reuses the chunk
    if (part.length > 0) pieces.push(Buffer.from(part));
    kept += part.length;
  }

  function finish(terminated: boolean): void {
    if (line >= first && stopped === 'end') add(terminated);
    pieces = [];
    kept = 0;
    dropped = false;
    lastByte = -1;
    open = false;
    line += 1;
  }

  function add(terminated: boolean): void {
    const carriageReturn = terminated && lastByte === 13;
    const raw = decodeStrict(dropped ? createDecoder() : decoder, Buffer.concat(pieces), dropped);
    if (raw === undefined) throw new NotText();
    const full = carriageReturn && !dropped ? raw.slice(0, -1) : raw;
    const text = full.length > request.maxLineChars ? `${head(full, request.maxLineChars)}...` : full;
    const size = Buffer.byteLength(text) + 1;
    if (lines.length > 0 && bytes + size > request.maxBytes) {
      stopped = 'bytes';
      return;
    }
    bytes += size;
    if (text !== full || dropped) shortened.push(line);
    lines.push({ text, carriageReturn, terminated });
    if (lines.length === request.maxLines) stopped = 'lines';
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length;) {
        const newline = chunk.indexOf(10, at);
        append(chunk.subarray(at, newline < 0 ? chunk.length : newline));
        if (newline < 0) return;
        finish(true);
        at = newline + 1;
      }
    },
    full: () => stopped !== 'end',
    end() {
      if (open) finish(false);
      return line - 1;
    },
    window() {
      const ended = lines.filter((entry) => entry.terminated);
      const crlf = ended.filter((entry) => entry.carriageReturn).length;
      const endings = crlf === 0 ? 'lf' : crlf === ended.length ? 'crlf' : 'mixed';
      const shown = lines.map((entry) =>
        endings === 'mixed' && entry.carriageReturn ? `${entry.text}\\r` : entry.text,
      );
      return { first, lines: shown, stopped, shortened, endings };
    },
  };
}
