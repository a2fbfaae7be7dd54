/** JSON that every reader accepts: strict readers refuse a text with an unpaired surrogate. */

/** Parses JSON; returns undefined when the text is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON and replaces unpaired surrogates by U+FFFD. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\ud') ? repair(json, false) : json;
}

/** The same for model requests; it also replaces NUL by U+FFFD, since some providers refuse it. */
export function wireJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\ud') || json.includes('\\u0000') ? repair(json, true) : json;
}

function repair(json: string, nulToo: boolean): string {
  // match an escaped backslash as a whole, so that the text after it is not read as an escape
  return json.replace(/\\(?:u(?:d[89a-f][0-9a-f]{2}|0000)|[^])/g, (escape) =>
    escape.length < 6 || (escape === '\\u0000' && !nulToo) ? escape : '\ufffd',
  );
}
