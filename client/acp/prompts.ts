/** Runs prompts of the editor, from the request to its answer (acp-cli.md 1.9). */
import type { PromptResponse } from '@agentclientprotocol/sdk';
import type { PromptContentPart, Snapshot, TokenUsage } from '../../schemas/generated/types.js';
import type { EventPayloads } from '../../schemas/generated/events.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { EventFrame } from '../api/stream.js';
import type { Actions, PromptOptions } from '../session/actions.js';
import { pause } from '../api/retry.js';
import { cancelled, failed, loginNeeded } from './failures.js';

type TurnEnded = EventPayloads['turn.ended'];

export interface PromptsOptions {
  /** the actions at the server that currently has the session */
  actions(): Actions;
  /** writes a text into the conversation, before the answer */
  sendText(text: string): void;
}

/** Maximum wait for the ends of aborted prompts, in milliseconds. */
const abortMs = 2_000;
const stepMs = 20;

interface OpenPrompt {
  /** ids of the prompt: after steering, the one it joined is last */
  ids: string[];
  turnId: number | undefined;
  end: TurnEnded | undefined;
  /** the editor cancelled it */
  isCancelled: boolean;
  settle(outcome: Outcome): void;
  /** called while the server was lost before it had the prompt: whether there is another one */
  resume?(hasServer: boolean): void;
}

/** `missed`: its end was missed and is inferred from the session */
type Outcome =
  { kind: 'over'; end: TurnEnded | undefined } | { kind: 'cancelled' } | { kind: 'missed'; reason: string };

export interface Prompts {
  /** Resolves with the answer to the request; `signal` aborts when the editor withdraws it. */
  run(content: PromptContentPart[], options: PromptOptions, signal: AbortSignal): Promise<PromptResponse>;
  /** Runs work without a prompt and resolves with its end: `begin` starts it, `isOver` detects its last event. */
  runWork(
    begin: () => Promise<boolean>,
    isOver: (frame: EventFrame) => boolean,
    signal: AbortSignal,
  ): Promise<PromptResponse>;
  /** Sends a prompt that joins the running turn. */
  steer(content: PromptContentPart[]): Promise<void>;
  take(frame: EventFrame): void;
  /** Called after events were missed: prompts that are neither running nor queued have ended. */
  missed(snapshot: Pick<Snapshot, 'prompts' | 'session'>): void;
  isOwn(promptId: string): boolean;
  /** Aborts the turn and all waiting prompts. */
  cancel(): Promise<void>;
  /** Aborts only what this bridge started; resolves when all of it is answered. */
  cancelOwn(): Promise<void>;
  /** Called when the session has moved to another server. */
  moved(): void;
  /** Called when the server is no longer reachable. */
  lost(): void;
  /** whether the main agent has a running turn */
  readonly hasTurn: boolean;
  /** resolves when no prompt is being sent, so that its events are recognized as its own */
  sent(): Promise<unknown>;
}

export function createPrompts({ actions, sendText }: PromptsOptions): Prompts {
  const open = new Set<OpenPrompt>();
  const own = new Set<string>();
  const works = new Set<{ isOver: (frame: EventFrame) => boolean; settle: () => void; isCancelled: boolean }>();
  let running: number | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  async function send(content: PromptContentPart[], options: PromptOptions, prompt?: OpenPrompt): Promise<string> {
    // sent one after another, so that the queue has the editor's order
    const call = sending.then(() => (prompt ? deliver(content, options, prompt) : actions().send(content, options)));
    sending = call.catch(() => undefined);
    const id = await call;
    own.add(id);
    return id;
  }

  /** Also sends the prompt to the next server when one is lost; its id prevents a second run. */
  async function deliver(content: PromptContentPart[], options: PromptOptions, prompt: OpenPrompt): Promise<string> {
    const promptId = globalThis.crypto.randomUUID();
    for (;;) {
      const there = actions();
      try {
        return await there.send(content, options, promptId);
      } catch (error) {
        const isLost = error instanceof ConnectionFailure && options.skills === undefined && !prompt.isCancelled;
        if (!isLost || (actions() === there && !(await nextServer(prompt)))) throw error;
      }
    }
  }

  function nextServer(prompt: OpenPrompt): Promise<boolean> {
    return new Promise((resolve) => {
      prompt.resume = (hasServer) => {
        delete prompt.resume;
        resolve(hasServer && !prompt.isCancelled);
      };
    });
  }

  async function run(
    content: PromptContentPart[],
    options: PromptOptions,
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    let settle: (outcome: Outcome) => void = () => undefined;
    const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
    const prompt: OpenPrompt = { ids: [], turnId: undefined, end: undefined, isCancelled: false, settle };
    open.add(prompt);
    const withdraw = (): void => void abort(prompt);
    signal.addEventListener('abort', withdraw);
    try {
      // frames are held back until the id is known
      prompt.ids = [await send(content, options, prompt)];
      if (prompt.isCancelled || signal.aborted) await abort(prompt);
      return answerOf(await outcome, signal);
    } catch (error) {
      if (prompt.isCancelled && error instanceof ConnectionFailure) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      open.delete(prompt);
      signal.removeEventListener('abort', withdraw);
    }
  }

  function answerOf(outcome: Outcome, signal: AbortSignal): PromptResponse {
    if (outcome.kind === 'cancelled' || (outcome.kind === 'over' && outcome.end?.reason === 'cancelled')) {
      if (signal.aborted) throw cancelled();
      return withUsage({ stopReason: 'cancelled' }, outcome.kind === 'over' ? outcome.end : undefined);
    }
    if (outcome.kind === 'missed') {
      if (outcome.reason === 'completed') return { stopReason: 'end_turn' };
      if (outcome.reason === 'cancelled') return { stopReason: 'cancelled' };
      throw failed('The turn failed while the server could not be reached.', { retryable: true });
    }
    return withUsage({ stopReason: stopReasonOf(outcome.end) }, outcome.end);
  }

  /** Throws RequestError for a turn that failed without a stop reason. */
  function stopReasonOf(end: TurnEnded | undefined): PromptResponse['stopReason'] {
    if (end === undefined || end.reason === 'completed') return 'end_turn';
    const { error, interruptReason } = end;
    const message =
      error?.message ?? (end.reason === 'blocked' ? 'The prompt was blocked by a hook.' : 'The turn failed.');
    if (error?.code === 'loop.max_tokens') return 'max_tokens';
    if (end.reason === 'blocked' || interruptReason === 'filtered' || interruptReason === 'blocked') {
      sendText(message);
      return 'refusal';
    }
    if (interruptReason === 'max_steps' || error?.code === 'budget.exceeded') {
      sendText(message);
      return 'max_turn_requests';
    }
    const { server_code, status } = (error?.details ?? {}) as { server_code?: number; status?: number };
    const facts = {
      code: error?.code ?? 'internal',
      ...(server_code !== undefined && { server_code }),
      retryable: error?.retryable ?? false,
      ...(status !== undefined && { status }),
    };
    const isLogin = server_code !== undefined && server_code >= 40110 && server_code <= 40112;
    const isRefused = server_code === 70001 && (status === 401 || status === 403);
    throw isLogin || isRefused ? loginNeeded(message, facts) : failed(message, facts);
  }

  async function abort(prompt: OpenPrompt): Promise<void> {
    prompt.isCancelled = true;
    const id = prompt.ids.at(-1);
    // the prompt is aborted as soon as the server has it, or not sent again
    if (id === undefined) return prompt.resume?.(false);
    const isSteered = prompt.ids.length > 1 || id === '';
    try {
      await (isSteered ? actions().abort() : actions().abortPrompt(id));
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
      // it is already over, or its end can no longer be observed
      if (error instanceof ConnectionFailure) prompt.settle({ kind: 'cancelled' });
    }
  }

  function cancelWorks(): void {
    for (const work of works) work.isCancelled = true;
  }

  function turnEnded(end: TurnEnded): void {
    running = undefined;
    for (const prompt of open) {
      if (prompt.turnId !== end.turnId) continue;
      prompt.end = end;
      // a turn without a prompt has no other end
      if (prompt.ids.at(-1) === '') prompt.settle({ kind: 'over', end });
    }
  }

  function steered({ promptIds, activePromptId }: EventPayloads['prompt.steered']): void {
    for (const prompt of open) {
      if (!promptIds.some((id) => prompt.ids.includes(id))) continue;
      prompt.ids.push(activePromptId);
      prompt.turnId = running;
    }
  }

  return {
    run,
    async runWork(begin, isOver, signal) {
      let settle: () => void = () => undefined;
      const over = new Promise<void>((resolve) => (settle = resolve));
      const work = { isOver, settle, isCancelled: false };
      works.add(work);
      const withdraw = (): void => {
        work.isCancelled = true;
        // what cannot be stopped ends by itself
        actions().abort().catch(settle);
      };
      signal.addEventListener('abort', withdraw);
      try {
        if (await begin()) await over;
        if (signal.aborted) throw cancelled();
        return { stopReason: work.isCancelled ? 'cancelled' : 'end_turn' };
      } finally {
        works.delete(work);
        signal.removeEventListener('abort', withdraw);
      }
    },
    async steer(content) {
      const id = await send(content, {});
      await actions().steer([id]);
    },
    take(frame) {
      const { type, payload } = frame;
      for (const work of works) if (work.isOver(frame)) work.settle();
      if (payload.agentId !== 'main') return;
      const named = (id: string): OpenPrompt[] => [...open].filter(({ ids }) => ids.at(-1) === id);
      if (type === 'turn.started') {
        running = payload.turnId;
        for (const prompt of payload.promptId === undefined ? [] : named(payload.promptId))
          prompt.turnId = payload.turnId;
      }
      if (type === 'turn.ended') turnEnded(payload);
      if (type === 'prompt.steered') steered(payload);
      if (type === 'prompt.completed')
        for (const prompt of named(payload.promptId)) prompt.settle({ kind: 'over', end: prompt.end });
      if (type === 'prompt.aborted')
        for (const prompt of named(payload.promptId))
          prompt.settle(prompt.end ? { kind: 'over', end: prompt.end } : { kind: 'cancelled' });
    },
    missed({ prompts, session }) {
      const left = new Set([prompts.active, ...prompts.queued].map((prompt) => prompt?.prompt_id));
      if (prompts.active === null && !session.main_turn_active) running = undefined;
      for (const prompt of open) {
        const id = prompt.ids.at(-1);
        if (id === undefined || left.has(id)) continue;
        prompt.settle({ kind: 'missed', reason: session.last_turn_reason ?? 'failed' });
      }
      if (!session.busy) for (const work of works) work.settle();
    },
    isOwn: (promptId) => own.has(promptId),
    async cancel() {
      cancelWorks();
      const queued = [...open].filter(({ turnId }) => turnId === undefined);
      await Promise.all(queued.map(abort));
      for (const prompt of open) prompt.isCancelled = true;
      await actions().abort();
    },
    async cancelOwn() {
      cancelWorks();
      await Promise.all([...open].map(abort));
      if (works.size > 0) await actions().abort();
      for (let left = abortMs; left > 0 && open.size + works.size > 0; left -= stepMs) await pause(stepMs);
      for (const prompt of open) prompt.settle({ kind: 'cancelled' });
      for (const work of works) work.settle();
    },
    moved() {
      for (const prompt of open) prompt.resume?.(true);
    },
    lost() {
      for (const prompt of open) prompt.resume?.(false);
      for (const prompt of open) prompt.settle({ kind: 'missed', reason: 'failed' });
      for (const work of works) work.settle();
    },
    get hasTurn() {
      return running !== undefined;
    },
    sent: () => sending,
  };
}

function withUsage(answer: PromptResponse, end: TurnEnded | undefined): PromptResponse {
  return end?.usage ? { ...answer, ...{ usage: usageOf(end.usage) } } : answer;
}

function usageOf({ inputOther, output, inputCacheRead, inputCacheCreation, reasoning = 0 }: TokenUsage) {
  return {
    inputTokens: inputOther,
    outputTokens: output,
    cachedReadTokens: inputCacheRead,
    cachedWriteTokens: inputCacheCreation,
    thoughtTokens: reasoning,
    totalTokens: inputOther + output + inputCacheRead + inputCacheCreation,
  };
}
