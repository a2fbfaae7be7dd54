/** Reads and writes text files through a client, such as the unsaved buffers of an editor (acp-cli.md 1.13). */
import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { lchown, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDirectories, writeFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { heldPath, openDirectoryInPlace } from '../base/fs/held.js';
import { inside, resolveReal } from '../base/fs/paths.js';
import { jsonInPieces } from '../base/text/pieces.js';
import { decodeText, encodeText, knownKind, type DecodedText } from './encoding.js';
import { toLf } from './occurrences.js';
import { remember, textHash } from './stale.js';
import { diskFailure, statTarget, mayMove } from './target.js';
import { showPath } from './text.js';
import { ToolFailure, type ToolContext, type ToolRun } from './tool.js';

/** The access that a client offers to the files of a session. */
export interface HostFiles {
  reads: boolean;
  writes: boolean;
  /** milliseconds for which the client may still return its old text after a change on disk */
  staleMs: number;
  /** returns the whole text; undefined when the client does not know the file, fails, or does not answer in time */
  read(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** returns why the client refused the text; undefined when it accepted */
  write(path: string, content: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** The text of a file from a client. */
export interface HostText {
  /** with the encoding of the file on disk */
  file: DecodedText;
  /** facts of the file on disk; absent when only the client has the file */
  stats?: Stats;
  /** the text differs from the one on disk */
  isUnsaved: boolean;
}

/** A text that a client accepted, as bytes of the file. */
export interface HostWrite {
  /** the replaced content; absent: the content on disk */
  before?: Buffer;
  after: Buffer;
}

/** Maximum size of a text that is read from or written to a client, in bytes. */
const maxHostBytes = 4 * 1024 * 1024;
/** Maximum size of a text as JSON that fits into a frame with its other fields, in bytes. */
const maxFrameBytes = 8 * 1024 * 1024 - 32 * 1024;
/** How often a text that differs from the disk is requested again. */
const repeats = 2;

type Context = Pick<ToolContext, 'hostFiles' | 'workspace' | 'home'>;

/** Reads a file through the client; returns undefined when the content on disk counts, as without a client. */
export async function readHostText(
  path: string,
  context: Context,
  signal?: AbortSignal,
): Promise<HostText | undefined> {
  const host = hostOf(path, context);
  if (!host?.reads) return undefined;
  for (let again = 0; ; again += 1) {
    const disk = await diskText(path);
    if (disk === 'other') return undefined;
    const given = await host.read(path, signal);
    signal?.throwIfAborted();
    if (given === undefined || given.includes('\0') || Buffer.byteLength(given) > maxHostBytes) return undefined;
    const plain = given.replace(/^\ufeff/, '');
    if (!disk) return { file: { text: plain, encoding: 'utf-8', bom: false }, isUnsaved: true };
    const { file, stats } = disk;
    const text = withEndsOf(file.text, plain);
    if (file.text === text || toLf(file.text) === toLf(text)) return { file, stats, isUnsaved: false };
    if (again === repeats) return { file: { ...file, text }, stats, isUnsaved: true };
    await wait(host.staleMs, undefined, signal && { signal });
  }
}

/** Like `readHostText`. For a client that only accepts changes, returns the text on disk, which the change replaces. */
export async function textForHost(path: string, context: Context): Promise<HostText | undefined> {
  const host = hostOf(path, context);
  if (!host || host.reads) return readHostText(path, context);
  const disk = await diskText(path);
  return disk === undefined || disk === 'other' ? undefined : { ...disk, isUnsaved: false };
}

/** Restores the CRLF of the file on disk: editors may keep line endings apart from the text. */
function withEndsOf(disk: string, text: string): string {
  const isCrlf = disk.includes('\r\n') && !/(?:^|[^\r])\n/.test(disk);
  return isCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;
}

/** Returns the text on disk; `other` for content that no client is asked for. */
async function diskText(path: string): Promise<{ file: DecodedText; stats: Stats } | 'other' | undefined> {
  const stats = statTarget(path);
  if (!stats) return undefined;
  if (!stats.isFile() || stats.size > maxHostBytes) return 'other';
  const bytes = await readFile(path).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
  const file = knownKind(bytes)?.family === 'pdf' ? undefined : decodeText(bytes);
  return file ? { file, stats } : 'other';
}

/** Records that the agent has seen this text, whether it is on disk or in a client. */
export async function rememberText(run: ToolRun, path: string, text: string, stats: Stats | undefined): Promise<void> {
  remember(run, path, { mtimeMs: stats?.mtimeMs ?? 0, size: stats?.size ?? 0, sha256: await textHash(text) });
}

/** Throws ToolFailure unless the agent has seen the file with this text. */
export async function requireSeenText(run: ToolRun, path: string, { file, stats, isUnsaved }: HostText): Promise<void> {
  const seen = run.memory.seen.get(path);
  if (!seen) throw new ToolFailure(`${showPath(path)} was not read yet. Read it first.`);
  const isSame =
    seen.sha256 === undefined
      ? !isUnsaved && stats?.mtimeMs === seen.mtimeMs && stats.size === seen.size
      : seen.sha256 === (await textHash(file.text));
  if (!isSame) throw new ToolFailure(`${showPath(path)} changed since it was last read. Read it again.`);
}

export interface NewText {
  /** without a byte order mark; undefined for content that is not for clients, such as binary */
  text(): string | undefined;
  /** as on disk */
  bytes: Buffer;
  existing: Stats | undefined;
  /** the client's version of the file */
  hosted: HostText | undefined;
  isPrivate?: boolean;
}

/** Stores a new text: through the client if it accepts changes, else on disk. */
export async function putText(
  run: ToolRun,
  path: string,
  { text, bytes, existing, hosted, isPrivate = false }: NewText,
): Promise<HostWrite | undefined> {
  const host = hostOf(path, run);
  const known = host?.writes || hosted ? text() : undefined;
  if (!host?.writes || known === undefined || !(await fits(known))) {
    const stats = await replaceFile(path, bytes, existing, { isPrivate, isHeld: mayMove(run) });
    if (hosted && known !== undefined) await rememberText(run, path, known, stats);
    else remember(run, path, stats);
    return undefined;
  }
  const refusal = await host.write(path, known, run.signal);
  if (refusal !== undefined)
    throw new ToolFailure(`the editor did not take the change to ${showPath(path)}: ${refusal}`);
  await rememberText(run, path, known, existing);
  return { after: bytes, ...(hosted?.isUnsaved ? { before: encodeText(hosted.file) } : {}) };
}

/** Whether a text fits into a frame for a client. */
export async function fits(text: string): Promise<boolean> {
  if (text.includes('\0') || Buffer.byteLength(text) > maxHostBytes) return false;
  // JSON needs at most six bytes for one char
  if (text.length * 6 <= maxFrameBytes) return true;
  const pieces = await jsonInPieces('', text, '');
  return pieces.reduce((sum, { length }) => sum + length, 0) <= maxFrameBytes;
}

/** Returns the client for a path; undefined outside of the workspace, and for the program's own files. */
function hostOf(path: string, { hostFiles, workspace, home }: Context): HostFiles | undefined {
  const host = hostFiles();
  return host && inside(workspace, path) && !inside([resolveReal(home)], path) ? host : undefined;
}

/** Mode of a new file, before the umask. */
const NEW_FILE_MODE = 0o666;

/**
 * Writes a file (`path` with links resolved) and returns its new facts. `existing`: its current facts. `isPrivate`: a
 * new file and its new directories are for the owner only. `isHeld`: refuses links that appear on the path by then.
 */
async function replaceFile(
  path: string,
  content: string | Uint8Array,
  existing: Stats | undefined,
  { isPrivate = false, isHeld = false } = {},
): Promise<Stats> {
  const directoryMode = isPrivate ? 0o700 : 0o777;
  const write = async (path: string): Promise<Stats> => {
    if (existing) {
      // writing by rename would ignore the write protection of the file itself
      accessSync(path, constants.W_OK);
    } else {
      await makeDirectories(dirname(path), directoryMode);
    }
    const mode = existing ? existing.mode & 0o7777 : isPrivate ? 0o600 : NEW_FILE_MODE & ~process.umask();
    await writeFileAtomic(path, content, mode);
    const now = statSync(path);
    return existing && (await tookOwner(path, now, existing)) ? statSync(path) : now;
  };
  try {
    if (!isHeld) return await write(path);
    const directory = await openDirectoryInPlace(dirname(path), directoryMode);
    try {
      return await write(`${heldPath(directory.fd)}/${basename(path)}`);
    } finally {
      await directory.close();
    }
  } catch (error) {
    throw diskFailure(error, path);
  }
}

/** Restores the owner of a file. Returns false when the owner is unchanged or cannot be set. */
async function tookOwner(path: string, now: Stats, before: Stats): Promise<boolean> {
  if (now.uid === before.uid && now.gid === before.gid) return false;
  try {
    await lchown(path, before.uid, before.gid);
    return true;
  } catch (error) {
    // only root may change the owner; the requested content is in place
    if (errorCode(error) !== 'EPERM') throw error;
    return false;
  }
}
