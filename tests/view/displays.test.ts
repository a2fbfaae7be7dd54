/** Tool calls and their results as titles, subjects, badges and blocks. */
import { describe, expect, test } from '@jest/globals';
import { firstLine, oneLine } from '../../client/view/clean.js';
import { callSubject, describeCall, jsonBlock } from '../../client/view/displays.js';
import { describeResult, groupFrames, resultOfFrame, type ToolResult } from '../../client/view/results.js';
import { english, type Words } from '../../client/view/words.js';
import type { ToolDisplay, TranscriptFrame, TranscriptToolFrame } from '../../schemas/generated/types.js';

describe('calls', () => {
  const rows: [ToolDisplay, string, string[], string[]][] = [
    [
      { kind: 'command', command: '\n npm test\nx', danger: ['publish'], timeout_ms: 2_000 },
      'npm test',
      ['limit 2 s'],
      ['command'],
    ],
    [{ kind: 'file_io', operation: 'read', path: '/a', detail: '1-9' }, '/a', ['1-9'], []],
    [{ kind: 'file_io', operation: 'write', path: '/a', content: 'x', exists: false }, '/a', ['new file'], ['diff']],
    [{ kind: 'file_io', operation: 'edit', path: '/a', before: 'x', after: '' }, '/a', [], ['diff']],
    [{ kind: 'diff', path: '/a', before: '', after: 'x', added: 1, removed: 0 }, '/a', ['+1'], ['diff']],
    [{ kind: 'search', query: 'q', scope: 'src' }, 'q', ['src'], []],
    [{ kind: 'url_fetch', url: 'https://a.b' }, 'https://a.b', [], ['url']],
    [
      { kind: 'agent_call', agent_name: 'explore', prompt: 'p', background: true },
      'explore',
      ['explore', 'background'],
      ['text'],
    ],
    [{ kind: 'skill_call', skill_name: 's', args: '' }, 's', [], []],
    [{ kind: 'todo_list', items: [{ title: 'a', status: 'done' }] }, '1 item', [], ['todos']],
    [{ kind: 'task', task_id: 't', status: 'running', description: 'd' }, 'd', ['running', 't'], []],
    [{ kind: 'task_stop', task_id: 't', task_description: 'd' }, 'd', ['t'], []],
    [{ kind: 'plan_review', plan: '# P' }, 'described', [], ['markdown']],
    [{ kind: 'goal_start', objective: 'o', completionCriterion: 'c', mode: 'yolo' }, 'o', ['yolo'], ['text', 'text']],
    [{ kind: 'generic', summary: 's', detail: { a: 1 } }, 's', [], ['json']],
    // a kind of a newer server
    [{ kind: 'constructor' } as unknown as ToolDisplay, 'described', [], ['json']],
  ];

  test.each(rows)('%j', (display, subject, badges, body) => {
    const view = describeCall({ name: 'T', display, description: 'described' });
    expect(view.title).toBe('T');
    expect(view.subject).toBe(subject);
    expect(view.badges.map(({ text }) => text)).toEqual(badges);
    expect(view.body.map(({ kind }) => kind)).toEqual(body);
  });

  test('a change names the line with which it begins, where that is known', () => {
    const firstLineOf = (display: ToolDisplay) =>
      describeCall({ name: 'T', display }).body.map((block) => block.kind === 'diff' && block.firstLine);
    const write = { kind: 'file_io', operation: 'write', path: '/a', content: 'x' } as const;
    expect(firstLineOf(write)).toEqual([1]);
    expect(firstLineOf({ ...write, append: true })).toEqual([null]);
    expect(firstLineOf({ kind: 'file_io', operation: 'edit', path: '/a', before: 'x', after: '' })).toEqual([null]);
    expect(firstLineOf({ kind: 'diff', path: '/a', before: 'x', after: '' })).toEqual([1]);
  });

  test('without a display the description is the subject, without both there is none', () => {
    expect(callSubject({ name: 'T', description: ' a\nb' })).toBe('a');
    expect(describeCall({ name: 'T' })).toEqual({ title: 'T', subject: '', badges: [], dangers: [], body: [] });
    expect(
      describeCall({ name: 'T', display: { kind: 'command', command: 'a', danger: ['publish'] } }).dangers,
    ).toEqual(['publish']);
  });

  test('a path is named from where the session is, other subjects are not', () => {
    const places = { cwd: '/p', home: '/h' };
    const file = (path: string): ToolDisplay => ({ kind: 'file_io', operation: 'read', path });
    expect(callSubject({ name: 'T', display: file('/p/a/b') }, places)).toBe('a/b');
    expect(callSubject({ name: 'T', display: file('/h/b') }, places)).toBe('~/b');
    expect(callSubject({ name: 'T', display: { kind: 'command', command: '/p/run' } }, places)).toBe('/p/run');
  });

  test('a value that has no JSON does no harm', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    expect(jsonBlock(ring)).toEqual({ kind: 'text', text: 'a value that cannot be shown' });
    expect(jsonBlock(undefined)).toEqual({ kind: 'json', text: '' });
  });

  test('the first line that holds something', () => {
    expect(firstLine('\r\n \t\n a b \nc')).toBe('a b');
    expect(firstLine(' \n ')).toBe('');
    expect(oneLine('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
  });
});

describe('results', () => {
  const rows: [string, ToolResult, string, string, string[]][] = [
    ['a command', { display: { kind: 'command_output', exit_code: 0, stdout: 'x', stderr: '' } }, '', '', ['output']],
    ['an exit code', { isError: true, display: { kind: 'command_output', exit_code: 2 } }, 'exit 2', '', []],
    ['a task', { display: { kind: 'command_output', exit_code: null, task_id: 't' } }, 'moved to background', '', []],
    [
      'a contained command',
      {
        display: {
          kind: 'command_output',
          exit_code: 0,
          sandbox: {
            profile: 'workspace',
            refused: [{ host: 'a.test', port: 80, reason: 'not allowed' }],
            quarantined: ['/p/.mcp.json'],
          },
        },
      },
      '',
      '',
      ['text'],
    ],
    ['a file', { display: { kind: 'file_content', path: '/a', content: 'a\nb' } }, '', '2 lines', ['file']],
    [
      'a range',
      { display: { kind: 'file_content', path: '/a', content: '', range: { start: 3, end: 3 } } },
      '',
      '1 line',
      ['file'],
    ],
    [
      'matches',
      { display: { kind: 'search_results', query: 'q', matches: [{ file: 'f', line: 1, text: '' }] } },
      '',
      '1 match',
      ['matches'],
    ],
    [
      'files',
      { display: { kind: 'search_results', query: 'q', matches: [{ file: 'f', line: 0, text: '' }] } },
      '',
      '1 file',
      ['matches'],
    ],
    [
      'a page',
      { display: { kind: 'url_content', url: 'u', status: 200, content_type: 'text/html' } },
      '',
      'HTTP 200, text/html',
      ['url'],
    ],
    [
      'an agent',
      { display: { kind: 'agent_summary', agent_name: 'a', result: 'r', steps: 2 } },
      '',
      'a, 2 steps',
      ['markdown'],
    ],
    [
      'todos',
      { display: { kind: 'todo_list', items: [{ title: 'a', status: 'done' }] } },
      '',
      '1 of 1 done',
      ['todos'],
    ],
    ['a failure', { isError: true, display: { kind: 'error', message: 'm', code: 'c' } }, 'error', '', ['error']],
    ['text alone', { isError: true, output: [{ type: 'text', text: 'no' }] }, 'error', '', ['error']],
    ['a rejection', { isError: true, decision: 'rejected' }, 'rejected', '', []],
    ['an interruption', { isError: true, interrupted: true }, 'interrupted', '', []],
    ['a newer kind', { display: { kind: 'toString' } as never, output: 'x' }, '', '', ['text']],
  ];

  test.each(rows)('%s', (_, result, outcome, summary, body) => {
    const view = describeResult(result);
    expect([view.outcome, view.summary]).toEqual([outcome, summary]);
    expect(view.body.map(({ kind }) => kind)).toEqual(body);
  });

  test('a client has it in its own words', () => {
    const words: Words = { ...english, lines: (n) => `${n} 行`, runsIn: (runtime) => `在 ${runtime}` };
    const [, result] = rows.find(([name]) => name === 'a file') ?? [];
    expect(describeResult(result as ToolResult, words).summary).toMatch(/^\d+ 行$/);
    const command: ToolDisplay = { kind: 'command', command: 'a', runtime_id: 'sandbox' };
    expect(describeCall({ name: 'T', display: command }, undefined, words).badges[0]?.text).toBe('在 sandbox');
  });

  test('three reads in a row are one line, two are not, and nothing is lost', () => {
    const frame = (name: string, state: TranscriptToolFrame['state'] = 'done'): TranscriptFrame => ({
      kind: 'tool',
      frameId: name,
      toolCallId: name,
      name,
      state,
    });
    const frames = [
      frame('Read'),
      frame('Grep'),
      frame('Bash'),
      frame('Read'),
      frame('Glob'),
      frame('Grep'),
      frame('Read', 'running'),
    ];
    const groups = groupFrames(frames);
    expect(groups.map(({ kind }) => kind)).toEqual(['frame', 'frame', 'frame', 'lookups', 'frame']);
    expect(groups.flatMap((group) => (group.kind === 'frame' ? [group.frame] : group.frames))).toEqual(frames);
  });

  test('a frame of the transcript says how its call ended', () => {
    const frame = {
      kind: 'tool',
      frameId: 'f',
      toolCallId: 'c',
      name: 'Bash',
      state: 'error',
      durationMs: 1_500,
      output: 'x',
    } as const;
    const view = describeResult(resultOfFrame(frame));
    expect(view.outcome).toBe('error');
    expect(view.badges).toEqual([{ text: '1.5 s', tone: 'plain' }]);
  });
});
