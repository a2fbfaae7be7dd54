/** Projects the context into a model request (engine.md 2.8): pairs calls with results, omits foreign thinking. */
import type { ContentPart, Message } from '../../schemas/generated/types.js';
import type { ModelMessage, ModelRequest } from '../providers/provider.js';
import { inlineMedia, refusedParts } from './inline.js';
import type { ContextEntry, ModelBinding, Turn } from './turn.js';

/** Changes to a request after a complaint of the provider. */
export interface RequestShape {
  strict: boolean;
}

const lostResult = 'The result of this call was lost. Do not assume that it succeeded; check before repeating it.';

export async function buildRequest(
  turn: Turn,
  model: ModelBinding,
  system: string,
  shape: RequestShape,
): Promise<ModelRequest> {
  const context = turn.context();
  const messages = projectMessages(context, {
    family: model.family,
    keepThinking: model.keepThinking && !shape.strict,
    strict: shape.strict,
  });
  await inlineMedia(messages, {
    sessionDirectory: turn.sessionDirectory,
    takesImages: model.imageInput,
    takesVideos: model.videoInput,
    refused: refusedParts(context, turn.refusedImages(), model.family),
  });
  const tools = model.toolUse ? turn.tools().map(({ definition }) => definition) : [];
  return {
    model: model.model,
    system,
    tools,
    messages: tools.length === 0 ? withoutCalls(messages) : messages,
    cacheKey: turn.sessionId,
    ...(model.thinking === undefined ? {} : { thinking: model.thinking }),
    ...(model.keepThinking ? {} : { keepThinking: false }),
    ...(model.maxOutputTokens === undefined ? {} : { maxOutputTokens: model.maxOutputTokens }),
    ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
    ...(model.topP === undefined ? {} : { topP: model.topP }),
  };
}

interface Projection {
  family: string;
  keepThinking: boolean;
  strict: boolean;
}

/** Returns the messages in the order and pairing that providers require. */
export function projectMessages(entries: readonly ContextEntry[], projection: Projection): ModelMessage[] {
  const results = new Map<string, ContentPart>();
  for (const { message } of entries) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) if (part.type === 'tool_result') results.set(part.tool_call_id, part);
  }
  const out: ModelMessage[] = [];
  const called = new Set<string>();
  let turn: number | undefined;
  for (const entry of entries) {
    const { role, metadata } = entry.message;
    if (role === 'tool') continue;
    if (role === 'assistant') addAssistant(out, entry, results, called, projection);
    else addUser(out, entry.message, metadata?.turn_id !== turn);
    turn = metadata?.turn_id;
  }
  return projection.strict ? afterFirstUser(out) : out;
}

function addUser(out: ModelMessage[], message: Message, opensTurn: boolean): void {
  const content = message.content.filter((part) => part.type !== 'text' || part.text !== '');
  const reminders = (message.metadata?.reminders ?? []).map((text): ContentPart => ({ type: 'text', text }));
  const parts = [...reminders, ...content];
  if (parts.length === 0) return;
  const last = out.at(-1);
  if (last?.role !== 'user') {
    out.push({ role: 'user', content: parts });
    return;
  }
  if (opensTurn) last.newest = last.content.length;
  last.content.push(...parts);
}

function addAssistant(
  out: ModelMessage[],
  entry: ContextEntry,
  results: Map<string, ContentPart>,
  called: Set<string>,
  projection: Projection,
): void {
  const thinks = projection.keepThinking && entry.family === projection.family;
  const content: ContentPart[] = [];
  const calls: string[] = [];
  for (const part of entry.message.content) {
    if (part.type === 'thinking' && !thinks) continue;
    if (part.type === 'text' && part.text === '') continue;
    if (part.type === 'tool_use') {
      // strict: a provider refused the structure, so send a duplicate call only once
      if (projection.strict && called.has(part.tool_call_id)) continue;
      called.add(part.tool_call_id);
      calls.push(part.tool_call_id);
    }
    content.push(part);
  }
  if (content.length === 0) return;
  const last = out.at(-1);
  if (projection.strict && last?.role === 'assistant') last.content.push(...content);
  else out.push({ role: 'assistant', content });
  if (calls.length === 0) return;
  out.push({
    role: 'tool',
    content: calls.map((id) =>
      asSent(results.get(id) ?? { type: 'tool_result', tool_call_id: id, output: lostResult, is_error: true }),
    ),
  });
}

/** Marks the result of a failed call for the model (engine.md 4.1). */
function asSent(part: ContentPart): ContentPart {
  if (part.type !== 'tool_result' || !part.is_error) return part;
  const status = '<system>error: the call failed</system>';
  return {
    ...part,
    output:
      typeof part.output === 'string' ? `${status}\n${part.output}` : [{ type: 'text', text: status }, ...part.output],
  };
}

function afterFirstUser(messages: ModelMessage[]): ModelMessage[] {
  const first = messages.findIndex((message) => message.role === 'user');
  return first <= 0 ? messages : messages.slice(first);
}

/** Rewrites calls as text, because some providers reject them in a request without tools. */
export function withoutCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  const names = new Map<string, string>();
  const out: ModelMessage[] = [];
  for (const { role, content } of messages) {
    for (const part of content) if (part.type === 'tool_use') names.set(part.tool_call_id, part.tool_name);
    const rewritten = {
      role: role === 'tool' ? ('user' as const) : role,
      content: content.flatMap((part) => asText(part, names)),
    };
    const last = out.at(-1);
    if (last?.role === rewritten.role) last.content.push(...rewritten.content);
    else out.push(rewritten);
  }
  return out;
}

function asText(part: ContentPart, names: ReadonlyMap<string, string>): ContentPart[] {
  if (part.type === 'tool_use')
    return [{ type: 'text', text: `[You called ${part.tool_name}: ${JSON.stringify(part.input)}]` }];
  if (part.type !== 'tool_result') return [part];
  const head: ContentPart = { type: 'text', text: `[Result of ${names.get(part.tool_call_id) ?? 'a call'}:]` };
  return [head, ...(typeof part.output === 'string' ? [{ type: 'text' as const, text: part.output }] : part.output)];
}
