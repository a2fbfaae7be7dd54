/** Hook commands that misbehave, and hooks that no caller waits for (engine.md 15). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { HookFields } from '../../daemon/agent/hooks/table.js';
import { stopsFinished } from '../../daemon/tools/process.js';
import { alive } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import {
  ask,
  backlog,
  before,
  callFields,
  cwd,
  dropped,
  folder,
  hooksOf,
  recorded,
  recording,
  useBench,
  warnings,
} from './hooks.bench.js';

useBench();

describe('commands that behave badly', () => {
  test('one that does not end is stopped, also when it does not listen; the work continues', async () => {
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

  test('one that leaves something in the background with its outputs open blocks no other work', async () => {
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
  });

  test('one that writes over 16 MiB and exits 2 blocks', async () => {
    const flood =
      "head -c 20000000 /dev/zero | tr '\\0' y; echo refused >&2; head -c 20000000 /dev/zero | tr '\\0' x >&2";
    const { blocked, events } = await ask(hooksOf([before(`${flood}; exit 2`)]));
    expect(blocked).toMatch(/^refused\nx+$/);
    expect(warnings(events)).toEqual([]);
  });

  test.each([
    [
      'that begins with its bracket',
      `echo '{"hookSpecificOutput":{"permissionDecision":"deny"},"more":"'; %; echo '"}'`,
    ],
    ['behind blanks', `%; echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`],
  ])('a JSON answer over 64 KiB %s is a warning', async (_, line) => {
    const long = line.replace('%', "head -c 66000 /dev/zero | tr '\\0' ' '");
    const { blocked, events } = await ask(hooksOf([before(long)]));
    expect(blocked).toBeUndefined();
    expect(warnings(events)).toEqual([
      ['hook-failed', 'The hook hooks[0] (PreToolUse) wrote more than 64 KiB: its JSON answer was cut and is ignored'],
    ]);
  });

  test('one that writes without end is stopped at its time limit', async () => {
    const { events } = await ask(hooksOf([before('yes', { timeout: 1 })]));
    expect(warnings(events)).toEqual([['hook-failed', 'The hook hooks[0] (PreToolUse) was stopped at its time limit']]);
  });

  test('an abort ends the waiting at once, and nothing comes of what was asked', async () => {
    const aborting = new AbortController();
    const asked = ask(hooksOf([before('echo $$ > pid; sleep 60; exit 2')]), 'Bash', aborting.signal);
    await eventually(() => existsSync(join(cwd, 'pid')), 'it runs');
    const from = performance.now();
    aborting.abort();
    expect(await asked).toEqual({ events: [] });
    expect(performance.now() - from).toBeLessThan(20_000);
    await stopsFinished();
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    await eventually(() => !alive(pid), 'the hook is gone');
    expect(await ask(hooksOf([before('exit 2')]), 'Bash', aborting.signal)).toEqual({ events: [] });
  });
});

describe('hooks that no caller waits for', () => {
  test('run beside the work and say afterwards what they have to say', async () => {
    const hooks = hooksOf([
      { event: 'Notification', command: 'sleep 2; echo bad >&2; exit 1', matcher: 'task' },
      { event: 'Notification', command: recording.command(), matcher: 'question' },
    ]);
    const from = performance.now();
    hooks.notify('Notification', 'task', { title: 't', body: 'b' });
    expect(performance.now() - from).toBeLessThan(1_800);
    expect(recorded).toEqual([]);
    await backlog.idle();
    expect(warnings(recorded)).toEqual([
      ['hook-failed', 'The hook hooks[0] (Notification) ended with exit code 1: bad'],
    ]);
    expect(recording.told()).toEqual([]);
  });

  test('what they say belongs to no turn: it may be over', async () => {
    const hooks = hooksOf([{ event: 'PostToolUse', command: `echo '{"message": "formatted"}'` }]);
    hooks.notify('PostToolUse', 'Write', { ...callFields, tool_output: '' });
    await backlog.idle();
    expect(recorded).toEqual([
      { type: 'hook.result', agentId: 'main', hookEvent: 'PostToolUse', content: 'formatted' },
    ]);
  });

  test('only so many at once, the others in turn, and beyond a limit not at all', async () => {
    writeFileSync(join(folder, 'most'), '');
    const hooks = hooksOf([
      {
        event: 'PostToolUse',
        command: `mkdir -p ${folder}/run; touch ${folder}/run/$$; ls ${folder}/run | wc -l >> ${folder}/most; sleep 0.1; rm ${folder}/run/$$`,
      },
    ]);
    for (let count = 0; count < 40; count += 1) hooks.notify('PostToolUse', 'Bash', { ...callFields, tool_output: '' });
    await backlog.idle();
    const seen = readFileSync(join(folder, 'most'), 'utf8').trim().split(/\s+/).map(Number);
    expect(seen).toHaveLength(40);
    expect(Math.max(...seen)).toBeLessThanOrEqual(16);
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
    const never = hooksOf([{ event: 'PostToolUse', command: 'sleep 60' }]);
    for (let count = 0; count < 520; count += 1)
      never.notify('PostToolUse', 'Bash', { ...callFields, tool_output: '' });
    expect(dropped).toHaveLength(520 - 16 - 500);
    backlog.stop();
    await backlog.idle();
  });

  test('the end of the server stops them, and they say nothing any more', async () => {
    const hooks = hooksOf([{ event: 'Interrupt', command: 'echo $$ > pid; sleep 60; exit 1' }]);
    hooks.notify('Interrupt', undefined, { turn_id: 1 } satisfies HookFields['Interrupt']);
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
