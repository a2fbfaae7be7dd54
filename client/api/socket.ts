/** One WebSocket connection to a server: opening, requests with their acks, heartbeat. It does not outlive its connection. */
import type { ClientFrames, ClientFrameType, ServerFrames } from '../../schemas/generated/frames.js';
import type { EventPayloads, EventType } from '../../schemas/generated/events.js';
import { ApiFailure, ConnectionFailure } from './failure.js';

/** An event as it travels (ws.md 2). */
export type EventFrame = {
  [Type in EventType]: {
    type: Type;
    /** own number; of a volatile frame that of the last durable event, which is no cursor */
    seq: number;
    epoch?: string;
    volatile?: boolean;
    offset?: number;
    /** `__global__` for events that belong to no session */
    session_id: string;
    timestamp: string;
    payload: EventPayloads[Type];
  };
}[EventType];

export type ResyncInfo = ServerFrames['resync_required'];

/** What is used of the browser's `WebSocket`, or of the one of `ws`. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
}
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

export interface SocketOptions {
  baseUrl: string;
  token: string | undefined;
  WebSocket: WebSocketConstructor;
  /** a connection that is silent for so long is dead; default 60 s (ws.md 1.3) */
  deadMs?: number;
  /** how long the server may take to say hello; default 10 s */
  openMs?: number;
  onEvent(frame: EventFrame): void;
  onResync(info: ResyncInfo): void;
  /** once, after hello; `failure` when the server said why */
  onClose(failure: ApiFailure | undefined): void;
}

export interface LiveSocket {
  /** Resolves with the payload of the ack; rejects with ApiFailure, or ConnectionFailure when the socket closed first. */
  request<Type extends ClientFrameType>(
    type: Type,
    payload: ClientFrames[Type]['payload'],
  ): Promise<ClientFrames[Type]['ack']>;
  close(): void;
}

interface Waiting {
  resolve(payload: unknown): void;
  reject(error: Error): void;
}

/** Resolves after `server_hello`; rejects with ConnectionFailure, also when the server refused the upgrade. */
export async function openSocket(options: SocketOptions): Promise<LiveSocket> {
  const protocols = options.token ? [`agent-code.bearer.${options.token}`] : [];
  const socket = new options.WebSocket(`${options.baseUrl.replace(/^http/, 'ws')}/api/v1/ws`, protocols);
  return await new Promise((resolve, reject) => {
    const connection = createConnection(socket, options);
    const silence = watchSilence(socket, options);
    let open = false;
    let over = false;
    const finish = (): void => {
      if (over) return;
      over = true;
      silence.stop();
      connection.drop();
      if (open) options.onClose(connection.failure());
      else reject(new ConnectionFailure(`no live connection to ${options.baseUrl}`));
    };
    silence.onDead(finish);
    // a refused connection is reported by a close as well
    socket.onerror = () => undefined;
    socket.onclose = finish;
    socket.onmessage = (message: { data: unknown }) => {
      if (over) return;
      silence.heard();
      const frame = parseFrame(message.data);
      if (frame?.type === 'server_hello') {
        open = true;
        silence.opened();
        resolve({
          request: connection.request,
          close: () => {
            over = true;
            silence.stop();
            connection.drop();
            socket.close(1000);
          },
        });
      } else if (frame) connection.take(frame);
    };
  });
}

function createConnection(socket: WebSocketLike, options: SocketOptions) {
  const waiting = new Map<string, Waiting>();
  let failure: ApiFailure | undefined;
  let count = 0;

  function take(frame: AnyFrame): void {
    switch (frame.type) {
      case 'ack':
        return settle(frame);
      case 'ping':
        return socket.send(JSON.stringify({ type: 'pong', payload: frame.payload }));
      case 'resync_required':
        return options.onResync(frame.payload as ResyncInfo);
      case 'error':
        // an event of the same name has a session
        if (frame.session_id !== undefined) return options.onEvent(frame as unknown as EventFrame);
        if (isFatal(frame.payload))
          failure = new ApiFailure({ code: frame.payload.code, message: frame.payload.msg, status: 0 });
        return;
      default:
        if (frame.session_id !== undefined && frame.seq !== undefined) options.onEvent(frame as unknown as EventFrame);
    }
  }

  function settle(frame: AnyFrame): void {
    const request = waiting.get(frame.id ?? '');
    if (!request) return;
    waiting.delete(frame.id ?? '');
    if (frame.code === 0) request.resolve(frame.payload);
    else
      request.reject(
        new ApiFailure({ code: frame.code ?? 0, message: frame.msg ?? '', data: frame.payload, status: 0 }),
      );
  }

  return {
    take,
    failure: () => failure,
    drop() {
      for (const request of waiting.values()) request.reject(new ConnectionFailure('the connection was lost'));
      waiting.clear();
    },
    request<Type extends ClientFrameType>(type: Type, payload: ClientFrames[Type]['payload']) {
      const id = `r${++count}`;
      return new Promise<ClientFrames[Type]['ack']>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ type, id, payload }));
      });
    },
  };
}

function isFatal(payload: unknown): payload is { code: number; msg: string; fatal: true } {
  return typeof payload === 'object' && payload !== null && 'fatal' in payload && payload.fatal === true;
}

interface AnyFrame {
  type: string;
  id?: string;
  code?: number;
  msg?: string;
  session_id?: string;
  seq?: number;
  payload?: unknown;
}

function parseFrame(data: unknown): AnyFrame | undefined {
  if (typeof data !== 'string') return undefined;
  const value: unknown = JSON.parse(data);
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? (value as AnyFrame)
    : undefined;
}

/** A dead peer gives no close for minutes, so the end is declared here and the socket's own close may come later. */
function watchSilence(socket: WebSocketLike, options: SocketOptions) {
  const deadMs = options.deadMs ?? 60_000;
  let last = performance.now();
  let dead: () => void = () => undefined;
  const end = (): void => {
    dead();
    socket.close();
  };
  const opening = setTimeout(end, options.openMs ?? 10_000);
  const check = setInterval(
    () => {
      if (performance.now() - last >= deadMs) end();
    },
    Math.min(5_000, deadMs / 4),
  );
  return {
    heard: () => void (last = performance.now()),
    opened: () => clearTimeout(opening),
    onDead: (then: () => void) => void (dead = then),
    stop() {
      clearTimeout(opening);
      clearInterval(check);
    },
  };
}
