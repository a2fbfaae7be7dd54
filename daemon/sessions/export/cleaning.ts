/** Masks secrets in the values of an export, in short pieces of work, and counts them. */
import { createMasks } from '../../home/mask.js';
import { createPace } from '../transcript/folding.js';

export interface Cleaner {
  /** a copy without secrets */
  clean<T>(value: T): Promise<T>;
  cleanBytes(bytes: Uint8Array): Buffer;
  /** how many secrets were replaced so far */
  masked(): number;
}

/** Maximum bytes that are masked without a pause. */
const pieceBytes = 64 * 1024;
/** Shorter values are not treated as secrets. */
const shortestSecret = 6;
const maxNames = 2_000;
const mark = '***';

export function createCleaner(secrets: readonly string[]): Cleaner {
  const masks = createMasks(secrets);
  const pace = createPace();
  const names = new Map<string, string>();
  let masked = 0;

  function cleanShort(text: string): string {
    if (text.length < shortestSecret) return text;
    const mask = masks();
    const result = Buffer.concat([mask.push(Buffer.from(text, 'utf8')), mask.end()]).toString('utf8');
    return counted(text, result);
  }

  async function cleanLong(text: string): Promise<string> {
    const bytes = Buffer.from(text, 'utf8');
    const mask = masks();
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      pieces.push(mask.push(bytes.subarray(at, at + pieceBytes)));
      if (pace.due()) await pace.rest();
    }
    pieces.push(mask.end());
    return counted(text, Buffer.concat(pieces).toString('utf8'));
  }

  function counted(before: string, after: string): string {
    masked += Math.max(0, count(after) - count(before));
    return after;
  }

  /** Cached, since the same few names occur again and again. */
  function cleanName(name: string): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    const cleaned = cleanShort(name);
    if (names.size < maxNames) names.set(name, cleaned);
    return cleaned;
  }

  async function clean(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return value.length <= pieceBytes ? cleanShort(value) : cleanLong(value);
    if (typeof value !== 'object' || value === null) return value;
    if (pace.due()) await pace.rest();
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(isPlain(item) ? item : await clean(item));
      return items;
    }
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value))
      fields.push([cleanName(name), isPlain(field) ? field : await clean(field)]);
    return Object.fromEntries(fields);
  }

  return {
    clean: async <T>(value: T) => (await clean(value)) as T,
    cleanBytes(bytes) {
      const mask = masks({ shapes: false });
      return Buffer.concat([mask.push(bytes), mask.end()]);
    },
    masked: () => masked,
  };
}

function count(text: string): number {
  return text.includes(mark) ? text.split(mark).length - 1 : 0;
}

/** Whether a value needs no masking: it is neither a string nor an object. */
function isPlain(value: unknown): boolean {
  return (typeof value !== 'string' && typeof value !== 'object') || value === null;
}
