/** What a client changes of a session's title and metadata (rest.md 9.5). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { AgentConfigInput, SessionPermissionRuleInput } from '../../schemas/generated/types.js';
import { clientKeys, titleEvent } from './create.js';
import type { SessionRow } from './store.js';

export interface ProfileRequest {
  title?: string;
  metadata?: Record<string, unknown>;
  agent_config?: AgentConfigInput;
  permission_rules?: SessionPermissionRuleInput[];
}

/** Fields of a patch with a meaning of their own; a metadata key of that name must not pass for one. */
const patchFields = new Set(['title', 'isCustomTitle', 'titleKind', 'lastPrompt', 'archived']);

export function profileEvents(row: SessionRow, request: ProfileRequest): NewEvent[] {
  const events: NewEvent[] = [];
  if (request.title !== undefined) events.push(titleEvent(request.title));
  if (request.metadata !== undefined) {
    const given = request.metadata;
    const changed = clientKeys(given);
    const merged = { ...(JSON.parse(row.metadata) as Record<string, unknown>), ...changed };
    for (const [key, value] of Object.entries(merged)) if (value === null) delete merged[key];
    const told = Object.fromEntries(Object.entries(changed).filter(([key]) => !patchFields.has(key)));
    events.push(
      { type: 'session.metadata', agentId: 'main', metadata: merged },
      { type: 'session.meta.updated', agentId: 'main', patch: told },
    );
  }
  return events;
}
