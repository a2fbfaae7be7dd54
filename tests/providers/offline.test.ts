/** The offline provider: the lines that it understands. */
import { describe, expect, test } from '@jest/globals';
import { tools, person, converse, offline } from './offline.fixture.js';

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
      { text: `${call[0]}: ok\n\n    fine`, thinking: '', calls: [], reason: 'end_turn' },
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
      'Read: ok\n\n    fine',
    ]);
  });
});
