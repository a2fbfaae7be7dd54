/** Long lists of rows: renders only pieces near the viewport; other pieces keep their height. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface PiecesProps<Row> {
  rows: readonly Row[];
  /** number of rows in a piece */
  size?: number;
  /** height of a row before it is measured, in px */
  rowHeight: number;
  draw(row: Row, at: number): ComponentChildren;
}

const near = '1200px 0px';

export function Pieces<Row>({ rows, size = 100, rowHeight, draw }: PiecesProps<Row>) {
  if (rows.length <= size) return <>{rows.map(draw)}</>;
  const pieces: readonly Row[][] = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
  return (
    <>
      {pieces.map((piece, at) => (
        <Piece key={at} height={piece.length * rowHeight} isFirst={at === 0}>
          {() => piece.map((row, index) => draw(row, at * size + index))}
        </Piece>
      ))}
    </>
  );
}

function Piece({ height, isFirst, children }: { height: number; isFirst: boolean; children: () => ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const measured = useRef(height);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isNow = entry?.isIntersecting === true;
        if (!isNow && current.childElementCount > 0) measured.current = current.offsetHeight;
        setNear(isNow);
      },
      { rootMargin: near },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} class="piece" style={isNear ? undefined : { height: `${measured.current}px` }}>
      {isNear && children()}
    </div>
  );
}
