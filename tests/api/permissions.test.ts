/** The verdict about a call equals what a session decides about it (additions.md A10). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExplainPermissionBody, ExplainPermissionData } from '../../schemas/generated/types.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

const rules = `
[[permission.rules]]
decision = "deny"
pattern = "Bash(git push *)"
reason = "pushes are for people"
[permission]
allow = ["Bash(git *)", "Bash(npm test)", "Write(out.txt)", "Read(.env)"]
ask = ["Read(kept/**)", "Bash(curl *)"]
deny = ["Read(secrets/**)", "TodoList"]
`;

/** Stubs for every program that a line below names; none of them does anything. */
const stubs = ['git', 'npm', 'head', 'rm', 'curl', 'sudo', 'make'];

/** A directory outside of the workspace and of the system's temporary directory. */
const outside = mkdtempSync('/var/tmp/agent-outside-');

let bin: string;
let ran: string;
let model: ScriptedModel;
let trial: Trial;
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'agent-bin-'));
  ran = join(bin, 'ran');
  for (const name of stubs) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> '${ran}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of ['bash', 'sh', 'cat']) symlinkSync(`/bin/${name}`, join(bin, name));
  model = await startModel();
  trial = await startTrial({ config: modelConfig(model.baseUrl, rules), sleep: hurried(5), env: { PATH: bin } });
  for (const directory of ['sub', 'kept', 'secrets']) mkdirSync(join(trial.cwd, directory));
  for (const file of ['a.txt', 'kept/b.txt', 'secrets/c.txt', '.env']) writeFileSync(join(trial.cwd, file), 'hat\n');
});
afterAll(async () => {
  await trial.close();
  await model.close();
  for (const folder of [bin, outside]) rmSync(folder, { recursive: true, force: true });
});

type Request = Partial<ExplainPermissionBody> & Pick<ExplainPermissionBody, 'tool' | 'input'>;
const ask = (body: Request) => trial.call<ExplainPermissionData>('POST', '/api/v1/permissions:explain', body);

async function explain(body: Request): Promise<ExplainPermissionData> {
  const { code, msg, data } = await ask(body);
  if (code !== 0) throw new Error(`${JSON.stringify(body)}: ${msg}`);
  return data;
}

const bash = (command: string) => ({ tool: 'Bash', input: { command } });
const file = (tool: 'Read' | 'Write', path: string) => ({
  tool,
  input: tool === 'Read' ? { path } : { path, content: 'x' },
});

const calls: { tool: string; input: Record<string, unknown> }[] = [
  ...[
    'git status',
    'git status && npm test',
    'cd sub && git log | head',
    'cd sub && git log',
    'git commit -m "$(make it)"',
    'git add . ; git push origin',
    `git log > ${outside}/x.txt`,
    'git log > out.txt',
    'X=push; git $X origin',
    'rm -rf sub',
    'sudo make',
    'curl example.invalid',
    '$CMD status',
    "git 'status",
    'echo hat',
    'make; git push',
    'PATH=sub git status',
    'cat .env',
  ].map(bash),
  file('Read', 'a.txt'),
  file('Read', 'kept/b.txt'),
  file('Read', 'secrets/c.txt'),
  file('Read', '.env'),
  file('Write', 'out.txt'),
  file('Write', 'b.txt'),
  file('Write', join(outside, 'y.txt')),
  file('Write', '.git/hooks/x'),
  { tool: 'Edit', input: { path: '.env', old_string: 'hat', new_string: 'cap' } },
  { tool: 'Grep', input: { pattern: 'hat', path: 'secrets' } },
  { tool: 'Glob', input: { pattern: '*.txt' } },
  { tool: 'TodoList', input: { todos: [] } },
  {
    tool: 'AskUserQuestion',
    input: { questions: [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }] },
  },
  { tool: 'CronCreate', input: { cron: '0 9 * * *', prompt: 'x' } },
  { tool: 'EnterPlanMode', input: {} },
];

/** How the result of a refused call begins. */
const refusal =
  /^(?:denied by the rule|plan mode: |the command line is not understood|no user is there|There is no tool)/;

/** What a session does with all calls of one step: it asks about each (the test rejects), runs it, or refuses it. */
async function happened(talk: Talk): Promise<{ verdict: string; text: string }[]> {
  const id = (at: number) => `call_${at}`;
  model.reply({ calls: calls.map(({ tool: name, input }, at) => ({ name, input, id: id(at) })) }, { text: 'done' });
  const sent = await talk.submit('go');
  expect(sent.code).toBe(0);
  const asked = new Set<unknown>();
  for (let from = 0; ;) {
    const frame = await talk.until(
      ({ type }) => /^(event\.(approval|question)\.requested|prompt\.completed)$/.test(type),
      from,
    );
    from = talk.frames.indexOf(frame) + 1;
    const { payload, type } = frame;
    if (type === 'prompt.completed') break;
    if (type === 'event.approval.requested') {
      asked.add(payload['tool_call_id'] ?? payload['toolCallId']);
      await talk.call('POST', `/approvals/${String(payload['approval_id'])}`, { decision: 'rejected' });
    } else await talk.call('POST', `/questions/${String(payload['question_id'])}:dismiss`);
  }
  return calls.map((_call, at) => {
    const result = talk.frames.find(({ type, payload }) => type === 'tool.result' && payload['toolCallId'] === id(at));
    if (!result) throw new Error(`no result of ${JSON.stringify(calls[at])}`);
    const text = String(result.payload['output']);
    const isRefused = result.payload['isError'] === true && refusal.test(text);
    return { verdict: asked.has(id(at)) ? 'ask' : isRefused ? 'deny' : 'allow', text };
  });
}

describe('the verdict is what a session decides', () => {
  const cases = (['manual', 'yolo', 'auto'] as const).flatMap((permission_mode) =>
    [false, true].map((plan_mode) => ({ permission_mode, plan_mode })),
  );

  test.each(cases)('%j', async (config) => {
    const talk = await trial.talk({ agent_config: config });
    const expected: ExplainPermissionData[] = [];
    for (const call of calls) {
      const answer = await explain({ ...call, session_id: talk.id });
      // the same verdict without a session, when the request has its directory and modes
      const { verdict, step } = await explain({ ...call, cwd: trial.cwd, ...config });
      expect({ ...call, verdict, step }).toEqual({ ...call, verdict: answer.verdict, step: answer.step });
      expected.push(answer);
    }
    const found = await happened(talk);
    expect(found.map(({ verdict }, at) => ({ ...calls[at], verdict }))).toEqual(
      expected.map(({ verdict }, at) => ({ ...calls[at], verdict })),
    );
    found.forEach(({ text }, at) => {
      if (expected[at]?.verdict === 'deny') expect(text).toContain(expected[at].reason);
    });
  });
});

test('nothing is run, asked or recorded', async () => {
  const { id } = await trial.talk();
  const { data } = await trial.call<{ last_seq: number }>('GET', `/api/v1/sessions/${id}`);
  rmSync(ran, { force: true });
  rmSync(join(trial.cwd, 'b.txt'), { force: true });
  for (const call of calls) await explain({ ...call, session_id: id, permission_mode: 'auto', plan_mode: false });
  expect(existsSync(ran)).toBe(false);
  expect(existsSync(join(trial.cwd, 'b.txt'))).toBe(false);
  expect(await trial.call('GET', `/api/v1/sessions/${id}`)).toMatchObject({ data });
});

const here = (body: Request) => explain({ cwd: trial.cwd, permission_mode: 'manual', ...body });
const given = (decision: 'allow' | 'ask' | 'deny', pattern: string) => ({ decision, pattern });

describe('the answer', () => {
  test('names the rule and its source, the step and the reason', async () => {
    expect(await here(bash('git status && git push origin'))).toEqual({
      verdict: 'deny',
      step: 'static',
      reason: 'denied by the rule Bash(git push *): pushes are for people',
      rule: { ...given('deny', 'Bash(git push *)'), source: 'config' },
      danger: [],
      profile: 'full',
      leaves: false,
      commands: [
        { text: 'git status', verdict: 'allow', rule: { ...given('allow', 'Bash(git *)'), source: 'config' } },
        { text: 'git push origin', verdict: 'deny', rule: { ...given('deny', 'Bash(git push *)'), source: 'config' } },
      ],
    });
    expect(await here(file('Read', 'a.txt'))).toEqual({
      verdict: 'allow',
      step: 'mode',
      reason: 'Read needs no permission',
      danger: [],
    });
    expect(await here(file('Write', '.env'))).toMatchObject({
      verdict: 'ask',
      step: 'sensitive',
      danger: ['secret-file'],
    });
    expect(await here({ ...bash('rm -rf sub'), permission_mode: 'yolo' })).toMatchObject({
      verdict: 'ask',
      step: 'risky',
      danger: ['recursive-delete'],
    });
  });

  const session = given('allow', 'Bash(make one)');
  test('distinguishes rules of the launch, of the session and of the request', async () => {
    const talk = await trial.talk({ permission_rules: [{ pattern: 'Bash(make two)' }] });
    expect(await explain({ ...bash('make two'), session_id: talk.id })).toMatchObject({
      verdict: 'allow',
      step: 'allow-rule',
      rule: { ...given('allow', 'Bash(make two)'), source: 'launch' },
    });
    model.reply({ calls: [{ name: 'Bash', input: { command: 'make one' } }] }, { text: 'ok' });
    await talk.submit('go');
    await talk.decide({ decision: 'approved', scope: 'session' });
    await talk.until('prompt.completed');
    expect(await explain({ ...bash('make one'), session_id: talk.id })).toMatchObject({
      verdict: 'allow',
      step: 'session-rule',
      rule: { ...session, source: 'session' },
      commands: [{ text: 'make one', verdict: 'allow', rule: { ...session, source: 'session' } }],
    });
    const instead = { ...bash('make one'), session_id: talk.id, rules: [given('ask', 'Bash(make *)')] };
    expect(await explain(instead)).toMatchObject({
      verdict: 'ask',
      step: 'ask-rule',
      rule: { ...given('ask', 'Bash(make *)'), source: 'request' },
    });
    expect(await explain({ ...instead, rules: [] })).toMatchObject({ verdict: 'ask', step: 'mode' });
    // an unloaded session keeps what was approved for it
    await trial.restart();
    expect(await explain({ ...bash('make one'), session_id: talk.id })).toMatchObject({ step: 'session-rule' });
    expect(await explain({ ...bash('make two'), session_id: talk.id })).toMatchObject({ step: 'mode' });
  });

  const lines: [string, string, string[]][] = [
    ['cd sub && git log | head', 'ask', ['cd sub: allow', 'git log: allow', 'head: ask']],
    ['cd sub && git log', 'allow', ['cd sub: allow', 'git log: allow']],
    ['pwd', 'ask', ['pwd: ask']],
    ['git log > b.txt && npm test', 'ask', ['git log: ask', 'npm test: allow']],
    ['git log > out.txt && npm test', 'allow', ['git log: allow', 'npm test: allow']],
    ['{ git log; } > b.txt', 'ask', ['git log: ask']],
    ['git commit -m "$(make it)"', 'ask', ['make it: ask', 'git commit -m $(make it): allow']],
    ['sudo make', 'ask', ['sudo make: ask', 'make: ask']],
    ['echo push | xargs git', 'deny', ['echo push: ask', 'xargs git: ask', 'git: deny']],
    ["sh -c 'npm test; curl x'", 'ask', ['sh -c npm test; curl x: ask', 'npm test: allow', 'curl x: ask']],
    ['PATH=sub git status', 'ask', ['git status: ask']],
    ['X=1', 'ask', []],
  ];
  test.each(lines)('%s', async (line, verdict, expected) => {
    const answer = await here(bash(line));
    expect(answer.verdict).toBe(verdict);
    expect(answer.commands?.map((each) => `${each.text}: ${each.verdict}`)).toEqual(expected);
  });

  test('a rule for the whole line speaks for all its commands', async () => {
    const rule = { ...given('allow', 'Bash(make && curl y)'), source: 'request' };
    expect(await here({ ...bash('make && curl y'), rules: [given('allow', 'Bash(make && curl y)')] })).toMatchObject({
      verdict: 'allow',
      rule,
      commands: [
        { text: 'make', verdict: 'allow', rule },
        { text: 'curl y', verdict: 'allow', rule },
      ],
    });
  });

  test('a line that cannot be taken apart has no commands', async () => {
    const answer = await here(bash('make;'.repeat(1_001)));
    expect(answer).toMatchObject({ verdict: 'ask' });
    expect(answer.commands).toBeUndefined();
    expect((await here(bash(`make ${'x'.repeat(70_000)}`))).danger).toEqual(['unparsable']);
  });

  test('with neither session nor directory it is about the home directory of the user', async () => {
    const there = { ...file('Write', join(trial.home, 'a.txt')), rules: [given('allow', 'Write(a.txt)')] };
    expect(await explain(there)).toMatchObject({ verdict: 'allow', step: 'allow-rule' });
    expect(await here(there)).toMatchObject({ verdict: 'ask', step: 'mode' });
  });

  test('a tool that the configuration or the profile takes away is denied', async () => {
    const { id } = await trial.talk({ agent_config: { tools: ['Read'], permission_mode: 'auto' } });
    expect(await explain({ ...bash('git status'), session_id: id })).toMatchObject({ verdict: 'deny', step: 'static' });
    // no search service is configured
    expect(await here({ tool: 'WebSearch', input: { query: 'x' }, permission_mode: 'auto' })).toMatchObject({
      verdict: 'deny',
      reason: 'the tool WebSearch is switched off',
    });
  });
});

describe('refused', () => {
  const cases: [string, Request, string][] = [
    ['an unknown tool', { tool: 'Bsh', input: {} }, 'tool: there is no tool Bsh'],
    ['arguments that break the schema', { tool: 'Bash', input: { command: 5 } }, 'input: '],
    ['arguments that the tool cannot use', { tool: 'Bash', input: { command: ' ' } }, 'input: The command is blank.'],
    ['a rule that does not parse', { ...bash('x'), rules: [given('deny', 'Bash(a')] }, 'rules.0.pattern: '],
    ['a relative directory', { ...bash('x'), cwd: 'sub' }, 'cwd: must be an absolute path'],
    ['a directory that is not there', { ...bash('x'), cwd: '/no/such/place' }, 'cwd: no directory at /no/such/place'],
    ['both', { ...bash('x'), cwd: '/', session_id: 'session_x' }, 'cwd: not together with session_id'],
    ['a mode that there is not', { ...bash('x'), permission_mode: 'never' as 'auto' }, 'permission_mode: '],
  ];
  test.each(cases)('%s', async (_what, body, msg) => {
    const answer = await ask(body);
    expect(answer).toMatchObject({ code: 40001 });
    expect(answer.msg).toContain(msg);
  });

  test('an unknown session', async () => {
    expect(await ask({ ...bash('x'), session_id: 'session_none' })).toMatchObject({ code: 40401 });
  });
});
