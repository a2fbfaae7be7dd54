/** Checks and merges the title and `metadata` that clients set for sessions and prompts (rest.md 1.8, 9.5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentConfigInput, SessionPermissionRuleInput } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { isWide } from '../../base/text/jsonreading.js';
import { isSmallJson } from '../../base/text/pieces.js';
import type { SessionRow } from '../store.js';

/** Keys that belong to the server; ignored when a client sends them. */
const reservedKeys = new Set(['cwd', 'goal', 'parent_session_id', 'child_session_kind', 'forked_from', 'imported']);

/** Maximum KiB of UTF-8 JSON, and maximum keys on all levels, since lists of sessions and prompts contain all of it. */
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
  // far too large metadata is refused without being serialized
  if (!isSmallJson(metadata, chars * 8) || Buffer.byteLength(JSON.stringify(metadata)) > chars)
    throw new ApiError('FILE_TOO_LARGE', { message: `metadata is over ${maxKiB} KiB as JSON` });
}

/** Subtracts the number of keys in a value from `left`; negative when there are more keys. */
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

/** What a client changes of a session's title and metadata (rest.md 9.5). */
export interface ProfileRequest {
  title?: string;
  metadata?: Record<string, unknown>;
  agent_config?: AgentConfigInput;
  permission_rules?: SessionPermissionRuleInput[];
}

/** Fields of a patch with a special meaning; metadata keys with these names are not copied into patches. */
const patchFields = new Set(['title', 'isCustomTitle', 'titleKind', 'lastPrompt', 'archived']);

/** Events that change title and metadata; one event reports both together and omits unchanged keys. */
export function profileEvents(row: SessionRow, { title, metadata }: ProfileRequest): NewEvent[] {
  checkMetadata(metadata);
  const stored = JSON.parse(row.metadata) as Record<string, unknown>;
  const changed = changedKeys(stored, clientKeys(metadata));
  const hasChanged = Object.keys(changed).length > 0;
  const merged = Object.entries({ ...stored, ...changed }).filter(([, value]) => value !== null);
  // the merged metadata may be too large although the patch is not
  if (hasChanged) checkMetadata(Object.fromEntries(merged));
  const others = Object.fromEntries(Object.entries(changed).filter(([key]) => !patchFields.has(key)));
  const named = title === undefined ? {} : { title, isCustomTitle: true, titleKind: 'custom' as const };
  const events: NewEvent[] = [];
  if (hasChanged) events.push({ type: 'session.metadata', agentId: 'main', metadata: Object.fromEntries(merged) });
  if (hasChanged || title !== undefined) {
    const own = title === undefined ? {} : { title };
    events.push({ type: 'session.meta.updated', agentId: 'main', ...own, patch: { ...others, ...named } });
  }
  return events;
}

function changedKeys(stored: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const before = new Map(Object.entries(stored));
  const changed = Object.entries(given).filter(
    ([key, value]) => JSON.stringify(before.get(key) ?? null) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
