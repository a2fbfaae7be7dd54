/** Builds the texts of a simple command that rules are matched against (engine.md 7). */
import { withoutOptions } from './options.js';
import type { SimpleCommand, Start, Word } from './syntax.js';

/** Placeholders in a form for unknown parts: any number of words with the blank before them, and any characters. */
export const anyWords = '\ufdd0';
export const anyText = '\ufdd1';

/** A word of a form. One that contains `anyWords` stands for several words. */
type Part = string;

/** Returns all forms of a command: as written, with variables replaced, without options before its subcommand. */
export function formsOf(words: readonly Word[], name: string, start: Start): Omit<SimpleCommand, 'words' | 'piped'> {
  const written = words.map(({ text }) => text);
  const parts = words.flatMap((word) => partsOf(word, start));
  if (start.appends && !start.placeholders?.length) parts.push(anyWords);
  const forms = variants(written, name);
  const found = { forms, ...(start.wrappedBy !== undefined && { wrappedBy: start.wrappedBy }) };
  if (parts.every((part, at) => part === written[at]) && parts.length === written.length) return found;
  const valued = variants(parts, name);
  if (!parts.some((part) => part.includes(anyWords) || part.includes(anyText)))
    return { ...found, forms: [...new Set([...forms, ...valued])] };
  return { ...found, openForms: valued };
}

function partsOf({ text, value, glob }: Word, { placeholders, found, wrappedBy }: Start): Part[] {
  if (value) return value.words ?? [value.splits ? anyWords : anyText];
  // The shell replaces a pattern by the names of matching files.
  if (glob && text !== '[') return [patternOf(text)];
  if (wrappedBy === 'parallel') return [text.replace(/\{[^{}\s]*\}/gu, anyText)];
  return [(placeholders ?? []).reduce((part, each) => part.replaceAll(each, `${found ?? ''}${anyText}`), text)];
}

/** Replaces the wildcards of a pattern by placeholders. Everything from the first `[` to the last `]` is unknown. */
function patternOf(text: string): string {
  const first = text.indexOf('[');
  const last = text.lastIndexOf(']');
  const parts = first >= 0 && first < last ? [text.slice(0, first), text.slice(last + 1)] : [text];
  return parts.map((part) => part.replace(/[*?]/gu, anyText)).join(anyText);
}

function variants(parts: readonly Part[], name: string): string[] {
  const [first = '', ...rest] = parts;
  const short = withoutOptions(name, parts.slice(1));
  const names = name === first ? [first] : [first, name];
  return names.flatMap((each) => [joined([each, ...rest]), ...(short ? [joined([each, ...short])] : [])]);
}

function joined(parts: readonly Part[]): string {
  if (!parts.includes(anyWords)) return parts.join(' ');
  return parts.map((part, at) => (at === 0 || part === anyWords ? part : ` ${part}`)).join('');
}
