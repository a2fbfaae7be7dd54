/** Descriptions of skills and agents: kept on one line, shortened in lists. */
import { head } from '../base/text/cut.js';
import { plainName } from '../base/text/visible.js';

/** Chars that are kept. */
const keptLength = 1_000;
/** Chars that are listed (engine.md 3.1). */
const listedLength = 250;

/** Blanks folded, nothing invisible. */
export function oneLine(text: string): string {
  return plainName(text.replace(/\s+/g, ' ').trim(), keptLength);
}

/** As lists for the model show it, with dots where it was cut. */
export function shortened(text: string): string {
  return text.length <= listedLength ? text : `${head(text, listedLength - 1)}…`;
}
