/** JSON that is safe to show on a terminal: escapes invisible characters, which occur only in strings. */
import { joiner, selector, suspects } from './view/clean.js';

export function visibleJson(json: string): string {
  return json.replace(suspects, escaped);
}

function escaped(char: string): string {
  if (joiner.test(char) || selector.test(char)) return char;
  let text = '';
  for (let at = 0; at < char.length; at++) text += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return text;
}
