/** Extracts formulas from Markdown before it is parsed, since Markdown does not know them (web.md 5.5.2). */
import { markdownBlocks } from '../markdown.js';
import type { MarkdownBlock } from '../markdown/model.js';

export interface FormulaPlace {
  source: string;
  /** whether the formula is on a line of its own */
  isDisplay: boolean;
}

export interface BlocksWithFormulas {
  blocks: readonly MarkdownBlock[];
  /** Splits text at the places of formulas. */
  split(text: string): (string | FormulaPlace)[];
}

const begin = '\ue000';
const end = '\ue001';
const formula = /\$\$(?=\S|\s)((?:(?!\n\s*\n|\$\$)[^]){1,500}?)\$\$|\\\(((?:(?!\n\s*\n|\\\()[^]){1,500}?)\\\)/g;

/** Maximum length of a block in which formulas are read; a longer one is shown unchanged. */
const longest = 8_192;

export function mayHaveFormula(block: MarkdownBlock): boolean {
  const { kind, source } = block;
  if (kind === 'code' || kind === 'html' || ('part' in block && block.part > 0)) return false;
  return source.length <= longest && /\$\$|\\\(/.test(source);
}

/** Returns undefined when the block has no formulas. */
export function readWithFormulas({ source }: MarkdownBlock): BlocksWithFormulas | undefined {
  if (source.includes(begin) || source.includes(end)) return undefined;
  const found: FormulaPlace[] = [];
  // a formula in a code span is code
  const replaced = source.replace(/(`+)(?!`)[^]*?[^`]\1(?!`)|/g, (code) =>
    code.replace(/\$(?=\$)|\\(?=\()/g, (sign) => sign + begin),
  );
  const text = replaced.replace(formula, (whole, display?: string, inline?: string) => {
    const words = (display ?? inline ?? '').trim();
    if (words === '') return whole;
    found.push({ source: words, isDisplay: display !== undefined });
    return `${begin}${found.length - 1}${end}`;
  });
  if (found.length === 0) return undefined;
  return {
    blocks: markdownBlocks(text.replace(/([$\\])\ue000/g, '$1')),
    split: (words) =>
      words.split(/\ue000(\d+)\ue001/).flatMap((part, at) => {
        const place = at % 2 === 1 ? found[Number(part)] : part;
        return place === undefined || place === '' ? [] : [place];
      }),
  };
}
