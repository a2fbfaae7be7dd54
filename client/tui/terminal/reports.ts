/** Parses reports of the terminal, spontaneous ones and answers; none of them is user input. */

export type Report =
  | { readonly kind: 'focus'; readonly isFocused: boolean }
  | { readonly kind: 'scheme'; readonly scheme: 'dark' | 'light' }
  /** the active flags of the kitty keyboard protocol */
  | { readonly kind: 'keyboard'; readonly flags: number }
  | { readonly kind: 'name'; readonly name: string }
  /** as `#rrggbb` */
  | { readonly kind: 'background'; readonly color: string }
  /** the answer to DA1, which every terminal gives: earlier queries without an answer will not get one */
  | { readonly kind: 'attributes' }
  | { readonly kind: 'cursor'; readonly row: number; readonly column: number };

/** Returns undefined when the sequence is no report; `report` is undefined for an unknown one. */
export function readReport(sequence: string): { report: Report | undefined } | undefined {
  const report = readKnown(sequence);
  return report !== undefined || unknown.test(sequence) ? { report } : undefined;
}

/** Strings, sequences with a private mark or an intermediate byte, states, sizes, and mouse reports. */
const unknown = /^\x1b(?:\].|P.|_G|\[[<=>?]|\[[\d;]*[ -/]|\[[\d;]*[nt]$|\[M...)/s;

function readKnown(sequence: string): Report | undefined {
  if (sequence === '\x1b[I' || sequence === '\x1b[O') return { kind: 'focus', isFocused: sequence.endsWith('I') };
  const [, scheme] = /^\x1b\[\?997;([12])n$/.exec(sequence) ?? [];
  if (scheme !== undefined) return { kind: 'scheme', scheme: scheme === '1' ? 'dark' : 'light' };
  const [, flags] = /^\x1b\[\?(\d+)u$/.exec(sequence) ?? [];
  if (flags !== undefined) return { kind: 'keyboard', flags: Number(flags) };
  if (/^\x1b\[\?[\d;]*c$/.test(sequence)) return { kind: 'attributes' };
  const [, name] = /^\x1bP>\|(.*?)(?:\x1b\\|\x07)$/s.exec(sequence) ?? [];
  if (name !== undefined) return { kind: 'name', name };
  const [, color] = /^\x1b\]11;rgba?:([\da-f/]+)(?:\x1b\\|\x07)$/i.exec(sequence) ?? [];
  if (color !== undefined) return { kind: 'background', color: readColor(color) };
  const [, row, column] = /^\x1b\[(\d+);(\d+)R$/.exec(sequence) ?? [];
  // in the first row it may also be F3 with a modifier
  if (row === undefined || (row === '1' && Number(column) >= 2 && Number(column) <= 16)) return undefined;
  return { kind: 'cursor', row: Number(row), column: Number(column) };
}

/** Each component has one to four hex digits. */
function readColor(parts: string): string {
  const bytes = parts.split('/').slice(0, 3);
  const scaled = bytes.map((each) => Math.round((parseInt(each, 16) / (16 ** each.length - 1)) * 255));
  return `#${scaled.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

/** The rest of a report whose ESC arrived so early that it counted as the key Esc. */
export const lateRest = /^(?:\[\?[\d;]*[a-z]|\[\?[\d;]*\$y|\[\d+;\d+R|\]1[01];rgba?:|P[>!]\|)/;
