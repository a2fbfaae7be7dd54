/** Computes times of scheduled prompts: parses fields, finds the next time, adds the job's jitter (engine.md 17.4). */
import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';

export interface Schedule {
  /** a description for the user */
  human: string;
  /** returns the first time after a moment, in epoch milliseconds; null when there is none */
  next(after: number): number | null;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Milliseconds within which a schedule must fire. */
const horizonMs = 5 * 366 * dayMs;
/** Maximum number of milliseconds until a job that fires once. */
const onceMs = 350 * dayMs;
const maxLateMs = 15 * 60 * 1_000;
const maxEarlyMs = 90_000;
/** Maximum number of missed times that are counted individually. */
const maxCounted = 1_000;

/** One of the five fields: numbers, names of months and weekdays, lists, ranges, steps. */
const field = /^(?:[*\d,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;

/** Parses a schedule. `timeZone`: IANA name of the local time zone. */
export function readSchedule(text: string, timeZone: string): Schedule | { error: string } {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return { error: 'needs five fields: minute, hour, day of month, month, weekday' };
  const wrong = fields.find((each) => !field.test(each));
  if (wrong !== undefined) return { error: `cannot be read: ${wrong}` };
  const plain = fields.join(' ');
  try {
    // if both day fields are restricted, either one is enough
    const times = new Cron(plain, { timezone: timeZone, domAndDow: false, paused: true });
    return {
      human: cronstrue.toString(plain, { use24HourTimeFormat: true, verbose: false }),
      next: (after) => times.nextRun(new Date(after))?.getTime() ?? null,
    };
  } catch (error) {
    return { error: `cannot be read: ${String((error as { message?: unknown }).message ?? error)}` };
  }
}

/** Returns the first time of a new job, or why there is none. */
export function firstTime(schedule: Schedule, now: number, recurring: boolean): number | { error: string } {
  const due = schedule.next(now);
  if (due === null || due - now > horizonMs) return { error: 'never fires within five years' };
  if (!recurring && due - now > onceMs) return { error: 'a job that fires once must fire within 350 days' };
  return due;
}

/** Returns when a due job fires. The jitter is constant for each job, so that not all fire in the same second. */
export function fireTime(id: string, schedule: Schedule, due: number, recurring: boolean): number {
  const share = createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
  if (recurring) {
    const period = (schedule.next(due) ?? due) - due;
    return due + Math.floor(share * Math.min(period / 10, maxLateMs));
  }
  // time zones differ from UTC by multiples of 15 minutes
  const onTheHalf = Math.floor(due / 60_000) % 30 === 0;
  return onTheHalf ? due - Math.floor(share * maxEarlyMs) : due;
}

/** Returns how many times have passed from a due time until now, including the due one. */
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
