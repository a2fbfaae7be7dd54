/** Makes text from the disk safe for a prompt: no invisible characters, no text that imitates the engine. */
import { invisible } from '../../../schemas/invisible.js';
import { ellipsis } from './cut.js';

const invisibleRuns = new RegExp(String.raw`(?:(?![\t\n])${invisible})+`, 'gu');
const invisibleChars = new RegExp(invisible, 'gu');
/** Characters that emoji and some scripts need between two visible ones: a variation selector, a joiner. */
const joint = /^[\ufe0e\ufe0f]?[\u200c\u200d]?$/u;
const engineTag = /<(?=\/?system(?:-reminder)?\b)/giu;

/** Maximum characters of a file name that are shown. */
const nameLimit = 120;

/** File text for the model: no control, invisible or bidirectional characters, `\n` line ends, escaped engine tags. */
export function plainText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/gu, '\n');
  return defuseTags(lines.replace(invisibleRuns, (run) => (joint.test(run) ? run : '')));
}

/** A file name or path on one line, with invisible characters written as escapes and engine tags escaped. */
export function plainName(name: string, limit = nameLimit): string {
  return defuseTags(ellipsis(name, limit).replace(invisibleChars, escape));
}

/** A text for the user: escapes invisible characters and keeps line ends and tabs. */
export function visibleText(text: string): string {
  return text.replace(invisibleRuns, (run) => (joint.test(run) ? run : run.replace(invisibleChars, escape)));
}

/** `<system>` and `<system-reminder>` are reserved for the engine; escapes them in text from elsewhere. */
function defuseTags(text: string): string {
  return text.replace(engineTag, '&lt;');
}

function escape(char: string): string {
  if (char === '\n') return String.raw`\n`;
  if (char === '\t') return String.raw`\t`;
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
