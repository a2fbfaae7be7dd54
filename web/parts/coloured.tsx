/** Code in the colours of the theme: they come when their file is loaded and the code is near what is visible; until then, and without them, it is plain (web.md 5.5.2). */
import { signal } from '@preact/signals';
import { Fragment, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CodePart } from '../../client/view/code/reader.js';
import type * as texts from '../../client/view/code/texts.js';
import type { DiffRow } from '../../client/view/diff.js';
import { CleanText } from './clean.js';

type CodeText = texts.CodeText;

const reading = signal<typeof texts | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Undefined until it is loaded, which begins with the first code. */
function useReading(isWanted: boolean): typeof texts | undefined {
  const { value } = reading;
  useEffect(() => {
    if (!isWanted || value) return;
    loading ??= import('../../client/view/code/texts.js')
      .then((module) => void (reading.value = module))
      // a file of the page that cannot be loaded just now: code can be read without colours
      .catch(() => void (loading = undefined));
  }, [isWanted, value]);
  return isWanted ? value : undefined;
}

/** Of one piece of work, before other events have their turn. */
const sliceMs = 4;

/** Runs work in slices until it says that it is done; returns what stops it. */
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

/** Lines of code of which any may be drawn; undefined while there are no colours for them. */
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

/** As many as are read at once. */
const linesPerPiece = 50;
/** Longer code has no colours. */
const mostLines = 2_000;

export interface ColouredProps {
  text: string;
  /** as it was written: a name, or the end of a file name */
  language: string;
  /** parts of the same code that are above this text */
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

/** Some lines, which have their colours only near what is visible: a page of code has few elements. */
function Piece({ code, lines, first }: { code: CodeText; lines: readonly string[]; first: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  const shown = lines.slice(first, first + linesPerPiece);
  const isLast = first + shown.length >= lines.length;
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      // also below the border of what scrolls
      rootMargin: near,
      scrollMargin: near,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
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

/** Pieces of the rows of a diff; of none until they are read, and of long diffs. */
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
