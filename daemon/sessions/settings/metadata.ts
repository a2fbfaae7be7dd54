/** What a client may keep in the `metadata` of a session or a prompt, and how much of it (rest.md 1.8). */
import { ApiError } from '../../errors.js';
import { isWide } from '../../base/text/jsonreading.js';
import { isSmallJson } from '../../base/text/pieces.js';

/** Keys that belong to the server; ignored when a client sends them. */
const reservedKeys = new Set(['cwd', 'goal', 'parent_session_id', 'child_session_kind', 'forked_from', 'imported']);

/** As JSON in UTF-8, and names on all levels: lists of sessions and prompts carry it whole. */
const maxKiB = 64;
const maxKeys = 1_000;

export function clientKeys(metadata: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => !reservedKeys.has(key)));
}

/** Throws FILE_TOO_LARGE. */
export function checkMetadata(metadata: Record<string, unknown> | undefined): void {
  if (metadata === undefined) return;
  if (keysIn(metadata, maxKeys) < 0)
    throw new ApiError('FILE_TOO_LARGE', { message: `metadata has more than ${maxKeys.toLocaleString('en-US')} keys` });
  const chars = maxKiB * 1024;
  // what is far too long is not even written
  if (!isSmallJson(metadata, chars * 8) || Buffer.byteLength(JSON.stringify(metadata)) > chars)
    throw new ApiError('FILE_TOO_LARGE', { message: `metadata is over ${maxKiB} KiB as JSON` });
}

/** How many of so many names are left; below zero there are more. */
function keysIn(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left;
  let rest = left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && rest >= 0; at += 1) rest = keysIn(value[at], rest);
  } else if (isWide(value)) return -1;
  else {
    for (const key in value) {
      rest = keysIn(value[key as keyof typeof value], rest - 1);
      if (rest < 0) break;
    }
  }
  return rest;
}
