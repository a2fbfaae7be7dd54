/** A TCP proxy that cuts connections after a random number of bytes, between or inside frames, for one or both sides. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Random } from './random.js';

export interface Cutter {
  baseUrl: string;
  /** cuts made so far, by kind */
  readonly cuts: Record<Kind, number>;
  count(): number;
  /** false: no connection is cut */
  armed: boolean;
  close(): Promise<void>;
}

/**
 * reset: both sides are reset; end: the client receives a proper end of the stream; half: the server's side stays open
 * and unread for two seconds; upwards: the cut is in the middle of the client's data.
 */
type Kind = 'reset' | 'end' | 'half' | 'upwards';

/** Maximum bytes before a cut, including the upgrade and `hello`. A client sends little but its subscription. */
const longest = { down: [3_000, 8_000, 20_000], up: 700 };

export interface CutterOptions {
  /** called at each cut */
  onCut?(): void;
  /** delays the server's data, sometimes for long */
  isSlow?: boolean;
}

/** Delays of a slow connection after each chunk, in milliseconds. */
const waits = [0, 1, 5, 20, 60, 60, 400];

/** `target`: a function is called for each connection, because a restarted server has another port. */
export async function startCutter(
  target: string | (() => string),
  random: Random,
  { onCut, isSlow = false }: CutterOptions = {},
): Promise<Cutter> {
  const sockets = new Set<Socket>();
  const cuts: Record<Kind, number> = { reset: 0, end: 0, half: 0, upwards: 0 };
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    const { hostname, port } = new URL(typeof target === 'string' ? target : target());
    const upstream = connect(Number(port), hostname);
    track(client);
    track(upstream);
    const kind = random.pick<Kind>(['reset', 'reset', 'end', 'half', 'half', 'upwards']);
    const left = {
      down: random.between(1, random.pick(longest.down)),
      up: kind === 'upwards' ? random.between(1, longest.up) : Infinity,
    };
    let over = false;

    function cut(): void {
      over = true;
      cuts[kind] += 1;
      onCut?.();
      if (kind === 'end') client.end();
      else client.resetAndDestroy();
      if (kind !== 'half') return void upstream.destroy();
      upstream.pause();
      setTimeout(() => upstream.destroy(), 2_000).unref();
    }

    /** Stops reading for a moment, so that the server's send buffer fills. */
    function wait(): void {
      upstream.pause();
      setTimeout(() => over || upstream.resume(), random.pick(waits)).unref();
    }

    function forward(to: Socket, bytes: Buffer, way: keyof typeof left): void {
      if (over) return;
      const part = cutter.armed && bytes.length >= left[way] ? bytes.subarray(0, left[way]) : bytes;
      to.write(part);
      if (!cutter.armed) return;
      if (isSlow && way === 'down') wait();
      left[way] -= part.length;
      if (left[way] > 0) return;
      over = true;
      setImmediate(cut);
    }

    upstream.on('data', (bytes) => forward(client, bytes, 'down'));
    client.on('data', (bytes) => forward(upstream, bytes, 'up'));
    upstream.on('close', () => void (over || client.destroy()));
    client.on('close', () => void (over || upstream.destroy()));
  });

  const cutter: Cutter = {
    baseUrl: '',
    cuts,
    count: () => Object.values(cuts).reduce((sum, each) => sum + each, 0),
    armed: true,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cutter.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return cutter;
}
