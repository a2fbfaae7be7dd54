/** Reads the details that Google's services put into their errors: what ran out, and when to come back. */
import { isRecord, recordOf } from '../base/text/values.js';
import type { ProviderErrorKind } from './provider.js';
import { list, string } from './wire.js';

export interface Details {
  kind?: ProviderErrorKind;
  retryAfterMs?: number;
}

/** The details of an error body; nothing for bodies of other services. */
export function readDetails(body: unknown): Details {
  const error = recordOf(recordOf(Array.isArray(body) ? body[0] : body)['error']);
  const details = list(error['details']).filter(isRecord);
  const reasons = details.map((each) => string(each['reason']));
  const message = string(error['message']);
  // wrong keys are met with 400 here
  if (reasons.includes('API_KEY_INVALID')) return { kind: 'auth_rejected' };
  if (error['status'] !== 'RESOURCE_EXHAUSTED') return {};
  const retryAfterMs = delayOf(details);
  return {
    kind: isUsedUp(details, message, retryAfterMs) ? 'quota' : 'rate_limited',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The same words are used for a full minute and for a used up day; only the details distinguish them. */
function isUsedUp(details: Record<string, unknown>[], message: string, retryAfterMs: number | undefined): boolean {
  const quotas = details.flatMap((each) => list(each['violations'])).map((each) => string(recordOf(each)['quotaId']));
  if (quotas.some((each) => /PerDay|PerMonth/i.test(each)) || /\blimit: 0\b/.test(message)) return true;
  return retryAfterMs === undefined && /exceeded your current quota|billing|credits?\b/i.test(message);
}

/** `34.5s` of a RetryInfo as milliseconds. */
function delayOf(details: Record<string, unknown>[]): number | undefined {
  const text = details.map((each) => string(each['retryDelay'])).find((each) => each !== '') ?? '';
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text) ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
