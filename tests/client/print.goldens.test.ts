/** The output of `agent -p`, byte for byte: recorded turns, and whole runs with the offline provider. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJsonPrinter } from '../../client/print/stream-json.js';
import { createTextPrinter } from '../../client/print/text.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { expectGolden, goldenDirectory, writesGoldens } from '../helpers/goldens.js';
import { command } from './harness.js';
import {
  aborted,
  assistant,
  called,
  failed,
  plain,
  print,
  result,
  retried,
  said,
  text,
  thought,
  tools,
  type Recorded,
} from './print.fixture.js';

interface Output {
  /** format and destination of the output */
  as: string;
  out: string;
  err: string;
}

function expectOutputs(name: string, outputs: readonly Output[]): void {
  const shown = outputs.map(({ as, out, err }) => `--- ${as}: stdout\n${out}--- ${as}: stderr\n${err}`).join('');
  expectGolden(join('tests', 'client', 'goldens', `${name}.txt`), shown);
}

test('the golden files are compared, not written', () => expect(writesGoldens).toBe(false));

const displays: [string, object][] = [
  ['Bash', { kind: 'command', command: '  \nnpm test -- date\nsecond', cwd: '/p', danger: ['It deletes.'] }],
  ['Read', { kind: 'file_io', operation: 'read', path: 'src/a.ts', detail: '1-20' }],
  ['Edit', { kind: 'diff', path: 'src/b.ts', before: 'a', after: 'b' }],
  ['Grep', { kind: 'search', query: 'needle', scope: 'src' }],
  ['FetchURL', { kind: 'url_fetch', url: 'https://example.org/a?b=c' }],
  ['Agent', { kind: 'agent_call', agent_name: 'explore', prompt: 'look', description: 'look around' }],
  ['Agent', { kind: 'agent_call', agent_name: 'explore', prompt: 'look' }],
  ['Skill', { kind: 'skill_call', skill_name: 'review', args: 'all' }],
  ['TodoList', { kind: 'todo_list', items: [{ title: 'a', status: 'pending' }] }],
  ['TodoList', { kind: 'todo_list', items: [] }],
  ['TaskOutput', { kind: 'task', task_id: 'bash-1', status: 'running', description: 'the server' }],
  ['TaskStop', { kind: 'task_stop', task_id: 'bash-1', task_description: 'the server' }],
  ['ExitPlanMode', { kind: 'plan_review', plan: '# Plan', path: '/home/plan.md' }],
  ['ExitPlanMode', { kind: 'plan_review', plan: '# Plan' }],
  ['CreateGoal', { kind: 'goal_start', objective: 'finish', mode: 'manual' }],
  ['mcp__x__y', { kind: 'generic', summary: 'x'.repeat(300), detail: { a: 1 } }],
  ['Future', { kind: 'hologram', path: 'x' }],
];

const task = (more: object): object => ({
  info: { kind: 'process', taskId: 'bash-1a', description: 'the\nserver', status: 'running', exitCode: null, ...more },
});
const server = (more: object): Recorded => ['mcp.server.status', { server: { name: 'files\u001b', ...more } }];

const around: Recorded[] = [
  ['hook.result', { hookEvent: 'PreToolUse', content: '\nno\nmore', blocked: true }],
  ['hook.result', { hookEvent: 'Stop', content: 'again' }],
  ['compaction.completed', { result: { summary: 's', compactedCount: 9, tokensBefore: 86_000, tokensAfter: 5_200 } }],
  ['compaction.cancelled', { reason: 'failed' }],
  ['task.started', task({})],
  ...['completed', 'failed', 'timed_out', 'killed', 'lost'].map((status): Recorded => [
    'task.terminated',
    task({ status, exitCode: status === 'failed' ? 3 : null, stopReason: status === 'killed' ? 'by you' : undefined }),
  ]),
  ['cron.fired', { origin: {}, prompt: 'look' }],
  ['goal.updated', { snapshot: null, change: { kind: 'lifecycle', status: 'blocked', reason: 'no way' } }],
  ['goal.updated', { snapshot: null, change: { kind: 'completion', status: 'complete', stats: { turnsUsed: 2 } } }],
  ['goal.updated', { snapshot: null, change: { kind: 'lifecycle', status: 'active' } }],
  ['warning', { message: 'first\nsecond\u001b[2J' }],
  server({ status: 'failed', error: 'no\n  such   program' }),
  server({ status: 'failed' }),
  server({ status: 'needs-auth' }),
  server({ status: 'connected' }),
  ['event.session.archived'],
  ['event.session.deleted'],
  ['error', { code: 'x', message: 'broken\n[tool] Bash ok' }],
];

const recorded: [string, Recorded[]][] = [
  ['plain', plain],
  ['tools', tools],
  ['retried', retried],
  ['failed', failed],
  ['blocked', [['turn.started'], ['turn.ended', { reason: 'blocked' }]]],
  ['aborted', aborted],
  [
    'displays',
    displays.flatMap(([name, display], at): Recorded[] => [
      called(`c${at}`, name, display),
      result(`c${at}`, at % 2 === 0 ? 'fine' : `\n\n  broken ${'y'.repeat(200)}\nmore`, { isError: at % 2 === 1 }),
    ]),
  ],
  [
    'described',
    [
      ['tool.call.started', { toolCallId: 'd', name: 'Other', args: {}, description: 'does\nthings' }],
      ['tool.call.started', { toolCallId: 'e', name: 'Bare', args: {} }],
      result('unknown', 'x', { isError: true }),
    ],
  ],
  [
    'live',
    [
      called('c1', 'Bash', { kind: 'command', command: 'a' }),
      called('c2', 'Bash', { kind: 'command', command: 'b' }),
      ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'one\r\ntw' } }],
      ['tool.progress', { toolCallId: 'c2', update: { kind: 'stderr', text: `\u001b[31mred${'z'.repeat(5_000)}` } }],
      ['tool.progress', { toolCallId: 'c1', update: { kind: 'status', text: 'half\nway\n' } }],
      ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'o' } }],
      result('c1', 'x'),
    ],
  ],
  ['around', around],
  [
    'hostile',
    [
      thought('think \u001b]0;t\u0007 \u202e\n\n1', 0),
      said('text \u001b[2J \u200b 👩\u200d💻 e\u0301 🇩🇪 ❤\ufe0f\nnext', 0),
      assistant([{ type: 'thinking', thinking: 'think \u001b]0;t\u0007 \u202e\n\n1' }, text('other \u001b[2J \u200b')]),
    ],
  ],
  ['long', [said(`${'word '.repeat(2_000)}\n`, 0), said('猫'.repeat(500), 10_001)]],
];

describe('recorded turns print as in the golden files', () => {
  test.each(recorded)('%s', async (name, frames) => {
    const outputs: Output[] = [];
    for (const [place, width] of [
      ['pipe', {}],
      ['terminal', { columns: 40 }],
    ] as const) {
      outputs.push({ as: `text, ${place}`, ...(await print(frames, createTextPrinter, width)) });
      outputs.push({ as: `stream-json, ${place}`, ...(await print(frames, createJsonPrinter, width)) });
    }
    expectOutputs(name, outputs);
  });
});

describe('whole runs print as in the golden files', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ temporary: goldenDirectory });
    await writeFile(join(daemon.cwd, 'notes.txt'), 'alpha\nbeta\r\ngamma');
    await writeFile(join(daemon.cwd, 'long.txt'), 'a line of a long file\n'.repeat(900));
  });
  afterAll(() => daemon.close());

  const masked = (output: string): string =>
    output
      .replaceAll(/session_\w{26}/g, 'session_ID')
      .replaceAll(daemon.cwd, '<cwd>')
      .replaceAll(daemon.home, '<home>')
      .replaceAll(/"id":"[^"]+"|"tool_call_id":"[^"]+"/g, (found) => `${found.split(':')[0]}:"ID"`);

  test.each<[string, string]>([
    ['run-say', 'say hello\nworld'],
    ['run-think', 'think first this\u001b'],
    ['run-read', 'read notes.txt\nread nothing.txt'],
    ['run-command', "run printf 'a\\033[31mred\\033[0m\\rb\\nc'; exit 3"],
    ['run-parallel', 'run echo one\n+ run echo two\n+ read notes.txt'],
    ['run-write', 'write fresh.txt: one\\ntwo\nedit notes.txt: alpha => first'],
    ['run-long', 'read long.txt'],
    ['run-lines', 'run i=0; while [ $i -lt 200 ]; do echo "line $i of many"; i=$((i+1)); done'],
    ['run-ask', 'ask Now? A | B'],
    ['run-todo', 'todo A; B\ndone 1'],
    ['run-failed', 'fail 400 9'],
  ])(
    '%s',
    async (name, prompt) => {
      const outputs: Output[] = [];
      for (const format of ['text', 'stream-json']) {
        const argv = ['-p', prompt, '-m', 'offline/echo', '--output-format', format];
        const { out, err: lines, code } = await command(argv, { home: daemon.home, cwd: daemon.cwd });
        // parallel calls end in any order
        const err = name === 'run-parallel' ? [...lines.split(/(?<=\n)/)].sort().join('') : lines;
        outputs.push({ as: format, out: masked(out), err: `${masked(err)}--- code ${code}\n` });
      }
      expectOutputs(name, outputs);
    },
    60_000,
  );
});
