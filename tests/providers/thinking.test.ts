/** The choice of a thinking effort (engine.md 10.2), and the built-in facts about models. */
import { describe, expect, test } from '@jest/globals';
import { knownModel } from '../../daemon/providers/capabilities.js';
import { resolveEffort, sentEffort } from '../../daemon/providers/thinking.js';

const thinks = { capabilities: ['thinking'] };
const leveled = { ...thinks, supportEfforts: ['low', 'medium', 'high'] };

describe('effort', () => {
  test.each([
    ['a model that cannot think gets nothing', { session: 'high' }, { capabilities: ['tool_use'] }, undefined],
    ['the session comes first', { session: 'low', environment: 'high', effort: 'medium' }, leveled, 'low'],
    ['then the environment', { environment: 'high', enabled: false }, leveled, 'high'],
    ['then enabled = false', { enabled: false, effort: 'high' }, leveled, 'off'],
    ['then the configured effort', { effort: 'high' }, leveled, 'high'],
    ['then the default of the model', {}, { ...leveled, defaultEffort: 'high' }, 'high'],
    ['else the middle level', {}, leveled, 'medium'],
    ['else on', {}, thinks, 'on'],
    [
      'an unlisted level falls to the nearest lower one',
      { session: 'xhigh' },
      { ...thinks, supportEfforts: ['low', 'medium'] },
      'medium',
    ],
    ['or to the lowest', { session: 'minimal' }, { ...thinks, supportEfforts: ['medium', 'high'] }, 'medium'],
    ['any level without a list', { session: 'max' }, thinks, 'max'],
    ['on means the own effort where levels are listed', { session: 'on' }, leveled, 'medium'],
    [
      'always_thinking is never off',
      { session: 'off' },
      { capabilities: ['always_thinking'], supportEfforts: ['low', 'high'] },
      'low',
    ],
    ['nor without levels', { session: 'off' }, { capabilities: ['always_thinking'] }, 'on'],
  ])('%s', (_name, settings, model, expected) => {
    expect(resolveEffort(settings, model)).toBe(expected);
  });

  test('a model may have its own word for off', () => {
    expect(sentEffort('off', { offEffort: 'none' })).toBe('none');
    expect(sentEffort('off', {})).toBe('off');
    expect(sentEffort('high', { offEffort: 'none' })).toBe('high');
    expect(sentEffort(undefined, { offEffort: 'none' })).toBeUndefined();
  });
});

describe('known models', () => {
  test.each([
    ['nobody-knows-this', ['tool_use'], undefined, undefined],
    ['gpt-4o-mini-2024-07-18', ['image_in', 'tool_use'], 16_384, undefined],
    ['GPT-4', ['tool_use'], 8_192, undefined],
    ['openai/gpt-5-codex', ['image_in', 'thinking', 'tool_use'], 128_000, undefined],
    ['claude-opus-4-20250514', ['image_in', 'thinking', 'tool_use'], 32_000, undefined],
    ['anthropic/claude-opus-4.6', ['image_in', 'thinking', 'tool_use'], 128_000, true],
    ['us.anthropic.claude-sonnet-4-5', ['image_in', 'thinking', 'tool_use'], 64_000, undefined],
    ['claude-3-5-haiku-latest', ['image_in', 'tool_use'], 8_192, undefined],
  ])('%s', (name, capabilities, maxOutputTokens, adaptiveThinking) => {
    const known = knownModel(name);
    expect(known.capabilities).toEqual(capabilities);
    expect(known.maxOutputTokens).toBe(maxOutputTokens);
    expect(known.adaptiveThinking).toBe(adaptiveThinking);
  });
});
