/** The items of the status line, and which of them stay when there is little room. */
import { expect, test } from '@jest/globals';
import type { SessionState } from '../../client/session/state.js';
import { fittingItems, type StatusFacts, statusItems } from '../../client/view/status.js';
import type { TranscriptItem } from '../../schemas/generated/types.js';

/** A state of a session as plain data. */
function stateWith(more: Partial<SessionState> = {}): SessionState {
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

function withItems(items: readonly TranscriptItem[], more: Partial<SessionState> = {}): SessionState {
  const state = stateWith(more);
  return { ...state, timeline: { ...state.timeline, items } };
}

const base = stateWith();
const settings = (more: Partial<SessionState['settings']>) => ({ settings: { ...base.settings, ...more } });
const usage = (more: Partial<SessionState['usage']>) => ({ usage: { ...base.usage, ...more } });
const task = (state: 'running' | 'completed', detached: boolean) =>
  ({ taskId: 't', kind: 'shell', state, detached, outputTail: '' }) as const;
const item = (name: string, state: Partial<SessionState>, facts?: StatusFacts) =>
  statusItems(stateWith(state), facts).flatMap((each) => (each.name === name ? [`${each.text} ${each.tone}`] : []));

test('a session shows its model and where it is, and nothing that there is not', () => {
  expect(statusItems(base).map(({ name, text }) => [name, text])).toEqual([
    ['model', 'work/large · high'],
    ['cwd', '/home/ada/project'],
  ]);
  expect(statusItems({ ...base, session: undefined }).map(({ name }) => name)).toEqual(['model']);
});

test.each<[string, Partial<SessionState>, StatusFacts | undefined, string[]]>([
  ['mode', settings({ permissionMode: 'manual' }), {}, []],
  ['mode', settings({ permissionMode: 'auto' }), {}, ['auto warning']],
  ['mode', settings({ permissionMode: 'yolo', planMode: true }), {}, ['plan warning', 'yolo error']],
  ['model', settings({ thinking: 'off' }), { modelName: 'Large' }, ['Large plain']],
  ['model', settings({ model: '', thinking: '' }), {}, ['no model plain']],
  ['goal', { goal: { objective: 'x', status: 'active' } }, {}, ['goal active plain']],
  ['goal', { goal: { objective: 'x', status: 'blocked' } }, {}, ['goal blocked warning']],
  ['tasks', { tasks: [task('running', true), task('running', false), task('completed', true)] }, {}, ['1 task plain']],
  ['tasks', { tasks: [task('running', true), task('running', true)] }, {}, ['2 tasks plain']],
  ['cost', usage({ costUsd: 0.42 }), {}, ['$0.42 plain']],
  ['cost', usage({ costUsd: 0.42 }), { budget: { usd: 2, warnRatio: 0.8 } }, ['$0.42/$2.00 plain']],
  ['cost', usage({ costUsd: 1.7 }), { budget: { usd: 2, warnRatio: 0.8 } }, ['$1.70/$2.00 warning']],
  ['cost', usage({ costUsd: 2 }), { budget: { usd: 2, warnRatio: 0.8 } }, ['$2.00/$2.00 error']],
  ['cost', {}, { budget: { usd: 2, warnRatio: 0.8 } }, []],
  ['waiting', {}, { waiting: 3 }, ['3 waiting warning']],
  ['waiting', {}, { waiting: 0 }, []],
  ['cwd', {}, { home: '/home/ada' }, ['~/project plain']],
  ['git', {}, { git: { branch: 'main', isDirty: true } }, ['main* plain']],
  ['git', {}, { git: { branch: '', isDirty: false } }, []],
  ['context', usage({ contextTokens: 8_000, maxContextTokens: 64_000 }), {}, ['13% 8k/64k plain']],
  ['context', usage({ contextTokens: 8_000 }), {}, ['8k plain']],
  ['context', usage({ contextTokens: 69_999, maxContextTokens: 100_000 }), {}, ['70% 70k/100k plain']],
  ['context', usage({ contextTokens: 70_000, maxContextTokens: 100_000 }), {}, ['70% 70k/100k warning']],
  ['context', usage({ contextTokens: 84_999, maxContextTokens: 100_000 }), {}, ['85% 85k/100k warning']],
  ['context', usage({ contextTokens: 85_000, maxContextTokens: 100_000 }), {}, ['85% 85k/100k compaction soon error']],
  ['context', usage({ contextTokens: 0, maxContextTokens: 100_000 }), {}, []],
])('%s %#', (name, state, facts, expected) => expect(item(name, state, facts)).toEqual(expected));

test('the turns of a goal are those that its last change names', () => {
  const marker = (turnsUsed: number) =>
    ({ kind: 'marker', markerId: `m${turnsUsed}`, marker: 'goal', payload: { snapshot: { turnsUsed } } }) as const;
  const state = withItems([marker(2), marker(3), { kind: 'marker', markerId: 'm9', marker: 'skill' }], {
    goal: { objective: 'x', status: 'active' },
  });
  expect(statusItems(state).find(({ name }) => name === 'goal')?.text).toBe('goal active 3 turns');
});

test('a long path is shortened in its middle', () => {
  const { session } = base;
  const long = stateWith({
    session: session && { ...session, metadata: { cwd: `/home/ada/${'deep/'.repeat(30)}end` } },
  });
  const text = statusItems(long).find(({ name }) => name === 'cwd')?.text ?? '';
  expect(text).toMatch(/^\/home\/ada.*….*deep\/end$/);
  expect(text).toHaveLength(40);
});

test('items drop from the right, the model and then the mode last', () => {
  const items = statusItems(
    stateWith({ ...settings({ planMode: true }), tasks: [task('running', true)], ...usage({ costUsd: 1 }) }),
    { git: { branch: 'main', isDirty: false } },
  );
  const names = (count: number) => fittingItems(items, (kept) => kept.length <= count).map(({ name }) => name);
  expect(names(9)).toEqual(['mode', 'model', 'tasks', 'cost', 'cwd', 'git']);
  expect(names(4)).toEqual(['mode', 'model', 'tasks', 'cost']);
  expect(names(2)).toEqual(['mode', 'model']);
  expect(names(1)).toEqual(['mode']);
  expect(names(0)).toEqual([]);
});
