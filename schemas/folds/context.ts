/** Folds the log into the messages that an agent's model was sent at some point (engine.md 9, 10). */
import type { Message } from '../generated/types.js';

/** An event of the log; `payload` is undefined when it is damaged. */
export interface LogEvent {
  seq: number;
  type: string;
  agentId: string;
  payload: Readonly<Record<string, unknown>> | undefined;
}

export interface ContextMessage {
  /** number of its event */
  seq: number;
  id: string;
  role: Message['role'];
  content: Message['content'];
}

export interface ContextFold {
  take(event: LogEvent): void;
  /** oldest first; a copy */
  messages(agentId: string): ContextMessage[];
  /** empty when it is unknown */
  systemPrompt(agentId: string): string;
}

/** Takes the events of all agents in the order of the log, because some agents begin with the context of another. */
export function createContextFold(): ContextFold {
  const known = new Map<string, ContextMessage>();
  const contexts = new Map<string, ContextMessage[]>();
  const prompts = new Map<string, string>();
  /** messages from before an undo, by the undo's number */
  const before = new Map<number, ContextMessage[]>();

  const of = (agentId: string): ContextMessage[] => contexts.get(agentId) ?? [];

  function add(agentId: string, message: ContextMessage): void {
    known.set(message.id, message);
    const list = contexts.get(agentId);
    if (list) list.push(message);
    else contexts.set(agentId, [message]);
  }

  function kept(seq: number, messages: unknown): ContextMessage[] {
    return ((messages ?? []) as Message[]).map(({ id, role, content }) => ({ seq, id, role, content }));
  }

  function take({ seq, type, agentId, payload }: LogEvent): void {
    if (!payload) return;
    switch (type) {
      case 'message.appended': {
        const { id, role, content } = payload['message'] as Message;
        add(agentId, { seq, id, role, content });
        break;
      }
      case 'tool.result': {
        const { messageId, toolCallId, output, isError } = payload as Record<string, string>;
        const part = { type: 'tool_result', tool_call_id: toolCallId, output, ...(isError ? { is_error: true } : {}) };
        add(agentId, { seq, id: messageId ?? '', role: 'tool', content: [part] as Message['content'] });
        break;
      }
      case 'context.compacted': {
        const summary = of(agentId).filter(({ id }) => id === payload['messageId']);
        contexts.set(agentId, [...kept(seq, payload['messages']), ...summary]);
        break;
      }
      case 'context.undone': {
        const gone = new Set(payload['messageIds'] as string[]);
        before.set(seq, of(agentId));
        contexts.set(
          agentId,
          of(agentId).filter(({ id }) => !gone.has(id)),
        );
        break;
      }
      case 'context.redone': {
        const found = before.get(payload['undoneSeq'] as number);
        if (found) contexts.set(agentId, [...found]);
        break;
      }
      case 'context.copied': {
        const ids = payload['messageIds'] as string[];
        contexts.set(agentId, [
          ...kept(seq, payload['kept']),
          ...ids.flatMap((id) => known.get(id) ?? []),
          ...of(agentId),
        ]);
        break;
      }
      case 'agent.bound':
        if (typeof payload['rendered'] === 'string') prompts.set(agentId, payload['rendered']);
        break;
    }
  }

  return {
    take,
    messages: (agentId) => [...of(agentId)],
    systemPrompt: (agentId) => prompts.get(agentId) ?? '',
  };
}
