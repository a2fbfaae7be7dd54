/** Incremental Markdown parsing: finished blocks keep their identity, and only the unfinished end is parsed again. */
import { blocksOf, normalLabel, type DefinedLinks, type MarkdownBlock, type ReadBlocks } from './markdown-blocks.js';
import { unescaped } from './markdown/escapes.js';
import { closesFence, fenceOf, itemMarkOf, tableRule } from './markdown/lines.js';

export interface MarkdownView {
  /** finished blocks; adding one replaces the array, but the blocks stay the same objects */
  done: readonly MarkdownBlock[];
  /** blocks at the end of the text that may still change */
  open: readonly MarkdownBlock[];
}

export interface MarkdownStream {
  /** Adds a piece; parsing waits for `view`. */
  push(piece: string): void;
  view(): MarkdownView;
  /** Finishes all blocks; no piece may follow. */
  end(): MarkdownView;
}

/** Maximum lines of code in a block; a longer code block becomes several, numbered by `part`. */
const linesPerPart = 200;
/** From this length in chars, a list or table is finished up to its next item or row; the rest is its next part. */
const partLength = 4_096;
/** From this length, other blocks are finished immediately, so that the time stays linear in the length of the text. */
const longestBlock = 32_768;
/** An unfinished end longer than this is parsed again only after growing by a sixteenth; the rest is shown as text. */
const readEachTime = 4_096;

/** A line that begins HTML or defines a link: the lines below may belong to it, even a fence. */
const mayHoldFence = /^ {0,3}(?:<|\[[^\n]*\]:)/m;

interface OpenFence {
  mark: string;
  language: string;
  indent: number;
  part: number;
  /** lines of the current part */
  lines: string[];
}

/** The list or table at the start of the unfinished text; `isOver`: another block follows it. */
type LongBlock = { part: number; isOver?: boolean } &
  /** `marker`: the bullet, or the character after the number; `next`: number of its next item */
  ({ kind: 'list'; marker: string; next: number | undefined } | { kind: 'table'; head: string });

export function createMarkdown(): MarkdownStream {
  const done: MarkdownBlock[] = [];
  const links = noLinks();
  /** indexes of blocks that use a link label without a definition so far */
  const waiting = new Map<string, Set<number>>();
  let published: readonly MarkdownBlock[] = [];
  let changed = false;
  /** complete lines that belong to no finished block, and the incomplete line after them */
  let pending = '';
  let tail = '';
  /** a carriage return at the end of a piece, or half of a surrogate pair */
  let held = '';
  let fence: OpenFence | undefined;
  let long: LongBlock | undefined;
  let isBelowBlank = false;
  let read: { length: number; open: readonly MarkdownBlock[] } | undefined;

  function add(blocks: readonly MarkdownBlock[]): void {
    if (blocks.length > 0) changed = true;
    for (const block of blocks) {
      for (const label of labelsIn(block)) {
        if (links[label]) continue;
        const places = waiting.get(label) ?? new Set();
        waiting.set(label, places.add(done.length));
      }
      done.push(block);
    }
  }

  /** Parses blocks again that used a label before its definition: the only change to finished blocks. */
  function define(labels: readonly string[]): void {
    for (const label of labels) {
      for (const at of waiting.get(label) ?? []) {
        const old = done[at];
        const [again] = blocksOf(old?.source ?? '', links).blocks;
        if (old && again) done[at] = asPartLike(old, again);
        changed = true;
      }
      waiting.delete(label);
    }
  }

  /** Parses the unfinished text from its beginning. */
  function blocksIn(text: string, known: DefinedLinks): ReadBlocks {
    if (!long || long.part === 0) return blocksOf(text, known);
    const head = long.kind === 'table' ? long.head : '';
    const { blocks, settled, labels } = blocksOf(head + text, known);
    const [first, ...others] = blocks;
    const part = first && continued(first, long);
    return { blocks: part ? [part, ...others] : others, settled: Math.max(0, settled - head.length), labels };
  }

  /** Turns the unfinished text up to `length` into finished blocks. */
  function finish(length: number): void {
    const { blocks, labels } = blocksIn(pending.slice(0, length), links);
    const rest = pending.slice(length);
    [pending, long, isBelowBlank, read] = ['', undefined, false, undefined];
    add(blocks);
    define(labels);
    for (const line of rest.split('\n').slice(0, -1)) addLine(line);
  }

  function addLine(line: string): void {
    if (fence) return addToFence(fence, line);
    const opened = openedBy(line);
    if (opened && (pending === '' || (opened.indent === 0 && !mayHoldFence.test(pending)))) {
      finish(pending.length);
      fence = opened;
      return;
    }
    const isBlank = line.trim() === '';
    if (pending === '' && isBlank) return;
    if (pending.length >= partLength && !isBlank) finishPart(line);
    const mayBeOver = isBelowBlank && !isBlank && !continuesList(line);
    if (pending === '') long ??= listOf(line);
    else if (!long && tableRule.test(line) && isTableHead(pending, line))
      long = { kind: 'table', head: `${pending}${line}\n`, part: 0 };
    pending += `${line}\n`;
    isBelowBlank = isBlank;
    if (mayBeOver) {
      const { settled } = blocksIn(pending, Object.assign(noLinks(), links));
      if (settled > 0) finish(settled);
    }
    if (pending.length >= longestBlock) finish(pending.length);
  }

  /** Finishes the part of a long list or table above its next item or row. */
  function finishPart(line: string): void {
    if (!long || long.isOver || (long.kind === 'list' && !isItem(line, long.marker))) return;
    const { blocks, labels } = blocksIn(pending, links);
    const [block] = blocks;
    if (blocks.length !== 1 || block?.kind !== long.kind) {
      long.isOver = true;
      return;
    }
    add(blocks);
    define(labels);
    long.part += 1;
    if (long.kind === 'list' && block.kind === 'list' && block.ordered) long.next = block.start + block.items.length;
    [pending, read] = ['', undefined];
  }

  /** Returns whether a line after a blank one continues the list for certain. */
  function continuesList(line: string): boolean {
    return long?.kind === 'list' && (isItem(line, long.marker) || /^(?: {4}|\t)/.test(line));
  }

  function addToFence(code: OpenFence, line: string): void {
    if (closesFence(code.mark, line)) {
      add([codeBlock(code, true)]);
      fence = undefined;
      return;
    }
    if (code.lines.length === linesPerPart) {
      add([codeBlock(code, false)]);
      code.part += 1;
      code.lines = [];
    }
    code.lines.push(unindented(line, code.indent));
  }

  function openBlocks(): readonly MarkdownBlock[] {
    if (fence) {
      const hides = tail === '' || /^ {0,3}(?:`+|~+)$/.test(tail);
      return [codeBlock(hides ? fence : { ...fence, lines: [...fence.lines, unindented(tail, fence.indent)] }, false)];
    }
    const length = pending.length + tail.length;
    if (!read || length < readEachTime || length > read.length * 1.0625 + 1) {
      const text = pending + tail;
      if (!/\S/.test(text)) return [];
      read = { length, open: blocksIn(text, Object.assign(noLinks(), links)).blocks };
    }
    if (length === read.length) return read.open;
    return [...read.open, textBlock((pending + tail).slice(read.length))];
  }

  function take(text: string): void {
    const [first = '', ...lines] = text.split('\n');
    tail += first;
    for (const line of lines) {
      const whole = tail;
      tail = '';
      addLine(whole);
      tail = line;
    }
  }

  function view(): MarkdownView {
    const open = openBlocks();
    if (changed) published = [...done];
    changed = false;
    return { done: published, open };
  }

  return {
    push(piece) {
      const text = held + piece;
      held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      take((held === '' ? text : text.slice(0, -held.length)).replace(/\r\n?/g, '\n'));
    },
    view,
    end() {
      take(held.replace('\r', '\n'));
      held = '';
      if (fence && tail !== '') {
        addToFence(fence, tail);
        tail = '';
      }
      if (fence) add([codeBlock(fence, true)]);
      else {
        pending += tail;
        finish(pending.length);
      }
      [pending, tail, fence] = ['', '', undefined];
      return view();
    },
  };
}

/** Parses a whole text into the same blocks as streaming does. */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  const stream = createMarkdown();
  stream.push(text);
  return stream.end().done;
}

/** An object without a prototype, so that it contains no labels at first. */
function noLinks(): DefinedLinks {
  return Object.create(null) as DefinedLinks;
}

function openedBy(line: string): OpenFence | undefined {
  const fence = fenceOf(line);
  const [language = ''] = unescaped(fence?.info ?? '')
    .trim()
    .split(/\s+/);
  return fence && { ...fence, language, part: 0, lines: [] };
}

function listOf(line: string): LongBlock | undefined {
  const item = itemMarkOf(line.replace(/^ /, ''));
  return item && !item.isEmpty ? { kind: 'list', marker: item.mark, next: undefined, part: 0 } : undefined;
}

/** Returns whether the line is the next item of a top-level list. */
function isItem(line: string, marker: string): boolean {
  const list = listOf(line);
  return list?.kind === 'list' && list.marker === marker;
}

/** Returns whether one line and the dashes below it form the head of a table. */
function isTableHead(above: string, dashes: string): boolean {
  return above.indexOf('\n') === above.length - 1 && (above + dashes).includes('|');
}

/** Returns the first block after a finished part as its next part; undefined when nothing of it is left. */
function continued(block: MarkdownBlock, long: LongBlock): MarkdownBlock | undefined {
  if (block.kind === 'list' && long.kind === 'list')
    return { ...block, start: long.next ?? block.start, part: long.part };
  if (block.kind !== 'table' || long.kind !== 'table') return block;
  return block.rows.length === 0 ? undefined : { ...block, part: long.part };
}

/** Returns a block that was parsed again, with its previous part number. */
function asPartLike(old: MarkdownBlock, block: MarkdownBlock): MarkdownBlock {
  if (old.kind === 'list' && block.kind === 'list') return { ...block, start: old.start, part: old.part };
  return old.kind === 'table' && block.kind === 'table' ? { ...block, part: old.part } : block;
}

function codeBlock({ mark, language, part, lines }: OpenFence, closed: boolean): MarkdownBlock {
  const text = lines.join('\n');
  const source = `${part === 0 ? `${mark}${language}\n` : ''}${text}${closed ? `\n${mark}` : ''}`;
  return { kind: 'code', source, language, text, part, closed };
}

function textBlock(text: string): MarkdownBlock {
  return { kind: 'paragraph', source: text, children: [{ kind: 'text', text }] };
}

function unindented(line: string, indent: number): string {
  let at = 0;
  while (at < indent && line[at] === ' ') at += 1;
  return line.slice(at);
}

/** Returns the labels that a block may use as references: `[label]`, `[text][label]`. */
function labelsIn({ kind, source }: MarkdownBlock): string[] {
  if (kind === 'code' || !source.includes('[')) return [];
  return [...source.matchAll(/\[([^[\]\\]{1,200})\](?!\()/g)].map(([, label = '']) => normalLabel(label));
}
