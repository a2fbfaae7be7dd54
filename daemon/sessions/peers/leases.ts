/** Which server owns which session: each server keeps a heartbeat row, and each loaded session names its owner. */
import type { Owner } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { Db } from '../log/database.js';

const heartbeatMs = 15_000;
const staleMs = 45_000;

export interface Leases {
  /** makes this server the owner; returns the live owner when there is another one */
  claim(key: number): Owner | undefined;
  /** gives up the ownership of a session */
  release(key: number): void;
  /** another live server that owns the session */
  foreignOwner(owner: string | null): Owner | undefined;
  /** true when the recorded owner is a server that has died */
  orphaned(owner: string | null): boolean;
  /** true while `owner` is this or another live server */
  alive(owner: string | null): boolean;
  /** `alive` and `foreignOwner` at one moment, for many sessions; examines each server at most once */
  present(): Pick<Leases, 'alive' | 'foreignOwner'>;
  /** ids of all live servers, this one included */
  living(): string[];
  /** ids of servers that seem to have died */
  dead(): string[];
  /** publishes the address of this server for others */
  announce(baseUrl: string): void;
  close(): void;
}

interface ServerRow {
  server_id: string;
  pid: number;
  base_url: string | null;
  heartbeat_at: number;
}

/** A heartbeat as this server last saw it. */
interface Seen {
  beat: number;
  /** by the monotonic clock */
  at: number;
  /** milliseconds for which it has not changed */
  unchangedMs: number;
}

/** The error for a change of a session that another server owns. */
export function ownedElsewhere(owner: Owner): ApiError {
  return new ApiError('SESSION_BUSY', {
    message: `the session is open in another server (pid ${owner.pid})`,
    data: { owner },
  });
}

export interface LeaseDeps {
  db: Db;
  serverId: string;
  pid: number;
  now(): number;
  /** milliseconds of a monotonic clock; default: that of the process */
  monotonic?: (() => number) | undefined;
  /** whether a process with this id runs */
  processAlive(pid: number): boolean;
}

export function createLeases({
  db,
  serverId,
  pid,
  now,
  monotonic = () => performance.now(),
  processAlive,
}: LeaseDeps): Leases {
  const beat = db.prepare(
    `INSERT INTO servers (server_id, pid, base_url, heartbeat_at) VALUES (@id, @pid, @url, @now)
     ON CONFLICT DO UPDATE SET heartbeat_at = excluded.heartbeat_at, base_url = coalesce(excluded.base_url, base_url)`,
  );
  const find = db.prepare<[string], ServerRow>('SELECT * FROM servers WHERE server_id = ?');
  const allServers = db.prepare<[], ServerRow>('SELECT * FROM servers');
  const setOwner = db.prepare('UPDATE sessions SET owner = ? WHERE key = ?');
  const current = db.prepare<[number], { owner: string | null }>('SELECT owner FROM sessions WHERE key = ?');
  const clearOwner = db.prepare('UPDATE sessions SET owner = NULL WHERE key = ? AND owner = ?');
  const removeServer = db.prepare('DELETE FROM servers WHERE server_id = ?');
  const removeUnusedServer = db.prepare(
    'DELETE FROM servers WHERE server_id = ? AND server_id NOT IN (SELECT owner FROM sessions WHERE owner IS NOT NULL)',
  );

  // this number changes with each write of another server
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  let known: number | undefined;
  let servers: ServerRow[] = [];

  const seen = new Map<string, Seen>();

  /** Milliseconds for which this server has seen no change of a heartbeat; clocks of other servers do not matter. */
  function unchangedMs({ server_id, heartbeat_at }: ServerRow): number {
    const at = monotonic();
    const before = seen.get(server_id);
    // a long gap counts as one beat: this server was suspended, and the other one may have been too
    const passed = before?.beat === heartbeat_at ? before.unchangedMs + Math.min(at - before.at, heartbeatMs) : 0;
    seen.set(server_id, { beat: heartbeat_at, at, unchangedMs: passed });
    return passed;
  }

  const isAlive = (row: ServerRow): boolean => processAlive(row.pid) && unchangedMs(row) <= staleMs;
  const liveServer = (owner: string | null): ServerRow | undefined => {
    if (owner === null || owner === serverId) return undefined;
    const row = find.get(owner);
    return row && isAlive(row) ? row : undefined;
  };
  const foreignOwner = (owner: string | null): Owner | undefined => {
    const row = liveServer(owner);
    return (
      row && { server_id: row.server_id, pid: row.pid, ...(row.base_url === null ? {} : { base_url: row.base_url }) }
    );
  };
  function present(): ReturnType<Leases['present']> {
    const owners = new Map<string, Owner | undefined>();
    const find = (id: string | null): Owner | undefined => {
      if (id === null || id === serverId) return undefined;
      if (!owners.has(id)) owners.set(id, foreignOwner(id));
      return owners.get(id);
    };
    return { foreignOwner: find, alive: (id) => id === serverId || find(id) !== undefined };
  }
  const claim = db.transaction((key: number): Owner | undefined => {
    const owner = current.get(key)?.owner ?? null;
    const other = foreignOwner(owner);
    if (!other) setOwner.run(serverId, key);
    return other;
  });

  const publish = (url: string | null) => beat.run({ id: serverId, pid, url, now: now() });
  function watch(): ServerRow[] {
    const others = allServers.all().filter((row) => row.server_id !== serverId);
    for (const row of others) unchangedMs(row);
    return others;
  }

  publish(null);
  for (const row of watch()) if (!processAlive(row.pid)) removeUnusedServer.run(row.server_id);
  const timer = setInterval(() => {
    publish(null);
    watch();
  }, heartbeatMs);
  timer.unref();

  return {
    claim: (key) => claim.immediate(key),
    release: (key) => void clearOwner.run(key, serverId),
    foreignOwner,
    orphaned: (owner) => owner !== null && owner !== serverId && liveServer(owner) === undefined,
    alive: (owner) => owner === serverId || liveServer(owner) !== undefined,
    present,
    living() {
      const others = allServers.all().filter((row) => row.server_id !== serverId && isAlive(row));
      return [serverId, ...others.map((row) => row.server_id)];
    },
    dead() {
      const current = version.get();
      if (current !== known) [known, servers] = [current, allServers.all()];
      return servers.filter((row) => row.server_id !== serverId && !isAlive(row)).map((row) => row.server_id);
    },
    announce: (baseUrl) => void publish(baseUrl),
    close() {
      clearInterval(timer);
      removeServer.run(serverId);
    },
  };
}
