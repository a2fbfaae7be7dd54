/** Requests of adapters to a model server that records them. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { createProvider, type ProviderSettings } from '../../daemon/providers/index.js';
import type { ModelMessage, ModelRequest } from '../../daemon/providers/provider.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { block, chat, collect, delta, deps, message } from './fixtures.js';

export let raw: RawModel;

export const tools = ['Glob', 'Read'].map((name) => ({
  name,
  description: `${name}s`,
  inputSchema: { type: 'object' },
}));

export const png = {
  type: 'image' as const,
  source: { kind: 'base64' as const, media_type: 'image/png', data: 'AAAA' },
};

const whole = {
  openai: chat(delta({ content: 'x' }, 'stop')),
  anthropic: message(block(0, { type: 'text', text: 'x' })),
};

export async function sent(
  type: 'openai' | 'anthropic',
  asked: ModelRequest,
  settings: Partial<ProviderSettings> = {},
): Promise<Record<string, unknown>> {
  raw.reply({ body: [whole[type]] });
  await collect(createProvider({ type, apiKey: 'sk-1234567', baseUrl: raw.url, ...settings }, deps), asked);
  return raw.requests.at(-1)?.body as Record<string, unknown>;
}

export const history: ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Look' }, png] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'SIG' },
      { type: 'text', text: 'ok' },
      { type: 'tool_use', tool_call_id: 'odd id!'.repeat(10), tool_name: 'Read', input: { path: 'a' } },
      { type: 'tool_use', tool_call_id: 'b', tool_name: 'Glob', input: '{bad' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool_result', tool_call_id: 'odd id!'.repeat(10), output: [{ type: 'text', text: 'seen' }, png] },
      { type: 'tool_result', tool_call_id: 'b', output: 'no', is_error: true },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'and now \ud83d?' }] },
];

export const dataUrl = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

export const newId = expect.stringMatching(/^call_[0-9a-f]{24}$/);

/** Registers the set-up of these suites. */
export function useRawModel(): void {
  beforeAll(async () => {
    raw = await startRawModel();
  });
  afterAll(() => raw.close());
}
