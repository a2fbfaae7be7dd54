/** One WebSocket connection to a server: opening, requests with their acks, heartbeat. It does not outlive its connection. */
import type { ClientFrames, ClientFrameType, ServerFrames } from '../../schemas/generated/frames.js';
import type { EventPayloads, EventType } from '../../schemas/generated/events.js';
import { ApiFailure, ConnectionFailure, FrameFailure } from './failure.js';
import { isObject } from './share.js';

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

/** Long texts of the event were cut, as its frame was over 1 MiB; REST has them in full (ws.md 1.5). */
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

/** What a terminal sends (ws.md 4). */
export type TerminalFrame = { session_id: string; terminal_id: string } & (
  | { type: 'terminal_output'; seq: number; payload: ServerFrames['terminal_output'] }
  | { type: 'terminal_exit'; payload: ServerFrames['terminal_exit'] }
);

/** What the server asks of a client that offered files of a session. */
export type HostFileRequest = ServerFrames['host_file_request'];

export type HostFileAnswer = Omit<ClientFrames['host_file_reply']['payload'], 'request_id'>;

/** What is used of the browser's `WebSocket`, or of the one of `ws`. */
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
  /** a connection that is silent for so long is dead; default 60 s (ws.md 1.3) */
  deadMs?: number;
  /** how long to wait for the server's hello; default 10 s */
  openMs?: number;
  /** While promises that it returns are open, what follows waits, at last unread. */
  onEvent(frame: EventFrame): void | Promise<void>;
  onResync(info: ResyncInfo): void;
  onTranscript?(frame: TranscriptFrame): void;
  onTerminal?(frame: TerminalFrame): void;
  /** `reply` goes to the connection that asked, or nowhere once it is lost */
  onHostFile?(request: HostFileRequest, reply: (answer: HostFileAnswer) => void): void;
  /** once, after hello; `failure` when it is known why, `code` of the close when there was one */
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
    // a refused connection is reported by a close as well
    socket.onerror = () => undefined;
    // what came before the close counts
    socket.onclose = (event?: { code?: number }) => inbox.last(() => finish(event?.code));
    socket.onmessage = (message: { data: unknown }) => {
      if (over || broken) return;
      silence.heard();
      const frame = parseFrame(message.data);
      if (frame instanceof FrameFailure) {
        // what it was is not known, so that it is asked for again on a new connection
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
        // its time runs, whatever waits
        connection.ask(frame.payload as HostFileRequest);
      } else if (frame) inbox.add(frame);
    };
  });
}

/** A socket that is closing takes nothing; what waits for an answer is rejected when it has closed. */
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
        // an event of the same name has a session
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

/** Frames that wait before the socket is no longer read. */
const mostWaiting = 16;

/** What came and is not taken yet; one that cannot be taken at once holds up the others. */
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
    /** Calls `then` when everything is taken. */
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

/** A dead peer gives no close for minutes, so the end is declared here and the socket's own close may come later. */
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
      // nothing is heard while nothing is read, and the server must not take us for dead
      if (isPaused()) {
        last = performance.now();
        send(socket, { type: 'pong', payload: { nonce: '' } });
      }
      if (performance.now() - last >= deadMs) end();
    },
    // an idle client wakes seldom
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
