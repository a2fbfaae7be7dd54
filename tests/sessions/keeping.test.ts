/** Which agents leave memory, and when. */
import { beforeEach, expect, test } from '@jest/globals';
import { builtinBindings } from '../../daemon/agent/profiles.js';
import { freshAgent } from '../../daemon/sessions/live/fresh.js';
import { createAgentMemory, type AgentMemory } from '../../daemon/sessions/agents/agentmemory.js';
import type { LiveAgent, LiveSession } from '../../daemon/sessions/live/state.js';
import { sessionAtStart } from './fresh.fixture.js';

const now = 1_000_000;
let session: LiveSession;
let keeping: AgentMemory;
let recorded: string[];
beforeEach(() => {
  recorded = [];
  session = sessionAtStart({ key: 1, id: 's', epoch: 'e' }, now);
  keeping = createAgentMemory({
    now: () => now,
    record: (_session, events) => recorded.push(...events.map((event) => `${event.type} ${event.agentId}`)),
    loader: {
      agent: (_ref, id) => (id === 'agent_9' ? freshAgent(id, 'sub', builtinBindings.plan) : undefined),
      reread: () => undefined,
    },
    tasks: { recall: (_session, agent) => recorded.push(`recall ${agent.id}`) },
  });
});

function add(id: string, doneFor: number, change: Partial<LiveAgent> = {}): void {
  session.agents.set(id, {
    ...freshAgent(id, 'sub', builtinBindings.coder),
    endedAt: now - doneFor,
    ...change,
  });
}

test('those that have been done for a minute; side agents without a word, main never', () => {
  add('agent_1', 60_001);
  add('agent_2', 59_000);
  add('agent_3', 90_000, { kind: 'independent' });
  // left memory before, and was only loaded to be read
  add('agent_4', 90_000, { disposed: true });
  keeping.tidy(session);
  expect([...session.agents.keys()]).toEqual(['main', 'agent_2']);
  expect(recorded).toEqual(['agent.disposed agent_1']);
});

test('not those with something to do, to wait for, or to be waited for by', () => {
  const call = { type: 'coder', callId: 'c', background: false, taskId: 't', description: '', startedAt: 0 };
  add('agent_1', 90_000, { turn: {} as never });
  add('agent_2', 90_000, { queue: [{} as never] });
  add('agent_3', 90_000, { inbox: [{} as never] });
  add('agent_4', 90_000);
  add('agent_5', 90_000);
  add('agent_6', 90_000);
  session.calls.set('agent_4', { ...call, agentId: 'agent_4', callerId: 'agent_5' });
  session.tasks.set('bash-1', { agentId: 'agent_6' } as never);
  keeping.tidy(session);
  expect(session.agents.size).toBe(7);
  expect(recorded).toEqual([]);
});

test('what storage knows of ended tasks does not keep an agent, and comes back with it', () => {
  add('agent_1', 90_000, { inbox: [{ taskId: 'bash-1' } as never] });
  keeping.tidy(session);
  expect(session.agents.has('agent_1')).toBe(false);
  expect(keeping.find(session, 'agent_9')?.id).toBe('agent_9');
  expect(recorded).toEqual(['agent.disposed agent_1', 'recall agent_9']);
  expect(keeping.find(session, 'agent_8')).toBeUndefined();
});

test('the oldest go when there are more than sixteen', () => {
  for (let n = 1; n <= 18; n += 1) add(`agent_${n}`, n * 100);
  keeping.makeRoom(session);
  expect(recorded).toEqual(['agent.disposed agent_18', 'agent.disposed agent_17']);
});
