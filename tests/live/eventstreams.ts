/** Readers of the HTTP event stream: the program curl, and an EventSource like a browser's behind a bad connection. */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createParser } from 'eventsource-parser';
import { eventually, type EventFrame } from '../helpers/turns.js';

type Server = { baseUrl: string; token: string | undefined };

export interface Curl {
  pid: number;
  /** output so far */
  out(): string;
  /** frames of complete `data:` lines */
  frames(): EventFrame[];
  /** numbers in `id:` lines of complete events */
  ids(): number[];
  /** waits until the output fits */
  until(fits: (frames: EventFrame[]) => boolean): Promise<void>;
  /** resolves with the exit code: 0 when the answer ended properly, null when curl was stopped */
  ended: Promise<number | null>;
  /** closes the connection */
  stop(): Promise<void>;
}

/** Runs `curl -N` on a path below the sessions, with the token; further arguments precede the address. */
export function curl(server: Server, path: string, args: readonly string[] = []): Curl {
  const words = ['-sN', '-H', `Authorization: Bearer ${server.token ?? ''}`, ...args];
  const child = spawn('curl', [...words, `${server.baseUrl}/api/v1/sessions/${path}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => pieces.push(data));
  const out = (): string => Buffer.concat(pieces).toString();
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const values = (name: string): string[] => {
    const text = out();
    return text
      .slice(0, text.lastIndexOf('\n\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2));
  };
  const frames = (): EventFrame[] => values('data').map((line) => JSON.parse(line) as EventFrame);
  return {
    pid: child.pid ?? -1,
    out,
    frames,
    ids: () => values('id').map(Number),
    until: (fits) => eventually(() => fits(frames()), `curl prints more than ${out().slice(-300)}`),
    ended,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface BadLine {
  baseUrl: string;
  /** number of connections that were cut */
  readonly cuts: number;
  close(): Promise<void>;
}

/** A proxy that cuts each connection after `after()` bytes of its answer, until that returns undefined. */
export async function openBadLine(baseUrl: string, after: () => number | undefined): Promise<BadLine> {
  const { hostname, port } = new URL(baseUrl);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let left = after();
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (data: Buffer) => {
      if (left === undefined || data.length < left) {
        near.write(data);
        if (left !== undefined) left -= data.length;
        return;
      }
      cuts += 1;
      near.write(data.subarray(0, left), () => near.destroy());
      left = 0;
    });
    far.on('end', () => near.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface EventSourceReader {
  /** what `onmessage` received: `lastEventId` is that of the newest event with an id, as in browsers */
  readonly messages: { lastEventId: string; frame: EventFrame }[];
  /** milliseconds that the server asked to wait before a reconnect */
  readonly retries: number[];
  close(): void;
}

/** Reads like a browser's EventSource, but waits only 1 ms before it reconnects. */
export function openEventSource(server: Server, path: string): EventSourceReader {
  const messages: EventSourceReader['messages'] = [];
  const retries: number[] = [];
  let lastEventId = '';
  let isClosed = false;
  let leave: () => void = () => undefined;

  function open(): void {
    if (isClosed) return;
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (event !== undefined) throw new Error(`onmessage would not hear of an event called ${event}`);
        if (id !== undefined) lastEventId = id;
        messages.push({ lastEventId, frame: JSON.parse(data) as EventFrame });
      },
      onRetry: (ms) => void retries.push(ms),
    });
    const headers = {
      authorization: `Bearer ${server.token ?? ''}`,
      accept: 'text/event-stream',
      'cache-control': 'no-store',
      ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
    };
    const again = (): void => void setTimeout(open, 1);
    let hasBegun = false;
    const request = get(`${server.baseUrl}/api/v1/sessions/${path}`, { headers, agent: false }, (answer) => {
      hasBegun = true;
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => parser.feed(text));
      answer.on('error', () => undefined);
      answer.once('close', again);
    });
    // once the answer has begun, its own end reconnects
    request.on('error', () => void (!hasBegun && again()));
    leave = () => request.destroy();
  }

  open();
  return {
    messages,
    retries,
    close() {
      isClosed = true;
      leave();
    },
  };
}
