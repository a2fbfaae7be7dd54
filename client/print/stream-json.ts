/** Output format `stream-json`: one Assistant line per step, one Tool line per call in call order (cli.md 4.3). */
import type { ContentPart, Message } from '../../schemas/generated/types.js';
import { isCut, type EventFrame } from '../api/stream.js';
import { visibleJson } from '../visible-json.js';
import { createNotices } from './notices.js';
import { plainText } from '../view/content.js';
import { piecesOf, type Printer, type PrinterOptions } from './printer.js';

/** The first line of a failed result for the model (engine.md 4.1). */
const failed = '<system>error: the call failed</system>';

export function createJsonPrinter({ stdout, stderr, readMessage }: PrinterOptions): Printer {
  const notices = createNotices(stderr);
  /** calls without a written line, in call order */
  let waiting: string[] = [];
  const results = new Map<string, string>();

  async function line(pieces: Iterable<string>): Promise<void> {
    for (const piece of pieces) {
      stdout.write(visibleJson(piece));
      await stdout.ready?.();
    }
    stdout.write('\n');
    await stdout.ready?.();
  }

  async function message(frame: Extract<EventFrame, { type: 'message.appended' }>): Promise<void> {
    const { id, role } = frame.payload.message;
    if (role !== 'assistant') return;
    const { text, calls } = partsOf(isCut(frame) ? await readMessage(id) : frame.payload.message);
    if (text === undefined && calls === undefined) return;
    await line(assistantLine(text, calls ?? []));
    waiting.push(...(calls ?? []).map(({ tool_call_id }) => tool_call_id));
    await flush();
  }

  async function result(frame: Extract<EventFrame, { type: 'tool.result' }>): Promise<void> {
    const { toolCallId, isError, messageId } = frame.payload;
    // results that the engine cut for the model are marked too; their message has the same text
    const output = isCut(frame) ? outputOf(await readMessage(messageId), toolCallId) : frame.payload.output;
    const text = plainText(output ?? frame.payload.output);
    results.set(toolCallId, isError ? `${failed}\n${text}` : text);
    await flush();
  }

  async function flush(): Promise<void> {
    while (waiting[0] !== undefined) {
      const [id] = waiting;
      const content = results.get(id);
      if (content === undefined) return;
      results.delete(id);
      waiting = waiting.slice(1);
      await line(toolLine(id, content));
    }
  }

  return {
    async frame(frame: EventFrame) {
      if (frame.type === 'message.appended') await message(frame);
      if (frame.type === 'tool.result') await result(frame);
      await notices.frame(frame);
    },
    end: () => notices.end(),
  };
}

type Call = Extract<ContentPart, { type: 'tool_use' }>;

/** Returns neither text nor calls for a message that was cut off before any text. */
function partsOf({ content, metadata }: Message): { text?: string; calls?: Call[] } {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  // calls of an aborted step never run, so they would have no results
  if (metadata?.partial) return text === '' ? {} : { text };
  return { text, calls: content.filter((part) => part.type === 'tool_use') };
}

function outputOf({ content }: Message, toolCallId: string): string | ContentPart[] | undefined {
  for (const part of content) if (part.type === 'tool_result' && part.tool_call_id === toolCallId) return part.output;
  return undefined;
}

function* assistantLine(text: string | undefined, calls: readonly Call[]): Generator<string> {
  yield '{"role":"assistant"';
  if (text) {
    yield ',"content":';
    yield* quoted(text);
  }
  for (const [index, { tool_call_id, tool_name, input }] of calls.entries()) {
    yield `${index === 0 ? ',"tool_calls":[' : ','}{"type":"function","id":${JSON.stringify(tool_call_id)},"function":{`;
    yield `"name":${JSON.stringify(tool_name)},"arguments":`;
    yield* quoted(typeof input === 'string' ? input : JSON.stringify(input));
    yield '}}';
  }
  yield calls.length > 0 ? ']}' : '}';
}

function* toolLine(id: string, content: string): Generator<string> {
  yield `{"role":"tool","tool_call_id":${JSON.stringify(id)},"content":`;
  yield* quoted(content);
  yield '}';
}

/** Yields a JSON string in pieces; a surrogate pair between two of them becomes two escapes. */
function* quoted(text: string): Generator<string> {
  yield '"';
  for (const piece of piecesOf(text)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}
