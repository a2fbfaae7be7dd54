/** Keeps a server connected: opens a connection, reconnects after it broke, and reports the state (engine.md 16.3). */
import { BrokenLink } from './failure.js';
import { untilAborted } from '../../base/async/wait.js';
import type { Call, Link } from './link.js';
import { ServerFailure, type CallResult, type ServerTool } from '../server.js';

export interface LineState {
  status: 'pending' | 'connected' | 'failed' | 'needs-auth';
  error?: string;
}

export interface Line {
  state(): LineState;
  tools(): readonly ServerTool[];
  instructions(): string | undefined;
  settled(): Promise<void>;
  /** `isRepeatable`: whether to repeat the call once after the connection broke */
  call(call: Call, isRepeatable: (tool: ServerTool) => boolean): Promise<CallResult>;
  restart(): void;
  close(): Promise<void>;
}

export interface LineOptions {
  /** throws ServerFailure */
  open(signal: AbortSignal): Promise<Link>;
  /** milliseconds before each attempt to reconnect; after the last one the line has failed */
  delays: readonly number[];
  /** a connection that lasted this many milliseconds resets the count of attempts */
  stableMs: number;
  /** whether a call to a failed server tries once to reconnect; otherwise only `restart` reconnects */
  callsReopen: boolean;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  now: () => number;
  /** called when the state or the tools have changed */
  changed(): void;
  /** called with an unexpected error, which is a bug of this program */
  mistaken(error: unknown): void;
}

/**
 * Why a connection is opened. `break`: reconnect with pauses and several attempts; `refusal`: the server does not know
 * this session; `call`: a call to a failed server.
 */
type Cause = 'start' | 'break' | 'refusal' | 'call';

/** always the same array, so that comparisons by identity see no change */
const none: readonly ServerTool[] = [];

/** Creates a line and connects immediately. */
export function createLine({ open, delays, stableMs, callsReopen, sleep, now, changed, mistaken }: LineOptions): Line {
  let state: LineState = { status: 'pending' };
  let failure: ServerFailure | undefined;
  let link: Link | undefined;
  let attempt = new AbortController();
  let reaching: Promise<void> = Promise.resolve();
  /** tools of a broken connection that is being reopened without a status change */
  let kept: readonly ServerTool[] | undefined;
  /** attempts since the last stable connection */
  let tries = 0;
  let connectedAt = 0;
  /** connected after a refused session or a failure, and no call has succeeded since */
  let isUnproven = false;
  let isClosed = false;
  const ending = new Set<Promise<void>>();

  function become(next: LineState, why?: ServerFailure): void {
    state = next;
    failure = why;
    changed();
  }

  function fail(why: ServerFailure): void {
    kept = undefined;
    become({ status: why.kind === 'auth' ? 'needs-auth' : 'failed', error: why.message }, why);
  }

  function drop(old: Link | undefined, isBroken = false): void {
    if (!old) return;
    const end = old.close(isBroken).finally(() => ending.delete(end));
    ending.add(end);
  }

  function begin(cause: Cause): void {
    attempt.abort();
    attempt = new AbortController();
    reaching = reach(attempt.signal, cause);
    if (!kept) wait();
  }

  function wait(): void {
    kept = undefined;
    if (state.status !== 'pending') become({ status: 'pending' });
  }

  /** Connects; returns when the line is connected, has failed, or the signal has aborted. */
  async function reach(signal: AbortSignal, cause: Cause): Promise<void> {
    for (;;) {
      try {
        if (cause === 'break') await sleep(delays[tries++] ?? 0, signal);
        // the previous connection must be completely gone before the next one starts
        await Promise.all(ending);
        signal.throwIfAborted();
        const opened = await open(signal);
        if (signal.aborted) return drop(opened);
        return connected(opened, cause);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ServerFailure)) {
          mistaken(error);
          return fail(new ServerFailure('startup', 'it could not be connected'));
        }
        if (cause !== 'break' || error.kind === 'auth' || tries >= delays.length) return fail(error);
        wait();
      }
    }
  }

  function connected(opened: Link, cause: Cause): void {
    link = opened;
    isUnproven = cause === 'refusal' || cause === 'call';
    connectedAt = now();
    const isAsBefore = kept && JSON.stringify(kept) === JSON.stringify(opened.tools());
    kept = undefined;
    if (!isAsBefore) become({ status: 'connected' });
    opened.watch({ changed, broken: (why, isIdle) => lost(opened, why, isIdle) });
  }

  function lost(which: Link, why: ServerFailure, isIdle = false): void {
    if (which !== link) return;
    link = undefined;
    drop(which, true);
    if (now() - connectedAt >= stableMs) tries = 0;
    const isRefused = why instanceof BrokenLink && why.how === 'refused';
    if (why.kind === 'auth' || (isRefused ? isUnproven : tries >= delays.length)) return fail(why);
    kept = isRefused || (isIdle && delays[tries] === 0) ? which.tools() : undefined;
    begin(isRefused ? 'refusal' : 'break');
  }

  async function settled(): Promise<void> {
    while ((state.status === 'pending' || kept) && !isClosed) await reaching;
  }

  async function ready(signal: AbortSignal): Promise<Link> {
    await untilAborted(settled(), signal);
    if (link) return link;
    throw failure ?? new ServerFailure('connection', 'it was removed');
  }

  async function callOver(used: Link, call: Call): Promise<CallResult> {
    try {
      const result = await used.call(call);
      if (used === link) isUnproven = false;
      return result;
    } catch (error) {
      if (error instanceof BrokenLink || (error instanceof ServerFailure && error.kind === 'auth')) lost(used, error);
      throw error;
    }
  }

  begin('start');
  return {
    state: () => state,
    tools: () => link?.tools() ?? kept ?? none,
    instructions: () => link?.instructions,
    settled,
    async call(call, isRepeatable) {
      if (callsReopen && state.status === 'failed' && !isClosed) begin('call');
      const used = await ready(call.signal);
      const tool = used.tools().find(({ name }) => name === call.tool);
      try {
        return await callOver(used, call);
      } catch (error) {
        if (!(error instanceof BrokenLink) || isClosed) throw error;
        if (error.how === 'unknown' && !(tool && isRepeatable(tool))) throw error;
        return await callOver(await ready(call.signal), call);
      }
    },
    restart() {
      if (isClosed) return;
      tries = 0;
      kept = undefined;
      drop(link);
      link = undefined;
      begin('start');
    },
    async close() {
      isClosed = true;
      attempt.abort();
      drop(link);
      link = undefined;
      await reaching;
      await Promise.all(ending);
    },
  };
}
