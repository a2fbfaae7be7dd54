/** What an answer holds: its media type, whether that is text, and its characters. */

/** `html` is turned into Markdown, `text` is passed on, `other` cannot be read. */
export type MediaKind = 'html' | 'text' | 'other';

/** Bytes in which a document names its own encoding (HTML: the first 1,024, with room for a comment before). */
const namedWithin = 4_096;

/** Type without its parameters, in lower case; empty when there is none. */
export function mediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The content that a media type promises; undefined when there is none, so that the bytes decide. */
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

/** What bytes without a type are. */
export function kindOfBytes(bytes: Uint8Array): MediaKind {
  if (looksBinary(bytes)) return 'other';
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(ascii(bytes)) ? 'html' : 'text';
}

/** Whether bytes that are declared as text are not: a zero byte, and no sign of a wide encoding. */
export function looksBinary(bytes: Uint8Array, contentType?: string): boolean {
  return bytes.subarray(0, 8_192).includes(0) && !/^utf-16/i.test(markOf(bytes) ?? charsetOf(contentType) ?? '');
}

/** The text of a document; what is no text in its encoding becomes a replacement character. */
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

/** The encoding a document names in itself: `<meta charset>`, `<meta http-equiv>`, `<?xml encoding?>`. */
function ownCharset(bytes: Uint8Array, kind: MediaKind): string | undefined {
  const start = ascii(bytes);
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  const meta = kind === 'html' ? /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] : undefined;
  const label = declared ?? meta;
  // a name that is readable in single bytes is not in a wide encoding
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
    // a name that means no encoding
    return undefined;
  }
}
