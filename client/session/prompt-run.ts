/** Runs one prompt for a client: sends it, follows it and its background work, stops what is left (cli.md 4.1). */
import type { Config, PromptContentPart } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { inTime, type EventFrame, type Stream } from '../api/stream.js';
import { createActions, createOwn, type PromptOptions } from './actions.js';
import { followPrompt, type PromptEnd } from './follow-prompt.js';
import type { BackgroundMode, GoalState, OwnWork, TurnEnd, WorkFacts } from './own-work.js';

/** Work that the client waits for, or no longer waits for. */
export interface OpenWork {
  /** ids of tasks */
  tasks: string[];
  /** ids of scheduled prompts */
  jobs: string[];
  pursuesGoal: boolean;
}

/** A limit of the wait with its value, in seconds or turns. `max_time` limits the run; the others are configured. */
export interface Bound {
  name: 'print_wait_ceiling_s' | 'print_max_turns' | 'max_time';
  value: number;
}

export interface RunOptions {
  sessionId: string;
  client: Client;
  stream: Stream;
  /** number of the last event that the client knows */
  since: number;
  /** the server ends with the client and stops its tasks itself */
  ownsServer: boolean;
  /** shows an event of the prompt or of its work; the next one follows when it resolves */
  show(frame: EventFrame): Promise<void>;
  /** maximum duration of the run in milliseconds */
  maxMs?: number | undefined;
  /** called once, when the turn is over but its work is not */
  onWait(work: OpenWork): void;
  /** called when a limit ends the wait */
  onBound(bound: Bound, left: OpenWork): void;
}

/** `bound`: a limit ended the wait */
export type RunEnd = PromptEnd | 'bound';

export interface PromptRun {
  /** Resolves when the server has the prompt; rejects with ApiFailure or ConnectionFailure. */
  send(content: PromptContentPart[], options: PromptOptions): Promise<void>;
  /** Resolves when the prompt and its work have ended or are stopped; rejects when an event could not be shown. */
  finish(): Promise<RunEnd>;
  /** Stops waiting for the user: aborts the turn, and stops the prompt's work in a server that keeps running. */
  cancel(): Promise<void>;
  /** the goal that the prompt or one of its turns set */
  readonly goal: GoalState | undefined;
  /** what the prompt led to besides its end */
  readonly outcome: Pick<WorkFacts, 'limit' | 'result' | 'failure'>;
  /** Stops following. */
  close(): void;
}

/** `background` of the configuration, complete. */
interface Background {
  mode: BackgroundMode;
  /** seconds */
  ceilingS: number;
  maxTurns: number;
  /** whether commands may outlive their server */
  keepsCommands: boolean;
}

/** Maximum delay of a timer in milliseconds. */
const longestMs = 2_147_483_647;
/** Maximum wait for the end of a stopped turn or goal, in milliseconds. */
const stopMs = 5_000;

/** Subscribes to the events of the session; rejects with ApiFailure or ConnectionFailure. */
export async function openPromptRun(options: RunOptions): Promise<PromptRun> {
  const { sessionId, client, stream } = options;
  const params = { session_id: sessionId };
  const follower = followPrompt(options.show);
  const nothing = (): void => undefined;
  const actions = createActions({ sessionId, client, stream, own: createOwn(), changed: nothing, refresh: nothing });
  let sending = Promise.resolve();
  /** empty until the server has the prompt */
  let promptId = '';
  let isCancelled = false;
  /** ends the wait of `finish` */
  let leave = nothing;
  let sentAt = 0;
  const left = new Promise<void>((resolve) => (leave = resolve));

  await stream.subscribe(sessionId, { cursor: { seq: options.since }, onEvent: follower.frame, onResync: readAgain });
  // the session's archiving or deletion is in the server's log, not in that of the session
  const leaveEvents = stream.onGlobalEvent((frame) => {
    if (frame.type === 'event.session.archived' && frame.payload.sessionId === sessionId) void follower.frame(frame);
  });

  async function readAgain(): Promise<{ seq: number; epoch: string }> {
    const [snapshot, tasks, jobs, goal] = await Promise.all([
      client.getSessionSnapshot({ params }),
      client.listTasks({ params, query: { status: 'running' } }),
      client.listCronJobs({ params }),
      client.getGoal({ params }),
    ]);
    follower.missed({
      snapshot,
      tasks: new Set(tasks.items.map(({ id }) => id)),
      jobs: new Set(jobs.items.map(({ id }) => id)),
      goal,
    });
    return { seq: snapshot.as_of_seq, epoch: snapshot.epoch };
  }

  /** Waits for the turn of the prompt and for the work after it. */
  async function course(): Promise<RunEnd> {
    const end = await follower.ended;
    // the prompt began nothing that could still be running
    if (!follower.work?.facts.began) return end;
    const background = backgroundOf(await client.getConfig());
    const waited = end === 'completed' || end === 'lost' ? await waitFor(background) : 'quiet';
    // `cancel` stops what is left
    if (isCancelled) return end;
    if (waited === 'bound') await stopTurns(background);
    // after a failure the server pauses the goal right after the end of the turn
    await soon(({ facts: { goal } }) => goal?.status !== 'active');
    if (!options.ownsServer || background.mode === 'exit') await stopTasks(background);
    return waited === 'quiet' ? end : waited;
  }

  /** Waits until nothing is left, a turn ends badly, or a limit is reached. */
  async function waitFor({ mode, maxTurns, ceilingS }: Background): Promise<'quiet' | 'bound' | TurnEnd> {
    let hasReported = false;
    let end: 'quiet' | 'turns' | 'limit' | TurnEnd | undefined;
    const over = follower.until((work) => {
      const { further, lastEnd, limit } = work.facts;
      // further turns would end immediately
      if (limit !== undefined && !work.hasTurn(mode)) return (end = 'limit');
      if (further > maxTurns) return (end = 'turns');
      if (lastEnd !== 'completed' && lastEnd !== undefined && !work.hasTurn(mode)) return (end = lastEnd);
      if (!work.continues(mode)) return (end = 'quiet');
      const open = openWork(work, mode);
      // a completed goal lingers for a moment; it needs no wait
      if (hasReported || work.hasTurn(mode) || isNothing(open)) return undefined;
      hasReported = true;
      options.onWait(open);
      return undefined;
    });
    const restMs = Math.max(0, sentAt + (options.maxMs ?? Infinity) - Date.now());
    const ceilingMs = ceilingS * 1_000;
    const isInTime = await inTime(Promise.race([over, left]), Math.min(ceilingMs, restMs, longestMs));
    if (isCancelled) return 'quiet';
    if (end === 'limit') return 'bound';
    if (isInTime && end !== undefined && end !== 'turns') return end;
    const bound: Bound = isInTime
      ? { name: 'print_max_turns', value: maxTurns }
      : restMs < ceilingMs
        ? { name: 'max_time', value: (options.maxMs ?? 0) / 1_000 }
        : { name: 'print_wait_ceiling_s', value: ceilingS };
    options.onBound(bound, openWork(follower.work, mode));
    return 'bound';
  }

  /** Pauses the goal, and aborts a turn that follows the prompt's own. */
  async function stopTurns({ mode }: Background): Promise<void> {
    const { work } = follower;
    if (work?.facts.goal?.status === 'active') await unlessOver(actions.pauseGoal);
    if (!work?.hasTurn(mode)) return;
    await unlessOver(actions.abort);
    await soon((own) => !own.hasTurn(mode));
  }

  /** Cancels the remaining tasks. */
  async function stopTasks({ mode, keepsCommands }: Background): Promise<void> {
    const { work } = follower;
    const keeps = keepsCommands && mode !== 'exit';
    const tasks = [...(work?.facts.tasks.values() ?? [])].filter(({ kind }) => !keeps || kind !== 'process');
    if (tasks.length === 0) return;
    const isOthers = work?.facts.running?.own === false;
    work?.letGo();
    await Promise.all(tasks.map(({ taskId }) => unlessOver(() => actions.cancelTask(taskId))));
    // the ends of the tasks begin a turn that the client no longer waits for
    if (mode === 'steer' && !isOthers) await unlessOver(actions.abort);
  }

  async function soon(isSo: (work: OwnWork) => boolean): Promise<void> {
    await inTime(
      follower.until((work) => isSo(work) || undefined),
      stopMs,
    );
  }

  return {
    send(content, more) {
      sentAt = Date.now();
      sending = actions.send(content, more).then((id) => {
        promptId = id;
        follower.begin(id, more.goal_objective !== undefined);
      });
      return sending;
    },
    finish: () => Promise.race([course(), follower.failed]),
    async cancel() {
      isCancelled = true;
      leave();
      await inTime(sending, stopMs);
      if (promptId === '') return;
      if (!follower.isOver) {
        await unlessOver(() => actions.abortPrompt(promptId));
        await inTime(follower.ended, stopMs);
      }
      if (!follower.work?.facts.began) return;
      await unlessOver(async () => {
        const background = backgroundOf(await client.getConfig());
        await stopTurns(background);
        if (!options.ownsServer) await stopTasks(background);
      });
    },
    get goal() {
      return follower.work?.facts.goal;
    },
    get outcome() {
      const { limit, result, failure } = follower.work?.facts ?? {};
      return { ...(limit && { limit }), ...(result && { result }), ...(failure !== undefined && { failure }) };
    },
    close() {
      isCancelled = true;
      leave();
      leaveEvents();
      stream.unsubscribe(sessionId);
    },
  };
}

function backgroundOf({ background = {} }: Config): Background {
  return {
    mode: background.printBackgroundMode ?? 'steer',
    ceilingS: background.printWaitCeilingS ?? longestMs / 1_000,
    maxTurns: background.printMaxTurns ?? Infinity,
    keepsCommands: background.keepAliveOnExit ?? false,
  };
}

function openWork(work: OwnWork | undefined, mode: BackgroundMode): OpenWork {
  return {
    tasks: work && mode !== 'exit' ? [...work.facts.tasks.keys()] : [],
    jobs: [...(work?.facts.jobs.keys() ?? [])],
    pursuesGoal: work?.facts.goal?.status === 'active',
  };
}

function isNothing({ tasks, jobs, pursuesGoal }: OpenWork): boolean {
  return tasks.length === 0 && jobs.length === 0 && !pursuesGoal;
}

/** Ignores failures to stop work that is over, or that this client must not stop. */
async function unlessOver(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
  }
}
