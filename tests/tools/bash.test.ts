/** Bash: real commands, their output, limits, ends and the stop sequence. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopsFinished } from '../../daemon/tools/process.js';
import { interruption, TurnAborted } from '../../daemon/tools/tool.js';
import { alive, ends } from '../helpers/processes.js';
import type { Place } from './fake.js';
import { call, createPlace, failureOf, input, outputOf } from './fake.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(async () => {
  await stopsFinished();
  place.remove();
});

const bash = (command: string, more: { timeout?: number; cwd?: string } = {}, over = {}): ReturnType<typeof call> =>
  call(place, 'Bash', { command, ...more }, over);

const pidIn = (name: string): number => Number(readFileSync(join(place.cwd, name), 'utf8'));

describe('results', () => {
  test.each<[string, string, string, boolean, number | null]>([
    ['output', 'echo hi', 'hi', false, 0],
    ['nothing', 'true', '<system>The command gave no output.</system>', false, 0],
    ['exit code', 'echo out; exit 3', 'out\nfailed with exit code 3', true, 3],
    ['exit code alone', 'exit 1', 'failed with exit code 1', true, 1],
    ['signal', 'echo x; kill -SEGV $$', 'x\nkilled by signal SIGSEGV', true, null],
    ['merged in order', 'for i in 1 2 3; do echo o$i; echo e$i >&2; done', 'o1\ne1\no2\ne2\no3\ne3', false, 0],
    [
      'standard files can be opened',
      'echo a > /dev/stderr; echo b > /dev/stdout; echo c | tee /dev/stderr',
      'a\nb\nc\nc',
      false,
      0,
    ],
    ['no input', 'cat; read x || echo none', 'none', false, 0],
    [
      'UTF-8 in pieces',
      "printf '\\303'; sleep 0.05; printf '\\274\\360\\237'; sleep 0.05; printf '\\230\\200'",
      'ü😀',
      false,
      0,
    ],
    ['invalid UTF-8', "printf 'a\\377b'", 'a\ufffdb', false, 0],
    [
      'escapes',
      "printf '\\033[1;31mred\\033'; sleep 0.05; printf '[0m \\033]8;;http://x\\033\\\\link\\033]8;;\\007 \\033(B.'",
      'red link .',
      false,
      0,
    ],
    ['blank lines at the end but one', "printf 'a\\n\\n'", 'a\n', false, 0],
  ])('%s', async (_, command, output, isError, exit_code) => {
    const result = await bash(command);
    expect(result.output).toBe(output);
    expect(result.isError ?? false).toBe(isError);
    expect(result.display).toMatchObject({ kind: 'command_output', exit_code });
    expect(readdirSync(join(place.home, 'sessions/session_test/tasks'))).toEqual([]);
  });

  test('environment, directory and shell', async () => {
    mkdirSync(join(place.cwd, 'sub'));
    const script = 'echo $NO_COLOR $TERM $GIT_TERMINAL_PROMPT $PAGER $SHELL $AGENT_SESSION_ID $HOME; pwd';
    expect((await bash(script, { cwd: 'sub' })).output).toBe(
      `1 dumb 0 cat /bin/sh session_test ${place.userHome}\n${join(place.cwd, 'sub')}`,
    );
    await bash('cd sub');
    expect((await bash('pwd')).output).toBe(place.cwd);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['blank', { command: ' \n' }, 'blank'],
    ['NUL', { command: 'a\0b' }, 'NUL'],
    ['missing directory', { command: 'true', cwd: 'no' }, 'does not exist'],
    ['file as directory', { command: 'true', cwd: 'file' }, 'not a directory'],
    ['timeout 0', { command: 'true', timeout: 0 }, 'between 1 and 300'],
    ['timeout 301', { command: 'true', timeout: 301 }, 'between 1 and 300'],
    ['background', { command: 'true', run_in_background: true, description: 'x' }, 'background here'],
    [
      'background without purpose',
      { command: 'true', run_in_background: true, description: ' ' },
      'needs a description',
    ],
    ['no timeout', { command: 'true', disable_timeout: true }, 'background commands only'],
    ['too long to start', { command: `: ${'x'.repeat(200_000)}` }, 'could not be started'],
  ])('refuses: %s', async (_, given, message) => {
    writeFileSync(join(place.cwd, 'file'), '');
    expect(await failureOf(place, 'Bash', given)).toContain(message);
  });

  test('a shell that is not there', async () => {
    expect(await bash('true', {}, { shell: '/no/such/shell' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('could not be started'),
    });
  });

  test('a directory link turned since permission was given', async () => {
    mkdirSync(join(place.cwd, 'a'));
    symlinkSync('a', join(place.cwd, 'link'));
    const plan = {
      subject: { kind: 'command' as const, command: 'pwd', cwd: join(place.cwd, 'b') },
      access: { kind: 'all' as const },
      display: { kind: 'generic' as const, summary: '' },
    };
    expect(await bash('pwd', { cwd: 'link' }, { plan })).toMatchObject({
      isError: true,
      output: expect.stringContaining('leads elsewhere'),
    });
  });

  test('without named pipes outputs are merged by the shell', async () => {
    const result = await bash(
      'for i in 1 2 3; do echo o$i; echo e$i >&2; done; exit 2',
      {},
      { env: { PATH: '/no/such/directory' } },
    );
    expect(result.output).toBe('o1\ne1\no2\ne2\no3\ne3\nfailed with exit code 2');
  });
});

describe('long output', () => {
  test.each([
    [2_000, 'x'.repeat(2_000)],
    [2_001, `${'x'.repeat(2_000)}[...truncated]`],
    [9_000, `${'x'.repeat(2_000)}[...truncated]`],
  ])('a line of %d chars', async (n, shown) => {
    expect(await outputOf(place, 'Bash', { command: `head -c ${n} /dev/zero | tr '\\0' x; echo; echo end` })).toBe(
      `${shown}\nend`,
    );
  });

  test('exactly 50,000 chars are whole', async () => {
    const result = await bash('yes 123456789 | head -c 50000');
    expect(result.output).toHaveLength(49_999);
    expect(result.truncated).toBeUndefined();
  });

  test('more: both ends, the log, the fields', async () => {
    const result = await bash('seq 1 20000; exit 4');
    const text = String(result.output);
    const log = String(result.outputPath);
    expect(text.startsWith('1\n2\n3\n')).toBe(true);
    expect(text).toContain('\n19999\n20000\n<system>task_id: bash-');
    expect(text).toMatch(/\n\[\.\.\.truncated\] 58,894 chars left out here\n/);
    expect(text).toContain(`output_path: ${log}\noutput_size_bytes: 108894</system>\nfailed with exit code 4`);
    expect(log).toMatch(/\/sessions\/session_test\/tasks\/bash-[0-9a-z]{8}\.log$/);
    expect(readFileSync(log, 'utf8')).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''));
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(result).toMatchObject({ truncated: true, isError: true, display: { truncated: true, exit_code: 4 } });
    expect(JSON.stringify(result.display).length).toBeLessThan(30_000);
  });

  test('200 MB are stopped at 16 MiB, on disk and not in memory', async () => {
    const before = process.memoryUsage().rss;
    const result = await bash('yes 0123456789 | head -c 200000000');
    expect(result).toMatchObject({ isError: true, truncated: true });
    expect(result.output).toContain('its output exceeds 16 MiB (16,777,216 bytes kept)');
    expect(statSync(String(result.outputPath)).size).toBe(16 * 1024 * 1024);
    expect(String(result.output).length).toBeLessThan(51_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('an endless writer that ignores SIGTERM is killed', async () => {
    const result = await bash(`trap '' TERM PIPE; echo $$ > pid; while :; do head -c 1000000 /dev/zero; done`);
    expect(result.output).toContain('exceeds 16 MiB');
    await stopsFinished();
    expect(await ends(pidIn('pid'))).toBe(true);
  });
});

describe('ends', () => {
  test('the time limit stops the whole group', async () => {
    const result = await bash('echo begun; sleep 60 & echo $! > child; wait', { timeout: 1 });
    expect(result).toMatchObject({ isError: true, display: { exit_code: null } });
    expect(result.output).toBe('begun\n<system>The command was stopped at its time limit of 1 second.</system>');
    await stopsFinished();
    expect(await ends(pidIn('child'))).toBe(true);
  });

  test('SIGTERM first, SIGKILL after the grace period', async () => {
    const polite = await bash(`trap 'echo bye; exit 0' TERM; echo begun; while :; do sleep 0.05; done`, { timeout: 1 });
    // some shells also report that the sleep they waited for was stopped
    expect(polite.output).toMatch(/^begun\n(?:Terminated\n)?bye\n<system>The command was stopped/);
    const started = performance.now();
    const stubborn = await bash(`trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done`, { timeout: 1 });
    expect(stubborn.isError).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(1_390);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await ends(pidIn('pid'))).toBe(true);
  });

  test('an interrupt gives the turn back before the stop sequence ends', async () => {
    const controller = new AbortController();
    const running = bash(
      `trap '' TERM; echo $$ > pid; echo begun; while :; do sleep 0.05; done`,
      {},
      {
        signal: controller.signal,
        background: { killGracePeriodMs: 1_500 },
      },
    );
    while (!existsSync(join(place.cwd, 'pid')) || readFileSync(join(place.cwd, 'pid'), 'utf8') === '') await delay(10);
    await delay(50);
    const started = performance.now();
    controller.abort();
    const result = await running;
    expect(performance.now() - started).toBeLessThan(1_400);
    expect(result).toMatchObject({
      isError: true,
      output: 'begun\n<system>The command was interrupted by the user.</system>',
    });
    const pid = pidIn('pid');
    expect(alive(pid)).toBe(true);
    await stopsFinished();
    expect(await ends(pid)).toBe(true);
  });

  test('an interrupt that came before', async () => {
    const result = await bash('sleep 30', {}, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining('interrupted') });
  });

  test('the time limit of the run: the result names it, not the user', async () => {
    const signal = AbortSignal.abort(new TurnAborted('limit'));
    const result = await bash('sleep 30', {}, { signal });
    expect(result).toMatchObject({
      isError: true,
      output: expect.stringContaining('The command was interrupted: the time limit of the run was reached.'),
    });
  });

  test('the turn of its caller, or the end of the server: the result does not name the user', async () => {
    const signal = AbortSignal.abort(new TurnAborted('system'));
    expect(interruption(signal)).toBe('Interrupted.');
    expect(interruption(signal, 'Interrupted', ' before it began')).toBe('Interrupted before it began.');
    expect(interruption(AbortSignal.abort(new TurnAborted('user')))).toBe('Interrupted by the user.');
  });

  test('a child that keeps the output open does not hold the result', async () => {
    const started = performance.now();
    const result = await bash('sleep 20 & echo $! > child; echo done');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(result.output).toMatch(/^done\n<system>The shell exited, but a process it started keeps the output open/);
    expect(result.isError).toBeUndefined();
    const child = pidIn('child');
    expect(alive(child)).toBe(true);
    process.kill(child, 'SIGKILL');
  });
});

describe('live output', () => {
  test('keeps escapes, comes at a bounded rate and size', async () => {
    await bash("printf '\\033[31mred\\033[0m\\n'; sleep 0.5; for i in 1 2 3 4 5 6; do seq 1 20000; sleep 0.1; done");
    const updates = place.updates;
    expect(updates[0]?.update.kind).toBe('stdout');
    expect(updates.map(({ update }) => update.text).join('')).toContain('\u001b[31mred');
    for (const { update } of updates) expect(Buffer.byteLength(update.text ?? '')).toBeLessThanOrEqual(16 * 1024);
    for (const [index, { at }] of updates.entries()) {
      expect(updates.slice(index).filter((later) => later.at < at + 1_000).length).toBeLessThanOrEqual(10);
    }
    expect(updates.at(-1)?.update.text).toMatch(/20000\n$/);
  });

  test('everything short is there', async () => {
    await bash('echo a; sleep 0.3; echo b');
    expect(place.updates.map(({ update }) => update.text)).toEqual(['a\n', 'b\n']);
  });
});

test('the plan of a call', async () => {
  const { tools } = await import('../../daemon/tools/index.js');
  expect(await tools.Bash.plan(input('Bash', { command: 'ls', description: 'List', timeout: 5 }), place.run())).toEqual(
    {
      subject: { kind: 'command', command: 'ls', cwd: place.cwd },
      access: { kind: 'all' },
      display: {
        kind: 'command',
        command: 'ls',
        cwd: place.cwd,
        description: 'List',
        language: 'bash',
        background: false,
        timeout_ms: 5_000,
      },
    },
  );
});
