/** A relative time, with the full local time as tooltip. */
import { now } from '../live/clock.js';
import { formatAgo, titleOfMoment } from '../live/text.js';

export function Time({ at, class: name }: { at: number; class?: string }) {
  if (!Number.isFinite(at)) return null;
  return (
    <time class={name} dateTime={new Date(at).toISOString()} title={titleOfMoment(at)}>
      {formatAgo(at, Math.max(now.value, at))}
    </time>
  );
}
