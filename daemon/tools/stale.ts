/** Refuses to change a file that the agent has not seen, or that has changed since (engine.md 4.1 Stale guard). */
import { createHash, webcrypto } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { decodeText } from './encoding.js';
import { toLf } from './occurrences.js';
import { diskFailure } from './target.js';
import { showPath } from './text.js';
import type { SeenFile, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

/** Maximum size in bytes of a file compared by hash: the longest text in an encoding with two bytes per char. */
const maxHashedBytes = 8 * 1024 * 1024 + 2;
/** Maximum size in bytes of a text that is hashed synchronously; hashing a larger one would block other work. */
const hashedAtOnce = 256 * 1024;

/** Records what the agent has seen of a file. The event preserves this over a restart. */
export function remember(run: ToolRun, resolved: string, { mtimeMs, size, sha256 }: SeenFile): void {
  const seen: SeenFile = { mtimeMs, size, ...(sha256 === undefined ? {} : { sha256 }) };
  const before = run.memory.seen.get(resolved);
  if (before && before.mtimeMs === mtimeMs && before.size === size && before.sha256 === sha256) return;
  run.memory.seen.set(resolved, seen);
  run.emit({ type: 'file.seen', agentId: run.agentId, path: resolved, ...seen });
}

/** Throws ToolFailure unless the agent has seen the current state of the file. */
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

/** Whether the file on disk contains the text with this hash. */
export async function hasText(path: string, size: number, sha256: string): Promise<boolean> {
  if (size > maxHashedBytes) return false;
  const bytes = await readFile(path).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
  const file = decodeText(bytes);
  return file !== undefined && (await textHash(file.text)) === sha256;
}

/** Returns the SHA-256 of a text with LF, because line endings may differ between clients and the disk. */
export async function textHash(text: string): Promise<string> {
  const bytes = Buffer.from(toLf(text));
  if (bytes.length <= hashedAtOnce) return createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
