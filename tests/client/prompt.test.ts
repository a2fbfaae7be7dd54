/** `agent -p`: its input, its output, and the session it leaves. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { run } from '../../client/cli/run.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { command, testIo, until, type TestIoOptions } from './harness.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const at = (more: Partial<TestIoOptions> = {}): TestIoOptions => ({ home: daemon.home, cwd: daemon.cwd, ...more });
const agent = (argv: string[], more?: Partial<TestIoOptions>) => command(argv, at(more));
const resumed = (err: string): string => /agent -r (session_\w+)/.exec(err)?.[1] ?? '';

/** A separate directory, so that `-c` finds what the test created. */
async function directory(name: string): Promise<string> {
  const path = join(daemon.folder, name);
  await mkdir(path);
  return path;
}

describe('agent -p', () => {
  test('runs a prompt on the live instance: answer on stdout, the rest on stderr', async () => {
    const { code, out, err } = await agent(['-p', 'say hello']);
    expect({ code, out }).toEqual({ code: 0, out: '• hello\n\n' });
    expect(err).toMatch(
      /No model provider is configured.*offline\/echo.*\nTo resume this session: agent -r session_\w{26}\n$/,
    );
  });

  test('no notice about the offline provider when it was asked for', async () => {
    expect((await agent(['-p', 'say x', '-m', 'offline/echo'])).err).toMatch(/^To resume/);
  });

  test('the session says who runs it, decides by auto, and keeps its own mode', async () => {
    const { err, out } = await agent(['-p', 'run echo one', '--output-format', 'stream-json']);
    expect(out).toContain('"content":"one"');
    const session = await daemon.ok('getSession', daemon.session(resumed(err)));
    expect(session.agent_config.permission_mode).toBe('manual');
    expect(session.metadata.cwd).toBe(daemon.cwd);
    expect((await agent(['-p', 'ask Now? A | B'])).err).toContain('[tool] AskUserQuestion error:');
  });

  test('the environment of the caller reaches commands, and only the part that is named', async () => {
    const env = { PATH: process.env['PATH'] ?? '', LC_TEST: 'passed', CONDA_X: 'y', SECRET_THING: 'kept' };
    const { out } = await agent(['-p', 'run echo "[$LC_TEST][$CONDA_X][$SECRET_THING]"'], { env });
    expect(out).toContain('[passed][y][]');
  });

  test('--add-dir opens a further directory for writing', async () => {
    const other = await directory('added');
    const { code, err } = await agent(['-p', 'say x', '--add-dir', '../added']);
    expect(code).toBe(0);
    const { additional } = await daemon
      .ok('getDirectories', daemon.session(resumed(err)))
      .then((data) => ({ additional: JSON.stringify(data) }));
    expect(additional).toContain(other);
    expect(await agent(['-p', 'x', '--add-dir', 'nowhere'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such directory'),
    });
  });

  test.each(['text', 'stream-json'])(
    '%s: names once on stderr what the session leaves out of local.toml',
    async (format) => {
      const cwd = await directory(`local-${format}`);
      const outside = await directory(`${'a-long-name-'.repeat(10)}${format}`);
      await mkdir(join(cwd, '.agent-code'));
      await writeFile(
        join(cwd, '.agent-code/local.toml'),
        `[workspace]\nadditional_dir = ["/no/such/place", "/no/such/place", "beside", 5, ${JSON.stringify(outside)}]\n`,
      );
      const { code, out, err } = await agent(['-p', 'say x', '--output-format', format], { cwd });
      expect({ code, out: out.includes('local.toml') }).toEqual({ code: 0, out: false });
      const warnings = err.split('\n').filter((line) => line.startsWith('warning: '));
      expect(warnings).toEqual([
        'warning: .agent-code/local.toml names beside, which is not an absolute path.',
        'warning: .agent-code/local.toml names something that is not a path.',
        'warning: .agent-code/local.toml names /no/such/place, where no directory is.',
        `warning: .agent-code/local.toml names ${outside}, which is not taken: the project is not trusted.`,
      ]);
      const listed = (await daemon.ok('listWarnings', daemon.session(resumed(err)))).warnings;
      expect(listed.map(({ message }) => `warning: ${message}`)).toEqual(warnings);
      // the session remembers the options that it was created with
      const again = await agent(['-p', 'say y', '-S', resumed(err), '--output-format', format], { cwd });
      expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: expect.not.stringContaining('warning: ') });
    },
  );

  test('names the first ten of thousands of missing directories in local.toml', async () => {
    const cwd = await directory('local-long');
    await mkdir(join(cwd, '.agent-code'));
    const places = Array.from({ length: 2_000 }, (_, index) => `"/no/such/${index}"`);
    await writeFile(join(cwd, '.agent-code/local.toml'), `workspace.additional_dir = [${places.join()}]\n`);
    const { code, err } = await agent(['-p', 'say x'], { cwd });
    expect(code).toBe(0);
    expect(err.match(/^warning: .*where no directory is\.$/gm)).toHaveLength(10);
    expect(err).toContain('warning: .agent-code/local.toml names 1990 more places that are not taken.\n');
  });

  test('reads the prompt from stdin', async () => {
    expect((await agent(['-p', '-'], { stdin: 'say from stdin\n' })).out).toBe('• from stdin\n\n');
  });

  test('a failed turn exits 1 with its message', async () => {
    const { code, out, err } = await agent(['-p', 'fail 400']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.match(/^error: /gm)).toHaveLength(1);
  });

  test('an unknown model exits 1 with close names', async () => {
    expect(await agent(['-p', 'x', '-m', 'offline/eco'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/"offline\/eco".*offline\/echo/),
    });
  });
});

describe('continuing a session', () => {
  test('-c takes the newest of the directory, or says that there is none', async () => {
    const cwd = await directory('continue');
    const first = await agent(['-p', 'say one', '-c'], { cwd });
    expect(first.err).toContain('No session in this directory yet');
    await agent(['-p', 'say elsewhere']);
    const second = await agent(['-p', 'say two', '-c'], { cwd });
    expect(second.out).toBe('• two\n\n');
    expect(resumed(second.err)).toBe(resumed(first.err));
  });

  test('-S takes an id or a unique start of it', async () => {
    const id = resumed((await agent(['-p', 'say one'])).err);
    for (const given of [id, id.slice(0, -2), id.slice('session_'.length), id.slice('session_'.length, -2)]) {
      expect(resumed((await agent(['-p', 'say two', '-S', given])).err)).toBe(id);
    }
    expect((await daemon.ok('getSession', daemon.session(id))).usage.turn_count).toBe(5);
  });

  test.each<[string, RegExp]>([
    ['session_00000000000000000000000000', /no session session_0/],
    ['zzzzzzzzzz', /no session "zzzzzzzzzz"/],
    ['session_01', /at least 8 characters/],
  ])('-S %s', async (given, message) => {
    expect(await agent(['-p', 'x', '-S', given])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(message),
    });
  });

  test('an ambiguous start lists the matches', async () => {
    let ids: string[] = [];
    let common = 0;
    // ids begin with their time: if a second passes between two of them, they differ too early
    while (common < 'session_'.length + 8) {
      ids = [(await daemon.createSession()).id, (await daemon.createSession()).id];
      common = [...(ids[0] ?? '')].findIndex((char, index) => char !== ids[1]?.[index]);
    }
    const { code, err } = await agent(['-p', 'x', '-S', ids[0]?.slice(0, common) ?? '']);
    expect(code).toBe(1);
    for (const id of ids) expect(err).toContain(id);
  });

  test('a session of another directory is refused with the way there', async () => {
    const cwd = await directory("it's");
    const id = resumed((await agent(['-p', 'say one'], { cwd })).err);
    const { code, err } = await agent(['-p', 'x', '-S', id]);
    expect(code).toBe(1);
    expect(err).toContain(`cd '${cwd.replace("'", `'\\''`)}' && agent -r ${id}`);
  });

  test('an archived session is refused', async () => {
    const id = resumed((await agent(['-p', 'say one'])).err);
    await daemon.ok('archiveSession', daemon.session(id));
    expect(await agent(['-p', 'x', '-S', id])).toMatchObject({ code: 1, err: expect.stringContaining('archived') });
  });

  test('a session that waits for the user is refused, naming what is open', async () => {
    const session = await daemon.createSession();
    await daemon.prompt(session.id, 'ask Which way? Left | Right');
    await daemon.question(session.id);
    const { code, out, err } = await agent(['-p', 'x', '-S', session.id]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('question: Which way?');
    expect(err).toContain(`agent -r ${session.id}`);
    expect((await daemon.ok('listPrompts', daemon.session(session.id))).queued).toEqual([]);
    await daemon.ok('abortSession', daemon.session(session.id));
  });

  test('waits behind a prompt that runs, and prints only its own answer', async () => {
    const session = await daemon.createSession();
    await daemon.prompt(session.id, 'slow 20 not mine at all');
    const { code, out } = await agent(['-p', 'say mine', '-S', session.id]);
    expect({ code, out }).toEqual({ code: 0, out: '• mine\n\n' });
  });
});

describe('being cut short', () => {
  const slow = 'slow 50 one two three four five six seven eight nine ten eleven twelve';

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s aborts the turn and exits %i', async (signal, code) => {
    const io = testIo(at());
    const running = run(['-p', slow], io);
    await until(() => io.out().includes('two'));
    io.signal(signal);
    expect(await running).toBe(code);
    expect(io.out()).toMatch(/two.*\n\n$/);
    expect(io.out()).not.toContain('twelve');
    const session = await daemon.waitForEnd(resumed(io.err()));
    expect(session.last_turn_reason).toBe('cancelled');
  });

  test('a second signal does not wait', async () => {
    const io = testIo(at({ stdin: undefined }));
    const running = run(['-p', slow], io);
    await until(() => io.out().includes('two'));
    io.signal('SIGINT');
    io.signal('SIGINT');
    expect(await running).toBe(130);
  });

  test('a turn that another client aborts exits 1', async () => {
    const io = testIo(at());
    const busy = async () => (await daemon.ok('listSessions', { query: { busy: true } })).items.map(({ id }) => id);
    // an earlier test may have left a turn that is still ending
    const others = await busy();
    const running = run(['-p', slow, '--output-format', 'stream-json'], io);
    let id = '';
    await until(async () => {
      id = (await busy()).find((each) => !others.includes(each)) ?? '';
      return id !== '';
    });
    await daemon.ok('abortSession', daemon.session(id));
    expect(await running).toBe(1);
    expect(io.err()).toContain('cancelled by another client');
  });

  test('a reader that goes away ends the turn without a word', async () => {
    const io = testIo(at());
    const running = run(['-p', slow], io);
    await until(() => io.out().includes('two'));
    const before = io.err();
    io.stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(await running).toBe(1);
    expect(io.err()).toBe(before);
    await until(async () => (await daemon.ok('listSessions', { query: { busy: true } })).items.length === 0);
  });
});

describe('without a live instance', () => {
  test('an embedded daemon serves the prompt and is gone afterwards', async () => {
    const env = { AGENT_CODE_NO_ATTACH: '1', PATH: process.env['PATH'] ?? '' };
    const { code, out } = await agent(['-p', 'say alone'], { env, daemon: () => import('../../daemon/main.js') });
    expect({ code, out }).toEqual({ code: 0, out: '• alone\n\n' });
  });

  test('a daemon that cannot start: reason and log, exit 1', async () => {
    const failing = {
      startDaemon: () => Promise.reject(new Error('the database is locked')),
    };
    const { code, out, err } = await agent(['-p', 'x'], {
      env: { AGENT_CODE_NO_ATTACH: '1' },
      daemon: () => Promise.resolve(failing),
    });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`error: the database is locked\nSee log: ${join(daemon.home, 'logs/agent-code.log')}\n`);
  });

  test('a session that a stranger runs names the instance', async () => {
    const session = await daemon.createSession();
    await daemon.prompt(session.id, 'slow 100 a b c d e f g h i j k');
    const env = { AGENT_CODE_NO_ATTACH: '1', PATH: process.env['PATH'] ?? '' };
    const { code, err } = await agent(['-p', 'x', '-S', session.id], {
      env,
      daemon: () => import('../../daemon/main.js'),
    });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`error: session is open in instance \\w{26} \\(pid ${process.pid}\\)`));
    await daemon.ok('abortSession', daemon.session(session.id));
  });
});
