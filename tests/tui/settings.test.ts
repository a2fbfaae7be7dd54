/** `tui.toml`: every field with its default, mistakes in it, and changes that keep the rest (tui.md 6). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tuiFields } from '../../schemas/generated/fields.js';
import { readSettings } from '../../client/tui/settings.js';
import { createSettingsFile, type SettingsFile } from '../../client/tui/settingsfile.js';

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-settings-'));
  path = join(home, 'tui.toml');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The table of tui.md 6. */
const table = [
  ['theme', 'auto', 'light', 'theme'],
  ['screen_reader', false, true, 'screenReader'],
  ['reduced_motion', false, true, 'reducedMotion'],
  ['thinking', 'line', 'hide', 'thinking'],
  ['wrap', 'word', 'terminal', 'wrap'],
  ['tool_lines', 10, 1_000, 'toolLines'],
  ['hyperlinks', 'auto', 'off', 'hyperlinks'],
  ['progress', 'auto', 'on', 'progress'],
  ['title', true, false, 'title'],
  ['drafts', true, false, 'drafts'],
  ['history_suggestions', true, false, 'historySuggestions'],
  ['render_latex', true, false, 'renderLatex'],
  ['cache_expiry_hint', true, false, 'cacheExpiryHint'],
  ['disable_paste_burst', false, true, undefined],
  ['editor.command', '', 'vi', 'editor'],
  ['editor.vim', false, true, 'vim'],
  ['notifications.enabled', true, false, undefined],
  ['notifications.notification_condition', 'unfocused', 'always', 'notifies'],
  ['notifications.method', 'auto', 'osc99', 'notifyBy'],
  ['upgrade.check', true, false, 'checksUpgrade'],
  [
    'status_line.items',
    ['mode', 'goal', 'model', 'tasks', 'cost', 'waiting', 'cwd', 'git', 'tips'],
    ['git', 'model'],
    'statusItems',
  ],
  ['status_line.command', '', 'date', 'statusCommand'],
] as const;

describe('every field', () => {
  test('the contract has these', () => {
    expect(tuiFields.map(({ path: place, default: standard }) => [place.join('.'), standard])).toEqual(
      table.map(([name, standard]) => [name, standard]),
    );
  });

  test.each(table)('%s is %j, unless the file says otherwise', async (name, standard, other, property) => {
    const before = await readSettings(home);
    writeFileSync(path, `${name} = ${JSON.stringify(other)}\n`);
    const after = await readSettings(home);
    expect(after.problems).toEqual([]);
    expect(after.given.get(name)).toEqual(other);
    if (property === undefined) return;
    expect([before[property], after[property]]).toEqual([standard, other]);
  });

  test('notifications and bursts are named by what they do', async () => {
    writeFileSync(path, 'disable_paste_burst = true\nnotifications.enabled = false\n');
    const { pasteBurst, notifies } = await readSettings(home);
    expect([pasteBurst, notifies]).toEqual([false, 'never']);
  });

  test.each([
    ['theme = 1', 'theme must be a text'],
    ['title = "yes"', 'title must be true or false'],
    ['thinking = "all"', 'thinking must be one of line, show, hide'],
    ['tool_lines = 1001', 'tool_lines must be a whole number from 0 to 1000'],
    ['tool_lines = 1.5', 'tool_lines must be a whole number from 0 to 1000'],
    ['[notifications]\nmethod = "mail"', 'notifications.method must be one of auto, osc9, osc99, osc777, bell'],
    ['status_line.items = "mode"', 'status_line.items must be a list of texts'],
    ['keys = 1', 'keys must be a table'],
  ])('%j is named, and the default holds', async (text, problem) => {
    const standard = await readSettings(home);
    writeFileSync(path, text);
    const { problems, given, ...settings } = await readSettings(home);
    expect(problems).toEqual([`tui.toml: ${problem}`]);
    expect({ ...settings, problems: [], given }).toEqual(standard);
  });

  test('a broken file gives the defaults and its line', async () => {
    writeFileSync(path, 'title = false\nwrap =\n');
    const { title, problems } = await readSettings(home);
    expect(title).toBe(true);
    expect(problems).toEqual([expect.stringMatching(/^tui\.toml: 2:\d+ /)]);
  });
});

test('a directory in the place of the file is named, and none is no problem', async () => {
  rmSync(path, { force: true });
  expect((await readSettings(home)).problems).toEqual([]);
  mkdirSync(path);
  expect((await readSettings(home)).problems).toEqual(['tui.toml: is not a file']);
  rmSync(path, { recursive: true });
});

test('a pipe in the place of the file is not waited for, and bytes that are no text are named', async () => {
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
  expect((await readSettings(home)).problems).toEqual(['tui.toml: is not a file']);
  rmSync(path);
  writeFileSync(path, Buffer.from('title = "a\xff"\n', 'latin1'));
  expect((await readSettings(home)).problems).toEqual(['tui.toml: 1:11 is not UTF-8']);
});

describe('changes', () => {
  let file: SettingsFile;
  let changes: number;
  async function open(text?: string) {
    if (text !== undefined) writeFileSync(path, text);
    const settings = await readSettings(home);
    changes = 0;
    file = createSettingsFile({ home, settings, changed: () => (changes += 1) });
    return settings;
  }
  const text = (): string => readFileSync(path, 'utf8');

  test('keep comments and order; the settings follow at once', async () => {
    const settings = await open('# mine\ntheme = "dark"   # for the night\n\n[editor]\n# short\ncommand = "vi"\n');
    expect(await file.set(['theme'], 'light')).toBeUndefined();
    expect(await file.set(['editor', 'vim'], true)).toBeUndefined();
    expect(text()).toBe('# mine\ntheme = "light"   # for the night\n\n[editor]\n# short\ncommand = "vi"\nvim = true\n');
    expect([settings.theme, settings.vim, changes]).toEqual(['light', true, 2]);
    expect(await file.set(['editor', 'vim'], undefined)).toBeUndefined();
    expect(settings.vim).toBe(false);
  });

  test('begin a file, which no other user can read', async () => {
    await open();
    expect(await file.set(['keys', 'input.steer'], ['ctrl+enter'])).toBeUndefined();
    expect(text()).toBe('[keys]\n"input.steer" = ["ctrl+enter"]\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(home)).toEqual(['tui.toml']);
  });

  test('of one moment are all there', async () => {
    await open('');
    await Promise.all([file.set(['title'], false), file.set(['wrap'], 'terminal'), file.set(['tool_lines'], 3)]);
    expect(text()).toBe('title = false\nwrap = "terminal"\ntool_lines = 3\n');
  });

  test('leave a link and the mode of the file as they are', async () => {
    const real = join(home, 'dotfiles.toml');
    writeFileSync(real, '');
    chmodSync(real, 0o644);
    symlinkSync(real, path);
    await open();
    await file.set(['title'], false);
    expect(readFileSync(real, 'utf8')).toBe('title = false\n');
    expect(statSync(real).mode & 0o777).toBe(0o644);
  });

  test('of a broken file are refused, and it stays as it is', async () => {
    await open('wrap =\n');
    expect(await file.set(['title'], false)).toBe('tui.toml is broken (line 1): fix it first');
    expect(text()).toBe('wrap =\n');
    const bytes = Buffer.from('editor.command = "\xff"\n', 'latin1');
    writeFileSync(path, bytes);
    expect(await file.set(['title'], false)).toBe('tui.toml: 1:19 is not UTF-8');
    expect(readFileSync(path)).toEqual(bytes);
    expect(changes).toBe(0);
  });

  test('what was written elsewhere is taken by reading again', async () => {
    const settings = await open('');
    writeFileSync(path, 'tool_lines = 2\n[keys]\n"input.steer" = "f2"\n');
    await file.reload();
    expect([settings.toolLines, settings.keys, changes]).toEqual([2, { 'input.steer': 'f2' }, 1]);
  });
});
