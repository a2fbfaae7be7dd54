/** Plan mode of an agent, and the file of its plan. */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import { latest, setsAgent, touches, type Fact } from './fact.js';

type Plan = Pick<EventPayloads['plan.changed'], 'active' | 'path' | 'slug'>;

export const plan = {
  agent: {
    'plan.changed': (agent, event) => {
      agent.memory.plan = inMemory(event);
    },
  },
  tables(db) {
    const set = setsAgent(db, 'plan');
    const touch = touches(db);
    const called = db.prepare('INSERT INTO plan_calls (session_key, seq, agent_id, call_id) VALUES (?, ?, ?, ?)');
    return {
      'plan.changed': ({ key, time, agent }, { active, path, slug }) => {
        set.run(JSON.stringify({ active, path, slug }), key, agent);
        touch.run(time, key);
      },
      'tool.call.started': ({ key, seq, agent }, { name, toolCallId }) => {
        if (name === 'ExitPlanMode') called.run(key, seq, agent, toolCallId);
      },
    };
  },
  load: () => ({
    agent(agent, row) {
      agent.memory.plan = inMemory(JSON.parse(row.plan) as Plan);
    },
  }),
  fork: {
    rows: [
      `INSERT INTO plan_calls (session_key, seq, agent_id, call_id)
       SELECT @to, seq, agent_id, call_id FROM plan_calls WHERE session_key = @from AND seq <= @cut`,
    ],
    agent: { plan: latest('plan.changed', 'payload', '{"active":false}') },
  },
  undo: {
    restore: {
      type: 'plan.changed',
      events(main, { active, path, slug }: Plan = { active: false }) {
        const now = main.memory.plan;
        if (active === now.active && path === now.path) return [];
        return [
          {
            type: 'plan.changed',
            agentId: 'main',
            active,
            ...(path === undefined ? {} : { path }),
            ...(slug === undefined ? {} : { slug }),
          },
        ];
      },
    },
  },
} satisfies Fact;

function inMemory({ active, path }: Plan): { active: boolean; path?: string } {
  return { active, ...(path === undefined ? {} : { path }) };
}
