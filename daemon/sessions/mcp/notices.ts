/** Warnings of a turn about configured servers that are missing: untrusted projects, unreadable files (engine.md 16). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import type { LiveSession } from '../live/state.js';

/** Interactive clients decide about trust in a separate panel. */
function isDue(code: SessionWarning['code'], { clientType }: LiveSession, unattended: boolean): boolean {
  if (code === 'mcp-layer-invalid') return true;
  return code === 'mcp-project-untrusted' && (unattended || (clientType !== 'tui' && clientType !== 'web'));
}

function dueNotices(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): SessionWarning[] {
  return warnings.filter(({ code }) => isDue(code, session, unattended) && !session.notified?.has(code));
}

/** Whether clients are to hear of something. */
export function hasDueNotices(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): boolean {
  return dueNotices(session, warnings, unattended).length > 0;
}

/** The warnings of a turn; of each kind once for as long as the session is in memory. */
export function serverNotices(
  session: LiveSession,
  warnings: readonly SessionWarning[],
  unattended: boolean,
): NewEvent[] {
  const due = dueNotices(session, warnings, unattended);
  const notified = (session.notified ??= new Set());
  for (const { code } of due) notified.add(code);
  return due.map(({ code, message }) => ({ type: 'warning', agentId: 'main', code, message }));
}
