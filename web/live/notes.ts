/** Short notes on the screen, and what a screen reader announces (web.md 3.3, 7). */
import { signal } from '@preact/signals';

export interface Note {
  id: number;
  text: string;
  /** an error stays until it is dismissed */
  isError: boolean;
  action?: { label: string; run(): void };
}

export const notes = signal<readonly Note[]>([]);

const shownForMs = 8_000;
const announcedEveryMs = 3_000;
const most = 4;

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export function showNote(text: string, more: { isError?: boolean; action?: Note['action'] } = {}): void {
  const note: Note = {
    id: (lastId += 1),
    text,
    isError: more.isError ?? false,
    ...(more.action && { action: more.action }),
  };
  const shown = [...notes.peek().filter((each) => each.text !== text), note];
  notes.value = shown.slice(-most);
  if (note.isError) alertReader(text);
  else {
    announce(text);
    resumeNote(note.id);
  }
}

export function dismissNote(id: number): void {
  holdNote(id);
  notes.value = notes.peek().filter((note) => note.id !== id);
}

/** Keeps a note on screen while focus or pointer is on it. */
export function holdNote(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function resumeNote(id: number): void {
  holdNote(id);
  const note = notes.peek().find((each) => each.id === id);
  if (note && !note.isError) timers.set(id, setTimeout(dismissNote, shownForMs, id));
}

/** for a polite live region: at most one announcement in three seconds, the newest wins */
export const announcement = signal('');
/** for an assertive live region */
export const alertText = signal('');

let announcedAt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  clearTimeout(waiting);
  const wait = announcedAt + announcedEveryMs - Date.now();
  if (wait > 0) {
    waiting = setTimeout(announce, wait, text);
    return;
  }
  announcedAt = Date.now();
  announcement.value = again(announcement.peek(), text);
}

export function alertReader(text: string): void {
  alertText.value = again(alertText.peek(), text);
}

/** Returns the text so that it differs from the previous one: screen readers announce only changes. */
function again(previous: string, text: string): string {
  return previous === text ? `${text} ` : text;
}
