/** How rows refer to a long text in a file: a JSON string that no payload can contain. */

/** The location of a text: a byte range in a file of a session. */
export interface Reference {
  sessionId: string;
  file: string;
  /** offset of its first byte */
  at: number;
  bytes: number;
  chars: number;
}

/**
 * Rows are well-formed: they contain U+FFFD in place of half a surrogate pair. So a string that begins with such a half
 * is no text of a payload, and JSON written from a value has its escapes in lower case.
 */
const beginning = '"\\uDFFF';
const mark = '\udfff';
const form = /^\udfff([\w-]+)\/(text_[0-9a-z]{26}):(\d+):(\d+):(\d+)$/;
const written = /"\\uDFFF([\w-]+\/text_[0-9a-z]{26}:\d+:\d+:\d+)"/;
const names = /"\\uDFFF[\w-]+\/(text_[0-9a-z]{26}):/g;

/** A reference as JSON. */
export function writeReference({ sessionId, file, at, bytes, chars }: Reference): string {
  return `${beginning}${sessionId}/${file}:${at}:${bytes}:${chars}"`;
}

/** The same place always has the same name. */
export function placeOf({ sessionId, file, at }: Reference): string {
  return `${sessionId}/${file}:${at}`;
}

export function hasReferences(json: string): boolean {
  return json.includes(beginning);
}

/** Names of the files that JSON of a row refers to. */
export function filesOf(json: string): Set<string> {
  return new Set([...json.matchAll(names)].map(([, name]) => name as string));
}

/** Characters of a row's JSON, with the texts that it refers to. */
export function fullLength(json: string): number {
  if (!hasReferences(json)) return json.length;
  const texts = splitJson(json).filter((part): part is Reference => typeof part !== 'string');
  return texts.reduce((sum, { chars }) => sum + chars, json.length);
}

/** Splits JSON into references and the parts around them. */
export function splitJson(json: string): (string | Reference)[] {
  return json.split(written).map((part, index) => (index % 2 === 0 ? part : (readReference(mark + part) as Reference)));
}

/** The value of a row's JSON; `read` returns the texts that it refers to. */
export function parseReferring(json: string, read: (reference: Reference) => string): unknown {
  const value: unknown = JSON.parse(json);
  return hasReferences(json) ? resolved(value, read) : value;
}

/** Changes the value in place: the caller has just parsed it and holds no other reference. */
function resolved(value: unknown, read: (reference: Reference) => string): unknown {
  if (typeof value === 'string') {
    const reference = readReference(value);
    return reference ? read(reference) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const items = value as Record<string, unknown>;
  for (const key of Object.keys(items)) {
    const item = items[key];
    if (typeof item !== 'string' && typeof item !== 'object') continue;
    const whole = resolved(item, read);
    if (whole !== item) items[key] = whole;
  }
  return value;
}

function readReference(text: string): Reference | undefined {
  if (!text.startsWith(mark)) return undefined;
  const [found, sessionId, file, at, bytes, chars] = form.exec(text) ?? [];
  if (found === undefined) return undefined;
  return {
    sessionId: sessionId as string,
    file: file as string,
    at: Number(at),
    bytes: Number(bytes),
    chars: Number(chars),
  };
}
