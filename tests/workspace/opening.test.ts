/** Opening files in programs: what is started with which arguments, and that no shell reads them. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createOpener,
  editorCommand,
  placeIn,
  wordsOf,
  type AppId,
  type OpenTarget,
} from '../../daemon/workspace/opening/opener.js';
import { until } from '../helpers/daemon.js';

describe('the words of a command line', () => {
  test.each<[string, string[] | undefined]>([
    ['code', ['code']],
    ['  code   --wait ', ['code', '--wait']],
    ['"/opt/my editor/ed" -n', ['/opt/my editor/ed', '-n']],
    ["'/opt/it''s/ed'", ['/opt/its/ed']],
    ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
    ['"a\\nb"', ['a\\nb']],
    ['ed ""', ['ed', '']],
    ['ed; touch x', ['ed;', 'touch', 'x']],
    ['ed $(touch x) `y` $HOME > z', ['ed', '$(touch', 'x)', '`y`', '$HOME', '>', 'z']],
    ['', []],
    ['"open', undefined],
  ])('%j', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('the editor', () => {
  test.each<[string, string[]]>([
    ['code', ['code', '--goto', '/p/a.ts:7']],
    ['code --wait', ['code', '--wait', '--goto', '/p/a.ts:7']],
    ['/usr/bin/cursor', ['/usr/bin/cursor', '--goto', '/p/a.ts:7']],
    ['subl -n', ['subl', '-n', '/p/a.ts:7']],
    ['gvim', ['gvim', '+7', '/p/a.ts']],
    ['emacsclient -c', ['emacsclient', '-c', '+7', '/p/a.ts']],
    ['idea', ['idea', '--line', '7', '/p/a.ts']],
    ['kate', ['kate', '--line', '7', '/p/a.ts']],
    ['something', ['something', '/p/a.ts']],
  ])('%s receives the line as it takes it', (setting, [program, ...args]) => {
    expect(editorCommand(setting, '/p/a.ts', 7)).toEqual({ program, args });
  });

  test('without a line there is only the path', () => {
    expect(editorCommand('code --wait', '/p/-a.ts', undefined)).toEqual({
      program: 'code',
      args: ['--wait', '/p/-a.ts'],
    });
  });

  test.each(['vim', '/usr/bin/nvim -u x', 'nano', 'emacs -nw', 'emacsclient -t', 'hx', '', '  ', '"', undefined])(
    '%j cannot be used without a terminal, or is none',
    (setting) => expect(editorCommand(setting, '/p/a.ts', 1)).toBeUndefined(),
  );
});

/** Creates an opener for a system with these programs; `started` collects what it starts. */
function openerOn(platform: string, there: string[], env: Record<string, string> = {}) {
  const started: { program: string; args: readonly string[]; cwd: string; env: Record<string, string> }[] = [];
  const opener = createOpener({
    platform,
    environment: (directory) => ({ ...env, DIRECTORY: directory }),
    programs: {
      find: async (name) => (there.includes(name) ? `/bin/${name}` : undefined),
      start: async (program, args, options) => void started.push({ program, args, ...options }),
    },
  });
  return { opener, started };
}

const file: OpenTarget = { path: '/p/dir/a.ts', isDirectory: false, tree: '/p', line: 3 };
const folder: OpenTarget = { path: '/p/dir', isDirectory: true, tree: '/p' };

describe('what is started', () => {
  test('open: VISUAL, then EDITOR, then the opener of the system', async () => {
    const all = ['code', 'subl', 'xdg-open', 'open', 'explorer', 'gio'];
    const choices: [string, string[], Record<string, string>, string, string[]][] = [
      ['linux', all, { VISUAL: 'code', EDITOR: 'subl' }, '/bin/code', ['--goto', '/p/dir/a.ts:3']],
      ['linux', all, { VISUAL: '', EDITOR: 'subl' }, '/bin/subl', ['/p/dir/a.ts:3']],
      ['linux', all, { VISUAL: 'vim', EDITOR: 'nano' }, '/bin/xdg-open', ['/p/dir/a.ts']],
      ['linux', all, {}, '/bin/xdg-open', ['/p/dir/a.ts']],
      ['linux', ['gio'], {}, '/bin/gio', ['open', '/p/dir/a.ts']],
      ['darwin', all, {}, '/bin/open', ['/p/dir/a.ts']],
      ['win32', all, {}, '/bin/explorer', ['/p/dir/a.ts']],
    ];
    for (const [platform, there, env, program, args] of choices) {
      const { opener, started } = openerOn(platform, there, env);
      await opener.open(file);
      expect(started).toEqual([{ program, args, cwd: '/p/dir', env: { ...env, DIRECTORY: '/p/dir' } }]);
    }
  });

  test.each<[string, AppId, OpenTarget, string[], string[]]>([
    ['darwin', 'finder', file, ['open'], ['/bin/open', '-R', '/p/dir/a.ts']],
    ['linux', 'finder', file, ['xdg-open'], ['/bin/xdg-open', '/p/dir']],
    ['darwin', 'vscode', file, ['open', 'code'], ['/bin/code', '--goto', '/p/dir/a.ts:3']],
    ['darwin', 'vscode', file, ['open'], ['/bin/open', '-a', 'Visual Studio Code', '/p/dir/a.ts']],
    ['linux', 'vscode', folder, ['code'], ['/bin/code', '/p/dir']],
    ['linux', 'cursor', file, ['cursor'], ['/bin/cursor', '--goto', '/p/dir/a.ts:3']],
    ['darwin', 'iterm', file, ['open'], ['/bin/open', '-a', 'iTerm', '/p/dir']],
    ['darwin', 'terminal', folder, ['open'], ['/bin/open', '-a', 'Terminal', '/p/dir']],
    ['linux', 'terminal', file, ['konsole', 'xterm'], ['/bin/konsole', '--workdir', '/p/dir']],
    ['linux', 'terminal', file, ['xterm'], ['/bin/xterm']],
    ['win32', 'terminal', file, ['wt'], ['/bin/wt', '-d', '/p/dir']],
  ])('on %s, %s', async (platform, app, place, there, [program, ...args]) => {
    const { opener, started } = openerOn(platform, there);
    await opener.openIn(app, place);
    expect(started).toMatchObject([{ program, args, cwd: '/p/dir' }]);
  });

  test.each<[string, string[]]>([
    ['linux', ['/bin/xdg-open', '/p/dir']],
    ['darwin', ['/bin/open', '-R', '/p/dir/a.ts']],
    ['win32', ['/bin/explorer', '/select,/p/dir/a.ts']],
  ])('reveal on %s', async (platform, [program, ...args]) => {
    const { opener, started } = openerOn(platform, ['xdg-open', 'open', 'explorer']);
    await opener.reveal(file);
    expect(started).toMatchObject([{ program, args }]);
  });

  test('an error says what is missing', async () => {
    const { opener } = openerOn('linux', [], { VISUAL: 'code' });
    const refused = (message: string) => ({ errorName: 'INTERNAL_ERROR', message });
    await expect(opener.open(file)).rejects.toMatchObject(refused('the editor could not be started: there is no code'));
    await expect(opener.reveal(file)).rejects.toMatchObject(
      refused('the file manager could not be started: there is no xdg-open, gio'),
    );
    await expect(opener.openIn('iterm', file)).rejects.toMatchObject(
      refused('iTerm could not be started: not on this system'),
    );
  });
});

describe('real programs', () => {
  let directory: string;
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'agent-open-')));
    mkdirSync(join(directory, 'bin'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function program(name: string, script: string): void {
    writeFileSync(join(directory, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'bin', name), 0o755);
  }
  const openerWith = (setting?: string) =>
    createOpener({
      platform: 'linux',
      environment: () => ({ PATH: join(directory, 'bin'), ...(setting === undefined ? {} : { EDITOR: setting }) }),
    });

  test('get their arguments as they are, and their own environment alone', async () => {
    const out = join(directory, 'out');
    program(
      'my-editor',
      `{ /bin/pwd; for word; do printf '<%s>\\n' "$word"; done; /usr/bin/env; } > ${out}.part; /bin/mv ${out}.part ${out}`,
    );
    const name = '-e $(touch harm); `touch harm` "q"\n.ts';
    writeFileSync(join(directory, name), '');
    const place = { path: join(directory, name), isDirectory: false, tree: '/p', line: 2 };
    await openerWith(`my-editor --flag '; touch harm'`).open(place);
    const text = await until('what it was given', () => (existsSync(out) ? readFileSync(out, 'utf8') : undefined));
    expect(text.startsWith(`${directory}\n<--flag>\n<; touch harm>\n<${place.path}>\n`)).toBe(true);
    expect(text).not.toContain('HOME=');
    expect(existsSync(join(directory, 'harm'))).toBe(false);
  });

  test('are waited for until they run, not until they end, and what fails later is theirs', async () => {
    program('xdg-open', 'exit 3');
    await openerWith().reveal({ path: join(directory, 'a'), isDirectory: false, tree: '/p' });
  });

  test('that cannot be run are said to be so', async () => {
    writeFileSync(join(directory, 'bin', 'odd'), '#!/nowhere/at/all\n');
    chmodSync(join(directory, 'bin', 'odd'), 0o755);
    await expect(openerWith('odd').open({ path: directory, isDirectory: true, tree: '/p' })).rejects.toMatchObject({
      errorName: 'INTERNAL_ERROR',
      message: expect.stringMatching(/^the editor could not be started: .*ENOENT/),
    });
  });

  test('a program of the directory itself is none, whatever leads to it', async () => {
    program('xdg-open', 'exit 0');
    symlinkSync(join(directory, 'bin'), join(directory, 'elsewhere'));
    const place = { path: join(directory, 'bin'), isDirectory: true, tree: join(directory, 'bin') };
    for (const PATH of ['.:bin:', join(directory, 'bin'), join(directory, 'elsewhere')]) {
      const opener = createOpener({ platform: 'linux', environment: () => ({ PATH }) });
      await expect(opener.open(place)).rejects.toMatchObject({ errorName: 'INTERNAL_ERROR' });
    }
    // allowed if the directory contains the whole home
    const environment = () => ({ PATH: join(directory, 'bin'), HOME: join(directory, 'bin', 'home') });
    await createOpener({ platform: 'linux', environment }).open(place);
  });

  test('paths of a session lead to what is there, and not out of it', async () => {
    const reach = { cwd: join(directory, 'bin'), directories: [join(directory, 'bin')] };
    program('real', '');
    symlinkSync('real', join(directory, 'bin', 'link'));
    symlinkSync(directory, join(directory, 'bin', 'out'));
    expect(await placeIn(reach, 'link', 4)).toEqual({
      path: join(directory, 'bin', 'real'),
      isDirectory: false,
      tree: reach.cwd,
      line: 4,
    });
    expect(await placeIn(reach, '.')).toEqual({ path: join(directory, 'bin'), isDirectory: true, tree: reach.cwd });
    for (const path of ['out', '..', '/etc/passwd', ''])
      await expect(placeIn(reach, path)).rejects.toMatchObject({ errorName: 'FS_PATH_ESCAPES_SESSION' });
    await expect(placeIn(reach, 'none')).rejects.toMatchObject({ errorName: 'FS_PATH_NOT_FOUND' });
  });
});
