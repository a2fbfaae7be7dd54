/** The time limit of a command line covers parsing and judging together (engine.md 7). */
import { describe, expect, test } from '@jest/globals';
import { hostileLines, hostileShapes } from '../helpers/hostile.js';
import { bash, judge, policy, type Mode } from './permission.fixture.js';

const modes: Mode[] = ['manual', 'yolo', 'auto'];
const rules = {
  deny: ['Bash(git push *)', 'Bash(*a*b*c*d)', 'Write(secrets/**/x*)'],
  ask: ['Bash(npm *)'],
  allow: ['Bash(git *)', 'Write(out/**)'],
};
const real = { now: () => performance.now() };
const over = expect.stringContaining('takes too long to judge');

/** A clock that advances each time it is read, with the number of reads. */
function ticking(step: number): { now: () => number; looks: () => number } {
  let looks = 0;
  return { now: () => (looks += 1) * step, looks: () => looks };
}

function took(line: string, mode: Mode): number {
  const started = performance.now();
  judge(bash(line), policy(mode, rules, real));
  return performance.now() - started;
}

// The limit is 50 ms, but a busy machine may pause the process for longer.
const bound = 500;

test.each(Object.entries(hostileShapes))('%s', (_name, line) => {
  const times = modes.map((mode) => took(line, mode));
  expect(Math.min(...times)).toBeLessThan(bound);
});

test.each([1, 2, 3])('random lines of seed %s', (seed) => {
  const lines = hostileLines(seed);
  for (let round = 0; round < 12; round += 1) {
    const line = lines.next().value ?? '';
    expect(Math.min(...modes.map((mode) => took(line, mode)))).toBeLessThan(bound);
  }
});

test.each([
  ['a relative cd and a loop', 60],
  ['200 times cd', 200],
  ['stars in a word', 1_500],
])('%s: no more than %s looks at the clock', (name, most) => {
  const { now, looks } = ticking(0);
  judge(bash(hostileShapes[name] ?? ''), policy('yolo', rules, { now }));
  expect(looks()).toBeLessThan(most);
});

describe('a line whose time is over', () => {
  const line = hostileShapes['thousands of files from many directories'] ?? '';

  test('work stops at the limit of the clock', () => {
    const { now, looks } = ticking(1);
    expect(judge(bash(line), policy('yolo', rules, { now }))).toMatchObject({ decision: 'ask', reason: over });
    expect(looks()).toBeLessThan(60);
  });

  test('is unparsable in every mode, in plan mode and in explore', () => {
    const under = (mode: Mode, short = {}, more = {}) =>
      judge(bash(line), policy(mode, short, { ...ticking(1), ...more }));
    const allow = ['Bash', 'Bash(*)', '*'];
    for (const mode of ['manual', 'yolo'] as const)
      expect(under(mode, { allow })).toMatchObject({ decision: 'ask', danger: ['unparsable'] });
    expect(under('auto', { allow })).toMatchObject({ decision: 'allow' });
    for (const deny of ['Bash(git push *)', 'Write(secrets/**)', 'Read'])
      expect(under('auto', { allow, deny: [deny] })).toMatchObject({ decision: 'deny', step: 'static', reason: over });
    for (const mode of modes) {
      expect(under(mode, { allow }, { readOnly: true })).toMatchObject({ decision: 'deny', step: 'static' });
      expect(under(mode, { allow }, { plan: { active: true } })).toMatchObject({
        decision: mode === 'auto' ? 'deny' : 'ask',
        step: 'plan',
      });
    }
  });

  test('both halves of a decision share the time', () => {
    const { now, looks } = ticking(1);
    const under = policy('manual', rules, { now });
    const call = bash(line);
    judge(call, under);
    const first = looks();
    judge(call, under);
    expect(looks()).toBe(first);
  });
});

describe('while other processes have the processor', () => {
  /** A clock that advances by a second each time it is read. */
  const jumping = () => ({ now: ticking(1_000).now });

  test('a short line is judged in full', () => {
    const under = policy('manual', { allow: ['Bash(git status)', 'Bash(npm test)'] }, jumping());
    for (let half = 0; half < 2; half += 1)
      expect(judge(bash('git status && npm test'), under)).toMatchObject({ decision: 'allow' });
  });

  test('a long line is over its time', () => {
    const line = `git status ${'a '.repeat(32_000)}`;
    const under = policy('manual', { allow: ['Bash(git *)'] }, jumping());
    expect(judge(bash(line), under)).toMatchObject({ decision: 'ask', danger: ['unparsable'] });
  });
});
