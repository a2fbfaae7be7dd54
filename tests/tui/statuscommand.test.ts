/** The user's own status line: its input, its time limit, its colors, and when it runs (tui.md 3.2, cli.md 6.8). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import type { SessionState } from '../../client/session/state.js';
import { plainLine } from '../../client/tui/text/line.js';
import { createStatusCommand, statusInputOf, type StatusCommand } from '../../client/tui/statuscommand.js';

let folder: string;
let own: StatusCommand;
let now: number;
let changes: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-status-'));
  now = 100_000;
  changes = 0;
});
afterEach(() => {
  own.close();
  rmSync(folder, { recursive: true, force: true });
});

const input = statusInputOf(
  {
    id: 'session_1',
    settings: { model: 'work/large', thinking: '', permissionMode: 'auto', planMode: true },
    usage: { contextTokens: 16_000, maxContextTokens: 64_000, costUsd: 0.5, tokens: undefined },
  } as unknown as SessionState,
  { cwd: '/w', gitBranch: 'main', version: '1.2.3' },
);

function start(command: () => string): void {
  own = createStatusCommand({
    command,
    cwd: () => folder,
    env: process.env,
    now: () => now,
    changed: () => (changes += 1),
  });
}

const ran = (count: number): Promise<true> => until(`${count} runs`, () => (changes >= count ? true : undefined));
const shown = (): string | undefined => own.line && plainLine(own.line);

test('it reads what the session is as JSON', async () => {
  start(() => 'cat > input; echo one; echo two');
  own.update(input);
  await ran(1);
  expect(shown()).toBe('one');
  expect(JSON.parse(readFileSync(join(folder, 'input'), 'utf8'))).toEqual({
    model: 'work/large',
    cwd: '/w',
    gitBranch: 'main',
    permissionMode: 'auto',
    planMode: true,
    contextUsage: 0.25,
    contextTokens: 16_000,
    maxContextTokens: 64_000,
    costUsd: 0.5,
    sessionId: 'session_1',
    version: '1.2.3',
  });
});

test('colours are kept, other sequences are not', async () => {
  start(() => String.raw`printf '\033[31mred\033[0m\033[2J\033]2;title\007\001'`);
  own.update(input);
  await ran(1);
  expect(own.line?.[0]).toEqual({ text: 'red', style: { color: 1 } });
  expect(shown()).not.toMatch(/[\x00-\x1f]|title/);
});

test('it runs when an input is another one, at most once a second', async () => {
  start(() => 'echo x >> runs; wc -l < runs');
  own.update(input);
  await ran(1);
  own.update({ ...input });
  own.update({ ...input, model: 'b' });
  own.update({ ...input, model: 'c' });
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x\n');
  now += 1_000;
  own.update({ ...input, model: 'c' });
  await ran(2);
  expect(shown()?.trim()).toBe('2');
});

test('one that takes too long or fails leaves the line as it is', async () => {
  let command = 'echo good';
  start(() => command);
  own.update(input);
  await ran(1);
  for (const [count, next] of [
    [2, 'echo slow; sleep 5'],
    [3, 'echo bad; exit 3'],
  ] as const) {
    now += 1_000;
    command = next;
    own.update(input);
    await ran(count);
    expect(shown()).toBe('good');
  }
  command = '';
  own.update(input);
  expect(own.line).toBeUndefined();
});
