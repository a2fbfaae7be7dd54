/** Warnings of a turn about configured servers that it has to do without: untrusted projects, files that cannot be read (engine.md 16). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import type { LiveSession } from '../live/state.js';

/** Interactive clients decide about trust in a separate panel. */
function isDue(code: SessionWarning['code'], { clientType }: LiveSession, unattended: boolean): boolean {
  if (code === 'mcp-layer-invalid') return true;
  return code === 'mcp-project-untrusted' && (unattended || (clientType !== 'tui' && clientType !== 'web'));
}

function untold(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): SessionWarning[] {
  return warnings.filter(({ code }) => isDue(code, session, unattended) && !session.told?.has(code));
}

/** Whether clients are to hear of something. */
export function isUntold(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): boolean {
  return untold(session, warnings, unattended).length > 0;
}

/** The warnings of a turn; of each kind once for as long as the session is in memory. */
export function serverNotices(
  session: LiveSession,
  warnings: readonly SessionWarning[],
  unattended: boolean,
): NewEvent[] {
  const due = untold(session, warnings, unattended);
  const told = (session.told ??= new Set());
  for (const { code } of due) told.add(code);
  return due.map(({ code, message }) => ({ type: 'warning', agentId: 'main', code, message }));
}
