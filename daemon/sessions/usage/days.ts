/** Days of a time zone, by which spending is counted. */

let format: { timeZone: string; of: Intl.DateTimeFormat } | undefined;

/** `YYYY-MM-DD` of a moment (epoch milliseconds); without a time zone in that of the system. */
export function dayIn(timeZone: string | undefined, time: number): string {
  if (timeZone === undefined) {
    const date = new Date(time);
    return dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
  }
  if (format?.timeZone !== timeZone) format = { timeZone, of: formatIn(timeZone) };
  const parts = format.of.formatToParts(time);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return dayOf(part('year'), part('month'), part('day'));
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
}

function dayOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
