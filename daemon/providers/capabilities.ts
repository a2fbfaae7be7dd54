/** Known facts about models by prefix of their names; the fallback when the model table has none (engine.md 10.3). */

export interface KnownModel {
  capabilities: readonly Capability[];
  /** maximum tokens of one reply */
  maxOutputTokens?: number;
  /** controls thinking by effort, not by a token budget */
  adaptiveThinking?: boolean;
  /** the model is not in the list */
  isUnknown?: true;
}

export type Capability = 'image_in' | 'video_in' | 'audio_in' | 'thinking' | 'always_thinking' | 'tool_use';

const plain: Capability[] = ['tool_use'];
const seeing: Capability[] = ['image_in', 'tool_use'];
const thinking: Capability[] = ['thinking', 'tool_use'];
const both: Capability[] = ['image_in', 'thinking', 'tool_use'];
const always: Capability[] = ['image_in', 'thinking', 'always_thinking', 'tool_use'];

/** The longest matching prefix wins. */
const known: Record<string, KnownModel> = {
  'claude-': { capabilities: both },
  'claude-3-': { capabilities: seeing, maxOutputTokens: 4_096 },
  'claude-3-5-': { capabilities: seeing, maxOutputTokens: 8_192 },
  'claude-3-7-': { capabilities: both, maxOutputTokens: 64_000 },
  'claude-opus-4': { capabilities: both, maxOutputTokens: 32_000 },
  'claude-opus-4-5': { capabilities: both, maxOutputTokens: 64_000 },
  'claude-opus-4-6': { capabilities: both, maxOutputTokens: 128_000, adaptiveThinking: true },
  'claude-opus-4-7': { capabilities: both, maxOutputTokens: 128_000, adaptiveThinking: true },
  'claude-opus-4-8': { capabilities: both, maxOutputTokens: 128_000, adaptiveThinking: true },
  'claude-opus-5': { capabilities: both, maxOutputTokens: 128_000, adaptiveThinking: true },
  'claude-sonnet-4': { capabilities: both, maxOutputTokens: 64_000 },
  'claude-sonnet-4-6': { capabilities: both, maxOutputTokens: 64_000, adaptiveThinking: true },
  'claude-sonnet-5': { capabilities: both, maxOutputTokens: 64_000, adaptiveThinking: true },
  'claude-haiku-4': { capabilities: both, maxOutputTokens: 64_000 },
  'claude-fable-5': { capabilities: always, maxOutputTokens: 64_000, adaptiveThinking: true },
  'claude-mythos-': { capabilities: always, maxOutputTokens: 64_000, adaptiveThinking: true },
  'deepseek-': { capabilities: plain },
  'deepseek-reasoner': { capabilities: thinking },
  'gemini-': { capabilities: both, maxOutputTokens: 65_536 },
  'gemini-2.0-': { capabilities: seeing, maxOutputTokens: 8_192 },
  'glm-': { capabilities: thinking },
  'gpt-3.5': { capabilities: plain, maxOutputTokens: 4_096 },
  'gpt-4': { capabilities: plain, maxOutputTokens: 8_192 },
  'gpt-4-turbo': { capabilities: seeing, maxOutputTokens: 4_096 },
  'gpt-4.1': { capabilities: seeing, maxOutputTokens: 32_768 },
  'gpt-4o': { capabilities: seeing, maxOutputTokens: 16_384 },
  'gpt-5': { capabilities: both, maxOutputTokens: 128_000 },
  'gpt-5-chat': { capabilities: seeing, maxOutputTokens: 16_384 },
  'gpt-oss': { capabilities: thinking },
  'grok-4': { capabilities: both },
  o1: { capabilities: always, maxOutputTokens: 100_000 },
  o3: { capabilities: always, maxOutputTokens: 100_000 },
  'o3-mini': { capabilities: ['thinking', 'always_thinking', 'tool_use'], maxOutputTokens: 100_000 },
  'o4-mini': { capabilities: always, maxOutputTokens: 100_000 },
  qwen3: { capabilities: thinking },
  'qwen3-coder': { capabilities: plain },
  'qwen3-vl': { capabilities: both },
};

const prefixes = Object.keys(known).sort((one, other) => other.length - one.length);

/** Facts about a model by the provider's name, with or without a vendor prefix; only `tool_use` for unknown models. */
export function knownModel(name: string): KnownModel {
  const bare = name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z]+\.)?anthropic\./, '');
  // some resellers write versions with a dot where the vendor has a dash
  const dashed = bare.startsWith('claude-') ? bare.replaceAll('.', '-') : bare;
  const prefix = prefixes.find((each) => dashed.startsWith(each));
  return (prefix === undefined ? undefined : known[prefix]) ?? { capabilities: plain, isUnknown: true };
}
