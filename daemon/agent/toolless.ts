/** A conversation for a model that is offered no tools: its calls and their results become plain text. */
import type { ContentPart } from '../../schemas/generated/types.js';
import type { ModelMessage } from '../providers/provider.js';

/** Some providers refuse calls in the history of a request without tools. */
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
