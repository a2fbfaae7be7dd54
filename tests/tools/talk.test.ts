/** TodoList, AskUserQuestion, plan mode, and the rule for large results. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtinTools, tools } from '../../daemon/tools/index.js';
import { limitResult } from '../../daemon/tools/large.js';
import type { ToolResult } from '../../daemon/tools/tool.js';
import { toolTable } from '../../schemas/generated/tools.js';
import type { Place } from './fake.js';
import { call, createPlace, failureOf, input, outputOf } from './fake.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

test('the list is sorted, complete, and named as in the schemas', () => {
  expect(Object.keys(tools)).toEqual(Object.keys(tools).sort());
  expect(Object.keys(tools)).toEqual(Object.keys(toolTable).sort());
  for (const [name, tool] of Object.entries(tools)) expect(tool.name).toBe(name);
});

test('default permissions', () => {
  const by = (kind: string): string[] =>
    Object.values(tools)
      .filter(({ permission }) => permission === kind)
      .map(({ name }) => name);
  expect(by('ask')).toEqual(['Bash', 'CreateGoal', 'CronCreate', 'CronDelete', 'Edit', 'TaskStop', 'Write']);
  expect(by('review')).toEqual(['ExitPlanMode']);
});

test('each carries what a request says of it, and looks at its arguments', () => {
  expect(builtinTools.map(({ definition }) => definition)).toEqual(
    Object.entries(toolTable).map(([name, told]) => ({ name, ...told })),
  );
  expect(builtinTools.map(({ definition }) => Object.keys(definition).join())).toEqual(
    builtinTools.map(() => 'name,description,inputSchema'),
  );
  const read = builtinTools.find(({ name }) => name === 'Read');
  const given: Record<string, unknown> = { path: 'a.txt' };
  expect(read?.faultOf(given)).toBeUndefined();
  expect(given).toEqual({ path: 'a.txt', line_offset: 1, n_lines: 1000 });
  expect(read?.faultOf({ path: 7, n_lines: 0 })).toMatch(/^path: .+; n_lines: .+/);
});

describe('TodoList', () => {
  test('set, show, clear', async () => {
    const todos = [
      { title: 'one', status: 'done' as const },
      { title: 'two\nlines', status: 'in_progress' as const },
    ];
    expect(await outputOf(place, 'TodoList', {})).toBe('<system>The list is empty.</system>');
    expect(await outputOf(place, 'TodoList', { todos })).toBe('[done] one\n[in_progress] two lines');
    expect(await outputOf(place, 'TodoList', {})).toBe('[done] one\n[in_progress] two lines');
    expect(place.events).toEqual([{ type: 'todo.changed', agentId: 'main', todos: place.memory.todos }]);
    expect(await outputOf(place, 'TodoList', { todos: [] })).toContain('empty');
    expect(place.events).toHaveLength(2);
    expect(place.memory.todos).toEqual([]);
  });

  test('at most 100', async () => {
    const todos = Array.from({ length: 101 }, () => ({ title: 'x', status: 'pending' as const }));
    expect(await failureOf(place, 'TodoList', { todos })).toContain('At most 100');
    expect(place.events).toEqual([]);
  });
});

describe('AskUserQuestion', () => {
  const questions = [
    {
      question: 'Which?',
      header: 'Choice',
      options: [{ label: 'A', description: 'first' }, { label: 'B' }],
      multi_select: true,
    },
    { question: 'Why?', options: [{ label: 'A' }, { label: 'B' }] },
  ];

  test('answered', async () => {
    place.remove();
    place = createPlace({ kind: 'answered', answers: { 'Which?': 'A, B', 'Why?': 'because' } });
    expect(await outputOf(place, 'AskUserQuestion', { questions })).toBe(
      '{"answers":{"Which?":"A, B","Why?":"because"}}',
    );
    expect(place.asked).toEqual([
      [
        {
          id: 'q_0',
          question: 'Which?',
          header: 'Choice',
          options: [
            { id: 'opt_0_0', label: 'A', description: 'first' },
            { id: 'opt_0_1', label: 'B' },
          ],
          multi_select: true,
          allow_other: true,
        },
        {
          id: 'q_1',
          question: 'Why?',
          options: [
            { id: 'opt_1_0', label: 'A' },
            { id: 'opt_1_1', label: 'B' },
          ],
          multi_select: false,
          allow_other: true,
        },
      ],
    ]);
  });

  test('dismissed and expired', async () => {
    expect(JSON.parse(await outputOf(place, 'AskUserQuestion', { questions }))).toMatchObject({
      answers: {},
      note: expect.stringContaining('dismissed'),
    });
    place.remove();
    place = createPlace({ kind: 'expired' });
    expect(await failureOf(place, 'AskUserQuestion', { questions })).toContain('expired');
  });

  test.each([
    ['texts', [questions[0], questions[0]], 'Question texts must be unique'],
    ['labels', [{ question: 'q', options: [{ label: 'A' }, { label: 'A' }] }], 'Labels must be unique'],
  ])('unique %s', async (_, given, message) => {
    expect(await failureOf(place, 'AskUserQuestion', { questions: given as typeof questions })).toContain(message);
    expect(place.asked).toEqual([]);
  });

  test('in the background', async () => {
    expect(await failureOf(place, 'AskUserQuestion', { questions, background: true })).toContain('background here');
    const asked: unknown[] = [];
    const tasks = {
      ...place.run().tasks,
      refusal: () => undefined,
      ask: (...given: unknown[]) => {
        asked.push(given);
        return 'question-1';
      },
    };
    const result = await call(place, 'AskUserQuestion', { questions, background: true }, { tasks });
    expect(result.output).toMatch(/^<system>task_id: question-1\nstatus: running\nautomatic_notification: true\n/);
    expect(asked).toMatchObject([[[{ id: 'q_0', question: 'Which?' }, { id: 'q_1' }], 'call_1']]);
    expect(place.asked).toEqual([]);
  });
});

describe('plan mode', () => {
  async function enter(text?: string): Promise<string> {
    await outputOf(place, 'EnterPlanMode', {});
    const path = place.memory.plan.path ?? '';
    if (text !== undefined) await outputOf(place, 'Write', { path, content: text });
    place.events.length = 0;
    return path;
  }

  test('enter', async () => {
    const output = await outputOf(place, 'EnterPlanMode', {});
    const { path = '' } = place.memory.plan;
    expect(path).toMatch(/\/sessions\/session_test\/plans\/[a-z]+-[a-z]+-[a-z]+\.md$/);
    expect(output).toContain(path);
    const slug = path.split('/').at(-1)?.slice(0, -3);
    expect(place.events).toEqual([{ type: 'plan.changed', agentId: 'main', active: true, slug, path }]);
    expect(existsSync(dirname(path))).toBe(false);
    expect(await outputOf(place, 'EnterPlanMode', {})).toContain('active already');
    expect(place.memory.plan.path).toBe(path);
    expect(place.events).toHaveLength(1);
  });

  test('in auto mode it says that there is no review', async () => {
    expect((await call(place, 'EnterPlanMode', {}, { mode: 'auto' })).output).toContain('the user is not asked');
  });

  test.each<[string, { label: string; feedback?: string } | undefined, boolean, boolean, string[]]>([
    ['Approve', { label: 'Approve' }, false, false, ['approved', 'PLAN', '.md']],
    ['an option', { label: 'Fast', feedback: 'go' }, false, false, ['Fast', 'PLAN', 'go']],
    ['Revise', { label: 'Revise', feedback: 'shorter' }, true, false, ['shorter', 'ExitPlanMode again']],
    ['Reject', { label: 'Reject' }, true, true, ['rejected', 'stays on']],
    ['Reject and Exit', { label: 'Reject and Exit' }, false, true, ['rejected', 'left plan mode']],
    ['auto', undefined, false, false, ['automatically', 'PLAN']],
  ])('exit: %s', async (_, review, stays, stops, texts) => {
    const path = await enter('PLAN');
    const result = await call(place, 'ExitPlanMode', {}, review ? { review } : { mode: 'auto' });
    expect(place.memory.plan).toEqual({ active: stays, path });
    expect(result.stopsTurn ?? false).toBe(stops);
    for (const text of texts) expect(result.output).toContain(text);
    const changed = place.events.filter(({ type }) => type === 'plan.changed');
    expect(changed).toEqual(stays ? [] : [{ type: 'plan.changed', agentId: 'main', active: false, path }]);
    // without a review, the run itself makes the copy
    expect(place.events.filter(({ type }) => type === 'plan.revision')).toHaveLength(review ? 0 : 1);
  });

  test('each review has a numbered copy', async () => {
    const path = await enter('first');
    const run = place.run();
    expect(
      (await tools.ExitPlanMode.plan(input('ExitPlanMode', { options: [{ label: 'Fast' }] }), run)).display,
    ).toEqual({
      kind: 'plan_review',
      plan: 'first',
      path,
      options: [{ label: 'Fast', description: '' }],
    });
    await tools.ExitPlanMode.beforeReview?.({}, run);
    writeFileSync(path, 'second');
    await tools.ExitPlanMode.beforeReview?.({}, run);
    const copy = (version: number): string => path.replace(/\.md$/, `.v${version}.md`);
    expect([readFileSync(copy(1), 'utf8'), readFileSync(copy(2), 'utf8')]).toEqual(['first', 'second']);
    expect(place.events).toMatchObject([
      {
        type: 'plan.revision',
        version: 1,
        path: copy(1),
        bytes: 5,
        sha256: createHash('sha256').update('first').digest('hex'),
      },
      { type: 'plan.revision', version: 2, path: copy(2), bytes: 6 },
    ]);
  });

  test('planning and failing leave nothing behind', async () => {
    expect(await failureOf(place, 'ExitPlanMode', {})).toContain('not active');
    const path = await enter();
    expect(await failureOf(place, 'ExitPlanMode', {})).toContain('missing or blank');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, ' \n');
    expect(await failureOf(place, 'ExitPlanMode', {})).toContain('missing or blank');
    expect(place.events).toEqual([]);
    expect(place.memory.plan.active).toBe(true);
  });

  test.each([
    [['approve'], 'reserved'],
    [['Reject and exit'], 'reserved'],
    [['One', 'one '], 'unique'],
    [['x'.repeat(81)], 'at most 80'],
    [['  '], 'blank'],
  ])('labels %j', async (labels, message) => {
    await enter('PLAN');
    expect(await failureOf(place, 'ExitPlanMode', { options: labels.map((label) => ({ label })) })).toContain(message);
  });
});

describe('large results', () => {
  const facts = (toolName = 'Grep', callId = 'call_1'): Parameters<typeof limitResult>[1] => ({
    toolName,
    callId,
    sessionDirectory: join(place.home, 's'),
  });

  test.each<[string, number, number | undefined]>([
    ['50,000 chars', 50_000, undefined],
    ['what a tool may say more', 100_000, 100_000],
    ['all of Read', 90_000, tools.Read.resultChars],
    ['all of Bash', 90_000, tools.Bash.resultChars],
  ])('%s pass', async (_, chars, limit) => {
    const result: ToolResult = { output: 'x'.repeat(chars) };
    expect(await limitResult(result, { ...facts(), ...(limit === undefined ? {} : { limit }) })).toBe(result);
  });

  test('more goes to a file', async () => {
    const text = 'ü'.repeat(50_001);
    const result = await limitResult({ output: text, isError: true }, facts());
    const outputPath = join(place.home, 's/tool-results/call_1.txt');
    expect(result).toMatchObject({ truncated: true, outputPath, isError: true });
    expect(readFileSync(outputPath, 'utf8')).toBe(text);
    expect(statSync(outputPath).mode & 0o777).toBe(0o600);
    const output = String(result.output);
    expect(output.startsWith(`${'ü'.repeat(2_000)}\n[...truncated]\n`)).toBe(true);
    for (const field of [
      'tool_name: Grep',
      'tool_call_id: call_1',
      'output_size_chars: 50001',
      'output_size_bytes: 100002',
      `output_path: ${outputPath}`,
      'next_step: ',
    ]) {
      expect(output).toContain(field);
    }
  });

  test('media stay', async () => {
    const image = { type: 'image' as const, source: { kind: 'session_media' as const, file_id: 'f' } };
    const result = await limitResult({ output: [{ type: 'text', text: 'a'.repeat(60_000) }, image] }, facts());
    expect(result.output).toEqual([{ type: 'text', text: expect.stringContaining('output_size_chars: 60000') }, image]);
  });

  test.each(['../../../escape', 'a/b', '', 'x'.repeat(400), 'nul\0'])(
    'call id %j stays in its directory',
    async (callId) => {
      const { outputPath = '' } = await limitResult({ output: 'x'.repeat(60_000) }, facts('Grep', callId));
      expect(dirname(outputPath)).toBe(join(place.home, 's/tool-results'));
      expect(readdirSync(dirname(outputPath))).toHaveLength(1);
    },
  );
});
