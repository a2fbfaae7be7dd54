/** Commands that may outlive their server behave like others, but write their own files (engine.md 17.3). */
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { follow } from '../../daemon/tools/command.js';
import { findKept, keptExit, startKept, startTimeOf } from '../../daemon/tools/kept.js';
import { createOutput } from '../../daemon/tools/output.js';
import { stopsFinished } from '../../daemon/tools/process.js';
import { ends } from '../helpers/processes.js';
import { call, createPlace, type Place } from './fake.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(async () => {
  await stopsFinished();
  place.remove();
});

const bash = (command: string, more: { timeout?: number } = {}, over = {}): ReturnType<typeof call> =>
  call(place, 'Bash', { command, ...more }, { tasks: { ...place.run().tasks, keeps: true }, ...over });
const directory = (): string => join(place.home, 'sessions/session_test/tasks');
const pidIn = (name: string): number => Number(readFileSync(join(place.cwd, name), 'utf8'));

// one process: the processes of a pipeline hold its pipe for a moment
const openFiles = 'set -- /proc/$$/fd/*; echo $#';
/** The number of files that any command of this process has open, including those that the process inherited. */
const inherited = execFileSync('bash', ['-c', openFiles], { stdio: ['ignore', 'pipe', 'inherit'] })
  .toString()
  .trim();

describe('in the foreground', () => {
  test.each<[string, string, string, boolean, number | null]>([
    ['output', 'echo hi', 'hi', false, 0],
    ['nothing', 'true', '<system>The command gave no output.</system>', false, 0],
    ['exit code', 'echo out; exit 3', 'out\nfailed with exit code 3', true, 3],
    ['merged in order', 'for i in 1 2 3; do echo o$i; echo e$i >&2; done', 'o1\ne1\no2\ne2\no3\ne3', false, 0],
    ['standard files can be opened', 'echo a > /dev/stderr; echo b > /dev/stdout', 'a\nb', false, 0],
    ['no input', 'cat; read x || echo none', 'none', false, 0],
    ['pieces', "printf '\\303'; sleep 0.05; printf '\\274'", 'ü', false, 0],
    ['no other process holds the pipe', openFiles, inherited, false, 0],
  ])('%s', async (_, command, output, isError, exit_code) => {
    const result = await bash(command);
    expect(result.output).toEqual(output);
    expect(result.isError ?? false).toBe(isError);
    expect(result.display).toMatchObject({ kind: 'command_output', exit_code });
    expect(readdirSync(directory())).toEqual([]);
  });

  test('long output stays, without a note of the end', async () => {
    const result = await bash('seq 1 20000; exit 4');
    expect(result.output).toContain('output_size_bytes: 108894</system>\nfailed with exit code 4');
    const [name = '', ...others] = readdirSync(directory());
    expect(others).toEqual([]);
    expect(join(directory(), name)).toBe(result.outputPath);
    expect(statSync(join(directory(), name)).mode & 0o777).toBe(0o600);
  });

  test('a flood is stopped at 16 MiB', async () => {
    const result = await bash('yes 0123456789 | head -c 200000000');
    expect(result.output).toContain('its output exceeds 16 MiB (16,777,216 bytes kept)');
  });

  test('what a command wrote before its end is read whole, however slowly', async () => {
    async function* slowly(): AsyncGenerator<Buffer> {
      await delay(600);
      yield Buffer.from('late');
    }
    const shell = {
      pid: 0,
      output: Object.assign(slowly(), { destroy: () => undefined }),
      exited: Promise.resolve({ code: 0, signal: null }),
      written: Promise.resolve(),
      stop: async () => undefined,
    };
    const logPath = join(place.home, 'slow.log');
    const output = createOutput({ logPath, external: false, maxBytes: 100, live: () => undefined });
    const command = follow(shell, output, 0);
    expect(await command.ended).toEqual({ kind: 'exited', code: 0, signal: null, cutOff: false });
    expect(command.summary().start).toBe('late');
  });

  test('the limit stops the whole group', async () => {
    const result = await bash('echo begun; sleep 60 & echo $! > child; wait', { timeout: 1 });
    expect(result.output).toBe('begun\n<system>The command was stopped at its time limit of 1 second.</system>');
    await stopsFinished();
    expect(await ends(pidIn('child'))).toBe(true);
  });

  test('the last words before a stop are there', async () => {
    const result = await bash(`trap 'echo bye; exit 0' TERM; echo begun; while :; do sleep 0.05; done`, { timeout: 1 });
    expect(result.output).toMatch(/^begun\n(?:Terminated\n)?bye\n/);
  });

  test('a child that keeps the output open does not hold the result', async () => {
    const from = performance.now();
    const result = await bash('sleep 20 & echo $! > child; echo done');
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(result.output).toMatch(/^done\n<system>The shell exited/);
    process.kill(pidIn('child'), 'SIGKILL');
  });

  test('a shell that is not there', async () => {
    expect(await bash('true', {}, { shell: '/no/such/shell' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('could not be started'),
    });
  });
});

describe('found again', () => {
  const start = (command: string, name: string) => {
    const { shell, cwd, env } = place.run();
    return startKept({ shell, command, cwd, env, directory: directory() }, { log: join(directory(), `${name}.log`) });
  };

  test('by its number and the time of its start', async () => {
    const command = await start('sleep 61', 'a');
    const since = startTimeOf(command.pid) ?? '';
    const log = join(directory(), 'a.log');
    expect(since).toMatch(/^\d+$/);
    expect(findKept(command.pid, `${since}1`, log)).toBeUndefined();
    const found = findKept(command.pid, since, log);
    await found?.stop(500);
    expect(await ends(command.pid)).toBe(true);
    expect(findKept(command.pid, since, log)).toBeUndefined();
    expect(startTimeOf(command.pid)).toBeUndefined();
    expect(keptExit(log)).toBeUndefined();
  });

  test('its end is noted by itself', async () => {
    const command = await start('echo x; exit 9', 'b');
    await command.exited;
    expect(keptExit(join(directory(), 'b.log'))).toEqual({ code: 9, at: expect.any(Number) });
    await delay(50);
    expect(readFileSync(join(directory(), 'b.log'), 'utf8')).toBe('x\n');
    writeFileSync(join(directory(), 'b.exit'), 'damaged');
    expect(keptExit(join(directory(), 'b.log'))).toBeUndefined();
  });
});
