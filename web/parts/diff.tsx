/** A text change as rows, unified or split, with the changed words marked (web.md 5.9). */
import type { TextHunk } from '../../schemas/generated/types.js';
import { signal } from '@preact/signals';
import { createContext, Fragment, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { visibleText } from '../../client/view/clean.js';
import type { CodePart } from '../../client/view/code/reader.js';
import { formatPathFrom } from '../../client/view/format.js';
import { diffTexts, rowsOfHunk, type DiffRow } from '../../client/view/diff.js';
import { languageOf } from '../../client/view/code/paths.js';
import { preferences, setPreferences } from '../live/preferences.js';
import { text } from '../live/text.js';
import { Clean } from './clean.js';
import { Parts, useRowParts } from './coloured.js';
import { Choice } from './field.js';
import { Pieces } from './pieces.js';

const rowHeight = 21;

/** Windows too narrow for two columns. */
const narrowQuery = matchMedia('(width < 900px)');
const narrow = signal(narrowQuery.matches);
narrowQuery.addEventListener('change', () => (narrow.value = narrowQuery.matches));

export interface DiffProps {
  path: string;
  before: string;
  after: string;
  /** number of the first line in both texts; null: unknown, because the texts are parts of the file */
  firstLine: number | null;
  /** working directory of the session; the file's name is shown relative to it */
  cwd?: string | undefined;
}

/** number of unchanged lines that one click shows */
export const unfoldedAtOnce = 20;

export function Diff({ path, before, after, firstLine, cwd }: DiffProps) {
  const { diffIgnoresSpace: ignoreSpace } = preferences.value;
  const diff = useMemo(
    () => diffTexts(before, after, { context: Infinity, ignoreSpace, firstLine }),
    [before, after, ignoreSpace, firstLine],
  );
  const [unfolded, unfold] = useState<ReadonlyMap<number, number>>(nothingUnfolded);
  useEffect(() => unfold(nothingUnfolded), [diff]);
  const { added, removed, onlyLineEnds, finalNewline } = diff;
  const rows = diff.hunks[0]?.rows ?? noRows;
  const stretches = useMemo(() => stretchesOf(rows, unfolded), [rows, unfolded]);
  return (
    <DiffFrame path={path} cwd={cwd} added={added} removed={removed}>
      {stretches.map((stretch) =>
        'rows' in stretch ? (
          <div key={`rows ${stretch.at}`} class="diff-hunk">
            <DiffRows path={path} rows={stretch.rows} />
          </div>
        ) : (
          <Fold
            key={`fold ${stretch.at}`}
            hidden={stretch.hidden}
            unfold={() => unfold(new Map(unfolded).set(stretch.at, (unfolded.get(stretch.at) ?? 0) + unfoldedAtOnce))}
          />
        ),
      )}
      {stretches.length === 0 && ignoreSpace && <OnlySpace />}
      {onlyLineEnds && <p class="dim small diff-note">{text('diff.lineEnds')}</p>}
      {firstLine !== null && finalNewline.before !== finalNewline.after && (
        <p class="dim small diff-note">{text(finalNewline.after ? 'diff.newline' : 'diff.noNewline')}</p>
      )}
    </DiffFrame>
  );
}

/** `hidden`: number of unchanged lines; Infinity when unknown. */
export function Fold({ hidden, unfold }: { hidden: number; unfold(): void }) {
  const n = Math.min(unfoldedAtOnce, hidden);
  return (
    <button type="button" class="diff-fold" onClick={unfold}>
      {hidden === Infinity ? text('diff.unfoldMore', { n }) : text('diff.unfold', { n, m: hidden })}
    </button>
  );
}

const noRows: readonly DiffRow[] = [];
const nothingUnfolded: ReadonlyMap<number, number> = new Map();
/** number of unchanged lines shown around a change */
const context = 3;

/** Consecutive visible rows, or folded unchanged ones; `at`: index of the first row of the unchanged lines. */
type Stretch = { at: number; rows: readonly DiffRow[] } | { at: number; hidden: number };

/** Folds unchanged lines except those next to a change; `unfolded`: number of additional lines shown, by index. */
function stretchesOf(rows: readonly DiffRow[], unfolded: ReadonlyMap<number, number>): Stretch[] {
  const found: Stretch[] = [];
  let shown: DiffRow[] = [];
  const flush = (at: number): void => {
    if (shown.length > 0) found.push({ at, rows: shown });
    shown = [];
  };
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (rows[end]?.kind === 'context') end += 1;
    const [isFirst, isLast] = [at === 0, end === rows.length];
    const above = isFirst ? 0 : context;
    const below = isLast ? 0 : context;
    const more = unfolded.get(at) ?? 0;
    const hidden = isFirst && isLast ? 0 : end - at - above - below - more;
    // a fold takes as much room as one line
    if (hidden <= 1) shown.push(...rows.slice(at, end));
    else {
      // before the first change, unfolding starts at the line next to it
      const head = isFirst ? 0 : above + more;
      shown.push(...rows.slice(at, at + head));
      flush(at);
      found.push({ at, hidden });
      shown.push(...rows.slice(at + head + hidden, end));
    }
    const from = end;
    while (end < rows.length && rows[end]?.kind !== 'context') end += 1;
    shown.push(...rows.slice(from, end));
    at = end;
  }
  flush(rows.length);
  return found;
}

interface FrameProps {
  path: string;
  cwd?: DiffProps['cwd'];
  added?: number;
  removed?: number;
  /** there are lines to compare */
  canIgnoreSpace?: boolean;
  children: ComponentChildren;
}

export function DiffFrame({ path, cwd, added, removed, canIgnoreSpace = true, children }: FrameProps) {
  const view = viewNow();
  const name = cwd === undefined ? path : formatPathFrom(path, { cwd });
  return (
    <div class="diff" role="group" aria-label={name} data-testid="diff" data-view={view}>
      <div class="diff-head">
        <code class="diff-path" title={path}>
          <Clean text={name} />
        </code>
        {added !== undefined && removed !== undefined && (
          <span class="diff-counts">
            <span class="added">+{added}</span> <span class="removed">−{removed}</span>
          </span>
        )}
        {canIgnoreSpace && (
          <label class="check small">
            <input
              type="checkbox"
              checked={preferences.value.diffIgnoresSpace}
              onChange={({ currentTarget }) => setPreferences({ diffIgnoresSpace: currentTarget.checked })}
            />
            {text('diff.ignoreSpace')}
          </label>
        )}
        {!narrow.value && (
          <Choice
            label={text('diff.view')}
            value={view}
            options={[
              { value: 'unified', name: text('diff.unified') },
              { value: 'split', name: text('diff.split') },
            ]}
            onChoose={(diffView) => setPreferences({ diffView })}
          />
        )}
      </div>
      {children}
    </div>
  );
}

function viewNow(): 'unified' | 'split' {
  return narrow.value ? 'unified' : preferences.value.diffView;
}

/** Returns the rows of a hunk, without whitespace changes if the user ignores them. */
export function useHunkRows(hunk: TextHunk): readonly DiffRow[] {
  const { diffIgnoresSpace } = preferences.value;
  return useMemo(() => (diffIgnoresSpace ? rowsWithoutSpace(hunk) : rowsOfHunk(hunk)), [hunk, diffIgnoresSpace]);
}

export function HunkRows({ path, rows }: { path: string; rows: readonly DiffRow[] }) {
  return rows.length === 0 ? <OnlySpace /> : <DiffRows path={path} rows={rows} />;
}

export function Hunk({ path, hunk }: { path: string; hunk: TextHunk }) {
  return <HunkRows path={path} rows={useHunkRows(hunk)} />;
}

function OnlySpace() {
  return <p class="dim small diff-note">{text('diff.onlySpace')}</p>;
}

/** Returns the rows of a hunk without changes of whitespace alone; an empty list when nothing else changes. */
function rowsWithoutSpace(hunk: TextHunk): readonly DiffRow[] {
  if (hunk.lines.every((line) => line.startsWith(' '))) return rowsOfHunk(hunk);
  const side = (mark: '+' | '-'): string =>
    hunk.lines
      .flatMap((line) => (line.startsWith(' ') || line.startsWith(mark) ? [`${line.slice(1)}\n`] : []))
      .join('');
  const { hunks } = diffTexts(side('-'), side('+'), { context: Infinity, ignoreSpace: true });
  const above = { old: Math.max(1, hunk.old_start) - 1, new: Math.max(1, hunk.new_start) - 1 };
  return (hunks[0]?.rows ?? noRows).map((row) => ({
    ...row,
    ...(row.old !== undefined && { old: row.old + above.old }),
    ...(row.new !== undefined && { new: row.new + above.new }),
  }));
}

type RowParts = ReadonlyMap<DiffRow, readonly CodePart[]>;

interface RowsProps {
  rows: readonly DiffRow[];
  /** colored parts of each row; undefined until they are ready */
  parts: RowParts | undefined;
}

function DiffRows({ path, rows }: { path: string; rows: readonly DiffRow[] }) {
  const parts = useRowParts(rows, languageOf(path));
  if (viewNow() === 'split') return <SplitRows rows={rows} parts={parts} />;
  return (
    <div class="diff-rows">
      <Pieces
        rows={rows}
        rowHeight={rowHeight}
        draw={(row, at) => (
          <Fragment key={at}>
            <Row row={row} parts={parts?.get(row)} />
            <Below row={row} />
          </Fragment>
        )}
      />
    </div>
  );
}

/** Lets readers write comments on lines; a diff without it is read-only. */
export interface Notes {
  /** label of the button at a line */
  label(row: DiffRow): string;
  press(row: DiffRow, element: HTMLElement): void;
  below(row: DiffRow): ComponentChildren;
}

export const LineNotes = createContext<Notes | undefined>(undefined);

function Numbers({ row, side }: Pick<RowProps, 'row' | 'side'>) {
  const notes = useContext(LineNotes);
  const { kind, old, new: fresh } = row;
  const cell = (number: number | undefined, isOwn: boolean) =>
    notes && isOwn ? (
      <button
        type="button"
        class="diff-number"
        aria-label={notes.label(row)}
        title={notes.label(row)}
        // a click must not clear the selection of the lines that it refers to
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => notes.press(row, currentTarget)}
      >
        {number}
      </button>
    ) : (
      <span class="diff-number">{number}</span>
    );
  return (
    <>
      {side !== 'new' && cell(old, kind === 'del')}
      {side !== 'old' && cell(fresh, kind !== 'del')}
    </>
  );
}

function Below({ row }: { row: DiffRow }) {
  return <>{useContext(LineNotes)?.below(row)}</>;
}

const marks = { add: '+', del: '−', context: ' ' } as const;

interface RowProps {
  row: DiffRow;
  parts: readonly CodePart[] | undefined;
  side?: 'old' | 'new';
}

function Row({ row, parts, side }: RowProps) {
  const { kind, old, new: fresh } = row;
  return (
    <div
      class={`diff-line ${kind}`}
      data-testid="diff-line"
      data-kind={kind}
      {...(old !== undefined && { 'data-old': old })}
      {...(fresh !== undefined && { 'data-new': fresh })}
    >
      <Numbers row={row} {...(side && { side })} />
      <span class="diff-mark" aria-hidden="true">
        {marks[kind]}
      </span>
      {kind !== 'context' && <span class="unseen">{text(kind === 'add' ? 'diff.added' : 'diff.removed')}</span>}
      <span class={parts ? 'diff-text coloured' : 'diff-text'}>{words(row, parts)}</span>
    </div>
  );
}

/** Marks what changed within the line, on top of the syntax colors. */
function words({ text: line, words: ranges = [] }: DiffRow, parts: RowProps['parts']): ComponentChildren {
  const shown: ComponentChildren[] = [];
  const between = (from: number, to: number): ComponentChildren =>
    parts ? <Parts parts={slice(parts, from, to)} /> : visibleText(line.slice(from, to), 'page');
  let from = 0;
  for (const [start, end] of ranges) {
    shown.push(between(from, start));
    shown.push(<b key={start}>{visibleText(line.slice(start, end), 'page')}</b>);
    from = end;
  }
  shown.push(between(from, line.length));
  return shown;
}

function slice(parts: readonly CodePart[], from: number, to: number): CodePart[] {
  let at = 0;
  return parts.flatMap(({ text: whole, ...part }) => {
    const piece = whole.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += whole.length;
    return piece === '' ? [] : [{ ...part, text: piece }];
  });
}

interface Pair {
  left?: DiffRow;
  right?: DiffRow;
}

/** Pairs removed lines with those that replace them. */
function pairsOf(rows: readonly DiffRow[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [left, right] = [removed[at], added[at]];
      pairs.push({ ...(left && { left }), ...(right && { right }) });
    }
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'del') removed.push(row);
    else if (row.kind === 'add') added.push(row);
    else {
      flush();
      pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}

function SplitRows({ rows, parts }: RowsProps) {
  const pairs = useMemo(() => pairsOf(rows), [rows]);
  return (
    <div class="diff-rows split">
      <Pieces
        rows={pairs}
        rowHeight={rowHeight}
        draw={({ left, right }, at) => (
          <div class="diff-pair" key={at}>
            {left ? <Row row={left} parts={parts?.get(left)} side="old" /> : <div class="diff-line none" />}
            {right ? <Row row={right} parts={parts?.get(right)} side="new" /> : <div class="diff-line none" />}
            {left && left !== right && <Below row={left} />}
            {right && <Below row={right} />}
          </div>
        )}
      />
    </div>
  );
}
