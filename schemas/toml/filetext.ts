/** Reads the text of a settings file, or describes why that is not possible; shared by all readers and writers. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Position } from './document.js';

/** Maximum bytes of a settings file; parsing a larger one would take minutes. */
const mostBytes = 4 * 1024 * 1024;

export type FileText =
  | {
      text: string;
      /** the byte order mark that some editors add; usually empty */
      before: string;
      openToOthers: boolean;
    }
  | { problem: string; missing?: true };

/** Opens only regular files: a pipe would wait for a writer, and a device may do anything. */
export function fileText(path: string): FileText {
  try {
    if (!statSync(path).isFile()) return { problem: 'is not a file' };
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size, mode } = fstatSync(handle);
      if (size > mostBytes) return { problem: `is larger than ${mostBytes} bytes and was not read` };
      const bytes = readFileSync(handle);
      if (!isUtf8(bytes)) return { problem: `${placeOf(endOf(validPart(bytes)))} is not UTF-8` };
      const whole = bytes.toString('utf8');
      const before = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
      return {
        text: whole.slice(before.length),
        before,
        openToOthers: process.platform !== 'win32' && (mode & 0o044) !== 0,
      };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return { problem: reasons[code] ?? `cannot be read: ${code}`, ...(isMissing ? { missing: true } : {}) };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ELOOP: 'cannot be read: its links lead in a circle',
  ENAMETOOLONG: 'cannot be read: the name is too long',
};

/** The text before the first byte that is not valid UTF-8. */
function validPart(bytes: Buffer): string {
  const written = Buffer.from(bytes.toString('utf8'));
  let end = 0;
  while (end < bytes.length && bytes[end] === written[end]) end++;
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
}

function endOf(text: string): Position {
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

export const placeOf = ({ line, column }: Position): string => `${line}:${column}`;
