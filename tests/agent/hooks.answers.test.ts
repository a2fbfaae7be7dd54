/** Hooks by themselves: which of them run, what they are given, and what each end of a command means (engine.md 15). */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import { createBacklog } from '../../daemon/agent/hooks/backlog.js';
import { createHooks, type Hooks } from '../../daemon/agent/hooks/hooks.js';
import { createMatcher } from '../../daemon/agent/hooks/matcher.js';
import { createHookTable, type HookFields } from '../../daemon/agent/hooks/table.js';
import { stopsFinished } from '../../daemon/tools/process.js';
import { eventually } from '../helpers/turns.js';
import { recordInto, type HookEntry, type Recording } from './hooks.fixture.js';

let folder: string;
let cwd: string;
let recording: Recording;
let recorded: NewEvent[];
let dropped: string[];
let backlog: ReturnType<typeof createBacklog>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-hooks-')));
  cwd = join(folder, 'work');
  mkdirSync(cwd);
  recording = recordInto(join(folder, 'told'));
  recorded = [];
  dropped = [];
  backlog = createBacklog();
});
afterEach(async () => {
  backlog.stop();
  await backlog.idle();
  await stopsFinished();
  rmSync(folder, { recursive: true, force: true });
});

function hooksOf(entries: HookEntry[], over: { cwd?: string; shell?: string } = {}): Hooks {
  const table = createHookTable(entries);
  return createHooks({
    agentId: 'main',
    turnId: 7,
    table: () => table,
    facts: () => ({
      session_id: 'session_1',
      session_title: 'A title',
      client_type: 'api',
      cwd,
      permission_mode: 'manual',
    }),
    command: () => ({
      shell: '/bin/sh',
      cwd,
      env: { PATH: process.env['PATH'] ?? '', WHO: 'me' },
      directory: join(folder, 'private'),
      ...over,
    }),
    backlog,
    record: (events) => void recorded.push(...events),
    dropped: (event) => void dropped.push(event),
    reportDefect: (error) => {
      throw error;
    },
  });
}

const callFields = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_call_id: 'c1', agent_id: 'main' };
const before = (command: string, more: Partial<HookEntry> = {}): HookEntry => ({
  event: 'PreToolUse',
  command,
  ...more,
});
const ask = (hooks: Hooks, subject = 'Bash', signal?: AbortSignal) =>
  hooks.run('PreToolUse', subject, callFields, signal);
const warnings = (events: NewEvent[]) =>
  events.flatMap((event) => (event.type === 'warning' ? [[event.code, event.message]] : []));
const results = (events: NewEvent[]) =>
  events.flatMap((event) => (event.type === 'hook.result' ? [[event.hookEvent, event.content, event.blocked]] : []));

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // a dead child nobody has collected yet still has its number
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

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
    expect(createMatcher(pattern)(subject)).toBe(fits);
  });

  test('one that would take for ever is given up, and its hook decides by itself', () => {
    const matcher = createMatcher('^(a+)+$');
    const from = performance.now();
    for (let time = 0; time < 50; time += 1) expect(matcher(`${'a'.repeat(64)}!`)).toBe(true);
    expect(performance.now() - from).toBeLessThan(2_000);
    expect([matcher('aaa'), matcher('b')]).toEqual([true, false]);
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
    ['broken JSON', print('{"hookSpecificOutput":'), undefined, [], []],
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

  test('no shell, no directory: a warning, and the work goes on', async () => {
    for (const over of [{ shell: join(folder, 'none') }, { cwd: join(folder, 'gone') }]) {
      const { events, blocked } = await ask(hooksOf([before('exit 2')], over));
      expect(blocked).toBeUndefined();
      expect(warnings(events)).toEqual([['hook-failed', expect.stringContaining('could not be started')]]);
    }
  });

  test('one refusal of several is enough, and all reasons are told; failures beside it too', async () => {
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

describe('commands that behave badly', () => {
  test('one that does not end is stopped, also when it does not listen; the work goes on', async () => {
    const from = performance.now();
    const hooks = hooksOf([
      before(`trap '' TERM; echo $$ > pid; (trap '' TERM; exec sleep 60) & echo $! > child; wait; wait`, {
        timeout: 1,
      }),
    ]);
    const { events, blocked } = await ask(hooks);
    expect(blocked).toBeUndefined();
    expect(warnings(events)).toEqual([['hook-failed', 'The hook hooks[0] (PreToolUse) was stopped at its time limit']]);
    expect(performance.now() - from).toBeLessThan(10_000);
    await stopsFinished();
    for (const name of ['pid', 'child']) {
      const pid = Number(readFileSync(join(cwd, name), 'utf8'));
      await eventually(() => !alive(pid), `${name} is gone`);
    }
  });

  test('one that leaves something in the background with its outputs open holds nobody up', async () => {
    const from = performance.now();
    const { blocked } = await ask(hooksOf([before('sleep 30 & echo $! > pid; echo no >&2; exit 2')]));
    const took = performance.now() - from;
    process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), 'SIGKILL');
    expect(blocked).toBe('no');
    expect(took).toBeLessThan(10_000);
  });

  test('one that reads nothing of a long input', async () => {
    const hooks = hooksOf([before('exec 0<&-; exit 0')]);
    const fields = { ...callFields, tool_input: { content: 'x'.repeat(5_000_000) } };
    expect(await hooks.run('PreToolUse', 'Bash', fields)).toEqual({ events: [] });
    const whole = hooksOf([before('wc -c > size')]);
    await whole.run('PreToolUse', 'Bash', fields);
    expect(Number(readFileSync(join(cwd, 'size'), 'utf8'))).toBeGreaterThan(5_000_000);
  });

  test('one that writes a lot is cut at 64 KiB and heard to its end', async () => {
    const hooks = hooksOf([
      before('head -c 1000000 /dev/zero | tr "\\0" y; head -c 1000000 /dev/zero | tr "\\0" x >&2; exit 2'),
    ]);
    expect((await ask(hooks)).blocked).toBe('x'.repeat(10_000));
    const late = `head -c 66000 /dev/zero | tr '\\0' ' '; echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`;
    expect((await ask(hooksOf([before(late)]))).blocked).toBeUndefined();
  });

  test('one that writes without end is stopped', async () => {
    const { events } = await ask(hooksOf([before('yes')]));
    expect(warnings(events)).toEqual([
      ['hook-failed', 'The hook hooks[0] (PreToolUse) was stopped because it wrote too much'],
    ]);
  });

  test('an abort ends the waiting at once, and nothing comes of what was asked', async () => {
    const aborting = new AbortController();
    const asked = ask(hooksOf([before('echo $$ > pid; sleep 60; exit 2')]), 'Bash', aborting.signal);
    await eventually(() => existsSync(join(cwd, 'pid')), 'it runs');
    const from = performance.now();
    aborting.abort();
    expect(await asked).toEqual({ events: [] });
    expect(performance.now() - from).toBeLessThan(2_000);
    await stopsFinished();
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    await eventually(() => !alive(pid), 'the hook is gone');
    expect(await ask(hooksOf([before('exit 2')]), 'Bash', aborting.signal)).toEqual({ events: [] });
  });
});

describe('hooks that nobody waits for', () => {
  test('run beside the work and say afterwards what they have to say', async () => {
    const hooks = hooksOf([
      { event: 'Notification', command: 'sleep 0.2; echo bad >&2; exit 1', matcher: 'task' },
      { event: 'Notification', command: recording.command(), matcher: 'question' },
    ]);
    const from = performance.now();
    hooks.tell('Notification', 'task', { title: 't', body: 'b' });
    expect(performance.now() - from).toBeLessThan(150);
    expect(recorded).toEqual([]);
    await backlog.idle();
    expect(warnings(recorded)).toEqual([
      ['hook-failed', 'The hook hooks[0] (Notification) ended with exit code 1: bad'],
    ]);
    expect(recording.told()).toEqual([]);
  });

  test('only so many at once, the others in turn, and beyond a limit not at all', async () => {
    writeFileSync(join(folder, 'most'), '');
    const hooks = hooksOf([
      {
        event: 'PostToolUse',
        command: `mkdir -p ${folder}/run; touch ${folder}/run/$$; ls ${folder}/run | wc -l >> ${folder}/most; sleep 0.1; rm ${folder}/run/$$`,
      },
    ]);
    for (let count = 0; count < 40; count += 1) hooks.tell('PostToolUse', 'Bash', { ...callFields, tool_output: '' });
    await backlog.idle();
    const seen = readFileSync(join(folder, 'most'), 'utf8').trim().split(/\s+/).map(Number);
    expect(seen).toHaveLength(40);
    expect(Math.max(...seen)).toBeLessThanOrEqual(16);
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
    const never = hooksOf([{ event: 'PostToolUse', command: 'sleep 60' }]);
    for (let count = 0; count < 520; count += 1) never.tell('PostToolUse', 'Bash', { ...callFields, tool_output: '' });
    expect(dropped).toHaveLength(520 - 16 - 500);
    backlog.stop();
    await backlog.idle();
  });

  test('the end of the server stops them, and they say nothing any more', async () => {
    const hooks = hooksOf([{ event: 'Interrupt', command: 'echo $$ > pid; sleep 60; exit 1' }]);
    hooks.tell('Interrupt', undefined, { turn_id: 1 } satisfies HookFields['Interrupt']);
    await eventually(() => existsSync(join(cwd, 'pid')), 'it runs');
    await delay(20);
    backlog.stop();
    await backlog.idle();
    await stopsFinished();
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    await eventually(() => !alive(pid), 'the hook is gone');
    expect(recorded).toEqual([]);
  });
});
