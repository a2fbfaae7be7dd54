/** Runs one prompt in an open session: sends it, prints, waits for its work, returns an exit code (cli.md 2.2, 4.1). */
import type { PromptContentPart, PromptLimit, PromptLimits, Session } from '../../schemas/generated/types.js';
import type { ApiFailure, ConnectionFailure } from '../api/client.js';
import { createStream, type Reconnect } from '../api/stream.js';
import type { Connection } from '../connect.js';
import type { Printer } from '../print/printer.js';
import type { GoalState } from '../session/own-work.js';
import { openPromptRun, type OpenWork, type RunEnd } from '../session/prompt-run.js';
import type { Interruption } from './interruption.js';
import { writeLine, type Io } from './io.js';
import type { RunRecord } from './run-record.js';
import type { PromptWords } from './words.js';

/** 5 attempts over 15 s, then the run fails (cli.md 1.4). */
export const reconnect: Reconnect = { delaysMs: [500, 1_500, 3_000, 4_000, 6_000], endless: false };

export interface Conversation {
  words: PromptWords;
  /** parts of the prompt besides its text */
  attached: PromptContentPart[];
  session: Session;
  /** whether the session was created for this prompt, so that all its warnings are new to the user */
  isNew: boolean;
  connection: Connection;
  printer: Printer;
  record: RunRecord | undefined;
  limits: PromptLimits | undefined;
  /** schema of the result */
  schema: Record<string, unknown> | undefined;
  fallbackModel: string | undefined;
  io: Io;
  interruption: Interruption;
}

export interface Conclusion {
  code: number;
  /** undefined: the user did not wait for it */
  end: RunEnd | undefined;
  /** the limit that ended the run */
  limit?: PromptLimit;
  /** a result that satisfies the schema */
  result?: Record<string, unknown>;
}

/** Exit codes of `--max-…` and `--schema` (cli.md 2.2). */
const limitReached = 4;
const noResult = 5;

/** Throws ApiFailure or ConnectionFailure when the prompt was refused or the server was lost. */
export async function converse(talk: Conversation): Promise<Conclusion> {
  const { words, session, connection, printer, interruption, io } = talk;
  const { stream, failed } = await openStream(talk);
  let boundByTime = false;
  try {
    const run = await openPromptRun({
      sessionId: session.id,
      client: connection.client,
      stream,
      since: talk.isNew ? 0 : session.last_seq,
      ownsServer: connection.embedded,
      async show(frame) {
        talk.record?.note(frame);
        await printer.frame(frame);
      },
      onWait: (work) => void io.stderr.write(`[wait] for ${wordsOf(work)}\n`),
      maxMs: talk.limits?.wall_ms,
      onBound({ name, value }, work) {
        boundByTime = name === 'max_time';
        const reached = boundByTime
          ? `--max-time (${value} s) is over`
          : `background.${name} (${value}) is ${name === 'print_max_turns' ? 'reached' : 'over'}`;
        const left = wordsOf(work);
        io.stderr.write(`warning: ${reached}: not waiting any longer${left === '' ? '' : ` for ${left}`}\n`);
      },
    });
    try {
      const sent = run.send([{ type: 'text', text: words.text }, ...talk.attached], {
        unattended: true,
        ...(talk.limits && { limits: talk.limits }),
        ...(talk.schema && { output_schema: talk.schema }),
        ...(talk.fallbackModel !== undefined && { fallback_model: talk.fallbackModel }),
        ...(words.goal !== undefined && { goal_objective: words.goal }),
        ...(words.skill && { skills: [words.skill] }),
      });
      await Promise.race([sent, interruption.first]);
      const end = await Promise.race([run.finish(), failed, interruption.first]);
      if (interruption.code !== undefined) await Promise.race([run.cancel(), failed.catch(() => undefined)]);
      printer.end();
      if (interruption.code !== undefined) return { code: interruption.code, end: undefined };
      const goal = words.goal === undefined ? undefined : run.goal;
      const { limit = boundByTime ? 'time' : undefined, result, failure } = run.outcome;
      const code = exitCode(end ?? 'lost', goal, io);
      if (limit && !result && code === 0) io.stderr.write(`warning: the limit of ${limit} is reached\n`);
      if (limit && !result) return { code: limitReached, end: end ?? undefined, limit };
      const lacks = talk.schema !== undefined && !result && (code === 0 || failure === 'loop.no_result');
      if (lacks) return { code: noResult, end: end ?? undefined };
      return { code, end: end ?? undefined, ...(result && { result }) };
    } finally {
      run.close();
    }
  } finally {
    printer.end();
    stream.close();
  }
}

async function openStream({ connection: { baseUrl, token }, io }: Conversation) {
  let fail: (failure: ApiFailure | ConnectionFailure) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // the rejection may come when the command no longer waits for it
  failed.catch(() => undefined);
  const stream = createStream({
    baseUrl,
    token,
    WebSocket: await io.webSocket(),
    fetch: io.fetch,
    clientId: `cli-${process.pid}`,
    reconnect,
    onEnd: (failure) => fail(failure),
    onState: (state) =>
      void (state === 'reconnecting' && io.stderr.write('The connection was lost: trying again for 15 s.\n')),
  });
  return { stream, failed };
}

/** Describes the open work; empty when it is only a turn. */
function wordsOf({ tasks, jobs, pursuesGoal }: OpenWork): string {
  return [...tasks, ...jobs.map((id) => `scheduled prompt ${id}`), ...(pursuesGoal ? ['the goal'] : [])].join(', ');
}

function exitCode(end: RunEnd, goal: GoalState | undefined, { stderr }: Io): number {
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
