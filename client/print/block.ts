/** Writes streamed text as a block: bullet, indented further lines, an empty line at the end (cli.md 4.2). */
import { createTextCleaner, visibleText } from '../view/clean.js';
import type { Sink, Wrap } from './printer.js';

const BULLET = '• ';
const INDENT = '  ';
const NARROWEST = 20;

export interface Block {
  /** whether anything was written */
  open: boolean;
  write(text: string): void;
  /** Ends the block; a later `write` begins a new one. */
  close(): void;
}

/** `raw`: write unchanged text, for a pipe; otherwise characters that control a terminal are escaped. */
export function createBlock(sink: Sink, { raw = false }: { raw?: boolean } = {}): Block {
  const cleaner = createTextCleaner(raw ? undefined : visibleText);
  /** what the current call writes, in one go */
  let out = '';
  let breaks = 0;
  /** the text of the current row, without bullet and indentation */
  let row = '';
  /** an unfinished word, held back while it may still wrap to the next row */
  let word = '';

  const block: Block = {
    open: false,
    write(text) {
      take(cleaner.push(text));
      send();
    },
    close() {
      take(cleaner.end());
      if (!block.open) return;
      flushWord();
      out += '\n\n';
      send();
      Object.assign(block, { open: false });
      breaks = 0;
      row = '';
    },
  };

  function take(text: string): void {
    text.split('\n').forEach((piece, index) => {
      if (index > 0) lineBreak();
      if (piece !== '') inLine(piece);
    });
  }

  function send(): void {
    if (out !== '') sink.write(out);
    out = '';
  }

  function lineBreak(): void {
    // line breaks before and after the text are not part of the block
    if (!block.open) return;
    flushWord();
    breaks += 1;
  }

  function inLine(piece: string): void {
    if (!block.open) {
      block.open = true;
      out += BULLET;
    }
    for (; breaks > 0; breaks--) {
      out += `\n${INDENT}`;
      row = '';
    }
    const width = widthOf(sink);
    if (width === undefined) {
      out += piece;
      return;
    }
    const text = word + piece;
    const held = /[!-~]*$/.exec(text)?.[0] ?? '';
    // a word that fills a whole row need not be held back
    word = held.length < width ? held : '';
    put(text.slice(0, text.length - word.length), width);
  }

  function flushWord(): void {
    const width = widthOf(sink);
    if (word !== '' && width !== undefined) put(word, width);
    word = '';
  }

  function put(text: string, width: number): void {
    if (text === '') return;
    let rows = rowsOf(row + text, width, sink.wrap);
    // shown text cannot be changed: what does not fit after it begins the next row
    if (!rows[0]?.startsWith(row)) rows = [row, ...rowsOf(text.trimStart(), width, sink.wrap)];
    const first = (rows[0] ?? '').slice(row.length);
    out += [first, ...rows.slice(1)].join(`\n${INDENT}`);
    row = rows.at(-1) ?? '';
  }

  return block;
}

function rowsOf(text: string, width: number, wrap: Wrap | undefined): string[] {
  const rows = (wrap?.(text, width, { hard: true, trim: false }) ?? text).split('\n');
  return rows.map((line, index) => (index > 0 ? line.replace(/^ /, '') : line));
}

function widthOf(sink: Sink): number | undefined {
  if (!sink.isTTY || !sink.columns || !sink.wrap) return undefined;
  return Math.max(NARROWEST, sink.columns) - INDENT.length;
}
