/** Collects every current and former secret of one server, and masks them in texts. */

/** Returns secret values; called whenever they are needed. The same array means that nothing changed. */
export type SecretSource = () => readonly string[];

export interface Secrets {
  /** the values in all their encodings, longest first */
  forms(): readonly string[];
  /** the values themselves */
  values(): readonly string[];
  /** adds a value that no source returns, such as a token that was just received */
  add(value: string): void;
  /** Masks every secret in a text, including the beginning of one before the `…` of a truncated text. */
  hide(text: string): string;
  /** masks all texts in an object or array */
  hideIn(value: unknown): unknown;
}

/** Minimum length; shorter values would match parts of ordinary words. */
const shortest = 6;
/** Maximum number of former values that are kept. */
const mostFormer = 256;
const mark = '***';

/** A value that a source returned stays secret for the life of the process: a provider may quote a replaced key. */
export function createSecrets(sources: readonly SecretSource[]): Secrets {
  const present = new Map<SecretSource, readonly string[]>();
  let former = new Set<string>();
  let values: string[] = [];
  let forms: string[] = [];

  function keep(past: readonly string[]): void {
    for (const value of past) former.delete(value);
    former = new Set([...former, ...past].slice(-mostFormer));
    const all = new Set([...[...present.values()].flat(), ...former]);
    values = [...all].filter((value) => value.length >= shortest);
    forms = formsOf(values);
  }

  /** Rereads the sources; returns quickly while nothing changed, since errors and log lines call it. */
  function reread(): void {
    for (const source of sources) {
      const before = present.get(source);
      const now = source();
      if (now === before || (before && equal(now, before))) continue;
      present.set(source, now);
      keep((before ?? []).filter((value) => !now.includes(value)));
    }
  }

  function hide(text: string): string {
    reread();
    let result = text;
    for (const form of forms) if (result.includes(form)) result = result.replaceAll(form, mark);
    return withoutTorn(result, forms);
  }

  function hideIn(value: unknown): unknown {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map(hideIn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideIn(item)]));
  }

  return {
    forms() {
      reread();
      return forms;
    },
    values() {
      reread();
      return values;
    },
    add(value) {
      if (!values.includes(value)) keep([value]);
    },
    hide,
    hideIn,
  };
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Masks the beginning of a secret where the text was truncated. */
function withoutTorn(text: string, forms: readonly string[]): string {
  const end = text.indexOf('…');
  if (end < 0) return text;
  const before = text.slice(0, end);
  let torn = 0;
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, end); length >= shortest && length > torn; length--) {
      if (before.endsWith(form.slice(0, length))) torn = length;
    }
  }
  return torn === 0 ? text : before.slice(0, -torn) + mark + text.slice(end);
}

/** A value as it is, in JSON, and in an address. */
function formsOf(values: readonly string[]): string[] {
  const all = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ]);
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}
