/** A socket for tests that keeps every frame as it arrived, including control frames. */
import { WebSocket } from 'ws';

export interface LiveFrame {
  type: string;
  seq?: number;
  epoch?: string;
  volatile?: boolean;
  offset?: number;
  session_id?: string;
  timestamp?: string;
  id?: string;
  code?: number;
  payload: Record<string, unknown>;
  /** the frame as it arrived */
  text: string;
}

export interface LiveSocket {
  readonly frames: LiveFrame[];
  /** durable events of a session in order of arrival */
  durable(sessionId: string): LiveFrame[];
  /** sends a control frame and waits for its ack */
  call(type: string, payload: object): Promise<LiveFrame>;
  /** waits for the first matching frame, received before or later */
  until(fits: (frame: LiveFrame) => boolean, ms?: number): Promise<LiveFrame>;
  /** resolves once everything sent before has arrived */
  settle(): Promise<void>;
  /** breaks the connection without a close frame */
  cut(): void;
}

/** Resolves when the connection is open; the client has not sent anything yet. */
export async function openSocket(to: { baseUrl: string; token: string | undefined }): Promise<LiveSocket> {
  const socket = new WebSocket(`${to.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${to.token ?? ''}` },
  });
  const frames: LiveFrame[] = [];
  const waiting = new Set<() => void>();
  let count = 0;
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    frames.push({ ...(JSON.parse(text) as LiveFrame), text });
    for (const look of [...waiting]) look();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', () => reject(new Error('the socket was refused')));
  });

  function until(fits: (frame: LiveFrame) => boolean, ms = 40_000): Promise<LiveFrame> {
    return new Promise((resolve, reject) => {
      let looked = 0;
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`no such frame among ${frames.length}; last: ${frames.at(-1)?.text.slice(0, 300) ?? 'none'}`));
      }, ms);
      function look(): void {
        while (looked < frames.length) {
          const frame = frames[looked++];
          if (!frame || !fits(frame)) continue;
          clearTimeout(timer);
          waiting.delete(look);
          return resolve(frame);
        }
      }
      waiting.add(look);
      look();
    });
  }

  return {
    frames,
    until,
    durable: (sessionId) =>
      frames.filter((frame) => frame.session_id === sessionId && frame.seq !== undefined && !frame.volatile),
    call(type, payload) {
      const id = `r${(count += 1)}`;
      socket.send(JSON.stringify({ type, id, payload }));
      return until((frame) => frame.type === 'ack' && frame.id === id, 60_000);
    },
    async settle() {
      const nonce = `n${(count += 1)}`;
      socket.send(JSON.stringify({ type: 'ping', payload: { nonce } }));
      await until((frame) => frame.type === 'pong' && frame.payload['nonce'] === nonce);
    },
    cut: () => socket.terminate(),
  };
}
