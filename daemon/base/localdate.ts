/** Dates and times of day in a time zone. The system's zone needs no ICU tables, whose first use takes 20 ms. */
import { readlinkSync } from 'node:fs';
import { errorCode } from './fs/errno.js';

export interface LocalDate {
  /** `YYYY-MM-DD` */
  day: string;
  /** such as `Saturday` */
  weekday: string;
  /** `HH:MM` */
  time: string;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

let linked: { name: string | undefined } | undefined;
/** cached because formatting is the most expensive part of the date for a prompt */
let last: { timeZone: string; minute: number; date: LocalDate } | undefined;
let format: { timeZone: string; of: Intl.DateTimeFormat } | undefined;

/** IANA name of this process's zone, where the system has a link for it; undefined where only ICU knows the zone. */
export function linkedZone(): string | undefined {
  linked ??= { name: process.env['TZ'] === undefined ? readLink('/etc/localtime') : undefined };
  return linked.name;
}

function readLink(path: string): string | undefined {
  try {
    const [, name] = /\/zoneinfo\/([A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*)$/.exec(readlinkSync(path)) ?? [];
    return name !== undefined && /^Etc\/(?:UTC|UCT|Universal|Zulu)$/.test(name) ? 'UTC' : name;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // the file is a copy instead of a link, or the system has none
    return undefined;
  }
}

/** `time`: epoch milliseconds; `timeZone`: a name that ICU or the system knows; undefined: the zone of this process. */
export function localDate(time: number, timeZone: string | undefined): LocalDate {
  if (timeZone === undefined || timeZone === linkedZone()) {
    const date = new Date(time);
    const day = dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
    return { day, weekday: weekdays[date.getDay()] ?? '', time: `${two(date.getHours())}:${two(date.getMinutes())}` };
  }
  const minute = Math.floor(time / 60_000);
  if (last?.timeZone !== timeZone || last.minute !== minute)
    last = { timeZone, minute, date: readDate(time, timeZone) };
  return last.date;
}

function readDate(time: number, timeZone: string): LocalDate {
  if (format?.timeZone !== timeZone) format = { timeZone, of: formatIn(timeZone) };
  const parts = Object.fromEntries(format.of.formatToParts(time).map(({ type, value }) => [type, value]));
  const day = dayOf(Number(parts['year']), Number(parts['month']), Number(parts['day']));
  return { day, weekday: parts['weekday'] ?? '', time: `${parts['hour']}:${parts['minute']}` };
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    weekday: 'long',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

const two = (value: number): string => String(value).padStart(2, '0');

function dayOf(year: number, month: number, day: number): string {
  return `${year}-${two(month)}-${two(day)}`;
}
