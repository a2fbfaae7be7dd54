/** Parses JSON arguments that the user types: returns the object, or a sentence with the place of the error. */
import { text } from '../live/text.js';

/** Returns the object, or the reason why the text is not one. */
export function objectIn(source: string): Record<string, unknown> | string {
  try {
    const value = JSON.parse(source) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : text('amend.json');
  } catch {
    // error messages differ between browsers, and not all contain the position
    const lines = source.slice(0, endOfJson(source)).split('\n');
    return text('amend.json.place', { line: lines.length, column: (lines.at(-1) ?? '').length + 1 });
  }
}

const jsonToken =
  /([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Returns the index where a text stops being JSON. */
function endOfJson(source: string): number {
  const open: string[] = [];
  let wanted: 'value' | 'value or end' | 'key' | 'key or end' | ':' | ', or end' = 'value';
  for (let at = 0; ; at = jsonToken.lastIndex) {
    while (/^[ \t\r\n]$/.test(source.charAt(at))) at += 1;
    jsonToken.lastIndex = at;
    const [word = '', mark = '', string = ''] = jsonToken.exec(source) ?? [];
    const isValue = wanted.startsWith('value');
    const isEnd = wanted.endsWith('end') && (mark === ']' || mark === '}');
    if (word === '') return at;
    if (isValue && (mark === '{' || mark === '[')) {
      open.push(mark);
      wanted = mark === '{' ? 'key or end' : 'value or end';
    } else if (isEnd && open.at(-1) === (mark === ']' ? '[' : '{')) {
      open.pop();
      wanted = ', or end';
    } else if (isValue && mark === '') wanted = ', or end';
    else if (wanted.startsWith('key') && string !== '') wanted = ':';
    else if (wanted === ':' && mark === ':') wanted = 'value';
    else if (wanted === ', or end' && mark === ',' && open.length > 0) wanted = open.at(-1) === '{' ? 'key' : 'value';
    else return at;
  }
}
