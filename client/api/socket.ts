/** One WebSocket connection to a server: opening, requests with their acks, heartbeat. It does not reconnect. */
import type { ClientFrames, ClientFrameType, ServerFrames } from '../../schemas/generated/frames.js';
import type { EventPayloads, EventType } from '../../schemas/generated/events.js';
import { ApiFailure, ConnectionFailure, FrameFailure } from './failure.js';
import { isObject } from './share.js';

/** An event as sent on the wire (ws.md 2). */
export type EventFrame = {
  [Type in EventType]: {
    type: Type;
    /** the event's number; volatile frames repeat that of the last durable event, which is no cursor */
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

/** Returns whether texts of the event were cut, as its frame exceeded 1 MiB; REST returns them in full (ws.md 1.5). */
export function isCut({ payload }: EventFrame): boolean {
  return 'truncated' in payload && payload.truncated === true;
}

export type ResyncInfo = ServerFrames['resync_required'];

export type ServerHello = ServerFrames['server_hello'];

/** A frame of the transcript channel (ws.md 12.2). */
export interface TranscriptFrame {
  session_id: string;
  epoch?: string;
  payload: ServerFrames['transcript.reset'] | ServerFrames['transcript.ops'];
}

/** A message from a terminal (ws.md 4). */
export type TerminalFrame = { session_id: string; terminal_id: string } & (
  | { type: 'terminal_output'; seq: number; payload: ServerFrames['terminal_output'] }
  | { type: 'terminal_exit'; payload: ServerFrames['terminal_exit'] }
);

/** A request of the server to a client that offered files of a session. */
export type HostFileRequest = ServerFrames['host_file_request'];

export type HostFileAnswer = Omit<ClientFrames['host_file_reply']['payload'], 'request_id'>;

/** The subset of `WebSocket` that is used, of the browser or of `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  /** pauses and resumes reading; browsers cannot */
  pause?(): void;
  resume?(): void;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
}
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

export interface SocketOptions {
  baseUrl: string;
  token: string | undefined;
  WebSocket: WebSocketConstructor;
  /** a connection is dead after this many silent milliseconds; default 60 s (ws.md 1.3) */
  deadMs?: number;
  /** milliseconds to wait for the server's hello; default 10 s */
  openMs?: number;
  /** While a returned promise is pending, later frames wait; eventually reading from the socket pauses. */
  onEvent(frame: EventFrame): void | Promise<void>;
  onResync(info: ResyncInfo): void;
  onTranscript?(frame: TranscriptFrame): void;
  onTerminal?(frame: TerminalFrame): void;
  /** `reply` answers on the connection that asked; it does nothing once that is lost */
  onHostFile?(request: HostFileRequest, reply: (answer: HostFileAnswer) => void): void;
  /** called once, after hello; `failure` when the reason is known, `code` when the close had one */
  onClose(failure: ApiFailure | FrameFailure | undefined, code: number | undefined): void;
}

export interface LiveSocket {
  readonly hello: ServerHello;
  /** Resolves with the payload of the ack; rejects with ApiFailure, or ConnectionFailure when the socket closed first. */
  request<Type extends ClientFrameType>(
    type: Type,
    payload: ClientFrames[Type]['payload'],
  ): Promise<ClientFrames[Type]['ack']>;
  /** Resolves with the answer of the server; rejects with ConnectionFailure. */
  ping(): Promise<void>;
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
    const silence = watchSilence(socket, options, () => inbox.isPaused);
    const inbox = createInbox(socket, connection.take);
    let open = false;
    let over = false;
    let broken: FrameFailure | undefined;
    const finish = (code?: number): void => {
      if (over) return;
      over = true;
      silence.stop();
      inbox.drop();
      connection.drop();
      if (open) options.onClose(connection.failure() ?? broken, code);
      else reject(new ConnectionFailure(`no live connection to ${options.baseUrl}`));
    };
    silence.onDead(() => finish());
    // a close event reports a refused connection as well
    socket.onerror = () => undefined;
    // frames received before the close still count
    socket.onclose = (event?: { code?: number }) => inbox.last(() => finish(event?.code));
    socket.onmessage = (message: { data: unknown }) => {
      if (over || broken) return;
      silence.heard();
      const frame = parseFrame(message.data);
      if (frame instanceof FrameFailure) {
        // the frame's content is unknown, so a new connection requests it again
        broken = frame;
        socket.close();
        inbox.last(() => finish());
      } else if (frame?.type === 'server_hello') {
        open = true;
        silence.opened();
        resolve({
          hello: frame.payload as ServerHello,
          request: connection.request,
          ping: connection.ping,
          close: () => {
            over = true;
            silence.stop();
            inbox.drop();
            connection.drop();
            socket.close(1000);
          },
        });
      } else if (frame?.type === 'host_file_request') {
        // handled ahead of waiting frames, since its timeout is running
        connection.ask(frame.payload as HostFileRequest);
      } else if (frame) inbox.add(frame);
    };
  });
}

/** Drops frames while the socket closes; pending requests are rejected when it has closed. */
function send(socket: WebSocketLike, frame: object): void {
  if (socket.readyState === 1) socket.send(JSON.stringify(frame));
}

function createConnection(socket: WebSocketLike, options: SocketOptions) {
  const waiting = new Map<string, Waiting>();
  let failure: ApiFailure | undefined;
  let count = 0;

  const ask = (request: HostFileRequest): void =>
    options.onHostFile?.(request, (answer) =>
      send(socket, { type: 'host_file_reply', payload: { request_id: request.request_id, ...answer } }),
    );

  function take(frame: AnyFrame): void | Promise<void> {
    switch (frame.type) {
      case 'ack':
        return settle(frame);
      case 'ping':
        return send(socket, { type: 'pong', payload: frame.payload });
      case 'pong':
        return answered(frame.payload);
      case 'transcript.reset':
      case 'transcript.ops':
        return options.onTranscript?.(frame as unknown as TranscriptFrame);
      case 'terminal_output':
      case 'terminal_exit':
        return options.onTerminal?.(frame as unknown as TerminalFrame);
      case 'resync_required':
        return options.onResync(frame.payload as ResyncInfo);
      case 'error':
        // an event with the same name has a session
        if (frame.session_id !== undefined) return options.onEvent(frame as unknown as EventFrame);
        if (isFatal(frame.payload))
          failure = new ApiFailure({ code: frame.payload.code, message: frame.payload.msg, status: 0 });
        return;
      default:
        if (frame.session_id !== undefined && frame.seq !== undefined)
          return options.onEvent(frame as unknown as EventFrame);
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

  function answered(payload: unknown): void {
    const nonce = isObject(payload) ? String(payload.nonce) : '';
    waiting.get(nonce)?.resolve(undefined);
    waiting.delete(nonce);
  }

  return {
    take,
    ask,
    failure: () => failure,
    drop() {
      for (const request of waiting.values()) request.reject(new ConnectionFailure('the connection was lost'));
      waiting.clear();
    },
    request<Type extends ClientFrameType>(type: Type, payload: ClientFrames[Type]['payload']) {
      const id = `r${++count}`;
      return new Promise<ClientFrames[Type]['ack']>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send(socket, { type, id, payload });
      });
    },
    ping() {
      const nonce = `p${++count}`;
      return new Promise<void>((resolve, reject) => {
        waiting.set(nonce, { resolve: () => resolve(), reject });
        send(socket, { type: 'ping', payload: { nonce } });
      });
    },
  };
}

/** Number of waiting frames from which reading from the socket pauses. */
const mostWaiting = 16;

/** Queue of received frames; a frame whose handler is pending holds back the later ones. */
function createInbox(socket: WebSocketLike, take: (frame: AnyFrame) => void | Promise<void>) {
  const waiting: AnyFrame[] = [];
  let busy = false;
  let dropped = false;
  let paused = false;
  let end: (() => void) | undefined;

  function next(): void {
    while (!busy && !dropped && waiting.length > 0) handle(waiting.shift() as AnyFrame);
    if (busy || dropped) return;
    if (paused) socket.resume?.();
    paused = false;
    end?.();
  }

  function handle(frame: AnyFrame): void {
    const taken = take(frame);
    if (!taken) return;
    busy = true;
    void taken.finally(() => {
      busy = false;
      next();
    });
  }

  return {
    add(frame: AnyFrame): void {
      if (!busy) return handle(frame);
      waiting.push(frame);
      if (paused || !socket.pause || waiting.length < mostWaiting) return;
      paused = true;
      socket.pause();
    },
    /** Calls `then` when every frame has been handled. */
    last(then: () => void): void {
      end = then;
      if (!busy) next();
    },
    drop(): void {
      dropped = true;
      waiting.length = 0;
    },
    get isPaused() {
      return paused;
    },
  };
}

function isFatal(payload: unknown): payload is { code: number; msg: string; fatal: true } {
  return isObject(payload) && payload.fatal === true;
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

function parseFrame(data: unknown): AnyFrame | FrameFailure | undefined {
  if (typeof data !== 'string') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    return new FrameFailure(`the server sent a message that is not JSON: ${data.slice(0, 80)}`, { cause: error });
  }
  return isObject(value) && typeof value.type === 'string' ? (value as unknown as AnyFrame) : undefined;
}

/** Reports the end after too long a silence: the close event for a dead peer can take minutes. */
function watchSilence(socket: WebSocketLike, options: SocketOptions, isPaused: () => boolean) {
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
      // nothing arrives while reading is paused; the ping keeps the server from closing the connection
      if (isPaused()) {
        last = performance.now();
        send(socket, { type: 'pong', payload: { nonce: '' } });
      }
      if (performance.now() - last >= deadMs) end();
    },
    // check rarely, so that an idle client seldom wakes up
    Math.min(10_000, deadMs / 4),
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
