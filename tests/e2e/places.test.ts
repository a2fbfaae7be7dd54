/** Commands with an unusable data directory or current directory: a named error without a stack (cli.md 1.4, 2.2). */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { canMount } from '../helpers/processes.js';
import { agent, follow, launch, makePlace, root, type Outcome, type Place } from './program.js';

jest.setTimeout(60_000);

let here: Place;
beforeEach(() => {
  here = makePlace();
});
afterEach(() => here.leave());

describe('AGENT_CODE_HOME that is not a directory', () => {
  const text = 'kept';
  let file: string;
  beforeEach(() => writeFileSync((file = join(here.folder, 'file')), text));

  test.each(['', '/below'])('file%s: every command exits 1 and names it', async (below) => {
    const env = { AGENT_CODE_HOME: file + below };
    const reason = `error: cannot use the data directory ${file}${below}: a file is in the way\n`;
    for (const argv of [
      ['web', '--port', '0'],
      ['-p', 'say hi'],
      ['doctor'],
      ['doctor', 'tui'],
      ['login'],
      ['provider', 'list'],
      ['provider', 'catalog', 'list'],
      ['provider', 'remove', 'a'],
      ['web', 'rotate-token'],
    ]) {
      expect({ argv, ...(await agent(here, argv, { env })) }).toEqual({ argv, code: 1, out: '', err: reason });
    }
    expect((await agent(here, ['web', '--port', 'x'], { env })).code).toBe(2);
    expect(await agent(here, ['web', '--version'], { env })).toMatchObject({ code: 0, err: '' });
  });
});

const hasProc = existsSync('/proc/self');

(hasProc ? test : test.skip)(
  'AGENT_CODE_HOME where nothing can be made: a command ends and names it, and no log',
  async () => {
    // in /proc the system reports ENOENT although the parent directory exists
    const env = { AGENT_CODE_HOME: '/proc/nowhere/home' };
    const err = 'error: cannot use the data directory /proc/nowhere/home: it cannot be created there\n';
    for (const argv of [['web', '--port', '0'], ['-p', 'say hi'], ['login'], ['web', 'rotate-token']])
      expect({ argv, ...(await agent(here, argv, { env })) }).toEqual({ argv, code: 1, out: '', err });
  },
);

describe('a current directory that was deleted', () => {
  const gone =
    'error: the current directory does not exist any more, or cannot be read\nChange to another directory and run the command again.\n';

  /** Runs the program in a directory that a shell has removed. */
  function inDeleted(argv: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    const cwd = join(here.folder, 'deleted');
    mkdirSync(cwd);
    const child = spawn(
      '/bin/sh',
      ['-c', 'rmdir "$PWD" && exec "$@"', 'sh', process.execPath, join(root, 'bin/agent.js'), ...argv],
      {
        cwd,
        env: { ...here.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    return follow(here, child).ended;
  }

  test.each([[['web', '--port', '0']], [['-p', 'say hi']], [['doctor', 'config', 'x.toml']]])(
    'agent %j says so without a stack',
    async (argv) => {
      expect(await inDeleted(argv)).toEqual({ code: 1, out: '', err: gone });
    },
  );

  test.each([
    [['--version'], /^\d+\./],
    [['web', '--version'], /^\d+\./],
    [['--help'], /^Usage/],
    [['web', '--help'], /^Usage/],
    [['doctor'], /^SKIP/],
    [['provider', 'list'], /no provider/],
    [['web', 'rotate-token'], /^[\w-]{43}\n$/],
  ])('agent %j works', async (argv, out) => {
    expect(await inDeleted(argv)).toEqual({ code: 0, out: expect.stringMatching(out), err: '' });
  });

  test('a data directory relative to it cannot be found', async () => {
    expect(await inDeleted(['doctor'], { AGENT_CODE_HOME: 'home' })).toEqual({ code: 1, out: '', err: gone });
  });
});

describe('a token file that is', () => {
  const put: Record<string, (path: string) => void> = {
    'a pipe': (path) => void execFileSync('mkfifo', [path]),
    'a directory': (path) => void mkdirSync(path),
  };

  test.each(Object.keys(put))('%s: no command waits for it or calls it a defect', async (what) => {
    mkdirSync(here.home, { mode: 0o700 });
    const path = join(here.home, 'server.token');
    put[what]?.(path);
    const reason = `error: the token file ${path} cannot be read: it is not a regular file\nSee log: `;
    for (const argv of [
      ['web', '--port', '0'],
      ['-p', 'say hi'],
    ]) {
      const { code, out, err } = await agent(here, argv);
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(`^${reason}`) });
    }
    const lines = readFileSync(join(here.home, 'logs/agent-code.log'), 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => line.includes(`the token file ${path} cannot be read`))).toHaveLength(2);
    expect((await agent(here, ['doctor'])).code).toBe(0);
    const replaced = await agent(here, ['web', 'rotate-token']);
    if (what === 'a pipe') expect(replaced).toMatchObject({ code: 0, err: '' });
    else
      expect(replaced).toMatchObject({
        code: 1,
        err: `error: the token file ${path} cannot be replaced: it is not a regular file\n`,
      });
  });

  test('a pipe does not hold a client of a running server', async () => {
    const web = launch(here, ['web', '--no-open', '--port', '0']);
    await new Promise<void>((ready) => web.child.stdout?.on('data', () => web.out().includes('Ctrl-C') && ready()));
    rmSync(join(here.home, 'server.token'));
    execFileSync('mkfifo', [join(here.home, 'server.token')]);
    expect((await agent(here, ['-p', 'say hi'])).code).toBe(1);
    web.signal('SIGTERM');
    expect((await web.ended).code).toBe(0);
  });
});

(canMount() ? test : test.skip).each([
  ['without room', 'mount -t tmpfs -o size=64k,mode=700 tmpfs "$1"; mkdir "$1/logs"; head -c 1m /dev/zero > "$1/fill"'],
  ['that is read-only', 'mkdir -p "$1/logs"; mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"'],
])('a home %s: a command ends and names no log', async (_what, mount) => {
  mkdirSync(here.home, { mode: 0o700 });
  const line = `{ ${mount}; } 2> /dev/null; shift; exec "$@"`;
  for (const argv of [
    ['web', '--no-open', '--port', '0'],
    ['-p', 'say hi'],
  ]) {
    const words = ['--map-root-user', '--mount', '/bin/sh', '-c', line, 'sh', here.home];
    const child = spawn('unshare', [...words, process.execPath, join(root, 'bin/agent.js'), ...argv], {
      cwd: here.cwd,
      env: here.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const err = expect.stringMatching(/^error: cannot use the data directory .*\n$/);
    expect(await follow(here, child).ended).toEqual({ code: 1, out: '', err });
  }
});
