/** Handles the client frames of a socket: reads and checks them, runs them in the order of ws.md 3, and sends acks. */
import { isUtf8 } from 'node:buffer';
import { errorTable } from '../../schemas/generated/errors.js';
import type { ClientFrames, ClientFrameType } from '../../schemas/generated/frames.js';
import { frameValidators } from '../../schemas/generated/validators.js';
import { ApiError, invalid } from '../errors.js';
import { ackText } from './encode.js';
import type { Feed } from './feed.js';
import type { HostFiles } from './hostfiles.js';
import type { Log } from './log.js';
import type { Subscribed, Subscriptions } from './subscriptions.js';
import type { Terminals } from './terminals.js';
import { validate } from './validate.js';
import type { Watched, Watches } from './watches.js';

/** A message that is at least an object with a type. */
export interface ClientFrame {
  type: string;
  id?: unknown;
  payload?: unknown;
}

/** Parses a frame; undefined when it counts as malformed (ws.md 1.5). */
export function readFrame(message: Buffer): ClientFrame | undefined {
  if (!isUtf8(message)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(message.toString());
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return 'type' in value && typeof value.type === 'string' ? (value as ClientFrame) : undefined;
}

export interface ControlOptions {
  feed: Pick<Feed, 'find' | 'abortPrompt' | 'terminals'>;
  subscriptions: Subscriptions;
  terminals: Terminals;
  hostFiles: HostFiles;
  watches: Watches;
  log: Pick<Log, 'error'>;
  connectionId: string;
  send(text: string): void;
  pong(nonce: string): void;
  /** throws UNAUTHORIZED, PERSISTENCE_FAILURE */
  checkToken(token: string): void;
  /** the client has sent its hello */
  introduced(): void;
  /** the client sent a wrong token; the ack is on its way */
  unauthorized(): void;
  /** called with true when too many frames are pending, and with false when they no longer are */
  hold(isFull: boolean): void;
}

type Answers = {
  [Type in ClientFrameType]: (
    payload: ClientFrames[Type]['payload'],
  ) => ClientFrames[Type]['ack'] | Promise<ClientFrames[Type]['ack']>;
};

const inOrder: ReadonlySet<string> = new Set<ClientFrameType>([
  'client_hello',
  'subscribe',
  'subscribe_v2',
  'unsubscribe',
  'unsubscribe_v2',
  'watch_fs_add',
  'watch_fs_remove',
]);

/** The lane of a frame: frames of one lane run one after another; undefined: the frame runs at once (ws.md 3). */
function laneOf(type: ClientFrameType, payload: unknown): string | undefined {
  if (inOrder.has(type)) return '';
  if (!type.startsWith('terminal_') || typeof payload !== 'object' || payload === null) return undefined;
  return 'terminal_id' in payload ? `terminal ${String(payload.terminal_id)}` : undefined;
}

/** Frames that may be pending before the connection stops reading. */
const maxPending = 100;

/** Returns a function that accepts the frames of one connection. */
export function createControl(options: ControlOptions): (frame: ClientFrame) => void {
  const answers = createAnswers(options);
  const { send } = options;
  /** the last unanswered frame of each lane */
  const lanes = new Map<string, Promise<void>>();
  let pending = 0;

  async function run(type: ClientFrameType, { id, payload }: ClientFrame): Promise<void> {
    const ackId = typeof id === 'string' ? id : '';
    try {
      if (id !== undefined && typeof id !== 'string') throw invalid('id', 'must be a string');
      validate(frameValidators[type], payload);
      // The validator guarantees that the payload fits the type.
      const ack = await (answers[type] as (payload: unknown) => object | undefined | Promise<object | undefined>)(
        payload,
      );
      if (ack) send(ackText(ackId, 0, 'success', ack));
    } catch (error) {
      fail(type, ackId, error);
    }
  }

  function fail(type: ClientFrameType, ackId: string, thrown: unknown): void {
    if (!(thrown instanceof ApiError)) {
      options.log.error('a socket frame failed unexpectedly', {
        error: thrown,
        frame: type,
        connection: options.connectionId,
      });
    }
    const error = thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR', { cause: thrown });
    send(ackText(ackId, error.code, error.message, failurePayload(error)));
    if (error.errorName === 'UNAUTHORIZED') options.unauthorized();
  }

  /** Runs a frame while file changes are held back, so that they overtake neither a replay nor an ack. */
  async function runQuietly(type: ClientFrameType, frame: ClientFrame): Promise<void> {
    options.watches.hold();
    await run(type, frame);
    options.watches.release();
  }

  function runInLane(lane: string, type: ClientFrameType, frame: ClientFrame): void {
    pending += 1;
    if (pending === maxPending) options.hold(true);
    const before = lanes.get(lane);
    const next = (): Promise<void> => (lane === '' ? runQuietly(type, frame) : run(type, frame));
    const done = (before ? before.then(next) : next()).then(() => {
      if (lanes.get(lane) === done) lanes.delete(lane);
      pending -= 1;
      if (pending === maxPending / 2) options.hold(false);
    });
    lanes.set(lane, done);
  }

  return (frame) => {
    const { type } = frame;
    if (!isKnown(type)) {
      if (frame.id !== undefined) send(unknownType(typeof frame.id === 'string' ? frame.id : '', type));
      return;
    }
    const lane = laneOf(type, frame.payload);
    if (lane === undefined) void run(type, frame);
    else runInLane(lane, type, frame);
  };
}

function createAnswers({
  feed,
  subscriptions,
  terminals,
  hostFiles,
  watches,
  pong,
  checkToken,
  introduced,
}: ControlOptions): Answers {
  return {
    async client_hello({
      token,
      subscriptions: sessionIds = [],
      cursors,
      agent_filter,
      resume_inflight = false,
      max_replay,
    }) {
      if (token !== undefined) checkToken(token);
      introduced();
      const done = await subscriptions.add({
        sessionIds,
        cursors,
        agents: agent_filter,
        inflight: resume_inflight,
        maxReplay: max_replay,
      });
      return {
        accepted_subscriptions: done.accepted,
        resync_required: [...done.resync, ...done.notFound],
        not_found: done.notFound,
        ...cursorsOf(done),
      };
    },
    async subscribe({ session_ids, cursors, agent_filter, resume_inflight = false, max_replay, watch_fs }) {
      const done = await subscriptions.add({
        sessionIds: session_ids,
        cursors,
        agents: agent_filter,
        inflight: resume_inflight,
        maxReplay: max_replay,
      });
      return { ...ackOf(done), ...(watch_fs ? { watch_fs: await watchAll(watches, watch_fs) } : {}) };
    },
    subscribe_v2: async ({ session_id, transcript, transcript_since, prompts }) =>
      ackOf(await subscriptions.grade(session_id, { grades: transcript, since: transcript_since, prompts })),
    unsubscribe_v2: ({ session_id, agent_ids }) => ackOf(subscriptions.dropGrades(session_id, agent_ids)),
    unsubscribe({ session_ids }) {
      subscriptions.remove(session_ids);
      return { accepted: [], not_found: [], resync_required: [] };
    },
    watch_fs_add: ({ session_id, paths, recursive = true }) => watches.add(session_id, paths, recursive),
    watch_fs_remove: ({ session_id, paths }) => watches.remove(session_id, paths),
    async abort({ session_id, prompt_id }) {
      if (!feed.find(session_id)) throw new ApiError('SESSION_NOT_FOUND');
      const { atSeq } = await feed.abortPrompt(session_id, prompt_id);
      return { aborted: true, at_seq: atSeq };
    },
    async terminal_attach({ session_id, terminal_id, since_seq = 0 }) {
      const { replayed, truncated } = await terminals.attach(session_id, terminal_id, since_seq);
      return { attached: true, replayed, ...(truncated ? { truncated } : {}) };
    },
    terminal_detach({ session_id, terminal_id }) {
      terminals.detach(session_id, terminal_id);
      return { detached: true };
    },
    terminal_input({ session_id, terminal_id, data }) {
      feed.terminals.write(session_id, terminal_id, data);
      return { accepted: true };
    },
    terminal_resize({ session_id, terminal_id, cols, rows }) {
      feed.terminals.resize(session_id, terminal_id, cols, rows);
      return { resized: true };
    },
    async terminal_close({ session_id, terminal_id }) {
      await feed.terminals.close(session_id, terminal_id);
      return { closed: true };
    },
    host_files: ({ session_id, read, write, off = false }) => ({
      offered: hostFiles.offer(session_id, { read: read && !off, write: write && !off }),
    }),
    host_file_reply(reply) {
      hostFiles.take(reply);
      return undefined;
    },
    ping({ nonce }) {
      pong(nonce);
      return undefined;
    },
    pong: () => undefined,
  };
}

/** Watches files of each session; every session has a separate outcome. */
async function watchAll(
  watches: Watches,
  wanted: NonNullable<ClientFrames['subscribe']['payload']['watch_fs']>,
): Promise<NonNullable<ClientFrames['subscribe']['ack']['watch_fs']>> {
  const outcomes = new Map<string, { code: number; msg: string } & Watched>();
  for (const [id, { paths, recursive = true }] of Object.entries(wanted)) {
    try {
      outcomes.set(id, { code: 0, msg: 'success', ...(await watches.add(id, paths, recursive)) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.set(id, { code: error.code, msg: error.message, ...watches.state(id) });
    }
  }
  return Object.fromEntries(outcomes);
}

function ackOf(done: Subscribed): ClientFrames['subscribe']['ack'] {
  return { accepted: done.accepted, not_found: done.notFound, resync_required: done.resync, ...cursorsOf(done) };
}

function cursorsOf({ cursors }: Subscribed): { cursors?: Subscribed['cursors'] } {
  return Object.keys(cursors).length === 0 ? {} : { cursors };
}

/** The payload of a failure's ack; empty for most failures (ws.md 3). */
function failurePayload({ errorName, data, details }: ApiError): object {
  if (errorName === 'PROMPT_ALREADY_COMPLETED') return { aborted: false };
  if (details !== undefined) return { details };
  return typeof data === 'object' && data !== null ? data : {};
}

function isKnown(type: string): type is ClientFrameType {
  return Object.hasOwn(frameValidators, type);
}

function unknownType(id: string, type: string): string {
  const message = `unknown frame type ${JSON.stringify(type.slice(0, 100))}`;
  return ackText(id, errorTable.VALIDATION_FAILED.code, message, { details: [{ path: 'type', message }] });
}
