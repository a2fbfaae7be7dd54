/** Text from the disk in a form that is safe in a prompt: nothing invisible, nothing that reads like text of the engine. */
import { invisible } from '../../../schemas/invisible.js';
import { ellipsis } from './cut.js';

const invisibleRuns = new RegExp(String.raw`(?:(?![\t\n])${invisible})+`, 'gu');
const invisibleChars = new RegExp(invisible, 'gu');
/** What emoji and some scripts need between two visible characters: a variation selector, a joiner. */
const joint = /^[\ufe0e\ufe0f]?[\u200c\u200d]?$/u;
const engineTag = /<(?=\/?system(?:-reminder)?\b)/giu;

/** Chars of a file name that are shown. */
const nameLimit = 120;

/** Text of a file for the model: control, invisible and bidirectional characters removed, line ends as `\n`, engine tags defused. */
export function plainText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/gu, '\n');
  return defuseTags(lines.replace(invisibleRuns, (run) => (joint.test(run) ? run : '')));
}

/** A file name or path on one line: what cannot be seen is written as an escape, engine tags are defused. */
export function plainName(name: string, limit = nameLimit): string {
  return defuseTags(ellipsis(name, limit).replace(invisibleChars, escape));
}

/** A text for the user: invisible characters are escaped, lines and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(invisibleRuns, (run) => (joint.test(run) ? run : run.replace(invisibleChars, escape)));
}

/** `<system>` and `<system-reminder>` mean the engine; from elsewhere they must not look like it. */
function defuseTags(text: string): string {
  return text.replace(engineTag, '&lt;');
}

function escape(char: string): string {
  if (char === '\n') return String.raw`\n`;
  if (char === '\t') return String.raw`\t`;
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
