/** Cutting long lines of text that arrives in pieces. */
import { CUT, head, LINE_LIMIT } from './text.js';

export interface LineCap {
  push(text: string): string;
  /** marks a last line that was cut and did not end */
  end(): string;
}

export function createLineCap(limit = LINE_LIMIT): LineCap {
  /** chars of the present line so far */
  let length = 0;

  function addTo(line: string): string {
    const kept = length >= limit ? '' : head(line, limit - length);
    length += line.length;
    return kept;
  }

  function finishLine(): string {
    const mark = length > limit ? CUT : '';
    length = 0;
    return mark;
  }

  return {
    push(text) {
      let result = '';
      let at = 0;
      for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', at)) {
        result += `${addTo(text.slice(at, newline))}${finishLine()}\n`;
        at = newline + 1;
      }
      return result + addTo(text.slice(at));
    },
    end: finishLine,
  };
}
