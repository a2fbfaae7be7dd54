/** How a table of texts is read: places are filled in, and a number chooses between two forms. */

export type Values = Readonly<Record<string, string | number>>;

/** A key whose texts differ by number: `<key>.one` and `<key>.other` exist. */
export type CountedKey<Key> = Key extends `${infer Name}.one` ? Name : never;

export interface Words<Key extends string> {
  /** A text with its places filled in. */
  text(key: Key, values?: Values): string;
  /** The text for a number, which is `{n}` in it. */
  counted(key: CountedKey<Key>, n: number, values?: Values): string;
}

/** How a language counts and writes numbers. */
export interface NumberForms {
  formOf(n: number): 'one' | 'other';
  format(n: number): string;
}

const english: NumberForms = { formOf: (n) => (n === 1 ? 'one' : 'other'), format: String };

/** `read` gives the table as it is now; what it does not have is empty. */
export function wordsOf<Key extends string>(
  read: () => Readonly<Record<Key, string>> | undefined,
  { formOf, format }: NumberForms = english,
): Words<Key> {
  const text = (key: string, values?: Values): string => {
    const found = (read() as Readonly<Record<string, string>> | undefined)?.[key] ?? '';
    // most texts have no places, and a page reads some with each drawing
    return values ? found.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')) : found;
  };
  return {
    text,
    counted: (key, n, values) => text(`${key}.${formOf(n)}`, { n: format(n), ...values }),
  };
}
