/** The syntax tree of Markdown: blocks and inline text as plain data. It is never converted to HTML. */

/** Inline text of a block. HTML stays text; the code that shows a link decides which schemes may open. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'link'; href: string; title?: string; children: Inline[] }
  | { kind: 'image'; href: string; alt: string };

export interface ListItem {
  /** present for items of a task list */
  checked?: boolean;
  children: MarkdownBlock[];
}

/** A block. A long one is split: `part` is 0 for the first piece, and higher for its continuations. */
export type MarkdownBlock = {
  /** the source lines of the block */
  source: string;
} & (
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  /** `closed`: the end of the code was found */
  | { kind: 'code'; language: string; text: string; part: number; closed: boolean }
  /** `start`: number of the first item of this part */
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[]; part: number }
  | { kind: 'quote'; children: MarkdownBlock[] }
  | {
      kind: 'table';
      align: ('left' | 'center' | 'right' | null)[];
      header: Inline[][];
      rows: Inline[][][];
      part: number;
    }
  | { kind: 'rule' }
  | { kind: 'html'; text: string }
);

/** Link definitions by their labels. */
export type DefinedLinks = Record<string, { href: string; title?: string }>;
