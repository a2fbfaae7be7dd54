/** Determines the content of an answer: its media type, whether it is text, and its encoding. */

/** `html` is converted to Markdown, `text` is passed on, `other` cannot be read. */
export type MediaKind = 'html' | 'text' | 'other';

/** Bytes in which a document may declare its encoding (HTML: the first 1,024, with room for a comment before). */
const namedWithin = 4_096;

/** The type without parameters, in lower case; empty when it is missing. */
export function mediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The kind of a media type; undefined without a type, so that the bytes decide. */
export function kindOfType(type: string): MediaKind | undefined {
  if (type === '') return undefined;
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.startsWith('text/') || /^[a-z]+\/(?:[\w.-]+\+)?(?:json|xml)$/.test(type)) return 'text';
  return /^application\/(?:[\w.-]+\+)?(?:javascript|x-javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|json-seq|jsonl|x-sh)$/.test(
    type,
  )
    ? 'text'
    : 'other';
}

/** The kind of bytes without a type. */
export function kindOfBytes(bytes: Uint8Array): MediaKind {
  if (isBinary(bytes)) return 'other';
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(ascii(bytes)) ? 'html' : 'text';
}

/** Whether bytes declared as text are binary: they contain a zero byte, and no sign of UTF-16. */
export function isBinary(bytes: Uint8Array, contentType?: string): boolean {
  return bytes.subarray(0, 8_192).includes(0) && !/^utf-16/i.test(markOf(bytes) ?? charsetOf(contentType) ?? '');
}

/** Decodes a document; invalid bytes become replacement characters. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, kind: MediaKind): string {
  const named = [markOf(bytes), charsetOf(contentType), ownCharset(bytes, kind)];
  for (const label of named) {
    const decoder = decoderOf(label);
    if (decoder) return decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // no encoding is declared, and it is not UTF-8
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType ?? '')?.[1];
}

/** The encoding declared in the document itself: `<meta charset>`, `<meta http-equiv>`, `<?xml encoding?>`. */
function ownCharset(bytes: Uint8Array, kind: MediaKind): string | undefined {
  const start = ascii(bytes);
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  const meta = kind === 'html' ? /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] : undefined;
  const label = declared ?? meta;
  // a declaration that is readable as single bytes cannot be in UTF-16
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, namedWithin)).toString('latin1');
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    // an unknown encoding
    return undefined;
  }
}
