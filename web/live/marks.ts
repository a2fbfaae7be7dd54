/** Seen marks and pins, which all devices share through the store of graphical clients (web.md 5.1). */
import { signal } from '@preact/signals';
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import type { Client } from '../../client/api/client.js';

const keys = { seen: 'web.seen', pins: 'web.pins', since: 'web.since' } as const;
const mostMarks = 1_000;
const writtenAfterMs = 500;

/** session id → time up to which the user saw it, epoch ms */
const seen = signal<Readonly<Record<string, number>>>({});
export const pins = signal<readonly string[]>([]);
/** first use of the page; older sessions count as read */
const since = signal(Date.now());

let client: Client | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function isUnread(id: string, updatedAt: number): boolean {
  return updatedAt > (seen.value[id] ?? since.value);
}

/** Reads what other devices stored. */
export async function readStoredMarks(from: Client): Promise<void> {
  client = from;
  const [seenText, pinsText, sinceText] = await Promise.all([read(keys.seen), read(keys.pins), read(keys.since)]);
  seen.value = merged(seen.peek(), parse<Record<string, number>>(seenText) ?? {});
  const found = parse<string[]>(pinsText);
  if (Array.isArray(found)) pins.value = found;
  if (sinceText === null) await write(keys.since, String(since.peek()));
  else since.value = Number(sinceText) || since.peek();
  if (areMarksUnwritten) writeLater();
}

/** Records that the user saw a session; a mark never moves back. */
export function markSeen(id: string, at: number): void {
  if ((seen.peek()[id] ?? 0) >= at) return;
  seen.value = newest({ ...seen.peek(), [id]: at });
  writeLater();
}

export function markUnread(id: string): void {
  seen.value = { ...seen.peek(), [id]: 0 };
  writeLater(new Set([id]));
}

export async function setPinned(id: string, isPinned: boolean): Promise<void> {
  const others = (parse<string[]>(await read(keys.pins)) ?? pins.peek()).filter((each) => each !== id);
  pins.value = isPinned ? [id, ...others] : others;
  await write(keys.pins, JSON.stringify(pins.peek()));
}

/** ids whose mark this tab moved back; merging must not restore the later mark from the store */
const reverted = new Set<string>();
/** the marks are written at the next read of the store, which follows each reconnect */
let areMarksUnwritten = false;

function writeLater(back: ReadonlySet<string> = new Set()): void {
  for (const id of back) reverted.add(id);
  clearTimeout(timer);
  timer = setTimeout(() => void writeMarks(), writtenAfterMs);
}

async function writeMarks(): Promise<void> {
  const own = seen.peek();
  const back = [...reverted];
  areMarksUnwritten = true;
  try {
    const stored = parse<Record<string, number>>(await read(keys.seen)) ?? {};
    const all = merged(own, stored);
    for (const id of back) if (own[id] !== undefined) all[id] = own[id];
    await write(keys.seen, JSON.stringify(newest(all)));
  } catch (error) {
    if (error instanceof ConnectionFailure || error instanceof ApiFailure) return;
    throw error;
  }
  areMarksUnwritten = false;
  for (const id of back) reverted.delete(id);
}

function merged(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const all: Record<string, number> = { ...a };
  for (const [id, at] of Object.entries(b)) all[id] = Math.max(all[id] ?? 0, at);
  return all;
}

function newest(marks: Record<string, number>): Record<string, number> {
  const entries = Object.entries(marks);
  if (entries.length <= mostMarks) return marks;
  return Object.fromEntries(entries.sort(([, a], [, b]) => b - a).slice(0, mostMarks));
}

async function read(key: string): Promise<string | null> {
  return (await client?.getGuiItem({ query: { key } }))?.value ?? null;
}

async function write(key: string, value: string): Promise<void> {
  await client?.setGuiItem({ body: { key, value } });
}

function parse<Value>(value: string | null): Value | undefined {
  try {
    return value === null ? undefined : (JSON.parse(value) as Value);
  } catch {
    // another program wrote it: treat it as absent
    return undefined;
  }
}
