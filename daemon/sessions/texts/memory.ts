/** Recently written or read texts, so that equal texts share a file and no file is read twice. */
import { placeOf, type Reference } from './references.js';

/** Milliseconds after which an unused text is forgotten. */
const idleMs = 20_000;
/** Maximum characters of all texts together. */
const mostChars = 64 * 1024 * 1024;

interface Entry {
  reference: Reference;
  text: string;
  usedAt: number;
}

export interface Memory {
  add(reference: Reference, text: string): void;
  /** where a session stores a text */
  reference(sessionId: string, text: string): Reference | undefined;
  text(reference: Reference): string | undefined;
  hasFile(sessionId: string, file: string): boolean;
}

export function createMemory(): Memory {
  /** least recently used first */
  const byPlace = new Map<string, Entry>();
  const byText = new Map<string, Map<string, Entry>>();
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;

  function used(entry: Entry): Entry {
    const place = placeOf(entry.reference);
    byPlace.delete(place);
    byPlace.set(place, entry);
    entry.usedAt = performance.now();
    return entry;
  }

  function forget({ reference, text }: Entry): void {
    byPlace.delete(placeOf(reference));
    chars -= text.length;
    const own = byText.get(reference.sessionId);
    if (own?.get(text)?.reference === reference) own.delete(text);
    if (own?.size === 0) byText.delete(reference.sessionId);
  }

  function tidy(): void {
    timer = undefined;
    for (const entry of byPlace.values()) {
      if (performance.now() - entry.usedAt < idleMs) break;
      forget(entry);
    }
    watch();
  }

  function watch(): void {
    if (byPlace.size > 0) timer ??= setTimeout(tidy, idleMs / 2).unref();
  }

  return {
    add(reference, text) {
      const known = byPlace.get(placeOf(reference));
      if (known) return void used(known);
      const entry = { reference, text, usedAt: 0 };
      used(entry);
      chars += text.length;
      const own = byText.get(reference.sessionId) ?? new Map<string, Entry>();
      byText.set(reference.sessionId, own.set(text, entry));
      for (const oldest of byPlace.values()) {
        if (chars <= mostChars || oldest === entry) break;
        forget(oldest);
      }
      watch();
    },
    reference(sessionId, text) {
      const entry = byText.get(sessionId)?.get(text);
      return entry && used(entry).reference;
    },
    hasFile: (sessionId, file) =>
      [...(byText.get(sessionId)?.values() ?? [])].some(({ reference }) => reference.file === file),
    text(reference) {
      const entry = byPlace.get(placeOf(reference));
      return entry && used(entry).text;
    },
  };
}
