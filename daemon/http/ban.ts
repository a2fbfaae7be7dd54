/** Short bans of sources that keep failing authentication, on binds that others can reach (rest.md 1.7). */
import { ApiError } from '../errors.js';

const failureLimit = 10;
const windowMs = 60_000;
const banMs = 60_000;
const rememberedSources = 4096;

/** What is known about one source: times of its failures (ms), or the end of its ban. */
interface Source {
  failures: number[];
  bannedUntil: number;
}

export interface Ban {
  /** Throws AUTH_RATE_LIMITED with `Retry-After` (seconds) while the source is banned. */
  check(peer: string | undefined): void;
  /** Counts one 401 answer. */
  failed(peer: string | undefined): void;
}

/** `now` gives epoch milliseconds. Memory is bounded: the source that failed longest ago is forgotten first. */
export function createBan({ now }: { now: () => number }): Ban {
  const sources = new Map<string, Source>();

  function check(peer: string | undefined): void {
    const key = sourceKey(peer);
    const source = sources.get(key);
    if (!source || source.bannedUntil === 0) return;
    const left = source.bannedUntil - now();
    if (left <= 0) {
      sources.delete(key);
      return;
    }
    throw new ApiError('AUTH_RATE_LIMITED', { headers: { 'Retry-After': String(Math.ceil(left / 1000)) } });
  }

  function failed(peer: string | undefined): void {
    const key = sourceKey(peer);
    const time = now();
    const source = sources.get(key) ?? { failures: [], bannedUntil: 0 };
    source.failures = source.failures.filter((failure) => time - failure < windowMs);
    source.failures.push(time);
    if (source.failures.length >= failureLimit) {
      source.bannedUntil = time + banMs;
      source.failures = [];
    }
    sources.delete(key);
    sources.set(key, source);
    if (sources.size > rememberedSources) forgetOldest(time);
  }

  /** Prefers sources that are not banned, so that a flood of addresses does not lift a ban at once. */
  function forgetOldest(time: number): void {
    let looked = 0;
    for (const [key, source] of sources) {
      if (source.bannedUntil <= time || ++looked >= 64) {
        sources.delete(key);
        return;
      }
    }
  }

  return { check, failed };
}

/** An IPv4 peer is one source, whether the socket shows it plain or mapped into IPv6. */
function sourceKey(peer = ''): string {
  return peer.startsWith('::ffff:') ? peer.slice(7) : peer;
}
