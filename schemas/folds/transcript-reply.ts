/** The frames of a reply: of the message in the log, and of arguments that still stream. */
import type { ContentPart, TranscriptFrame, TranscriptToolFrame } from '../generated/types.js';

/** `before`: frames of the step that are not the model's. Neighbouring texts of one kind are one frame, as when they are streamed. */
export function settledFrames(stepId: string, before: number, content: readonly ContentPart[]): TranscriptFrame[] {
  const frames: TranscriptFrame[] = [];
  let number = before;
  const add = (kind: 'text' | 'thinking', text: string): void => {
    const last = frames.findLast((frame) => frame.kind !== 'tool');
    if (text === '') return;
    if (last?.kind === kind) {
      last.text += text;
      return;
    }
    number += 1;
    const frameId = `${stepId}.f${number}`;
    frames.push(kind === 'text' ? { kind, frameId, role: 'assistant', text } : { kind, frameId, text });
  };
  for (const part of content) {
    if (part.type === 'text') add('text', part.text);
    else if (part.type === 'thinking') add('thinking', part.thinking);
    else if (part.type === 'tool_use')
      frames.push({ ...callFrame(stepId, part.tool_call_id, part.tool_name), input: part.input });
  }
  return frames;
}

/**
 * How much of streamed arguments is shown: each operation carries all of it, so its updates come in steps that grow
 * with its length.
 */
export function shownArguments(text: string, before = ''): string {
  const stride = Math.max(64, 2 ** (Math.floor(Math.log2(Math.max(1, text.length))) - 3));
  const end = Math.floor(text.length / stride) * stride;
  // to look into a text that was put together from pieces costs its whole length
  if (end === before.length || end === before.length + 1) return before;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** A call of which nothing more is known than that it is wanted. */
export function callFrame(stepId: string, toolCallId: string, name: string): TranscriptToolFrame {
  return {
    kind: 'tool',
    frameId: `${stepId}.${toolCallId}`,
    toolCallId,
    name,
    state: 'running',
    todoId: name === 'TodoList' ? 'todo' : undefined,
  };
}
