/** The guard against changing a file the agent has not seen, or that changed since (engine.md 4.1 Stale guard). */
import type { Stats } from 'node:fs';
import { showPath } from './text.js';
import type { SeenFile, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

/** Notes what the agent saw of a file; the event lets the guard survive a restart. */
export function remember(run: ToolRun, resolved: string, stats: Pick<Stats, 'mtimeMs' | 'size'>): void {
  const seen: SeenFile = { mtimeMs: stats.mtimeMs, size: stats.size };
  const before = run.memory.seen.get(resolved);
  if (before && before.mtimeMs === seen.mtimeMs && before.size === seen.size) return;
  run.memory.seen.set(resolved, seen);
  run.emit({ type: 'file.seen', agentId: run.agentId, path: resolved, ...seen });
}

/** Throws ToolFailure unless the agent saw the file as it is now. */
export function requireSeen(run: ToolRun, resolved: string, stats: Pick<Stats, 'mtimeMs' | 'size'>): void {
  const seen = run.memory.seen.get(resolved);
  if (!seen) throw new ToolFailure(`${showPath(resolved)} was not read yet. Read it first.`);
  if (seen.mtimeMs !== stats.mtimeMs || seen.size !== stats.size) {
    throw new ToolFailure(`${showPath(resolved)} changed on disk since it was last read. Read it again.`);
  }
}
