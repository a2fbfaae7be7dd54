/** A placeholder while something loads: nothing at first, then unobtrusive lines. */
import { useEffect, useState } from 'preact/hooks';
import { text } from '../live/text.js';

const shownAfterMs = 300;

export function Skeleton({ lines = 3 }: { lines?: number }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div class="skeleton" role="status" aria-label={text('loading')}>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} aria-hidden="true" />
      ))}
    </div>
  );
}
