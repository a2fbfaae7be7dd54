/** Assembles a reply's events into a message in linear time, and cuts off a reply that is too long (engine.md 2.2). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ContentPart, Message, TokenUsage } from '../../schemas/generated/types.js';
import {
  maxReplyBytes,
  ProviderError,
  type FinishReason,
  type ModelEvent,
  type ModelRequest,
} from '../providers/provider.js';
import { estimateParts, estimateRequest, estimateText } from '../providers/tokens.js';
import { argumentsOf, readArguments } from './arguments.js';
import { costField } from './price.js';
import type { Call, ModelBinding, Reply, Turn } from './turn.js';

/** Maximum number of pieces of text and arguments in a reply. */
const maxPieces = 500_000;
/** Maximum number of calls in a reply: each costs two events, and an abort waits for the events of all calls. */
const maxCalls = 1_024;
/** Maximum number of pieces that wait to be joined: many short strings take far more memory than one. */
const maxLoosePieces = 4_096;

/** Maximum length of a call's name in chars; no tool has a longer one. */
const maxNameLength = 256;
/** Maximum length in chars of a call's id, which is also used as a file name. */
const maxIdLength = 128;

export interface Assembly {
  /** takes a model event; returns the delta to publish, if any */
  add(event: ModelEvent): NewEvent | undefined;
  /** whether the reply has reached a limit, so that the rest is not read */
  isFull(): boolean;
  /** ends the reply here, as if it had reached a limit */
  breakOff(): void;
  /** returns the whole reply; throws ProviderError for an empty or cut-off one */
  finish(request: ModelRequest): Promise<Omit<Reply, 'timings'>>;
  /** returns the text so far, for an aborted reply */
  partial(): Message | undefined;
  /** returns the usage of a cut-off reply, estimated if the provider reported none; undefined for an empty one */
  spent(request: ModelRequest): TokenUsage | undefined;
}

interface PendingCall {
  id: string;
  name: string;
  text: Pieces;
}

export function createAssembly(turn: Turn, step: number, stepId: string, model: ModelBinding): Assembly {
  const { agentId, turnId } = turn;
  const parts: ContentPart[] = [];
  const calls = new Map<number, PendingCall>();
  const room = createRoom();
  let usage: TokenUsage = { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
  let isReported = false;
  let isBrokenOff = false;
  let finish: { reason: FinishReason; raw?: string } | undefined;
  const text = createBlocks(parts);

  function addCall(event: ModelEvent & { type: 'tool_call' }): NewEvent | undefined {
    let call = calls.get(event.index);
    const isFirst = call === undefined;
    if (!call) {
      if (calls.size === maxCalls) {
        breakOff();
        return undefined;
      }
      text.close();
      call = {
        id: turn.claimCallId(idOf(event)),
        name: (event.name ?? '').slice(0, maxNameLength),
        text: createPieces(),
      };
      calls.set(event.index, call);
    }
    const argumentsPart = taken(event.arguments);
    call.text.add(argumentsPart);
    return {
      type: 'tool.call.delta',
      agentId,
      turnId,
      toolCallId: call.id,
      step,
      ...(isFirst ? { name: call.name } : {}),
      argumentsPart,
    };
  }

  /** Returns as much of a text as the limits allow. */
  function taken(piece: string): string {
    const fitting = room.take(piece);
    if (fitting.length < piece.length || room.isUsedUp()) breakOff();
    return fitting;
  }

  function breakOff(): void {
    isBrokenOff = true;
  }

  function addText(type: 'text' | 'thinking', piece: string): NewEvent | undefined {
    const delta = taken(piece);
    if (delta === '') return undefined;
    text.add(type, delta);
    return { type: type === 'text' ? 'assistant.delta' : 'thinking.delta', agentId, turnId, delta, step, stepId };
  }

  function message(content: ContentPart[], isPartial: boolean): Message {
    return turn.newMessage({
      role: 'assistant',
      content,
      metadata: { agent_id: agentId, turn_id: turnId, step, ...(isPartial ? { partial: true } : {}) },
    });
  }

  function spent(request: ModelRequest): TokenUsage | undefined {
    if (isReported) return usage;
    text.close();
    if (parts.length === 0 && calls.size === 0) return undefined;
    const output = [...calls.values()].reduce(
      (sum, call) => sum + estimateText(call.name) + estimateText(call.text.whole()),
      estimateParts(parts),
    );
    return { ...usage, inputOther: estimateRequest(request), output };
  }

  return {
    add(event) {
      switch (event.type) {
        case 'text':
        case 'thinking':
          return addText(event.type, event.text);
        case 'thinking_signature':
          // a part of a signature is useless
          if (taken(event.signature) === event.signature) text.sign(event.signature);
          return undefined;
        case 'tool_call':
          return addCall(event);
        case 'usage':
          isReported = true;
          usage = event.usage;
          return undefined;
        case 'finish':
          finish = { reason: event.reason, ...(event.raw === undefined ? {} : { raw: event.raw }) };
          return undefined;
      }
    },
    isFull: () => isBrokenOff,
    breakOff,
    async finish(request) {
      if (isBrokenOff) {
        finish = { reason: 'max_tokens' };
        usage = spent(request) ?? usage;
      }
      if (!finish) throw new ProviderError('connection', 'the reply broke off before its end');
      text.close();
      const complete: Call[] = [];
      const kept: Call[] = [];
      for (const [at, pending] of [...calls.values()].entries()) {
        const { id, name } = pending;
        const call: Call = { id, name, argumentsText: pending.text.whole() || '{}' };
        complete.push(call);
        const isWhole = await readArguments(call);
        // the cut may have come before the arguments of the last call
        const isBegun = isBrokenOff && at === calls.size - 1 && pending.text.whole() === '';
        if (finish.reason !== 'max_tokens' || (isWhole && !isBegun)) kept.push(call);
      }
      if (
        parts.length === 0 &&
        complete.length === 0 &&
        finish.reason !== 'filtered' &&
        finish.reason !== 'max_tokens'
      ) {
        throw new ProviderError('empty', 'The model sent an empty reply.');
      }
      for (const call of kept) {
        parts.push({ type: 'tool_use', tool_call_id: call.id, tool_name: call.name, input: argumentsOf(call) });
      }
      return {
        message: message(parts, false),
        calls: kept,
        model: model.alias,
        family: model.family,
        usage,
        ...costField(model.price, usage),
        finishReason: kept.length > 0 && finish.reason === 'end_turn' ? 'tool_use' : finish.reason,
        ...(finish.raw === undefined ? {} : { rawFinishReason: finish.raw }),
        ...(kept.length < complete.length ? { droppedCall: true } : {}),
      };
    },
    partial() {
      text.close();
      return parts.some((part) => part.type === 'text' || part.type === 'thinking') ? message(parts, true) : undefined;
    },
    spent,
  };
}

/** Ignores an id that is too long. */
function idOf({ id }: ModelEvent & { type: 'tool_call' }): string | undefined {
  return id === undefined || id.length > maxIdLength ? undefined : id;
}

interface Room {
  /** returns the beginning of a text that fits, without splitting a surrogate pair */
  take(text: string): string;
  isUsedUp(): boolean;
}

/** Tracks what a reply may still take. */
function createRoom(): Room {
  let bytes = maxReplyBytes;
  let pieces = maxPieces;
  return {
    take(text) {
      if (text === '') return text;
      pieces -= 1;
      const size = Buffer.byteLength(text);
      if (size <= bytes) {
        bytes -= size;
        return text;
      }
      const { read = 0 } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
      bytes = 0;
      return text.slice(0, read);
    },
    isUsedUp: () => bytes <= 0 || pieces <= 0,
  };
}

interface Pieces {
  add(piece: string): void;
  whole(): string;
}

/** Collects a text from pieces, with few joins. */
function createPieces(): Pieces {
  let blocks: string[] = [];
  let loose: string[] = [];
  function join(): void {
    blocks.push(loose.join(''));
    loose = [];
  }
  return {
    add(piece) {
      if (piece === '') return;
      loose.push(piece);
      if (loose.length === maxLoosePieces) join();
    },
    whole() {
      if (loose.length > 0) join();
      if (blocks.length > 1) blocks = [blocks.join('')];
      return blocks[0] ?? '';
    },
  };
}

interface Blocks {
  add(type: 'text' | 'thinking', text: string): void;
  sign(signature: string): void;
  close(): void;
}

/** Merges adjacent text of one kind into one part. */
function createBlocks(parts: ContentPart[]): Blocks {
  let open: { type: 'text' | 'thinking'; text: Pieces; signature?: string } | undefined;
  function close(): void {
    if (!open) return;
    const text = open.text.whole();
    if (open.type === 'text') parts.push({ type: 'text', text });
    else
      parts.push({
        type: 'thinking',
        thinking: text,
        ...(open.signature === undefined ? {} : { signature: open.signature }),
      });
    open = undefined;
  }
  return {
    close,
    add(type, text) {
      if (open?.type !== type) {
        close();
        open = { type, text: createPieces() };
      }
      open.text.add(text);
    },
    sign(signature) {
      // a signature ends its block, because each block has only one
      if (open?.type !== 'thinking') {
        close();
        open = { type: 'thinking', text: createPieces() };
      }
      open.signature = signature;
      close();
    },
  };
}
