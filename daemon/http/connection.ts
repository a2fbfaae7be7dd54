/** One WebSocket connection from its first frame to its last: hello, heartbeat, limits, closing (ws.md 1). */
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { errorTable } from '../../schemas/generated/errors.js';
import type { ServerFrames } from '../../schemas/generated/frames.js';
import type { Connection as ConnectionInfo } from '../../schemas/generated/types.js';
import { createControl, readFrame } from './control.js';
import { createHostFiles, readHostFrame } from './hostfiles.js';
import { systemText, type SystemType } from './encode.js';
import type { Feed } from './feed.js';
import type { Log } from './log.js';
import { closeAt, createOutbound, type Wire } from './outbound.js';
import { createSubscriptions } from './subscriptions.js';
import { createTerminals } from './terminals.js';
import { createWatches } from './watches.js';

/** Maximum bytes of a client's message, except frames about its files; a longer one closes the connection with 1009. */
const maxInboundBytes = 1024 * 1024;

const maxMalformed = 100;
const malformedErrorMs = 1000;
/** Milliseconds that a peer has to answer a close; a slow peer first has to read everything sent before it. */
const lingerMs = 1000;
const slowLingerMs = 30_000;

export interface ConnectionOptions {
  socket: WebSocket;
  /** the connection that carries the socket */
  stream: Pick<Duplex, 'cork' | 'uncork'>;
  id: string;
  remoteAddress: string | null;
  userAgent: string | null;
  feed: Feed;
  log: Log;
  /** epoch milliseconds */
  now(): number;
  server: { id: string; version: string; heartbeatMs: number };
  /** whether the token that opened the connection is still valid */
  isAuthorized(): boolean;
  /** throws UNAUTHORIZED, PERSISTENCE_FAILURE */
  checkToken(token: string): void;
  /** called once, when the connection is no longer open */
  over(): void;
}

export interface Connection {
  describe(): ConnectionInfo;
  /** handles one tick of the heartbeat */
  beat(): void;
  /** closes after sending everything in the queue */
  finish(code: number, reason: string): void;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { socket, id, feed, log, now } = options;
  const connectedAt = new Date(now()).toISOString();
  let isIntroduced = false;
  let isOver = false;
  let isAlive = false;
  let silentTicks = 0;
  let ticks = 0;
  let malformed = 0;
  let warnedAt = -Infinity;
  /** number of current reasons to stop reading */
  let holds = 0;

  const outbound = createOutbound({
    wire: socketWire(socket, options.stream, () => void (isAlive ||= socket.isPaused)),
    overflow: () => close(1013, 'slow consumer', slowLingerMs),
    before: () => subscriptions.flush(),
  });
  const subscriptions = createSubscriptions({ feed, outbound, now, failed });
  const terminals = createTerminals({ feed, outbound, now });
  const hostFiles = createHostFiles({ feed, outbound, now });
  const watches = createWatches({ feed, outbound, now });
  const control = createControl({
    feed,
    subscriptions,
    terminals,
    hostFiles,
    watches,
    log,
    connectionId: id,
    send: outbound.text,
    pong: (nonce) => notify('pong', { nonce }),
    checkToken: options.checkToken,
    introduced: () => void (isIntroduced = true),
    unauthorized: () => finish(1008, 'unauthorized'),
    hold,
  });

  function notify<Type extends SystemType>(type: Type, payload: ServerFrames[Type]): void {
    outbound.text(systemText(type, now(), payload));
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    subscriptions.close();
    terminals.close();
    hostFiles.close();
    watches.close();
    outbound.close();
    options.over();
  }

  function close(code: number, reason: string, linger = lingerMs): void {
    if (isOver) return;
    end();
    // A paused socket does not see the answer to its close.
    socket.resume();
    socket.close(code, reason);
    const timer = setTimeout(() => socket.terminate(), linger).unref();
    socket.once('close', () => clearTimeout(timer));
  }

  /** Closes after sending everything in the queue. */
  function finish(code: number, reason: string): void {
    outbound.drain();
    close(code, reason);
  }

  function failed(error: unknown): void {
    log.error('socket failed', { error, connection: id });
    close(1011, 'internal error');
  }

  function receive(data: RawData): void {
    isAlive = true;
    if (isOver) return;
    const bytes = bytesOf(data);
    if (bytes.length > maxInboundBytes) return void receiveLong(bytes);
    try {
      const frame = readFrame(bytes);
      if (frame) control(frame);
      else refuse();
    } catch (error) {
      failed(error);
    }
  }

  function hold(isHeld: boolean): void {
    holds += isHeld ? 1 : -1;
    if (isHeld) socket.pause();
    else if (holds === 0) socket.resume();
  }

  /** Only frames about the client's files may be this long; the connection reads one at a time. */
  async function receiveLong(bytes: Buffer): Promise<void> {
    hold(true);
    try {
      const frame = await readHostFrame(bytes);
      if (isOver) return;
      if (frame) control(frame);
      else close(1009, '');
    } catch (error) {
      failed(error);
    } finally {
      hold(false);
    }
  }

  function refuse(): void {
    malformed += 1;
    if (malformed > maxMalformed) return finish(1008, 'too many malformed frames');
    if (now() - warnedAt < malformedErrorMs) return;
    warnedAt = now();
    notify('error', {
      code: errorTable.VALIDATION_FAILED.code,
      msg: 'a frame must be a JSON object with a string `type`',
      fatal: false,
    });
  }

  function beat(): void {
    if (!options.isAuthorized()) return revoke();
    silentTicks = isAlive ? 0 : silentTicks + 1;
    isAlive = false;
    if (silentTicks >= 2) return close(1001, 'heartbeat timeout');
    ticks += 1;
    socket.ping();
    notify('ping', { nonce: `${id}.${ticks}` });
  }

  function revoke(): void {
    const { code, message } = errorTable.UNAUTHORIZED;
    // Bypass the queue: its frames are no longer meant for this peer.
    socket.send(systemText('error', now(), { code, msg: message, fatal: true }));
    close(1008, 'unauthorized');
  }

  const markAlive = (): void => void (isAlive = true);
  socket.on('message', receive);
  socket.on('ping', markAlive);
  socket.on('pong', markAlive);
  socket.on('close', end);
  socket.on('error', (error) => {
    // The peer caused it: a message over the limit, a broken frame, a lost connection. The library closes the socket.
    log.debug('socket error', { error, connection: id });
    end();
  });
  notify('server_hello', helloOf(options));

  return {
    beat() {
      if (isOver) return;
      try {
        beat();
      } catch (error) {
        failed(error);
      }
    },
    finish,
    describe: () => ({
      id,
      connected_at: connectedAt,
      remote_address: options.remoteAddress,
      user_agent: options.userAgent,
      has_client_hello: isIntroduced,
      subscriptions: subscriptions.ids(),
    }),
  };
}

function helloOf({ id, server }: ConnectionOptions): ServerFrames['server_hello'] {
  return {
    ws_connection_id: id,
    protocol_version: 2,
    heartbeat_ms: server.heartbeatMs,
    max_event_buffer_size: 1000,
    capabilities: {
      event_batching: false,
      compression: false,
      full_replay: true,
      inflight_recovery: true,
      event_stream: true,
    },
    server_id: server.id,
    server_version: server.version,
    limits: { max_inbound_bytes: maxInboundBytes, send_buffer_bytes: closeAt, max_malformed: maxMalformed },
  };
}

/**
 * Sends frames of one moment, such as those of a commit or of a page of a replay, in one system call. Calls `moved`
 * when the system accepted one: the sign of life of a peer whose frames are not being read.
 */
function socketWire(socket: WebSocket, stream: ConnectionOptions['stream'], moved: () => void): Wire {
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    stream.uncork();
  };
  return {
    send({ bytes }, taken) {
      if (!isCorked) {
        isCorked = true;
        stream.cork();
        queueMicrotask(uncork);
      }
      socket.send(bytes, { binary: false }, (error) => {
        if (!error) moved();
        taken();
      });
    },
    buffered: () => socket.bufferedAmount,
  };
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
