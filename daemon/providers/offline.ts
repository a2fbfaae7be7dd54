/** The offline provider: follows plain commands deterministically, without network or key (engine.md 11). */
import type { ProviderDeps } from './http.js';
import { createReplyMeter, type ReplyMeter } from './meter.js';
import { findProgress, type Progress } from './offline-program.js';
import { summarise } from './offline-summary.js';
import type { Action } from './offline-verbs.js';
import { ProviderError, type FinishReason, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import { providerRefusal } from './refusal.js';

/** Maximum characters of one piece of text, and of one piece of a call's arguments. */
const textPiece = 24;
const argumentsPiece = 200;
/** Maximum lines of a result in the summary. */
const summaryLines = 5;
/** Maximum number of requests whose failures are remembered. */
const memoryLimit = 1_000;

/** Counts how often a request has failed by its own command. */
export interface FailureMemory {
  count(key: string): number;
  add(key: string): void;
  forget(key: string): void;
}

export function createFailureMemory(): FailureMemory {
  const counts = new Map<string, number>();
  return {
    count: (key) => counts.get(key) ?? 0,
    add(key) {
      const before = counts.get(key) ?? 0;
      counts.delete(key);
      counts.set(key, before + 1);
      const oldest = counts.size > memoryLimit ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
    },
    forget: (key) => void counts.delete(key),
  };
}

export interface OfflineDeps {
  sleep: ProviderDeps['sleep'];
  failures: FailureMemory;
}

export function createOffline(deps: OfflineDeps): Provider {
  return {
    protocol: 'offline',
    async *stream(request, signal) {
      signal.throwIfAborted();
      if (request.purpose === 'summary') {
        yield* plainReply(request, summarise(request.messages));
        return;
      }
      const progress = findProgress(request.messages);
      const bare = failNow(request, progress, deps.failures);
      if (bare !== undefined) {
        yield* ending(createReplyMeter(request), bare);
        return;
      }
      yield* reply(request, progress, signal, deps);
    },
  };
}

function* plainReply(request: ModelRequest, text: string): Generator<ModelEvent> {
  const meter = createReplyMeter(request);
  for (const event of pieces(text)) {
    meter.add(event);
    yield event;
  }
  yield* ending(meter, 'end_turn');
}

/** Throws while the step's `fail` command requires it. For a failure by an empty reply, returns its finish reason. */
function failNow(request: ModelRequest, progress: Progress, failures: FailureMemory): FinishReason | undefined {
  for (const [at, action] of progress.actions.entries()) {
    if (action.kind !== 'fail') continue;
    const key = `${request.cacheKey} ${progress.place} ${at} ${action.status} ${action.times}`;
    if (failures.count(key) >= action.times) {
      failures.forget(key);
      continue;
    }
    failures.add(key);
    if (action.status === 'empty') return 'end_turn';
    if (action.status === 'filtered') return 'filtered';
    throw wantedFailure(action.status);
  }
  return undefined;
}

function wantedFailure(
  status: Exclude<Extract<Action, { kind: 'fail' }>['status'], 'empty' | 'filtered'>,
): ProviderError {
  switch (status) {
    case 'network':
      return new ProviderError('connection', 'The network failed, as asked.');
    case 'overflow':
      return new ProviderError('context_overflow', 'The context is too long, as asked.', { status: 400 });
    default:
      return providerRefusal({ status, body: 'failed as asked.' });
  }
}

async function* reply(
  request: ModelRequest,
  progress: Progress,
  signal: AbortSignal,
  deps: OfflineDeps,
): AsyncGenerator<ModelEvent> {
  const meter = createReplyMeter(request);
  const offered = new Set(request.tools.map((tool) => tool.name));
  let calls = 0;
  let texts = 0;
  for (const action of progress.actions) {
    const usable =
      action.kind === 'call' && !offered.has(action.tool)
        ? { kind: 'text' as const, text: `The tool ${action.tool} is not available here.` }
        : action;
    const events = usable.kind === 'call' ? callEvents(usable, calls++) : textEvents(usable, texts++ > 0, signal, deps);
    for await (const event of events) {
      signal.throwIfAborted();
      meter.add(event);
      yield event;
    }
  }
  const over = calls === 0 && progress.stepsLeft === 0;
  if (over && progress.results.length > 0) {
    for (const event of pieces((texts > 0 ? '\n\n' : '') + summary(progress))) {
      signal.throwIfAborted();
      meter.add(event);
      yield event;
    }
  } else if (over && texts === 0) {
    // nothing is left to do, so repeat the last text
    for (const event of pieces(progress.lastText === '' ? 'Done.' : progress.lastText)) yield event;
  }
  yield* ending(meter, calls > 0 ? 'tool_use' : over ? 'end_turn' : 'paused');
}

function* ending(meter: ReplyMeter, reason: FinishReason): Generator<ModelEvent> {
  yield { type: 'usage', usage: meter.usage() };
  yield { type: 'finish', reason, raw: reason };
}

async function* textEvents(
  action: Exclude<Action, { kind: 'call' }>,
  follows: boolean,
  signal: AbortSignal,
  deps: OfflineDeps,
): AsyncGenerator<ModelEvent> {
  if (action.kind === 'think') yield* pieces(action.text, 'thinking');
  if (follows) yield { type: 'text', text: '\n\n' };
  if (action.kind !== 'slow') {
    yield* pieces(sentence(action));
    return;
  }
  for (const word of action.text.match(/\S+\s*/g) ?? []) {
    await deps.sleep(action.ms, signal);
    signal.throwIfAborted();
    yield* pieces(word);
  }
}

function sentence(action: Exclude<Action, { kind: 'call' | 'slow' }>): string {
  switch (action.kind) {
    case 'text':
    case 'think':
      return action.text;
    case 'fail':
      return `The request failed ${action.times === 1 ? 'once' : `${action.times} times`} (${action.status}), as asked.`;
    case 'echo':
      return `You said: ${action.text}\n\nI am the built-in offline provider and know only plain commands; "help" lists them.`;
  }
}

function* callEvents(action: Extract<Action, { kind: 'call' }>, index: number): Generator<ModelEvent> {
  const json = typeof action.input === 'string' ? action.input : JSON.stringify(action.input);
  let name: { name?: string } = { name: action.tool };
  for (const piece of json === '' ? [''] : cut(json, argumentsPiece)) {
    yield { type: 'tool_call', index, ...name, arguments: piece };
    name = {};
  }
}

function* pieces(text: string, type: 'text' | 'thinking' = 'text'): Generator<ModelEvent> {
  for (const piece of cut(text, textPiece)) yield { type, text: piece };
}

/** Cuts a text into pieces of at most `size` UTF-16 units without splitting a surrogate pair. */
function* cut(text: string, size: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + size, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** Summarizes calls in Markdown: a paragraph per call with the first lines of its result. */
function summary(progress: Progress): string {
  return progress.results
    .map(({ tool, isError, text }) => {
      const lines = text
        .trimEnd()
        .split('\n')
        .slice(0, summaryLines)
        .filter((line, at, all) => line !== '' || all.length > 1);
      const result = lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n');
      return `${tool}: ${isError ? 'error' : 'ok'}${result === '' ? '' : `\n\n${result}`}`;
    })
    .join('\n\n');
}
