/** Text of others as a terminal or a page may show it: what controls a terminal, hides or reorders letters is an escape. */

/** Every character that may not be shown as it is; `\n` and `\t` are allowed, joiners are looked at one by one. */
const suspect =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/u;
const suspects = new RegExp(suspect, 'gu');
/** What a joiner may follow: it belongs to an emoji, or to the spelling of some languages. */
const joined = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{L}\p{M}]$/u;
const joiner = /[\u200c\u200d]/;

/** A text of several lines: lines and tabs stay, `\r\n` is a line break. */
export function visibleText(text: string): string {
  if (!suspect.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replace(suspects, (char, at: number, whole: string) =>
      joiner.test(char) && joined.test(whole.slice(Math.max(0, at - 2), at)) ? char : escaped(char),
    );
}

/** A text that must stay on one line, such as a name, a path or a title. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', String.raw`\n`);
}

/** A message of one or more lines; the further ones are indented, so that none of them looks like a line of our own. */
export function visibleMessage(text: string): string {
  return visibleText(text.trimEnd()).replaceAll('\n', '\n  ');
}

/** The same JSON, safe for a terminal: only strings can hold such characters, and there an escape means the same. */
export function visibleJson(json: string): string {
  return suspect.test(json) ? json.replace(suspects, jsonEscaped) : json;
}

/** Cleans a text that arrives in pieces, which may cut a pair of surrogates or a line break in two. */
export interface TextCleaner {
  /** the next piece; its end is held back while what follows decides about it */
  push(piece: string): string;
  /** what is held back; the cleaner starts again */
  end(): string;
}

/** Without `clean` everything stays as it is, and surrogate pairs are kept together. */
export function createTextCleaner(clean?: (text: string) => string): TextCleaner {
  let held = '';
  /** the last character given out: a joiner is judged by it */
  let last = '';
  return {
    push(piece) {
      const text = held + piece;
      held = (clean ? /[\r\ud800-\udbff]$/ : /[\ud800-\udbff]$/).exec(text)?.[0] ?? '';
      const whole = held === '' ? text : text.slice(0, -held.length);
      if (!clean || whole === '') return whole;
      const shown = joiner.test(whole.charAt(0)) ? clean(last + whole).slice(last.length) : clean(whole);
      // two units hold any character; one that is cut in half is no letter
      last = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u.exec(whole.slice(-2))?.[0] ?? '';
      return shown;
    },
    end() {
      const rest = clean ? clean(held) : held;
      [held, last] = ['', ''];
      return rest;
    },
  };
}

/** A row of a list may not hold more than `length` characters; never half of a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

function jsonEscaped(char: string): string {
  if (joiner.test(char)) return char;
  let text = '';
  for (let at = 0; at < char.length; at++) text += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return text;
}
