/** The edge between two areas, which the user moves with the pointer or arrow keys. */
import { useRef } from 'preact/hooks';

export interface SplitterProps {
  label: string;
  /** size in px of the area that it resizes */
  size: number;
  least: number;
  most: number;
  /** the resized area lies after the edge */
  isAfter?: boolean;
  onSize(size: number): void;
}

const stepPx = 16;

export function Splitter({ label, size, least, most, isAfter = false, onSize }: SplitterProps) {
  const from = useRef<{ x: number; size: number } | undefined>(undefined);
  const direction = (isAfter ? -1 : 1) * (document.dir === 'rtl' ? -1 : 1);
  const set = (next: number): void => onSize(Math.round(Math.min(most, Math.max(least, next))));
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(size)}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, size };
      }}
      onPointerMove={({ clientX }) => {
        const { current } = from;
        if (current) set(current.size + (clientX - current.x) * direction);
      }}
      onPointerUp={() => (from.current = undefined)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') set(size - stepPx * direction);
        else if (event.key === 'ArrowRight') set(size + stepPx * direction);
        else if (event.key === 'Home') set(least);
        else if (event.key === 'End') set(most);
        else return;
        event.preventDefault();
      }}
    />
  );
}
