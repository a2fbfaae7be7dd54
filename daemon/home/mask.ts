/** Masks secrets in a stream of bytes: known values in all their encodings, and texts that look like keys. */
import { maskShapes, shapesAcross } from './redact.js';

export interface Mask {
  /** returns the bytes that can be passed on safely; holds the rest back */
  push(chunk: Uint8Array): Buffer;
  /** returns the bytes that were held back */
  end(): Buffer;
}

/** Bytes around a cut that are searched; no key is longer. */
const reach = 16 * 1024;
/** Maximum bytes without a word boundary that are held back. */
const maxHeld = 256 * 1024;
/** Characters of keys of any kind, and those between the name of a field and its number. */
const inWord = /[\w.~+/=":-]/;
/** Minimum length; shorter values would match parts of ordinary words. */
const shortest = 6;
const mark = '***';

/**
 * Creates masks for known values. Works on bytes as Latin-1 text, so that only secrets change, in any encoding.
 * `shapes: false` keeps texts that only look like keys, for example in images.
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

/** The last position up to `from` after a non-word character; 0 when there is none. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at > 0 && inWord.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Masks a value; without `shapes` everywhere, at equal length. A number inside a longer number stays. */
function withoutForm(text: string, form: string, shapes: boolean): string {
  if (!shapes) return text.replaceAll(form, '*'.repeat(form.length));
  if (!/^\d+$/.test(form)) return text.replaceAll(form, mark);
  return text.replace(new RegExp(String.raw`(?<!\d\.?)${form}(?!\.?\d)`, 'g'), (found, at: number) => {
    const before = text.slice(Math.max(0, at - 8), at);
    const after = text.slice(at + form.length, at + form.length + 8);
    // keep numeric JSON fields: they are not text
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

/** A value as it is, in JSON, in nested JSON and in an address, as Latin-1 of its UTF-8 bytes; longest first. */
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
