/** Reads files only while their facts are unchanged, and compares states of files. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, normalize } from 'node:path';
import type { FileState } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { factsOf, sameStamp, type Stamp } from './stamps.js';
import { hashOf } from './store.js';
import { knownOf, type Known } from './known.js';

/** Maximum bytes of a file that is read synchronously. */
const READ_AT_ONCE = 64 * 1024;
/** Bytes of a long file that are hashed at once. */
const PIECE = 64 * 1024;
const NEWLINE = 0x0a;

/** The content of a file whose facts match before and after reading; undefined when the file has changed. */
export async function readUnchanged(path: string, stamp: Stamp): Promise<Buffer | 'unreadable' | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const before = await file.stat();
      if (!before.isFile() || !sameStamp(before, stamp)) return undefined;
      const content = await file.readFile();
      return sameStamp(await file.stat(), stamp) && content.length === stamp.size ? content : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    return outcomeOf(error);
  }
}

/** The same, synchronously for a short file: six round trips to a thread take longer than reading it. */
function readUnchangedNow(path: string, stamp: Stamp): ReturnType<typeof outcomeOf> | Buffer {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const before = fstatSync(file);
      if (!before.isFile() || !sameStamp(before, stamp)) return undefined;
      const content = readFileSync(file);
      return sameStamp(fstatSync(file), stamp) && content.length === stamp.size ? content : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): 'unreadable' | undefined {
  const code = errorCode(error);
  if (code === undefined) throw error;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' ? undefined : 'unreadable';
}

/** The hash, line count and kind of a long file; undefined when it cannot be read. */
export async function surveyOf(path: string): Promise<{ hash: string; lines: number; binary: boolean } | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const hash = createHash('sha256');
    const found = { lines: 0, binary: false };
    let last: number | undefined = NEWLINE;
    // the stream closes the file at its end
    for await (const piece of file.createReadStream({ highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      hash.update(piece);
      found.binary ||= piece.includes(0);
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) found.lines += 1;
      last = piece.at(-1);
    }
    return { hash: hash.digest('hex'), ...found, lines: found.lines + (last === NEWLINE ? 0 : 1) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** The target of a symbolic link; undefined when it is not valid UTF-8. */
export function linkTarget(path: string): string | undefined {
  try {
    const target = readlinkSync(path);
    return target.includes('\ufffd') ? undefined : target;
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** The state of a file of the tree, in the form of records. */
export function stateOf(known: Known): FileState {
  if (known.kind === 'link') return { kind: 'link', ...(known.target === undefined ? {} : { target: known.target }) };
  return {
    kind: 'file',
    mode: known.mode & 0o7777,
    size: known.size,
    mtimeMs: known.mtimeMs,
    ...(known.hash === undefined ? {} : { hash: known.hash }),
    ...(known.unkept !== undefined
      ? { unkept: known.unkept }
      : known.hash === undefined
        ? { unkept: 'not_read' as const }
        : {}),
  };
}

/** Whether two states have the same content; without a hash, compares size and time. Ignores permissions. */
export function sameContent(a: FileState, b: FileState): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'link') return a.target === b.target;
  if (a.kind !== 'file') return true;
  if (a.hash !== undefined && b.hash !== undefined) return a.hash === b.hash;
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}

export function sameState(a: FileState, b: FileState): boolean {
  return sameContent(a, b) && (a.kind !== 'file' || a.mode === b.mode);
}

/** The current state of a path; passes its content to `keep` if given. */
export async function stateAt(
  path: string,
  keep: ((hash: string, content: Uint8Array) => Promise<FileState['unkept']>) | undefined,
  { limits, roots }: { limits(): { maxFile: number }; roots(): readonly string[] },
  note: (known: Known) => void = () => undefined,
): Promise<FileState> {
  const facts = factsOf(path);
  if (!facts) return { kind: 'none' };
  if (!facts.isFile()) return { kind: facts.isDirectory() ? 'directory' : 'other' };
  const known = knownOf(facts, 0);
  if (!roots().some((root) => isInside(root, path))) known.unkept = 'outside_workspace';
  else if (facts.size > limits().maxFile) known.unkept = 'too_large';
  const read = facts.size <= READ_AT_ONCE ? readUnchangedNow : readUnchanged;
  const content = known.unkept === undefined ? await read(path, known) : undefined;
  if (content === 'unreadable') known.unkept = 'unreadable';
  else if (content !== undefined) {
    known.hash = await hashOf(content);
    const unkept = await keep?.(known.hash, content);
    if (unkept) known.unkept = unkept;
  }
  note(known);
  return stateOf(known);
}

/** Missing directories above a path, parents first. */
export function missingAbove(path: string): string[] {
  const missing: string[] = [];
  for (let directory = dirname(path); !factsOf(directory); directory = dirname(directory)) missing.unshift(directory);
  return missing;
}

export function isInside(directory: string, path: string): boolean {
  return path.startsWith(directory.endsWith('/') ? directory : `${directory}/`) && normalize(path) === path;
}
