/** Performs one step's model request: streams the reply, and retries where that helps. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, Message, TokenUsage } from '../../schemas/generated/types.js';
import { ProviderError, ReplyTooLong, type ModelRequest } from '../providers/provider.js';
import { errorNameOf, providerFailure, retryDelay } from '../providers/retry.js';
import { admitStep } from './admission.js';
import { createAssembly } from './assembly.js';
import { holdsMedia } from './inline.js';
import { buildRequest, type RequestShape } from './request.js';
import { costField, type SpentPart } from './price.js';
import { startStopwatch } from './timings.js';
import type { ModelBinding, Reply, Turn } from './turn.js';

export type ReplyOutcome =
  | { kind: 'reply'; reply: Reply; stepId: string }
  | { kind: 'aborted'; stepId?: string; partial?: Message }
  /** the context is too long for the model */
  | { kind: 'overflow'; stepId: string; error: ErrorPayload; errorName: string; attempt: number; status?: number }
  /** `attempt`: absent when no request was sent; `errorName`: as in events */
  | { kind: 'failed'; stepId?: string; error: ErrorPayload; failed?: { attempt: number; errorName: string } };

/** Asks the model from an attempt on. The first commit empties `opening`. `spent` gets usage of broken replies. */
export async function* requestReply(
  turn: Turn,
  step: number,
  opening: NewEvent[],
  firstAttempt: number,
  spent: (part: SpentPart) => void,
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
      try {
        for await (const event of model.provider.stream(request, turn.signal)) {
          if (event.type !== 'usage' && event.type !== 'finish') watch.received();
          const delta = assembly.add(event);
          if (delta) {
            for (const part of inParts(delta)) yield [part];
            watch.consumed();
          }
          // leaving the loop ends the request
          if (assembly.isFull()) break;
        }
      } catch (error) {
        if (!(error instanceof ReplyTooLong)) throw error;
        assembly.breakOff();
      }
      return { kind: 'reply', stepId, reply: { ...(await assembly.finish(request)), timings: watch.read() } };
    } catch (error) {
      const lost = request && assembly.spent(request);
      // the provider charges for a broken reply, too
      if (lost) {
        const event = brokenOff(turn, model, lost);
        spent(event);
        yield [event];
      }
      hold?.release();
      if (turn.signal.aborted) return { kind: 'aborted', stepId, partial: assembly.partial() };
      if (!(error instanceof ProviderError)) throw error;
      const refused = media && refusesImages(error);
      if (refused) yield imagesRefused(turn, model);
      if (error.kind === 'context_overflow' && !refused) return overflowOf(error, stepId, attempt);
      const delayMs = refused && error.kind !== 'filtered' ? 0 : nextDelay(error, attempt, shape, turn);
      if (delayMs === undefined || attempt >= maxAttempts) {
        return {
          kind: 'failed',
          stepId,
          error: providerFailure(error),
          failed: { attempt, errorName: errorNameOf(error) },
        };
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

/** Maximum length of one delta in chars: the server closes a client as too slow when it gets a long text at once. */
const deltaLength = 64 * 1024;

function* inParts(delta: NewEvent): Generator<NewEvent> {
  if (delta.type === 'assistant.delta' || delta.type === 'thinking.delta') {
    for (const part of textParts(delta.delta)) yield { ...delta, delta: part };
  } else if (delta.type === 'tool.call.delta') {
    const { name, argumentsPart = '', ...rest } = delta;
    let named = name === undefined ? {} : { name };
    for (const part of textParts(argumentsPart)) {
      yield { ...rest, ...named, argumentsPart: part };
      named = {};
    }
  } else yield delta;
}

/** Splits a text without splitting a surrogate pair. */
function* textParts(text: string): Generator<string> {
  let at = 0;
  do {
    let end = Math.min(at + deltaLength, text.length);
    if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    yield text.slice(at, end);
    at = end;
  } while (at < text.length);
}

function brokenOff({ agentId }: Turn, { alias, price }: ModelBinding, usage: TokenUsage) {
  const cost = costField(price, usage);
  return { type: 'request.usage', agentId, model: alias, usage, ...cost, purpose: 'broken' } satisfies NewEvent;
}

/** Whether images caused the error. A request is too large in bytes only because of its media. */
function refusesImages({ facts }: ProviderError): boolean {
  return facts.refusedPart === 'image' || facts.status === 413;
}

/** Keeps refused images out of all later requests, so that a bad image costs one request and not the session. */
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

/** Returns milliseconds until the next attempt; undefined without one. May change the shape of the request. */
function nextDelay(error: ProviderError, attempt: number, shape: RequestShape, turn: Turn): number | undefined {
  if (error.facts.refusedPart === 'structure' && !shape.strict) {
    shape.strict = true;
    return 0;
  }
  const verdict = retryDelay(error, attempt, { random: turn.random, now: turn.now });
  return verdict.retry ? verdict.delayMs : undefined;
}
