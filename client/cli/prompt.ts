/** `agent -p`: one prompt, run to its end, its output on this terminal (cli.md 4). */
import { join } from 'node:path';
import { ulid } from 'ulid';
import type { Session } from '../../schemas/generated/types.js';
import { ApiFailure, ConnectionFailure, type Client } from '../api/client.js';
import { createStream, type Reconnect } from '../api/stream.js';
import { connect, type Connection } from '../connect.js';
import { clientHome } from '../home.js';
import { homeLayout } from '../../schemas/instances.js';
import { createJsonPrinter } from '../print/stream-json.js';
import { createTextPrinter } from '../print/text.js';
import type { Printer } from '../print/printer.js';
import { CommandFailure } from './failures.js';
import { followPrompt, type Follower, type PromptEnd } from './follow.js';
import { listenForInterruption, type Interruption } from './interruption.js';
import { connectOptions, type Io } from './io.js';
import { launchBlock, type LaunchOptions } from './launch.js';
import type { OutputFormat } from './main-options.js';
import { openSession, type SessionChoice } from './open-session.js';
import { promptText } from './prompt-text.js';
import { skillCall } from './skill-call.js';

/** 5 attempts over 15 s, then the run is given up (cli.md 1.4). */
const reconnect: Reconnect = { delaysMs: [500, 1_500, 3_000, 4_000, 6_000], endless: false };
/** How long the end of an aborted turn is waited for. */
const ABORT_MS = 5_000;
const STAND_IN = 'offline/echo';

export interface PromptRequest {
  text: string;
  format: OutputFormat;
  session: SessionChoice;
  model: string | undefined;
  /** name of the agent of a new session */
  agent: string | undefined;
  launch: LaunchOptions;
}

/** Returns the exit code. */
export async function runPrompt(request: PromptRequest, io: Io): Promise<number> {
  const interruption = listenForInterruption(io);
  const run: Run = { request, io, interruption, connection: undefined };
  try {
    return await Promise.race([untilDone(run), interruption.second]);
  } finally {
    interruption.off();
  }
}

interface Run {
  request: PromptRequest;
  io: Io;
  interruption: Interruption;
  connection: Connection | undefined;
}

async function untilDone(run: Run): Promise<number> {
  const { interruption } = run;
  try {
    return await perform(run);
  } catch (error) {
    // whoever went away needs no explanation
    if (interruption.silent) return 1;
    throw error;
  } finally {
    await run.connection?.close();
  }
}

async function perform(run: Run): Promise<number> {
  const { request, io, interruption } = run;
  const launch = await launchBlock(request.launch, io);
  const text = await Promise.race([promptText(request.text, io.stdin), interruption.first]);
  if (text === undefined) return interruption.code ?? 1;
  run.connection = await connect(connectOptions(io));
  for (const warning of run.connection.warnings) io.stderr.write(`warning: configuration: ${warning}\n`);
  if (interruption.code !== undefined) return interruption.code;
  const { session: choice, model, agent } = request;
  const opened = await openSession({ choice, model, agent, launch }, run.connection, io);
  run.connection = opened.connection;
  await mustNotWait(opened.session, opened.connection);
  if (request.model === undefined) await noticeStandIn(opened.session, run);
  if (interruption.code !== undefined) return interruption.code;
  const resume = `To resume this session: agent -r ${opened.session.id}`;
  try {
    const code = await converse(text, opened.session, opened.connection, run);
    if (!interruption.silent) io.stderr.write(`${resume}\n`);
    return code;
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
    throw new CommandFailure(error.message, { hint: resume, cause: error });
  }
}

/** Sends the prompt and prints what becomes of it. */
async function converse(
  text: string,
  session: Session,
  { client, baseUrl, token }: Connection,
  run: Run,
): Promise<number> {
  const { io, interruption, request } = run;
  const params = { session_id: session.id };
  const printer = await createPrinter(request.format, run);
  const follower = followPrompt(printer);
  let fail: (failure: ApiFailure | ConnectionFailure) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // it may come when nobody waits any more
  failed.catch(() => undefined);
  const stream = createStream({
    baseUrl,
    token,
    WebSocket: io.WebSocket,
    fetch: io.fetch,
    clientId: `cli-${process.pid}`,
    reconnect,
    onEnd: (failure) => fail(failure),
    onState: (state) =>
      void (state === 'reconnecting' && io.stderr.write('The connection was lost: trying again for 15 s.\n')),
  });
  try {
    await stream.subscribe(session.id, {
      cursor: { seq: session.last_seq },
      onEvent: follower.frame,
      async onResync() {
        const snapshot = await client.getSessionSnapshot({ params });
        follower.snapshot(snapshot);
        return { seq: snapshot.as_of_seq, epoch: snapshot.epoch };
      },
    });
    const promptId = await submit(text, session, client, follower, io);
    const aborting = interruption.first.then(() =>
      abort(() => client.abortPrompt({ params: { ...params, prompt_id: promptId } })),
    );
    const end = await Promise.race([follower.ended, failed, aborting]);
    if (interruption.code !== undefined)
      await Promise.race([follower.ended, failed.catch(() => undefined), delay(ABORT_MS)]);
    printer.end();
    return interruption.code ?? exitCode(end, io);
  } finally {
    printer.end();
    stream.close();
  }
}

/** Returns the id of the prompt, which the follower knows by then. */
async function submit(text: string, session: Session, client: Client, follower: Follower, io: Io): Promise<string> {
  const params = { session_id: session.id };
  const content = [{ type: 'text' as const, text }];
  const skill = await skillCall(text, session.id, client);
  if (skill) {
    const { prompt_id } = await client.submitPrompt({ params, body: { content, skills: [skill], unattended: true } });
    follower.begin(prompt_id);
    return prompt_id;
  }
  const promptId = `prompt_${ulid(io.now()).toLowerCase()}`;
  follower.begin(promptId);
  await client.submitPrompt({ params, body: { prompt_id: promptId, content, unattended: true } });
  return promptId;
}

async function createPrinter(format: OutputFormat, { io, interruption }: Run): Promise<Printer> {
  const { stdout, stderr } = io;
  // its tables of character widths cost a tenth of a whole run, and only a terminal has rows to fill
  const wrap = format === 'text' && (stdout.isTTY || stderr.isTTY) ? (await import('wrap-ansi')).default : undefined;
  const sinks = {
    stdout: {
      isTTY: stdout.isTTY,
      get columns() {
        return stdout.columns;
      },
      wrap,
      write: (text: string) => interruption.silent || stdout.write(text),
    },
    stderr: {
      isTTY: stderr.isTTY,
      get columns() {
        return stderr.columns;
      },
      wrap,
      write: (text: string) => interruption.silent || stderr.write(text),
    },
  };
  return format === 'text' ? createTextPrinter(sinks) : createJsonPrinter(sinks);
}

function exitCode(end: PromptEnd | void, { stderr }: Io): number {
  if (end === 'completed') return 0;
  if (end === 'aborted') stderr.write('error: the turn was cancelled by another client\n');
  if (end === 'stopped') stderr.write('error: the server stopped, and the turn with it\n');
  if (end === 'lost') {
    stderr.write('warning: the end of the turn was missed; resume the session to read it\n');
    return 0;
  }
  return 1;
}

async function abort(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    // over already, or nobody there to stop anything: the run ends either way
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
  }
}

/** Nobody is here to answer, so a session that waits for an answer cannot go on. */
async function mustNotWait(session: Session, { client }: Connection): Promise<void> {
  if (session.pending_interaction === 'none') return;
  const params = { session_id: session.id };
  const [approvals, questions] = await Promise.all([
    client.listApprovals({ params, query: { status: 'pending' } }),
    client.listQuestions({ params, query: { status: 'pending' } }),
  ]);
  const open = [
    ...approvals.items.map(({ tool_name, action }) => `approval of ${tool_name}: ${action}`),
    ...questions.items.flatMap((item) => item.questions.map(({ question }) => `question: ${question}`)),
  ];
  throw new CommandFailure('the session waits for an answer of a person', {
    hint: [
      ...open.map((line) => `  ${line.split('\n')[0] ?? ''}`),
      `Answer it in the web UI (agent web), or open it with: agent -r ${session.id}`,
    ].join('\n'),
  });
}

async function noticeStandIn(session: Session, { connection, io }: Run): Promise<void> {
  if (session.agent_config.model !== STAND_IN || !connection) return;
  const { providers_count: providers } = await connection.client.getAuth();
  if (providers > 0) return;
  const config = join(clientHome(io).directory, homeLayout.configFile);
  io.stderr.write(
    `No model provider is configured: using the built-in offline stand-in ${STAND_IN}; providers belong into ${config}\n`,
  );
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
