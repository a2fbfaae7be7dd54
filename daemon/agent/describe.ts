/** Formats descriptions of skills and agents: on one line, shortened in lists. */
import { head } from '../base/text/cut.js';
import { plainName } from '../base/text/visible.js';

/** Maximum length of a stored description in chars. */
const keptLength = 1_000;
/** Maximum length of a description in a list, in chars (engine.md 3.1). */
const listedLength = 250;

/** Folds blanks and removes invisible characters. */
export function oneLine(text: string): string {
  return plainName(text.replace(/\s+/g, ' ').trim(), keptLength);
}

/** Shortens a description for lists for the model, with an ellipsis where it was cut. */
export function shortened(text: string): string {
  return text.length <= listedLength ? text : `${head(text, listedLength - 1)}…`;
}
