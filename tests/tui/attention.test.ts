/** Title, notifications and progress: what is sent to which terminal, and when (tui.md 3.17). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SessionState } from '../../client/session/state.js';
import { programTimers } from '../helpers/programglobal.js';
import { createAttention, type AttentionDeps } from '../../client/tui/attention.js';

type Settings = AttentionDeps['settings'];
let sent: string[];
let now: number;
beforeEach(() => {
  sent = [];
  now = 100_000;
});

const standard: Settings = { title: false, notifies: 'unfocused', notifyBy: 'auto', progress: 'off' };

function attention(settings: Partial<Settings> = {}, env: Record<string, string> = {}, tmux = false) {
  const terminal = { tmux, console: false, progress: false };
  const own = createAttention({
    send: (text) => void sent.push(text),
    env,
    terminal,
    now: () => now,
    settings: { ...standard, ...settings },
  });
  return { ...own, terminal };
}

interface Shown {
  busy?: boolean;
  title?: string;
  approvals?: number;
  questions?: number;
  tasks?: readonly string[];
  last?: 'completed' | 'failed';
}

function state({ busy = false, title = '', approvals = 0, questions = 0, tasks = [], last }: Shown = {}): SessionState {
  return {
    session: { busy, title },
    approvals: Array.from({ length: approvals }, () => ({})),
    questions: Array.from({ length: questions }, () => ({})),
    tasks: tasks.map((taskId) => ({ taskId, state: 'running', detached: true })),
    timeline: { items: last === undefined ? [] : [{ kind: 'turn', state: last }] },
  } as unknown as SessionState;
}

describe('notifications', () => {
  test.each([
    ['kitty', { TERM: 'xterm-kitty' }, '\x1b]99;;Waiting for approval\x1b\\'],
    ['foot', { TERM: 'foot' }, '\x1b]777;notify;agent;Waiting for approval\x1b\\'],
    ['ghostty', { TERM_PROGRAM: 'ghostty' }, '\x1b]777;notify;agent;Waiting for approval\x1b\\'],
    ['VTE', { VTE_VERSION: '7200' }, '\x1b]777;notify;agent;Waiting for approval\x1b\\'],
    ['urxvt', { TERM: 'rxvt-unicode-256color' }, '\x1b]777;notify;agent;Waiting for approval\x1b\\'],
    ['iTerm2', { TERM_PROGRAM: 'iTerm.app' }, '\x1b]9;Waiting for approval\x1b\\'],
    ['WezTerm', { TERM_PROGRAM: 'WezTerm' }, '\x1b]9;Waiting for approval\x1b\\'],
    ['another one', { TERM: 'xterm-256color' }, '\x07'],
  ])('%s', (_name, env: Record<string, string>, expected) => {
    attention({}, env).update(state({ approvals: 1 }));
    expect(sent).toEqual([expected]);
  });

  test('a method of the settings comes first; tmux passes it through', () => {
    attention({ notifyBy: 'osc9' }, { TERM: 'xterm-kitty' }, true).update(state({ questions: 1 }));
    expect(sent).toEqual(['\x1bPtmux;\x1b\x1b]9;Waiting for an answer\x1b\x1b\\\x1b\\']);
    attention({ notifyBy: 'bell' }, {}, true).update(state({ questions: 1 }));
    expect(sent.at(-1)).toBe('\x07');
  });

  test.each([
    ['unfocused', undefined, 1],
    ['unfocused', false, 1],
    ['unfocused', true, 0],
    ['always', true, 1],
    ['never', false, 0],
  ] as const)('%s with the focus %s', (notifies, focus, count) => {
    const own = attention({ notifies });
    if (focus !== undefined) own.focus(focus);
    own.update(state({ approvals: 1 }));
    expect(sent).toHaveLength(count);
  });

  test('of a turn that took longer than 10 s, of no short one', () => {
    const own = attention({ notifyBy: 'osc9' });
    for (const ms of [9_000, 10_001]) {
      own.update(state({ busy: true }));
      now += ms;
      own.update(state());
    }
    expect(sent).toEqual(['\x1b]9;The turn has ended\x1b\\']);
  });

  test('of a task that ended; never more than one within 2 s', () => {
    const own = attention({ notifyBy: 'osc9' });
    own.update(state({ tasks: ['a', 'b', 'c'] }));
    own.update(state({ tasks: ['b', 'c'] }));
    own.update(state({ tasks: ['c'] }));
    now += 2_000;
    own.update(state());
    expect(sent).toEqual(['\x1b]9;Task a has ended\x1b\\', '\x1b]9;Task c has ended\x1b\\']);
  });

  test('text of others ends no sequence', () => {
    const own = attention({ notifyBy: 'osc9' });
    own.update(state({ tasks: ['a\x1b\\\x07;b'] }));
    own.update(state());
    expect(sent).toEqual(['\x1b]9;Task a\\x1b\\\\x07,b has ended\x1b\\']);
  });
});

describe('the title', () => {
  test('says that the session runs, and that it waits', () => {
    const own = attention({ title: true, notifies: 'never' });
    for (const shown of [{}, { busy: true }, { busy: true }, { busy: true, approvals: 1 }])
      own.update(state({ title: 'Dates\x1b\\', ...shown }));
    expect(sent).toEqual(['Dates', '* Dates', '! Dates'].map((each) => `\x1b]2;${each}\\x1b\\\x1b\\`));
  });

  test('is left alone with title = false', () => {
    attention({ notifies: 'never' }).update(state({ title: 'Dates', busy: true }));
    expect(sent).toEqual([]);
  });
});

describe('progress', () => {
  beforeEach(() => void programTimers.useFakeTimers());
  afterEach(() => void programTimers.useRealTimers());

  test.each([
    ['Windows Terminal', { WT_SESSION: 'x' }],
    ['ConEmu', { ConEmuANSI: 'ON' }],
    ['ghostty', { TERM_PROGRAM: 'ghostty' }],
    ['mintty', { TERM_PROGRAM: 'mintty' }],
    ['WezTerm', { TERM_PROGRAM: 'WezTerm' }],
  ])('%s shows it', (_name, env: Record<string, string>) => {
    const own = attention({ progress: 'auto', notifies: 'never' }, env);
    own.update(state({ busy: true }));
    own.update(state({ busy: true, approvals: 1 }));
    own.update(state());
    expect(sent).toEqual(['\x1b]9;4;3\x1b\\', '\x1b]9;4;4;100\x1b\\', '\x1b]9;4;0\x1b\\']);
    expect(own.terminal.progress).toBe(true);
  });

  test.each([
    ['a terminal that is not known', { TERM: 'xterm-256color' }, false, 'auto'],
    ['tmux', { WT_SESSION: 'x' }, true, 'auto'],
    ['progress = "off"', { WT_SESSION: 'x' }, false, 'off'],
  ] as const)('%s shows none', (_name, env, tmux, progress) => {
    const own = attention({ progress, notifies: 'never' }, env, tmux);
    own.update(state({ busy: true }));
    expect(sent).toEqual([]);
    expect(own.terminal.progress).toBe(false);
  });

  test('a failure is shown for a moment', () => {
    const own = attention({ progress: 'on', notifies: 'never' });
    own.update(state({ busy: true }));
    own.update(state({ last: 'failed' }));
    own.update(state({ last: 'failed' }));
    expect(sent.splice(0)).toEqual(['\x1b]9;4;3\x1b\\', '\x1b]9;4;2;100\x1b\\']);
    programTimers.advanceTimersByTime(3_000);
    expect(sent).toEqual(['\x1b]9;4;0\x1b\\']);
  });
});
