/** How a program leaves a terminal when it ends, stops or waits (tui.md 2.7, 2.8, 4.2, 4.3). */
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alive } from '../helpers/processes.js';
import { startInPty, type Pty, type PtyOptions } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';

const program = join(process.env['AGENT_TEST_SOURCES'] ?? '', 'programs', 'terminalmain.js');
const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
const facts = join(folder, 'facts');

jest.setTimeout(90_000);

let opened: Pty[] = [];
afterEach(() => {
  for (const pty of opened) pty.close();
  opened = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the program below a shell that waits for it, since the terminal ends with its first process. */
async function open(options: PtyOptions = {}): Promise<{ pty: Pty; pid: number; before: string }> {
  const shell = 'stty -g; "$@"; echo "ended $?"; exec sleep 30';
  const pty = startInPty('/bin/sh', ['-c', shell, 'sh', process.execPath, program, facts], options);
  opened.push(pty);
  await pty.waitFor(/^[\da-f:]{20,}\n/);
  const [before = ''] = await pty.scrollback();
  if (options.environment?.['LINEAR'] === '1') return { pty, pid: 0, before };
  const [, pid] = await pty.waitFor(/pid (\d+) at/);
  return { pty, pid: Number(pid), before };
}

async function until(what: string, check: () => unknown, ms = 20_000): Promise<void> {
  for (const end = Date.now() + ms; !(await check()); await new Promise((next) => setTimeout(next, 10)))
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
}

const off = { paste: false, focus: false, wraps: true, isInView: false };
const offSequences = [
  '\x1b[?2004l',
  '\x1b[?1004l',
  '\x1b[?2031l',
  '\x1b[>4;0m',
  '\x1b[0 q',
  '\x1b[23;2t',
  '\x1b[?7h',
  '\x1b[?25h',
];

async function expectSane(pty: Pty, before: string): Promise<void> {
  await until('the settings', () => pty.settings() === before);
  await until('the modes', async () => (await pty.modes()).paste === false);
  expect(await pty.modes()).toEqual(off);
  for (const each of offSequences) expect(pty.bytes()).toContain(each);
  expect(findForbidden(pty.bytes())).toEqual([]);
}

// the tests read settings of a terminal and states of processes as Linux shows them
const linux = process.platform === 'linux' ? describe : describe.skip;

linux('a terminal', () => {
  test('modes are on while the program runs, in order, and questions are answered without becoming input', async () => {
    const { pty, before } = await open();
    await pty.waitFor('report attributes');
    expect(pty.settings()).not.toBe(before);
    expect(await pty.modes()).toEqual({ paste: true, focus: true, wraps: true, isInView: false });
    const order = [
      '\x1b[?2004h',
      '\x1b[?1004h',
      '\x1b[?2031h',
      '\x1b[>4;1m',
      '\x1b[0 q',
      '\x1b[22;2t',
      '\x1b[?u',
      '\x1b[c',
    ];
    const places = order.map((each) => pty.bytes().indexOf(each));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    pty.type('\x1b[?5u');
    await pty.waitFor('report keyboard');
    expect(pty.bytes()).toContain('\x1b[>4;0m\x1b[>5u');
    pty.type('x\x1b[200~a\rb\x1b[201~');
    await pty.waitFor(/> started,.* x, paste a/);
    pty.type('\x03');
    await pty.waitFor('ended 0');
    expect(pty.bytes()).toContain('\x1b[<u');
    await expectSane(pty, before);
  });

  describe('the terminal is as before', () => {
    test.each<[string, (pty: Pty, pid: number) => void, RegExp]>([
      ['a key that ends it', (pty) => pty.type('\x03'), /ended 0/],
      ['SIGTERM', (_, pid) => process.kill(pid, 'SIGTERM'), /ended 143/],
      ['an exception', (pty) => pty.type('e'), /ended 1\b/],
    ])('after %s, and the live region is gone', async (name, end, code) => {
      const { pty, pid, before } = await open();
      await pty.waitFor('attributes');
      end(pty, pid);
      await pty.waitFor(code);
      await expectSane(pty, before);
      if (name === 'an exception') return;
      expect(await pty.scrollback()).toEqual([before, expect.stringMatching(code)]);
      expect((await pty.cursor()).column).toBe(0);
    });

    test('within a second of a kill, in the normal buffer and in a view', async () => {
      for (const key of ['x', 'v']) {
        const { pty, pid, before } = await open();
        pty.type(key);
        await (key === 'v' ? pty.waitFor('a view') : pty.waitFor(/> .*x$/m));
        // lets the watching process read the settings that it compares
        await new Promise((next) => setTimeout(next, 100));
        process.kill(pid, 'SIGKILL');
        await until('the end', () => !alive(pid));
        const start = Date.now();
        await expectSane(pty, before);
        expect(Date.now() - start).toBeLessThan(5_000);
        expect(pty.bytes().includes('\x1b[?1049l')).toBe(key === 'v');
      }
    });

    test('while it is stopped, and it continues with modes, size and live region', async () => {
      const { pty, pid, before } = await open();
      await pty.waitFor('attributes');
      pty.type('\x1a');
      await until('the stop', () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
      await expectSane(pty, before);
      expect(await pty.scrollback()).toEqual([before]);
      pty.resize(90, 20);
      process.kill(pid, 'SIGCONT');
      await pty.waitFor(/at 90×20\n> .*continued/);
      expect(pty.settings()).not.toBe(before);
      expect((await pty.modes()).paste).toBe(true);
      pty.type('y');
      await pty.waitFor(/> .*, y$/m);
      // kills the program while it is stopped
      pty.type('\x1a');
      await until('the stop', () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
      process.kill(pid, 'SIGKILL');
      await pty.waitFor('ended 137');
      await expectSane(pty, before);
    });

    test('after a stop and continuation by others it is set up again', async () => {
      const { pty, pid, before } = await open();
      await pty.waitFor('attributes');
      process.kill(pid, 'SIGTSTP');
      await until('the stop', () => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
      await expectSane(pty, before);
      process.kill(pid, 'SIGCONT');
      await pty.waitFor('continued');
      process.kill(pid, 'SIGSTOP');
      process.kill(pid, 'SIGCONT');
      await pty.waitFor('set up again');
      pty.type('z\x03');
      await pty.waitFor('ended 0');
      await expectSane(pty, before);
    });
  });

  test('while the terminal does not read, timers run and memory is bounded; afterwards everything is there', async () => {
    const { pty, before } = await open();
    await pty.waitFor('attributes');
    const read = () => JSON.parse(readFileSync(facts, 'utf8')) as { count: number; resident: number };
    pty.type('f');
    await pty.waitFor(/flood \d{2,} /);
    const first = read();
    pty.stall();
    await until('more', () => read().count > first.count + 1500, 60_000);
    const stalled = read();
    expect(stalled.resident - first.resident).toBeLessThan(50 * 1024 * 1024);
    pty.read();
    await until('all of it', async () =>
      (await pty.scrollback()).some((line) => line.startsWith(`flood ${stalled.count} `)),
    );
    const numbers = (await pty.scrollback()).flatMap((line) => /^flood (\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    pty.type('\x03');
    await pty.waitFor('ended 0');
    await expectSane(pty, before);
  });

  test('SIGTERM ends it within two seconds while the terminal does not read', async () => {
    const { pty, pid, before } = await open();
    await pty.waitFor('attributes');
    pty.type('f');
    await pty.waitFor(/flood \d{2,} /);
    pty.stall();
    const { count } = JSON.parse(readFileSync(facts, 'utf8')) as { count: number };
    await until('more', () => (JSON.parse(readFileSync(facts, 'utf8')) as { count: number }).count > count + 500);
    const start = Date.now();
    process.kill(pid, 'SIGTERM');
    await until('the end', () => !alive(pid));
    // its own limit is two seconds; a busy machine needs more
    expect(Date.now() - start).toBeLessThan(5_000);
    pty.read();
    await pty.waitFor('ended 143');
    await expectSane(pty, before);
  });

  test('a terminal that answers nothing, and one of no size: 80 by 24', async () => {
    const { pty } = await open({ answers: false, columns: 70 });
    pty.resize(0, 0);
    await pty.waitFor('at 80×24');
    pty.type('k');
    await pty.waitFor(/> started,.* 80×24, k$/m);
    pty.type('\x03');
    await pty.waitFor('ended 0');
  });

  test('with CI nothing is asked', async () => {
    const { pty } = await open({ environment: { CI: '1' } });
    pty.type('k');
    await pty.waitFor(/> started, k/);
    expect(pty.bytes()).not.toMatch(/\x1b\[\?u|\x1b\[>q|\x1b\]11|\x1b\[c/);
  });

  test('in linear mode no sequence is sent, and the settings come back', async () => {
    const { pty, before } = await open({ environment: { LINEAR: '1' } });
    await pty.waitFor('linear');
    await until('raw mode', () => pty.settings() !== before);
    pty.type('\x03');
    await pty.waitFor('ended 0');
    expect(pty.bytes()).not.toContain('\x1b');
    expect(pty.settings()).toBe(before);
  });

  test('a terminal that is closed ends the program and the process that watches', async () => {
    const { pty, pid } = await open();
    await pty.waitFor('attributes');
    const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    await until('the watching process', () => children() !== '');
    const [watching = ''] = children().split(' ');
    pty.close();
    await until('the ends', () => !alive(pid) && !alive(Number(watching)));
  });
});
