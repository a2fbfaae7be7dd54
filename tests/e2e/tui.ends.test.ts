/** The end of a terminal UI on a shared server: it restores the terminal; the server runs on (tui.md 2.7, 2.8, 4.3). */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { alive, processesOf } from '../helpers/processes.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens, expectNothingLeft, isStopped, text, type Below, type Screens } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let web: Web;
let screens: Screens;
beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
});
afterEach(() => screens.close());
afterAll(() => place.leave());

/** Returns an environment in which the UI throws on SIGUSR2. */
function throwing(): Record<string, string> {
  const file = join(place.folder, 'throw.cjs');
  writeFileSync(file, `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('on purpose'); }));`);
  return { NODE_OPTIONS: `--require ${file}` };
}

async function open(options: Parameters<Screens['below']>[1] = {}): Promise<Below> {
  screens = createScreens(() => place);
  const ui = await screens.below(['-m', 'offline/echo'], { until: /^offline\/echo/m, ...options });
  // wait for the process that watches the UI
  await until('the watching process', () => (watcherOf(ui.ui).length > 0 ? true : undefined));
  return ui;
}

function watcherOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Processes that remain: the server, and the shell. */
const others = (ui: Below): number[] => [web.pid, ui.pid];

async function expectEnded(ui: Below, code: number): Promise<void> {
  expect(await ui.expectSane()).toBe(code);
  await expectNothingLeft(place, others(ui));
  expect(alive(web.pid)).toBe(true);
}

const linux = process.platform === 'linux' ? describe : describe.skip;

linux('the terminal is as before, and no live row is left', () => {
  test.each<[string, (ui: Below) => unknown, number]>([
    ['/exit', (ui) => ui.type('/exit\r'), 0],
    [
      'Ctrl-D twice',
      async (ui) => {
        ui.type('\x04');
        await ui.waitFor('Press Ctrl-D again to exit');
        // any other key clears the hint
        ui.type('x\x7f');
        await until('the notice to go', async () => ((await text(ui)).includes('Press Ctrl-D') ? undefined : true));
        ui.type('\x04');
        await ui.waitFor('Press Ctrl-D again to exit');
        ui.type('\x04');
      },
      0,
    ],
    [
      'Ctrl-C twice',
      async (ui) => {
        ui.type('\x03');
        await ui.waitFor('Press Ctrl-C again to exit');
        ui.type('\x03');
      },
      0,
    ],
    ['SIGINT', (ui) => process.kill(ui.ui, 'SIGINT'), 130],
    ['SIGTERM', (ui) => process.kill(ui.ui, 'SIGTERM'), 143],
    ['SIGHUP', (ui) => process.kill(ui.ui, 'SIGHUP'), 129],
  ])('after %s', async (_, end, code) => {
    const ui = await open({ before: 'echo before' });
    await end(ui);
    await expectEnded(ui, code);
    const lines = await ui.scrollback();
    expect(lines[0]).toBe('before');
    expect(lines.at(-1)).toBe(`ended ${code}`);
    expect(lines.join('\n')).not.toMatch(/───|^> |To resume/m);
    expect((await ui.cursor()).column).toBe(0);
  });

  test('after an exception, with one line for the user and the stack in the log', async () => {
    const ui = await open({ environment: throwing() });
    process.kill(ui.ui, 'SIGUSR2');
    await expectEnded(ui, 1);
    const lines = await ui.scrollback();
    expect(lines.filter((line) => line.includes('on purpose'))).toHaveLength(1);
    expect(lines.join('\n')).not.toMatch(/───|^ +at /m);
    const logs = readdirSync(join(place.home, 'logs')).map((name) => join(place.home, 'logs', name));
    expect(logs.some((path) => /on purpose[^]*\bat /.test(readFileSync(path, 'utf8')))).toBe(true);
  });

  test('after kill -9, within a second', async () => {
    const ui = await open();
    process.kill(ui.ui, 'SIGKILL');
    const start = Date.now();
    await expectEnded(ui, 137);
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  test('while it is suspended, again afterwards, and after kill -9 meanwhile', async () => {
    const ui = await open();
    ui.type('kept draft');
    await ui.waitFor(/^> kept draft$/m);
    ui.type('\x1a');
    await until('the stop', () => (isStopped(ui.ui) ? true : undefined));
    expect(ui.settings()).toBe(ui.settingsBefore);
    expect((await ui.modes()).paste).toBe(false);
    const id = (await web.ok('listSessions')).items[0]?.id ?? '';
    await web.prompt(id, 'say while you slept');
    await until('the end of the turn', async () =>
      (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
    );
    ui.resize(80, 24);
    process.kill(ui.ui, 'SIGCONT');
    // after a reconnect the prompt comes from history, which does not contain its origin
    await ui.waitFor(/^> say while you slept(?: \(elsewhere\))?\n\nwhile you slept$/m);
    await ui.waitFor(/^> kept draft$/m);
    ui.type('\x1a');
    await until('the stop', () => (isStopped(ui.ui) ? true : undefined));
    process.kill(ui.ui, 'SIGKILL');
    await expectEnded(ui, 137);
  });

  test('after an editor that crashes; the input is kept', async () => {
    const editor = join(place.folder, 'editor');
    writeFileSync(editor, '#!/bin/sh\nprintf "\\033[?1049hin the editor"\nstty -echo\nkill -SEGV $$\n');
    chmodSync(editor, 0o700);
    const ui = await open({ environment: { EDITOR: editor } });
    ui.type('what I wrote');
    await ui.waitFor(/^> what I wrote$/m);
    ui.type('\x07');
    await until('the editor', () => (ui.bytes().includes('in the editor') ? true : undefined));
    await ui.waitFor(/^> what I wrote$/m);
    expect(await ui.modes()).toMatchObject({ paste: true, isInView: false });
    ui.type(', and more');
    await ui.waitFor(/^> what I wrote, and more$/m);
    ui.type('\x03\x04');
    await ui.waitFor('Press Ctrl-D again to exit');
    ui.type('\x04');
    await expectEnded(ui, 0);
  });

  test('a server that does not answer does not keep the user, who learns how to resume the session', async () => {
    const ui = await open();
    ui.type('say something\r');
    // the turn has ended
    await ui.waitFor(/^something\n+─+\n/m);
    process.kill(web.pid, 'SIGSTOP');
    try {
      ui.type('say more\r');
      await ui.waitFor('sending: say more');
      ui.type('a draft that cannot be stored\x03\x03');
      await ui.waitFor('Press Ctrl-C again to exit');
      ui.type('\x03');
      expect(await ui.expectSane()).toBe(0);
      expect(await text(ui)).toContain('To resume this session: agent -r session_');
    } finally {
      process.kill(web.pid, 'SIGCONT');
    }
    await expectNothingLeft(place, others(ui));
  });

  test('a terminal that is closed ends the UI', async () => {
    const ui = await open();
    ui.close();
    await until('the end of the UI', () => (alive(ui.ui) ? undefined : true));
    await expectNothingLeft(place, others(ui));
    expect(alive(web.pid)).toBe(true);
  });

  test('a start that fails leaves the terminal with what went wrong', async () => {
    screens = createScreens(() => place);
    const ui = await screens.below(['-S', 'session_00000000000000000000000000'], { until: /^error: /m });
    expect(await ui.waitFor(/^ended (\d+)$/m)).toMatchObject({ 1: '1' });
    expect(ui.settings()).toBe(ui.settingsBefore);
    expect(await text(ui)).not.toMatch(/───|^> /m);
    await expectNothingLeft(place, others(ui));
  });
});

linux('work that continues', () => {
  const running = async (): Promise<{ ui: Below; id: string }> => {
    const ui = await open();
    ui.type('slow 400 one two three four five six seven eight nine ten\r');
    await ui.waitFor('Esc to interrupt');
    const id = await until(
      'the session',
      async () => (await web.ok('listSessions')).items.find(({ busy }) => busy)?.id,
    );
    return { ui, id };
  };
  const isBusy = async (id: string) => (await web.ok('getSession', { session_id: id })).busy;
  const chooseAtEnd = async (ui: Below, choice: string): Promise<void> => {
    ui.type('/exit\r');
    await ui.waitFor('A turn is still running.');
    await ui.waitFor(/^> 1\. Leave it running\n {2}2\. Stop it\n {2}3\. Stay$/m);
    ui.type(choice);
  };

  test('a signal leaves a running turn to the server', async () => {
    const { ui, id } = await running();
    process.kill(ui.ui, 'SIGTERM');
    await expectEnded(ui, 143);
    expect(await isBusy(id)).toBe(true);
    expect(await text(ui)).toContain(`To resume this session: agent -r ${id}`);
    await web.ok('abortSession', { session_id: id });
  });

  test('the user leaves a turn running, stays, or stops it', async () => {
    const { ui, id } = await running();
    await chooseAtEnd(ui, '3');
    await until('the panel to close', async () => ((await text(ui)).includes('still running') ? undefined : true));
    ui.type('still here');
    await ui.waitFor(/^> still here$/m);
    ui.type('\x15');
    await chooseAtEnd(ui, '1');
    await expectEnded(ui, 0);
    expect(await isBusy(id)).toBe(true);
    await web.ok('abortSession', { session_id: id });
    screens.close();
    const second = await running();
    await chooseAtEnd(second.ui, '2');
    await expectEnded(second.ui, 0);
    expect(await isBusy(second.id)).toBe(false);
  });

  test('background tasks are asked about', async () => {
    const ui = await open();
    ui.type('!sleep 30');
    await ui.waitFor(/^! sleep 30$/m);
    ui.type('\r');
    await ui.waitFor('$ sleep 30');
    ui.type('\x02');
    await ui.waitFor(/1 task\b/);
    ui.type('/exit\r');
    await ui.waitFor('1 background task is running.');
    await ui.waitFor(/^> 1\. Leave it running$/m);
    ui.type('2');
    expect(await ui.expectSane()).toBe(0);
    await until('the end of the command', () =>
      processesOf(place.user).some((pid) => /^sleep\0+30\0/.test(read(`/proc/${pid}/cmdline`))) ? undefined : true,
    );
  });
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // the process has ended
    return '';
  }
}
