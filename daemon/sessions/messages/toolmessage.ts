/** Builds the message for the result of a tool call. */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';

/** The tool message for a `tool.result` event (ws.md 7.2). */
export function toolMessage(
  sessionId: string,
  event: Extract<EventPayload, { type: 'tool.result' }>,
  time: number,
): Message {
  return {
    id: event.messageId,
    session_id: sessionId,
    role: 'tool',
    created_at: new Date(time).toISOString(),
    content: [
      {
        type: 'tool_result',
        tool_call_id: event.toolCallId,
        output: event.output,
        ...(event.isError ? { is_error: true } : {}),
      },
    ],
    metadata: {
      agent_id: event.agentId,
      turn_id: event.turnId,
      ...(event.step === undefined ? {} : { step: event.step }),
    },
  };
}
