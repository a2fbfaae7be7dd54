/** Code with syntax colors; plain until it is near the viewport and the colors are loaded (web.md 5.5.2). */
import { signal } from '@preact/signals';
import { Fragment, type ComponentChildren, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CodePart } from '../../client/view/code/reader.js';
import type * as texts from '../../client/view/code/texts.js';
import type { DiffRow } from '../../client/view/diff.js';
import { CleanText } from './clean.js';

type CodeText = texts.CodeText;

const reading = signal<typeof texts | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the module with the colors on first use; returns undefined until then. */
function useReading(isWanted: boolean): typeof texts | undefined {
  const { value } = reading;
  useEffect(() => {
    if (!isWanted || value) return;
    loading ??= import('../../client/view/code/texts.js')
      .then((module) => void (reading.value = module))
      // the module cannot be loaded now: the code stays readable without colors
      .catch(() => void (loading = undefined));
  }, [isWanted, value]);
  return isWanted ? value : undefined;
}

/** Maximum duration of one slice of work, before other events are handled. */
const sliceMs = 4;

/** Runs `work` in slices until it returns true, then calls `done`. Returns a function that cancels it. */
function inSlices(work: (hasTime: () => boolean) => boolean, done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    const end = performance.now() + sliceMs;
    if (work(() => performance.now() < end)) done();
    else timer = setTimeout(go);
  };
  go();
  return () => clearTimeout(timer);
}

/** Returns the colored lines of code, computed on demand; undefined until colors are available. */
export function useCodeText(lines: readonly string[], language: string): CodeText | undefined {
  const module = useReading(language !== '');
  return useMemo(() => module?.createCodeText(lines, language), [module, lines, language]);
}

export function Parts({ parts }: { parts: readonly CodePart[] }) {
  return (
    <>
      {parts.map(({ text, kind }, at) =>
        kind === undefined ? (
          <CleanText key={at} text={text} />
        ) : (
          <span key={at} class={`code-${kind}`}>
            <CleanText text={text} />
          </span>
        ),
      )}
    </>
  );
}

/** Number of lines that are colored together. */
const linesPerPiece = 50;
/** Maximum number of lines with colors. */
const mostLines = 2_000;

export interface ColouredProps {
  text: string;
  /** the language as written in the text, or a file name extension */
  language: string;
  /** parts of the same code above this text */
  above?: readonly string[];
}

const nothing: readonly string[] = [];

export function Coloured({ text, language, above = nothing }: ColouredProps) {
  const { lines, first } = useMemo(() => {
    const before = above.flatMap((part) => part.split('\n'));
    return { lines: [...before, ...text.split('\n')], first: before.length };
  }, [text, above]);
  const code = useCodeText(lines, lines.length > mostLines ? '' : language);
  if (!code) return <CleanText text={text} />;
  const pieces: ComponentChildren[] = [];
  for (let at = first; at < lines.length; at += linesPerPiece)
    pieces.push(<Piece key={at} code={code} lines={lines} first={at} />);
  return <>{pieces}</>;
}

const near = '800px 0px';

/** Returns a reference for an element, and whether that element is near the viewport. */
export function useNear<Place extends Element>(): [RefObject<Place | null>, boolean] {
  const place = useRef<Place>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      // also beyond the edge of a scrolling ancestor
      rootMargin: near,
      scrollMargin: near,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, isNear];
}

/** Lines that get colors only near the viewport, so that long code needs few elements. */
function Piece({ code, lines, first }: { code: CodeText; lines: readonly string[]; first: number }) {
  const [place, isNear] = useNear<HTMLSpanElement>();
  const shown = lines.slice(first, first + linesPerPiece);
  const isLast = first + shown.length >= lines.length;
  return (
    <span ref={place}>
      {isNear ? (
        shown.map((_, at) => (
          <Fragment key={at}>
            <Parts parts={code.partsOf(first + at)} />
            {isLast && at === shown.length - 1 ? '' : '\n'}
          </Fragment>
        ))
      ) : (
        <CleanText text={isLast ? shown.join('\n') : `${shown.join('\n')}\n`} />
      )}
    </span>
  );
}

/** Returns the colored parts of each diff row; undefined until they are ready, and for long diffs. */
export function useRowParts(
  rows: readonly DiffRow[],
  language: string,
): ReadonlyMap<DiffRow, readonly CodePart[]> | undefined {
  const isWanted = language !== '' && rows.length <= mostLines;
  const module = useReading(isWanted);
  const [found, setFound] = useState<{ rows: readonly DiffRow[]; parts: ReadonlyMap<DiffRow, CodePart[]> }>();
  useLayoutEffect(() => {
    if (!module) return undefined;
    const work = module.readRows(rows, language);
    return inSlices(
      (hasTime) => {
        for (;;) {
          const { done, value } = work.next();
          if (done) setFound({ rows, parts: value });
          if (done || !hasTime()) return done === true;
        }
      },
      () => undefined,
    );
  }, [module, rows, language]);
  return found?.rows === rows && found.parts.size > 0 ? found.parts : undefined;
}
