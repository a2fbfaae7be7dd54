/** Formats figures as text, including unknown ones. */
import { computed } from '@preact/signals';
import { formatDuration, formatMoney, formatPercent, formatSize } from '../../client/view/format.js';
import { formatNumber, language, text } from '../live/text.js';

const known = <Value>(value: Value | undefined, format: (value: Value) => string): string =>
  value === undefined ? text('vis.unknown') : format(value);

export const words = {
  duration: (ms: number | undefined) => known(ms, formatDuration),
  number: (count: number | undefined) => known(count, formatNumber),
  money: (dollars: number | undefined) => known(dollars, formatMoney),
  share: (part: number | undefined) => known(part, formatPercent),
  size: (bytes: number | undefined) => known(bytes, formatSize),
};

// cached: creating one takes a browser about a millisecond, and each row of a list needs it
const clock = computed(
  () =>
    new Intl.DateTimeFormat(language.value, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    }),
);

/** Returns the local time with milliseconds. */
export const clockTime = (at: number): string => clock.value.format(at);
