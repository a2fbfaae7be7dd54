/** Output format `text`: the answer on stdout as it streams, thinking and everything else on stderr (cli.md 4.2). */
import { alignDelta, replaced, type Aligned, type TextDelta } from '../../schemas/folds/text.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { isCut, type EventFrame } from '../api/stream.js';
import { createBlock, type Block } from './block.js';
import { createNotices } from './notices.js';
import { piecesOf, type Printer, type PrinterOptions, type Sink } from './printer.js';

/** A text of a step during streaming. */
interface TextStream {
  block: Block;
  sink: Sink;
  /** the text received so far */
  buffer: string;
  /** text is missing: nothing more is shown until the whole message arrives */
  gap: boolean;
}

export function createTextPrinter({ stdout, stderr, readMessage }: PrinterOptions): Printer {
  const answer = createBlock(stdout, { raw: stdout.isTTY !== true });
  const assistant: TextStream = { block: answer, sink: stdout, buffer: '', gap: false };
  const thinking: TextStream = { block: createBlock(stderr), sink: stderr, buffer: '', gap: false };
  const notices = createNotices(stderr, closeBlocks);

  function closeBlocks(): void {
    thinking.block.close();
    assistant.block.close();
  }

  function startOver(): void {
    closeBlocks();
    for (const stream of [assistant, thinking]) Object.assign(stream, { buffer: '', gap: false });
  }

  async function show(stream: TextStream, aligned: Aligned): Promise<void> {
    stream.gap = aligned.kind === 'gap';
    if (aligned.kind === 'replace') stream.block.close();
    stream.buffer = aligned.buffer;
    if (aligned.added === '') return;
    // a delta of one stream ends the block of the other
    (stream === assistant ? thinking : assistant).block.close();
    for (const piece of piecesOf(aligned.added)) {
      stream.block.write(piece);
      await stream.sink.ready?.();
    }
  }

  async function delta(
    stream: TextStream,
    payload: Omit<TextDelta, 'offset'>,
    offset: number | undefined,
  ): Promise<void> {
    if (stream.gap && payload.recovered !== true) return;
    await show(stream, alignDelta(stream.buffer, { ...payload, offset }));
  }

  /** Completes the text from the whole message, in case deltas are missing. */
  async function message(frame: Extract<EventFrame, { type: 'message.appended' }>): Promise<void> {
    const { id, role, content } = frame.payload.message;
    if (role !== 'assistant') return;
    const whole = textsOf(isCut(frame) ? (await readMessage(id)).content : content);
    if (whole.thinking !== '') await show(thinking, replaced(thinking.buffer, whole.thinking));
    if (whole.assistant !== '') await show(assistant, replaced(assistant.buffer, whole.assistant));
    startOver();
  }

  return {
    async frame(frame: EventFrame) {
      switch (frame.type) {
        case 'assistant.delta':
          return await delta(assistant, frame.payload, frame.offset);
        case 'thinking.delta':
          return await delta(thinking, frame.payload, frame.offset);
        case 'message.appended':
          return await message(frame);
        case 'turn.step.started':
        case 'turn.step.retrying':
        case 'turn.step.completed':
        case 'turn.step.interrupted':
        case 'turn.ended':
          startOver();
          return await notices.frame(frame);
        default:
          return await notices.frame(frame);
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
