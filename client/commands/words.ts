/** Reads tables of texts: fills in placeholders, and picks the form for a number. */

export type Values = Readonly<Record<string, string | number>>;

/** A key whose texts differ by number: `<key>.one` and `<key>.other` exist. */
export type CountedKey<Key> = Key extends `${infer Name}.one` ? Name : never;

export interface Words<Key extends string> {
  /** Returns a text with its placeholders filled in. */
  text(key: Key, values?: Values): string;
  /** Returns the text for a number, which replaces `{n}` in it. */
  counted(key: CountedKey<Key>, n: number, values?: Values): string;
}

/** How a language pluralizes and writes numbers. */
export interface NumberForms {
  formOf(n: number): 'one' | 'other';
  format(n: number): string;
}

const english: NumberForms = { formOf: (n) => (n === 1 ? 'one' : 'other'), format: String };

/** `read` returns the current table; texts missing from it are empty. */
export function wordsOf<Key extends string>(
  read: () => Readonly<Record<Key, string>> | undefined,
  { formOf, format }: NumberForms = english,
): Words<Key> {
  const text = (key: string, values?: Values): string => {
    const found = (read() as Readonly<Record<string, string>> | undefined)?.[key] ?? '';
    // most texts have no placeholders, and a page reads some with each drawing
    return values ? found.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) : found;
  };
  return {
    text,
    counted: (key, n, values) => text(`${key}.${formOf(n)}`, { n: format(n), ...values }),
  };
}
