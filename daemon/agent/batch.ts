/** Runs the prepared calls of a step, in parallel if their accesses do not conflict (engine.md 2.9). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { QuestionItem } from '../../schemas/generated/types.js';
import { limitResult } from '../tools/large.js';
import {
  type Access,
  interruption,
  type QuestionOutcome,
  ToolFailure,
  type ToolResult,
  type ToolRun,
} from '../tools/tool.js';
import { argumentsOf } from './arguments.js';
import { createChannel, type Channel } from './channel.js';
import { hasBegun, neverBegan, skippedText, type Prepared } from './calls.js';
import { notifyResult } from './hooks/calls.js';
import { interactionLifetimeMs, type Call, type Turn } from './turn.js';

/** Milliseconds that running tools have to end after an abort (engine.md 2.5). */
const abortGraceMs = 2_000;

/** Maximum number of events of one commit: a step with many calls must not block other sessions. */
const maxEvents = 32;

export interface BatchResult {
  /** the result of a call stops the turn (a rejected plan) */
  stops: boolean;
  /** results by call id; they show whether repeated calls make progress */
  results: Map<string, ToolResult>;
}

interface Running {
  access: Access;
  done: Promise<void>;
}

type RunCall = Extract<Prepared, { kind: 'run' }>;

export async function* runBatch(
  turn: Turn,
  step: number,
  prepared: Prepared[],
): AsyncGenerator<NewEvent[], BatchResult> {
  const channel = createChannel<NewEvent>();
  const batch: BatchResult = { stops: false, results: new Map() };
  const scheduled = schedule(turn, step, prepared, channel, batch).finally(() => channel.close());
  // the `await` below handles a rejection; until then this prevents an unhandled one
  scheduled.catch(() => undefined);
  for await (const events of channel)
    for (let at = 0; at < events.length; at += maxEvents) yield events.slice(at, at + maxEvents);
  await scheduled;
  return batch;
}

async function schedule(
  turn: Turn,
  step: number,
  prepared: Prepared[],
  channel: Channel<NewEvent>,
  batch: BatchResult,
): Promise<void> {
  const running = new Set<Running>();
  const done = new Map<string, Promise<void>>();
  for (const each of prepared) {
    if (turn.resume?.results.has(each.call.id)) continue;
    if (each.kind === 'run') {
      while (conflicts(each.plan.access, running)) await Promise.race([...running].map((other) => other.done));
    }
    if (each.kind === 'same') await done.get(each.as);
    if (each.kind === 'run' && !turn.signal.aborted && !batch.stops) {
      const entry: Running = { access: each.plan.access, done: Promise.resolve() };
      entry.done = runCall(turn, step, each, channel, batch).finally(() => running.delete(entry));
      running.add(entry);
      done.set(each.call.id, entry.done);
      entry.done.catch(() => undefined);
    } else {
      answer(turn, step, each, channel, batch);
    }
  }
  await Promise.all([...done.values()]);
}

/** Records the result of a call that never ran: refused, skipped, or the same as another one. */
function answer(turn: Turn, step: number, each: Prepared, channel: Channel<NewEvent>, batch: BatchResult): void {
  if (!hasBegun(turn, each.call.id)) started(turn, step, each, channel);
  const result: ToolResult =
    each.kind === 'refused'
      ? {
          ...failure(each.text),
          ...(each.synthetic ? { synthetic: true } : {}),
          ...(each.denied === undefined ? {} : { denied: each.denied }),
        }
      : ((each.kind === 'same' ? batch.results.get(each.as) : undefined) ?? {
          ...failure(turn.signal.aborted ? neverBegan(turn) : skippedText),
          synthetic: true,
        });
  finished(turn, step, each.call.id, result, 0, channel, batch);
}

async function runCall(
  turn: Turn,
  step: number,
  each: RunCall,
  channel: Channel<NewEvent>,
  batch: BatchResult,
): Promise<void> {
  if (!hasBegun(turn, each.call.id)) started(turn, step, each, channel);
  // from here on, the log contains the call
  await channel.taken();
  const from = turn.now();
  const late: Late = { gone: false };
  const performed = checkpointed(turn, step, each, channel, late);
  const result = await orInterrupted(turn, performed, late, each.tool.abortGraceMs ?? abortGraceMs);
  const limited = await limitResult(withWords(result, each), {
    toolName: each.tool.name,
    ...(each.tool.resultChars === undefined ? {} : { limit: each.tool.resultChars }),
    callId: each.call.id,
    sessionDirectory: turn.sessionDirectory,
  });
  if (limited.stopsTurn) batch.stops = true;
  finished(turn, step, each.call.id, limited, turn.now() - from, channel, batch);
  notifyResult(turn, calledAs(each), limited);
}

/** Returns the call with the arguments that actually ran. */
function calledAs({ call, amended }: RunCall): Call {
  return amended ? { ...call, argumentsText: JSON.stringify(amended.input) } : call;
}

/** Prepends the user's changes and note to the result. */
function withWords(result: ToolResult, { amended, note }: RunCall): ToolResult {
  const isUnwritten = result.isError && amended?.text !== undefined;
  const words = [
    ...(amended && !isUnwritten ? [amended.report] : []),
    ...(note === undefined ? [] : [`The user's note: ${note}`]),
  ].join('\n');
  if (words === '') return result;
  return {
    ...result,
    output:
      typeof result.output === 'string'
        ? `${words}\n\n${result.output}`.trimEnd()
        : [{ type: 'text', text: words }, ...result.output],
  };
}

/** Runs a call with a checkpoint: stores what it may change before, and records what it changed after. */
async function checkpointed(
  turn: Turn,
  step: number,
  each: RunCall,
  channel: Channel<NewEvent>,
  late: Late,
): Promise<ToolResult> {
  const checkpoint = await turn.checkpoints?.before({ callId: each.call.id, access: each.plan.access });
  // the turn may have been aborted while the checkpoint stored files
  const unwanted = checkpoint !== undefined && turn.signal.aborted;
  const seen: NewEvent[] = [];
  const result = unwanted
    ? { ...failure(neverBegan(turn)), synthetic: true as const }
    : await perform(turn, step, each, channel, seen);
  const changed = (await checkpoint?.after(() => late.gone, result.hostWrite)) ?? [];
  if (!late.gone) return { ...result, records: [...changed, ...seen, ...(result.records ?? [])] };
  // the turn has continued without the result
  for (const event of seen) channel.push(event);
  return result;
}

/** Runs the tool. Appends records of the files that the call saw to `seen`, to commit them with its result. */
async function perform(
  turn: Turn,
  step: number,
  each: RunCall,
  channel: Channel<NewEvent>,
  seen: NewEvent[],
): Promise<ToolResult> {
  let over = false;
  const run: ToolRun = {
    ...turn.toolContext(),
    turnId: turn.turnId,
    step,
    callId: each.call.id,
    signal: turn.signal,
    plan: each.plan,
    review: each.review,
    ...(each.amended?.text === undefined ? {} : { chosen: each.amended.text }),
    emit: (event) => (event.type === 'file.seen' ? void seen.push(event) : channel.push(event)),
    progress(update) {
      if (!over)
        channel.push({
          type: 'tool.progress',
          agentId: turn.agentId,
          turnId: turn.turnId,
          toolCallId: each.call.id,
          update,
        });
    },
    ask: (items) => askUser(turn, each.call.id, items, channel),
    denied: async (subject) =>
      (await (await turn.gate()).staticDeny({ tool: each.tool, subject, input: each.input }))?.reason,
  };
  try {
    return await each.tool.run(each.input, run);
  } catch (error) {
    if (error instanceof ToolFailure) return failure(error.message);
    if (turn.signal.aborted) return failure(interruption(turn.signal));
    // a bug in one tool fails its call, not the session
    turn.reportDefect(error);
    return failure(`The tool failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    over = true;
  }
}

/** Whether the turn has continued without waiting for the call. */
interface Late {
  gone: boolean;
}

/** Returns the result of a call, or a substitute if the tool does not end in time after an abort. */
async function orInterrupted(
  turn: Turn,
  performed: Promise<ToolResult>,
  late: Late,
  graceMs: number,
): Promise<ToolResult> {
  const watch = interrupted(turn, late, graceMs);
  return Promise.race([performed, watch.result]).finally(watch.stop);
}

/** Resolves some time after an abort. `stop` ends the watch. */
function interrupted(turn: Turn, late: Late, graceMs: number): { result: Promise<ToolResult>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let begin: () => void = () => undefined;
  const result = new Promise<ToolResult>((resolve) => {
    begin = () => {
      timer = setTimeout(() => {
        late.gone = true;
        resolve({ ...failure(interruption(turn.signal)), synthetic: true });
      }, graceMs);
    };
  });
  if (turn.signal.aborted) begin();
  else turn.signal.addEventListener('abort', begin, { once: true });
  return {
    result,
    stop() {
      clearTimeout(timer);
      turn.signal.removeEventListener('abort', begin);
    },
  };
}

function started(turn: Turn, step: number, each: Prepared, channel: Channel<NewEvent>): void {
  // the model's own arguments, without the defaults that validation adds
  const proposed = argumentsOf(each.call);
  const changed = each.kind === 'run' ? each.amended : undefined;
  const args = changed?.input ?? proposed;
  const display = each.kind === 'run' ? each.plan.display : each.kind === 'refused' ? each.display : undefined;
  const description =
    typeof args === 'object' && typeof args['description'] === 'string' ? args['description'] : undefined;
  channel.push({
    type: 'tool.call.started',
    agentId: turn.agentId,
    turnId: turn.turnId,
    step,
    toolCallId: each.call.id,
    name: each.call.name,
    args,
    ...(changed && typeof proposed === 'object' ? { proposed_args: proposed } : {}),
    ...(description === undefined ? {} : { description }),
    ...(display === undefined ? {} : { display }),
  });
}

function finished(
  turn: Turn,
  step: number,
  callId: string,
  result: ToolResult,
  durationMs: number,
  channel: Channel<NewEvent>,
  batch: BatchResult,
): void {
  batch.results.set(callId, result);
  for (const event of result.records ?? []) channel.push(event);
  const output =
    result.output === '' || (Array.isArray(result.output) && result.output.length === 0)
      ? 'The tool gave no output.'
      : result.output;
  channel.push({
    type: 'tool.result',
    agentId: turn.agentId,
    turnId: turn.turnId,
    step,
    toolCallId: callId,
    messageId: turn.newId('msg'),
    output,
    ...(result.isError ? { isError: true } : {}),
    ...(result.synthetic ? { synthetic: true } : {}),
    denied: result.denied,
    ...(result.display === undefined ? {} : { display: result.display }),
    durationMs,
    ...(result.truncated ? { truncated: true } : {}),
    outputPath: result.outputPath,
  });
}

function failure(text: string): ToolResult {
  return { output: text, isError: true, display: { kind: 'error', message: text } };
}

function conflicts(access: Access, running: Set<Running>): boolean {
  return [...running].some((other) => clash(access, other.access));
}

/** Whether two calls of one step must not run in parallel. */
export function clash(a: Access, b: Access): boolean {
  if (a.kind === 'none' || b.kind === 'none') return false;
  if (a.kind === 'all' || b.kind === 'all') return true;
  if (a.kind === 'read' && b.kind === 'read') return false;
  return contains(a.path, b.path) || contains(b.path, a.path);
}

function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Asks the user. Throws ToolFailure if the turn is interrupted in the meantime. */
async function askUser(
  turn: Turn,
  callId: string,
  questions: QuestionItem[],
  channel: Channel<NewEvent>,
): Promise<QuestionOutcome> {
  const outcome = await answerOf(turn, callId, questions, channel);
  // the user did not decline: the question was withdrawn with its turn
  if (turn.signal.aborted) throw new ToolFailure(interruption(turn.signal));
  return outcome;
}

function answerOf(
  turn: Turn,
  callId: string,
  questions: QuestionItem[],
  channel: Channel<NewEvent>,
): Promise<QuestionOutcome> {
  const waiting = turn.resume?.questions.get(callId);
  if (waiting !== undefined) return turn.awaitAnswer(waiting, 0);
  const now = turn.now();
  const questionId = turn.newId('question');
  const outcome = turn.awaitAnswer(questionId, now + interactionLifetimeMs);
  channel.push({
    type: 'event.question.requested',
    agentId: turn.agentId,
    question_id: questionId,
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    tool_call_id: callId,
    questions,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + interactionLifetimeMs).toISOString(),
    background: false,
  });
  return outcome;
}
