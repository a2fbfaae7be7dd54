/** Which hooks run, what input they get, and what each exit of a command means (engine.md 15). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, jest, test } from '@jest/globals';
import { createMatcher } from '../../daemon/agent/hooks/table.js';
import {
  ask,
  before,
  callFields,
  cwd,
  folder,
  hooksOf,
  recording,
  results,
  useBench,
  warnings,
} from './hooks.bench.js';

useBench();

/** Milliseconds that a matcher may take where the test needs its answer, generous for a busy machine. */
const patience = 10_000;

describe('matchers', () => {
  test.each<[string | undefined, string | undefined, boolean]>([
    [undefined, 'Bash', true],
    ['Bash', 'Bash', true],
    ['Bash', 'Read', false],
    ['^(Write|Edit)$', 'Edit', true],
    ['^Edit$', 'MultiEdit', false],
    ['mcp__.*__delete', 'mcp__files__delete', true],
    ['', 'anything', true],
    ['(', 'Bash', false],
    ['(', undefined, false],
    ['Bash', undefined, true],
    ['x$', `${'a'.repeat(5_000)}x`, false],
  ])('%#: %j', (pattern, subject, fits) => {
    expect(createMatcher(pattern, patience)(subject)).toBe(fits);
  });

  test('one that would take for ever is given up, and its hook decides by itself', () => {
    const matcher = createMatcher('^(a+)+$');
    const from = process.cpuUsage();
    for (let time = 0; time < 50; time += 1) expect(matcher(`${'a'.repeat(64)}!`)).toBe(true);
    expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
    const patient = createMatcher('^(a+)+$', patience);
    expect([patient('aaa'), patient('b')]).toEqual([true, false]);
  });

  test('time in which the machine did something else is not that of the pattern', () => {
    const run = jest.spyOn(Script.prototype, 'runInContext');
    try {
      // the time limit passed, but the pattern used no processor time
      run.mockImplementationOnce(() => {
        throw Object.assign(new Error('timed out'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
      });
      expect(createMatcher('^(Glob|Read).*$', patience)('UpdateGoal')).toBe(false);
      expect(run).toHaveBeenCalledTimes(2);
      // a plain name is compared without a time limit
      expect(createMatcher('Glob', patience)('UpdateGoal')).toBe(false);
      expect(run).toHaveBeenCalledTimes(2);
    } finally {
      run.mockRestore();
    }
  });
});

describe('which run', () => {
  test('those of the event that fit, side by side, and the same command line once', async () => {
    const meet = (mine: string, other: string) =>
      `touch ${folder}/${mine}; for i in $(seq 200); do [ -e ${folder}/${other} ] && exit 0; sleep 0.05; done; exit 2`;
    const hooks = hooksOf([
      before(meet('a', 'b')),
      before(meet('b', 'a')),
      before(recording.command()),
      before(recording.command(), { matcher: 'Bash' }),
      before('exit 2', { matcher: '^Read$' }),
      before('exit 2', { matcher: '(' }),
      { event: 'Stop', command: 'exit 2' },
    ]);
    expect(await ask(hooks)).toEqual({ events: [] });
    expect(recording.told()).toHaveLength(1);
    expect((await ask(hooks, 'Read')).blocked).toBe('The hook gave no reason.');
    expect([hooks.has('PreToolUse'), hooks.has('Stop'), hooks.has('PostToolUse')]).toEqual([true, true, false]);
  });

  test('what a command gets: its facts as JSON, the directory, the environment, a group of its own', async () => {
    const hooks = hooksOf([
      before(
        `cat /dev/stdin > in; pwd > where; echo $WHO > env; ps -o pgid= -p $$ > group; echo $$ > pid; ls ${folder}/private > left`,
      ),
    ]);
    await ask(hooks);
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8').trim();
    expect(JSON.parse(read('in'))).toEqual({
      hook_event_name: 'PreToolUse',
      session_id: 'session_1',
      session_title: 'A title',
      client_type: 'api',
      cwd,
      permission_mode: 'manual',
      runtime_id: 'local',
      profile: 'full',
      ...callFields,
    });
    expect([read('where'), read('env'), read('left')]).toEqual([cwd, 'me', '']);
    expect(read('group')).toBe(read('pid'));
  });
});

describe('what an end means', () => {
  const deny = (reason?: string) =>
    JSON.stringify({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason },
      more: { unknown: 1 },
    });
  const print = (text: string) => `cat <<'END'\n${text}\nEND`;

  test.each<[string, string, string | undefined, unknown[], unknown[]]>([
    ['exit 0', 'true', undefined, [], []],
    ['exit 0 with text', 'echo hello; echo world >&2', undefined, [], []],
    ['JSON that denies', print(deny('too risky')), 'too risky', [['PreToolUse', 'too risky', true]], []],
    [
      'JSON that denies without a reason',
      print(deny()),
      'The hook gave no reason.',
      [['PreToolUse', 'The hook gave no reason.', true]],
      [],
    ],
    ['JSON with a message', print('{"message": "look here"}'), undefined, [['PreToolUse', 'look here', undefined]], []],
    [
      'JSON that allows or asks: no opinion',
      print('{"hookSpecificOutput": {"permissionDecision": "allow"}}'),
      undefined,
      [],
      [],
    ],
    ['JSON of wrong kinds', print('{"hookSpecificOutput": "deny", "message": 5}'), undefined, [], []],
    [
      'broken JSON: a warning, never silently no opinion',
      print('{"hookSpecificOutput":'),
      undefined,
      [],
      [['hook-failed', 'The hook hooks[0] (PreToolUse) answered with JSON that does not parse; it is ignored']],
    ],
    ['text in brackets that is not a JSON answer', print('[not JSON'), undefined, [], []],
    ['exit 2', 'echo no >&2; echo x; exit 2', 'no', [['PreToolUse', 'no', true]], []],
    [
      'exit 2 with colours and bytes',
      "printf '\\033[31mred\\033[0m \\377\\000' >&2; exit 2",
      'red \ufffd',
      [['PreToolUse', 'red \ufffd', true]],
      [],
    ],
    [
      'another exit code',
      'echo out; echo broken >&2; exit 3',
      undefined,
      [],
      [['hook-failed', 'The hook hooks[0] (PreToolUse) ended with exit code 3: broken']],
    ],
    [
      'a crash',
      'kill -SEGV $$',
      undefined,
      [],
      [['hook-failed', 'The hook hooks[0] (PreToolUse) was killed by SIGSEGV']],
    ],
    [
      'a command that is not there',
      '/no/such/program',
      undefined,
      [],
      [['hook-failed', expect.stringContaining('ended with exit code 127')]],
    ],
    [
      'a command line no shell can take',
      'echo \u0000',
      undefined,
      [],
      [['hook-failed', expect.stringContaining('could not be started')]],
    ],
  ])('%s', async (_, command, blocked, told, warned) => {
    const outcome = await ask(hooksOf([before(command)]));
    expect(outcome.blocked).toBe(blocked);
    expect(results(outcome.events)).toEqual(told);
    expect(warnings(outcome.events)).toEqual(warned);
  });

  test('no shell, no directory: a warning, and the work continues', async () => {
    for (const over of [{ shell: join(folder, 'none') }, { cwd: join(folder, 'gone') }]) {
      const { events, blocked } = await ask(hooksOf([before('exit 2')], over));
      expect(blocked).toBeUndefined();
      expect(warnings(events)).toEqual([['hook-failed', expect.stringContaining('could not be started')]]);
    }
  });

  test('one refusal of several is enough, and all reasons are reported; failures beside it too', async () => {
    const hooks = hooksOf([
      before('echo one >&2; exit 2'),
      before('true'),
      before('exit 9'),
      before(print(deny('two'))),
      before(print('{"message": "by the way"}')),
    ]);
    const { events, blocked } = await ask(hooks);
    expect(blocked).toBe('one\ntwo');
    expect(results(events)).toEqual([['PreToolUse', 'by the way\none\ntwo', true]]);
    expect(warnings(events)).toEqual([['hook-failed', 'The hook hooks[2] (PreToolUse) ended with exit code 9']]);
    expect(events.every((event) => event.type === 'warning' || (event as { turnId?: number }).turnId === 7)).toBe(true);
  });

  test('elsewhere a refusal is a warning', async () => {
    const hooks = hooksOf([
      { event: 'PostToolUse', command: 'echo late >&2; exit 2' },
      { event: 'PostToolUse', command: print(deny('also late')) },
    ]);
    const { events, blocked } = await hooks.run('PostToolUse', 'Bash', { ...callFields, tool_output: '' });
    expect(blocked).toBeUndefined();
    expect(warnings(events).map(([, message]) => message)).toEqual([
      'The hook hooks[0] (PostToolUse) refuses what cannot be refused: late',
      'The hook hooks[1] (PostToolUse) refuses what cannot be refused: also late',
    ]);
  });

  test('only prompts and starts take text into the context, at most 10,000 chars', async () => {
    const long = 'for i in $(seq 3000); do printf "12345"; done';
    const prompt = { prompt: 'p', prompt_id: 'p1', is_steer: false };
    const first = await hooksOf([{ event: 'UserPromptSubmit', command: long }]).run(
      'UserPromptSubmit',
      undefined,
      prompt,
    );
    expect(first.added).toHaveLength(10_000);
    expect(results(first.events)).toEqual([['UserPromptSubmit', first.added, undefined]]);
    const start = await hooksOf([{ event: 'SessionStart', command: 'echo hi' }]).run('SessionStart', 'resume', {
      source: 'resume',
    });
    expect(start.added).toBe('hi');
    const json = await hooksOf([{ event: 'UserPromptSubmit', command: print('{"a": 1}') }]).run(
      'UserPromptSubmit',
      undefined,
      prompt,
    );
    expect(json).toEqual({ events: [] });
    expect((await ask(hooksOf([before('echo hi')]))).added).toBeUndefined();
    const refused = hooksOf([
      { event: 'UserPromptSubmit', command: 'echo extra' },
      { event: 'UserPromptSubmit', command: 'exit 2' },
    ]);
    expect((await refused.run('UserPromptSubmit', undefined, prompt)).added).toBeUndefined();
  });
});
