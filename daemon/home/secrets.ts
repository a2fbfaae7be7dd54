/** Every secret that one server knows, now and before, and texts without them. */

/** Gives secret values; asked whenever they are needed. The same array again means that nothing changed. */
export type SecretSource = () => readonly string[];

export interface Secrets {
  /** values in all the ways they are written, long ones first */
  forms(): readonly string[];
  /** the values themselves */
  values(): readonly string[];
  /** makes a value known that no source gives, such as a token that was just received */
  add(value: string): void;
  /** The text with every secret replaced, also with the beginning of one before the `…` of a text that was cut. */
  hide(text: string): string;
  /** the same for all texts in an object or array */
  hideIn(value: unknown): unknown;
}

/** Shorter values would tear holes into ordinary words. */
const shortest = 6;
/** How many values are kept that no source gives any more. */
const mostFormer = 256;
const mark = '***';

/** What a source once gave is a secret as long as the process lives: a provider may quote a key that was replaced. */
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

  /** Errors and log lines ask: nothing is done as long as the sources give the same. */
  function look(): void {
    for (const source of sources) {
      const before = present.get(source);
      const now = source();
      if (now === before || (before && equal(now, before))) continue;
      present.set(source, now);
      keep((before ?? []).filter((value) => !now.includes(value)));
    }
  }

  function hide(text: string): string {
    look();
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
      look();
      return forms;
    },
    values() {
      look();
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

/** Without what is left of a secret where the text was cut off. */
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
