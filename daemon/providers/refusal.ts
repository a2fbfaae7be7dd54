/** Classifies a provider's failure by HTTP status, by body, or by an error object in a stream (engine.md 2.3). */
import { ProviderError, type ProviderErrorKind } from './provider.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { list, string } from './wire.js';

/** The content of a provider's refusal. */
export interface Refusal {
  /** HTTP status, possibly from inside an error object */
  status?: number;
  /** body or error object as text */
  body: string;
  /** milliseconds, from Retry-After */
  retryAfterMs?: number;
}

/** Characters of a body that are examined, and of a provider's text that are shown. */
const readLimit = 8_192;
const shownLimit = 1_000;

const noCredit =
  /insufficient_quota|exceeded[_ ](?:your[_ ])?current[_ ]quota|billing_(?:hard_limit|error)|(?:quota|balance|credits?)\b.{0,40}(?:exhausted|used up|depleted|too low|insufficient|not enough)|(?:insufficient|out of|no remaining)[_ ].{0,20}(?:balance|credits?|funds|quota)|usage limit (?:has been )?reached|余额不足|欠费/is;
const overload = /overloaded|over capacity|at capacity|server is busy|too busy/i;
const overflow =
  /context[_ ]length|maximum context|context[_ ](?:window|limit|size)|prompt is too long|input is too long|too many (?:input |prompt )?tokens|(?:prompt|input|request)[^.]{0,60}exceeds?[^.]{0,40}(?:token|context)|reduce the length|request_too_large|model_context_window/i;
const filter =
  /content[_ ]?(?:filter|policy|management policy)|content_policy_violation|responsible ?ai|safety (?:system|policy)|moderation|flagged|data_inspection_failed|sensitive content/i;
const image = /\bimages?(?:_url)?\b|\bvision\b|\bmultimodal\b|\bmedia[_ ]type/i;
const structure =
  /tool_use|tool_result|tool_calls?\b|tool_call_id|role ['"`]?tool|\broles?\b.{0,40}(?:must|alternate|expected|invalid|unexpected)|messages?(?:\.\d|\[|\b.{0,40}(?:must|expected|order|empty|alternat))|first message|preceding message|function (?:call|response)s? (?:turn|parts?)|thought_?signature|valid role|thinking (?:block|signature)|signature in thinking|reasoning_content|encrypted[_ ]content|no tool (?:output|call) found|required .{0,20}(?:following|reasoning).{0,10}item|non-empty content/is;

/** The error for an HTTP answer or an error object in a stream. */
export function providerRefusal(refusal: Refusal): ProviderError {
  const { status } = refusal;
  const body = refusal.body.slice(0, readLimit);
  const { text, words, value } = readBody(body);
  const fullText = `${words} ${text}`;
  const details = readDetails(value);
  const kind = details.kind ?? kindOf(status, fullText);
  const retryAfterMs = refusal.retryAfterMs ?? details.retryAfterMs;
  const refusedPart = refusedPartOf(kind, status, fullText);
  return new ProviderError(kind, messageOf(status, text), {
    ...(status === undefined ? {} : { status }),
    retryAfterMs,
    refusedPart,
  });
}

function kindOf(status: number | undefined, fullText: string): ProviderErrorKind {
  const client = status === undefined || (status >= 400 && status < 500);
  if (status === 402 || (client && status !== 401 && noCredit.test(fullText))) return 'quota';
  if (status === 413 || ((status === undefined || status === 400 || status === 422) && overflow.test(fullText)))
    return 'context_overflow';
  if (status === 529 || (status !== 401 && overload.test(fullText))) return 'overloaded';
  if (status === 429 || (status === undefined && /rate[_ ]?limit/i.test(fullText))) return 'rate_limited';
  if (client && status !== 401 && filter.test(fullText)) return 'filtered';
  if (status === undefined) return kindOfWords(fullText);
  if (status === 401 || status === 403) return 'auth_rejected';
  if (status === 408 || status === 504 || status === 524) return 'timeout';
  if (status >= 500 || status === 409 || status === 425) return 'error';
  return 'bad_request';
}

/** Classifies error objects without a status. */
function kindOfWords(fullText: string): ProviderErrorKind {
  if (/authentication|permission|invalid_api_key|unauthori[sz]ed/i.test(fullText)) return 'auth_rejected';
  if (/timeout|timed out/i.test(fullText)) return 'timeout';
  if (/invalid_(?:request|prompt|image|encrypted)|not_found|bad_request/i.test(fullText)) return 'bad_request';
  return 'error';
}

/** What a changed request may fix. For an unreadable image, some servers answer 500, others a content filter error. */
function refusedPartOf(
  kind: ProviderErrorKind,
  status: number | undefined,
  fullText: string,
): 'image' | 'structure' | undefined {
  const judged = kind === 'filtered' || (kind === 'error' && status === 500);
  if ((kind === 'bad_request' || judged) && image.test(fullText)) return 'image';
  if (kind !== 'bad_request' || !(status === undefined || status === 400 || status === 422)) return undefined;
  return structure.test(fullText) ? 'structure' : undefined;
}

/** The sentence for the user, and the error identifiers (type, code) beside it. */
function readBody(body: string): { text: string; words: string; value?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // the HTML page of a gateway is less useful than its status
    return { text: /^\s*</.test(body) ? '' : body.trim(), words: '' };
  }
  return { text: sentence(value) ?? body.trim(), words: body, value };
}

function sentence(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return sentence(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  return sentence(fields['error'] ?? fields['message'] ?? fields['detail'] ?? fields['msg'] ?? fields['errors']);
}

function messageOf(status: number | undefined, text: string): string {
  const shown = text.length > shownLimit ? `${text.slice(0, shownLimit)}…` : text;
  if (status === undefined) return shown === '' ? 'The provider reported an error.' : shown;
  return shown === '' ? `The provider answered HTTP ${status}.` : `HTTP ${status}: ${shown}`;
}

/** Parses a Retry-After in whole seconds or as an HTTP date to milliseconds; ignores a date in the past. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  const at = Date.parse(text);
  return Number.isNaN(at) || at <= now ? undefined : at - now;
}

interface Details {
  kind?: ProviderErrorKind;
  retryAfterMs?: number;
}

/** The details of a Google error body; empty for bodies of other services. */
function readDetails(body: unknown): Details {
  const error = recordOf(recordOf(Array.isArray(body) ? body[0] : body)['error']);
  const details = list(error['details']).filter(isRecord);
  const reasons = details.map((each) => string(each['reason']));
  const message = string(error['message']);
  // Google answers 400 to wrong keys
  if (reasons.includes('API_KEY_INVALID')) return { kind: 'auth_rejected' };
  if (error['status'] !== 'RESOURCE_EXHAUSTED') return {};
  const retryAfterMs = delayOf(details);
  return {
    kind: isUsedUp(details, message, retryAfterMs) ? 'quota' : 'rate_limited',
    retryAfterMs,
  };
}

/** Google uses the same words for a full minute and for a used up day; only the details distinguish them. */
function isUsedUp(details: Record<string, unknown>[], message: string, retryAfterMs: number | undefined): boolean {
  const quotas = details.flatMap((each) => list(each['violations'])).map((each) => string(recordOf(each)['quotaId']));
  if (quotas.some((each) => /PerDay|PerMonth/i.test(each)) || /\blimit: 0\b/.test(message)) return true;
  return retryAfterMs === undefined && /exceeded your current quota|billing|credits?\b/i.test(message);
}

/** The delay of a RetryInfo such as `34.5s`, in milliseconds. */
function delayOf(details: Record<string, unknown>[]): number | undefined {
  const text = details.map((each) => string(each['retryDelay'])).find((each) => each !== '') ?? '';
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text) ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
