/** The server of the terminal UI: found or started, and found again after a loss (tui.md 2.1, 2.2, 2.6). */
import { createFiles } from '../api/files.js';
import { bytesFetch } from '../socket-fetch.js';
import { ConnectionFailure } from '../api/failure.js';
import { createStream, type EventFrame, type Stream } from '../api/stream.js';
import { pageUrl } from '../cli/banner.js';
import { connectOptions, type Io } from '../cli/io.js';
import { connect, type Connection } from '../connect.js';
import { startOwnServer } from '../ownserver.js';
import type { Link } from './app.js';
import { attempt } from './attempt.js';

export interface ServersDeps {
  io: Io;
  /** Reports the problem of the connection; empty when there is none. */
  onConnection(text: string): void;
  /** Reports in one sentence that the connection is back. */
  onBack(text: string): void;
  /** Moves what was open on the lost server to this one; resolves when that is done. */
  onReplaced(link: Link): Promise<void>;
  onGlobalEvent(frame: EventFrame): void;
}

export interface Servers {
  readonly link: Link | undefined;
  /** The parts of its configuration that the server ignored. */
  readonly warnings: readonly string[];
  /** Returns the address of the page with the current token. */
  pageUrl(): string | undefined;
  /** Finds or starts a server. Rejects with StartFailure. */
  attach(): Promise<Link>;
  /** Resolves when a server answers again. */
  restored(): Promise<void>;
  /** Disconnects; stops a server of this process and waits for its end. */
  close(): Promise<void>;
}

/** Attempts to reconnect before the client searches for a server. */
const reconnect = { delaysMs: [500, 1_000, 2_000, 4_000, 7_500], endless: false };
/** Waits between attempts to find or start a server, in milliseconds. */
const searchMs = [1_000, 2_000, 5_000, 15_000, 30_000];
/** Milliseconds between two checks whether a server answers again. */
const restoredMs = 200;
/** A server that recovers within this time is not reported, in milliseconds. */
const unnoticedMs = 1_000;

export function createServers({ io, onConnection, onBack, onReplaced, onGlobalEvent }: ServersDeps): Servers {
  let place: { connection: Connection; link: Link; stream: Stream } | undefined;
  let serverId: string | undefined;
  let lostAt: number | undefined;
  let isChecking = false;
  let isClosed = false;
  /** rejects a search whose new connection is already lost again */
  let abandon: (failure: Error) => void = () => undefined;

  async function attach(): Promise<Link> {
    const [connection, WebSocket] = await Promise.all([
      connect({
        ...connectOptions(io),
        async startDaemon(wanted) {
          const daemon = await startOwnServer(io.serverFile, wanted);
          // a server of this process does not restart: another one is needed immediately
          void daemon.closed.then(() => ended(daemon.baseUrl, new Error('the server ended')));
          return daemon;
        },
      }),
      io.webSocket(),
    ]);
    if (isClosed) {
      await connection.close();
      throw new Error('the UI has ended');
    }
    const { client, baseUrl, token } = connection;
    const stream = createStream({
      baseUrl,
      token,
      WebSocket,
      fetch: io.fetch,
      clientId: `tui-${process.pid}`,
      reconnect,
      onEnd: (failure) => ended(baseUrl, failure),
    });
    stream.onState(() => follow(stream));
    stream.onGlobalEvent(onGlobalEvent);
    const files = createFiles({ baseUrl, token, fetch: bytesFetch(baseUrl) });
    const link: Link = { client, stream, files, server: { baseUrl, isOwn: connection.embedded } };
    place = { connection, link, stream };
    return link;
  }

  function follow(stream: Stream): void {
    if (stream !== place?.stream || isChecking) return;
    if (stream.state === 'reconnecting') {
      lostAt ??= io.now();
      const attempts = stream.loss?.attempts ?? 0;
      onConnection(`Connection lost: trying again${attempts > 1 ? ` (attempt ${attempts})` : ''}`);
    }
    if (stream.state === 'live') back(stream);
  }

  function back(stream: Stream): void {
    const before = serverId;
    const away = lostAt === undefined ? undefined : io.now() - lostAt;
    const why = stream.loss?.why;
    serverId = stream.hello?.server_id ?? serverId;
    lostAt = undefined;
    if (away === undefined) return;
    onConnection('');
    if (serverId === before && (why === 'token' || (why === 'trouble' && away < unnoticedMs))) return;
    onBack(serverId === before ? 'Reconnected.' : 'Reconnected to a new server.');
  }

  function ended(baseUrl: string, failure: Error): void {
    if (isClosed || baseUrl !== place?.connection.baseUrl) return;
    if (isChecking) abandon(failure);
    else void search();
  }

  /** Stops a server of this process if it still runs. */
  async function drop(): Promise<void> {
    const before = place;
    before?.stream.close();
    if (before?.connection.embedded) await before.connection.close();
  }

  /** Finds or starts another server after the old one is lost, and continues the session there. */
  async function search(): Promise<void> {
    isChecking = true;
    lostAt = undefined;
    onConnection('Connection lost: looking for a server');
    const before = serverId;
    await drop();
    for (let failures = 0; !isClosed; failures += 1) {
      try {
        const link = await attach();
        const abandoned = new Promise<never>((_, reject) => (abandon = reject));
        const replaced = Promise.all([onReplaced(link), link.client.getMeta()]);
        const [, { server_id: now }] = await Promise.race([replaced, abandoned]);
        serverId = now;
        isChecking = false;
        onConnection('');
        onBack(now === before ? 'Reconnected.' : 'Reconnected to a new server.');
        return;
      } catch (error) {
        await drop();
        const reason = error instanceof Error ? error.message : String(error);
        onConnection(`No server: ${reason}. Trying again`);
        await pause(searchMs[Math.min(failures, searchMs.length - 1)] ?? 0);
      }
    }
  }

  return {
    get link() {
      return place?.link;
    },
    get warnings() {
      return place?.connection.warnings ?? [];
    },
    pageUrl() {
      if (!place) return undefined;
      const { baseUrl, basePath, token } = place.connection;
      return pageUrl({ baseUrl, token: token() }, basePath);
    },
    attach,
    async restored() {
      for (;;) {
        await pause(restoredMs);
        if (isClosed) throw new ConnectionFailure('the UI has ended');
        if (!isChecking && (await attempt(() => place?.link.client.getMeta()))) return;
      }
    },
    async close() {
      isClosed = true;
      await drop();
    },
  };
}

/** The timer does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
