/** What `agent -p` does after the turn of its prompt: waits for its background work, within bounds, then stops the rest (cli.md 4.1-5). */
import type { Config } from '../../schemas/generated/types.js';
import { ApiFailure, ConnectionFailure, type Client } from '../api/client.js';
import type { Follower } from './follow.js';
import type { Output } from './io.js';
import type { BackgroundMode, OwnWork, TurnEnd } from './own-work.js';

/** `background` of the configuration, with all its values. */
export interface Background {
  mode: BackgroundMode;
  /** seconds */
  ceilingS: number;
  maxTurns: number;
  /** commands may outlive their server */
  keeps: boolean;
}

/** Why the wait is over: nothing is left, a turn ended badly, or a bound was reached. */
export type WaitEnd = 'quiet' | Exclude<TurnEnd, 'completed'> | 'bound';

/** The longest delay a timer takes, in milliseconds. */
const LONGEST_MS = 2_147_483_647;

export function backgroundOf({ background = {} }: Config): Background {
  return {
    mode: background.printBackgroundMode ?? 'steer',
    ceilingS: background.printWaitCeilingS ?? LONGEST_MS / 1_000,
    maxTurns: background.printMaxTurns ?? Infinity,
    keeps: background.keepAliveOnExit ?? false,
  };
}

/** Waits until the run is over; reports on stderr what it waits for, and which bound ended the wait. */
export async function waitAfterwards(
  follower: Follower,
  background: Background,
  stderr: Pick<Output, 'write'>,
): Promise<WaitEnd> {
  const { mode, maxTurns, ceilingS } = background;
  let told = false;
  const tell = (work: OwnWork): void => {
    if (told || work.hasTurn(mode)) return;
    told = true;
    stderr.write(`[wait] for ${openWork(work, mode)}\n`);
  };
  const look = (work: OwnWork): WaitEnd | 'turns' | undefined => {
    if (work.further > maxTurns) return 'turns';
    if (work.lastEnd !== 'completed' && work.lastEnd !== undefined && !work.hasTurn(mode)) return work.lastEnd;
    if (!work.goesOn(mode)) return 'quiet';
    tell(work);
    return undefined;
  };
  let timer: NodeJS.Timeout | undefined;
  const ceiling = new Promise<'ceiling'>((resolve) => {
    timer = setTimeout(() => resolve('ceiling'), Math.min(ceilingS * 1_000, LONGEST_MS)).unref();
  });
  try {
    const end = await Promise.race([follower.until(look), ceiling]);
    if (end !== 'turns' && end !== 'ceiling') return end;
    const bound =
      end === 'turns'
        ? `background.print_max_turns (${maxTurns}) is reached`
        : `background.print_wait_ceiling_s (${ceilingS}) is over`;
    const left = follower.work && openWork(follower.work, mode);
    stderr.write(`warning: ${bound}: not waiting any longer${left ? ` for ${left}` : ''}\n`);
    return 'bound';
  } finally {
    clearTimeout(timer);
  }
}

/** What is open, in words; empty when it is only a turn. */
function openWork({ tasks, jobs, goal }: OwnWork, mode: BackgroundMode): string {
  return [
    ...(mode === 'exit' ? [] : [...tasks.values()].map(({ taskId }) => taskId)),
    ...[...jobs.keys()].map((id) => `scheduled prompt ${id}`),
    ...(goal?.status === 'active' ? ['the goal'] : []),
  ].join(', ');
}

/** Stops the remaining work of the run in a server that keeps running. */
export interface Stopping {
  client: Client;
  sessionId: string;
  follower: Follower;
  background: Background;
  /** how long the end of a turn is waited for */
  patienceMs: number;
}

/** Pauses the goal, and aborts the turn that runs behind the prompt. */
export async function stopTurns({ client, sessionId, follower, background, patienceMs }: Stopping): Promise<void> {
  const { work } = follower;
  const params = { session_id: sessionId };
  if (work?.goal?.status === 'active') await unlessOver(() => client.pauseGoal({ params }));
  if (!work?.hasTurn(background.mode)) return;
  await unlessOver(() => client.abortSession({ params }));
  const ended = follower.until((own) => (own.hasTurn(background.mode) ? undefined : true));
  await Promise.race([ended, delay(patienceMs)]);
}

/** Cancels the tasks that are left. */
export async function stopTasks(stopping: Stopping): Promise<void> {
  const { client, sessionId, follower, background } = stopping;
  const keeps = background.keeps && background.mode !== 'exit';
  const left = [...(follower.work?.tasks.values() ?? [])].filter(({ kind }) => !keeps || kind !== 'process');
  if (left.length === 0) return;
  const isOthers = follower.work?.othersTurn === true;
  follower.work?.letGo();
  await Promise.all(
    left.map(({ taskId }) =>
      unlessOver(() => client.cancelTask({ params: { session_id: sessionId, task_id: taskId } })),
    ),
  );
  // their ends begin a turn that the command no longer waits for
  if (background.mode === 'steer' && !isOthers)
    await unlessOver(() => client.abortSession({ params: { session_id: sessionId } }));
}

/** Work that is over, or that this command must not stop, needs no stopping. */
export async function unlessOver(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
  }
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
