/** Client requests for agents: list, abort, side agents, and the agent that writes AGENTS.md (rest.md 9.6, 28). */
import { join } from 'node:path';
import type { Agent, Message } from '../../../schemas/generated/types.js';
import { builtinBindings } from '../../agent/profiles.js';
import { initPrompt } from '../../agent/roles.js';
import { ApiError, invalid } from '../../errors.js';
import { findRoot } from '../../workspace/instructions.js';
import type { AgentViews } from './agentviews.js';
import type { SessionDeps } from '../deps.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { ContextCopy, Messages } from '../messages/messages.js';
import { readyModel } from '../settings/readiness.js';
import type { Registry } from '../live/registry.js';
import { iso, type SessionRow } from '../store.js';

export interface Agents {
  list(id: string): Agent[];
  abort(id: string, agentId: string): void;
  /** throws 40001 when the agent is not a side agent */
  close(id: string, agentId: string): Promise<void>;
  /** opens a side agent (engine.md 17.5); throws 40110 to 40113 */
  openSide(id: string): { agent_id: string };
  /** starts the agent that writes AGENTS.md; throws 40901 while main or such an agent works, and 40110 to 40113 */
  init(id: string): Promise<{ agent_id: string }>;
}

export interface AgentsDeps extends SessionDeps {
  registry: Registry;
  views: AgentViews;
  messages: Pick<Messages, 'kept'>;
  row(id: string): SessionRow;
  /** loads a session for changes */
  open(id: string): LiveSession;
  /** throws SESSION_NOT_FOUND */
  agentOf(session: LiveSession, agentId: string): LiveAgent;
}

export function createAgents(deps: AgentsDeps): Agents {
  const { registry, open, agentOf } = deps;

  function checkIdle(session: LiveSession): LiveAgent {
    const main = agentOf(session, 'main');
    if (main.turn) throw new ApiError('SESSION_BUSY', { message: 'the main agent is at work' });
    if ([...session.calls.values()].some(({ callId }) => callId === ''))
      throw new ApiError('SESSION_BUSY', { message: 'AGENTS.md is being written already' });
    return main;
  }

  return {
    list: (id) => deps.views.list(deps.row(id)),
    abort(id, agentId) {
      const session = open(id);
      const agent = agentOf(session, agentId);
      registry.turns.abort(session, agent, 'user');
      registry.compactions.abort(agent, 'user');
    },
    async close(id, agentId) {
      for (;;) {
        const session = open(id);
        const agent = agentOf(session, agentId);
        if (agent.kind !== 'independent') throw invalid('agent_id', 'is not a side agent');
        registry.record(
          session,
          agent.queue.map(({ promptId }) => ({
            type: 'prompt.aborted',
            agentId,
            promptId,
            abortedAt: iso(deps.now()),
          })),
        );
        agent.queue = [];
        const { turn } = agent;
        if (!turn) {
          registry.agentMemory.dismiss(session, agent);
          return;
        }
        registry.turns.abort(session, agent, 'user');
        await turn.done;
      }
    },
    openSide(id) {
      const session = open(id);
      const settings = readyModel(deps, session);
      const main = agentOf(session, 'main');
      const agentId = `agent_${session.nextAgent}`;
      registry.record(session, [
        ...settings,
        { type: 'agent.created', agentId, agentKind: 'independent', parentAgentId: main.id, label: 'btw' },
        {
          type: 'agent.bound',
          agentId,
          profile: main.binding.name,
          binding: main.binding,
          systemPrompt: main.systemBody,
          // a side agent cannot load skills: with the fingerprint of an empty list, its copied prompt stays current
          ...(main.rendered === undefined ? {} : { rendered: main.rendered, listed: '' }),
        },
        { type: 'context.copied', agentId, ...copyOf(main, deps.messages.kept(session.ref.key, main.id)) },
      ]);
      return { agent_id: agentId };
    },
    async init(id) {
      checkIdle(open(id));
      const root = await findRoot(open(id).cwd);
      // a turn may have begun in the meantime
      const session = open(id);
      const main = checkIdle(session);
      registry.record(session, readyModel(deps, session));
      const agentId = registry.children.start(session, main, {
        agent: builtinBindings.coder,
        prompt: initPrompt(join(root, 'AGENTS.md')),
        description: 'Write AGENTS.md',
        callId: '',
        background: false,
        unattended: false,
        notes: [],
      });
      return { agent_id: agentId };
    },
  };
}

/** `kept`: the messages that a compaction kept, possibly shortened. */
function copyOf(main: LiveAgent, kept: Message[]): ContextCopy {
  const early = new Set(kept.map(({ id }) => id));
  const messageIds = settled(main)
    .map(({ message }) => message.id)
    .filter((id) => !early.has(id));
  return kept.length === 0 ? { messageIds } : { messageIds, kept };
}

/** The context without the reply of an open step, whose calls have no results yet. */
function settled({ entries }: LiveAgent): LiveAgent['entries'] {
  const at = entries.findLastIndex(({ message }) => message.role === 'assistant');
  const last = entries[at];
  if (!last) return entries;
  const answered = new Set(
    entries
      .slice(at + 1)
      .flatMap(({ message }) => message.content)
      .flatMap((part) => (part.type === 'tool_result' ? [part.tool_call_id] : [])),
  );
  const open = last.message.content.some((part) => part.type === 'tool_use' && !answered.has(part.tool_call_id));
  return open ? entries.slice(0, at) : entries;
}
