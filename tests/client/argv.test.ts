/** The grammar of the command line, its usage errors and its help (cli.md 2.1, 3). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scanArgv } from '../../client/cli/argv.js';
import { helpText, mainHelp } from '../../client/cli/help-text.js';
import { commandSpecs, deprecatedCommands } from '../../client/cli/options.js';
import { command, remove, temporary } from './harness.js';

let home: string;
beforeAll(async () => {
  home = await temporary();
});
afterAll(() => remove(home));

const start = (argv: string[], env: Record<string, string> = {}, stdin?: string | Uint8Array) =>
  command(argv, { home, cwd: home, env, stdin });

describe('grammar (cli.md 2.1)', () => {
  test.each<[string[], string[]]>([
    [['--model', 'a'], ['--model=a']],
    [['--model=a=b'], ['--model=a=b']],
    [['-m', 'a'], ['--model=a']],
    [['-ma'], ['--model=a']],
    [['-yc'], ['--yolo', '--continue']],
    [['-ycma'], ['--yolo', '--continue', '--model=a']],
    [
      ['--yes', '--auto-approve'],
      ['--yolo', '--yolo'],
    ],
    [['-S'], ['--session']],
    [['-S', 'session_1'], ['--session=session_1']],
    [['-Ssession_1'], ['--session=session_1']],
    [
      ['--session', '-y'],
      ['--session', '--yolo'],
    ],
    [['-r', 'x'], ['--resume=x']],
    [['-p', '-'], ['--prompt=-']],
    [['-p', '- one\n- two'], ['--prompt=- one\n- two']],
    [['-p', 'a=b\nc'], ['--prompt=a=b\nc']],
    [['-p', ''], ['--prompt=']],
    [
      ['web', '--host'],
      ['web', '--host'],
    ],
    [
      ['web', '--host', '0.0.0.0', '--port', '1'],
      ['web', '--host=0.0.0.0', '--port=1'],
    ],
    [
      ['web', '--host', '--port=1'],
      ['web', '--host', '--port=1'],
    ],
    [
      ['web', '--allowed-host', 'a', 'b,c', '--no-open'],
      ['web', '--allowed-host=a', '--allowed-host=b,c', '--no-open'],
    ],
    [
      ['web', 'rotate-token'],
      ['web', 'rotate-token'],
    ],
    [
      ['help', 'web', 'rotate-token'],
      ['help', '--', 'web', 'rotate-token'],
    ],
    [['--', 'web'], ['web']],
  ])('%j', (argv, canonical) => {
    expect(scanArgv(argv)).toMatchObject({ canonical, problem: undefined });
  });
});

describe('usage errors (cli.md 3): exit 2, stdout empty, both options named', () => {
  test.each<[string[], RegExp]>([
    [['-p', ' '], /--prompt needs a value/],
    [['-p'], /--prompt needs a value/],
    [['-p', '--yolo'], /--prompt needs a value/],
    [['-p', 'x', '-m', ' '], /--model needs a value/],
    [['--agent='], /--agent needs a value/],
    [['--agent-file', ' '], /--agent-file needs a value/],
    [['--skills-dir='], /--skills-dir needs a value/],
    [['--add-dir='], /--add-dir needs a value/],
    [['--output-format', 'text'], /--output-format .*--prompt/],
    [['-p', 'x', '--output-format', 'xml'], /--output-format must be text or stream-json/],
    [['-p', 'x', '--yolo'], /--prompt and --yolo/],
    [['-p', 'x', '--yes'], /--prompt and --yolo/],
    [['-p', 'x', '--auto'], /--prompt and --auto/],
    [['-p', 'x', '--plan'], /--prompt and --plan/],
    [['--agent', 'a', '--agent-file', 'b'], /--agent and --agent-file/],
    [['--agent', 'a', '--agent', 'a'], /--agent may be given only once/],
    [['--agent-file', 'a', '--agent-file', 'b'], /--agent-file may be given only once/],
    [['--agent', 'a', '-S', 'x'], /--agent and --session/],
    [['--agent-file', 'a', '-c'], /--agent-file and --continue/],
    [['--agent', 'a', '-r', 'x'], /--agent and --resume/],
    [['-S', '-p', 'x'], /--session without an id and --prompt/],
    [['-c', '-S', 'x'], /--continue and --session/],
    [['-c', '-r'], /--continue and --resume/],
    [['-S', 'x', '-r', 'x'], /--session and --resume/],
    [['--yolo', '--auto'], /--yolo and --auto/],
    [['--yolo', 'web'], /--yolo has no meaning before web/],
    [['-m', 'a', 'web', 'rotate-token'], /--model has no meaning before web rotate-token/],
    [['--bogus'], /unknown option "--bogus"/],
    [['--yollo'], /did you mean --yolo\?/],
    [['-yz'], /unknown option "-z" in "-yz"/],
    [['--yolo=1'], /--yolo takes no value/],
    [['fix', 'it'], /"fix".*-p/],
    [['wbe'], /did you mean web\?.*-p/],
    [['-p', 'fix', 'it'], /"it".*quotes/],
    [['web', 'rotate'], /unknown word after web: "rotate"/],
    [['web', '--port', '1', 'rotate-token'], /--port has no meaning before web rotate-token/],
    [['web', '--port', 'x'], /--port must be a number from 0 to 65535/],
    [['web', '--port', '65536'], /--port/],
    [['web', '--port', '-1'], /--port/],
    [['web', '--log-level', 'loud'], /--log-level must be one of/],
    [['web', '--web-title', 'x'.repeat(101)], /--web-title/],
    [['web', '--web-title='], /--web-title needs a value/],
    [['web', '--allowed-host', ','], /--allowed-host needs a value/],
    [['web', '--base-path'], /--base-path needs a value/],
    ...['', 'agent', '/', '/agent/', '//agent', '/a//b', '/a b', '/a/../b', '/.', '/ä', '/api', '/api/x'].map(
      (path): [string[], RegExp] => [['web', `--base-path=${path}`], /--base-path must be a path such as \/agent/],
    ),
    [['web', '--yolo'], /unknown option "--yolo"/],
    [['help', 'nothing'], /unknown subcommand: "nothing"/],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await start(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^error: /);
    expect(lines[0]).toMatch(message);
    expect(lines[1]).toContain('--help');
  });

  test.each<[string[], string]>([
    [['-p', ' ', '--yolo', '--auto'], '--prompt needs a value'],
    [['--output-format', 'xml', '--yolo', '--auto'], '--output-format'],
    [['--agent', 'a', '--agent', 'b', '-c', '-S', 'x'], 'only once'],
    [['-c', '-S', 'x', '--yolo', '--auto'], '--continue and --session'],
    [['--yolo', '--auto', 'web'], '--yolo and --auto'],
  ])('the order of the checks: %j', async (argv, part) => {
    expect((await start(argv)).err.split('\n')[0]).toContain(part);
  });

  test('the variable for the format is read only with -p, and checked like the option', async () => {
    const env = { AGENT_MODEL_OUTPUT_FORMAT: 'xml' };
    expect(await start(['-p', 'x'], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('AGENT_MODEL_OUTPUT_FORMAT must be'),
    });
    expect(await start(['-p', '/goal x', '--output-format', 'text'], env)).toMatchObject({ code: 1 });
    expect(await start([], env)).toMatchObject({ code: 1 });
  });

  test.each(['/goal', ' /goal  ', '/goal --', '/goal resume', '/skill:', '/skill: release'])(
    'a command without what it is about: %j',
    async (prompt) => {
      expect(await start(['-p', prompt])).toMatchObject({ code: 2, out: '' });
    },
  );

  test.each<[string, string | Uint8Array, RegExp]>([
    ['blank', ' \n', /blank/],
    ['not UTF-8', new Uint8Array([0x61, 0xff, 0xfe]), /UTF-8/],
    ['too long', 'x'.repeat(10 * 1024 * 1024 + 1), /10 MiB/],
  ])('a prompt on stdin that is %s', async (_, stdin, message) => {
    expect(await start(['-p', '-'], {}, stdin)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
  });
});

describe('help and version win over every other check', () => {
  test.each<[string[], string]>([
    [['--version'], '1.2.3\n'],
    [['-V', '--bogus'], '1.2.3\n'],
    [['--yolo', '--auto', '--version'], '1.2.3\n'],
    [['--help'], mainHelp()],
    [['-p', '--help'], mainHelp()],
    [['--bogus', 'words', '-h'], mainHelp()],
    [['help'], mainHelp()],
  ])('%j', async (argv, out) => {
    expect(await start(argv)).toMatchObject({ code: 0, out, err: '' });
  });

  test.each([[['web', '--help']], [['help', 'web']], [['--port', 'web', '--help']]])(
    '%j is the help of web',
    async (argv) => {
      const { code, out } = await start(argv);
      expect(code).toBe(0);
      expect(out).toContain('--allow-remote-shutdown');
      // what the option serves, and not only what it adds to answers
      expect(out).toContain('/api/v1/debug');
    },
  );

  test.each(commandSpecs.map((spec) => [spec.path.join(' ') || 'agent', spec] as const))('help of %s', (_, spec) => {
    const text = helpText(spec);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^Usage: agent/);
    // `--yes` is an ordinary option of other commands
    for (const hidden of ['--resume', '--auto-approve', ...(spec.path.length === 0 ? ['--yes'] : [])])
      expect(text).not.toContain(hidden);
    for (const name of deprecatedCommands) expect(text).not.toMatch(new RegExp(`^  ${name}\\b(?! kill)`, 'm'));
  });

  test.each([20, 40, 60, 80])('help fits a terminal of %i columns, and has the same words', (columns) => {
    const words = (text: string): string[] => text.split(/\s+/);
    for (const spec of commandSpecs) {
      const text = helpText(spec, columns);
      expect(words(text)).toEqual(words(helpText(spec)));
      // a word, a label, a usage and an example stay whole
      const split = text.split('\n').filter((line) => /^ {6,}\S+ /.test(line) || /^[A-Z][^:]* /.test(line));
      expect(split.filter((line) => line.length > columns && !/^Usage/.test(line))).toEqual([]);
    }
  });

  test('help on a terminal has its width', async () => {
    const web = commandSpecs.find(({ path }) => path.join(' ') === 'web');
    if (!web) throw new Error('there is no web');
    for (const argv of [
      ['web', '--help'],
      ['help', 'web'],
    ])
      expect((await command(argv, { home, cwd: home, tty: true, columns: 60 })).out).toBe(helpText(web, 60));
  });

  test('help names every option that is not hidden, in the order of the table', () => {
    const order = [
      '--version',
      '--help',
      '--session',
      '--continue',
      '--model',
      '--prompt',
      '--output-format',
      '--yolo',
      '--auto',
      '--plan',
      '--skills-dir',
      '--agent',
      '--agent-file',
      '--add-dir',
      '--screen-reader',
    ];
    const places = order.map((name) => mainHelp().search(new RegExp(`${name}( |$)`, 'm')));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe('what this version does not have', () => {
  test.each([
    [['server']],
    [['server', 'start', '--port', '1']],
    [['server', 'start', 'kill']],
    [['server', '--help']],
    [['server', '--help', 'kill']],
    [['help', 'server']],
  ])('agent %j prints the deprecation notice on stderr and exits 1', async (words) => {
    const { code, out, err } = await start(words);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'error: "agent server" is deprecated; use "agent web"\n',
    });
  });

  test('the terminal UI without a terminal: says what to use instead', async () => {
    const { code, err } = await start(['-c']);
    expect(code).toBe(1);
    expect(err).toBe('error: the terminal UI needs a terminal\nWithout one: agent -p "<prompt>"\n');
  });
});
