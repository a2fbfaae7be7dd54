/** A relay between client and server that can forward, refuse and cut connections, or close sockets with a code. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  port: number;
  /** false refuses connections; setting it to false also cuts open ones */
  setOpen(isOpen: boolean): void;
  /** Sends a close frame with this code on each WebSocket connection and ends it. */
  closeSockets(code: number): void;
  /** Delays new connections until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startRelay(target: number): Promise<Relay> {
  const pairs = new Set<{ near: Socket; isSocket: boolean }>();
  let isOpen = true;
  let waiting: Socket[] | undefined;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (!isOpen) return void near.destroy();
    if (waiting) waiting.push(near);
    else join(near);
  });

  function join(near: Socket): void {
    const far = connect(target, '127.0.0.1');
    const pair = { near, isSocket: false };
    pairs.add(pair);
    near.on('data', (data) => {
      if (/^upgrade: *websocket/im.test(data.toString('latin1'))) pair.isSocket = true;
    });
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    near.pipe(far).pipe(near);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    setOpen(next) {
      isOpen = next;
      if (!next) for (const { near } of [...pairs]) near.destroy();
    },
    closeSockets(code) {
      for (const { near, isSocket } of [...pairs])
        if (isSocket) near.end(Buffer.from([0x88, 2, code >> 8, code & 255]), () => near.destroy());
    },
    hold() {
      waiting = [];
      return () => {
        for (const near of waiting ?? []) join(near);
        waiting = undefined;
      };
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const { near } of [...pairs]) near.destroy();
      }),
  };
}
