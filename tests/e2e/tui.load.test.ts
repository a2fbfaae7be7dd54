/** The terminal UI under load: long output and lines, many resizes and calls, a stalled terminal (tui.md 4.2). */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { until } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens, occurrences, text, type Screens } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let web: Web;
let screens: Screens;
beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
});
afterEach(() => screens?.close());
afterAll(() => place.leave());

const megabyte = 1024 * 1024;

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Returns the CPU time of a process in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function start() {
  screens = createScreens(() => place);
  return await screens.ready([], { columns: 120, rows: 40 });
}

test.each([
  [
    '10 MB of output',
    `yes "a row of ninety characters or so, with nothing in it that would be of use" | head -c ${10 * megabyte}; echo; echo over`,
  ],
  ['one line of 5 MB', `head -c ${5 * megabyte} /dev/zero | tr '\\0' x; echo; echo over`],
])('%s: few rows, little memory, and keys are answered', async (_, command) => {
  const ui = await start();
  const before = residentBytes(ui.pid);
  ui.forget();
  ui.type(`!${command}\r`);
  await ui.waitFor(/… .*lines|x…\n +over$/m, 30_000);
  ui.type('typed afterwards');
  await ui.waitFor('> typed afterwards');
  expect(residentBytes(ui.pid) - before).toBeLessThan(30 * megabyte);
  expect(ui.bytes().length).toBeLessThan(megabyte);
});

test('200 sizes in 2 s take little time, and the last is right', async () => {
  const ui = await start();
  ui.type('say a row that stays\r');
  await until('the answer', async () => (occurrences(await text(ui), 'a row that stays') === 2 ? true : undefined));
  // a resize may leave a stale copy of a row while the reply streams
  await ui.waitFor(/^(?![^]*Esc to interrupt)/);
  const before = cpuMs(ui.pid);
  for (let step = 0; step < 200; step += 1) {
    ui.resize(80 + (step % 40), 24 + (step % 16));
    await new Promise((next) => setTimeout(next, 10));
  }
  ui.resize(100, 30);
  await until('the live region', async () =>
    (await ui.screen()).some((row) => row.startsWith('>')) ? true : undefined,
  );
  expect(cpuMs(ui.pid) - before).toBeLessThan(500);
  expect(occurrences(await text(ui), 'a row that stays')).toBe(2);
  ui.type('typed');
  await ui.waitFor(/^> typed/m);
});

test('16 calls side by side: the live region stays in its bounds, counts the rest, and every call is printed once', async () => {
  screens = createScreens(() => place);
  const ui = screens.start(['-m', 'offline/echo', '--yolo'], { columns: 70, rows: 16 });
  await ui.waitFor(/^yolo · offline/m, 30_000);
  const calls = Array.from(
    { length: 16 },
    (_, at) => `${at > 0 ? '+ ' : ''}run sleep ${at > 0 ? 0.1 : 2}; echo call${at}.`,
  );
  ui.type(`\x1b[200~${calls.join('\n')}\x1b[201~`);
  await ui.waitFor('[Pasted text #1');
  ui.type('\r');
  const shown = await until('all calls', async () => {
    const screen = await ui.screen();
    const more = screen.map((row) => /^\+(\d+) more$/.exec(row)?.[1]).find(Boolean);
    const running = screen.filter((row) => row.startsWith('○')).length;
    return more !== undefined && running + Number(more) === 16 ? running : undefined;
  });
  expect(shown).toBeLessThanOrEqual(8);
  // the answer repeats the output of the calls
  await until('the end of all calls', async () => {
    const heads = (await ui.scrollback()).filter((line) => line.startsWith('●'));
    return calls.every((_, at) => heads.filter((head) => head.includes(`echo call${at}.`)).length === 1)
      ? true
      : undefined;
  });
  await until('the end of the turn', async () =>
    (await web.ok('listSessions')).items.some(({ busy }) => busy) ? undefined : true,
  );
});

test('SIGTERM ends it while the terminal is not read, and the turn continues', async () => {
  screens = createScreens(() => place);
  const ui = await screens.below(['-m', 'offline/echo'], { until: /^offline\/echo/m });
  // far more than the terminal buffer of the system
  const long = Array.from({ length: 1_500 }, (_, at) => `${at}`.padEnd(400, 'x')).join(' ');
  ui.type(`\x1b[200~slow 10 ${long}\x1b[201~\r`);
  await ui.waitFor(/^ *0xxx/m);
  ui.stall();
  const frames = ui.bytes().length;
  await new Promise((next) => setTimeout(next, 3_000));
  const start = Date.now();
  process.kill(ui.ui, 'SIGTERM');
  await until('the end of the UI', () => (alive(ui.ui) ? undefined : true));
  // the UI's own limit is two seconds; the rest is for a busy machine
  expect(Date.now() - start).toBeLessThan(15_000);
  expect(ui.bytes().length).toBe(frames);
  expect((await web.ok('listSessions')).items.filter(({ busy }) => busy)).toHaveLength(1);
  ui.read();
  // the buffered output may end within a row
  expect(await ui.expectSane(undefined, /ended (\d+)/)).toBe(143);
});

test('a terminal that is not read for a while: the UI takes little memory, and shows the prompt once afterwards', async () => {
  const ui = await start();
  const before = residentBytes(ui.pid);
  ui.stall();
  ui.type('slow 3000 words\r');
  await new Promise((next) => setTimeout(next, 3_000));
  expect(residentBytes(ui.pid) - before).toBeLessThan(50 * megabyte);
  ui.read();
  ui.type('say the end\r');
  await until('the end', async () => (occurrences(await text(ui), 'the end') >= 2 ? true : undefined), 40_000);
  expect(occurrences(await text(ui), 'slow 3000 words')).toBe(1);
});
