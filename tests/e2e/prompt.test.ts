/** `agent -p` as a process: its streams, formats and exit codes, with a daemon of its own and attached to a running one (cli.md 4). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import { processesOf } from '../helpers/processes.js';
import {
  agent,
  instanceFiles,
  launch,
  makePlace,
  resumed,
  startWeb,
  type Outcome,
  type Place,
  type Web,
} from './program.js';

jest.setTimeout(60_000);

const config = '[permission]\ndeny = ["Bash(touch *)", "Write(kept/**)"]\n';
const notice = (place: Place): string =>
  'No model provider is configured: using the built-in offline provider offline/echo, which only understands plain verbs (try: help). ' +
  `For a model use agent login, agent provider catalog add <id>, or write providers into ${join(place.home, 'config.toml')}\n`;
const resume = (outcome: Outcome): string => `To resume this session: agent -r ${resumed(outcome)}\n`;
/** A prompt that takes 12 s unless it is stopped. */
const many = `slow 200 one two ${'more '.repeat(57)}last`;

/** Parses stdout, in which each line must be a JSON object. */
function objects(out: string): unknown[] {
  expect(out).toMatch(/\n$/);
  return out
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe.each(['embedded', 'attached'] as const)('%s', (kind) => {
  let place: Place;
  let web: Web | undefined;

  beforeAll(async () => {
    place = makePlace(config);
    writeFileSync(join(place.cwd, 'notes.txt'), 'alpha\nbeta\n');
    if (kind === 'attached') web = await startWeb(place);
  });
  afterAll(() => place.leave());
  /** Creates a directory, so that `-c` finds only sessions of the test. */
  const directory = (name: string): string => {
    const path = join(place.cwd, name);
    mkdirSync(path);
    return path;
  };

  test('text: answer on stdout in blocks, everything else on stderr', async () => {
    const outcome = await agent(place, [
      '-p',
      'think let me see\nread notes.txt\nrun echo out; echo err >&2; exit 3\nsay two',
    ]);
    expect(outcome.code).toBe(0);
    expect(outcome.out).toMatch(/^• let me see\n\n• two\n(?: {2}.*\n)+\n$/);
    expect(outcome.err).toBe(
      [
        `${notice(place)}• let me see`,
        '',
        `[tool] Read ${join(place.cwd, 'notes.txt')}`,
        '[tool] Read ok',
        '[tool] Bash echo out; echo err >&2; exit 3',
        '  out',
        '  err',
        '[tool] Bash error: failed with exit code 3',
        resume(outcome),
      ].join('\n'),
    );
  });

  test('stream-json: one object per line, one per step and one per call', async () => {
    const outcome = await agent(place, [
      '-p',
      'think hm\nread notes.txt\n+ run echo hi',
      '--output-format',
      'stream-json',
    ]);
    expect(outcome.code).toBe(0);
    const lines = objects(outcome.out) as { tool_calls?: { id: string }[] }[];
    const [one, two] = lines[1]?.tool_calls ?? [];
    const call = (id: string | undefined, name: string, input: object) => ({
      type: 'function',
      id,
      function: { name, arguments: JSON.stringify(input) },
    });
    const read = '1\talpha\n2\tbeta\n<system>2 lines from line 1 (2 in all). End of file reached.</system>';
    expect(lines).toEqual([
      { role: 'assistant', content: 'hm' },
      {
        role: 'assistant',
        tool_calls: [call(one?.id, 'Read', { path: 'notes.txt' }), call(two?.id, 'Bash', { command: 'echo hi' })],
      },
      { role: 'tool', tool_call_id: one?.id, content: read },
      { role: 'tool', tool_call_id: two?.id, content: 'hi' },
      { role: 'assistant', content: expect.stringContaining('Bash: ok\n\n    hi') },
    ]);
    const told = [
      notice(place).trimEnd(),
      `[tool] Read ${join(place.cwd, 'notes.txt')}`,
      '[tool] Read ok',
      '[tool] Bash echo hi',
      '  hi',
      '[tool] Bash ok',
      resume(outcome).trimEnd(),
    ];
    // parallel calls are reported in any order
    expect(outcome.err.trimEnd().split('\n').sort()).toEqual(told.sort());
  });

  test('a failed turn: exit 1, the reason once on stderr; a retry is reported and forgotten', async () => {
    for (const format of ['text', 'stream-json']) {
      const outcome = await agent(place, ['-p', 'fail 401', '--output-format', format]);
      expect(outcome).toMatchObject({ code: 1, out: '' });
      expect(outcome.err).toBe(`${notice(place)}error: HTTP 401: failed as asked.\n${resume(outcome)}`);
    }
    const outcome = await agent(place, ['-p', 'fail 503 1'], { env: { AGENT_MODEL_OUTPUT_FORMAT: 'stream-json' } });
    expect({ code: outcome.code, lines: objects(outcome.out) }).toEqual({
      code: 0,
      lines: [{ role: 'assistant', content: expect.any(String) }],
    });
    expect(outcome.err).toMatch(/^\[retry\] attempt 2 of \d+ in \d\.\d s: HTTP 503.*$/m);
  });

  test('the prompt on stdin, and a session that is continued by -c and by the start of its id', async () => {
    const cwd = directory('again');
    const first = await agent(place, ['-p', '-'], { cwd, stdin: 'say one\nsay more\n' });
    expect(first).toMatchObject({ code: 0, out: '• one\n\n• more\n\n' });
    const second = await agent(place, ['-p', 'say two', '-c'], { cwd });
    const third = await agent(place, ['-p', 'say three', '-S', resumed(first).slice('session_'.length, -1)], { cwd });
    expect([second.out, third.out]).toEqual(['• two\n\n', '• three\n\n']);
    expect([resumed(second), resumed(third)]).toEqual([resumed(first), resumed(first)]);
  });

  test('deny rules hold, questions are denied, other commands run', async () => {
    const outcome = await agent(
      place,
      ['-p', 'run touch made\nwrite kept/x: no\nask Now? A | B\nrun echo done > free'],
      {},
    );
    expect(outcome.code).toBe(0);
    const results = outcome.err
      .split('\n')
      .filter((line) => /^\[tool\] \w+ (ok|error)/.test(line))
      .map((line) => line.replace(/(error:).*/, '$1'));
    expect(results).toEqual([
      '[tool] Bash error:',
      '[tool] Write error:',
      '[tool] AskUserQuestion error:',
      '[tool] Bash ok',
    ]);
    expect([existsSync(join(place.cwd, 'made')), existsSync(join(place.cwd, 'kept'))]).toEqual([false, false]);
    expect(readFileSync(join(place.cwd, 'free'), 'utf8')).toBe('done\n');
  });

  test('SIGINT: the turn is aborted, exit 130, and the session is there for the next prompt', async () => {
    const cwd = directory('cut');
    const running = launch(place, ['-p', many, '--output-format', 'stream-json'], { cwd });
    await until('the session', () =>
      existsSync(join(place.home, 'agent.db')) && running.err() !== '' ? true : undefined,
    );
    const texting = launch(place, ['-p', many], { cwd });
    // by now the other client has received text too, but prints it only after its step
    await until('some words', () => (texting.out().includes('two more more') ? true : undefined));
    running.signal('SIGINT');
    texting.signal('SIGINT');
    const [json, text] = await Promise.all([running.ended, texting.ended]);
    expect([json.code, text.code]).toEqual([130, 130]);
    expect(text.out).toMatch(/^• one two[^\n]*\n\n$/);
    expect(text.out).not.toContain('last');
    expect(objects(json.out)).toEqual([{ role: 'assistant', content: expect.stringMatching(/^one/) }]);
    expect(text.err).toBe(`${notice(place)}${resume(text)}`);
    const again = await agent(place, ['-p', 'say back', '-S', resumed(text)], { cwd });
    expect(again).toMatchObject({ code: 0, out: '• back\n\n' });
    expect(resumed(again)).toBe(resumed(text));
  });

  test('a reader that goes away: exit 1 without a word, and the turn stops', async () => {
    const running = launch(place, ['-p', many]);
    await until('a word', () => (running.out().includes('two') ? true : undefined));
    const told = running.err();
    running.child.stdout?.destroy();
    const began = Date.now();
    expect((await running.ended).code).toBe(1);
    expect(Date.now() - began).toBeLessThan(8_000);
    expect(running.err()).toBe(told);
  });

  test('an unknown model: exit 1 with close names, no session is made', async () => {
    const cwd = directory('model');
    const outcome = await agent(place, ['-p', 'say x', '-m', 'offline/ecko'], { cwd });
    expect(outcome).toEqual({
      code: 1,
      out: '',
      err: 'error: unknown model "offline/ecko"; did you mean offline/echo?\n',
    });
    expect((await agent(place, ['-p', 'say x', '-c'], { cwd })).err).toContain('No session in this directory yet');
  });

  test('nothing is left behind', async () => {
    await until('the end of its processes', () =>
      processesOf(place.user).length === (web ? 1 : 0) ? true : undefined,
    );
    expect(instanceFiles(place)).toHaveLength(web ? 1 : 0);
    if (!web) return;
    expect((await web.ok('listSessions')).items.filter((session) => session.busy)).toEqual([]);
    const [cut] = (await web.ok('listSessions')).items.filter(
      (session) => session.metadata.cwd.endsWith('/cut') && session.usage.turn_count === 2,
    );
    const ends = (await web.events(cut?.id ?? ''))
      .filter(({ type }) => type === 'turn.ended')
      .map(({ payload }) => [payload['reason'], payload['interruptReason']]);
    expect(ends).toEqual([
      ['cancelled', 'user_cancelled'],
      ['completed', undefined],
    ]);
  });
});

describe('before any daemon', () => {
  let place: Place;
  beforeAll(() => {
    place = makePlace();
  });
  afterAll(() => place.leave());

  test.each([
    [['-p', ' ']],
    [['-p', 'x', '--yolo']],
    [['-p', 'x', '--output-format', 'xml']],
    [['-p', 'x', '-S']],
    [['--nonsense']],
    [['fix', 'it']],
  ])('%j is wrong usage: exit 2, and the home stays untouched', async (argv) => {
    const { code, out, err } = await agent(place, argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: .+\nRun agent --help for the options\.\n$/);
    expect(existsSync(place.home)).toBe(false);
  });
});

describe('a session of another server', () => {
  let place: Place;
  let older: Web;
  let owner: Web;
  beforeAll(async () => {
    place = makePlace();
    older = await startWeb(place);
    owner = await startWeb(place);
  });
  afterAll(() => place.leave());

  test('the prompt goes to the instance that owns it, not to the oldest one', async () => {
    const id = await owner.session();
    await owner.prompt(id, 'say mine');
    await owner.event(id, 'prompt.completed');
    const outcome = await agent(place, ['-p', 'say found', '-S', id]);
    expect(outcome).toMatchObject({ code: 0, out: '• found\n\n' });
    await expect(older.prompt(id, 'say x')).rejects.toThrow(/40901/);
    await owner.prompt(id, 'say still mine');
  });

  test('without a way to attach, the owner is named', async () => {
    const id = await owner.session();
    const alone = await agent(place, ['-p', 'say x', '-S', id], { env: { AGENT_CODE_NO_ATTACH: '1' } });
    const foreign = await agent(place, ['-p', 'say x', '-S', id], { env: { AGENT_LOOP_MAX_STEPS_PER_TURN: '7' } });
    for (const { code, out, err } of [alone, foreign]) {
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(new RegExp(`^error: session is open in instance \\w{26} \\(pid ${owner.pid}\\)\n$`));
    }
    expect(instanceFiles(place)).toHaveLength(2);
  });

  test('one that waits for the user is refused, by the owner and after its end', async () => {
    const id = await owner.session();
    await owner.prompt(id, 'run echo waiting');
    await owner.event(id, 'event.approval.requested');
    const refused = async (): Promise<void> => {
      const { code, out, err } = await agent(place, ['-p', 'say x', '-S', id]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(
        /^error: the session waits for an answer of the user\n {2}approval of Bash: Run: echo waiting\n/,
      );
      expect(err).toContain(`agent -r ${id}`);
    };
    await refused();
    expect(await owner.stop()).toBe(0);
    await refused();
    expect(await older.stop()).toBe(0);
    await refused();
    const back = await startWeb(place);
    const { pending_approvals: items } = await back.ok('getSessionSnapshot', { session_id: id });
    expect(items.map(({ action }) => action)).toEqual(['Run: echo waiting']);
    await back.ok(
      'resolveApproval',
      { session_id: id, approval_id: items[0]?.approval_id ?? '' },
      { decision: 'approved' },
    );
    await back.event(id, 'turn.ended', 'completed');
  });
});

test('a server that stops takes the turn with it: said, exit 1, and the session continues without that server', async () => {
  const place = makePlace();
  try {
    const web = await startWeb(place);
    const running = launch(place, ['-p', many]);
    await until('a word', () => (running.out().includes('two') ? true : undefined));
    expect(await web.stop()).toBe(0);
    const outcome = await running.ended;
    expect(outcome.code).toBe(1);
    expect(outcome.out).toMatch(/^• one two[^\n]*\n\n$/);
    expect(outcome.err).toBe(`${notice(place)}error: the server stopped, and the turn with it\n${resume(outcome)}`);
    expect(await agent(place, ['-p', 'say on', '-c'])).toMatchObject({ code: 0, out: '• on\n\n' });
  } finally {
    await place.leave();
  }
});

test('a machine that cannot contain commands: said once where the configuration wants it, exit 1 where the line does', async () => {
  const place = makePlace('default_runtime = "sandbox"\n');
  const env = { AGENT_CODE_SANDBOX: '0' };
  try {
    const outcome = await agent(place, ['-p', 'say one\nrun cat none.txt\nsay two'], { env });
    expect(
      outcome.err.match(/commands are not sandboxed: AGENT_CODE_SANDBOX=0 switches the sandbox off/g),
    ).toHaveLength(1);
    expect(outcome.out).not.toContain('commands are not sandboxed');
    const wanted = await agent(place, ['-p', 'say one', '--runtime', 'sandbox'], { env });
    expect(wanted).toMatchObject({ code: 1, out: '' });
    expect(wanted.err).toMatch(
      /^error: .*this machine cannot contain commands: AGENT_CODE_SANDBOX=0 switches the sandbox off\n/m,
    );
    expect((await agent(place, ['-p', 'say one', '--runtime', 'local'], { env })).err).not.toContain('sandboxed');
  } finally {
    await place.leave();
  }
});
