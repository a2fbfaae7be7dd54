/** The final lines of a session: each appears once and in order, whatever comes when (tui.md 3.3). */
import { describe, expect, test } from '@jest/globals';
import type {
  TranscriptFrame,
  TranscriptInteraction,
  TranscriptItem,
  TranscriptMarker,
  TranscriptStep,
  TranscriptTask,
  TranscriptTurn,
} from '../../schemas/generated/types.js';
import type { SessionState } from '../../client/session/state.js';
import { plainLine } from '../../client/tui/text/line.js';
import { createCommits, type Commits, type CommitsDeps } from '../../client/tui/transcript/commits.js';

type Given = Partial<Pick<SessionState, 'tasks' | 'approvals' | 'questions' | 'todos'>>;

function state(items: TranscriptItem[], more: Given = {}): SessionState {
  const timeline = { items, hasOlder: false, attachments: new Map(), prompts: new Map() };
  // the lines depend on nothing else
  return {
    isLoaded: true,
    timeline,
    tasks: [],
    approvals: [],
    questions: [],
    todos: [],
    ...more,
  } as unknown as SessionState;
}

function turn(ordinal: number, frames: TranscriptFrame[][], more: Partial<TranscriptTurn> = {}): TranscriptTurn {
  const turnId = `t${ordinal}`;
  const isOver = more.state !== undefined && more.state !== 'running';
  const steps = frames.map((each, at): TranscriptStep => ({
    kind: 'step',
    stepId: `${turnId}.${at + 1}`,
    turnId,
    ordinal: at + 1,
    state: at < frames.length - 1 || isOver ? 'completed' : 'running',
    frames: each,
  }));
  return {
    kind: 'turn',
    turnId,
    ordinal,
    state: 'running',
    origin: { kind: 'user' },
    prompt: `prompt ${ordinal}`,
    steps,
    ...more,
  };
}

const text = (id: string, said: string): TranscriptFrame => ({
  kind: 'text',
  frameId: id,
  role: 'assistant',
  text: said,
});
const bash = (id: string, done: boolean, more: object = {}): TranscriptFrame => ({
  kind: 'tool',
  frameId: id,
  toolCallId: id,
  name: 'Bash',
  state: done ? 'done' : 'running',
  display: { kind: 'command', command: `run ${id}` },
  ...(done && { resultDisplay: { kind: 'command_output', exit_code: 0, stdout: `out of ${id}\n`, stderr: '' } }),
  ...more,
});

let interactions: Map<string, TranscriptInteraction>;

function open(more: Partial<CommitsDeps> = {}): Commits {
  interactions = new Map();
  return createCommits({
    layout: () => ({
      width: 60,
      height: 24,
      isWrapped: true,
      hyperlinks: false,
      toolLines: 3,
      thinking: 'line',
      places: { cwd: '/project' },
    }),
    isOwn: (id) => id === 'mine',
    isOwnShell: (id) => id === 'mine',
    isDecidedHere: (id) => id === 'here',
    interaction: (id) => interactions.get(id),
    now: () => 0,
    ...more,
  });
}

const lines = (commits: Commits, now: SessionState): string[] => commits.take(now).map(plainLine);

describe('a turn that runs', () => {
  test('gives the prompt, each block when it is closed, and nothing twice', () => {
    const commits = open();
    lines(commits, state([]));
    expect(lines(commits, state([turn(1, [], { triggerPromptId: 'mine' })]))).toEqual(['> prompt 1']);
    expect(lines(commits, state([turn(1, [[text('a', 'One.\n\nTwo\nan')]])]))).toEqual(['', 'One.']);
    expect(lines(commits, state([turn(1, [[text('a', 'One.\n\nTwo\nan')]])]))).toEqual([]);
    const done = state([turn(1, [[text('a', 'One.\n\nTwo\nand more.')]], { state: 'completed' })]);
    expect(lines(commits, done)).toEqual(['', 'Two', 'and more.']);
    expect(lines(commits, done)).toEqual([]);
  });

  test('says that a prompt came from elsewhere', () => {
    const commits = open();
    lines(commits, state([]));
    expect(lines(commits, state([turn(1, [], { triggerPromptId: 'other' })]))).toEqual(['> prompt 1 (elsewhere)']);
  });

  test('a skill that the prompt calls stands below it, also when the answer is there at once', () => {
    const commits = open();
    lines(commits, state([]));
    const skill = (id: string, trigger: string): TranscriptItem => ({
      kind: 'marker',
      markerId: id,
      marker: 'skill',
      payload: { skillName: id, trigger },
    });
    const items = [turn(1, [[text('a', 'Yes.')]], { state: 'completed' }), skill('mine', 'user-slash')];
    const shown = ['> prompt 1', '', 'Skill mine loaded.', '', 'Yes.'];
    expect(lines(commits, state([...items, skill('other', 'model-tool')]))).toEqual([
      ...shown,
      '',
      'Skill other loaded.',
    ]);
    expect(lines(open(), state(items))).toEqual(shown);
  });

  test('names files from the directory of the session, and leaves out what only the model reads', () => {
    const commits = open();
    lines(commits, state([]));
    const edit = bash('a', true, {
      name: 'Write',
      display: { kind: 'file_io', operation: 'write', path: '/project/src/a.ts' },
      resultDisplay: { kind: 'diff', path: '/project/src/a.ts', before: '', after: 'one\n' },
    });
    const plan = bash('b', true, {
      name: 'EnterPlanMode',
      display: { kind: 'generic', summary: 'Enter plan mode' },
      resultDisplay: { kind: 'text', text: 'Plan mode is on.' },
    });
    const failed = { ...plan, frameId: 'c', toolCallId: 'c', state: 'error', error: 'It is on.' } as typeof plan;
    expect(lines(commits, state([turn(1, [[edit, plan, failed]])]))).toEqual([
      '> prompt 1',
      '',
      '● Write  src/a.ts',
      '     1 + one',
      '● EnterPlanMode  Enter plan mode',
      expect.stringMatching(/^● EnterPlanMode {2}Enter plan mode +error$/),
      expect.stringContaining('Plan mode is on.'),
    ]);
  });

  test('keeps the calls of a step in their order', () => {
    const commits = open();
    lines(commits, state([]));
    const early = state([turn(1, [[bash('a', false), bash('b', true)]])]);
    expect(lines(commits, early)).toEqual(['> prompt 1']);
    expect(commits.running.map(({ toolCallId }) => toolCallId)).toEqual(['a']);
    expect(lines(commits, state([turn(1, [[bash('a', true), bash('b', true)]])]))).toEqual([
      '',
      '● Bash  run a',
      '  out of a',
      '● Bash  run b',
      '  out of b',
    ]);
    expect(commits.running).toEqual([]);
  });

  test('shows the end of long output, and how much is hidden', () => {
    const commits = open();
    lines(commits, state([]));
    const stdout = Array.from({ length: 9 }, (_, at) => `line ${at}\n`).join('');
    const frame = bash('a', true, { resultDisplay: { kind: 'command_output', exit_code: 2, stdout, stderr: '' } });
    const said = lines(commits, state([turn(1, [[frame]])]));
    expect(said[2]).toMatch(/^● Bash {2}run a +exit 2$/);
    expect(said.slice(3)).toEqual(['  … +6 lines (Ctrl-O)', '  line 6', '  line 7', '  line 8']);
  });

  test.each([
    ['cancelled', undefined, 'Interrupted.'],
    ['failed', 'no such model', 'Error: no such model'],
  ] as const)('ends %s', (ending, error, said) => {
    const commits = open();
    lines(commits, state([]));
    const over = turn(1, [[text('a', 'half')]], { state: ending, ...(error !== undefined && { error }) });
    expect(lines(commits, state([over]))).toEqual(
      ['> prompt 1', '', 'half', said].flatMap((row) => (row === said ? ['', row] : [row])),
    );
  });

  test('a restart cuts it off: what was said stays, and is named', () => {
    const commits = open();
    lines(commits, state([]));
    lines(commits, state([turn(1, [[text('a', 'One.\n\nand\nhalf of')]])]));
    const over = turn(1, [[]], { state: 'failed', error: 'the program ended' });
    expect(lines(commits, state([over]))).toEqual([
      '',
      'and',
      'half of',
      '',
      'The answer above was cut off by a restart.',
      'Error: the program ended',
    ]);
  });

  test('a request that fails for good after text: the text stays, and no restart is blamed', () => {
    const commits = open();
    lines(commits, state([]));
    lines(commits, state([turn(1, [[text('a', 'Half of')]])]));
    const over = turn(1, [[]], { state: 'failed', error: 'the connection was lost' });
    over.steps[0] = { ...(over.steps[0] as TranscriptStep), state: 'failed', endReason: 'error' };
    expect(lines(commits, state([over]))).toEqual([
      '',
      'Half of',
      '',
      'The answer above broke off.',
      'Error: the connection was lost',
    ]);
  });

  test.each([
    ['auth.token_unauthorized', ['Set up models with /login or /provider, then /retry.']],
    ['provider.quota', ['Choose another model with /model, then /retry.']],
    ['provider.rate_limit', ['Try again with /retry.']],
    ['provider.filtered', []],
  ])('the error of a failed turn is said once, and %s has its way out', (code, wayOut) => {
    const failed = turn(1, [[]], { state: 'failed', error: 'it failed' });
    const notice = (message: string): TranscriptItem => ({
      kind: 'marker',
      markerId: `m${message}`,
      marker: 'notice',
      payload: { level: 'error', event: 'error', code, message },
      at: '2026-01-01T00:00:00.000Z',
    });
    const commits = open();
    lines(commits, state([]));
    lines(commits, state([failed]));
    expect(lines(commits, state([failed, notice('it failed')]))).toEqual(wayOut);
    expect(lines(commits, state([failed, notice('it failed'), notice('another')]))).toEqual(['another']);
    const history = open();
    expect(lines(history, state([failed, notice('it failed')])).slice(-1)).toEqual(
      wayOut.length > 0 ? wayOut : ['Error: it failed'],
    );
    expect(lines(open(), state([failed, notice('it failed'), turn(2, [[]])])).join()).not.toContain('/retry');
  });

  test('a request that is sent again says so once, and its text is said again', () => {
    const commits = open();
    lines(commits, state([]));
    lines(commits, state([turn(1, [[text('a', 'First.\n\nSec\n')]])]));
    const retried = turn(1, [[]]);
    const retry = {
      failedAttempt: 1,
      nextAttempt: 2,
      maxAttempts: 10,
      delayMs: 5,
      errorName: 'x',
      errorMessage: 'overloaded',
    };
    retried.steps[0] = { ...(retried.steps[0] as TranscriptStep), retry };
    const notice = 'Retrying (2/10): overloaded. The text above is said again.';
    expect(lines(commits, state([retried]))).toEqual(['', notice]);
    expect(lines(commits, state([retried]))).toEqual([]);
    expect(lines(commits, state([turn(1, [[text('a', 'First.\n\nMore.\n\nLa\n')]])]))).toEqual([
      '',
      'First.',
      '',
      'More.',
    ]);
  });

  test('a text that turns out otherwise is shown whole once more', () => {
    const commits = open();
    lines(commits, state([]));
    lines(commits, state([turn(1, [[text('a', 'It is one.\n\nAnd\n')]])]));
    const over = turn(1, [[text('a', 'It is two.')]], { state: 'completed' });
    expect(lines(commits, state([over]))).toEqual(['', 'The answer was replaced by this one:', '', 'It is two.']);
  });
});

describe('beside the turns', () => {
  const task = (more: Partial<TranscriptTask>): TranscriptTask => ({
    taskId: 'bash-1',
    kind: 'shell',
    state: 'running',
    detached: true,
    description: 'make all',
    outputTail: '',
    ...more,
  });
  const reference = { kind: 'taskref', refId: 'ref-bash-1', taskId: 'bash-1' } as const;

  test('a background task is named at its start and its end', () => {
    const commits = open();
    lines(commits, state([]));
    expect(lines(commits, state([reference], { tasks: [task({})] }))).toEqual(['Task bash-1 started: make all']);
    const over = task({ state: 'failed', error: 'exit code 2', outputTail: 'a\nb\nc\nd\n' });
    expect(lines(commits, state([reference], { tasks: [over] }))).toEqual([
      'Task bash-1 failed (exit code 2): make all',
      '  b',
      '  c',
      '  d',
    ]);
  });

  test('a task that a running turn starts does not end the turn here', () => {
    const commits = open();
    lines(commits, state([]));
    const running = turn(1, [[bash('a', false)]]);
    expect(lines(commits, state([running, reference], { tasks: [task({})] }))).toEqual([
      '> prompt 1',
      '',
      'Task bash-1 started: make all',
    ]);
    const over = turn(1, [[bash('a', true)]], { state: 'completed' });
    expect(lines(commits, state([over, reference], { tasks: [task({})] }))).toEqual(['● Bash  run a', '  out of a']);
  });

  test('a shell command of the user is shown as typed, with its output at the end', () => {
    const commits = open();
    lines(commits, state([]));
    const mine = { detached: false, taskId: 'mine' };
    const own = { ...reference, taskId: 'mine' };
    expect(lines(commits, state([own], { tasks: [task(mine)] }))).toEqual(['$ make all']);
    const over = task({ ...mine, state: 'completed', outputTail: 'done\n' });
    expect(lines(commits, state([own], { tasks: [over] }))).toEqual(['', '  done']);
  });

  test('a failed shell command of the user ends with its exit code', () => {
    const commits = open();
    lines(commits, state([]));
    const own = { ...reference, taskId: 'mine' };
    const over = task({ detached: false, taskId: 'mine', state: 'failed', error: 'exit code 7', outputTail: 'no\n' });
    expect(lines(commits, state([own], { tasks: [over] }))).toEqual(['$ make all', '', '  no', '  exit code 7']);
  });

  test.each([
    ['approved', 'here', {}, 'Approved: Bash make'],
    ['approved', 'there', {}, 'Approved: Bash make (elsewhere)'],
    ['approved', 'there', { by: 'policy' }, 'Approved: Bash make (by mode)'],
    ['approved', 'here', { scope: 'session' }, 'Approved for this session: Bash(make:*)'],
    ['approved', 'here', { amended: 'hunks', accepted: ['h1'], rejected: ['h2'] }, 'Approved: Bash make, 1 of 2 hunks'],
    ['rejected', 'here', { feedback: 'use npm' }, 'Rejected: Bash make: use npm'],
    ['cancelled', 'there', { by: 'timeout' }, 'Rejected: Bash make (expired)'],
  ] as const)('a decision: %s, %s, %j', (decision, id, more, said) => {
    const commits = open();
    const display = { kind: 'command', command: 'make' };
    const request = { toolName: 'Bash', display, scopeRule: 'Bash(make:*)' };
    lines(commits, state([], { approvals: [{ approval_id: id }] as unknown as SessionState['approvals'] }));
    interactions.set(id, {
      interactionId: id,
      interactionKind: 'approval',
      state: decision,
      request,
      response: { decision, ...more },
    } as unknown as TranscriptInteraction);
    expect(lines(commits, state([]))).toEqual([said]);
  });

  test.each([
    [
      'compaction',
      { phase: 'completed', result: { tokensBefore: 52_000, tokensAfter: 9_000 } },
      'Context compacted: 52k → 9k tokens',
    ],
    ['undo', { count: 1 }, 'Undid 1 prompt.'],
    ['plan.enter', {}, 'Plan mode on.'],
    ['cron.fired', { prompt: 'look again' }, 'Schedule: look again'],
    ['hook', { hookEvent: 'Stop', content: 'no', blocked: true }, 'Hook Stop blocked: no'],
    ['notice', { level: 'warning', message: 'careful' }, 'careful'],
    ['of-a-newer-server', {}, 'of-a-newer-server'],
  ])('a marker: %s', (marker, payload, said) => {
    const commits = open();
    lines(commits, state([]));
    expect(lines(commits, state([{ kind: 'marker', markerId: 'm1', marker, payload }]))).toEqual([said]);
  });

  test.each([
    ['begins', { phase: 'started', trigger: 'auto' }],
    ['keeps its turn waiting', { phase: 'blocked', turnId: 3 }],
    ['waits for a hook', { phase: 'blocked' }],
  ])('a compaction that %s leaves no row: its end does', (_, payload) => {
    const commits = open();
    lines(commits, state([]));
    const marker = { kind: 'marker', markerId: 'm1', marker: 'compaction', payload } as const;
    expect(lines(commits, state([marker]))).toEqual([]);
  });

  const ended = (ordinal: number) =>
    turn(ordinal, [[text(`f${ordinal}`, 'yes')]], { state: 'completed', triggerPromptId: `p${ordinal}` });
  const undoOf = (id: string, ...ordinals: number[]): TranscriptMarker => ({
    kind: 'marker',
    markerId: id,
    marker: 'undo',
    payload: { count: ordinals.length, prompts: ordinals.map((each) => ({ promptId: `p${each}`, text: '' })) },
  });

  test('a redo is an undo in whose place the turns are', () => {
    const commits = open();
    lines(commits, state([ended(1), ended(2)]));
    expect(lines(commits, state([undoOf('m1', 1, 2)])).filter(Boolean)).toEqual(['Undid 2 prompts.']);
    expect(lines(commits, state([ended(1), ended(2)]))).toEqual(['Redid 2 prompts.']);
  });

  test('an undo that a further undo hides is not redone, and is once it is', () => {
    const commits = open();
    lines(commits, state([ended(1), ended(2), ended(3)]));
    lines(commits, state([ended(1), ended(2), undoOf('m1', 3)]));
    expect(lines(commits, state([ended(1), undoOf('m2', 2)]))).toEqual(['Undid 1 prompt.']);
    expect(lines(commits, state([ended(1), ended(2), undoOf('m1', 3)]))).toEqual(['Redid 1 prompt.']);
    expect(lines(commits, state([ended(1), ended(2), ended(3)]))).toEqual(['Redid 1 prompt.']);
  });

  test('an undo that is dropped with the older turns is not redone', () => {
    const commits = open();
    lines(commits, state([ended(1), undoOf('m1', 2), ended(3), ended(4)]));
    expect(lines(commits, state([ended(3), ended(4)]))).toEqual([]);
  });

  test('an undo of one turn is shown, although its marker takes the place of the turn', () => {
    const commits = open();
    const undo = undoOf('m9', 2);
    // an event after the end of the turn
    for (let updates = 0; updates < 3; updates += 1) lines(commits, state([ended(1), ended(2)]));
    expect(lines(commits, state([ended(1), undo])).filter(Boolean)).toEqual(['Undid 1 prompt.']);
    for (let updates = 0; updates < 3; updates += 1) expect(lines(commits, state([ended(1), undo]))).toEqual([]);
    expect(lines(commits, state([ended(1), ended(2)]))).toEqual(['Redid 1 prompt.']);
  });
});

test('hostile text is shown as escapes, wherever it is from', () => {
  const evil = '\u001b]0;title\u0007\u001b[2J\u202ex';
  const commits = open();
  lines(commits, state([]));
  const frames = [text('a', `${evil}\n`), bash('b', true, { name: evil, display: { kind: 'command', command: evil } })];
  const said = lines(commits, state([turn(1, [frames], { prompt: evil, state: 'failed', error: evil })]));
  expect(said.length).toBeGreaterThan(4);
  for (const row of said) expect(row).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

describe('a session that is resumed', () => {
  test('shows its newest turns, and how many came before', () => {
    const items = Array.from({ length: 30 }, (_, at) =>
      turn(at + 1, [[text(`a${at}`, 'yes')]], { state: 'completed' }),
    );
    const said = lines(open(), state(items));
    expect(said[0]).toBe('… 10 earlier turns (Ctrl-O)');
    expect(said.filter((row) => row.startsWith('> '))).toEqual(
      Array.from({ length: 20 }, (_, at) => `> prompt ${at + 11}`),
    );
  });

  test('continues a turn that runs where it is', () => {
    const commits = open();
    expect(lines(commits, state([turn(4, [[text('a', 'One.\n\nTwo\nan')]])]))).toEqual([
      '… 3 earlier turns (Ctrl-O)',
      '',
      '> prompt 4',
      '',
      'One.',
    ]);
    expect(lines(commits, state([turn(4, [[text('a', 'One.\n\nTwo\nand more.')]], { state: 'completed' })]))).toEqual([
      '',
      'Two',
      'and more.',
    ]);
  });
});

describe('turns that come to memory and leave it', () => {
  const ended = (ordinal: number) => turn(ordinal, [[text(`f${ordinal}`, `said ${ordinal}`)]], { state: 'completed' });

  test('older ones that are read for a view are not printed, whatever happens then', () => {
    const commits = open();
    const newest = [5, 6].map(ended);
    lines(commits, state(newest));
    const older = [1, 2, 3, 4].map(ended);
    expect(lines(commits, state([...older, ...newest]))).toEqual([]);
    // an undo of the last turn
    expect(lines(commits, state([...older, ended(5)]))).toEqual([]);
    const seventh = [...older, ended(5), ended(7)];
    expect(lines(commits, state(seventh)).filter(Boolean)).toEqual(['> prompt 7', 'said 7']);
    // the oldest turns leave memory
    expect(lines(commits, state([ended(7), ended(8)])).filter(Boolean)).toEqual(['> prompt 8', 'said 8']);
  });
});
