/** Renders Markdown as elements, never as raw HTML, from blocks that the client library parses (web.md 5.5.2). */
import { Copy, WrapText } from 'lucide-preact';
import { createContext, type ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { mayHaveFormula, readWithFormulas, type BlocksWithFormulas } from '../../client/view/formulas/blocks.js';
import { describeLink, linkTarget, splitLinks, type Directories } from '../../client/view/links.js';
import { markdownBlocks } from '../../client/view/markdown.js';
import type { Inline, ListItem, MarkdownBlock } from '../../client/view/markdown-blocks.js';
import { copyText } from '../live/clipboard.js';
import { preferences } from '../live/preferences.js';
import { counted, text } from '../live/text.js';
import { IconButton } from './button.js';
import { Clean, CleanText } from './clean.js';
import { codeParts, headingLevels, type Code, type PartOfCode } from './codeparts.js';
import { Coloured } from './coloured.js';
import { Formula } from './formula.js';
import { TextLink } from './textlink.js';

export interface MarkdownContext {
  /** directories of the session: relative links resolve against the first one */
  directories?: Directories;
}

/** Renders a whole text. */
export function Markdown({ source, directories }: { source: string } & MarkdownContext) {
  const blocks = useMemo(() => markdownBlocks(source), [source]);
  const parts = useMemo(() => codeParts(blocks), [blocks]);
  const levels = useMemo(() => headingLevels(blocks), [blocks]);
  return (
    <div class="markdown">
      {blocks.map((block, at) => (
        <Block key={at} block={block} part={parts.get(block)} level={levels.get(block)} directories={directories} />
      ))}
    </div>
  );
}

interface BlockProps extends MarkdownContext {
  block: MarkdownBlock;
  /** for a block of code */
  part?: PartOfCode | undefined;
  /** for a heading: its level without gaps, computed from the headings above it */
  level?: number | undefined;
}

/** A finished block keeps its object, and does not render again. */
export const Block = memo(function Block(props: BlockProps) {
  const { block, directories } = props;
  const mayHave = preferences.value.formulas && mayHaveFormula(block);
  const read = useMemo(() => (mayHave ? readWithFormulas(block) : undefined), [block, mayHave]);
  if (!read) return <PlainBlock {...props} />;
  return (
    <FormulaSplit.Provider value={read.split}>
      {read.blocks.map((each, at) => (
        <PlainBlock key={at} block={each} level={props.level} directories={directories} />
      ))}
    </FormulaSplit.Provider>
  );
});

/** Extracts the formulas from a text; undefined: there are none. */
const FormulaSplit = createContext<BlocksWithFormulas['split'] | undefined>(undefined);

function PlainBlock({ block, part, level, directories }: BlockProps) {
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{inlines(block.children, directories)}</p>;
    case 'heading':
      return <Heading level={level ?? block.level}>{inlines(block.children, directories)}</Heading>;
    case 'code':
      return (
        <CodeBlock
          text={block.text}
          language={block.language}
          isContinued={block.part > 0}
          above={part?.above}
          code={part?.code}
        />
      );
    case 'list': {
      const items = block.items.map((item, at) => <Item key={at} item={item} directories={directories} />);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return (
        <blockquote dir="auto">
          {block.children.map((child, at) => (
            <Block key={at} block={child} part={codeParts([child]).get(child)} directories={directories} />
          ))}
        </blockquote>
      );
    case 'table':
      return <Table block={block} directories={directories} />;
    case 'rule':
      return <hr />;
    case 'html':
      return (
        <pre class="plain-text">
          <CleanText text={block.text} />
        </pre>
      );
  }
}

/** Heading levels of the text start below those of the page. */
function Heading({ level, children }: { level: number; children: ComponentChildren }) {
  const Tag = (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(level, 4) - 1] ?? 'h6';
  return <Tag dir="auto">{children}</Tag>;
}

function Item({ item, directories }: { item: ListItem } & MarkdownContext) {
  const { checked, children } = item;
  const blocks = children.map((child, at) =>
    // in a tight list, a single line is not a paragraph
    child.kind === 'paragraph' && (at === 0 || children.length === 1) ? (
      <span key={at} dir="auto">
        {inlines(child.children, directories)}
      </span>
    ) : (
      <Block key={at} block={child} part={codeParts([child]).get(child)} directories={directories} />
    ),
  );
  if (checked === undefined) return <li>{blocks}</li>;
  return (
    <li class="task">
      <input
        type="checkbox"
        checked={checked}
        disabled
        aria-label={text(checked ? 'markdown.done' : 'markdown.open')}
      />
      <div class="task-text">{blocks}</div>
    </li>
  );
}

function Table({ block, directories }: { block: MarkdownBlock & { kind: 'table' } } & MarkdownContext) {
  const align = (at: number): string | undefined => block.align[at] ?? undefined;
  return (
    <div class="table-frame" role="region" tabIndex={0} aria-label={text('markdown.table')}>
      <table>
        {block.part === 0 && (
          <thead>
            <tr>
              {block.header.map((cell, at) => (
                <th key={at} scope="col" class={align(at)} dir="auto">
                  {inlines(cell, directories)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {block.rows.map((row, rowAt) => (
            <tr key={rowAt}>
              {row.map((cell, at) => (
                <td key={at} class={align(at)} dir="auto">
                  {inlines(cell, directories)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(parts: readonly Inline[], directories: Directories | undefined): ComponentChildren[] {
  return parts.map((part, at) => <Part key={at} part={part} directories={directories} />);
}

function Words({ words, directories }: { words: string } & MarkdownContext) {
  return (
    <>
      {splitLinks(words, directories).map(({ text: piece, target }, at) =>
        target ? (
          <TextLink key={at} link={describeLink(piece, target)}>
            <CleanText text={piece} />
          </TextLink>
        ) : (
          <CleanText key={at} text={piece} />
        ),
      )}
    </>
  );
}

function Part({ part, directories }: { part: Inline } & MarkdownContext) {
  const split = useContext(FormulaSplit);
  switch (part.kind) {
    case 'text':
      return (
        <>
          {(split?.(part.text) ?? [part.text]).map((piece, at) =>
            typeof piece === 'string' ? (
              <Words key={at} words={piece} directories={directories} />
            ) : (
              <Formula key={at} formula={piece} />
            ),
          )}
        </>
      );
    case 'code':
      return (
        <code>
          <CleanText text={part.text} />
        </code>
      );
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlines(part.children, directories)}</strong>;
    case 'emphasis':
      return <em>{inlines(part.children, directories)}</em>;
    case 'deleted':
      return <del>{inlines(part.children, directories)}</del>;
    case 'link': {
      const target = linkTarget(part.href, directories);
      const children = inlines(part.children, directories);
      if (!target) return <>{children}</>;
      return <TextLink link={describeLink(plainOf(part.children), target)}>{children}</TextLink>;
    }
    case 'image': {
      const target = linkTarget(part.href, directories);
      const host = target?.kind === 'web' ? target.host : '';
      return (
        <span class="remote-image" data-testid="remote-image">
          {text('markdown.image')} <Clean text={part.alt} />
          {target && (
            <>
              {' '}
              <TextLink link={describeLink(host === '' ? part.href : host, target)}>
                <Clean text={host === '' ? part.href : host} />
              </TextLink>
            </>
          )}
        </span>
      );
    }
  }
}

function plainOf(parts: readonly Inline[]): string {
  return parts.map((part) => ('children' in part ? plainOf(part.children) : 'text' in part ? part.text : '')).join('');
}

interface CodeProps {
  text: string;
  language?: string;
  /** continues a long block whose header is rendered already */
  isContinued?: boolean;
  /** parts above this one; undefined: no colors, because the code may still grow */
  above?: readonly string[] | undefined;
  /** the whole code when `text` is only a part */
  code?: Code | undefined;
}

export function CodeBlock({ text: source, language = '', isContinued = false, above, code }: CodeProps) {
  const [own, setOwn] = useState<boolean | undefined>(undefined);
  // code that grows gets a new object when its first part is finished
  useLayoutEffect(() => {
    if (code && own !== undefined) code.wraps.value = own;
  }, [code, own]);
  const wraps = code?.wraps.value ?? own ?? preferences.value.wrapLines;
  return (
    <div class="code-block" data-testid="code-block" data-language={language} data-wraps={wraps}>
      {!isContinued && (
        <div class="code-head">
          <span class="dim">
            <Clean text={language} />
          </span>
          <IconButton icon={WrapText} label={text('code.wrap')} aria-pressed={wraps} onClick={() => setOwn(!wraps)} />
          <IconButton
            icon={Copy}
            label={text('code.copy')}
            onClick={() => copyText(code?.parts.join('\n') ?? source)}
          />
        </div>
      )}
      <pre tabIndex={0} aria-label={counted('code.lines', source.split('\n').length)}>
        <code>
          {above ? <Coloured text={source} language={language} above={above} /> : <CleanText text={source} />}
        </code>
      </pre>
    </div>
  );
}
