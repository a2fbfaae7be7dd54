/** Reads the editor's messages, one JSON-RPC object per line of stdin, and rejects invalid lines (acp-cli.md 1.1). */
import { StringDecoder } from 'node:string_decoder';
import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk';
import type { Input } from '../cli/io.js';

/** Maximum length of a line in bytes. */
const longestLine = 64 * 1024 * 1024;

export interface Lines {
  messages: ReadableStream<AnyMessage>;
  /** resolves when stdin has ended */
  ended: Promise<void>;
}

/** `refuse` answers an invalid line; `id` is null when unknown. */
export function readLines(
  input: Input,
  refuse: (error: { code: number; message: string }, id: JsonRpcId) => void,
): Lines {
  let pieces: Buffer[] = [];
  let length = 0;
  let isSkipping = false;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const messages = new ReadableStream<AnyMessage>({
    start(controller) {
      input.on('data', (chunk: Buffer | string) => {
        let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
          take(rest.subarray(0, at));
          endLine((message) => controller.enqueue(message));
          rest = rest.subarray(at + 1);
        }
        take(rest);
      });
      for (const event of ['end', 'close', 'error']) input.once(event, finish);
    },
  });

  function take(piece: Buffer): void {
    length += piece.length;
    if (length > longestLine) {
      isSkipping = true;
      pieces = [];
    } else if (piece.length > 0) pieces.push(piece);
  }

  function endLine(pass: (message: AnyMessage) => void): void {
    const text = isSkipping ? '' : new StringDecoder('utf8').end(Buffer.concat(pieces)).trim();
    if (isSkipping) refuse({ code: -32600, message: 'the line is longer than 64 MiB' }, null);
    pieces = [];
    length = 0;
    isSkipping = false;
    if (text === '') return;
    const value = parse(text);
    if (value === undefined) refuse({ code: -32700, message: 'not JSON' }, null);
    else if (Array.isArray(value)) refuse({ code: -32600, message: 'batches are not taken' }, null);
    else if (isMessage(value)) pass(value);
    // an invalid answer of the editor gets no error
    else if (!isAnswer(value)) refuse({ code: -32600, message: 'not a JSON-RPC 2.0 message' }, idOf(value));
  }

  return { messages, ended };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isMessage(value: unknown): value is AnyMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method, id } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  if (typeof method === 'string') return id === undefined || isId(id);
  return method === undefined && isId(id) && 'result' in value !== 'error' in value;
}

function isId(value: unknown): value is JsonRpcId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Returns the id of an invalid request; without a method it may be an answer, whose id is not the editor's. */
function idOf(value: unknown): JsonRpcId {
  if (typeof value !== 'object' || value === null || !('method' in value) || !('id' in value)) return null;
  return isId(value.id) ? value.id : null;
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('method' in value) && ('result' in value || 'error' in value);
}
