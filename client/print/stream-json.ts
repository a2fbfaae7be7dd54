/** Output format `stream-json`: one Assistant line per step, one Tool line per call in call order (cli.md 4.3). */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { Message } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { createNotices } from './notices.js';
import { plainText } from './plain-text.js';
import type { Printer, Sink } from './printer.js';

/** The line a failed result begins with when the model reads it (engine.md 4.1). */
const failed = '<system>error: the call failed</system>';

interface AssistantLine {
  role: 'assistant';
  content?: string;
  tool_calls?: { type: 'function'; id: string; function: { name: string; arguments: string } }[];
}

export function createJsonPrinter({ stdout, stderr }: { stdout: Sink; stderr: Sink }): Printer {
  const notices = createNotices(stderr);
  /** calls whose line is not written yet, in call order */
  let waiting: string[] = [];
  const results = new Map<string, string>();

  function line(value: AssistantLine | { role: 'tool'; tool_call_id: string; content: string }): void {
    stdout.write(`${JSON.stringify(value)}\n`);
  }

  function message(message: Message): void {
    if (message.role !== 'assistant') return;
    const assistant = assistantLine(message);
    if (assistant) line(assistant);
    waiting.push(...(assistant?.tool_calls ?? []).map(({ id }) => id));
    flush();
  }

  function result(payload: EventPayloads['tool.result']): void {
    const output = plainText(payload.output);
    results.set(payload.toolCallId, payload.isError ? `${failed}\n${output}` : output);
    flush();
  }

  function flush(): void {
    while (waiting[0] !== undefined) {
      const content = results.get(waiting[0]);
      if (content === undefined) return;
      line({ role: 'tool', tool_call_id: waiting[0], content });
      results.delete(waiting[0]);
      waiting = waiting.slice(1);
    }
  }

  return {
    frame(frame: EventFrame) {
      if (frame.type === 'message.appended') message(frame.payload.message);
      if (frame.type === 'tool.result') result(frame.payload);
      notices.frame(frame);
    },
    end: () => notices.end(),
  };
}

/** Undefined for a message that was cut off before any text. */
function assistantLine({ content, metadata }: Message): AssistantLine | undefined {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  // calls of an aborted step are never run, so nothing would answer them
  const calls = metadata?.partial ? [] : content.filter((part) => part.type === 'tool_use');
  if (metadata?.partial && text === '') return undefined;
  return {
    role: 'assistant',
    ...(text !== '' && { content: text }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        type: 'function' as const,
        id: call.tool_call_id,
        function: {
          name: call.tool_name,
          arguments: typeof call.input === 'string' ? call.input : JSON.stringify(call.input),
        },
      })),
    }),
  };
}
