/** The guard against changing a file the agent has not seen, or that changed since (engine.md 4.1 Stale guard). */
import { createHash, webcrypto } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { decodeText } from './encoding.js';
import { toLf } from './occurrences.js';
import { diskFailure } from './target.js';
import { showPath } from './text.js';
import type { SeenFile, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

/** Bytes of the longest text that is known by its hash, in an encoding of two bytes. */
const maxHashedBytes = 8 * 1024 * 1024 + 2;
/** chars whose hash takes longer than others should wait */
const hashedAtOnce = 256 * 1024;

/** Notes what the agent saw of a file; the event lets the guard survive a restart. */
export function remember(run: ToolRun, resolved: string, { mtimeMs, size, sha256 }: SeenFile): void {
  const seen: SeenFile = { mtimeMs, size, ...(sha256 === undefined ? {} : { sha256 }) };
  const before = run.memory.seen.get(resolved);
  if (before && before.mtimeMs === mtimeMs && before.size === size && before.sha256 === sha256) return;
  run.memory.seen.set(resolved, seen);
  run.emit({ type: 'file.seen', agentId: run.agentId, path: resolved, ...seen });
}

/** Throws ToolFailure unless the agent saw the file as it is now. */
export async function requireSeen(
  run: ToolRun,
  resolved: string,
  stats: Pick<Stats, 'mtimeMs' | 'size'>,
): Promise<void> {
  const seen = run.memory.seen.get(resolved);
  if (!seen) throw new ToolFailure(`${showPath(resolved)} was not read yet. Read it first.`);
  const isSame =
    seen.sha256 === undefined
      ? seen.mtimeMs === stats.mtimeMs && seen.size === stats.size
      : await hasText(resolved, stats.size, seen.sha256);
  if (!isSame) throw new ToolFailure(`${showPath(resolved)} changed on disk since it was last read. Read it again.`);
}

/** Whether the file on the disk holds a text that is known by its hash. */
export async function hasText(path: string, size: number, sha256: string): Promise<boolean> {
  if (size > maxHashedBytes) return false;
  const bytes = await readFile(path).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
  const file = decodeText(bytes);
  return file !== undefined && (await textHash(file.text)) === sha256;
}

/** SHA-256 of a text with LF: clients and the disk may differ in the ends of lines. */
export async function textHash(text: string): Promise<string> {
  const bytes = Buffer.from(toLf(text));
  if (bytes.length <= hashedAtOnce) return createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
