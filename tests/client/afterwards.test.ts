/** What `agent -p` waits for after its turn: tasks, goals, scheduled prompts, and the limits (cli.md 2.2, 4.1). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { run } from '../../client/cli/run.js';
import { startDaemon } from '../../daemon/main.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command, testIo, until, type TestIo, type TestIoOptions } from './harness.js';

jest.setTimeout(60_000);

const resumed = (err: string): string => /agent -r (session_\w+)/.exec(err)?.[1] ?? '';
const seen = 'I have seen that the task ended.';
/** Returns the first lines of the answer's blocks, without the offline provider's summary of its calls. */
const blocks = (out: string): string[] => [...out.matchAll(/^• (.*)$/gm)].map(([, line = '']) => line);
/** A task that ends once the file exists, at most after 30 s. */
const untilFile = (name: string): string =>
  `run in background for i in $(seq 300); do [ -e ${name} ] && break; sleep 0.1; done; echo over`;

/** Runs a command line, and creates each file once the program has written its text. */
async function stepped({ at, daemon }: Place, argv: readonly string[], files: Readonly<Record<string, string>>) {
  const io = testIo(at());
  const running = run([...argv], io);
  for (const [file, written] of Object.entries(files)) {
    await until(() => `${io.err()}${io.out()}`.includes(written));
    writeFileSync(join(daemon.cwd, file), '');
  }
  return { code: await running, out: io.out(), err: io.err() };
}

interface Place {
  daemon: TestDaemon;
  at(more?: Partial<TestIoOptions>): TestIoOptions;
  tasks(id: string): Promise<string[]>;
  turns(id: string): Promise<number>;
}

/** Starts a server with this configuration; with `embedded` the program starts another one itself. */
async function place(kind: 'attached' | 'embedded', config: string): Promise<Place> {
  const daemon = await startTestDaemon({ config });
  return {
    daemon,
    at: (more = {}) => ({
      home: daemon.home,
      cwd: daemon.cwd,
      daemon: () => import('../../daemon/main.js'),
      env: { PATH: process.env['PATH'] ?? '', ...(kind === 'embedded' && { AGENT_CODE_NO_ATTACH: '1' }) },
      ...more,
    }),
    tasks: async (id) =>
      (await daemon.ok('listTasks', { params: { session_id: id } })).items.map(({ engine_status: status }) => status),
    turns: async (id) => (await daemon.ok('getSession', daemon.session(id))).usage.turn_count,
  };
}

let daemons: TestDaemon[] = [];
afterEach(async () => {
  await Promise.all(daemons.map((daemon) => daemon.close()));
  daemons = [];
});
async function open(kind: 'attached' | 'embedded', config = ''): Promise<Place> {
  const made = await place(kind, config);
  daemons.push(made.daemon);
  return made;
}
const background = (...lines: string[]): string => `[background]\n${lines.join('\n')}\n`;

describe.each(['attached', 'embedded'] as const)('background tasks, %s', (kind) => {
  test('steer: ends start further turns, which are printed like the first', async () => {
    const here = await open(kind);
    const { tasks, turns } = here;
    const { code, out, err } = await stepped(here, ['-p', `${untilFile('go')}\nsay main`], { go: '[wait]' });
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main', seen] });
    expect(err).toMatch(
      /\[task\] (bash-\w{8}) started: for i in .*; echo over\n[^]*\[task\] \1 completed \(exit code 0\)\n/,
    );
    expect(err).toMatch(/\[wait\] for bash-\w{8}\n/);
    expect(await tasks(resumed(err))).toEqual(['completed']);
    expect(await turns(resumed(err))).toBe(2);
  });

  test('drain: tasks are waited for, without further turns', async () => {
    const { at, tasks } = await open(kind, background('print_background_mode = "drain"'));
    const { code, out, err } = await command(['-p', 'run in background sleep 0.3\nsay main'], at());
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main'] });
    expect(err).toContain('completed (exit code 0)');
    expect(await tasks(resumed(err))).toEqual(['completed']);
  });

  test('exit: tasks are stopped', async () => {
    const { at, tasks } = await open(
      kind,
      background('print_background_mode = "exit"', 'keep_alive_on_exit = true', 'kill_grace_period_ms = 100'),
    );
    const { code, out, err } = await command(['-p', 'run in background sleep 60\nsay main'], at());
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main'] });
    expect(err).not.toContain('[wait]');
    expect(await tasks(resumed(err))).toEqual(['killed']);
  });

  test('print_wait_ceiling_s: said, and what is left is stopped', async () => {
    const { at, tasks, daemon } = await open(
      kind,
      background('print_wait_ceiling_s = 1', 'kill_grace_period_ms = 100'),
    );
    const { code, out, err } = await command(['-p', 'run in background sleep 60\nsay main'], at());
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main'] });
    expect(err).toMatch(
      /^warning: background\.print_wait_ceiling_s \(1\) is over: not waiting any longer for bash-\w{8}$/m,
    );
    expect(await tasks(resumed(err))).toEqual(['killed']);
    // the notification of its end starts no turn that would continue without a user
    const { busy } = await daemon.waitForEnd(resumed(err));
    expect(busy).toBe(false);
  });

  test('print_max_turns: the turn beyond it is aborted', async () => {
    const here = await open(kind, background('print_max_turns = 1'));
    const { turns } = here;
    const { code, out, err } = await stepped(here, ['-p', `${untilFile('one')}\n${untilFile('two')}\nsay main`], {
      one: '[wait]',
      two: seen,
    });
    expect(code).toBe(0);
    expect(blocks(out).slice(0, 2)).toEqual(['main', seen]);
    expect(err).toMatch(/^warning: background\.print_max_turns \(1\) is reached: not waiting any longer$/m);
    expect(await turns(resumed(err))).toBe(3);
  });

  test('stream-json: one object per step, whatever began its turn', async () => {
    const { code, out } = await stepped(
      await open(kind),
      ['-p', `${untilFile('go')}\nsay main`, '--output-format', 'stream-json'],
      { go: 'main' },
    );
    expect(code).toBe(0);
    const roles = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { role: string }).role);
    expect(roles).toEqual(['assistant', 'tool', 'assistant', 'assistant']);
  });
});

describe('background tasks, attached', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while waiting stops the tasks of the run, and only those', async (signal, code) => {
    const { at, daemon, tasks } = await open('attached', background('kill_grace_period_ms = 100'));
    const session = await daemon.createSession({ agent_config: { permission_mode: 'auto' } });
    await daemon.prompt(session.id, 'run in background sleep 60');
    const one = daemon.session(session.id);
    await until(async () => (await daemon.ok('getSession', one)).last_turn_reason === 'completed');
    const io = testIo(at());
    const running = run(['-p', 'run in background sleep 50\nsay main', '-S', session.id], io);
    await until(() => io.err().includes('[wait]'));
    io.signal(signal);
    expect(await running).toBe(code);
    expect(blocks(io.out())).toEqual(['main']);
    await until(async () => !(await daemon.ok('getSession', one)).main_turn_active);
    expect((await tasks(session.id)).sort()).toEqual(['killed', 'running']);
  });

  test('SIGINT in the turn of the prompt stops the tasks too', async () => {
    const { at, tasks } = await open('attached', background('kill_grace_period_ms = 100'));
    const io = testIo(at());
    const running = run(
      ['-p', 'run in background sleep 60\nslow 200 one two three four five six seven eight nine ten'],
      io,
    );
    await until(() => io.out().includes('two'));
    io.signal('SIGINT');
    expect(await running).toBe(130);
    expect(await tasks(resumed(io.err()))).toEqual(['killed']);
  });

  test('prompts of other clients are not printed, and not waited for', async () => {
    const { at, daemon } = await open('attached');
    const io = testIo(at());
    const running = run(['-p', `${untilFile('go')}\nsay main`], io);
    await until(() => io.err().includes('[wait]'));
    const id = (await daemon.ok('listSessions', {})).items[0]?.id ?? '';
    await daemon.prompt(id, 'say foreign');
    await until(async () => (await daemon.ok('getSession', daemon.session(id))).usage.turn_count === 2);
    await until(async () => !(await daemon.ok('getSession', daemon.session(id))).main_turn_active);
    writeFileSync(join(daemon.cwd, 'go'), '');
    expect(await running).toBe(0);
    expect(io.out()).not.toContain('foreign');
    expect(blocks(io.out())).toEqual(['main', seen]);
  });
});

test.each([
  ['archiveSession', 'archived'],
  ['deleteSession', 'deleted'],
] as const)('%s by another client ends the wait', async (operation, word) => {
  const { at, daemon } = await open('attached');
  const io = testIo(at());
  const job = '{"cron":"0 0 1 1 *","prompt":"x","recurring":false}';
  const running = run(['-p', `call CronCreate ${job}\nrun in background sleep 60\nsay main`], io);
  await until(() => io.err().includes('[wait]'));
  const id = (await daemon.ok('listSessions', {})).items[0]?.id ?? '';
  await daemon.ok(operation, daemon.session(id));
  expect(await running).toBe(0);
  expect(io.err()).toContain(`[session] ${word}\n`);
});

describe('goals', () => {
  const call = (status: string): string => `call UpdateGoal {"status":"${status}","reason":"no way there"}`;

  test.each([
    ['complete', 'say working', 0, /^\[goal\] complete after 2 turns/m],
    ['blocked', call('blocked'), 3, /^\[goal\] blocked: no way there$/m],
    ['paused by a failed turn', 'fail 401', 6, /^error: HTTP 401: failed as asked\.\n\[goal\] paused: HTTP 401/m],
  ])('%s', async (_name, objective, code, message) => {
    const { at, daemon } = await open('attached');
    const first = await command(['-p', `/goal ${objective}`], at());
    expect(first.code).toBe(code);
    expect(first.err).toMatch(message);
    const id = resumed(first.err);
    const [prompt] = (await daemon.ok('listMessages', daemon.session(id))).items.toReversed();
    expect(prompt?.content).toContainEqual({ type: 'text', text: objective });
    // the same in a session that is continued
    await daemon.ask('cancelGoal', daemon.session(id));
    const second = await command(['-p', `/goal ${objective}`, '-c', '--output-format', 'stream-json'], at());
    expect(second.code).toBe(code);
    expect(resumed(second.err)).toBe(id);
  });

  test('while there is one, another is refused', async () => {
    const { at } = await open('embedded');
    const first = await command(['-p', `/goal ${call('blocked')}`], at());
    expect(first.code).toBe(3);
    const second = await command(['-p', '/goal say other', '-S', resumed(first.err)], at());
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^error: .*goal/m);
    expect((await command(['-p', `/goal ${'x'.repeat(4_001)}`], at())).code).toBe(1);
  });

  test.each([
    ['pauseGoal', 6, /^error: the goal is paused: paused by the user$/m],
    ['cancelGoal', 1, /^error: the goal was cancelled by another client$/m],
    ['abortSession', 6, /^error: the turn was cancelled by another client$/m],
  ] as const)('another client: %s', async (operation, code, message) => {
    const { at, daemon } = await open('attached');
    const io = testIo(at());
    const running = run(['-p', '/goal slow 150 one two three four five six seven eight nine ten eleven twelve'], io);
    await until(() => io.out().includes('two'));
    const id = (await daemon.ok('listSessions', {})).items[0]?.id ?? '';
    await daemon.ok(operation, daemon.session(id));
    expect(await running).toBe(code);
    expect(io.err()).toMatch(message);
  });

  test('one that the model sets holds the process, and the exit code stays that of the turns', async () => {
    const { at } = await open('attached');
    const { code, err } = await command(['-p', 'goal win the game\nsay set'], at());
    expect(code).toBe(0);
    expect(err).toContain('[goal] complete');
  });
});

describe('with a scripted model', () => {
  let model: ScriptedModel;
  beforeAll(async () => {
    model = await startModel();
  });
  afterAll(() => model.close());

  test('a further turn that fails: exit 1', async () => {
    const { at } = await open('attached', modelConfig(model.baseUrl));
    model.reply(
      { calls: [{ name: 'Bash', input: { command: 'sleep 0.2', run_in_background: true, description: 'nap' } }] },
      { text: 'main' },
      { error: { status: 400, message: 'no such thing' } },
    );
    const { code, out, err } = await command(['-p', 'go'], at());
    expect({ code, out }).toEqual({ code: 1, out: '• main\n\n' });
    expect(err).toMatch(/^error: .*no such thing/m);
  });

  test('a bound pauses a goal: exit 6', async () => {
    const { at, daemon } = await open('attached', `${modelConfig(model.baseUrl)}${background('print_max_turns = 1')}`);
    model.reply({ text: 'main' }, { text: 'on' }, { text: 'too late', delayMs: 3_000 });
    const { code, out, err } = await command(['-p', '/goal win'], at());
    expect({ code, out }).toEqual({ code: 6, out: '• main\n\n• on\n\n' });
    expect(err).toMatch(
      /^warning: background\.print_max_turns \(1\) is reached: not waiting any longer for the goal$/m,
    );
    const session = await daemon.waitForEnd(resumed(err));
    expect(session.last_turn_reason).toBe('cancelled');
    expect((await daemon.ok('getGoal', daemon.session(session.id)))?.status).toBe('paused');
  });

  test('SIGINT in a further turn aborts that, and pauses the goal', async () => {
    const { at, daemon } = await open('attached', modelConfig(model.baseUrl));
    model.reply({ text: 'main' }, { text: 'and so on and on and on', chunkSize: 3, chunkDelayMs: 300 });
    const io = testIo(at());
    const running = run(['-p', '/goal win'], io);
    await until(() => io.out().includes('• and'));
    io.signal('SIGINT');
    expect(await running).toBe(130);
    expect(io.err()).toMatch(/^To resume this session: agent -r session_\w{26}\n$/m);
    const session = await daemon.waitForEnd(resumed(io.err()));
    expect(session.last_turn_reason).toBe('cancelled');
    expect((await daemon.ok('getGoal', daemon.session(session.id)))?.status).toBe('paused');
  });

  test.each([
    [false, '• main\n\n• ding\n\n'],
    [true, '• main\n\n'],
  ])('a job of this run (recurring: %s) holds until it has fired, unless it recurs', async (recurring, output) => {
    let now = Date.parse('2026-03-02T08:10:20Z');
    const { at } = await open('embedded', modelConfig(model.baseUrl));
    const input = { cron: '12 8 * * *', prompt: 'time for tea', recurring };
    model.reply({ calls: [{ name: 'CronCreate', input }] }, { text: 'main' }, { text: 'ding' });
    const io: TestIo = testIo(
      at({
        daemon: () =>
          Promise.resolve({
            startDaemon: (options) => startDaemon({ ...options, now: () => now, timeZone: 'UTC' }),
          }),
      }),
    );
    const running = run(['-p', 'go'], io);
    await until(() => io.out().includes('main'));
    if (!recurring) await until(() => io.err().includes('[wait] for scheduled prompt'));
    now += 120_000;
    expect(await running).toBe(0);
    expect(io.out()).toBe(output);
    if (!recurring) expect(io.err()).toContain('[cron] time for tea');
  });
});

test('a directory of its own for each run leaves nothing behind', async () => {
  const { at, daemon } = await open('attached');
  const cwd = join(daemon.folder, 'own');
  mkdirSync(cwd);
  expect((await command(['-p', '/skill:nothing-like-it'], at({ cwd }))).code).toBe(1);
  expect((await command(['-p', 'say x', '-c'], at({ cwd }))).err).toContain('No session in this directory yet');
});
