/** The tool Read: returns numbered lines of a text file (engine.md 4.3). */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { head } from '../base/text/cut.js';
import type { ByteOrderMark, Encoding } from './encoding.js';
import { byteOrderMark, decodeText, knownKind } from './encoding.js';
import type { ByteSource, LineWindow, WindowRequest } from './lines.js';
import { fileSource, memorySource, NotText, readWindow } from './lines.js';
import { readHostText, rememberText, type HostText } from './hostfiles.js';
import { openRegular } from './regular.js';
import { remember } from './stale.js';
import { decidedTarget, diskFailure, findTarget, pathSubject } from './target.js';
import { count, showPath, systemNote } from './text.js';
import { type BuiltinTool, interruption, ToolFailure, type ToolResult, type ToolRun } from './tool.js';

const MAX_LINES = 1_000;
const MAX_BYTES = 100 * 1024;
const MAX_LINE_CHARS = 2_000;
const MAX_UTF16_BYTES = 10 * 1024 * 1024;
/** Bytes that determine the type of a file. */
const SNIFF_BYTES = 8 * 1024;
/** A file with fewer bytes is read at once. */
const SMALL_BYTES = 256 * 1024;
/** Maximum length of the content in the display, in chars; the result contains all of it. */
const DISPLAY_CHARS = 20_000;

export const read: BuiltinTool<'Read'> = {
  name: 'Read',
  permission: 'allow',
  resultChars: Infinity,
  async plan(input, context) {
    const { first, lines } = range(input);
    const target = findTarget(input.path, context);
    return {
      subject: pathSubject(target, 'read'),
      access: { kind: 'read', path: target.resolved },
      display: { kind: 'file_io', operation: 'read', path: target.absolute, detail: describeRange(first, lines) },
    };
  },
  async run(input, run) {
    const { first, lines } = range(input);
    const { resolved, absolute } = decidedTarget(input.path, run);
    const request = { first, maxLines: lines, maxBytes: MAX_BYTES, maxLineChars: MAX_LINE_CHARS, signal: run.signal };
    const hosted = await hostText(resolved, run);
    if (hosted) return await readHosted(hosted, resolved, absolute, request, run);
    const file = await openRegular(resolved, run);
    try {
      const stats = await file.stat();
      const { source, note } = await textSource(file, stats, resolved, run.signal);
      const window = await readWindow(source, request);
      remember(run, resolved, stats);
      return shown(window, absolute, lines, note);
    } catch (error) {
      if (run.signal.aborted) throw new ToolFailure(interruption(run.signal, 'The read was interrupted'));
      if (error instanceof NotText) throw binary(resolved);
      throw diskFailure(error, resolved);
    } finally {
      await file.close();
    }
  },
};

async function hostText(path: string, run: ToolRun): Promise<HostText | undefined> {
  try {
    return await readHostText(path, run, run.signal);
  } catch (error) {
    if (run.signal.aborted) throw new ToolFailure(interruption(run.signal, 'The read was interrupted'));
    throw error;
  }
}

async function readHosted(
  { file, stats, isUnsaved }: HostText,
  resolved: string,
  absolute: string,
  request: WindowRequest,
  run: ToolRun,
): Promise<ToolResult> {
  const window = await readWindow(memorySource(Buffer.from(file.text, 'utf8')), request);
  await rememberText(run, resolved, file.text, stats);
  const result = shown(window, absolute, request.maxLines, file.encoding === 'utf-8' ? [] : [convertedNote(file)]);
  return isUnsaved ? { ...result, output: `${result.output}\n(unsaved changes of the editor)` } : result;
}

function shown(window: LineWindow, path: string, lines: number, notes: string[]): ToolResult & { output: string } {
  const content = window.lines.join('\n');
  return {
    output: [...numbered(window), systemNote([describe(window, lines), ...notes].join(' '))].join('\n'),
    display: {
      kind: 'file_content',
      path,
      content: head(content, DISPLAY_CHARS),
      range: { start: window.first, end: window.first + window.lines.length - 1 },
      ...(content.length > DISPLAY_CHARS ? { truncated: true } : {}),
    },
  };
}

function convertedNote({ encoding }: { encoding: Encoding }): string {
  return `Shown as UTF-8; the file is ${encoding.toUpperCase()}.`;
}

function range(input: { line_offset?: number; n_lines?: number }): { first: number; lines: number } {
  const first = input.line_offset ?? 1;
  if (first === 0 || first < -MAX_LINES) {
    throw new ToolFailure('line_offset must be at least 1, or between -1 and -1000 to count from the end.');
  }
  const wanted = input.n_lines ?? MAX_LINES;
  if (wanted < 1) throw new ToolFailure('n_lines must be at least 1.');
  return { first, lines: Math.min(wanted, MAX_LINES) };
}

function describeRange(first: number, lines: number): string {
  return first > 0 ? `lines ${first}-${first + lines - 1}` : `${lines} lines from line ${-first} before the end`;
}

async function textSource(
  file: FileHandle,
  stats: Stats,
  path: string,
  signal: ToolRun['signal'],
): Promise<{ source: ByteSource; note: string[] }> {
  const most = stats.size < SMALL_BYTES ? Math.max(stats.size + 1, SNIFF_BYTES) : SNIFF_BYTES;
  const buffer = Buffer.allocUnsafe(most);
  const { bytesRead } = await file.read(buffer, 0, most, 0);
  const start = buffer.subarray(0, Math.min(bytesRead, SNIFF_BYTES));
  const mark = byteOrderMark(start);
  if (mark && mark.encoding !== 'utf-8') return await transcoded(file, stats, path, mark);
  refuseKnown(start, path);
  signal.throwIfAborted();
  // the buffer had room for more than the file contains
  const isWhole = bytesRead === stats.size && bytesRead < most;
  const source = isWhole ? memorySource(buffer.subarray(0, bytesRead)) : fileSource(file, signal);
  return { source: mark ? (from) => source(from + mark.length) : source, note: [] };
}

async function transcoded(
  file: FileHandle,
  stats: Stats,
  path: string,
  mark: ByteOrderMark,
): Promise<{ source: ByteSource; note: string[] }> {
  if (stats.size > MAX_UTF16_BYTES) {
    throw new ToolFailure(
      `${showPath(path)} is ${mark.encoding.toUpperCase()} and larger than 10 MiB. Convert it with a shell tool (iconv).`,
    );
  }
  const bytes = Buffer.alloc(stats.size);
  const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
  const decoded = decodeText(bytes.subarray(0, bytesRead));
  if (!decoded) throw binary(path);
  return {
    source: memorySource(Buffer.from(decoded.text, 'utf8')),
    note: [convertedNote(mark)],
  };
}

function refuseKnown(start: Buffer, path: string): void {
  const kind = knownKind(start);
  // some binary types begin with plain letters; a file that is text throughout is shown
  if (!kind || (kind.family !== 'pdf' && !start.includes(0) && decodeText(start))) return;
  const shown = showPath(path);
  switch (kind.family) {
    case 'image':
    case 'video':
      throw new ToolFailure(`${shown} is binary (${kind.name}). Use ReadMediaFile to look at it.`);
    case 'pdf':
      throw new ToolFailure(`${shown} is a ${kind.name}. Use a shell tool such as pdftotext to get its text.`);
    case 'archive':
      throw new ToolFailure(`${shown} is binary (${kind.name}). Use a shell tool to list or unpack it.`);
  }
}

function binary(path: string): ToolFailure {
  return new ToolFailure(`${showPath(path)} is binary: it is neither UTF-8 text nor UTF-16 with a byte order mark.`);
}

function numbered(window: LineWindow): string[] {
  return window.lines.map((line, index) => `${window.first + index}\t${line}`);
}

function describe(window: LineWindow, asked: number): string {
  const { first, lines, total } = window;
  const notes: string[] = [];
  if (total === 0) return 'The file is empty.';
  if (lines.length === 0) return `Nothing at line ${first}: the file has ${count(total ?? 0, 'line')}.`;
  const last = first + lines.length - 1;
  const whole = total === undefined ? 'total not counted' : `${total.toLocaleString('en-US')} in all`;
  notes.push(`${count(lines.length, 'line')} from line ${first} (${whole}).`);
  if (window.stopped === 'end') notes.push('End of file reached.');
  else {
    const limit = window.stopped === 'bytes' ? '100 KiB' : count(asked, 'line');
    notes.push(`Limit of ${limit} reached; continue with line_offset ${last + 1}.`);
  }
  if (window.shortened.length > 0) notes.push(`Shortened to 2,000 chars: ${window.shortened.join(', ')}.`);
  if (window.endings === 'crlf') notes.push('Line endings are CRLF, shown as LF.');
  if (window.endings === 'mixed') notes.push('Line endings are mixed; \\r marks CRLF.');
  return notes.join(' ');
}
