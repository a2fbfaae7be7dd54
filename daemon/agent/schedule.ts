/** Times of scheduled prompts: reading five fields, the next time, and the jitter of a job (engine.md 17.4). */
import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';

export interface Schedule {
  /** for the user */
  human: string;
  /** the first time after a moment, epoch milliseconds; null when there is none */
  next(after: number): number | null;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** A schedule must fire within this time. */
const horizonMs = 5 * 366 * dayMs;
/** How far ahead a job that fires once may be. */
const onceMs = 350 * dayMs;
const maxLateMs = 15 * 60 * 1_000;
const maxEarlyMs = 90_000;
/** Missed times that are counted one by one. */
const maxCounted = 1_000;

/** One of five fields: numbers, names of months and weekdays, lists, ranges, steps. */
const field = /^(?:[*\d,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;

/** `timeZone`: IANA name of the local time. */
export function readSchedule(text: string, timeZone: string): Schedule | { error: string } {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return { error: 'needs five fields: minute, hour, day of month, month, weekday' };
  const wrong = fields.find((each) => !field.test(each));
  if (wrong !== undefined) return { error: `cannot be read: ${wrong}` };
  const plain = fields.join(' ');
  try {
    // with both days restricted either of them counts
    const times = new Cron(plain, { timezone: timeZone, domAndDow: false, paused: true });
    return {
      human: cronstrue.toString(plain, { use24HourTimeFormat: true, verbose: false }),
      next: (after) => times.nextRun(new Date(after))?.getTime() ?? null,
    };
  } catch (error) {
    return { error: `cannot be read: ${String((error as { message?: unknown }).message ?? error)}` };
  }
}

/** The first time of a new job; a string gives the reason why there is none. */
export function firstTime(schedule: Schedule, now: number, recurring: boolean): number | { error: string } {
  const due = schedule.next(now);
  if (due === null || due - now > horizonMs) return { error: 'never fires within five years' };
  if (!recurring && due - now > onceMs) return { error: 'a job that fires once must fire within 350 days' };
  return due;
}

/** When a job that is due really fires: spread out so that not all fire on the same second, always the same for one job. */
export function fireTime(id: string, schedule: Schedule, due: number, recurring: boolean): number {
  const share = createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
  if (recurring) {
    const period = (schedule.next(due) ?? due) - due;
    return due + Math.floor(share * Math.min(period / 10, maxLateMs));
  }
  // local minutes and those of UTC differ by full quarters at most
  const onTheHalf = Math.floor(due / 60_000) % 30 === 0;
  return onTheHalf ? due - Math.floor(share * maxEarlyMs) : due;
}

/** How many times have come between a due time and now, the due one included. */
export function countTimes(schedule: Schedule, due: number, now: number): number {
  let count = 1;
  let last = due;
  for (; count < maxCounted; count += 1) {
    const next = schedule.next(last);
    if (next === null || next > now) return count;
    last = next;
  }
  return count + Math.floor((now - last) / Math.max(60_000, (last - due) / count));
}
