/** Provokes the errors of goals, in their own operations and in those that accept settings of a goal. */
import { one, text, withGoal } from './situations.js';
import { withBody, type Prepare, type Provocations, type Provoke } from './trials.js';
import { facts, type World } from './world.js';

/** Creates a session with a paused goal. */
export async function paused(world: World): Promise<{ params: { session_id: string } }> {
  const prepared = await withGoal(world);
  await world.call('pauseGoal', prepared);
  return prepared;
}

/** Calls the operation on a prepared session, with goal settings if the operation accepts them. */
const wishing =
  (wish: { objective?: string; control?: string }, prepare: Prepare): Provoke =>
  async ({ world, name, call }) => {
    const { params } = await prepare(world);
    const wishes = { goal_objective: wish.objective, goal_control: wish.control };
    if (name === 'submitPrompt') return call({ params, body: { content: text('say hi'), ...wishes } });
    if (name === 'createGoal') return call({ params, body: { objective: wish.objective } });
    if (name === 'setGoalQueue') return call({ params, body: { objectives: [wish.objective] } });
    if (name === 'createSession') return call({ body: { metadata: { cwd: world.daemon.cwd }, agent_config: wishes } });
    return call(facts(name).hasBody ? { params, body: { agent_config: wishes } } : { params });
  };

export const goalErrors: Provocations = {
  GOAL_ALREADY_EXISTS: wishing({ objective: 'y' }, withGoal),
  GOAL_NOT_FOUND: wishing({ control: 'pause' }, one()),
  GOAL_STATUS_INVALID: wishing({ control: 'pause' }, paused),
  GOAL_NOT_RESUMABLE: wishing({ control: 'resume' }, withGoal),
  GOAL_OBJECTIVE_EMPTY: wishing({ objective: ' ' }, one()),
  GOAL_OBJECTIVE_TOO_LONG: wishing({ objective: 'x'.repeat(4_001) }, one()),
  GOAL_UNSUPPORTED_AGENT: withBody({ agent_id: 'agent_1', goal_objective: 'x' }),
};
