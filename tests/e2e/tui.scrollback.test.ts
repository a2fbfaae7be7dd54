/** Committed text stays in the terminal through a whole session and all resizes, in xterm.js and in tmux (tui.md 1). */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { framesOf } from '../helpers/terminalbytes.js';
import { makePlace, root, startWeb, type Place } from './program.js';
import { createScreens, occurrences, text, type Screens } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let screens: Screens;
beforeAll(async () => {
  place = makePlace();
  await startWeb(place);
});
afterEach(() => screens?.close());
afterAll(() => place.leave());

const numbered = 'for i in $(seq 1 60); do echo "earlier $i"; done';
/** Successive sizes; every row of the transcript must survive them. */
const sizes = [
  [100, 40],
  [80, 30],
  [60, 24],
  [90, 24],
  [120, 40],
  [40, 10],
  [120, 40],
  [119, 40],
] as const;
/** The offline provider needs one command per line of the answer. */
const rows = Array.from({ length: 150 }, (_, at) => `say item ${at + 1}.`);
const pasted = `\x1b[200~say All of them:\n${rows.join('\n')}\x1b[201~`;

function expectEachOnce(lines: readonly string[]): void {
  const stripped = lines.map((line) => line.trim());
  for (let at = 1; at <= 60; at += 1)
    expect([at, occurrences(`${stripped.join('\n')}\n`, `earlier ${at}\n`)]).toEqual([at, 1]);
  const items = stripped.flatMap((line) => /^item (\d+)\.$/.exec(line)?.[1] ?? []).map(Number);
  expect(items).toEqual(rows.map((_, at) => at + 1));
}

test('xterm.js: earlier lines and committed rows stand once, in order, after every size, a view and the end', async () => {
  screens = createScreens(() => place);
  const ui = await screens.below(['-m', 'offline/echo'], {
    before: numbered,
    until: /^offline\/echo/m,
    columns: 120,
    rows: 40,
  });
  ui.type(pasted);
  await ui.waitFor('[Pasted text #1');
  ui.type('\r');
  // resizing while the reply streams may leave stale copies of rows, which would count as duplicates
  await ui.waitFor(/^item 150\.$/m);
  await ui.waitFor(/^(?![^]*Esc to interrupt)/);
  for (const [columns, height] of sizes) {
    ui.resize(columns, height);
    await until('the live region', async () => {
      const shown = await ui.screen();
      return shown.some((row) => row.startsWith('>')) && shown.length === height ? true : undefined;
    });
    await new Promise((next) => setTimeout(next, 150));
  }
  ui.type('\x0f');
  await until('the view', async () => ((await ui.modes()).isInView ? true : undefined));
  ui.type('q');
  await until('the end of the view', async () => ((await ui.modes()).isInView ? undefined : true));
  await until('the end of the turn', async () =>
    (await ui.screen()).some((row) => row.includes('interrupt')) ? undefined : true,
  );
  ui.type('/exit\r');
  expect(await ui.expectSane()).toBe(0);
  const lines = await ui.scrollback();
  // the prompt contains the items too
  const answer = lines.findIndex((line) => line.trim() === 'All of them:');
  expect(answer).toBeGreaterThan(60);
  expectEachOnce([...lines.filter((line) => line.startsWith('earlier ')), ...lines.slice(answer)]);
  // frames do not nest
  for (const frame of framesOf(ui.bytes())) expect(frame).not.toContain('\x1b[?2026');
});

describe('the live region', () => {
  test.each([
    [120, 40],
    [80, 24],
    [40, 10],
  ])('of %i×%i is small at rest, and leaves a row when it is full', async (columns, height) => {
    screens = createScreens(() => place);
    const ui = screens.start(['-m', 'offline/echo'], { columns, rows: height });
    await ui.waitFor(/^offline\/echo/m, 30_000);
    const region = async (): Promise<number> => {
      const shown = await ui.screen();
      return shown.findLastIndex((row) => row !== '') - shown.findLastIndex((row) => /^─{10,}$/.test(row)) + 1;
    };
    expect(await region()).toBeLessThanOrEqual(6);
    ui.type(`\x1b[200~${Array.from({ length: 9 }, (_, at) => `draft row ${at}`).join('\n')}\x1b[201~`);
    await ui.waitFor('draft row 8');
    expect(await region()).toBeLessThan(height);
    ui.type('\x1b');
    await ui.waitFor('Esc again to clear');
    ui.type('\x1b');
    await until('the empty input', async () =>
      (await ui.screen()).some((row) => row.trimEnd() === '>') ? true : undefined,
    );
    ui.type('slow 100 one two three four five six seven eight nine ten eleven twelve\r');
    await ui.waitFor('Esc to interrupt');
    expect((await ui.screen()).length).toBe(height);
    await ui.waitFor(/twelve/);
    // no row ends in blanks, except the empty input
    for (const line of (await text(ui)).split('\n')) if (!line.startsWith('>')) expect(line).toBe(line.trimEnd());
  });
});

test('tmux: earlier lines and committed rows stand once, in order, after every size and the end', async () => {
  const socket = join(place.folder, 'tmux');
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...place.env, LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' },
      cwd: place.cwd,
    });
  const captured = (): string[] =>
    tmux('capture-pane', '-p', '-J', '-S', '-')
      .split('\n')
      .map((line) => line.trimEnd());
  const settles = (what: string, holds: (lines: readonly string[]) => boolean) =>
    until(what, () => (holds(captured()) ? true : undefined), 20_000);
  const shows = (part: string) => settles(part, (lines) => lines.some((line) => line.includes(part)));
  const command = `${numbered}; ${process.execPath} ${join(root, 'bin/agent.js')} -m offline/echo; echo "ended $?"; sleep 60`;
  tmux(
    'start-server',
    ';',
    'set',
    '-g',
    'history-limit',
    '20000',
    ';',
    'set',
    '-g',
    'status',
    'off',
    ';',
    'new-session',
    '-d',
    '-x',
    '120',
    '-y',
    '40',
    command,
  );
  try {
    await shows('offline/echo ·');
    tmux('set-buffer', pasted.slice(6, -6));
    tmux('paste-buffer', '-p');
    await shows('[Pasted text #1');
    tmux('send-keys', 'Enter');
    await settles('the whole answer', (lines) => lines.includes('item 150.'));
    await settles('the end of the turn', (lines) => !lines.some((line) => line.includes('Esc to interrupt')));
    for (const [columns, height] of sizes) {
      tmux('resize-window', '-x', `${columns}`, '-y', `${height}`);
      await new Promise((next) => setTimeout(next, 300));
    }
    tmux('send-keys', '-l', '/exit');
    await shows('> /exit');
    tmux('send-keys', 'Enter');
    await shows('ended 0');
    const lines = captured();
    const answer = lines.findIndex((line) => line.trim() === 'All of them:');
    expectEachOnce([...lines.filter((line) => line.startsWith('earlier ')), ...lines.slice(answer)]);
  } finally {
    tmux('kill-server');
  }
});
