/** Shell commands of the user and their results, as the model reads them (engine.md 17.5). */
import { head, tail } from '../../base/text/cut.js';
import { CUT } from '../../tools/text.js';
import { plainText } from '../../base/text/visible.js';

/** Chars of one part. */
const limit = 10_000;

/** Text in its tag, of which it cannot pass for the end. */
export function bashTag(name: 'input' | 'stdout' | 'stderr', text: string): string {
  const safe = plainText(text).replace(/<(?=\/?bash-(?:input|stdout|stderr)\b)/giu, '&lt;');
  return `<bash-${name}>${cut(safe)}</bash-${name}>`;
}

/** Beginning and end of what is too long. */
function cut(text: string): string {
  if (text.length <= limit) return text;
  const half = (limit - CUT.length - 2) / 2;
  return `${head(text, half)}\n${CUT}\n${tail(text, half)}`;
}
