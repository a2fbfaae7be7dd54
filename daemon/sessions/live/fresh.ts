/** A session in memory at the moment it is made: what loading it from storage would give, without reading. */
import type { LiveAgent, LiveSession } from './state.js';

type Given = Pick<LiveSession, 'ref' | 'workspaceId' | 'cwd' | 'mode' | 'launchRules' | 'launchEnv' | 'clientType'>;

/** `now` in epoch milliseconds. */
export function freshSession(given: Given, now: number): LiveSession {
  return {
    ...given,
    workspace: [given.cwd],
    model: { alias: '', named: false },
    rules: [],
    archived: false,
    agents: new Map([['main', freshAgent('main', 'main')]]),
    waits: new Map(),
    work: { busy: false, main_turn_active: false, pending_interaction: 'none' },
    lastSeq: 0,
    loadedAt: now,
    lastUsedAt: now,
    closing: false,
    dead: false,
  };
}

function freshAgent(id: string, kind: LiveAgent['kind']): LiveAgent {
  return {
    id,
    kind,
    entries: [],
    memory: { todos: [], plan: { active: false }, seen: new Map() },
    tools: { disabled: [] },
    noted: {},
    lastTurn: 0,
    queue: [],
    paused: false,
    steered: [],
    usedCalls: new Set(),
    touched: [],
    counts: { assistantMessages: 0, sinceTodo: 0, sincePlanNote: 0 },
    usage: { byModel: {} },
  };
}
