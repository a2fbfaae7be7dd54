/** The handlers of the visualizer: the content of its sources, with secrets masked (web.md 8.2). */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { CronJob, TaskInfo } from '../../schemas/generated/types.js';
import { createContextFold } from '../../schemas/folds/context.js';
import { createPause } from '../base/async/pieces.js';
import { asJson } from '../base/text/pieces.js';
import { ApiError } from '../errors.js';
import { createMasks } from '../home/mask.js';
import { maskShapes } from '../home/redact.js';
import type { BytesAnswer, VisHandlers } from '../http/contract.js';
import { estimateParts, estimateText } from '../providers/tokens.js';
import { createCleaner } from '../sessions/export/cleaning.js';
import type { EventRow, Source, StoredBytes } from './source.js';

/** Maximum bytes of events in one answer; the next request continues from there. */
const pageBytes = 8 * 1024 * 1024;
/** Maximum bytes of the end of a log. */
const logBytes = 2 * 1024 * 1024;
const maxMediaBytes = 64 * 1024 * 1024;
/** Bytes before and after a part of a file that are masked with it. */
const reach = 16 * 1024;

export interface AnswersDeps {
  source: Source;
  secrets: readonly string[];
}

export function createVisHandlers({ source, secrets }: AnswersDeps): VisHandlers {
  const masks = createMasks(secrets);
  const cleaner = createCleaner(secrets);

  function masked(text: string): Buffer {
    const mask = masks();
    return Buffer.concat([mask.push(Buffer.from(text)), mask.end()]);
  }

  /** The current state of things, by the last event about each. */
  async function latest<Thing>(
    id: string,
    types: readonly string[],
    take: (things: Map<string, Thing>, event: EventRow, payload: Record<string, unknown>) => void,
  ): Promise<Thing[]> {
    const things = new Map<string, Thing>();
    for await (const event of source.events(id, { after: 0, limit: Infinity, types }))
      if (event.payload !== undefined) take(things, event, JSON.parse(event.payload) as Record<string, unknown>);
    return cleaner.clean([...things.values()]);
  }

  return {
    listVisSessions: ({ query }) =>
      cleaner.clean(
        source.list({
          ...(query.query === undefined ? {} : { query: query.query }),
          beforeId: query.before_id,
          pageSize: query.page_size,
          includeArchive: query.include_archive,
        }),
      ),
    async getVisSession({ params }) {
      const { session, agents, firstSeq, lastSeq, damaged } = source.session(params.session_id);
      const shown = await cleaner.clean({ session, agents });
      return { ...shown, masked: true as const, source: source.kind, first_seq: firstSeq, last_seq: lastSeq, damaged };
    },
    async listVisEvents({ params, query, signal }) {
      const { after_seq: after, limit } = query;
      const types = query.types?.split(',').filter((type) => type !== '');
      // request one more, only to see whether it exists
      const request = { after, limit: limit + 1, whole: limit === 1, ...(types?.length ? { types } : {}) };
      const lastSeq = source.last(params.session_id);
      const mask = masks();
      const pieces: Buffer[] = [Buffer.from('{"items":[')];
      const pauseIfDue = createPause();
      let [count, bytes, hasMore] = [0, 0, false];
      for await (const event of source.events(params.session_id, request)) {
        if (count === limit || bytes > pageBytes) {
          hasMore = true;
          break;
        }
        const line = Buffer.from(`${count === 0 ? '' : ','}${eventText(event)}`);
        pieces.push(mask.push(line));
        bytes += line.length;
        count += 1;
        await pauseIfDue();
        signal.throwIfAborted();
      }
      pieces.push(mask.end(), Buffer.from(`],"last_seq":${lastSeq},"has_more":${hasMore}}`));
      return asJson(pieces);
    },
    async getVisContext({ params, query }) {
      const { agent_id: agentId, turn, step } = query;
      const fold = createContextFold();
      let measured: number | undefined;
      let isThere = false;
      const isOne = turn !== undefined && step !== undefined;
      for await (const event of source.events(params.session_id, { after: 0, limit: Infinity, types: contextTypes })) {
        const payload =
          event.payload === undefined ? undefined : (JSON.parse(event.payload) as Record<string, unknown>);
        const isOwn = event.agentId === agentId && payload !== undefined && isOf(payload, turn, step);
        if (isOwn && event.type === 'step.usage') measured = sizeOf(payload['usage']);
        // use the first attempt only: a retry sends the same
        const isNext = event.agentId === agentId && event.type === 'turn.step.started' && isThere && !isOwn;
        if (isNext && isOne) break;
        if (isOwn && event.type === 'turn.step.started') isThere = true;
        // events after the request were not part of it
        if (isThere && isOne) continue;
        fold.take({ ...event, payload });
      }
      const messages = fold
        .messages(agentId)
        .map((message) => ({ ...message, tokens: estimateParts(message.content) }));
      const system = fold.systemPrompt(agentId);
      const estimate = messages.reduce((sum, { tokens }) => sum + tokens, estimateText(system));
      return cleaner.clean({
        system_prompt: system,
        tools: [],
        messages,
        tokens: { estimate, measured },
      }) as never;
    },
    async listVisTasks({ params }) {
      const items = await latest<TaskInfo>(
        params.session_id,
        ['task.started', 'task.terminated'],
        (tasks, _, payload) => {
          const info = payload['info'] as TaskInfo;
          tasks.set(info.taskId, info);
        },
      );
      return { items };
    },
    async readVisTaskOutput({ params, query }) {
      const found = await source.taskOutput(params.session_id, params.task_id);
      if (!found) throw new ApiError('TASK_NOT_FOUND');
      const { offset, length } = query;
      return textAnswer(await partOf(found, offset, length), `${params.task_id}.log`);
    },
    async listVisCron({ params }) {
      const items = await latest<CronJob>(params.session_id, ['cron.changed'], (jobs, _, payload) => {
        const job = payload['job'] as CronJob;
        if (payload['change'] === 'created') jobs.set(job.id, job);
        else jobs.delete(job.id);
      });
      return { items };
    },
    async readVisLog({ params, query }) {
      const found = await source.log(params.session_id, query.which);
      if (!found) throw new ApiError('FILE_NOT_FOUND');
      const text = masked((await bytesOf(found, (size) => [Math.max(0, size - logBytes), size])).toString('utf8'));
      return textAnswer(text, `${query.which}.log`);
    },
    async readVisMedia({ params }) {
      const found = await source.media(params.session_id, params.file_id);
      if (!found) throw new ApiError('FILE_NOT_FOUND');
      const bytes = cleaner.cleanBytes(await bytesOf(found, (size) => [0, Math.min(size, maxMediaBytes)]));
      return bytesAnswer(bytes, found.mediaType, params.file_id);
    },
  };

  /** A part of a file, masked together with its surroundings, so that no secret is cut in two; keeps its offsets. */
  async function partOf(found: StoredBytes, offset: number, length: number): Promise<Buffer> {
    const from = Math.max(0, offset - reach);
    const bytes = await bytesOf(found, (size) => [Math.min(from, size), Math.min(size, offset + length + reach)]);
    const text = bytes.toString('latin1');
    const mask = masks({ shapes: false });
    const same = Buffer.concat([mask.push(Buffer.from(text, 'latin1')), mask.end()]).toString('latin1');
    const part = same.slice(offset - from, offset - from + length);
    return Buffer.from(maskShapes(part), 'latin1');
  }
}

const contextTypes = [
  'agent.bound',
  'message.appended',
  'tool.result',
  'context.compacted',
  'context.copied',
  'context.undone',
  'context.redone',
  'turn.step.started',
  'step.usage',
];

function isOf(payload: Record<string, unknown>, turn: number | undefined, step: number | undefined): boolean {
  return (turn === undefined || payload['turnId'] === turn) && (step === undefined || payload['step'] === step);
}

function sizeOf(usage: unknown): number | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  const { inputOther, inputCacheRead, inputCacheCreation } = usage as Record<string, number>;
  return (inputOther ?? 0) + (inputCacheRead ?? 0) + (inputCacheCreation ?? 0);
}

/** An event as JSON for the page; it may contain secrets. */
export function eventText({ seq, time, type, agentId, internal, bytes, payload, cut }: EventRow): string {
  const facts = `{"seq":${seq},"time":${time},"type":${JSON.stringify(type)},"agent_id":${JSON.stringify(agentId)},"internal":${internal},"bytes":${bytes}`;
  if (payload === undefined) return `${facts},"payload":null,"damaged":true}`;
  return `${facts},"payload":${payload}${cut === true ? ',"cut":true' : ''}}`;
}

export async function bytesOf(found: StoredBytes, choose: (size: number) => [number, number]): Promise<Buffer> {
  if ('bytes' in found) {
    const [from, to] = choose(found.bytes.length);
    return Buffer.from(found.bytes.subarray(from, to));
  }
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(found.path, flags).catch((cause: unknown) => {
    throw new ApiError('FILE_NOT_FOUND', { cause });
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new ApiError('FILE_NOT_FOUND');
    const [from, to] = choose(facts.size);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, to - from)), 0, null, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const textAnswer = (bytes: Buffer, fileName: string): BytesAnswer =>
  bytesAnswer(bytes, 'text/plain; charset=utf-8', fileName);

function bytesAnswer(bytes: Buffer, mediaType: string, fileName: string): BytesAnswer {
  return {
    size: bytes.length,
    mediaType,
    fileName,
    disposition: 'inline',
    cacheControl: 'no-store',
    open: (start, end) => Readable.from([bytes.subarray(start, end)]),
  };
}
