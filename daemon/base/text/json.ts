/** JSON that every reader takes: half of a surrogate pair is no character, and strict readers refuse all that holds one. */

/** The value that a text holds as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON in which a surrogate without its other half is U+FFFD. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\ud') ? mend(json, false) : json;
}

/** The same for model requests: NUL becomes U+FFFD, too, since some providers refuse it. */
export function wireJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\ud') || json.includes('\\u0000') ? mend(json, true) : json;
}

function mend(json: string, nulToo: boolean): string {
  // an escaped backslash is taken as a whole, so that what follows it is not read as an escape
  return json.replace(/\\(?:u(?:d[89a-f][0-9a-f]{2}|0000)|[^])/g, (escape) =>
    escape.length < 6 || (escape === '\\u0000' && !nulToo) ? escape : '\ufffd',
  );
}
