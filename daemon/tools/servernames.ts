/** How the tools of a server are called (engine.md 5). */
import { createHash } from 'node:crypto';

/** Chars of a name that providers take. */
const nameLimit = 64;
const hashDigits = 8;

/** `mcp__<server>__<tool>` in letters that every provider takes, cut with a hash when it is too long. */
export function serverToolName(server: string, tool: string): string {
  const full = `mcp__${partOf(server)}__${partOf(tool)}`;
  if (full.length <= nameLimit) return full;
  const hash = createHash('sha256').update(full).digest('hex').slice(0, hashDigits);
  return `${full.slice(0, nameLimit - hashDigits - 1)}_${hash}`;
}

function partOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/_+/gu, '_');
}
