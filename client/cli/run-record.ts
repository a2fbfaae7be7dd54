/** Writes the outcome of a `-p` run to the file of `--result` (acp-cli.md 8.2). */
import { access, constants, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ErrorPayload, PromptLimit, SessionUsage, UsageCounts } from '../../schemas/generated/types.js';
import { ApiFailure, type Client, ConnectionFailure } from '../api/client.js';
import { isCut, type EventFrame } from '../api/stream.js';
import { oneLine } from '../view/clean.js';
import { plainText } from '../view/content.js';
import { callSubject } from '../view/displays.js';
import { CommandFailure } from './failures.js';
import { placeOfFiles, type Io } from './io.js';

export type RunStatus = 'completed' | 'failed' | 'cancelled' | 'blocked' | 'limit';

/** What a run led to besides its end. */
export interface RunOutcome {
  limit?: PromptLimit;
  /** satisfies the schema of `--schema` */
  structured?: Record<string, unknown>;
}

interface RecordedError {
  code: string;
  name: string;
  message: string;
  retryable: boolean;
}

interface Denial {
  tool: string;
  subject: string;
  rule?: string;
}

export interface RunRecord {
  /** Records a frame of the run. */
  note(frame: EventFrame): void;
  /** Sets the session of the run; its usage so far is not part of the run. */
  begin(sessionId: string, client: Client): Promise<void>;
  /** Writes the file. Throws CommandFailure when it cannot be written. */
  write(outcome: RunOutcome & { code: number; status: RunStatus; error: unknown }): Promise<void>;
}

type Counts = Omit<UsageCounts, 'unknown_tokens'>;

/** Throws CommandFailure when the file's directory is missing or not writable, or the path names no plain file. */
export async function createRunRecord(path: string, io: Io): Promise<RunRecord> {
  const target = await placeOf(resolve(placeOfFiles(io), path));
  const startedAt = io.now();
  const calls = new Map<string, { name: string; subject: string }>();
  const denied: Denial[] = [];
  const prompts = new Set<string>();
  const turns = new Set<number>();
  let place: { sessionId: string; client: Client; before: Usage | undefined } | undefined;
  let text = '';
  let cutMessage: string | undefined;
  let steps = 0;
  let total = 0;
  let errors = 0;
  let failure: ErrorPayload | undefined;

  function note(frame: EventFrame): void {
    if (frame.payload.agentId !== 'main') return;
    switch (frame.type) {
      case 'turn.started':
        turns.add(frame.payload.turnId);
        return;
      case 'prompt.submitted':
      case 'prompt.completed':
      case 'prompt.aborted':
        prompts.add(frame.payload.promptId);
        return;
      case 'turn.step.completed':
        steps += 1;
        return;
      case 'turn.ended':
        failure = frame.payload.error;
        return;
      case 'message.appended': {
        const { id, role, content } = frame.payload.message;
        const answer = role === 'assistant' ? plainText(content.filter(({ type }) => type === 'text')) : '';
        if (answer === '') return;
        text = answer;
        cutMessage = isCut(frame) ? id : undefined;
        return;
      }
      case 'tool.call.started':
        total += 1;
        calls.set(frame.payload.toolCallId, {
          name: frame.payload.name,
          subject: oneLine(callSubject(frame.payload)),
        });
        return;
      case 'tool.result': {
        const { toolCallId, isError, denied: refusal } = frame.payload;
        const call = calls.get(toolCallId);
        calls.delete(toolCallId);
        if (isError) errors += 1;
        if (refusal && call) denied.push({ tool: call.name, subject: call.subject, ...refusal });
        return;
      }
      default:
        return;
    }
  }

  async function wholeText(): Promise<string> {
    if (cutMessage === undefined || !place) return text;
    const params = { session_id: place.sessionId, message_id: cutMessage };
    const message = await orNothing(place.client.getMessage({ params }));
    return message ? plainText(message.content.filter(({ type }) => type === 'text')) : text;
  }

  async function changes() {
    if (!place || turns.size === 0) return [];
    const query = { from_turn: Math.min(...turns) };
    const found = await orNothing(place.client.listChanges({ params: { session_id: place.sessionId }, query }));
    return (found?.files ?? []).map(({ path: file, status, added, removed }) => ({
      path: file,
      status,
      added: added ?? 0,
      removed: removed ?? 0,
    }));
  }

  return {
    note,
    async begin(sessionId, client) {
      place = { sessionId, client, before: await usageOf(sessionId, client) };
    },
    async write({ code, status, error, limit, structured }) {
      const endedAt = io.now();
      const after = place && (await usageOf(place.sessionId, place.client));
      const usage = after && spent(after, place?.before);
      const reported = errorOf(error) ?? (status === 'completed' ? undefined : failure && plainError(failure));
      const record = {
        version: 1,
        status,
        exit_code: code,
        ...(limit && { limit }),
        ...(reported && { error: reported }),
        text: await wholeText(),
        ...(structured && { structured }),
        ...(place && { session_id: place.sessionId }),
        prompt_ids: [...prompts],
        turns: turns.size,
        steps,
        tool_calls: { total, errors, denied: denied.length },
        denied,
        files_changed: await changes(),
        ...(usage && { usage: usage.total }),
        ...(usage?.total.total_cost_usd !== undefined && { total_cost_usd: usage.total.total_cost_usd }),
        models: usage?.models ?? [],
        started_at: new Date(startedAt).toISOString(),
        ended_at: new Date(endedAt).toISOString(),
        duration_ms: endedAt - startedAt,
        cwd: io.cwd,
        program_version: io.version,
      };
      await replaceFile(target, `${JSON.stringify(record, undefined, 2)}\n`);
    },
  };
}

interface Usage {
  session: SessionUsage;
  byModel: Readonly<Record<string, UsageCounts>>;
}

async function usageOf(sessionId: string, client: Client): Promise<Usage | undefined> {
  const params = { session_id: sessionId };
  const [session, counts] = await Promise.all([
    orNothing(client.getSession({ params })),
    orNothing(client.getSessionUsage({ params })),
  ]);
  return session && counts && { session: session.usage, byModel: counts.by_model };
}

/** Returns the usage of the run itself, and the models it used. */
function spent(after: Usage, before: Usage | undefined): { total: SessionUsage; models: string[] } {
  const total = { ...after.session, ...less(after.session, before?.session) };
  const models = Object.entries(after.byModel)
    .filter(([model, counts]) => Object.values(less(counts, before?.byModel[model])).some((count) => count > 0))
    .map(([model]) => model);
  return { total, models };
}

const counted = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_creation_tokens',
  'turn_count',
  'total_cost_usd',
] as const;

function less(after: Counts, before: Counts | undefined): Partial<Counts> & Record<string, number> {
  const rest: Record<string, number> = {};
  for (const name of counted) {
    const value = after[name];
    if (value !== undefined) rest[name] = Math.max(0, value - (before?.[name] ?? 0));
  }
  return rest;
}

/** Returns undefined when the server is gone; then the record lacks its data. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}

function errorOf(error: unknown): RecordedError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, cause } = error;
  if (error instanceof ApiFailure) return { code: String(error.code), name, message, retryable: false };
  if (cause instanceof ApiFailure) return { code: String(cause.code), name: cause.name, message, retryable: false };
  const isLost = error instanceof ConnectionFailure || cause instanceof ConnectionFailure;
  return { code: isLost ? 'connection' : 'command', name, message, retryable: isLost };
}

function plainError({ code, name, message, retryable }: ErrorPayload): RecordedError {
  // most failures of a turn have only a code, which then is their name
  return { code, name: name ?? code, message, retryable };
}

/** Returns the path of the file itself, behind links. */
async function placeOf(given: string): Promise<string> {
  const refuse = (problem: string, cause?: unknown) => new CommandFailure(`--result: ${problem}`, { cause });
  let target: string;
  try {
    target = await behindLinks(given);
  } catch (error) {
    throw refuse(`${given} cannot be written (${String((error as { code?: unknown }).code)})`, error);
  }
  const directory = dirname(target);
  try {
    await access(directory, constants.W_OK);
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'ENOENT';
    throw refuse(isMissing ? `no such directory: ${directory}` : `${directory} is not writable`, error);
  }
  if (!(await stat(directory)).isDirectory()) throw refuse(`${directory} is not a directory`);
  // the file is created at the end
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw refuse(`${target} is a directory`);
  // the record would take the place of the device or pipe
  if (found && !found.isFile()) throw refuse(`${target} is not a plain file`);
  return target;
}

/** Rejects on a loop of links. */
async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : behindLinks(resolve(dirname(path), link));
  }
}

/** Replaces the file atomically. */
async function replaceFile(target: string, text: string): Promise<void> {
  const part = `${target}.${process.pid}.part`;
  try {
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandFailure(`--result: ${target} cannot be written (${String((error as { code?: unknown }).code)})`, {
      cause: error,
    });
  }
}
