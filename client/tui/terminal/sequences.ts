/** Divides what a terminal sends into text, control characters and escape sequences. */

/**
 * The first part of the input: a run of text, one control character, or a sequence; none while the input may still
 * become a longer sequence.
 */
export function takePart(input: string): string | undefined {
  const [first = ''] = input;
  if (first !== '\x1b') return control.test(first) ? first : (text.exec(input)?.[0] ?? first);
  const second = input[1];
  if (second === undefined) return undefined;
  if (second === '[') return takeControl(input);
  if (second === 'O') return input.length === 2 ? undefined : (/^\x1bO\d?[A-Za-z]/.exec(input)?.[0] ?? '\x1bO');
  if (second === '\x1b') return takeAfterEscape(input);
  const isString = /^\x1b(?:\]\d|P[\d>!$+]|_G)/.test(input);
  if (isString) return takeString(input);
  if (input.length === 2 && /[\]P_]/.test(second)) return undefined;
  return `\x1b${String.fromCodePoint(input.codePointAt(1) ?? 0)}`;
}

const control = /[\x00-\x1f\x7f]/;
const text = /^[^\x00-\x1f\x7f]+/;

function takeControl(input: string): string | undefined {
  // keys of the console of Linux, and mouse reports of the oldest kind
  if (/^\x1b\[\[/.test(input)) return input.length === 3 ? undefined : input.slice(0, 4);
  if (/^\x1b\[M/.test(input)) return input.length < 6 ? undefined : input.slice(0, 6);
  const whole = /^\x1b\[[0-?]*[ -/]*[@-~]/.exec(input)?.[0];
  if (whole !== undefined) return whole;
  const begun = /^\x1b\[[0-?]*[ -/]*/.exec(input)?.[0] ?? '';
  return begun.length === input.length ? undefined : begun;
}

/** Alt with a key that is a sequence itself, or the key Esc and what follows it. */
function takeAfterEscape(input: string): string | undefined {
  if (input.length === 2) return undefined;
  if (!/[[O]/.test(input[2] ?? '')) return '\x1b';
  const rest = takePart(input.slice(1));
  return rest === undefined ? undefined : `\x1b${rest}`;
}

/** No answer is longer. */
const longest = 4096;

function takeString(input: string): string | undefined {
  const whole = /^\x1b.[^\x07\x1b]*(?:\x07|\x1b\\)/.exec(input)?.[0];
  if (whole !== undefined) return whole;
  const begun = /^\x1b.[^\x07\x1b]*/.exec(input)?.[0] ?? '';
  // another sequence begins: the string has no end
  if (input.length > begun.length + 1) return begun;
  return input.length > longest ? input : undefined;
}
