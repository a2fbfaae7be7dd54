/** The goal of a session, and the queue of objectives after it (engine.md 12). */
import type { GoalSnapshot } from '../../../schemas/generated/types.js';
import type { LiveGoal } from '../goals/goals.js';
import type { Db } from '../log/database.js';
import type { LiveSession } from '../live/state.js';
import type { Fact } from './fact.js';

const unused = {
  idleTurns: 0,
  calls: 0,
  continuing: false,
  hinted: false,
  closing: false,
  awaitsPrompt: false,
};

export const goal = {
  session: {
    'goal.updated': (session, { snapshot }, time) => {
      delete session.goalComing;
      if (snapshot === null) {
        delete session.goal;
        return;
      }
      const same = session.goal?.snapshot.goalId === snapshot.goalId ? session.goal : undefined;
      session.goal = { ...unused, ...same, counted: spentByTurn(session), snapshot, since: time };
    },
    'goal.queue.changed': (session, { objectives }) => {
      session.goalQueue = objectives;
    },
    'turn.started': ({ goal: live }, { agentId, promptId, origin }) => {
      if (!live || agentId !== 'main') return;
      if (promptId !== undefined) live.awaitsPrompt = false;
      live.calls = 0;
      live.counted = 0;
      live.continuing = origin.kind === 'system_trigger' && origin.name === 'goal_continuation';
    },
    'tool.call.started': ({ goal: live }, { agentId }) => {
      if (live && agentId === 'main') live.calls += 1;
    },
  },
  tables(db) {
    const set = db.prepare('UPDATE sessions SET goal = ? WHERE key = ?');
    const queue = db.prepare('UPDATE sessions SET goal_queue = ? WHERE key = ?');
    return {
      'goal.updated': ({ key, time }, { snapshot }) =>
        void set.run(snapshot === null ? null : JSON.stringify({ snapshot, since: time }), key),
      'goal.queue.changed': ({ key }, { objectives }) => void queue.run(JSON.stringify(objectives), key),
    };
  },
  load(db) {
    const read = createGoalReader(db);
    return {
      session(session) {
        const { goal: stored, goalQueue } = read(session.ref.key);
        if (stored) session.goal = { ...unused, counted: 0, ...stored };
        session.goalQueue = goalQueue;
      },
    };
  },
  // no `fork`: a goal stays with the original session
} satisfies Fact;

export interface StoredGoal {
  goal?: Pick<LiveGoal, 'snapshot' | 'since'>;
  goalQueue: string[];
}

export function createGoalReader(db: Db): (key: number) => StoredGoal {
  const row = db.prepare<[number], { goal: string | null; goal_queue: string }>(
    'SELECT goal, goal_queue FROM sessions WHERE key = ?',
  );
  return (key) => {
    const { goal: stored = null, goal_queue: queue = '[]' } = row.get(key) ?? {};
    return {
      ...(stored === null ? {} : { goal: JSON.parse(stored) as { snapshot: GoalSnapshot; since: number } }),
      goalQueue: JSON.parse(queue) as string[],
    };
  };
}

/** Output tokens of the main agent's running turn, or of its last turn when none runs. */
export function spentByTurn(session: LiveSession): number {
  return session.agents.get('main')?.usage.turn?.output ?? 0;
}
