/** Sends a model request outside of the conversation: text in, text out, and nothing enters the context. */
import type { ContentPart, TokenUsage } from '../../schemas/generated/types.js';
import { ProviderError, type FinishReason, type ModelRequest } from '../providers/provider.js';
import type { ModelBinding } from './turn.js';

export interface SideRequest {
  purpose: NonNullable<ModelRequest['purpose']>;
  system: string;
  content: ContentPart[];
  /** in tokens; a longer reply is not read to its end */
  outputLimit: number;
  /** session id */
  cacheKey: string;
}

export interface SideReply {
  /** trimmed and not empty */
  text: string;
  usage: TokenUsage;
}

/** Assumed maximum length of a token in chars, for limits. */
const charsPerToken = 4;

/** Sends one request. Throws ProviderError, also for a reply without text; after an abort, the signal's reason. */
export async function askAside(model: ModelBinding, request: SideRequest, signal: AbortSignal): Promise<SideReply> {
  const { purpose, system, content, outputLimit, cacheKey } = request;
  // a default limit may exceed what the provider accepts
  const limit = model.maxOutputTokens === undefined ? undefined : Math.min(model.maxOutputTokens, outputLimit);
  const pieces: string[] = [];
  let length = 0;
  let usage: TokenUsage = { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
  let finish: FinishReason | undefined;
  const stream = model.provider.stream(
    {
      purpose,
      model: model.model,
      system,
      tools: [],
      messages: [{ role: 'user', content }],
      cacheKey,
      ...(model.thinking === undefined ? {} : { thinking: model.thinking }),
      ...(limit === undefined ? {} : { maxOutputTokens: limit }),
      ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
      ...(model.topP === undefined ? {} : { topP: model.topP }),
    },
    signal,
  );
  for await (const event of stream) {
    if (event.type === 'usage') usage = event.usage;
    if (event.type === 'finish') finish = event.reason;
    if (event.type !== 'text') continue;
    pieces.push(event.text);
    length += event.text.length;
    if (length > outputLimit * charsPerToken) finish = 'max_tokens';
    if (finish !== undefined) break;
  }
  if (finish === 'filtered') throw new ProviderError('filtered', 'The provider withheld the answer.');
  if (finish === undefined) throw new ProviderError('connection', 'the reply broke off before its end');
  const text = pieces.join('').trim();
  if (text === '') throw new ProviderError('empty', 'The model sent an empty reply.');
  return { text: text.slice(0, outputLimit * charsPerToken), usage };
}
