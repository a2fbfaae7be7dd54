/** Markdown as blocks while it streams: a finished block keeps its identity, and only the unfinished end is read again. */
import { blocksOf, normalLabel, type DefinedLinks, type MarkdownBlock } from './markdown-blocks.js';

export interface MarkdownView {
  /** finished blocks; the array is replaced when one is added, the blocks in it stay the same objects */
  done: readonly MarkdownBlock[];
  /** what the end of the text may still change */
  open: readonly MarkdownBlock[];
}

export interface MarkdownStream {
  /** Takes the next piece; nothing is read before `view`. */
  push(piece: string): void;
  view(): MarkdownView;
  /** Finishes all blocks; nothing may follow. */
  end(): MarkdownView;
}

/** Lines of code in one block: a longer code block is several, each the `part` of one. */
const linesPerPart = 200;
/** An unfinished end of this length is read again only after it has grown by a sixteenth; the rest is shown as text. */
const readEachTime = 32_768;

const fenceStart = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;

interface OpenFence {
  mark: string;
  language: string;
  indent: number;
  part: number;
  /** lines of the present part */
  lines: string[];
}

export function createMarkdown(): MarkdownStream {
  const done: MarkdownBlock[] = [];
  const links = noLinks();
  /** blocks that name a link without a definition so far, by its label */
  const waiting = new Map<string, Set<number>>();
  let published: readonly MarkdownBlock[] = [];
  let changed = false;
  let pending = '';
  /** a carriage return at the end of a piece, or half of a pair of surrogates */
  let held = '';
  let fence: OpenFence | undefined;
  let read: { length: number; open: readonly MarkdownBlock[] } | undefined;

  /** For text that is not settled: what it defines does not count yet. */
  function knownLinks(): DefinedLinks {
    return Object.assign(noLinks(), links);
  }

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

  /** Blocks that named a link before it was defined are read again: they alone change after they were finished. */
  function define(labels: readonly string[]): void {
    for (const label of labels) {
      for (const at of waiting.get(label) ?? []) {
        const [again] = blocksOf(done[at]?.source ?? '', links).blocks;
        if (again) done[at] = again;
        changed = true;
      }
      waiting.delete(label);
    }
  }

  /** Moves what no further text can change from the pending text into the finished blocks. */
  function advance(): void {
    for (;;) {
      if (fence) {
        if (!readFence(fence)) return;
        fence = undefined;
      }
      const opened = fenceStart.exec(pending);
      const [, indent = '', mark = '', info = ''] = opened ?? [];
      if (opened && !(mark.startsWith('`') && info.includes('`'))) {
        const [language = ''] = info.trim().split(/\s+/);
        fence = { mark, language, indent: indent.length, part: 0, lines: [] };
        pending = pending.slice(opened[0].length);
        continue;
      }
      if (!finishBlocks()) return;
    }
  }

  /** Whether blocks were finished, so that the rest may begin with a fence. */
  function finishBlocks(): boolean {
    const whole = pending.slice(0, pending.lastIndexOf('\n') + 1);
    if (whole === '') return false;
    const { settled } = blocksOf(whole, knownLinks());
    if (settled <= 0) return false;
    const { blocks, labels } = blocksOf(pending.slice(0, settled), links);
    add(blocks);
    define(labels);
    pending = pending.slice(settled);
    return true;
  }

  /** Whether the code block has ended. */
  function readFence(code: OpenFence): boolean {
    const closing = new RegExp(`^ {0,3}${code.mark.charAt(0)}{${code.mark.length},}[ \\t]*$`);
    let from = 0;
    for (let at = pending.indexOf('\n'); at >= 0; at = pending.indexOf('\n', from)) {
      const line = pending.slice(from, at);
      from = at + 1;
      if (closing.test(line)) {
        pending = pending.slice(from);
        add([codeBlock(code, true)]);
        return true;
      }
      if (code.lines.length === linesPerPart) {
        add([codeBlock(code, false)]);
        code.part += 1;
        code.lines = [];
      }
      code.lines.push(unindented(line, code.indent));
    }
    pending = pending.slice(from);
    return false;
  }

  function openBlocks(): readonly MarkdownBlock[] {
    if (fence) {
      const tail = pending === '' ? fence : { ...fence, lines: [...fence.lines, unindented(pending, fence.indent)] };
      return [codeBlock(tail, false)];
    }
    if (pending.trim() === '') return [];
    if (!read || pending.length < readEachTime || pending.length > read.length * 1.0625 + 1) {
      read = { length: pending.length, open: blocksOf(pending, knownLinks()).blocks };
    }
    const rest = pending.slice(read.length);
    return rest === '' ? read.open : [...read.open, textBlock(rest)];
  }

  /** What was read of the pending text counts while that only grows. */
  function take(text: string): void {
    const before = pending.length;
    pending += text;
    if (!text.includes('\n')) return;
    // a long unfinished block is not looked at for every line
    if (read && before >= readEachTime && pending.length < read.length * 1.0625 && fence === undefined) return;
    const length = pending.length;
    advance();
    if (pending.length !== length) read = undefined;
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
      advance();
      if (fence) {
        if (pending !== '') fence.lines.push(unindented(pending, fence.indent));
        add([codeBlock(fence, true)]);
      } else if (pending.trim() !== '') {
        const { blocks, labels } = blocksOf(pending, links);
        add(blocks);
        define(labels);
      }
      [pending, fence, read] = ['', undefined, undefined];
      return view();
    },
  };
}

/** A whole text; the same blocks as when it is streamed. */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  const stream = createMarkdown();
  stream.push(text);
  return stream.end().done;
}

/** Without a prototype, so that no label is there from the start. */
function noLinks(): DefinedLinks {
  return Object.create(null) as DefinedLinks;
}

function codeBlock({ mark, language, part, lines }: OpenFence, closed: boolean): MarkdownBlock {
  const text = lines.join('\n');
  const source = `${part === 0 ? `${mark}${language}\n` : ''}${text}${closed ? `\n${mark}` : ''}`;
  return { kind: 'code', at: 0, source, language, text, part, closed };
}

function textBlock(text: string): MarkdownBlock {
  return { kind: 'paragraph', at: 0, source: text, children: [{ kind: 'text', text }] };
}

function unindented(line: string, indent: number): string {
  let at = 0;
  while (at < indent && line[at] === ' ') at += 1;
  return line.slice(at);
}

/** Labels that a block may use as references: `[label]`, `[text][label]`. */
function labelsIn({ kind, source }: MarkdownBlock): string[] {
  if (kind === 'code' || !source.includes('[')) return [];
  return [...source.matchAll(/\[([^[\]\\]{1,200})\](?!\()/g)].map(([, label = '']) => normalLabel(label));
}
