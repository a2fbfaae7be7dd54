/** Output format `text`: the answer on stdout as it comes, thinking and everything else on stderr (cli.md 4.2). */
import { alignDelta, replaced, type Aligned, type TextDelta } from '../../schemas/folds/text.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { createBlock, type Block } from './block.js';
import { createNotices } from './notices.js';
import type { Printer, Sink } from './printer.js';

/** One text of a step while it is streamed. */
interface TextStream {
  block: Block;
  /** what was put together so far */
  buffer: string;
  /** something is missing: nothing more is shown before it is healed */
  gap: boolean;
}

export function createTextPrinter({ stdout, stderr }: { stdout: Sink; stderr: Sink }): Printer {
  const assistant: TextStream = { block: createBlock(stdout), buffer: '', gap: false };
  const thinking: TextStream = { block: createBlock(stderr), buffer: '', gap: false };
  const notices = createNotices(stderr, closeBlocks);

  function closeBlocks(): void {
    thinking.block.close();
    assistant.block.close();
  }

  function startOver(): void {
    closeBlocks();
    for (const stream of [assistant, thinking]) Object.assign(stream, { buffer: '', gap: false });
  }

  function show(stream: TextStream, aligned: Aligned): void {
    stream.gap = aligned.kind === 'gap';
    if (aligned.kind === 'replace') stream.block.close();
    stream.buffer = aligned.buffer;
    if (aligned.added === '') return;
    // the other text ends where this one goes on
    (stream === assistant ? thinking : assistant).block.close();
    stream.block.write(aligned.added);
  }

  function delta(stream: TextStream, payload: Omit<TextDelta, 'offset'>, offset: number | undefined): void {
    if (stream.gap && payload.recovered !== true) return;
    show(stream, alignDelta(stream.buffer, { ...payload, offset }));
  }

  /** The whole text heals whatever the deltas left open. */
  function message(parts: readonly ContentPart[]): void {
    const whole = textsOf(parts);
    if (whole.thinking !== '') show(thinking, replaced(thinking.buffer, whole.thinking));
    if (whole.assistant !== '') show(assistant, replaced(assistant.buffer, whole.assistant));
    startOver();
  }

  return {
    frame(frame: EventFrame) {
      switch (frame.type) {
        case 'assistant.delta':
          return delta(assistant, frame.payload, frame.offset);
        case 'thinking.delta':
          return delta(thinking, frame.payload, frame.offset);
        case 'message.appended':
          return frame.payload.message.role === 'assistant' ? message(frame.payload.message.content) : undefined;
        case 'turn.step.started':
        case 'turn.step.retrying':
        case 'turn.step.completed':
        case 'turn.step.interrupted':
        case 'turn.ended':
          startOver();
          return notices.frame(frame);
        default:
          return notices.frame(frame);
      }
    },
    end() {
      startOver();
      notices.end();
    },
  };
}

function textsOf(parts: readonly ContentPart[]): { assistant: string; thinking: string } {
  let assistant = '';
  let thinking = '';
  for (const part of parts) {
    if (part.type === 'text') assistant += part.text;
    if (part.type === 'thinking') thinking += part.thinking;
  }
  return { assistant, thinking };
}
