/** Masks secrets in bytes that come piece by piece: known values in all the ways they are written, and what looks like a key. */
import { maskShapes, shapesAcross } from './redact.js';

export interface Mask {
  /** what is safe to give away of the bytes so far; the rest is held back */
  push(chunk: Uint8Array): Buffer;
  /** what was held back */
  end(): Buffer;
}

/** Bytes on either side of a cut that are looked at: no key is longer. */
const reach = 16 * 1024;
/** Bytes without an end of a word that are held back at most. */
const maxHeld = 256 * 1024;
/** What a key is made of, whatever its kind, and what is between the name of a field and its number. */
const inWord = /[\w.~+/=":-]/;
/** Shorter values would tear holes into ordinary words. */
const shortest = 6;
const mark = '***';

/**
 * Makes masks for known values. Works on bytes as Latin-1 text, so that nothing but secrets changes, whatever the
 * encoding. `shapes: false` leaves what only looks like a key, as in pictures.
 */
export function createMasks(secrets: Iterable<string>): (options?: { shapes?: boolean }) => Mask {
  const forms = formsOf(secrets);
  const longest = Math.max(reach, ...forms.map((form) => form.length));
  return ({ shapes = true } = {}) => {
    let held = '';
    const masked = (text: string): Buffer => {
      let result = text;
      for (const form of forms) if (result.includes(form)) result = withoutForm(result, form, shapes);
      return Buffer.from(shapes ? maskShapes(result) : result, 'latin1');
    };
    return {
      push(chunk) {
        held += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
        if (held.length <= 2 * longest) return Buffer.alloc(0);
        const last = held.length - longest;
        let at = cutOf(held, shapes ? wordEnd(held, last) : last, forms, shapes);
        if (at === 0) {
          // a secret, or a very long word that may be one
          if (held.length < maxHeld) return Buffer.alloc(0);
          at = last;
        }
        const ready = held.slice(0, at);
        held = held.slice(at);
        return masked(ready);
      },
      end() {
        const rest = held;
        held = '';
        return masked(rest);
      },
    };
  };
}

/** The last place up to `from` behind what is no part of a word; 0 when there is none. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at > 0 && inWord.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** In bytes that are no text every place counts. A part of a longer number is none. */
function withoutForm(text: string, form: string, shapes: boolean): string {
  if (!shapes) return text.replaceAll(form, '*'.repeat(form.length));
  if (!/^\d+$/.test(form)) return text.replaceAll(form, mark);
  return text.replace(new RegExp(String.raw`(?<!\d\.?)${form}(?!\.?\d)`, 'g'), (found, at: number) => {
    const before = text.slice(Math.max(0, at - 8), at);
    const after = text.slice(at + form.length, at + form.length + 8);
    // a field of JSON that is a number is no text, and is counted with
    if (/[^\\]":-?$/.test(before) && /^[,}]/.test(after)) return found;
    return /(?:^|[:,[])\s*-?$/.test(before) && /^\s*(?:[,}\]]|$)/.test(after) ? '0' : mark;
  });
}

/** The last position up to `wanted` that is not inside a secret; 0 when there is none. */
function cutOf(text: string, wanted: number, forms: readonly string[], shapes: boolean): number {
  for (let at = wanted; ;) {
    const before = at;
    for (const form of forms) {
      const found = text.indexOf(form, Math.max(0, at - form.length + 1));
      if (found >= 0 && found < at) at = found;
    }
    if (shapes) {
      const from = Math.max(0, at - reach);
      at = from + shapesAcross(text.slice(from, at + reach), at - from);
    }
    if (at === before) return at;
  }
}

/** A value as it is, in JSON, in JSON within JSON, and in an address; as Latin-1 of its UTF-8 bytes. Long ones first. */
function formsOf(secrets: Iterable<string>): string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortest) continue;
    const once = JSON.stringify(secret).slice(1, -1);
    for (const form of [secret, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
      forms.add(Buffer.from(form, 'utf8').toString('latin1'));
  }
  return [...forms].sort((a, b) => b.length - a.length);
}
