/** What Markdown is read into: blocks and the text in them, as plain data. No HTML is ever made of it. */

/** Text within a block. HTML is text; which schemes of links may be opened is up to who shows them. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'link'; href: string; title?: string; children: Inline[] }
  | { kind: 'image'; href: string; alt: string };

export interface ListItem {
  /** of a task list */
  checked?: boolean;
  children: MarkdownBlock[];
}

/** A long block is several: `part` is 0 for the first one, more for those that continue it. */
export type MarkdownBlock = {
  /** the lines it was made of */
  source: string;
} & (
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  /** `closed`: its end was seen */
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
