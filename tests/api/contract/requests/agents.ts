/** Trials of `agents`. */
import { one, spoken, waiting } from '../situations.js';
import { readinessErrors, refusedKey } from '../readiness.js';
import type { Trials } from '../trials.js';

export const agents = {
  abortAgent: { good: async (world) => ({ params: { session_id: await waiting(world), agent_id: 'main' } }) },
  closeAgent: {
    good: async (world) => {
      const session_id = await spoken(world);
      const { agent_id } = await world.daemon.ok('startSideAgent', world.daemon.session(session_id));
      return { params: { session_id, agent_id } };
    },
  },
  initSession: { good: one(), errors: readinessErrors({}), never: refusedKey },
  listAgents: { good: one() },
  startSideAgent: { good: one(), errors: readinessErrors({}), never: refusedKey },
} satisfies Trials;
