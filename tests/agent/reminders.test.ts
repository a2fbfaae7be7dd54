/** When each reminder is due, and what it contains. */
import { describe, expect, test } from '@jest/globals';
import { promptReminders, stepReminders, type ReminderFacts } from '../../daemon/agent/reminders.js';
import type { Reminder } from '../../daemon/agent/turn.js';
import type { SeenFile } from '../../daemon/tools/tool.js';

const noon = Date.UTC(2026, 2, 1, 12);
const day = '2026-03-01 UTC';
const said = { date: day, image_input: 'yes' };

function facts(change: Partial<ReminderFacts> = {}): ReminderFacts {
  return {
    agentId: 'main',
    now: noon,
    timeZone: 'UTC',
    noted: said,
    mode: 'manual',
    plan: { active: false },
    todos: [],
    counts: { assistantMessages: 20, sinceTodo: 0, sincePlanNote: 0 },
    imageInput: true,
    cwd: '/work',
    hasCwd: async () => true,
    isPlanHeld: async () => false,
    seen: new Map(),
    stat: async () => undefined,
    touched: [],
    takenBack: { done: [], textOf: async () => undefined },
    nested: async () => [],
    ...change,
  };
}

/** The facts of the session after these reminders were recorded. */
function afterwards(before: ReminderFacts, reminders: Reminder[]): ReminderFacts {
  const noted: Record<string, string> = { ...before.noted };
  let { sincePlanNote } = before.counts;
  for (const event of reminders.flatMap((reminder) => reminder.events ?? [])) {
    if (event.type !== 'reminder.noted') continue;
    noted[event.variant] = event.key ?? '';
    if (event.variant === 'plan_mode') sincePlanNote = 0;
  }
  return { ...before, noted, counts: { ...before.counts, sincePlanNote } };
}

const variants = (reminders: Reminder[]) => reminders.map(({ variant }) => variant);

describe('nothing is due', () => {
  test('in a session where all was said', async () => {
    expect(await promptReminders(facts())).toEqual([]);
    expect(await stepReminders(facts())).toEqual([]);
  });
});

describe('date', () => {
  test('the first message says day, weekday and zone, and records what later switches are measured by', async () => {
    expect(await promptReminders(facts({ noted: {} }))).toEqual([
      {
        variant: 'date',
        text: '<system-reminder>\nToday is Sunday, 2026-03-01 (time zone UTC).\n</system-reminder>',
        events: [
          { type: 'reminder.noted', agentId: 'main', variant: 'date', key: day },
          { type: 'reminder.noted', agentId: 'main', variant: 'image_input', key: 'yes' },
        ],
      },
    ]);
  });

  test.each([
    ['UTC', noon + 11 * 3_600_000, undefined],
    ['UTC', noon + 12 * 3_600_000, 'Monday, 2026-03-02 (time zone UTC)'],
    ['Pacific/Auckland', noon, 'Monday, 2026-03-02 (time zone Pacific/Auckland)'],
    ['America/Los_Angeles', noon, 'Sunday, 2026-03-01 (time zone America/Los_Angeles)'],
  ])('before a step in %s at %d', async (timeZone, now, text) => {
    const due = await stepReminders(facts({ timeZone, now }));
    if (text === undefined) expect(due).toEqual([]);
    else
      expect(due.map((each) => each.text)).toEqual([
        expect.stringContaining(`The date has changed: today is ${text}.`),
      ]);
  });
});

describe('permission mode', () => {
  test.each<[ReminderFacts['mode'], string | undefined, string | undefined]>([
    ['manual', undefined, undefined],
    ['yolo', undefined, undefined],
    ['auto', undefined, 'cannot be answered'],
    ['auto', 'auto', undefined],
    ['manual', 'auto', 'can be answered again'],
    ['yolo', 'auto', 'can be answered again'],
    ['yolo', 'ask', undefined],
    ['auto', 'ask', 'cannot be answered'],
  ])('%s after %s', async (mode, key, text) => {
    const given = facts({ mode, noted: { ...said, ...(key === undefined ? {} : { permission_mode: key }) } });
    for (const due of [await promptReminders(given), await stepReminders(given)]) {
      expect(due.map((each) => each.text)).toEqual(text === undefined ? [] : [expect.stringContaining(text)]);
    }
  });
});

describe('plan mode', () => {
  const path = '/h/plans/calm-otter.md';
  const on = { active: true, path };
  const kind = (reminders: Reminder[]) =>
    reminders.map(({ text }) =>
      /is on: study/.test(text) ? 'full' : /is still on/.test(text) ? 'brief' : /is off/.test(text) ? 'exit' : text,
    );

  test('full on entry, brief every second message, every fifth full, once on exit', async () => {
    let state = facts({ plan: on });
    const heard: string[] = [];
    for (let step = 0; step < 11; step += 1) {
      const due = await stepReminders(state);
      heard.push(kind(due).join() || '-');
      if (due[0] && step === 0) expect(due[0].text).toContain(path);
      state = afterwards(state, due);
      const { assistantMessages, sinceTodo, sincePlanNote } = state.counts;
      state = {
        ...state,
        counts: {
          assistantMessages: assistantMessages + 1,
          sinceTodo: sinceTodo + 1,
          sincePlanNote: sincePlanNote + 1,
        },
      };
    }
    expect(heard).toEqual(['full', '-', 'brief', '-', 'brief', '-', 'brief', '-', 'full', '-', 'brief']);
    state = { ...state, plan: { active: false, path } };
    const exit = await stepReminders(state);
    expect(kind(exit)).toEqual(['exit']);
    expect(await stepReminders(afterwards(state, exit))).toEqual([]);
  });

  test.each<[string, ReminderFacts['plan'], string, string[]]>([
    ['a message of the user', on, `3 ${path}`, ['full']],
    ['another plan file', { active: true, path: '/h/plans/new.md' }, `3 ${path}`, ['full']],
    ['entered again', on, 'off', ['full']],
    ['left', { active: false }, `3 ${path}`, ['exit']],
    ['left before', { active: false }, 'off', []],
    ['no file yet', { active: true }, 'off', ['full']],
  ])('with a prompt: %s', async (_name, plan, key, expected) => {
    const given = facts({ plan, noted: { ...said, plan_mode: key } });
    const due = await promptReminders(given);
    expect(kind(due)).toEqual(expected);
    expect(await stepReminders(afterwards(given, due))).toEqual([]);
  });
});

describe('todo', () => {
  const todos = [
    { title: 'one', status: 'done' as const },
    { title: 'two\nlines', status: 'in_progress' as const },
  ];
  test.each<[string, number, number, string | undefined, typeof todos, boolean]>([
    ['nine messages', 29, 9, undefined, todos, false],
    ['ten messages', 30, 10, undefined, todos, true],
    ['all done', 30, 10, undefined, todos.slice(0, 1), false],
    ['no list', 30, 10, undefined, [], false],
    ['said just now', 30, 10, '30', todos, false],
    ['nine messages after it was said', 39, 19, '30', todos, false],
    ['ten messages after it was said', 40, 20, '30', todos, true],
    ['said long ago, list written since', 50, 10, '30', todos, true],
    ['counts begun again', 12, 12, '30', todos, true],
  ])('%s', async (_name, assistantMessages, sinceTodo, key, list, due) => {
    const given = facts({
      todos: list,
      counts: { assistantMessages, sinceTodo, sincePlanNote: 0 },
      noted: { ...said, ...(key === undefined ? {} : { todo: key }) },
    });
    const reminders = await stepReminders(given);
    expect(variants(reminders)).toEqual(due ? ['todo'] : []);
    if (due) expect(reminders[0]?.text).toMatch(/Open items:\n\[in_progress\] two\\nlines\n</);
    expect(await stepReminders(afterwards(given, reminders))).toEqual([]);
  });
});

describe('interruption', () => {
  test.each<[NonNullable<ReminderFacts['lastTurn']>, RegExp | undefined]>([
    [{ turnId: 3, reason: 'completed' }, undefined],
    [{ turnId: 3, reason: 'failed', interruptReason: 'error' }, undefined],
    [{ turnId: 3, reason: 'cancelled', interruptReason: 'user_cancelled' }, /user interrupted/],
    [{ turnId: 3, reason: 'cancelled', interruptReason: 'aborted' }, /was stopped/],
    [{ turnId: 3, reason: 'cancelled', interruptReason: 'aborted', recovered: true }, /broken off/],
    [{ turnId: 3, reason: 'failed', recovered: true }, /broken off/],
  ])('%j', async (lastTurn, text) => {
    const given = facts({ lastTurn });
    const due = await promptReminders(given);
    expect(due.map((each) => each.text)).toEqual(text === undefined ? [] : [expect.stringMatching(text)]);
    expect(await promptReminders(afterwards(given, due))).toEqual([]);
    expect(await stepReminders(given)).toEqual([]);
  });
});

describe('image input', () => {
  test.each<[string | undefined, boolean | undefined, RegExp | undefined]>([
    [undefined, false, undefined],
    ['yes', true, undefined],
    ['yes', undefined, undefined],
    ['yes', false, /takes no pictures/],
    ['no', false, undefined],
    ['no', true, /takes pictures again/],
  ])('%s to %s', async (key, now, text) => {
    const given = facts({ imageInput: now, noted: { date: day, ...(key === undefined ? {} : { image_input: key }) } });
    for (const due of [await promptReminders(given), await stepReminders(given)]) {
      expect(due.map((each) => each.text)).toEqual(text === undefined ? [] : [expect.stringMatching(text)]);
    }
  });
});

describe('files changed on disk', () => {
  const seen = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, i): [string, SeenFile] => [
        `/w/${String(i).padStart(4, '0')}`,
        { mtimeMs: 1, size: 1 },
      ]),
    );

  test('changed and missing files are named once; other changes are named again', async () => {
    const now: Record<string, SeenFile | undefined> = {
      '/w/0000': { mtimeMs: 1, size: 1 },
      '/w/0001': { mtimeMs: 2, size: 1 },
    };
    const given = facts({ seen: seen(3), stat: async (path) => now[path] });
    const due = await promptReminders(given);
    expect(variants(due)).toEqual(['files_changed']);
    expect(due[0]?.text).toMatch(/:\n- \/w\/0001\n- \/w\/0002 \(gone\)\n</);
    const later = afterwards(given, due);
    expect(await promptReminders(later)).toEqual([]);
    now['/w/0000'] = { mtimeMs: 1, size: 9 };
    expect(variants(await promptReminders(later))).toEqual(['files_changed']);
    expect(await stepReminders(given)).toEqual([]);
  });

  test('ten paths are named, the files seen last are looked at', async () => {
    const looked: string[] = [];
    const due = await promptReminders(
      facts({
        seen: seen(250),
        stat: async (path) => {
          looked.push(path);
          return undefined;
        },
      }),
    );
    expect(due[0]?.text.match(/\(gone\)/g)).toHaveLength(10);
    expect(due[0]?.text).toContain('… and 190 more');
    expect(looked).toHaveLength(200);
    expect(looked).not.toContain('/w/0049');
  });

  test('what cannot be reported counts as unchanged, and a disk that does not answer blocks nothing', async () => {
    const stat = (path: string) =>
      path === '/w/0000' ? Promise.reject(new Error('EIO')) : new Promise<undefined>(() => undefined);
    expect(await promptReminders(facts({ seen: seen(2), stat }))).toEqual([]);
  });
});

describe('nested instructions', () => {
  const a = { path: '/w/a/AGENTS.md', realPath: '/w/a/AGENTS.md', text: 'about a' };
  const broken = { path: '/w/b/AGENTS.md', realPath: '/w/b/AGENTS.md', problem: 'it is not UTF-8 text' };
  const nested: ReminderFacts['nested'] = async (_directory, disclosed) =>
    [a, broken].filter((file) => !disclosed(file.realPath));

  test('each file once, with a prompt or before a step', async () => {
    const given = facts({ touched: ['/w/a/x', '/w/a/x', '/w/b'], nested });
    const due = await stepReminders(given);
    expect(variants(due)).toEqual(['nested_agents_md', 'nested_agents_md']);
    expect(due[0]?.text).toMatch(/<!-- \/w\/a\/AGENTS\.md -->\nabout a\n<\/system-reminder>$/);
    expect(due[1]?.text).toContain('not UTF-8');
    expect(variants(await promptReminders(given))).toEqual(variants(due));
    expect(await stepReminders(afterwards(given, due))).toEqual([]);
  });

  test('their records have names that storage takes as they are', async () => {
    const odd = { path: '/w/"/AGENTS.md', realPath: '/w/"/AGENTS.md', text: 'x' };
    const [due] = await stepReminders(facts({ touched: ['/w/"'], nested: async () => [odd] }));
    expect(due?.events).toEqual([
      {
        type: 'reminder.noted',
        agentId: 'main',
        variant: expect.stringMatching(/^nested_agents_md_[0-9a-f]{16}$/),
        key: '',
      },
    ]);
  });
});

test('whatever a prompt brings along, its first step says nothing again', async () => {
  const given = facts({
    noted: {},
    mode: 'auto',
    plan: { active: true, path: '/p.md' },
    todos: [{ title: 'one', status: 'pending' }],
    counts: { assistantMessages: 30, sinceTodo: 30, sincePlanNote: 30 },
    lastTurn: { turnId: 1, reason: 'cancelled', interruptReason: 'user_cancelled' },
    seen: new Map([['/w/x', { mtimeMs: 1, size: 1 }]]),
    touched: ['/w/a'],
    nested: async (_directory, disclosed) =>
      disclosed('/w/a/AGENTS.md') ? [] : [{ path: '/w/a/AGENTS.md', realPath: '/w/a/AGENTS.md', text: 'a' }],
  });
  const due = await promptReminders(given);
  expect(variants(due)).toEqual([
    'date',
    'permission_mode',
    'plan_mode',
    'interruption',
    'files_changed',
    'nested_agents_md',
    'todo',
  ]);
  for (const { text } of due) expect(text).toMatch(/^<system-reminder>\n[^]+\n<\/system-reminder>$/);
  expect(await stepReminders(afterwards(given, due))).toEqual([]);
});
