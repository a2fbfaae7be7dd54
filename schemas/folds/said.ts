/** Joins the text parts of a message into one text: a mentioned path stays in its original line (rest.md 10). */
import type { ContentPart } from '../generated/types.js';

/** Joins parts as separate lines, except next to a mention inside a line, which comes as a text part of its own. */
export function joinTexts(texts: readonly string[]): string {
  let joined = '';
  let before: string | undefined;
  for (const text of texts) {
    if (text === '') continue;
    joined += before === undefined || goesOn(before, text) ? text : `\n${text}`;
    before = text;
  }
  return joined;
}

/** The text of a message of the user or the model; a mention becomes `@<path>`. */
export function promptText(content: readonly ContentPart[]): string {
  return joinTexts(
    content.map((part) => (part.type === 'text' ? part.text : part.type === 'mention' ? `@${part.path}` : '')),
  );
}

function goesOn(before: string, after: string): boolean {
  return (isMention(after) && /\s$/.test(before)) || (isMention(before) && /^[\s:,.;)]/.test(after));
}

function isMention(text: string): boolean {
  return /^@[^\n]+$/.test(text);
}
