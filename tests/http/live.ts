/** A real server with a real log in a temporary folder, a small fake of live sessions, and clients that record. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, type ClientOptions } from 'ws';
import { ApiError } from '../../daemon/errors.js';
import { createApp } from '../../daemon/http/app.js';
import { generatedContract, type Handlers } from '../../daemon/http/contract.js';
import { createEventStreams } from '../../daemon/http/events.js';
import type { Feed, InflightEvent } from '../../daemon/http/feed.js';
import { createHeartbeat } from '../../daemon/http/heartbeat.js';
import { createSecrets } from '../../daemon/home/secrets.js';
import { createHttpServer } from '../../daemon/http/server.js';
import { createSockets } from '../../daemon/http/sockets.js';
import { openDatabase } from '../../daemon/sessions/log/database.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLog, type SessionRef } from '../../daemon/sessions/log/log.js';
import type { EventPayloads, NewEvent } from '../../schemas/generated/events.js';

export const token = 'a-good-token';

/** A frame as a client sees it. */
export interface Seen {
  type: string;
  seq?: number;
  epoch?: string;
  volatile?: boolean;
  offset?: number;
  session_id?: string;
  id?: string;
  code?: number;
  msg?: string;
  payload: Record<string, unknown>;
}

export interface LiveOptions {
  heartbeatMs?: number;
  /** serves as with `--dangerous-bypass-auth` */
  bypassAuth?: boolean;
}

export type Live = Awaited<ReturnType<typeof startLive>>;

const noTerminal = (): never => {
  throw new ApiError('TERMINAL_NOT_FOUND');
};
const noTranscript = async (): Promise<never> => {
  throw new ApiError('SESSION_NOT_FOUND');
};
const noTerminals: Feed['terminals'] = { find: noTerminal, write: noTerminal, resize: noTerminal, close: noTerminal };

export async function startLive({ heartbeatMs = 60_000, bypassAuth = false }: LiveOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-live-'));
  const db = openDatabase({ path: join(folder, 'agent.db') });
  const hub = createHub();
  let epochs = 0;
  const log = createLog({ db, hub, serverId: 'server', now: Date.now, epoch: () => `ep_${(epochs += 1)}` });
  const errors: unknown[] = [];
  const quiet = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_: string, facts?: object) => void errors.push(facts),
  };
  const state = {
    valid: new Set([token]),
    statuses: [] as NewEvent[],
    inflight: [] as InflightEvent[],
    repaired: [] as string[],
    abort: async (_session: string, _prompt: string): Promise<{ atSeq: number }> => ({ atSeq: 0 }),
  };
  const find = db.prepare<[string], SessionRef & { lastSeq: number }>(
    'SELECT key, id, epoch, last_seq AS lastSeq FROM sessions WHERE id = ? AND forming = 0',
  );
  const feed: Feed = {
    hub,
    log,
    find: (id) => find.get(id),
    caughtUp: (read) => read(),
    repair: async (id) => void state.repaired.push(id),
    localized: (payload) => payload,
    statuses: () => state.statuses,
    inflight: () => state.inflight,
    transcripts: () => ({ agents: () => [], journal: noTranscript, snapshot: noTranscript }),
    offerHostFiles: () => () => undefined,
    abortPrompt: (session, prompt) => state.abort(session, prompt),
    terminals: noTerminals,
    files: {
      watch: () => ({ set: async () => undefined, close: () => undefined }),
      locate: async (_session, path) => ({ root: '/', path, shown: path }),
    },
  };
  const credentials = { accepts: (given: string) => state.valid.has(given), problem: () => undefined };
  const heartbeat = createHeartbeat(heartbeatMs);
  const streams = createEventStreams({ feed, credentials, bypassAuth, heartbeat, now: Date.now });
  const { streamSessionEvents } = generatedContract.operations;
  const handlers: Partial<Handlers> = { streamSessionEvents: streams.handler };
  const app = createApp({
    credentials,
    bypassAuth,
    now: Date.now,
    log: quiet,
    secrets: createSecrets([]),
    version: '1.2.3',
    debugEndpoints: false,
    allowRemoteShutdown: false,
    bind: { host: '127.0.0.1', loopback: true },
    allowedHosts: [],
    corsOrigins: [],
    handlers: handlers as Handlers,
    contract: { ...generatedContract, operations: streamSessionEvents ? { streamSessionEvents } : {} },
  });
  const http = createHttpServer(app.handle);
  const sockets = createSockets({
    http,
    checkUpgrade: app.checkUpgrade,
    feed,
    credentials,
    bypassAuth,
    heartbeat,
    serverId: '01server',
    version: '1.2.3',
    log: quiet,
    now: Date.now,
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const clients: Client[] = [];
  const insert = db.prepare(
    `INSERT INTO sessions (id, epoch, owner, workspace_id, cwd, created_at, updated_at) VALUES (?, ?, 'server', 'w', '/', 0, 0)`,
  );

  return {
    db,
    hub,
    log,
    feed,
    state,
    sockets,
    streams,
    errors,
    port,
    http,
    url: `http://127.0.0.1:${port}`,
    /** inserts a session */
    session(id = 'session_a', epoch = 'ep_a'): SessionRef {
      const { lastInsertRowid } = insert.run(id, epoch);
      return { key: Number(lastInsertRowid), id, epoch };
    },
    /** opens a socket on which the client has sent nothing yet */
    async connect(
      options: ClientOptions = { headers: { authorization: `Bearer ${token}` } },
      protocols: string[] = [],
    ): Promise<Client> {
      const client = openClient(port, options, protocols);
      clients.push(client);
      await client.opened;
      return client;
    },
    async stop(): Promise<void> {
      for (const client of clients) client.socket.terminate();
      streams.close();
      await sockets.close();
      await http.stop(50);
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Client = ReturnType<typeof openClient>;

/** Connects to a server on loopback; `opened` resolves once the socket is open, or rejects with the reason. */
export function openClient(port: number, options: ClientOptions, protocols: string[] = []) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, protocols, options);
  const frames: Seen[] = [];
  let wake: () => void = () => undefined;
  let ids = 0;
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
      wake();
    });
  });
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()) as Seen);
    wake();
  });

  /** waits for the first matching frame, received before or later */
  async function until(fits: (frame: Seen) => boolean, ms = 10_000): Promise<Seen> {
    const deadline = Date.now() + ms;
    for (let looked = 0; ;) {
      for (; looked < frames.length; looked += 1) if (fits(frames[looked] as Seen)) return frames[looked] as Seen;
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`no such frame among ${frames.length}; last: ${JSON.stringify(frames.at(-1))?.slice(0, 500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    socket,
    frames,
    opened,
    closed,
    until,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    /** sends a frame and returns its ack */
    async call(type: string, payload: unknown): Promise<Seen> {
      const id = `r${(ids += 1)}`;
      socket.send(JSON.stringify({ type, id, payload }));
      return until((frame) => frame.type === 'ack' && frame.id === id);
    },
    /** frames that are events of a session */
    events: (session = 'session_a') =>
      frames.filter((frame) => frame.session_id === session && frame.seq !== undefined),
    /** waits until everything sent before has arrived */
    async settle(): Promise<void> {
      const nonce = `n${(ids += 1)}`;
      socket.send(JSON.stringify({ type: 'ping', payload: { nonce } }));
      await until((frame) => frame.type === 'pong' && frame.payload.nonce === nonce);
    },
  };
}

/** A durable session event. */
export function warning(message: string, agentId = 'main'): NewEvent {
  return { type: 'warning', agentId, message };
}

export function delta(text: string, more: { agentId?: string; turnId?: number } = {}): NewEvent {
  return { type: 'assistant.delta', agentId: 'main', turnId: 1, step: 1, stepId: 's1', delta: text, ...more };
}

/** An event of one session that every client receives. */
export function renamed(title: string): NewEvent {
  return { type: 'session.meta.updated', agentId: 'main', title };
}

/** An event that belongs to no session. */
export function unregistered(root: string): NewEvent {
  return { type: 'event.workspace.deleted', agentId: 'main', workspace_id: 'w', root };
}

export function progress(text: string, toolCallId = 'call'): NewEvent {
  return { type: 'tool.progress', agentId: 'main', turnId: 1, toolCallId, update: { kind: 'status', text } };
}

export type Status = Omit<EventPayloads['agent.status.updated'], 'type' | 'sessionId' | 'agentId'>;

export function status(fields: Status, agentId = 'main'): NewEvent {
  return { type: 'agent.status.updated', agentId, ...fields };
}

/** An internal record. */
export function internal(): NewEvent {
  return { type: 'reminder.noted', agentId: 'main', variant: 'v', key: 'k' };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
