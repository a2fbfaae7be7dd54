/** Creates a new session in memory, with the state that loading it from storage would give. */
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { gaugeOf } from '../../agent/fill.js';
import type { LiveAgent, LiveSession } from './state.js';

type Given = Pick<
  LiveSession,
  | 'ref'
  | 'workspaceId'
  | 'cwd'
  | 'mode'
  | 'runtimeId'
  | 'launchRules'
  | 'launchEnv'
  | 'givenServers'
  | 'skillsDirs'
  | 'clientType'
>;

/** `binding` of the main agent; `now` in epoch milliseconds. */
export function freshSession(given: Given, binding: AgentBinding, now: number): LiveSession {
  return {
    ...given,
    workspace: [given.cwd],
    model: { alias: '', named: false },
    rules: [],
    launchDenials: [],
    archived: false,
    agents: new Map([['main', freshAgent('main', 'main', binding)]]),
    waits: new Map(),
    tasks: new Map(),
    detachable: new Map(),
    shells: new Map(),
    terminals: new Map(),
    open: { turns: new Set(), tasks: new Set(), compactions: new Set() },
    calls: new Map(),
    nextAgent: 1,
    goalQueue: [],
    jobs: new Map(),
    work: { busy: false, main_turn_active: false, pending_interaction: 'none' },
    lastSeq: 0,
    loadedAt: now,
    lastUsedAt: now,
    closing: false,
    dead: false,
  };
}

/** An agent without any history. */
export function freshAgent(id: string, kind: LiveAgent['kind'], binding: AgentBinding): LiveAgent {
  return {
    id,
    kind,
    depth: 0,
    binding,
    entries: [],
    memory: { todos: [], plan: { active: false }, seen: new Map() },
    tools: { disabled: [] },
    noted: {},
    earlierSkills: [],
    gauge: gaugeOf([]),
    listed: '',
    lastTurn: 0,
    queue: [],
    paused: false,
    inbox: [],
    unattended: false,
    onSteer: new Set(),
    steered: [],
    usedCalls: new Set(),
    touched: [],
    takenBack: [],
    counts: { assistantMessages: 0, sinceTodo: 0, sincePlanNote: 0 },
    waited: { open: 0, since: 0, total: 0 },
    usage: { byModel: {} },
  };
}
