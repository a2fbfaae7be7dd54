/** Cutting long lines of text that arrives in pieces. */
import { head } from '../base/text/cut.js';
import { CUT, LINE_LIMIT } from './text.js';

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

  /** Whether no line is too long; most text comes out as it went in, and copying it line by line would cost a lot. */
  function fits(text: string): boolean {
    let begun = length;
    let at = 0;
    for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', at)) {
      if (begun + newline - at > limit) return false;
      begun = 0;
      at = newline + 1;
    }
    if (begun + text.length - at > limit) return false;
    length = begun + text.length - at;
    return true;
  }

  return {
    push(text) {
      if (fits(text)) return text;
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
