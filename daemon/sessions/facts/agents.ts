/** The agents of a session: the definition each was created from, its system prompt, and the tools it may use. */
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { builtinBindings } from '../../agent/profiles.js';
import { freshAgent } from '../live/fresh.js';
import type { LiveAgent } from '../live/state.js';
import { setsAgent, type Fact } from './fact.js';

export const agents = {
  session: {
    'agent.created': (session, { agentId, agentKind, parentAgentId, label }) => {
      const number = /^agent_(\d+)$/.exec(agentId)?.[1];
      if (number !== undefined) session.nextAgent = Math.max(session.nextAgent, Number(number) + 1);
      if (session.agents.has(agentId)) return;
      session.agents.set(agentId, {
        // its binding follows as a separate record
        ...freshAgent(agentId, agentKind, builtinBindings.agent),
        ...(parentAgentId === undefined ? {} : { parentId: parentAgentId }),
        depth: (session.agents.get(parentAgentId ?? '')?.depth ?? -1) + 1,
        ...(label === undefined ? {} : { label }),
      });
    },
  },
  agent: {
    'agent.bound': (agent, { systemPrompt, rendered, listed, binding }) => {
      if (systemPrompt !== undefined) agent.systemBody = systemPrompt;
      if (rendered !== undefined) agent.rendered = rendered;
      if (listed !== undefined) agent.listed = listed;
      if (binding !== undefined) agent.binding = binding;
    },
    'agent.prompt.dropped': (agent) => {
      delete agent.rendered;
    },
    'tools.changed': (agent, { allow, disabled, mcpServers }) => {
      agent.tools = {
        disabled,
        ...(allow === undefined ? {} : { allow }),
        mcpServers,
      };
    },
  },
  tables(db) {
    const create = db.prepare(
      'INSERT OR IGNORE INTO agents (session_key, agent_id, kind, parent_id, label, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const profile = db.prepare('UPDATE sessions SET profile = ? WHERE key = ?');
    const system = setsAgent(db, 'system_prompt');
    const rendered = setsAgent(db, 'rendered');
    const listed = setsAgent(db, 'listed');
    const binding = setsAgent(db, 'binding');
    const disposed = setsAgent(db, 'disposed_at');
    const tools = setsAgent(db, 'tools');
    return {
      'agent.created': ({ key, agent, time }, { agentKind, parentAgentId, label }) =>
        void create.run(key, agent, agentKind, parentAgentId ?? null, label ?? null, time),
      'agent.disposed': ({ key, agent, time }) => void disposed.run(time, key, agent),
      'agent.bound': ({ key, agent }, event) => {
        if (agent === 'main') profile.run(event.profile, key);
        if (event.systemPrompt !== undefined) system.run(event.systemPrompt, key, agent);
        if (event.rendered !== undefined) rendered.run(event.rendered, key, agent);
        if (event.listed !== undefined) listed.run(event.listed, key, agent);
        if (event.binding !== undefined) binding.run(JSON.stringify(event.binding), key, agent);
      },
      'agent.prompt.dropped': ({ key, agent }) => void rendered.run(null, key, agent),
      'tools.changed': ({ key, agent }, { allow, disabled, mcpServers }) =>
        void tools.run(JSON.stringify({ allow, disabled, mcpServers }), key, agent),
    };
  },
  load(db) {
    const highest = db
      .prepare<[number], number | null>(
        `SELECT max(CAST(substr(agent_id, 7) AS INTEGER)) FROM agents WHERE session_key = ? AND agent_id LIKE 'agent!_%' ESCAPE '!'`,
      )
      .pluck();
    const above = db
      .prepare<[{ key: number; id: string }], number>(
        `WITH RECURSIVE up(id, n) AS (SELECT @id, 0
           UNION ALL SELECT a.parent_id, up.n + 1 FROM up JOIN agents a ON a.session_key = @key AND a.agent_id = up.id
             WHERE a.parent_id IS NOT NULL AND up.n < 100)
         SELECT max(n) FROM up`,
      )
      .pluck();
    return {
      session(session) {
        session.nextAgent = (highest.get(session.ref.key) ?? 0) + 1;
      },
      agent(agent, row, { key }) {
        if (row.parent_id !== null) {
          agent.parentId = row.parent_id;
          agent.depth = above.get({ key, id: row.agent_id }) ?? 0;
        }
        if (row.label !== null) agent.label = row.label;
        if (row.disposed_at !== null) agent.disposed = true;
        agent.binding = bindingOf(row.binding);
        if (row.system_prompt !== null) agent.systemBody = row.system_prompt;
        if (row.rendered !== null) agent.rendered = row.rendered;
        agent.listed = row.listed ?? '';
        agent.tools = JSON.parse(row.tools) as LiveAgent['tools'];
      },
    };
  },
  fork: {
    session: { profile: 's.profile' },
    agent: {
      kind: 'kind',
      parent_id: 'parent_id',
      label: 'label',
      binding: 'binding',
      created_at: 'created_at',
      disposed_at: 'disposed_at',
      tools: 'tools',
      system_prompt: 'system_prompt',
      rendered: 'rendered',
      listed: 'listed',
    },
  },
} satisfies Fact;

/** The binding in an agent's row; an agent that was never bound is the built-in one. */
export function bindingOf(stored: string | null): AgentBinding {
  return stored === null ? builtinBindings.agent : (JSON.parse(stored) as AgentBinding);
}
