/** `agent doctor`: the settings of the TUI, which files are read, and files that cannot be read (cli.md 5.4). */
import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDER, folder, home, doctor, write, check, messages, useDoctor } from './doctor.fixture.js';

useDoctor();

describe('doctor tui', () => {
  test.each([
    ['syntax', 'theme = dark\n', '1:9 unexpected'],
    ['a type', 'render_latex = "no"\n', '1:1 render_latex: must be true or false'],
    ['a theme that is not text', 'theme = 5\n', '1:1 theme: must be text'],
    [
      'an enumeration',
      '[notifications]\nnotification_condition = "never"\n',
      '2:1 notifications.notification_condition: must be one of unfocused, always',
    ],
    ['items', '[status_line]\nitems = "mode"\n', '2:1 status_line.items: must be a list'],
    ['an item', '[status_line]\nitems = ["mode", 5]\n', '2:18 status_line.items[1]: must be text'],
    ['a command', '[editor]\ncommand = ["vi"]\n', '2:1 editor.command: must be text'],
    ['a switch', '[upgrade]\ncheck = 1\n', '2:1 upgrade.check: must be true or false'],
  ])('mistake: %s', async (_, text, line) => {
    const { code, out, err } = await check('tui', text);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^ERROR {2}tui\.toml/);
    expect(messages(err)).toHaveLength(1);
    expect(messages(err)[0]).toContain(line);
  });

  test.each([
    ['a theme without file', 'theme = "mine"\n', '1:1 theme: names no theme file'],
    ['a theme elsewhere', 'theme = "../themes/there"\n', '1:1 theme: names no theme file'],
    ['a theme no file can have the name of', `theme = "${'x'.repeat(300)}\\u0000"\n`, '1:1 theme: names no theme file'],
    ['a status item', '[status_line]\nitems = ["mode", "mood"]\n', '2:18 status_line.items[1]: is not a status item'],
    ['a field', 'mood = 1\n', '1:1 mood: is not a known field'],
    ['a field of a table', '[editor]\nname = "vi"\n', '2:1 editor.name: is not a known field'],
    ['an action', '[keys]\n"input.fly" = "f1"\n', '2:1 keys."input.fly": no such action'],
    ['a fixed key', '[keys]\n"global.cancel" = "f1"\n', '2:1 keys."global.cancel": its key is fixed'],
    ['a key', 'keys = { "input.steer" = "ctrl+banana" }\n', '1:10 keys."input.steer": "ctrl+banana" is not a key'],
    [
      'a key that is used twice',
      '[keys]\n"input.steer" = "ctrl+r"\n',
      '2:1 keys."input.steer": its key is used by input.search',
    ],
  ])('warning: %s', async (_, text, line) => {
    mkdirSync(join(home, 'themes'));
    writeFileSync(join(home, 'themes/there.json'), '{}');
    const { code, out } = await check('tui', text);
    expect(code).toBe(0);
    expect(messages(out)).toEqual([`warning: ${line}`]);
  });

  test('a theme of its own', async () => {
    mkdirSync(join(home, 'themes'));
    writeFileSync(join(home, 'themes/mine.json'), '{}');
    for (const name of ['mine', 'mine.json', 'auto', 'light']) {
      expect(messages((await check('tui', `theme = "${name}"\n`)).out)).toEqual([]);
    }
  });
});

describe('which files', () => {
  test('missing default files are skipped, and nothing is made', async () => {
    const { code, out, err } = await doctor([]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      `SKIP   config.toml  ${home}/config.toml\n  there is none; defaults are used\n` +
        `SKIP   tui.toml     ${home}/tui.toml\n  there is none; defaults are used\n`,
    );
    expect(readdirSync(home)).toEqual([]);
    const elsewhere = await doctor([], { AGENT_CODE_HOME: join(folder, 'none') });
    expect(elsewhere.code).toBe(0);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('one alone; a mistake in the other does not count', async () => {
    writeFileSync(join(home, 'config.toml'), 'x', { mode: 0o600 });
    expect((await doctor(['tui'])).out).toMatch(/^SKIP {3}tui\.toml.*\n.*\n$/);
    expect((await doctor(['config'])).err).toMatch(/^ERROR {2}config\.toml.*\n {2}1:2 .*\n$/);
  });

  test('with one bad file the whole report goes to stderr', async () => {
    writeFileSync(join(home, 'tui.toml'), 'theme = 1\n');
    const { code, out, err } = await doctor([]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^SKIP {3}config\.toml.*\n.*\nERROR {2}tui\.toml/);
  });

  test.each(['config', 'tui'])('an explicit path must be there: %s', async (kind) => {
    const { code, out, err } = await doctor([kind, 'none.toml']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`ERROR  ${`${kind}.toml`.padEnd(11)}  ${folder}/none.toml\n  there is no such file\n`);
  });

  test.each([
    [['config', 'a', 'b'], /takes one path/],
    [['tui', 'a', 'b'], /takes one path/],
    [['config', ''], /not an empty text/],
    [['confg'], /unknown word after doctor: "confg"; did you mean config\?/],
    [['--fix'], /unknown option "--fix"/],
  ])('wrong use: %j', async (argv, message) => {
    const { code, out, err } = await doctor(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).toMatch(/\nRun agent doctor.* --help for the options\.\n$/);
  });
});

describe('files that are none', () => {
  test.each<[string, (path: string) => void, RegExp]>([
    ['a directory', (path) => mkdirSync(path), /^is not a file$/],
    ['a pipe without a writer', (path) => void execFileSync('mkfifo', [path]), /^is not a file$/],
    ['a device', (path) => symlinkSync('/dev/zero', path), /^is not a file$/],
    ['a circle of links', (path) => symlinkSync(path, path), /links lead in a circle/],
    ['a link to nothing', (path) => symlinkSync(join(path, 'x/y'), path), /no such file|circle/],
    ['bytes', (path) => writeFileSync(path, Buffer.from([0, 1, 2, 27, 91])), /^1:1 unexpected "\S+"$/],
    ['no UTF-8', (path) => writeFileSync(path, Buffer.from('# ok\nx = "é\xff"\n', 'latin1')), /^2:6 is not UTF-8$/],
    ['a cut letter at the end', (path) => writeFileSync(path, Buffer.from([35, 0xe2, 0x82])), /^1:2 is not UTF-8$/],
    ['a huge one', (path) => writeFileSync(path, '#'.repeat(5_000_000)), /^is larger than 4194304 bytes/],
    ['depth', (path) => writeFileSync(path, `x = ${'['.repeat(50_000)}`), /^\d+:\d+ /],
  ])('%s', async (_, make, message) => {
    make(join(folder, 'odd'));
    for (const kind of ['config', 'tui']) {
      const { code, out, err } = await doctor([kind, 'odd']);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(messages(err)).toHaveLength(1);
      expect(messages(err)[0]).toMatch(message);
      expect(err).not.toContain('\u001b');
    }
  });

  test('one that may not be read', async () => {
    const name = write('config', PROVIDER);
    chmodSync(join(folder, name), 0o000);
    const { code, err } = await doctor(['config', name]);
    // root can read every file
    if (process.getuid?.() === 0) return expect(code).toBe(0);
    expect(messages(err)).toEqual(['cannot be read: permission denied']);
  });

  test('a byte order mark is none of its letters, and an empty file is fine', async () => {
    expect((await check('config', '\uFEFFdefault_plan_mode = true\n')).code).toBe(0);
    expect((await check('config', '')).code).toBe(0);
  });

  test('a thousand mistakes are counted, not all listed', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `[models.m${index}]\nprovider = "gone"\nmodel = "x"\n`);
    const { err } = await check('config', many.join(''));
    expect(messages(err)).toHaveLength(201);
    expect(messages(err).at(-1)).toBe('… and 1800 more');
  });

  test('a name with what terminals obey is shown in letters', async () => {
    const { err } = await doctor(['config', 'a\u001b[31m\nb']);
    expect(err).toContain('a\\u{1b}[31m\\nb\n');
  });
});
