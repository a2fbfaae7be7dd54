/** The live region never has more rows than there is room for, each within the width (tui.md 1, 3.1). */
import { describe, expect, test } from '@jest/globals';
import type { TranscriptToolFrame } from '../../schemas/generated/types.js';
import type { SessionState } from '../../client/session/state.js';
import { layoutRegion, type RegionFacts } from '../../client/tui/region.js';
import { lineWidth, plainLine, span, type Line } from '../../client/tui/text/line.js';

const long = 'word '.repeat(60);
const call = (at: number): TranscriptToolFrame => ({
  kind: 'tool',
  frameId: `f${at}`,
  toolCallId: `c${at}`,
  name: 'Bash',
  state: 'running',
  display: { kind: 'command', command: `run ${at} ${long}` },
  progress: { kind: 'stdout', text: 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n' },
});

const runtime = { runtime_id: 'local', profile: 'full', enforced: false };

function state(more: object = {}): SessionState {
  return {
    isLoaded: true,
    settings: { model: 'work/large', thinking: 'high', permissionMode: 'yolo', planMode: true, runtime },
    usage: { contextTokens: 60_000, maxContextTokens: 64_000, costUsd: 0.42, tokens: undefined },
    session: { busy: true, metadata: { cwd: '/home/ada/project' } },
    phase: { kind: 'running', turnId: 1, step: 1, stepId: 's', since: 0 },
    approvals: [],
    questions: [],
    outgoing: [],
    tasks: [],
    todos: [],
    timeline: { items: [], hasOlder: false, attachments: new Map(), prompts: new Map() },
    queue: { active: null, queued: [], isPaused: false },
    ...more,
  } as unknown as SessionState;
}

function facts(more: Partial<RegionFacts> = {}): RegionFacts {
  return {
    state: state(),
    open: [],
    running: [],
    since: new Map(),
    center: { lines: [[span('> typed')]], caret: { row: 0, column: 7 } },
    sending: [],
    held: [],
    isAsking: false,
    budget: undefined,
    notice: '',
    connection: '',
    cwd: '/home/ada/project',
    userHome: '/home/ada',
    git: { branch: 'main', isDirty: true },
    waiting: 2,
    showsAllTodos: false,
    isNormal: false,
    statusNames: ['mode', 'goal', 'model', 'tasks', 'cost', 'waiting', 'cwd', 'git', 'tips'],
    tip: '',
    statusLine: undefined,
    spinner: '⠋',
    now: 18_000,
    ...more,
  };
}

const texts = (lines: readonly Line[]): string[] => lines.map(plainLine);

describe('of a busy session', () => {
  const todos = Array.from({ length: 30 }, (_, at) => ({
    title: `todo ${at} ${long}`,
    status: at < 4 ? 'done' : at === 4 ? 'in_progress' : 'pending',
  }));
  const queued = Array.from({ length: 9 }, (_, at) => ({
    prompt_id: `p${at}`,
    content: [{ type: 'text', text: `later ${at} ${long}` }],
  }));
  const busy = facts({
    state: state({ todos, queue: { active: { prompt_id: 'a' }, queued, isPaused: true } }),
    open: Array.from({ length: 40 }, (_, at): Line => [span(`open ${at} 日本語のテキスト ${long}`)]),
    running: Array.from({ length: 16 }, (_, at) => call(at)),
    notice: long,
    center: { lines: Array.from({ length: 10 }, (): Line => [span(long)]), caret: { row: 9, column: 500 } },
  });

  test.each([
    [120, 40],
    [80, 24],
    [40, 10],
    [20, 5],
    [19, 30],
    [10, 3],
    [3, 1],
  ])('%i columns and %i rows hold it', (width, height) => {
    const { lines, caret } = layoutRegion(busy, { width, height });
    expect(lines.length).toBeLessThanOrEqual(Math.max(1, height - 1));
    for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width);
    for (const row of texts(lines)) expect(row).toBe(row.trimEnd());
    expect(caret?.row).toBeLessThan(lines.length);
    expect(caret?.column).toBeLessThan(width);
  });

  test('what streams takes at most half of the rows', () => {
    const { lines } = layoutRegion(facts({ open: busy.open, center: busy.center }), { width: 80, height: 24 });
    expect(texts(lines).filter((row) => row.includes('open')).length).toBeLessThanOrEqual(12);
  });
});

describe('of calls that run side by side', () => {
  const rowsOf = (count: number, height: number): string[] =>
    texts(
      layoutRegion(facts({ running: Array.from({ length: count }, (_, at) => call(at)) }), { width: 60, height }).lines,
    );
  const calls = (rows: readonly string[]) => rows.filter((row) => row.startsWith('○')).length;

  test('those that do not fit are counted', () => {
    const rows = rowsOf(16, 24);
    expect(calls(rows)).toBeLessThan(16);
    expect(rows).toContain(`+${16 - calls(rows)} more`);
  });

  test.each([11, 12, 13, 14, 16, 18])(
    'all three stand in %i rows; the output of the newest has what is left',
    (height) => {
      const rows = rowsOf(3, height);
      expect(calls(rows)).toBe(3);
      expect(rows.join('\n')).not.toContain('more');
      const output = rows.filter((row) => /^ {2}(?:three|four|five|six|seven)$/.test(row));
      expect(output).toEqual(['  three', '  four', '  five', '  six', '  seven'].slice(5 - output.length));
    },
  );
});

test('at rest it is at most six rows', () => {
  const idle = facts({ state: state({ session: { busy: false, metadata: { cwd: '/x' } }, phase: { kind: 'idle' } }) });
  expect(layoutRegion(idle, { width: 80, height: 24 }).lines.length).toBeLessThanOrEqual(6);
});

test('names what runs, what waits, and the directory', () => {
  const { lines } = layoutRegion(facts({ waiting: 2 }), { width: 100, height: 30 });
  const shown = texts(lines).join('\n');
  for (const part of [
    'Working (18 s)',
    'Esc to interrupt',
    'plan',
    'yolo',
    'work/large',
    '$0.42',
    '2 waiting',
    '~/project',
    'main*',
    'compaction soon',
  ])
    expect(shown).toContain(part);
});

test('an answer on its way is named, also while the connection is lost', () => {
  const question = { question_id: 'q', questions: [], isAnswered: false };
  const shown = (isAnswered: boolean, connection = ''): string => {
    const waits = { approvals: [], questions: [{ ...question, isAnswered }] } as unknown as Partial<SessionState>;
    return texts(layoutRegion(facts({ state: state(waits), connection }), { width: 80, height: 24 }).lines).join('\n');
  };
  expect(shown(false)).toContain('Waiting for an answer');
  expect(shown(true)).toContain('Sending your answer');
  expect(shown(false, 'Connection lost')).not.toContain('your answer');
  expect(shown(true, 'Connection lost')).toContain('Connection lost · your answer waits');
});

test('before there is a session it names the directory', () => {
  const { lines } = layoutRegion(facts({ state: undefined }), { width: 80, height: 24 });
  expect(texts(lines).at(-1)).toBe('~/project · connecting…');
});

test('a call that waits for approval says what it is about', () => {
  const { display: _, progress: __, ...waiting } = call(1);
  const approval = {
    tool_call_id: 'c1',
    tool_input_display: { kind: 'file_io', operation: 'edit', path: '/home/ada/project/src/date.ts' },
  };
  const region = layoutRegion(
    facts({ state: state({ approvals: [approval] }), running: [{ ...waiting, name: 'Edit' }] }),
    { width: 60, height: 24 },
  );
  expect(texts(region.lines)).toContain('○ Edit  src/date.ts');
});

test('a call whose turn has not come is named by its arguments', () => {
  const { display: _, progress: __, ...queued } = call(1);
  const running = [{ ...queued, name: 'Bash', input: { timeout: 5, command: 'npm test\nls' } }];
  const region = layoutRegion(facts({ state: state({}), running }), { width: 60, height: 24 });
  expect(texts(region.lines)).toContain('○ Bash  npm test');
});

test('the status line has the items of the settings in their order, and says that letters are commands of vim', () => {
  const footer = (more: Partial<RegionFacts>): string[] =>
    texts(layoutRegion(facts(more), { width: 100, height: 24 }).lines).slice(-2);
  const [first = '', second = ''] = footer({ statusNames: ['git', 'model', 'smell'], isNormal: true });
  expect(first).toBe('main* · work/large · high');
  expect(second).toMatch(/^NORMAL .*compaction soon$/);
  expect(footer({ statusLine: [span('mine')] })[0]).toBe('mine');
  expect(footer({ statusNames: ['model', 'tips'], tip: 'Ctrl-O opens the transcript' })[0]).toBe(
    'work/large · high · Ctrl-O opens the transcript',
  );
});
