/** What happens after the agent that writes AGENTS.md has ended (engine.md 3.3). */
import { initNote } from '../../agent/roles.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { ChildEnd } from './childend.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';

/** Notifies the main agent and drops the rendered system prompts of all agents; does nothing after a failure. */
export function afterInit(
  deps: Pick<SessionDeps, 'log' | 'newId'>,
  record: Recorder,
  session: LiveSession,
  end: ChildEnd,
): void {
  if (end.status !== 'completed' || session.dead) return;
  record(session, [
    ...[...session.agents.keys()].map((agentId) => ({ type: 'agent.prompt.dropped' as const, agentId })),
    {
      type: 'message.appended',
      agentId: 'main',
      message: {
        id: deps.newId('msg'),
        session_id: session.ref.id,
        role: 'system',
        content: [{ type: 'text', text: initNote(end.text) }],
        created_at: iso(deps.log.tick(session.ref.key)),
        metadata: { origin: { kind: 'injection', variant: 'agents_md' }, agent_id: 'main', hidden: true },
      },
    },
  ]);
}
