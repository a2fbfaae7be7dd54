/** The HTML template of exports; it escapes every value that it did not create itself. */

/** HTML created by the template. */
export interface Html {
  readonly html: string;
}

type Value = string | number | undefined | Html | readonly Html[];

export type Markup = (strings: TemplateStringsArray, ...values: readonly Value[]) => Html;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Bidirectional control characters, which make a title or a command read like another one. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
const named = (sign: string): string => `⟦U+${sign.charCodeAt(0).toString(16).toUpperCase()}⟧`;

/** `shown` changes each text before it is escaped. */
export function createMarkup(shown: (text: string) => string): Markup {
  const htmlOf = (value: Value): string => {
    if (value === undefined) return '';
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string')
      return shown(value)
        .toWellFormed()
        .replace(/[&<>"']/g, (character) => entities[character] ?? character)
        .replace(turning, named);
    return 'html' in value ? value.html : value.map(({ html }) => html).join('');
  };
  return (strings, ...values) => ({
    html: strings.reduce((made, part, index) => made + htmlOf(values[index - 1]) + part),
  });
}

/** JSON that is safe as the content of an element. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
