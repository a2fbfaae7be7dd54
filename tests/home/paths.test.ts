/** The home directory: its place, its parts and its permissions. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import toml from 'toml';
import { createHome, HomeError, homePaths, prepareHome } from '../../daemon/home/paths.js';

const made: string[] = [];

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-home-'));
  made.push(directory);
  return directory;
}

afterEach(async () => {
  for (const directory of made.splice(0)) await rm(directory, { recursive: true, force: true });
});

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('createHome', () => {
  test.each([
    [undefined, '/home/u/.agent-code'],
    ['', '/home/u/.agent-code'],
    ['  ', '/home/u/.agent-code'],
    ['/data/agent', '/data/agent'],
    ['data/agent', '/projects/dir/data/agent'],
    ['../agent/', '/projects/agent'],
  ])('AGENT_CODE_HOME=%p is %s', (value, expected) => {
    expect(createHome({ env: { AGENT_CODE_HOME: value }, userHome: '/home/u', cwd: '/projects/dir' }).home).toBe(
      expected,
    );
  });

  test('knows the places of the contract', () => {
    const paths = homePaths('/h');
    expect(paths).toMatchObject({
      configFile: '/h/config.toml',
      tuiFile: '/h/tui.toml',
      database: '/h/agent.db',
      instances: '/h/server/instances',
      tokenFile: '/h/server.token',
      credentials: '/h/credentials',
      logFile: '/h/logs/agent-code.log',
      files: '/h/files',
    });
    expect(paths.session('session_1')).toEqual({
      directory: '/h/sessions/session_1',
      plans: '/h/sessions/session_1/plans',
      tasks: '/h/sessions/session_1/tasks',
      toolResults: '/h/sessions/session_1/tool-results',
      media: '/h/sessions/session_1/media',
      logs: '/h/sessions/session_1/logs',
      logFile: '/h/sessions/session_1/logs/session.log',
    });
  });
});

describe('prepareHome', () => {
  test('the first start makes private directories and commented defaults', async () => {
    const paths = homePaths(join(await temporary(), 'deep', 'home'));
    await prepareHome(paths);
    for (const path of [paths.home, paths.instances, paths.server, paths.credentials, paths.logs, paths.files]) {
      expect(await modeOf(path)).toBe('700');
    }
    for (const path of [paths.configFile, paths.tuiFile]) {
      expect(await modeOf(path)).toBe('600');
      const text = await readFile(path, 'utf8');
      expect(toml.parse(text)).toEqual({});
    }
  });

  test('what the templates show is TOML once the comment signs are gone', async () => {
    const paths = homePaths(join(await temporary(), 'home'));
    await prepareHome(paths);
    for (const path of [paths.configFile, paths.tuiFile]) {
      const lines = (await readFile(path, 'utf8')).split('\n');
      const shown = lines.filter((line) => /^# (\[|\w+ = )/.test(line)).map((line) => line.slice(2));
      expect(shown.length).toBeGreaterThan(8);
      expect(Object.keys(toml.parse(shown.join('\n')))).not.toEqual([]);
    }
  });

  test('never overwrites', async () => {
    const paths = homePaths(await temporary());
    await writeFile(paths.configFile, 'default_plan_mode = true\n');
    await prepareHome(paths);
    await writeFile(paths.tuiFile, 'theme = "dark"\n');
    await prepareHome(paths);
    expect(await readFile(paths.configFile, 'utf8')).toBe('default_plan_mode = true\n');
    expect(await readFile(paths.tuiFile, 'utf8')).toBe('theme = "dark"\n');
  });

  test.each([
    ['empty', []],
    ['with our files only', ['AGENTS.md', 'mcp.json']],
    ['with a mark of ours beside others', ['config.toml', 'notes.txt']],
  ])('closes an open directory that is ours: %s', async (_name, files) => {
    const home = await temporary();
    for (const file of files) await writeFile(join(home, file), '');
    await chmod(home, 0o755);
    await prepareHome(homePaths(home));
    expect(await modeOf(home)).toBe('700');
  });

  test('refuses an open directory of another user and leaves it as it is', async () => {
    const home = await temporary();
    await writeFile(join(home, 'notes.txt'), '');
    await chmod(home, 0o755);
    await expect(prepareHome(homePaths(home))).rejects.toThrow(/AGENT_CODE_HOME/);
    expect(await modeOf(home)).toBe('755');
    await expect(stat(join(home, 'config.toml'))).rejects.toThrow();
  });

  test('says what is wrong when it cannot write', async () => {
    const directory = await temporary();
    const file = join(directory, 'file');
    await writeFile(file, '');
    const failure = await prepareHome(homePaths(join(file, 'home'))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HomeError);
    expect(String(failure)).toContain(join(file, 'home'));
    expect(String(failure)).toContain('a file is in the way');
  });

  test('is safe when several start at once', async () => {
    const paths = homePaths(join(await temporary(), 'home'));
    await mkdir(paths.home, { mode: 0o700 });
    await Promise.all(Array.from({ length: 8 }, () => prepareHome(paths)));
    expect(await readFile(paths.configFile, 'utf8')).toMatch(/^# Configuration[^]*\n$/);
  });
});
