/** `agent -p`: runs one prompt to its end, with its output on this terminal (cli.md 4). */
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import type { Message, Session } from '../../schemas/generated/types.js';
import { ApiFailure, type Client, ConnectionFailure } from '../api/client.js';
import { connect, type Connection } from '../connect.js';
import { clientHome } from '../home.js';
import { homeLayout } from '../../schemas/instances.js';
import { createJsonPrinter } from '../print/stream-json.js';
import { createTextPrinter } from '../print/text.js';
import { readWaiting } from '../session/derive.js';
import type { RunEnd } from '../session/prompt-run.js';
import { visibleLine } from '../view/clean.js';
import type { Printer, Sink } from '../print/printer.js';
import { converse, reconnect } from './converse.js';
import { CommandFailure, unreadable, UsageFailure } from './failures.js';
import { type Interruption, listenForInterruption } from './interruption.js';
import {
  connectOptions,
  flushed,
  type Input,
  type Io,
  type Output,
  placeOfFiles,
  resumeHint,
  roomIn,
  warn,
  writeLine,
} from './io.js';
import { launchBlock, type LaunchOptions, systemText } from './launch.js';
import type { OutputFormat } from './main-options.js';
import { type OpenedSession, openSession, type SessionChoice, unknownModel } from './open-session.js';
import { attachedParts, fenced, findAttachments } from './attachments.js';
import { readMcpConfigs } from './mcp-config.js';
import { createRunRecord, type RunOutcome, type RunRecord, type RunStatus } from './run-record.js';
import { limitsOf, type ScriptOptions, unknownTool } from './script-options.js';
import { checkCommand, readWords } from './words.js';

const STAND_IN = 'offline/echo';

export interface PromptRequest {
  text: string;
  format: OutputFormat;
  session: SessionChoice;
  model: string | undefined;
  /** name of the agent of a new session */
  agent: string | undefined;
  launch: LaunchOptions;
  script: ScriptOptions;
}

/** Runs the prompt; returns the exit code. */
export async function runPrompt(request: PromptRequest, io: Io): Promise<number> {
  const interruption = listenForInterruption(io);
  const run: Run = {
    request,
    io,
    interruption,
    connection: undefined,
    opened: undefined,
    record: undefined,
    end: undefined,
    outcome: {},
  };
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
  opened: OpenedSession | undefined;
  record: RunRecord | undefined;
  end: RunEnd | undefined;
  outcome: RunOutcome;
}

async function untilDone(run: Run): Promise<number> {
  const { interruption, request, io } = run;
  const { result } = request.script;
  try {
    run.record = result === undefined ? undefined : await createRunRecord(result, io);
    const code = await perform(run);
    await run.record?.write({ ...run.outcome, code, status: statusOf(code, run), error: interruption.failure });
    return code;
  } catch (error) {
    const code = interruption.code ?? (error instanceof UsageFailure ? 2 : 1);
    await run.record?.write({ ...run.outcome, code, status: statusOf(code, run), error });
    // the user closed the output on purpose
    if (interruption.silent) return 1;
    throw error;
  } finally {
    await forget(run);
    await run.connection?.close();
  }
}

function statusOf(code: number, { end, interruption, outcome }: Run): RunStatus {
  if (interruption.failure) return 'failed';
  if (interruption.code !== undefined || end === 'aborted') return 'cancelled';
  if (outcome.limit !== undefined) return 'limit';
  if (code === 3 || end === 'blocked') return 'blocked';
  return code === 0 ? 'completed' : 'failed';
}

/** Deletes the session of `--ephemeral`. */
async function forget({ request, opened, io }: Run): Promise<void> {
  if (!request.script.ephemeral || !opened?.isNew) return;
  try {
    await opened.connection.client.deleteSession({ params: { session_id: opened.session.id } });
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
    warn(io, `the session ${opened.session.id} could not be deleted: ${error.message}`);
  }
}

/** Warns when the session requires a sandbox for its commands and this machine has none. */
async function noticeContainment({ session, connection }: OpenedSession, io: Io): Promise<void> {
  if (session.runtime_id === 'local') return;
  const { reason } = await connection.client.getRuntime({ params: { session_id: session.id } });
  if (reason !== undefined) warn(io, `commands are not sandboxed: ${reason}`);
}

async function perform(run: Run): Promise<number> {
  const { request, io, interruption } = run;
  const { script } = request;
  const system = script.appendSystem === undefined ? undefined : await systemText(script.appendSystem, io);
  const launch = {
    ...(await launchBlock(request.launch, io)),
    rules: script.denies.map((pattern) => ({ pattern, decision: 'deny' as const })),
    ...(system !== undefined && { append_system: system }),
  };
  const schema = script.schema === undefined ? undefined : await readSchema(script.schema, io);
  const tools = script.tools?.split(',').map((name) => name.trim());
  const problem = tools && unknownTool(tools, await io.direct.toolNames());
  if (problem !== undefined) throw new UsageFailure(problem);
  const limits = limitsOf(script);
  if (typeof limits === 'string') throw new UsageFailure(limits);
  const attachments = await findAttachments(script.files, io);
  const servers = await readMcpConfigs(script.mcpConfigs, io);
  const text = await Promise.race([promptText(request.text, io.stdin), interruption.first]);
  if (text === undefined) return interruption.code ?? 1;
  const appended = script.stdin ? await Promise.race([readAll(io.stdin, '--stdin'), interruption.first]) : '';
  if (appended === undefined) return interruption.code ?? 1;
  run.connection = await connect(connectOptions(io));
  for (const warning of run.connection.warnings) warn(io, `configuration: ${warning}`);
  if (interruption.code !== undefined) return interruption.code;
  const { session: choice, model, agent } = request;
  const { title, onlyMcpConfig: onlyServers } = script;
  const fallbackModel = script.fallbackModel?.trim();
  if (fallbackModel !== undefined) await mustBeKnown(fallbackModel, run.connection.client);
  const opened = await openSession(
    { choice, model, agent, launch, tools, servers, onlyServers, title },
    run.connection,
    io,
  );
  run.connection = opened.connection;
  await mustNotWait(opened.session, opened.connection);
  const { words, attached } = await orDeleted(opened, async () => ({
    words: await readWords(text, opened.session.id, opened.connection.client),
    attached: [...(await attachedParts(attachments, opened.connection)), ...fenced(appended)],
  }));
  run.opened = opened;
  await noticeContainment(opened, io);
  await run.record?.begin(opened.session.id, opened.connection.client);
  if (request.model === undefined) await noticeStandIn(opened.session, run);
  if (interruption.code !== undefined) return interruption.code;
  const resume = script.ephemeral ? undefined : resumeHint(io, opened.session.id);
  const printer = await createPrinter(request.format, opened, run);
  try {
    const { code, end, limit, result } = await converse({
      ...opened,
      limits,
      schema,
      fallbackModel,
      words,
      attached,
      printer,
      record: run.record,
      io,
      interruption,
    });
    run.end = end;
    run.outcome = { ...(limit && { limit }), ...(result && { structured: result }) };
    if (result && request.format === 'text') io.stdout.write(`${JSON.stringify(result)}\n`);
    // the answer counts as delivered only when a slow reader has it
    if (interruption.code === undefined) await Promise.race([flushed(io.stdout), interruption.first]);
    if ((!interruption.silent || interruption.failure) && resume !== undefined) io.stderr.write(`${resume}\n`);
    return interruption.code ?? code;
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
    const message = error.message.replace(/^fallback_model: /, '--fallback-model: ');
    throw new CommandFailure(message, { ...(resume !== undefined && { hint: resume }), cause: error });
  }
}

/** Throws CommandFailure for an unknown fallback model, before anything is created for the prompt. */
async function mustBeKnown(alias: string, client: Client): Promise<void> {
  const { items } = await client.listModels();
  if (items.some(({ model }) => model === alias)) return;
  throw unknownModel(alias, items, '--fallback-model: ');
}

/** Deletes a new session whose prompt could not be sent. */
async function orDeleted<T>(
  { session, isNew, connection: { client } }: OpenedSession,
  prepare: () => Promise<T>,
): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    if (isNew) await client.deleteSession({ params: { session_id: session.id } });
    throw error;
  }
}

async function createPrinter(
  format: OutputFormat,
  { session, connection: { client } }: OpenedSession,
  { io, interruption }: Run,
): Promise<Printer> {
  const { stdout, stderr } = io;
  // only a terminal needs to wrap, and loading its character widths takes a tenth of a short run
  const wrap = format === 'text' && (stdout.isTTY || stderr.isTTY) ? (await import('wrap-ansi')).default : undefined;
  const sinkOf = (stream: Output): Sink => ({
    ...(stream.isTTY !== undefined && { isTTY: stream.isTTY }),
    get columns() {
      return stream.columns;
    },
    wrap,
    write: (piece) => interruption.silent || stream.write(piece),
    ready: () => (interruption.silent ? undefined : roomIn(stream)),
  });
  const options = {
    stdout: sinkOf(stdout),
    stderr: sinkOf(stderr),
    readMessage: (id: string) => readMessage(client, session.id, id),
  };
  return format === 'text' ? createTextPrinter(options) : createJsonPrinter(options);
}

/** Retries a lost server as often as the event stream does. */
async function readMessage(client: Client, sessionId: string, id: string): Promise<Message> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await client.getMessage({ params: { session_id: sessionId, message_id: id } });
    } catch (error) {
      const waitMs = reconnect.delaysMs[attempt];
      if (!(error instanceof ConnectionFailure) || waitMs === undefined) throw error;
      await delay(waitMs, undefined, { ref: false });
    }
  }
}

/** Throws for a session that waits for an answer, since no user is present to give it. */
async function mustNotWait(session: Session, { client }: Connection): Promise<void> {
  if (session.pending_interaction === 'none') return;
  const { approvals, questions } = await readWaiting(client, session.id);
  const open = [
    ...approvals.map(({ tool_name, action }) => `approval of ${tool_name}: ${action}`),
    ...questions.flatMap((item) => item.questions.map(({ question }) => `question: ${question}`)),
  ];
  throw new CommandFailure('the session waits for an answer of the user', {
    hint: [
      ...open.map((line) => `  ${visibleLine(line)}`),
      `Answer it in the web UI (agent web), or open it with: agent -r ${session.id}`,
    ].join('\n'),
  });
}

async function noticeStandIn(session: Session, { connection, io }: Run): Promise<void> {
  if (session.agent_config.model !== STAND_IN || !connection) return;
  const { providers_count: providers } = await connection.client.getAuth();
  if (providers > 0) return;
  // the commands change the files of the home that they run in
  const elsewhere = io.remote !== undefined || (io.env['AGENT_CODE_URL']?.trim() ?? '') !== '';
  const config = elsewhere
    ? `${homeLayout.configFile}, each where the server runs`
    : join(clientHome(io).directory, homeLayout.configFile);
  writeLine(
    io.stderr,
    `No model provider is configured: using the built-in offline provider ${STAND_IN}, which only understands plain verbs (try: help). ` +
      `For a model use agent login, agent provider catalog add <id>, or write providers into ${config}`,
  );
}

const MOST_BYTES = 10 * 1024 * 1024;

/** Returns the prompt; `-` reads stdin. Throws UsageFailure for blank, long or invalid text, or an empty command. */
async function promptText(given: string, stdin: Input): Promise<string> {
  const text = given === '-' ? await readAll(stdin, '--prompt') : given;
  if (text.trim() === '') throw new UsageFailure('--prompt: the text on stdin is blank');
  checkCommand(text);
  return text;
}

/** `option`: the option that reads stdin */
async function readAll(stdin: Input, option: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > MOST_BYTES) throw new UsageFailure(`${option}: the text on stdin is longer than 10 MiB`);
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new UsageFailure(`${option}: the text on stdin is not UTF-8`, { cause: error });
  }
}

/** Throws CommandFailure for an unreadable file, and UsageFailure for one that is no schema of an object. */
async function readSchema(path: string, io: Pick<Io, 'cwd' | 'localCwd'>): Promise<Record<string, unknown>> {
  const file = resolve(placeOfFiles(io), path);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable('--schema', file, error);
  }
  const refuse = (problem: string, cause?: unknown) => new UsageFailure(`--schema: ${file} ${problem}`, { cause });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse('is not JSON', error);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuse('is not a schema of an object');
  const schema = content as Record<string, unknown>;
  const { BadOutputSchema, compileOutputSchema } = await import('../../schemas/outputschema.js');
  try {
    compileOutputSchema(schema);
  } catch (error) {
    if (!(error instanceof BadOutputSchema)) throw error;
    throw refuse(error.message, error);
  }
  return schema;
}
