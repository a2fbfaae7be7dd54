/** Servers of a project that wait for a person's trust: clients that do not ask one are told of them (engine.md 16.2). */
import type { NewEvent } from '../../../../schemas/generated/events.js';
import type { SessionWarning } from '../../../../schemas/generated/types.js';
import type { LiveSession } from '../state.js';

const code = 'mcp-project-untrusted';

/** Whether clients are to hear of servers that wait. */
export function isUntold(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): boolean {
  const asks = !unattended && (session.clientType === 'tui' || session.clientType === 'web');
  return !asks && !session.told?.has(code) && warnings.some((warning) => warning.code === code);
}

/** The warning of a turn; once for as long as the session is in memory. */
export function untrustedNotice(
  session: LiveSession,
  warnings: readonly SessionWarning[],
  unattended: boolean,
): NewEvent[] {
  if (!isUntold(session, warnings, unattended)) return [];
  (session.told ??= new Set()).add(code);
  return warnings.flatMap((warning) =>
    warning.code === code ? [{ type: 'warning' as const, agentId: 'main', code, message: warning.message }] : [],
  );
}
