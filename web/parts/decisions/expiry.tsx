/** When an approval expires, shown in its last hours. */
import { formatElapsed } from '../../../client/view/format.js';
import { now } from '../../live/clock.js';
import { text } from '../../live/text.js';

const shownWithinMs = 6 * 60 * 60 * 1_000;

export function Expiry({ at }: { at: string }) {
  const left = Date.parse(at) - now.value;
  if (!(left > 0 && left <= shownWithinMs)) return null;
  return <p class="dim">{text('decision.expires', { time: formatElapsed(left) })}</p>;
}
