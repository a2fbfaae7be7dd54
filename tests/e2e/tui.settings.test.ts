/** Settings, themes, editors, keys and vim in the terminal UI as the user changes them (tui.md 3.5, 3.16, 3.20, 6). */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { startInPty, type Pty } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { makePlace, root, type Place } from './program.js';

jest.setTimeout(60_000);

let place: Place;
let ui: Pty;
const file = (): string => readFileSync(join(place.home, 'tui.toml'), 'utf8');
const written = (text: string): Promise<true> =>
  until(`${text} in tui.toml`, () => (file().includes(text) ? true : undefined));
const down = '\x1b[B';

beforeAll(async () => {
  place = makePlace('');
  mkdirSync(join(place.home, 'themes'), { recursive: true });
  writeFileSync(join(place.home, 'tui.toml'), '# mine\ntheme = "dark"  # for the night\n');
  const colors = { primary: '#010203' };
  writeFileSync(join(place.home, 'themes/sea.json'), JSON.stringify({ name: 'sea', displayName: 'Deep sea', colors }));
  const bin = join(place.user, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'micro'), '#!/bin/sh\n');
  chmodSync(join(bin, 'micro'), 0o755);
  ui = startInPty(process.execPath, [join(root, 'bin/agent.js')], {
    cwd: place.cwd,
    columns: 100,
    rows: 30,
    environment: { ...place.env, COLORTERM: 'truecolor', PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  });
  await ui.waitFor(/^No model provider[^]*^> 1\. /m, 30_000);
  ui.type('3');
  await ui.waitFor(/offline\/echo answers[^]*^offline\/echo/m, 20_000);
});
afterAll(async () => {
  expect(findForbidden(ui.bytes())).toEqual([]);
  ui.close();
  await place.leave();
});

/** Presses Esc and waits, because Esc directly before another key would be read as Alt and that key. */
async function leave(): Promise<void> {
  ui.type('\x1b');
  await ui.waitFor(/^> ?$/m);
}

async function command(name: string, shown: string): Promise<void> {
  ui.type(`${name}\r`);
  await ui.waitFor(shown);
}

test('/theme shows a theme while one moves, Esc sets back, Enter writes it and keeps comments', async () => {
  await command('/theme', 'by the background');
  ui.forget();
  ui.type(down + down);
  await ui.waitFor(/^> Deep sea/m);
  expect(ui.bytes()).toContain('\x1b[1;38;2;1;2;3mDeep sea');
  ui.forget();
  ui.type('\x1b');
  await until('the list to close', () => (ui.bytes().includes('38;2;138;180;248') ? true : undefined));
  expect(file()).toContain('theme = "dark"');
  await command('/theme', 'by the background');
  ui.type('sea\r');
  await written('# mine\ntheme = "sea"  # for the night');
});

test('/settings lists fields with value and origin, and changes them', async () => {
  await command('/settings', /Settings/.source);
  await ui.waitFor(/theme = sea .* tui\.toml$/m);
  ui.type('tool_lines');
  await ui.waitFor(/^> tool_lines = 10 .* default$/m);
  ui.type('\r');
  await ui.waitFor(/^> 10$/m);
  ui.type('\x7f\x7f3\r');
  await written('tool_lines = 3');
  await ui.waitFor(/^> tool_lines = 3 .* tui\.toml$/m);
  ui.type('\x7f');
  await ui.waitFor(/^> tool_lines = 10 .* default$/m);
  expect(file()).not.toContain('tool_lines = 3');
  ui.type('default_plan');
  await ui.waitFor(/^> default_plan_mode = false .* default$/m);
  ui.type('\r');
  await ui.waitFor(/^> default_plan_mode = true .* config\.toml$/m);
  expect(readFileSync(join(place.home, 'config.toml'), 'utf8')).toMatch(/^default_plan_mode = true/m);
  ui.type('\x7f');
  await ui.waitFor(/^> default_plan_mode = false .* default$/m);
  await leave();
});

test('/keys waits for a key, refuses one that is taken, and sets back', async () => {
  await command('/keys', 'Enter press another key');
  ui.type('input.steer');
  await ui.waitFor(/^> input\.steer {2}Ctrl-S .* default$/m);
  ui.type('\r');
  await ui.waitFor('Press the new key');
  ui.type('\x12');
  await ui.waitFor('Ctrl-R is used by input.search');
  ui.type('\r');
  await ui.waitFor('Press the new key');
  ui.type('\x1bOQ');
  await written('[keys]\n"input.steer" = "f2"');
  await ui.waitFor(/^> input\.steer {2}F2 .* tui\.toml$/m);
  ui.type('\x7f');
  await ui.waitFor(/^> input\.steer {2}Ctrl-S .* default$/m);
  await leave();
});

test('/editor lists the editors that are there', async () => {
  await command('/editor', 'VISUAL or EDITOR');
  ui.type('micro');
  await ui.waitFor(/^> micro/m);
  ui.type('\r');
  await written('command = "micro"');
});

test('/reload-tui takes file, keys and theme again', async () => {
  writeFileSync(join(place.home, 'tui.toml'), '[keys]\n"global.todos" = "f3"\n"input.fly" = "f4"\n');
  await command('/reload-tui', '[keys] input.fly: no such action');
  await command('/keys', 'Enter press another key');
  ui.type('todos');
  await ui.waitFor(/^> global\.todos {2}F3 .* tui\.toml$/m);
  ui.type('\x1b');
  await ui.waitFor(/^Keys +\d+$/m);
  await leave();
});

test('/vim makes letters commands, which the footer shows', async () => {
  await command('/vim', 'Keys of vim are on');
  await written('vim = true');
  ui.type('one two');
  await ui.waitFor(/^> one two$/m);
  ui.type('\x1b');
  await ui.waitFor(/^NORMAL/m);
  ui.type('0dw');
  await ui.waitFor(/^> two$/m);
  ui.type('Ax');
  await ui.waitFor(/^> twox$/m);
  expect((await ui.screen()).join('\n')).not.toContain('NORMAL');
});
