/** A client written from the contract alone: after each cut it reconnects with its cursor and `resume_inflight`. */
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { EventFrame } from '../helpers/turns.js';
import type { Shown } from './shown.js';

export interface NaiveOptions {
  /** address to connect to, such as that of a proxy */
  baseUrl: string;
  token: string;
  sessionId: string;
  shown: Shown;
  /** false: connects without `resume_inflight` */
  resumes?: boolean;
  /** milliseconds before a reconnect */
  pause(): number;
  /** receives frames as they arrive, before sorting */
  seen?(frame: EventFrame, live: boolean): void;
}

export interface Naive {
  /** number of connections so far */
  connections(): number;
  /** breaks the connection without a close frame */
  cut(): void;
  close(): Promise<void>;
}

interface Incoming extends EventFrame {
  id?: string;
  code?: number;
}

export function startNaive(options: NaiveOptions): Naive {
  const { baseUrl, token, sessionId, shown } = options;
  let closed = false;
  let connections = 0;
  let socket: WebSocket | undefined;

  async function connect(): Promise<void> {
    const opened = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/v1/ws`, [`agent-code.bearer.${token}`]);
    socket = opened;
    const early: EventFrame[] = [];
    let live = false;
    const asked = shown.cursor();
    opened.on('error', () => undefined);
    opened.on('open', () => {
      connections += 1;
      const subscribe = {
        session_ids: [sessionId],
        cursors: { [sessionId]: asked },
        ...(options.resumes === false ? {} : { resume_inflight: true }),
      };
      opened.send(JSON.stringify({ type: 'client_hello', id: 'hello', payload: { client_id: 'naive' } }));
      opened.send(JSON.stringify({ type: 'subscribe', id: 'subscribe', payload: subscribe }));
    });
    opened.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Incoming;
      if (frame.type === 'ack' && frame.id === 'subscribe') {
        settle(early.splice(0));
        live = true;
        const { cursors, resync_required } = frame.payload as {
          cursors: Record<string, { seq: number }>;
          resync_required: string[];
        };
        if (resync_required.length > 0) shown.problems.push(`had to begin anew at ${JSON.stringify(asked)}`);
        if ((cursors[sessionId]?.seq ?? -1) < shown.cursor().seq)
          shown.problems.push(`the ack says ${cursors[sessionId]?.seq}, but ${shown.cursor().seq} was sent`);
      }
      if (frame.session_id !== sessionId || typeof frame.seq !== 'number') return;
      options.seen?.(frame, live);
      if (live) shown.take(frame, true);
      else early.push(frame);
    });
    await new Promise((resolve) => opened.once('close', resolve));
  }

  /** Applies the frames before the ack in order of their numbers, because global events may have arrived earlier. */
  function settle(frames: EventFrame[]): void {
    const bySeq = new Map(frames.filter(({ volatile }) => !volatile).map((frame) => [frame.seq, frame]));
    for (const frame of [...bySeq.values()].sort((a, b) => a.seq - b.seq))
      if (frame.seq > shown.cursor().seq) shown.take(frame, false);
    for (const frame of frames) if (frame.volatile) shown.take(frame, false);
  }

  const over = (async () => {
    while (!closed) {
      await connect();
      await wait(options.pause());
    }
  })();

  return {
    connections: () => connections,
    cut: () => (socket as unknown as { _socket?: { destroy(): void } } | undefined)?._socket?.destroy(),
    async close() {
      closed = true;
      socket?.terminate();
      await over;
    },
  };
}
