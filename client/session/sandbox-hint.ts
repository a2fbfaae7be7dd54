/** The hint that commands can run in a sandbox, after the fifth one that the user approved in a session (runtimes.md 10.4). */
import type { Client } from '../api/client.js';
import type { Approval } from '../../schemas/generated/types.js';
import type { Decision } from '../view/approvals.js';
import type { SessionModel } from './session.js';

const approvedCommands = 5;
/** Key of the note that the hint was shown; once per home. */
const shown = 'tui/sandbox-hint';
const counts = new WeakMap<SessionModel, number>();

/** Returns whether the hint is due. Must be called after each decision of the user. */
export async function isSandboxHintDue(
  client: Client,
  session: SessionModel,
  { tool_input_display: { kind } }: Pick<Approval, 'tool_input_display'>,
  { decision }: Pick<Decision, 'decision'>,
): Promise<boolean> {
  if (kind !== 'command' || decision !== 'approved' || session.get().settings.runtime.runtime_id !== 'local')
    return false;
  const count = (counts.get(session) ?? 0) + 1;
  counts.set(session, count);
  if (count !== approvedCommands) return false;
  const [{ value }, { items }] = await Promise.all([
    client.getGuiItem({ query: { key: shown } }),
    client.listRuntimes(),
  ]);
  const isThere = items.some(({ runtime_id: id, state }) => id === 'sandbox' && state === 'available');
  if (value !== null || !isThere) return false;
  await client.setGuiItem({ body: { key: shown, value: 'shown' } });
  return true;
}
