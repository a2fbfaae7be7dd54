/** Generates ULIDs for requests: upper case, not ordered within a millisecond, cheap enough for every request. */
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 16;

/** `now` returns epoch milliseconds. Draws random bytes for many ids at once, because each draw is a system call. */
export function createRequestIds({ now }: { now: () => number }): () => string {
  const pool = Buffer.alloc(randomLength * 256);
  let used = pool.length;
  let time = -1;
  let prefix = '';
  return () => {
    const current = now();
    if (current !== time) {
      time = current;
      prefix = encodeTime(current);
    }
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    let id = prefix;
    for (const end = used + randomLength; used < end; used++) id += alphabet.charAt((pool[used] ?? 0) & 31);
    return id;
  };
}

function encodeTime(time: number): string {
  let text = '';
  for (let rest = time, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) text = alphabet.charAt(rest % 32) + text;
  return text;
}
