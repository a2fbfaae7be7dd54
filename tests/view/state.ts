/** A state of a session as plain data, for the parts of the view that read one. */
import type { SessionState } from '../../client/session/state.js';
import type { TranscriptItem } from '../../schemas/generated/types.js';

export function stateWith(more: Partial<SessionState> = {}): SessionState {
  return {
    id: 'session_01jn8q5j0c9m4v7x2b6k3t8w1y',
    connection: 'live',
    isLoaded: true,
    isGone: false,
    owner: undefined,
    session: {
      id: 'session_01jn8q5j0c9m4v7x2b6k3t8w1y',
      workspace_id: 'wd_project_0123456789ab',
      title: 'The  date\ntest',
      title_kind: 'generated',
      created_at: '2026-03-01T14:23:05.000Z',
      archived: false,
      busy: false,
      main_turn_active: false,
      pending_interaction: 'none',
      runtime_id: 'local',
      metadata: { cwd: '/home/ada/project' },
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_read_tokens: 0,
        cache_creation_tokens: 0,
        context_tokens: 0,
        turn_count: 0,
      },
    },
    settings: {
      model: 'work/large',
      thinking: 'high',
      permissionMode: 'manual',
      planMode: false,
      runtime: { runtime_id: 'local', profile: 'full', enforced: false },
    },
    phase: undefined,
    timeline: { items: [], hasOlder: false, attachments: new Map(), prompts: new Map() },
    approvals: [],
    questions: [],
    queue: { active: null, queued: [], isPaused: false },
    outgoing: [],
    usage: { tokens: undefined, contextTokens: undefined, maxContextTokens: undefined, costUsd: undefined },
    todos: [],
    goal: undefined,
    planReviewPath: undefined,
    tasks: [],
    agents: [],
    mcpServers: [],
    fileChanges: 0,
    ...more,
  };
}

export function withItems(items: readonly TranscriptItem[], more: Partial<SessionState> = {}): SessionState {
  const state = stateWith(more);
  return { ...state, timeline: { ...state.timeline, items } };
}
