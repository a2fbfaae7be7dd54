/** Completion of command lines: the scripts, what bash makes of them, and values from files (acp-cli.md 4). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { completionScript, shells } from '../../client/cli/completion-scripts.js';
import { commandSpecs } from '../../client/cli/options.js';
import { agent, makePlace, resumed, type Place } from '../e2e/program.js';
import { command } from './harness.js';

let place: Place;
let session: string;
beforeAll(async () => {
  place = makePlace(
    '[providers.mine]\ntype = "openai"\n[models."mine/fast"]\nprovider = "mine"\nmodel = "m"\nmax_context_size = 1000\nsupport_efforts = ["low", "high"]\n',
  );
  session = resumed(await agent(place, ['-m', 'offline/echo', '-p', 'help']));
  mkdirSync(join(place.cwd, '.agent-code/agents'), { recursive: true });
  writeFileSync(join(place.cwd, '.agent-code/agents/reviewer.md'), '');
  mkdirSync(join(place.cwd, '.agents/skills/release'), { recursive: true });
  writeFileSync(join(place.cwd, '.agents/skills/release/SKILL.md'), '');
  mkdirSync(join(place.cwd, 'some-dir'));
  writeFileSync(join(place.cwd, 'some-file'), '');
  const tools = join(place.folder, 'tools');
  mkdirSync(tools);
  writeFileSync(
    join(tools, 'agent'),
    '#!/bin/sh\n[ "$1 $2" = "__complete model" ] && printf "mine/fast\\nmine/llama:8b\\nmine/llama:70b\\noffline/echo\\n"\n[ "$1 $2" = "__complete session" ] && printf "session_1\\ta title\\n"\n' +
      "[ \"$1 $2\" = '__complete agent' ] && printf 'a$(touch made)\\n'\n",
  );
  chmodSync(join(tools, 'agent'), 0o755);
});
afterAll(() => place.leave());

const cli = (argv: string[]) => command(argv, { home: place.home, cwd: place.cwd });

describe.each(shells)('the script for %s', (shell) => {
  const script = completionScript(shell);

  test('names every command and option of the help', () => {
    const visible = commandSpecs.filter(({ hidden }) => !hidden);
    const names = visible.flatMap(({ path, options }) => [
      ...path,
      ...options.flatMap((option) => option.names.slice(0, option.shown ?? option.names.length)),
    ]);
    const written = (name: string): string =>
      shell !== 'fish'
        ? name
        : name.startsWith('--')
          ? `-l ${name.slice(2)}`
          : name.startsWith('-')
            ? `-s ${name[1]}`
            : name;
    expect(names.filter((name) => !script.includes(written(name)))).toEqual([]);
    for (const hidden of ['--resume', '--auto-approve', 'install-app']) expect(script).not.toContain(hidden);
  });

  test('is what the command prints, and the shell can read it', async () => {
    expect(await cli(['completion', shell])).toMatchObject({ code: 0, out: script, err: '' });
    const path = join(place.folder, `script.${shell}`);
    writeFileSync(path, script);
    const { error, status, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
    // the shell is perhaps not installed
    if (!error) expect([status, stderr]).toEqual([0, '']);
  });
});

test.each([
  [['__complete', 'session', '--x']],
  [['__complete', '-x']],
  [['--yolo', '__complete', 'session']],
  [['__complete']],
])('%j prints nothing and succeeds', async (argv) => {
  expect(await cli(argv)).toMatchObject({ code: 0, out: '', err: '' });
});

test.each([[['completion']], [['completion', 'tcsh']], [['completion', 'bash', 'zsh']]])(
  '%j is wrong use',
  async (argv) => {
    const { code, err } = await cli(argv);
    expect([code, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  },
);

test.each([
  [['agent', 'do'], ['doctor']],
  [
    ['agent', 'doctor', ''],
    ['--help', '-h', 'config', 'tui'],
  ],
  [['agent', 'service', 'st'], ['status']],
  [['agent', '--output-f'], ['--output-format']],
  [
    ['agent', '--output-format', ''],
    ['stream-json', 'text'],
  ],
  [['agent', '--output-format', '=', 'st'], ['stream-json']],
  [['agent', '--model', 'mine/f'], ['mine/fast']],
  [
    ['agent', '--model', 'mine/llama', ':'],
    ['70b', '8b'],
  ],
  [['agent', '--model', '=', 'mine/llama', ':', '7'], ['70b']],
  [['agent', '--remote', 'ssh', ':', '//box', 'ac'], ['acp']],
  [
    ['agent', 'web', '--host', '--al'],
    ['--allow-remote-shutdown', '--allowed-host'],
  ],
  [['agent', '-S', '--ti'], ['--title']],
  [
    ['agent', 'completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['agent', 'help', 'do'], ['doctor']],
  [['agent', 'help', 'doctor', 'a'], []],
  [['agent', 'export', 'session_1', 's'], []],
  [['agent', '-S', ''], ['session_1']],
  [['agent', '--add-dir', 'some-'], ['some-dir']],
  [
    ['agent', 'export', '-o', 'some-'],
    ['some-dir', 'some-file'],
  ],
  [['agent', 'export', 'sess'], ['session_1']],
  [['agent', '--model', 'web', 'web', '--por'], ['--port']],
  [['agent', 'web', '--', '--po'], []],
  [['agent', '--auto-'], []],
  [['agent', '--agent', 'a'], ['a\\$\\(touch\\ made\\)']],
])('bash completes %j', (words, wanted) => {
  const list = words.map((word) => `'${word}'`).join(' ');
  // readline makes words of = and : without spaces around them
  const line = words
    .join(' ')
    .replace(/ ([=:]+)/g, '$1')
    .replace(/([=:]) /g, '$1');
  const driver = `${completionScript('bash')}\nCOMP_WORDBREAKS==:; COMP_LINE='${line}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _agent; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', driver], {
    cwd: place.cwd,
    env: { PATH: `${place.folder}/tools:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  expect([
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
    stderr,
  ]).toEqual([wanted, '']);
  // a file of an untrusted project may have such a name, which the shell must not run
  expect(existsSync(join(place.cwd, 'made'))).toBe(false);
});

// the shell is perhaps not installed
const fish = spawnSync('fish', ['--version']).error ? test.skip : test;

fish.each([
  ['agent service st', ['status']],
  ['agent --model=mine/f', ['--model=mine/fast']],
  ['agent --session=ses', ['--session=session_1']],
  ['agent export --for', ['--format']],
  ['agent --agent web --output-f', ['--output-format']],
  ['agent web --host --allowed', ['--allowed-host']],
  ['agent completion ', ['bash', 'fish', 'zsh']],
  ['agent help do', ['doctor']],
  ['agent export session_1 ses', []],
  ['agent -- ', []],
])('fish completes %j', (line, wanted) => {
  const path = join(place.folder, 'completion.fish');
  writeFileSync(path, completionScript('fish'));
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `source ${path}; complete -C '${line}'`], {
    cwd: place.cwd,
    env: { PATH: `${place.folder}/tools:/usr/bin:/bin`, HOME: place.folder },
    encoding: 'utf8',
  });
  const found = stdout.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t')[0] ?? '']));
  expect([found.sort(), stderr]).toEqual([wanted, '']);
});

test('values come from files and database', async () => {
  const values = async (kind: string, start = ''): Promise<string> => (await cli(['__complete', kind, start])).out;
  expect(await values('model')).toBe('mine/fast\noffline/echo\n');
  expect(await values('model', 'off')).toBe('offline/echo\n');
  expect(await values('provider')).toBe('mine\n');
  expect(await values('agent')).toBe('reviewer\n');
  expect(await values('skill')).toBe('release\n');
  expect(await values('level')).toBe('off\non\nlow\nhigh\n');
  expect(await values('session')).toMatch(new RegExp(`^${session}\\t`));
  expect(await values('nonsense')).toBe('');
});

test('a database that is locked or missing has none, soon and without a message', async () => {
  const db = new Database(join(place.home, 'agent.db'));
  db.pragma('locking_mode = EXCLUSIVE');
  db.exec('BEGIN EXCLUSIVE');
  const started = performance.now();
  expect(await cli(['__complete', 'session'])).toMatchObject({ code: 0, out: '', err: '' });
  expect(performance.now() - started).toBeLessThan(4_000);
  db.exec('COMMIT');
  db.close();
  const bare = await command(['__complete', 'session'], { home: join(place.folder, 'none'), cwd: place.cwd });
  expect(bare).toMatchObject({ code: 0, out: '', err: '' });
  const models = await command(['__complete', 'model'], { home: join(place.folder, 'none'), cwd: place.cwd });
  expect(models).toMatchObject({ code: 0, out: 'offline/echo\n', err: '' });
});

test('a terminal reads where the script belongs; an `eval` gets the script alone', async () => {
  const given = { home: place.home, cwd: place.cwd };
  const shown = await command(['completion', 'bash'], { ...given, tty: true });
  expect(shown.err).toMatch(/^to use it: agent completion bash > /);
  expect(await command(['completion', 'bash'], given)).toMatchObject({ err: '' });
});
