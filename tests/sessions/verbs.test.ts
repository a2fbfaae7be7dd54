/** Each verb of the offline provider reaches its tool through the ordinary loop (engine.md 11). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;

beforeAll(async () => {
  trial = await startTrial();
  writeFileSync(join(trial.cwd, 'a.txt'), 'one\ntwo\nthree\n');
  mkdirSync(join(trial.cwd, '.agent-code', 'skills', 'greet'), { recursive: true });
  writeFileSync(
    join(trial.cwd, '.agent-code', 'skills', 'greet', 'SKILL.md'),
    '---\nname: greet\ndescription: says hello\n---\nSay hello to $ARGUMENTS.\n',
  );
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } });
  await picture.png().toFile(join(trial.cwd, 'red.png'));
  talk = await trial.talk({ title: 'verbs', agent_config: { permission_mode: 'auto' } });
});
afterAll(() => trial.close());

/** Runs a message; returns for each call, in order, its tool, whether it failed, and its output. */
async function walk(text: string): Promise<{ tool: string; failed: boolean; output: string }[]> {
  const from = talk.frames.length;
  await talk.run(text);
  const main = talk.frames.slice(from).filter(({ payload }) => payload['agentId'] === 'main');
  const results = main.filter(({ type }) => type === 'tool.result');
  return main.flatMap(({ type, payload }) => {
    if (type !== 'tool.call.started') return [];
    const result = results.find((each) => each.payload['toolCallId'] === payload['toolCallId'])?.payload;
    if (!result) return [];
    const output = typeof result['output'] === 'string' ? result['output'] : JSON.stringify(result['output']);
    return [{ tool: String(payload['name']), failed: result['isError'] === true, output }];
  });
}

/** Returns the last message of the offline provider. */
function answer(): string {
  const said = talk.frames.filter(({ type, payload }) => type === 'message.appended' && payload['agentId'] === 'main');
  return JSON.stringify(
    said.findLast(({ payload }) => (payload['message'] as { role: string }).role === 'assistant')?.payload,
  );
}

test.each<[string, [tool: string, failed: boolean, output: string][]]>([
  ['list files', [['Glob', false, 'a.txt']]],
  ['find *.txt', [['Glob', false, 'a.txt']]],
  ['read a.txt from 2', [['Read', false, '2\ttwo']]],
  ['view red.png', [['ReadMediaFile', false, 'red.png']]],
  ['search two in a.txt', [['Grep', false, 'a.txt:2:two']]],
  ['run echo hi', [['Bash', false, 'hi']]],
  ['write b.txt: x\\ny', [['Write', false, 'Created']]],
  ['append b.txt: z', [['Write', false, 'Appended']]],
  [
    'edit a.txt: two => 2',
    [
      ['Read', false, 'two'],
      ['Edit', false, 'a.txt'],
    ],
  ],
  [
    'plan do it | fast | slow',
    [
      ['EnterPlanMode', false, 'plan'],
      ['Write', false, 'Created'],
      ['ExitPlanMode', false, 'approved'],
    ],
  ],
  ['ask Which? A | B', [['AskUserQuestion', true, 'no user is there']]],
  ['todo A; B', [['TodoList', false, '[pending] A']]],
  ['done 1', [['TodoList', false, '[done] A']]],
  ['agent explore: list files', [['Agent', false, 'actual_subagent_type: explore']]],
  ['skill greet Ada', [['Skill', false, 'greet']]],
  ['fetch http://127.0.0.1:9/', [['FetchURL', true, 'not public']]],
  ['remind 0 9 * * 1: look', [['CronCreate', false, '"recurring":true']]],
  ['call CronList {}', [['CronList', false, 'look']]],
  ['wait 1', [['WaitFor', false, 'no_tasks']]],
  [
    'read a.txt\n+ read b.txt',
    [
      ['Read', false, 'one'],
      ['Read', false, 'x'],
    ],
  ],
])('%s', async (line, expected) => {
  const results = await walk(line);
  expect(results.map(({ tool, failed }) => [tool, failed])).toEqual(expected.map(([tool, failed]) => [tool, failed]));
  results.forEach(({ output }, index) => expect(output).toContain(expected[index]?.[2]));
});

test('web says plainly that no search is configured', async () => {
  expect(await walk('web something')).toEqual([]);
  expect(answer()).toContain('not available');
});

test('a task: begun, listed, looked at, waited for, stopped', async () => {
  const begun = await walk('run in background sleep 30');
  const id = /bash-[0-9a-z]{8}/.exec(begun[0]?.output ?? '')?.[0] ?? '';
  expect(begun).toMatchObject([{ tool: 'Bash', failed: false, output: expect.stringContaining('running') }]);
  expect((await walk('tasks'))[0]).toMatchObject({ tool: 'TaskList', output: expect.stringContaining(id) });
  expect((await walk(`output ${id}`))[0]).toMatchObject({
    tool: 'TaskOutput',
    output: expect.stringContaining('running'),
  });
  expect((await walk(`wait 1 ${id}`))[0]).toMatchObject({
    tool: 'WaitFor',
    output: expect.stringContaining('timed_out'),
  });
  expect((await walk(`stop ${id}`))[0]).toMatchObject({ tool: 'TaskStop', output: expect.stringContaining('killed') });
});

test('a background agent reports back by itself', async () => {
  const from = talk.frames.length;
  const begun = await walk('background agent explore: list files');
  expect(begun[0]).toMatchObject({ tool: 'Agent', failed: false, output: expect.stringContaining('agent-') });
  await talk.until(
    ({ type, payload }) => type === 'task.terminated' && (payload['info'] as { kind: string }).kind === 'agent',
    from,
  );
  await talk.until(
    ({ type, payload }) => JSON.stringify(payload).includes('notification') && type === 'message.appended',
    from,
  );
});

test('a goal continues by itself and is reached', async () => {
  const from = talk.frames.length;
  await talk.submit('goal be nice');
  await talk.until(({ type, payload }) => type === 'goal.updated' && payload['snapshot'] === null, from);
});

test('help names every verb that is walked here', async () => {
  await talk.run('help');
  const text = answer();
  for (const verb of [
    'view FILE',
    'background agent',
    'skill NAME',
    'remind MIN',
    'goal TEXT',
    'wait N',
    'fetch URL',
    'web TEXT',
  ])
    expect(text).toContain(verb);
});

test('a text after a failed one is read alone', async () => {
  const from = talk.frames.length;
  await talk.run('fail 400\nsay never');
  await talk.run('say now');
  const ends = talk.frames.slice(from).filter(({ type }) => type === 'turn.ended');
  expect(ends.map(({ payload }) => payload['reason'])).toEqual(['failed', 'completed']);
  expect(answer()).toContain('now');
});
