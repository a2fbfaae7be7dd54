/** One prompt in an open session: sent, printed, stayed for, and turned into an exit code (cli.md 2.2, 4.1). */
import type { Session } from '../../schemas/generated/types.js';
import type { ApiFailure, ConnectionFailure } from '../api/client.js';
import { createStream, type Reconnect, type Stream } from '../api/stream.js';
import type { Connection } from '../connect.js';
import type { Printer } from '../print/printer.js';
import {
  backgroundOf,
  delay,
  stopTasks,
  stopTurns,
  unlessOver,
  waitAfterwards,
  type Background,
  type WaitEnd,
} from './afterwards.js';
import { followPrompt, type Follower, type PromptEnd } from './follow.js';
import type { Interruption } from './interruption.js';
import { writeLine, type Io } from './io.js';
import type { GoalState } from './own-work.js';
import type { Wish } from './wish.js';

/** 5 attempts over 15 s, then the run is given up (cli.md 1.4). */
export const reconnect: Reconnect = { delaysMs: [500, 1_500, 3_000, 4_000, 6_000], endless: false };
/** How long the end of an aborted turn is waited for. */
const ABORT_MS = 5_000;

export interface Conversation {
  wish: Wish;
  session: Session;
  /** a new session, made for this prompt: all its warnings are new to the user */
  isNew: boolean;
  connection: Connection;
  printer: Printer;
  io: Io;
  interruption: Interruption;
}

/** Returns the exit code; throws ApiFailure or ConnectionFailure when the prompt was refused or the server went away. */
export async function converse(talk: Conversation): Promise<number> {
  const { wish, connection, printer, interruption, io } = talk;
  const params = { session_id: talk.session.id };
  const follower = followPrompt(printer, { pursues: wish.goal !== undefined });
  const { stream, failed } = openStream(talk, follower);
  try {
    await subscribe(stream, talk, follower);
    const { prompt_id } = await connection.client.submitPrompt({
      params,
      body: {
        content: [{ type: 'text', text: wish.text }],
        unattended: true,
        ...(wish.goal !== undefined && { goal_objective: wish.goal }),
        ...(wish.skill && { skills: [wish.skill] }),
      },
    });
    follower.begin(prompt_id);
    const end = await Promise.race([course(talk, follower), failed, follower.failed, interruption.first]);
    if (interruption.code !== undefined) {
      const last = failed.catch(() => undefined);
      await Promise.race([cutShort(talk, follower, prompt_id), last]);
    }
    printer.end();
    return interruption.code ?? exitCode(end ?? 'lost', wish.goal === undefined ? undefined : follower.work?.goal, io);
  } finally {
    printer.end();
    stream.close();
  }
}

function openStream(
  { connection: { baseUrl, token }, session, io }: Conversation,
  follower: Follower,
): { stream: Stream; failed: Promise<never> } {
  let fail: (failure: ApiFailure | ConnectionFailure) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // it may come when the command no longer waits
  failed.catch(() => undefined);
  const stream = createStream({
    baseUrl,
    token,
    WebSocket: io.WebSocket,
    fetch: io.fetch,
    clientId: `cli-${process.pid}`,
    reconnect,
    onEnd: (failure) => fail(failure),
    // it is in the log of the server, not in that of the session
    onGlobal: (frame) => {
      if (frame.type === 'event.session.archived' && frame.payload.sessionId === session.id) void follower.frame(frame);
    },
    onState: (state) =>
      void (state === 'reconnecting' && io.stderr.write('The connection was lost: trying again for 15 s.\n')),
  });
  return { stream, failed };
}

async function subscribe(
  stream: Stream,
  { session, isNew, connection: { client } }: Conversation,
  follower: Follower,
): Promise<void> {
  const params = { session_id: session.id };
  await stream.subscribe(session.id, {
    cursor: { seq: isNew ? 0 : session.last_seq },
    onEvent: follower.frame,
    async onResync() {
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
    },
  });
}

type End = PromptEnd | Exclude<WaitEnd, 'quiet'>;

/** The turn of the prompt and what comes behind it. */
async function course(talk: Conversation, follower: Follower): Promise<End> {
  const { connection, io } = talk;
  const end = await follower.ended;
  // the prompt began nothing that could still run
  if (!follower.work?.began) return end;
  const background = await backgroundNow(talk);
  const stopping = { ...stoppingOf(talk, follower), background };
  const waited =
    end === 'completed' || end === 'lost' ? await waitAfterwards(follower, background, io.stderr) : ('quiet' as const);
  // an interrupted run stops everything else
  if (talk.interruption.code !== undefined) return end;
  if (waited === 'bound') await stopTurns(stopping);
  await goalToldOf(follower);
  // an embedded server stops its tasks by itself
  if (!connection.embedded || background.mode === 'exit') await stopTasks(stopping);
  return waited === 'quiet' ? end : waited;
}

/** After a bad end the goal is paused; that comes right behind the end. */
async function goalToldOf(follower: Follower): Promise<void> {
  await Promise.race([follower.until(({ goal }) => (goal?.status === 'active' ? undefined : true)), delay(ABORT_MS)]);
}

/** The user does not want to wait: the turn is aborted, and no work of the run stays in a server that keeps running. */
async function cutShort(talk: Conversation, follower: Follower, promptId: string): Promise<void> {
  const { client, embedded } = talk.connection;
  const stopping = stoppingOf(talk, follower);
  if (!follower.isOver) {
    await unlessOver(() => client.abortPrompt({ params: { session_id: talk.session.id, prompt_id: promptId } }));
    await Promise.race([follower.ended, delay(ABORT_MS)]);
  }
  if (!follower.work?.began) return;
  await unlessOver(async () => {
    const background = await backgroundNow(talk);
    await stopTurns({ ...stopping, background });
    if (!embedded) await stopTasks({ ...stopping, background });
  });
}

function stoppingOf({ connection, session }: Conversation, follower: Follower) {
  return { client: connection.client, sessionId: session.id, follower, patienceMs: ABORT_MS };
}

async function backgroundNow({ connection }: Conversation): Promise<Background> {
  return backgroundOf(await connection.client.getConfig());
}

function exitCode(end: End, goal: GoalState | undefined, { stderr }: Io): number {
  if (end === 'aborted') stderr.write('error: the turn was cancelled by another client\n');
  if (end === 'stopped') stderr.write('error: the server stopped, and the turn with it\n');
  if (end === 'lost') stderr.write('warning: the end of the turn was missed; resume the session to read it\n');
  const isWell = end === 'completed' || end === 'lost' || end === 'bound';
  if (!goal) return isWell ? 0 : 1;
  switch (goal.status) {
    case 'complete':
      return 0;
    case 'blocked':
      return 3;
    case 'paused':
    case 'active':
      if (isWell) writeLine(stderr, `error: the goal is paused${goal.reason === undefined ? '' : `: ${goal.reason}`}`);
      return 6;
    case 'cancelled':
      if (isWell) stderr.write('error: the goal was cancelled by another client\n');
      return 1;
  }
}
