/** The offline provider's language (engine.md 11), driven by a small loop that answers its calls. */
import { describe, expect, test } from '@jest/globals';
import { createFailureMemory, createOffline } from '../../daemon/providers/offline.js';
import { createProvider } from '../../daemon/providers/index.js';
import { ProviderError, type ModelMessage, type ModelRequest, type Provider } from '../../daemon/providers/provider.js';
import { estimateRequest, estimateText } from '../../daemon/providers/tokens.js';
import { collect, deps, failure, request } from './fixtures.js';

const toolNames = [
  'Read',
  'Skill',
  'ReadMediaFile',
  'Write',
  'Edit',
  'Grep',
  'Glob',
  'Bash',
  'TodoList',
  'Agent',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'FetchURL',
  'WebSearch',
];
const tools = toolNames.map((name) => ({ name, description: name, inputSchema: {} }));
const person = (...texts: string[]): ModelMessage => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
let session = 0;

type Step = { text: string; thinking: string; calls: [string, unknown][]; reason: string | undefined };
type Answer = (tool: string, input: unknown) => { output: string; isError?: boolean };

/** Goes on as the loop does: while there are calls or the reply was paused. */
async function converse(
  provider: Provider,
  messages: ModelMessage[],
  options: { answer?: Answer; offered?: typeof tools } = {},
): Promise<Step[]> {
  const steps: Step[] = [];
  const cacheKey = `session_${(session += 1)}`;
  for (let id = 0; steps.length < 30;) {
    const got = await collect(provider, request({ messages, tools: options.offered ?? tools, cacheKey }));
    const calls = got.calls.map((call) => ({
      id: `c${(id += 1)}`,
      name: call.name ?? '',
      input: JSON.parse(call.arguments) as Record<string, unknown>,
    }));
    steps.push({
      text: got.text,
      thinking: got.thinking,
      calls: calls.map(({ name, input }) => [name, input]),
      reason: got.finish?.reason,
    });
    messages.push({
      role: 'assistant',
      content: [
        ...(got.text === '' ? [] : [{ type: 'text' as const, text: got.text }]),
        ...calls.map((call) => ({
          type: 'tool_use' as const,
          tool_call_id: call.id,
          tool_name: call.name,
          input: call.input,
        })),
      ],
    });
    if (calls.length > 0) {
      messages.push({
        role: 'tool',
        content: calls.map((call) => {
          const { output, isError } = options.answer?.(call.name, call.input) ?? { output: 'fine' };
          return {
            type: 'tool_result' as const,
            tool_call_id: call.id,
            output,
            ...(isError ? { is_error: true } : {}),
          };
        }),
      });
    } else if (got.finish?.reason !== 'paused') {
      return steps;
    }
  }
  throw new Error('the conversation did not end');
}

const offline = createProvider({ type: 'offline' }, deps);

describe('verbs', () => {
  const one: [string, [string, unknown]][] = [
    ['list files', ['Glob', { pattern: '**/*' }]],
    ['LIST Files in src/a b', ['Glob', { pattern: '**/*', path: 'src/a b' }]],
    ['find *.ts', ['Glob', { pattern: '*.ts' }]],
    ['find *.{ts,js} in src', ['Glob', { pattern: '*.{ts,js}', path: 'src' }]],
    ['read a file.txt', ['Read', { path: 'a file.txt' }]],
    ['Read a.txt from 20', ['Read', { path: 'a.txt', line_offset: 20 }]],
    ['read a.txt from -5', ['Read', { path: 'a.txt', line_offset: -5 }]],
    ['view a picture.png', ['ReadMediaFile', { path: 'a picture.png' }]],
    ['search f(x)+ in src', ['Grep', { pattern: 'f\\(x\\)\\+', output_mode: 'content', path: 'src' }]],
    ['search a in b in c', ['Grep', { pattern: 'a in b', output_mode: 'content', path: 'c' }]],
    ['search [a]', ['Grep', { pattern: '\\[a\\]', output_mode: 'content' }]],
    ['run echo hi | wc -l', ['Bash', { command: 'echo hi | wc -l' }]],
    ['run in background sleep 1', ['Bash', { command: 'sleep 1', run_in_background: true, description: 'sleep 1' }]],
    ['write a.txt: one\\ntwo: three', ['Write', { path: 'a.txt', content: 'one\ntwo: three' }]],
    ['write a.txt:', ['Write', { path: 'a.txt', content: '' }]],
    ['append a.txt: more\\n', ['Write', { path: 'a.txt', content: 'more\n', mode: 'append' }]],
    ['agent: look around', ['Agent', { prompt: 'look around', description: 'look around' }]],
    [
      'agent explore: read a\\nsay b: c',
      ['Agent', { prompt: 'read a\nsay b: c', description: 'read a\\nsay b: c', subagent_type: 'explore' }],
    ],
    [
      'Background agent my-agent: go on',
      ['Agent', { prompt: 'go on', description: 'go on', subagent_type: 'my-agent', run_in_background: true }],
    ],
    ['todo A; B ;C;', ['TodoList', { todos: ['A', 'B', 'C'].map((title) => ({ title, status: 'pending' })) }]],
    [
      'ask Which one? A | B | C',
      [
        'AskUserQuestion',
        { questions: [{ question: 'Which one?', options: [{ label: 'A' }, { label: 'B' }, { label: 'C' }] }] },
      ],
    ],
    [
      'ask Go on?',
      ['AskUserQuestion', { questions: [{ question: 'Go on?', options: [{ label: 'Yes' }, { label: 'No' }] }] }],
    ],
    ['skill release', ['Skill', { skill: 'release' }]],
    ['skill git.commit  all of it', ['Skill', { skill: 'git.commit', args: 'all of it' }]],
    ['fetch https://example.com/a?b=c#d', ['FetchURL', { url: 'https://example.com/a?b=c#d' }]],
    ['web how to build a boat', ['WebSearch', { query: 'how to build a boat' }]],
    ['call Bash {"command":"ls","timeout":5}', ['Bash', { command: 'ls', timeout: 5 }]],
    ['call EnterPlanMode', ['EnterPlanMode', {}]],
  ];
  test.each(one)('%s', async (line, call) => {
    const steps = await converse(offline, [person(line)]);
    expect(steps).toEqual([
      { text: '', thinking: '', calls: [call], reason: 'tool_use' },
      { text: `${call[0]}: ok\n  fine`, thinking: '', calls: [], reason: 'end_turn' },
    ]);
  });

  test('edit reads first', async () => {
    const steps = await converse(offline, [person('edit a.txt: x = 1 => x = 2')]);
    expect(steps.flatMap((step) => step.calls)).toEqual([
      ['Read', { path: 'a.txt' }],
      ['Edit', { path: 'a.txt', old_string: 'x = 1', new_string: 'x = 2' }],
    ]);
    expect(steps).toHaveLength(3);
  });

  test.each([
    [
      'Plan mode is on. Write the plan to /home/me/.agent-code/sessions/s/plans/a-b-c.md',
      '/home/me/.agent-code/sessions/s/plans/a-b-c.md',
    ],
    ['Plan mode and/or more: `/home/m e/sessions/s/plans/a-b-c.md`.', '/home/m e/sessions/s/plans/a-b-c.md'],
    ['path: /home/m e/sessions/s/plans/a-b-c.md', '/home/m e/sessions/s/plans/a-b-c.md'],
  ])('plan writes where the engine says: %s', async (output, path) => {
    const steps = await converse(offline, [person('plan Do it\\nwell | Fast | Slow')], {
      answer: (tool) => ({ output: tool === 'EnterPlanMode' ? output : 'fine' }),
    });
    expect(steps.flatMap((step) => step.calls)).toEqual([
      ['EnterPlanMode', {}],
      ['Write', { path, content: 'Do it\nwell\n' }],
      ['ExitPlanMode', { options: [{ label: 'Fast' }, { label: 'Slow' }] }],
    ]);
  });

  test('done changes the list as it stands', async () => {
    const steps = await converse(offline, [person('todo A; B\ndone 2\n+ done 1\ndone 7')]);
    expect(steps.map((step) => step.calls)).toEqual([
      [
        [
          'TodoList',
          {
            todos: [
              { title: 'A', status: 'pending' },
              { title: 'B', status: 'pending' },
            ],
          },
        ],
      ],
      [
        [
          'TodoList',
          {
            todos: [
              { title: 'A', status: 'pending' },
              { title: 'B', status: 'done' },
            ],
          },
        ],
        [
          'TodoList',
          {
            todos: [
              { title: 'A', status: 'done' },
              { title: 'B', status: 'done' },
            ],
          },
        ],
      ],
      [],
    ]);
    expect(steps[2]?.text).toContain('There is no item 7 in the list.');
  });

  test('say, think and help answer without a call', async () => {
    expect(await converse(offline, [person('say Hello, you')])).toEqual([
      { text: 'Hello, you', thinking: '', calls: [], reason: 'end_turn' },
    ]);
    expect(await converse(offline, [person('think hard')])).toEqual([
      { text: 'hard', thinking: 'hard', calls: [], reason: 'end_turn' },
    ]);
    const [help] = await converse(offline, [person('HELP')]);
    for (const verb of ['list files', 'run COMMAND', 'edit FILE: OLD => NEW', 'fail STATUS [N]'])
      expect(help?.text).toContain(verb);
  });

  test('anything else is repeated and help is named', async () => {
    const steps = await converse(offline, [person('Please fix\nthe bug\nsay ok')]);
    expect(steps.map((step) => step.reason)).toEqual(['paused', 'end_turn']);
    expect(steps[0]?.text).toContain('Please fix\nthe bug');
    expect(steps[0]?.text).toContain('"help"');
    expect(steps[1]?.text).toBe('ok');
  });

  test('a missing tool gives a sentence', async () => {
    const offered = tools.filter((tool) => tool.name !== 'Bash');
    const steps = await converse(offline, [person('run ls\ncall Nothing {}\nread a')], { offered });
    expect(steps.map((step) => step.text)).toEqual([
      'The tool Bash is not available here.',
      'The tool Nothing is not available here.',
      '',
      'Read: ok\n  fine',
    ]);
  });
});

describe('steps', () => {
  test('one line per step, + joins, and a summary at the end', async () => {
    const steps = await converse(offline, [person('list files\n\n+ read a\r\n+ say both\nrun false\nsay bye')], {
      answer: (tool) =>
        tool === 'Bash' ? { output: 'failed with exit code 1', isError: true } : { output: '1\n2\n\n4\n5\n6\n7\n' },
    });
    expect(steps.map((step) => [step.text, step.calls.map(([name]) => name), step.reason])).toEqual([
      ['both', ['Glob', 'Read'], 'tool_use'],
      ['', ['Bash'], 'tool_use'],
      [
        'bye\n\nGlob: ok\n  1\n  2\n  \n  4\n  5\nRead: ok\n  1\n  2\n  \n  4\n  5\nBash: error\n  failed with exit code 1',
        [],
        'end_turn',
      ],
    ]);
  });

  test('joined lines of several steps run side by side', async () => {
    const steps = await converse(offline, [person('edit a: x => y\n+ edit b: x => y\nread c')]);
    expect(steps.map((step) => step.calls.map(([name]) => name))).toEqual([
      ['Read', 'Read'],
      ['Edit', 'Edit'],
      ['Read'],
      [],
    ]);
  });

  test('only the newest message counts, and what the engine wrote is no command', async () => {
    const reminder = '<system-reminder>\nrun rm\n</system-reminder>';
    const messages = [
      person('read old'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'old' }] },
      person(reminder, 'read a\nread b'),
    ];
    await converse(offline, messages);
    messages.push(person(reminder));
    expect(
      messages.flatMap((message) => message.content).flatMap((part) => (part.type === 'tool_use' ? [part.input] : [])),
    ).toEqual([{ path: 'a' }, { path: 'b' }]);
    // a reminder after the last step changes nothing but asks for another answer
    expect((await collect(offline, request({ messages, tools }))).text).toContain('Read: ok');
  });

  test('the text of a skill is no command, whoever called it', async () => {
    const skill = (trigger: string) => `<skill-loaded name="s" trigger="${trigger}">\nrun rm\n</skill-loaded>`;
    const ask = async (...parts: string[]) => collect(offline, request({ messages: [person(...parts)], tools }));
    expect(await ask(skill('user-slash'))).toMatchObject({
      calls: [],
      text: expect.stringContaining('text of the skill'),
    });
    expect((await ask(skill('user-slash'), 'read a')).calls.map(({ name }) => name)).toEqual(['Read']);
    // its own comes in the middle of what it does
    const steps = await converse(offline, [person('read a\nread b'), person(skill('model-tool'))]);
    expect(steps.map((step) => step.calls.map(([name]) => name))).toEqual([['Read'], ['Read'], []]);
  });

  test('a steered message is read at the next step', async () => {
    const messages: ModelMessage[] = [
      person('read a\nread b'),
      {
        role: 'assistant',
        content: [{ type: 'tool_use', tool_call_id: 'x', tool_name: 'Read', input: { path: 'a' } }],
      },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'x', output: 'fine' }] },
      person('say one', 'read c'),
    ];
    const steps = await converse(offline, messages);
    expect(steps.map((step) => [step.text, step.calls])).toEqual([
      ['one', []],
      ['', [['Read', { path: 'c' }]]],
      ['Read: ok\n  fine', []],
    ]);
  });

  test('a cancelled message is not taken up again', async () => {
    const got = await collect(
      offline,
      request({ tools, messages: [person('run a', '<system-reminder>interrupted</system-reminder>', 'say hi')] }),
    );
    expect(got).toMatchObject({ text: 'hi', calls: [] });
  });

  test('the same context gives the same answer', async () => {
    const asked = request({ tools, messages: [person('list files\n+ think deep')] });
    const first = await collect(offline, asked);
    expect((await collect(offline, asked)).events).toEqual(first.events);
  });

  test('an image without text is an answerable message', async () => {
    const image = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'AA' } };
    expect((await collect(offline, request({ messages: [{ role: 'user', content: [image] }] }))).text).toContain(
      '(no text)',
    );
  });

  test('text comes in pieces of 24 that keep pairs together; usage is the estimate', async () => {
    const text = `x${'😀'.repeat(40)} end`;
    const asked = request({ tools, messages: [person(`say ${text}`)] });
    const got = await collect(offline, asked);
    const pieces = got.events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(24);
      expect(piece).not.toMatch(/[\ud800-\udbff]$/);
    }
    expect(got.usage).toEqual({
      inputOther: estimateRequest(asked),
      output: estimateText(text),
      inputCacheRead: 0,
      inputCacheCreation: 0,
    });
  });
});

describe('slow', () => {
  test('gives one word per pause', async () => {
    const waits: number[] = [];
    const provider = createOffline({
      failures: createFailureMemory(),
      sleep: (ms) => (waits.push(ms), Promise.resolve()),
    });
    expect((await collect(provider, request({ messages: [person('slow 200 one two  three')] }))).text).toBe(
      'one two  three',
    );
    expect(waits).toEqual([200, 200, 200]);
  });

  test('an abort ends it at once', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const began = Date.now();
    const pending = collect(
      createOffline({
        failures: createFailureMemory(),
        sleep: (ms, signal) =>
          new Promise((resolve, reject) => {
            const timer = setTimeout(resolve, ms);
            signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), {
              once: true,
            });
          }),
      }),
      request({ messages: [person('slow 60000 a b')] }),
      controller.signal,
    );
    setTimeout(() => controller.abort(reason), 20);
    await expect(pending).rejects.toBe(reason);
    expect(Date.now() - began).toBeLessThan(1_000);
  });
});

describe('fail', () => {
  const ask = (line: string): ModelRequest =>
    request({ cacheKey: `session_${(session += 1)}`, messages: [person(line)] });

  test.each([
    ['fail 429', 'rate_limited', 429],
    ['fail 500', 'error', 500],
    ['fail 503', 'error', 503],
    ['fail 529', 'overloaded', 529],
    ['fail 401', 'auth_rejected', 401],
    ['fail 400', 'bad_request', 400],
    ['fail network', 'connection', undefined],
    ['fail overflow', 'context_overflow', 400],
  ])('%s', async (line, kind, status) => {
    const asked = ask(line);
    const error = await failure(offline, asked);
    expect([error.kind, error.facts.status]).toEqual([kind, status]);
    expect((await collect(offline, asked)).text).toContain('failed once');
  });

  test('N times, counted by session and message, over several providers', async () => {
    const asked = ask('fail 503 2\nsay ok');
    const fresh = (): Provider => createProvider({ type: 'offline' }, deps);
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
    await expect(failure(fresh(), ask('fail 503 2'))).resolves.toBeInstanceOf(ProviderError);
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
    const got = await collect(fresh(), asked);
    expect(got).toMatchObject({ text: 'The request failed 2 times (503), as asked.', finish: { reason: 'paused' } });
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
  });

  test.each([
    ['fail empty', 'end_turn'],
    ['FAIL filtered', 'filtered'],
  ])('%s is a reply with nothing in it', async (line, reason) => {
    const asked = ask(line);
    const got = await collect(offline, asked);
    expect(got.events.map((event) => event.type)).toEqual(['usage', 'finish']);
    expect(got.finish?.reason).toBe(reason);
    expect((await collect(offline, asked)).text).toContain('failed once');
  });

  test('the memory forgets the oldest', () => {
    const memory = createFailureMemory();
    for (let at = 0; at <= 1_000; at += 1) memory.add(`key ${at}`);
    expect([memory.count('key 0'), memory.count('key 1'), memory.count('key 1000')]).toEqual([0, 1, 1]);
  });
});
