/** Content blocks of tool calls and results: commands, output, files, changes, matches (web.md 5.5.1). */
import { Copy } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import type { BodyBlock, Match } from '../../client/view/displays.js';
import { formatPathFrom } from '../../client/view/format.js';
import { outputRows, type OutputRow, type OutputStyle } from '../../client/view/output.js';
import { copyText } from '../live/clipboard.js';
import { formatNumber, isMessageKey, text } from '../live/text.js';
import { Button, IconButton } from './button.js';
import { Clean, CleanText } from './clean.js';
import { codeOf } from './codeparts.js';
import { Coloured, useNear } from './coloured.js';
import { Diff } from './diff.js';
import { JsonTree } from './json.js';
import { CodeBlock, Markdown } from './markdown.js';
import { languageOf } from '../../client/view/code/paths.js';
import { describeLink, linkTarget, splitLinks, type Directories } from '../../client/view/links.js';
import { TextLink } from './textlink.js';

export interface BlockProps {
  block: BodyBlock;
  /** shows everything at once, as a decision needs it */
  isWhole?: boolean;
  /** working directory of the session: a command shows its own directory only if it differs */
  cwd?: string;
  /** directories whose files can be opened beside the session; absent: paths are plain text */
  directories?: Directories | undefined;
  /** the output still grows: shows its end */
  isLive?: boolean;
  /** remembers that the user unfolded the block; default: the block itself, while it is mounted */
  unfolding?: Unfolding;
}

export interface Unfolding {
  isOpen: boolean;
  open(): void;
}

function useUnfolding(isWhole: boolean, given: Unfolding | undefined): Unfolding {
  const [isOpen, open] = useState(isWhole);
  return given ? { isOpen: isWhole || given.isOpen, open: () => given.open() } : { isOpen, open: () => open(true) };
}

const firstLines = 10;
const mostChars = 50_000;

export function BodyPart({ block, isWhole = false, cwd, directories, isLive = false, unfolding: given }: BlockProps) {
  const unfolding = useUnfolding(isWhole, given);
  switch (block.kind) {
    case 'command':
      return (
        <div class="command">
          {block.cwd !== undefined && block.cwd !== cwd && (
            <p class="dim">
              {text('block.in')} <code>{<Clean text={block.cwd} />}</code>
            </p>
          )}
          <div class="command-line">
            <pre tabIndex={0} aria-label={text('block.command')}>
              <code>
                <Coloured text={block.text} language="bash" />
              </code>
            </pre>
            <IconButton icon={Copy} label={text('block.copyCommand')} onClick={() => copyText(block.text)} />
          </div>
        </div>
      );
    case 'output':
      return (
        <Output source={block.text} isTruncated={block.truncated === true} isLive={isLive} unfolding={unfolding} />
      );
    case 'text':
      return <Folded source={block.text} unfolding={unfolding} />;
    case 'markdown':
      return <Markdown source={block.text} {...(directories && { directories })} />;
    case 'error':
      return (
        <div class="error-text">
          <Folded source={block.text} unfolding={unfolding} />
        </div>
      );
    case 'file':
      return (
        <>
          {directories && (
            <p class="small">
              <PathLink path={block.path} line={block.firstLine} directories={directories} />
            </p>
          )}
          <FileText path={block.path} text={block.text} unfolding={unfolding} />
        </>
      );
    case 'diff':
      return <Diff {...block} cwd={cwd ?? directories?.[0]} />;
    case 'matches':
      return <Matches matches={block.matches} directories={directories} />;
    case 'todos':
      return (
        <ul class="todos plain-list">
          {block.items.map(({ title, status }, at) => (
            <li key={at} data-state={status}>
              <span class="dim">{text(`todo.${status}`)}</span> <Clean text={title} />
            </li>
          ))}
        </ul>
      );
    case 'url':
      return <Url url={block.url} />;
    case 'json':
      return <Json source={block.text} unfolding={unfolding} />;
  }
}

interface PathLinkProps {
  path: string;
  line?: number;
  directories?: Directories | undefined;
  children?: string;
}

/** A path as a link that opens the file beside the session, or as text outside of the known directories. */
function PathLink({ path, line = 0, directories = [], children }: PathLinkProps) {
  // text in the name that looks like a position within the file is part of the name
  const address = path.isWellFormed() ? path.split('/').map(encodeURIComponent).join('/') : '';
  const found = linkTarget(address, directories);
  const target = found?.kind === 'file' ? { ...found, ...(line > 1 && { line }) } : undefined;
  const name = (
    <code>
      <Clean text={children ?? formatPathFrom(path, { cwd: directories[0] ?? '' })} />
    </code>
  );
  return target ? <TextLink link={describeLink(path, target)}>{name}</TextLink> : name;
}

/** Matches grouped by file: the name once, and below it the lines that matched. */
function Matches({ matches, directories }: { matches: readonly Match[]; directories: Directories | undefined }) {
  const files = new Map<string, Match[]>();
  for (const match of matches) files.set(match.file, [...(files.get(match.file) ?? []), match]);
  return (
    <ul class="matches plain-list">
      {[...files].map(([file, found]) => (
        <li key={file}>
          <PathLink path={file} directories={directories} />
          {found.some(({ line }) => line > 0) && (
            <ul class="match-lines">
              {found.map(({ line, text: words }, at) => (
                <li key={at}>
                  <PathLink path={file} line={line} directories={directories}>
                    {String(line)}
                  </PathLink>{' '}
                  <Clean text={words} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FileTextProps {
  path: string;
  text: string;
  unfolding: Unfolding;
}

const nothing: readonly string[] = [];

function FileText({ path, text: source, unfolding: { isOpen, open } }: FileTextProps) {
  const lines = source.replace(/\n$/, '').split('\n');
  const code = useMemo(() => codeOf([source]), [source]);
  const file = { language: languageOf(path), above: nothing, code };
  if (isOpen || (lines.length <= firstLines && source.length <= mostChars))
    return <CodeBlock text={source} {...file} />;
  return (
    <div class="folded">
      <CodeBlock text={lines.slice(0, firstLines).join('\n').slice(0, mostChars)} {...file} />
      <Button kind="quiet" onClick={open}>
        {text('block.showAll')} <span class="dim">+{formatNumber(Math.max(0, lines.length - firstLines))}</span>
      </Button>
    </div>
  );
}

/** Highlights the host, because it decides where a request goes. */
function Url({ url }: { url: string }) {
  const [link] = splitLinks(url);
  const host = link?.target?.kind === 'web' ? link.target.host : undefined;
  return (
    <p class="url">
      {host !== undefined && (
        <strong>
          <Clean text={host} />
        </strong>
      )}{' '}
      {link?.target ? (
        <TextLink link={describeLink(url, link.target)}>
          <CleanText text={url} />
        </TextLink>
      ) : (
        <Clean text={url} />
      )}
    </p>
  );
}

function Json({ source, unfolding }: FoldedProps) {
  const value = useMemo(() => {
    try {
      return { parsed: JSON.parse(source) as unknown };
    } catch {
      // not JSON: the caller shows the text as it is
      return undefined;
    }
  }, [source]);
  if (!value || source.length > mostChars) return <Folded source={source} unfolding={unfolding} />;
  return <JsonTree name="JSON" value={value.parsed} />;
}

interface FoldedProps {
  source: string;
  unfolding: Unfolding;
}

function Folded({ source, unfolding: { isOpen, open } }: FoldedProps) {
  const shown = isOpen ? source : source.slice(0, mostChars);
  return (
    <>
      <pre class="plain-text" tabIndex={0} aria-label={text('block.text')}>
        <CleanText text={shown} />
      </pre>
      {shown.length < source.length && <Button onClick={open}>{text('block.showAll')}</Button>}
    </>
  );
}

interface OutputProps extends FoldedProps {
  isTruncated: boolean;
  isLive: boolean;
}

function Output({ source, isTruncated, isLive, unfolding: { isOpen, open } }: OutputProps) {
  const { rows } = useMemo(() => outputRows(source, { spelling: 'page' }), [source]);
  const shown = isOpen ? rows : isLive ? rows.slice(-firstLines) : rows.slice(0, firstLines);
  const hidden = rows.length - shown.length;
  if (rows.length === 0) return null;
  return (
    <div class="output">
      <pre tabIndex={0} aria-label={text('block.output')}>
        {shown.length <= linesPerPiece
          ? shown.map((row, at) => <OutputLine key={at} row={row} />)
          : piecesOf(shown).map((rows, at) => <OutputPiece key={at} rows={rows} />)}
      </pre>
      {hidden > 0 && (
        <Button kind="quiet" onClick={open}>
          {text('block.showOutput')} <span class="dim">+{formatNumber(hidden)}</span>
        </Button>
      )}
      {isTruncated && <p class="dim">{text('block.truncated')}</p>}
    </div>
  );
}

/** The sentence for a label (engine.md 4.2); an unknown label of a newer server is shown unchanged. */
export function Danger({ label }: { label: string }) {
  const key = `danger.${label}`;
  return (
    <p class="danger-text">
      <strong>{text('approval.danger')}</strong> <Clean text={isMessageKey(key) ? text(key) : label} />
    </p>
  );
}

/** Number of lines of a long output that are drawn together. */
const linesPerPiece = 50;

function piecesOf(rows: readonly OutputRow[]): OutputRow[][] {
  const pieces: OutputRow[][] = [];
  for (let at = 0; at < rows.length; at += linesPerPiece) pieces.push(rows.slice(at, at + linesPerPiece));
  return pieces;
}

/** Lines with elements of their own only near the viewport, so that a long output needs few. */
function OutputPiece({ rows }: { rows: readonly OutputRow[] }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  return (
    <div ref={place} class="output-piece">
      {isNear
        ? rows.map((row, at) => <OutputLine key={at} row={row} />)
        : // a line break at the end of a block adds no line
          rows.map((row) => `${row.spans.map((span) => span.text).join('')}${cutWords(row)}\n`).join('')}
    </div>
  );
}

const cutWords = ({ cut }: OutputRow): string => (cut > 0 ? `… +${formatNumber(cut)}` : '');

export function OutputLine({ row }: { row: OutputRow }) {
  return (
    <div class="output-line">
      {row.spans.map(({ text: part, style }, at) => {
        const name = classOf(style);
        return name === '' ? (
          part
        ) : (
          <span key={at} class={name} style={colorsOf(style)}>
            {part}
          </span>
        );
      })}
      {row.cut > 0 && <span class="dim">{cutWords(row)}</span>}
    </div>
  );
}

function classOf(style: OutputStyle): string {
  const { color, background } = style;
  const names = (['bold', 'dim', 'italic', 'underline', 'inverse', 'struck'] as const).filter((name) => style[name]);
  return [
    ...names.map((name) => `sgr-${name}`),
    // the first 16 colours come from the theme, so that they are readable on it
    ...(typeof color === 'number' && color < 16 ? [`sgr-color-${color}`] : color === undefined ? [] : ['sgr-color']),
    ...(background === undefined ? [] : ['sgr-background']),
  ].join(' ');
}

function colorsOf({ color, background }: OutputStyle): Record<string, string> | undefined {
  const colors = {
    ...(color !== undefined && !(typeof color === 'number' && color < 16) && { '--sgr-color': cssColor(color) }),
    ...(background !== undefined && { '--sgr-background': cssColor(background) }),
  };
  return Object.keys(colors).length > 0 ? colors : undefined;
}

/** The palette of terminals: 16 basic colors, a cube of 216, 24 grays. */
function cssColor(color: NonNullable<OutputStyle['color']>): string {
  if (typeof color === 'string') return color;
  if (color < 16) return `var(--ansi-${color})`;
  if (color >= 232) {
    const grey = 8 + (color - 232) * 10;
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const at = color - 16;
  const level = (index: number): number => (index === 0 ? 0 : 55 + index * 40);
  return `rgb(${level(Math.floor(at / 36))} ${level(Math.floor(at / 6) % 6)} ${level(at % 6)})`;
}
