/** The end of a terminal UI with its own server, and a UI whose server has ended (tui.md 2.2, 2.6, 2.7, 4.3). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { alive, canMount } from '../helpers/processes.js';
import { makePlace, startWeb, type Place } from './program.js';
import {
  createScreens,
  expectNothingLeft,
  occurrences,
  serverOf,
  text,
  type Below,
  type BelowOptions,
  type Screens,
} from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let screens: Screens;
beforeEach(() => {
  place = makePlace();
  screens = createScreens(() => place);
});
afterEach(async () => {
  screens.close();
  await place.leave();
});

const open = (options: BelowOptions = {}): Promise<Below> =>
  screens.below(['-m', 'offline/echo'], { until: /^offline\/echo/m, ...options });

const linux = process.platform === 'linux' ? describe : describe.skip;

linux('the server of one UI', () => {
  test.each<[string, NodeJS.Signals, number]>([
    ['SIGTERM', 'SIGTERM', 143],
    ['kill -9', 'SIGKILL', 137],
  ])('ends with it after %s in the middle of a turn', async (_, signal, code) => {
    const ui = await open();
    ui.type('slow 400 one two three four five six seven eight\r');
    await ui.waitFor(/^one two/m);
    process.kill(ui.ui, signal);
    expect(await ui.expectSane()).toBe(code);
    await expectNothingLeft(place, [ui.pid]);
  });

  test('ends with a UI that fails', async () => {
    const file = join(place.folder, 'throw.cjs');
    writeFileSync(file, `process.on('SIGUSR2', () => { void Promise.reject(new Error('on purpose')); });`);
    const ui = await open({ environment: { NODE_OPTIONS: `--require ${file}` } });
    process.kill(ui.ui, 'SIGUSR2');
    expect(await ui.expectSane()).toBe(1);
    expect(occurrences(await text(ui), 'on purpose')).toBe(1);
    expect(await text(ui)).not.toContain('───');
    await expectNothingLeft(place, [ui.pid]);
  });

  test('continues while the UI is suspended, and is stopped when the user leaves a running turn', async () => {
    const ui = await open();
    ui.type('slow 200 a b c d e f g h i j\r');
    await ui.waitFor('Esc to interrupt');
    ui.type('\x1a');
    await until('the stop', () => (ui.settings() === ui.settingsBefore ? true : undefined));
    await new Promise((next) => setTimeout(next, 600));
    process.kill(ui.ui, 'SIGCONT');
    // more words than the first second brought
    await ui.waitFor(/^a b c d e/m, 2_000);
    ui.type('/exit\r');
    await ui.waitFor('A turn is still running.');
    await ui.waitFor(/^> 1\. Stop it and leave\n {2}2\. Stay$/m);
    ui.type('1');
    expect(await ui.expectSane()).toBe(0);
    await expectNothingLeft(place, [ui.pid]);
  });

  test('is waited for in the sight of the user, whose Ctrl-C leaves at once', async () => {
    const ui = await open();
    ui.type('say something\r');
    // the turn has ended
    await ui.waitFor(/^something\n+─+\n/m);
    const server = await serverOf(place);
    process.kill(server, 'SIGSTOP');
    try {
      ui.type('/exit\r');
      await ui.waitFor('Waiting for the server to stop. Ctrl-C leaves at once.');
      expect(ui.settings()).toBe(ui.settingsBefore);
      ui.type('\x03');
      await until('the end of the UI', () => (alive(ui.ui) ? undefined : true), 2_000);
    } finally {
      process.kill(server, 'SIGCONT');
    }
    await expectNothingLeft(place, [ui.pid]);
  });

  test('is replaced when it was killed; then a killed UI leaves nothing either', async () => {
    const ui = await open();
    // during the first requests of the start
    process.kill(await serverOf(place), 'SIGKILL');
    await ui.waitFor('Reconnected to a new server.');
    ui.type('say still here\r');
    await ui.waitFor(/^still here$/m);
    process.kill(ui.ui, 'SIGKILL');
    expect(await ui.expectSane()).toBe(137);
    await expectNothingLeft(place, [ui.pid]);
  });

  test('that cannot start leaves the terminal with the reason', async () => {
    // a home that is a file
    const home = join(place.folder, 'nohome');
    writeFileSync(home, '');
    const ui = await open({ environment: { AGENT_CODE_HOME: home }, until: /error: / });
    await ui.waitFor(/^ended 1/m);
    expect(ui.settings()).toBe(ui.settingsBefore);
    expect(await text(ui)).not.toMatch(/───|connecting/);
    await expectNothingLeft(place, [ui.pid]);
  });
});

(canMount() ? describe : describe.skip)('a full disk below the home', () => {
  test('refuses the prompt, which stays in the input and is sent when there is room; the end is as ever', async () => {
    mkdirSync(place.home);
    const mount = `mount -t tmpfs -o size=8m,mode=700 tmpfs '${place.home}' && exec "$@"`;
    const ui = await open({ within: ['unshare', '--map-root-user', '--mount', '/bin/sh', '-c', mount, 'sh'] });
    ui.type('say before\r');
    await ui.waitFor(/^before$/m);
    const fill = `/proc/${ui.pid}/root${place.home}/fill`;
    const fillDisk = () => expect(() => writeFileSync(fill, Buffer.alloc(16 * 1024 ** 2))).toThrow('ENOSPC');
    fillDisk();
    ui.type('say after\r');
    await ui.waitFor(/^> say after\n.*SQLITE_FULL/m);
    rmSync(fill);
    ui.type('\r');
    await ui.waitFor(/^after$/m);
    fillDisk();
    ui.type('/exit\r');
    expect(await ui.expectSane()).toBe(0);
    expect(occurrences(await text(ui), '> say after')).toBe(1);
    await expectNothingLeft(place, [ui.pid]);
  });
});

linux('a server of others', () => {
  test('that was killed is replaced by one of its own, and both turns stand once', async () => {
    const web = await startWeb(place);
    const ui = await open();
    ui.type('say before\r');
    await ui.waitFor(/^before$/m);
    process.kill(web.pid, 'SIGKILL');
    await until('the end of the server', () => (alive(web.pid) ? undefined : true));
    ui.type('a draft typed meanwhile');
    await ui.waitFor(/^> a draft typed meanwhile$/m);
    await ui.waitFor('Reconnected to a new server.', 30_000);
    ui.type('\x15say after\r');
    // and the turn has ended: leaving a running one asks
    await ui.waitFor(/^after$(?![^]*Esc to interrupt)/m);
    expect(occurrences(await text(ui), '> say before')).toBe(1);
    ui.type('/exit\r');
    expect(await ui.expectSane()).toBe(0);
    await expectNothingLeft(place, [ui.pid]);
  });
});
