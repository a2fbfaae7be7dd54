/** The servers of the open sessions: the main one, found on demand, and owners of single sessions (acp-cli.md 1.5). */
import type { Owner } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { createFiles, type Files } from '../api/files.js';
import { bytesFetch } from '../socket-fetch.js';
import { createStream, type Stream } from '../api/stream.js';
import { connect, connectToOwner, type Connection } from '../connect.js';
import { reconnect } from '../cli/converse.js';
import { connectOptions, type Io } from '../cli/io.js';
import type { StartDaemon } from '../../schemas/host.js';
import { visibleJson } from '../visible-json.js';

export interface Server {
  client: Client;
  stream: Stream;
  files: Files;
  baseUrl: string;
  token: () => string | undefined;
  /** whether the server ends with this process */
  isOwn: boolean;
}

export interface Servers {
  /** Finds or starts a server. Rejects with StartFailure. */
  main(): Promise<Server>;
  /** Returns undefined when the owner is unreachable. */
  owning(owner: Owner): Promise<Server | undefined>;
  /** Closes connections, and stops the server of this process. */
  close(): Promise<void>;
}

export interface ServersOptions {
  io: Io;
  warn(message: string): void;
  /** the server is reachable again, possibly as a new process that does not know this client */
  onReturn(server: Server): void;
  /** the server does not come back: its sessions need another one */
  onLost(server: Server): void;
}

export function createServers({ io, warn, onReturn, onLost }: ServersOptions): Servers {
  const owners = new Map<string, Promise<Server | undefined>>();
  const open = new Map<Server, Connection>();
  let found: Promise<Server> | undefined;

  /** Writes lines of the log to stderr only with verbose output. */
  const startDaemon: StartDaemon = async (options) => {
    const isDebug = io.env['AGENT_LOG_LEVEL']?.trim().toLowerCase() === 'debug';
    const write = (line: string): void => void io.stderr.write(`${visibleJson(line.trimEnd())}\n`);
    const side = await io.daemon();
    return await side.startDaemon({ ...options, ...(isDebug && { logMirror: { level: 'debug', write } }) });
  };

  async function find(): Promise<Server> {
    const connection = await connect({ ...connectOptions(io), startDaemon });
    for (const warning of connection.warnings) warn(`configuration: ${warning}`);
    return await serve(connection);
  }

  async function serve(connection: Connection): Promise<Server> {
    const { client, baseUrl, token, embedded } = connection;
    let lostAt: number | undefined;
    const stream = createStream({
      baseUrl,
      token,
      WebSocket: await io.webSocket(),
      fetch: io.fetch,
      clientId: `acp-${process.pid}`,
      reconnect,
      onEnd: () => lose(server),
      onState(state) {
        if (state === 'reconnecting') lostAt ??= io.now();
        if (state !== 'live') return;
        if (lostAt !== undefined && io.now() - lostAt >= noticedMs)
          warn('the connection to the server was lost for a while');
        if (lostAt !== undefined) onReturn(server);
        lostAt = undefined;
      },
    });
    const server: Server = {
      client,
      stream,
      files: createFiles({ baseUrl, token, fetch: bytesFetch(baseUrl) }),
      baseUrl,
      token,
      isOwn: embedded,
    };
    open.set(server, connection);
    return server;
  }

  function lose(server: Server): void {
    if (!open.delete(server)) return;
    warn('the server is gone: looking for another one');
    found = undefined;
    owners.clear();
    onLost(server);
  }

  return {
    main() {
      if (!found) {
        const search = find();
        found = search;
        // the next call searches again
        search.catch(() => found === search && (found = undefined));
      }
      return found;
    },
    owning(owner) {
      const known = owners.get(owner.server_id);
      if (known) return known;
      const search = connectToOwner(owner, connectOptions(io)).then((connection) => connection && serve(connection));
      owners.set(owner.server_id, search);
      const forget = (): void => void owners.delete(owner.server_id);
      search.then((server) => server ?? forget(), forget);
      return search;
    },
    async close() {
      await found?.catch(() => undefined);
      const connections = [...open];
      open.clear();
      for (const [{ stream }] of connections) stream.close();
      await Promise.all(connections.map(([, connection]) => connection.close()));
    },
  };
}

/** Minimum duration of a connection loss that is reported, in milliseconds. */
const noticedMs = 2_000;
