/** Permission of tools of MCP servers (engine.md 6.2 to 6.4). */
import { describe, expect, test } from '@jest/globals';
import type { PermissionCall } from '../../daemon/agent/permission/policy.js';
import { bare, judge, outcome, policy } from './permission.fixture.js';

const ordinary = bare('mcp__box__do');
const destructive: PermissionCall = {
  ...ordinary,
  tool: { ...ordinary.tool, risk: 'do of box is marked as destructive' },
};

test.each([
  ['manual', 'ask mode', 'ask mode'],
  ['yolo', 'allow mode', 'ask risky'],
  ['auto', 'allow mode', 'allow mode'],
] as const)('%s', (mode, common, risky) => {
  expect(outcome(ordinary, policy(mode))).toBe(common);
  expect(outcome(destructive, policy(mode))).toBe(risky);
  // plan mode does not change the decision
  expect(outcome(ordinary, policy(mode, {}, { plan: { active: true } }))).toBe(common);
});

test('yolo says why it asks', () => {
  expect(judge(destructive, policy('yolo')).reason).toBe('do of box is marked as destructive');
});

describe('rules', () => {
  test.each([
    ['mcp__box__do', true],
    ['mcp__box__*', true],
    ['mcp__*', true],
    ['*', true],
    ['mcp__box__other', false],
    ['mcp__box', false],
    ['MCP__BOX__DO', false],
  ])('%s', (text, matches) => {
    for (const call of [ordinary, destructive]) {
      expect(outcome(call, policy('manual', { allow: [text] }))).toBe(matches ? 'allow allow-rule' : 'ask mode');
      expect(outcome(call, policy('manual', { session: [text] }))).toBe(matches ? 'allow session-rule' : 'ask mode');
      expect(outcome(call, policy('auto', { deny: [text] }))).toBe(matches ? 'deny static' : 'allow mode');
    }
    expect(outcome(ordinary, policy('yolo', { ask: [text] }))).toBe(matches ? 'ask ask-rule' : 'allow mode');
  });

  test.each(['mcp__box__do(x)', 'mcp__box__*(**)', 'mcp__box__do(!x)', 'mcp__box__do(domain:x)'])(
    'a pattern has nothing to be compared with: %s',
    (text) => {
      expect(outcome(ordinary, policy('manual', { allow: [text], session: [text] }))).toBe('ask mode');
      expect(outcome(ordinary, policy('yolo', { ask: [text] }))).toBe('allow mode');
      expect(outcome(ordinary, policy('auto', { deny: [text] }))).toBe('deny static');
    },
  );
});

test('an approval for the session keeps the bare name', () => {
  for (const verdict of [judge(ordinary, policy('manual')), judge(destructive, policy('yolo'))]) {
    expect(verdict).toMatchObject({ decision: 'ask', sessionScope: true, scopeRule: 'mcp__box__do' });
  }
});

test('what is switched off is denied in every mode', () => {
  const off = { tools: { disabled: ['mcp__box__*'] } };
  const others = { tools: { enabled: ['Read', 'mcp__other__*'], disabled: [] } };
  for (const mode of ['manual', 'yolo', 'auto'] as const) {
    expect(outcome(ordinary, policy(mode, { session: ['mcp__box__do'] }, off))).toBe('deny static');
    expect(outcome(ordinary, policy(mode, {}, others))).toBe('deny static');
  }
});
