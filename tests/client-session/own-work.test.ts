/** Which events of a session a run of `agent -p` counts as its own, and when the run is over. */
import { describe, expect, test } from '@jest/globals';
import type { EventFrame } from '../../client/api/stream.js';
import { followPrompt, type Missed } from '../../client/session/follow-prompt.js';
import { createOwnWork, type OwnWork } from '../../client/session/own-work.js';

type Recorded = [type: string, payload?: object, agentId?: string];

const frame = ([type, payload, agentId = 'main']: Recorded): EventFrame =>
  ({ type, seq: 1, session_id: 's', timestamp: '', payload: { agentId, ...payload } }) as unknown as EventFrame;

const began = (turnId: number, promptId?: string, kind = 'user'): Recorded => [
  'turn.started',
  { turnId, origin: { kind }, ...(promptId !== undefined && { promptId }) },
];
const ended = (turnId: number, reason = 'completed'): Recorded => ['turn.ended', { turnId, reason }];
const idle: Recorded = ['event.session.work_changed', { busy: false, main_turn_active: false }];
const task = (taskId: string, more: object = {}): object => ({ info: { kind: 'process', taskId, ...more } });
const goal = (status: string, kind = 'lifecycle'): Recorded => [
  'goal.updated',
  { snapshot: { status }, change: { kind, status } },
];

function after(recorded: Recorded[], pursues = false): OwnWork & { shown: string[] } {
  const work = createOwnWork('mine', { pursues });
  const shown: string[] = [];
  for (const each of recorded) {
    if (work.note(frame(each))) shown.push(each[0]);
    if (each[0] === 'prompt.completed') work.promptIsOver();
  }
  return Object.assign(work, { shown });
}
const over: Recorded = ['prompt.completed', { promptId: 'mine' }];
const ownTurn: Recorded[] = [began(1, 'mine'), ended(1), idle, over];

describe('turns', () => {
  test('those that were not requested are its own once the prompt is over', () => {
    const work = after([began(1), ended(1), began(2, 'mine'), ended(2), over, began(3, undefined, 'task')]);
    expect([work.facts.further, work.hasTurn('steer'), work.shown]).toEqual([
      1,
      true,
      ['turn.started', 'turn.ended', 'prompt.completed', 'turn.started'],
    ]);
  });

  test.each([
    ["another client's prompt", began(2, 'theirs')],
    ["another client's retry", began(2, undefined, 'retry')],
  ])('%s is not', (_name, turn) => {
    const work = after([...ownTurn, turn, ['assistant.delta', { turnId: 2, delta: 'x' }]]);
    expect([
      work.facts.further,
      work.hasTurn('steer'),
      work.facts.running?.own === false,
      work.continues('steer'),
    ]).toEqual([0, false, true, false]);
    expect(work.shown).not.toContain('assistant.delta');
  });

  test('one that began before the session was followed is its own once the prompt was steered into it', () => {
    const steered: Recorded = ['prompt.steered', { promptIds: ['mine'], activePromptId: 'theirs' }];
    const later: Recorded = ['turn.step.started', { turnId: 4 }];
    const work = after([later, steered, later, ['tool.call.started', { turnId: 4 }], ended(4)]);
    expect([work.facts.promptId, work.facts.lastEnd, work.shown]).toEqual([
      'theirs',
      'completed',
      ['turn.step.started', 'tool.call.started', 'turn.ended'],
    ]);
  });

  test('one that follows at once is waited for, though it has not begun', () => {
    const [turn, end] = ownTurn;
    expect(after([turn as Recorded, end as Recorded, over]).hasTurn('drain')).toBe(true);
    expect(after(ownTurn).hasTurn('drain')).toBe(false);
  });

  test.each([
    ['completed', undefined, 'completed'],
    ['failed', 'error', 'failed'],
    ['blocked', 'blocked', 'blocked'],
    ['cancelled', 'user_cancelled', 'aborted'],
    ['cancelled', 'aborted', 'stopped'],
  ])('the end %s, %s counts as %s', (reason, interruptReason, end) => {
    expect(after([began(1, 'mine'), ['turn.ended', { turnId: 1, reason, interruptReason }]]).facts.lastEnd).toBe(end);
  });
});

describe('tasks', () => {
  const started = (id: string, agentId?: string): Recorded => ['task.started', task(id), agentId];
  const over = (id: string, agentId?: string, more: object = {}): Recorded => [
    'task.terminated',
    task(id, more),
    agentId,
  ];
  const child = (id: string, caller = 'main'): Recorded => ['subagent.spawned', { subagentId: id }, caller];

  test('of its turns, and of the agents they call', () => {
    const work = after([
      began(1, 'mine'),
      started('a'),
      child('agent_1'),
      child('agent_2', 'agent_1'),
      started('b', 'agent_1'),
      started('c', 'agent_2'),
      started('d', 'agent_9'),
      ['task.started', task('e', { kind: 'question' })],
    ]);
    expect([...work.facts.tasks.keys()]).toEqual(['a', 'b', 'c']);
    expect(work.shown.filter((type) => type === 'task.started')).toHaveLength(3);
  });

  test('not of the turns of others', () => {
    const work = after([...ownTurn, began(2, 'theirs'), started('a'), child('agent_1'), started('b', 'agent_1')]);
    expect([work.facts.tasks.size, work.facts.began, work.shown.includes('task.started')]).toEqual([0, false, false]);
  });

  test.each([
    ['steer', true, true],
    ['drain', true, false],
    ['exit', false, false],
  ] as const)('%s: while it runs %s, after its end in an idle session %s', (mode, running, afterwards) => {
    const work = after([began(1, 'mine'), started('a'), ended(1), idle]);
    expect(work.continues(mode)).toBe(running);
    work.note(frame(over('a')));
    expect(work.continues(mode)).toBe(afterwards);
    work.note(frame(began(2, undefined, 'task')));
    work.note(frame(ended(2)));
    work.note(frame(idle));
    expect(work.continues(mode)).toBe(false);
  });

  test.each([
    ['that its agent knows of', over('a', 'main', { terminalNotificationSuppressed: true })],
    ['of another agent', over('b', 'agent_1')],
    ['in a running turn', over('a')],
  ])('an end %s begins no turn', (name, end) => {
    const before: Recorded[] = [began(1, 'mine'), started('a'), child('agent_1'), started('b', 'agent_1')];
    const rest: Recorded[] = name === 'in a running turn' ? [end, ended(1), idle] : [ended(1), idle, end];
    expect(after([...before, ...rest]).hasTurn('steer')).toBe(false);
  });
});

describe('goals and jobs', () => {
  test.each<[string, Recorded[], boolean]>([
    ['set by a turn', [began(1, 'mine'), goal('active'), ended(1), idle], true],
    ['of another client', [...ownTurn, goal('active')], false],
    [
      'used up some more',
      [began(1, 'mine'), ['goal.updated', { snapshot: { status: 'active' } }], ended(1), idle],
      false,
    ],
    ['blocked', [began(1, 'mine'), goal('active'), ended(1), idle, goal('blocked')], false],
    ['complete, but not reported yet', [began(1, 'mine'), goal('active'), goal('complete'), ended(1), idle], true],
  ])('a goal %s', (_name, recorded, goesOn) => {
    expect(after(recorded).continues('exit')).toBe(goesOn);
  });

  test('the goal of the prompt is its own from the beginning', () => {
    expect(after([goal('active'), ...ownTurn], true).continues('exit')).toBe(true);
  });

  test('a job that fires once, until it has', () => {
    const job = (change: string, more: object = {}): Recorded => [
      'cron.changed',
      { change, job: { id: 'j', recurring: false, ...more } },
    ];
    expect(after([began(1, 'mine'), job('created', { recurring: true }), ended(1), idle]).continues('exit')).toBe(
      false,
    );
    expect(after([...ownTurn, job('created')]).continues('exit')).toBe(false);
    const work = after([began(1, 'mine'), job('created'), ended(1), idle]);
    expect(work.continues('exit')).toBe(true);
    work.note(frame(['cron.fired', { origin: { kind: 'cron_job', jobId: 'j' }, prompt: 'x' }]));
    work.note(frame(job('expired')));
    expect([work.continues('exit'), work.hasTurn('exit')]).toEqual([true, true]);
  });
});

describe('events that were missed', () => {
  const facts = (more: object = {}, session: object = {}): Missed =>
    ({
      snapshot: { session: { main_turn_active: false, ...session }, prompts: { active: null, queued: [] } },
      tasks: new Set(),
      jobs: new Set(),
      goal: null,
      ...more,
    }) as unknown as Missed;
  const show = () => Promise.resolve();

  test('what is not there any more is over', async () => {
    const follower = followPrompt(show);
    follower.begin('mine', false);
    for (const each of [
      began(1, 'mine'),
      ['task.started', task('a')],
      ['task.started', task('b')],
      goal('active'),
    ] as Recorded[])
      void follower.frame(frame(each));
    follower.missed(facts({ tasks: new Set(['b']) }, { last_turn_reason: 'completed' }));
    expect(await follower.ended).toBe('lost');
    expect([...(follower.work?.facts.tasks.keys() ?? [])]).toEqual(['b']);
    expect(follower.work?.facts.goal).toEqual({ status: 'complete', reason: undefined, gone: true });
    follower.missed(facts());
    expect(await follower.until((work) => (work.continues('steer') ? undefined : 'over'))).toBe('over');
  });

  test('also when that was before the prompt had its id', async () => {
    const follower = followPrompt(show);
    void follower.frame(frame(began(1, 'mine')));
    follower.missed(facts({}, { last_turn_reason: 'failed' }));
    follower.begin('mine', false);
    expect(await follower.ended).toBe('failed');
  });

  test('a prompt that was steered into a turn without one ends with that', async () => {
    const follower = followPrompt(show);
    follower.begin('mine', false);
    void follower.frame(frame(began(4, undefined, 'task')));
    void follower.frame(frame(['prompt.steered', { promptIds: ['mine'], activePromptId: '' }]));
    void follower.frame(frame(ended(4)));
    expect(await follower.ended).toBe('completed');
  });
});
