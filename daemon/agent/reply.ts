/** One step's model request: streams the reply, tries again where that helps, and assembles the message. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ContentPart, ErrorPayload, Message, TokenUsage } from '../../schemas/generated/types.js';
import { ProviderError, type FinishReason, type ModelEvent, type ModelRequest } from '../providers/provider.js';
import { errorNameOf, providerFailure, retryDelay } from '../providers/retry.js';
import { admitStep } from './admission.js';
import { estimateParts, estimateRequest, estimateText } from '../providers/tokens.js';
import { argumentsOf } from './arguments.js';
import { holdsMedia } from './inline.js';
import { buildRequest, type RequestShape } from './request.js';
import { costField } from './price.js';
import { startStopwatch } from './timings.js';
import type { Call, ModelBinding, Reply, Turn } from './turn.js';

export type ReplyOutcome =
  | { kind: 'reply'; reply: Reply; stepId: string }
  | { kind: 'aborted'; stepId?: string; partial?: Message }
  /** the context is too long for the provider */
  | { kind: 'overflow'; stepId: string; error: ErrorPayload; errorName: string; attempt: number; status?: number }
  | { kind: 'failed'; stepId?: string; error: ErrorPayload };

/** Asks the model, from the given attempt on; `opening` is emptied into the commit of the first `turn.step.started`. */
export async function* requestReply(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  firstAttempt: number,
): AsyncGenerator<NewEvent[], ReplyOutcome> {
  const shape: RequestShape = { strict: false };
  const maxAttempts = firstAttempt - 1 + turn.limits.maxAttempts;
  for (let attempt = firstAttempt; ; attempt += 1) {
    const admitted = yield* admitStep(turn, step, opening);
    if (admitted.kind === 'aborted') return { kind: 'aborted' };
    if (admitted.kind === 'refused') return { kind: 'failed', error: admitted.error };
    const { model, system, hold } = admitted;
    const stepId = turn.newId('step');
    const { agentId, turnId } = turn;
    yield [
      ...opening.splice(0),
      { type: 'turn.step.started', agentId, turnId, step, stepId, attempt, model: model.alias },
    ];
    const watch = startStopwatch(turn.now);
    const assembly = createAssembly(turn, step, stepId, model);
    let media = false;
    let request: ModelRequest | undefined;
    try {
      request = await buildRequest(turn, model, system, shape);
      media = holdsMedia(request.messages);
      watch.built();
      for await (const event of model.provider.stream(request, turn.signal)) {
        if (event.type !== 'usage' && event.type !== 'finish') watch.received();
        const delta = assembly.add(event);
        if (!delta) continue;
        yield [delta];
        watch.consumed();
      }
      return { kind: 'reply', stepId, reply: { ...assembly.finish(), timings: watch.read() } };
    } catch (error) {
      const lost = request && assembly.spent(request);
      // it is paid for all the same
      if (lost) yield [brokenOff(turn, model, lost)];
      hold?.release();
      if (turn.signal.aborted) return { kind: 'aborted', stepId, partial: assembly.partial() };
      if (!(error instanceof ProviderError)) throw error;
      const refused = media && refusesImages(error);
      if (refused) yield imagesRefused(turn, model);
      if (error.kind === 'context_overflow' && !refused) return overflowOf(error, stepId, attempt);
      const delayMs = refused && error.kind !== 'filtered' ? 0 : nextDelay(error, attempt, shape, turn);
      if (delayMs === undefined || attempt >= maxAttempts) {
        return { kind: 'failed', stepId, error: providerFailure(error) };
      }
      yield [
        {
          type: 'turn.step.retrying',
          agentId,
          turnId,
          step,
          stepId,
          failedAttempt: attempt,
          nextAttempt: attempt + 1,
          maxAttempts,
          delayMs,
          errorName: errorNameOf(error),
          errorMessage: error.message,
          ...(error.facts.status === undefined ? {} : { statusCode: error.facts.status }),
        },
      ];
      try {
        await turn.sleep(delayMs, turn.signal);
      } catch (interrupted) {
        if (turn.signal.aborted) return { kind: 'aborted', stepId };
        throw interrupted;
      }
    }
  }
}

function brokenOff({ agentId }: Turn, { alias, price }: ModelBinding, usage: TokenUsage): NewEvent {
  return { type: 'request.usage', agentId, model: alias, usage, ...costField(price, usage), purpose: 'broken' };
}

/** A request that is too large in bytes is so by its media. */
function refusesImages({ facts }: ProviderError): boolean {
  return facts.complaint === 'image' || facts.status === 413;
}

/** Keeps what was refused out of all later requests, so that one bad image costs one request and not the session. */
function imagesRefused(turn: Turn, model: ModelBinding): NewEvent[] {
  const { agentId } = turn;
  const until = turn.context().at(-1)?.message.created_at ?? new Date(turn.now()).toISOString();
  return [
    { type: 'images.refused', agentId, until, family: model.family },
    {
      type: 'warning',
      agentId,
      code: 'images-refused',
      message: 'The provider refused an image. The model now gets notes in place of the images sent so far.',
    },
  ];
}

function overflowOf(error: ProviderError, stepId: string, attempt: number): ReplyOutcome {
  const { status } = error.facts;
  return {
    kind: 'overflow',
    stepId,
    error: providerFailure(error),
    errorName: errorNameOf(error),
    attempt,
    ...(status === undefined ? {} : { status }),
  };
}

/** Milliseconds until the next attempt, or undefined when there is none; may change the shape of the request. */
function nextDelay(error: ProviderError, attempt: number, shape: RequestShape, turn: Turn): number | undefined {
  if (error.facts.complaint === 'structure' && !shape.strict) {
    shape.strict = true;
    return 0;
  }
  const verdict = retryDelay(error, attempt, { random: turn.random, now: turn.now });
  return verdict.retry ? verdict.delayMs : undefined;
}

interface PendingCall {
  id: string;
  name: string;
  pieces: string[];
}

interface Assembly {
  /** takes a model event; returns the delta to show, if any */
  add(event: ModelEvent): NewEvent | undefined;
  /** the whole reply; throws ProviderError when it is empty or was cut off */
  finish(): Omit<Reply, 'timings'>;
  /** the text so far, for a reply cut off by an abort */
  partial(): Message | undefined;
  /** what a reply took that did not come to its end, estimated where the provider did not tell; undefined when nothing came */
  spent(request: ModelRequest): TokenUsage | undefined;
}

/** Puts model events together to a message. */
function createAssembly(turn: Turn, step: number, stepId: string, model: ModelBinding): Assembly {
  const { agentId, turnId } = turn;
  const parts: ContentPart[] = [];
  const calls = new Map<number, PendingCall>();
  let usage: TokenUsage = { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
  let told = false;
  let finish: { reason: FinishReason; raw?: string } | undefined;
  const text = createBlocks(parts);

  function addCall(event: ModelEvent & { type: 'tool_call' }): NewEvent {
    let call = calls.get(event.index);
    const first = call === undefined;
    if (!call) {
      text.close();
      call = { id: turn.claimCallId(event.id), name: event.name ?? '', pieces: [] };
      calls.set(event.index, call);
    }
    call.pieces.push(event.arguments);
    return {
      type: 'tool.call.delta',
      agentId,
      turnId,
      toolCallId: call.id,
      step,
      ...(first ? { name: call.name } : {}),
      argumentsPart: event.arguments,
    };
  }

  function message(content: ContentPart[], partial: boolean): Message {
    return turn.newMessage({
      role: 'assistant',
      content,
      metadata: { agent_id: agentId, turn_id: turnId, step, ...(partial ? { partial: true } : {}) },
    });
  }

  return {
    add(event) {
      switch (event.type) {
        case 'text':
          if (event.text === '') return undefined;
          text.add('text', event.text);
          return { type: 'assistant.delta', agentId, turnId, delta: event.text, step, stepId };
        case 'thinking':
          if (event.text === '') return undefined;
          text.add('thinking', event.text);
          return { type: 'thinking.delta', agentId, turnId, delta: event.text, step, stepId };
        case 'thinking_signature':
          text.sign(event.signature);
          return undefined;
        case 'tool_call':
          return addCall(event);
        case 'usage':
          told = true;
          usage = event.usage;
          return undefined;
        case 'finish':
          finish = { reason: event.reason, ...(event.raw === undefined ? {} : { raw: event.raw }) };
          return undefined;
      }
    },
    finish() {
      if (!finish) throw new ProviderError('connection', 'the reply broke off before its end');
      text.close();
      const complete = [...calls.values()].map((call): Call => ({
        id: call.id,
        name: call.name,
        argumentsText: call.pieces.join('') || '{}',
      }));
      const kept = finish.reason === 'max_tokens' ? complete.filter((call) => isJson(call.argumentsText)) : complete;
      if (
        parts.length === 0 &&
        complete.length === 0 &&
        finish.reason !== 'filtered' &&
        finish.reason !== 'max_tokens'
      ) {
        throw new ProviderError('empty', 'the model sent an empty reply');
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
    spent(request) {
      if (told) return usage;
      text.close();
      if (parts.length === 0 && calls.size === 0) return undefined;
      const output = [...calls.values()].reduce(
        (sum, { name, pieces }) => sum + estimateText(name + pieces.join('')),
        estimateParts(parts),
      );
      return { ...usage, inputOther: estimateRequest(request), output };
    },
  };
}

interface Blocks {
  add(type: 'text' | 'thinking', text: string): void;
  sign(signature: string): void;
  close(): void;
}

/** Collects neighbouring text of one kind into one part. */
function createBlocks(parts: ContentPart[]): Blocks {
  let open: { type: 'text' | 'thinking'; pieces: string[]; signature?: string } | undefined;
  function close(): void {
    if (!open) return;
    const text = open.pieces.join('');
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
        open = { type, pieces: [] };
      }
      open.pieces.push(text);
    },
    sign(signature) {
      // a signature ends its block: the next one has its own
      if (open?.type !== 'thinking') {
        close();
        open = { type: 'thinking', pieces: [] };
      }
      open.signature = signature;
      close();
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
