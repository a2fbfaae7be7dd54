/** HTML of an export: a template in which everything that was not made here is text, without the names of directories when they are to stay out. */

/** HTML that was made by a template. */
export interface Html {
  readonly html: string;
}

type Value = string | number | undefined | Html | readonly Html[];

export type Markup = (strings: TemplateStringsArray, ...values: readonly Value[]) => Html;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** `shown`: what is shown of a text. */
export function createMarkup(shown: (text: string) => string): Markup {
  const htmlOf = (value: Value): string => {
    if (value === undefined) return '';
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string')
      return shown(value)
        .toWellFormed()
        .replace(/[&<>"']/g, (character) => entities[character] ?? character);
    return 'html' in value ? value.html : value.map(({ html }) => html).join('');
  };
  return (strings, ...values) => ({
    html: strings.reduce((made, part, index) => made + htmlOf(values[index - 1]) + part),
  });
}

/** JSON that can be the content of an element. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Names that are ordinary words, which are in many texts. */
const commonNames = new Set(['admin', 'agent', 'home', 'node', 'root', 'user', 'users']);
const shortestName = 3;

/** Gives texts in which the working directory is `.`, the home directory `~`, and the name of the user `***`. */
export function createPathHider({ cwd, userHome }: { cwd: string; userHome: string }): (text: string) => string {
  // a longer name that begins like a directory is another one
  const pathOf = (path: string): RegExp => new RegExp(`${literal(path)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'gu');
  const paths = [
    { path: cwd, short: '.' },
    { path: userHome, short: '~' },
  ]
    .filter(({ path }) => path.length > 1)
    .map(({ path, short }) => ({ path, short, pattern: pathOf(path) }));
  const name = userHome.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const isOwn = name.length >= shortestName && !commonNames.has(name.toLowerCase());
  const namePattern = new RegExp(`(?<![\\p{L}\\p{N}_])${literal(name)}(?![\\p{L}\\p{N}_])`, 'gu');
  return (text) => {
    let result = text;
    for (const { path, short, pattern } of paths)
      if (result.includes(path)) result = result.replace(pattern, () => short);
    return isOwn && result.includes(name) ? result.replace(namePattern, '***') : result;
  };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/\\-/g, '\\x2d');
}
