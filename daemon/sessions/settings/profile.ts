/** What a client changes of a session's title and metadata (rest.md 9.5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { AgentConfigInput, SessionPermissionRuleInput } from '../../../schemas/generated/types.js';
import { checkMetadata, clientKeys } from './metadata.js';
import type { SessionRow } from '../store.js';

export interface ProfileRequest {
  title?: string;
  metadata?: Record<string, unknown>;
  agent_config?: AgentConfigInput;
  permission_rules?: SessionPermissionRuleInput[];
}

/** Fields of a patch with a special meaning; a metadata key of that name must not pass for one. */
const patchFields = new Set(['title', 'isCustomTitle', 'titleKind', 'lastPrompt', 'archived']);

/** One event reports title and metadata together; it omits unchanged keys. */
export function profileEvents(row: SessionRow, { title, metadata }: ProfileRequest): NewEvent[] {
  checkMetadata(metadata);
  const stored = JSON.parse(row.metadata) as Record<string, unknown>;
  const changed = changedKeys(stored, clientKeys(metadata));
  const hasChanged = Object.keys(changed).length > 0;
  const merged = Object.entries({ ...stored, ...changed }).filter(([, value]) => value !== null);
  // a patch may add to what is there
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
