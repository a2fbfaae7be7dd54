/** Stores the user's trust in projects and their servers, and remembered directories (engine.md 16.2, cli.md 6.9). */
import { hash } from 'node:crypto';
import { invalid } from '../../errors.js';
import type { Unusable } from '../../mcp/files/entries.js';
import type { Layers, WorkDirectory } from '../../mcp/files/layers.js';
import type { McpEntry } from '../../mcp/server.js';
import { findRoot } from '../../workspace/instructions.js';
import { resolveReal } from '../../base/fs/paths.js';
import type { Db } from '../log/database.js';

export interface Trust {
  /** whether the user trusts the project of a directory */
  isTrusted(directory: string): Promise<boolean>;
  /**
   * Trusts the project, and with it the servers that its files configure for the directory, as they are now. Throws
   * VALIDATION_FAILED when they differ from `shown`, the fingerprint of a review.
   */
  grant(directory: string, shown?: string): Promise<void>;
  revoke(directory: string): Promise<void>;
  /** what the user decides about */
  review(directory: string): Promise<Review>;
  /** whether a server in a file of a trusted project is unchanged since the user trusted it */
  covers(root: string, server: { file: string; name: string; entry: McpEntry | Unusable }): boolean;
  /** calls the listener after a decision at any server of this home; returns a function that unsubscribes */
  onChange(listener: () => void): () => void;
  /** checks for decisions that another server has written into the database */
  reread(): void;
  /** the user chose this directory for the project; both canonical */
  remember(root: string, directory: string): void;
  /** whether a file of the project may name this directory: the project is trusted, or the user chose it */
  isKnown(root: string, directory: string): boolean;
}

/** A server in a file of a project that can be started. */
export interface ReviewedServer {
  name: string;
  /** absolute path */
  file: string;
  entry: McpEntry;
  /** false: it waits for a decision */
  trusted: boolean;
}

export interface Review {
  /** canonical root of the project */
  root: string;
  /** the user trusts the project */
  trusted: boolean;
  /** in the order of the files */
  servers: ReviewedServer[];
  /** fingerprint of all these servers */
  fingerprint: string;
}

export function createTrust(db: Db, layers: Pick<Layers, 'read' | 'paths'>, now: () => number): Trust {
  const one = db.prepare<[string]>('SELECT 1 FROM trusted_roots WHERE root = ?');
  const add = db.prepare<[string, number]>('INSERT OR IGNORE INTO trusted_roots (root, trusted_at) VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM trusted_roots WHERE root = ?');
  const server = db.prepare<[string, string, string, string]>(
    'SELECT 1 FROM trusted_servers WHERE root = ? AND file = ? AND name = ? AND fingerprint = ?',
  );
  const addServer = db.prepare<[string, string, string, string]>('INSERT INTO trusted_servers VALUES (?, ?, ?, ?)');
  const removeFile = db.prepare<[string, string]>('DELETE FROM trusted_servers WHERE root = ? AND file = ?');
  const removeServers = db.prepare<[string]>('DELETE FROM trusted_servers WHERE root = ?');
  const count = db.prepare('UPDATE trust_decisions SET count = count + 1');
  const counted = db.prepare<[], number>('SELECT count FROM trust_decisions').pluck();
  const remembered = db.prepare<[string, string]>('SELECT 1 FROM remembered_directories WHERE root = ? AND path = ?');
  const keep = db.prepare<[string, string]>('INSERT OR IGNORE INTO remembered_directories (root, path) VALUES (?, ?)');
  const listeners = new Set<() => void>();
  let known = counted.get();

  const grant = db.transaction((place: WorkDirectory, shown?: string) => {
    const { root } = place;
    const { servers, fingerprint } = reviewed(place);
    if (shown !== undefined && shown !== fingerprint)
      throw invalid('shown', 'the servers of the project are others by now; look at them again');
    add.run(root, now());
    // keeps servers of other files of the project, which were not shown
    for (const { layer, file } of layers.paths(place)) if (layer !== 'user') removeFile.run(root, file);
    for (const { name, file, entry } of servers) addServer.run(root, file, name, fingerprintOf(entry));
    count.run();
  });
  const revoke = db.transaction((root: string) => {
    remove.run(root);
    removeServers.run(root);
    count.run();
  });

  const placeOf = async (directory: string): Promise<WorkDirectory> => {
    const cwd = resolveReal(directory);
    return { root: await findRoot(cwd), cwd };
  };

  // an entry that cannot be used starts nothing
  const covers: Trust['covers'] = (root, { file, name, entry }) =>
    one.get(root) !== undefined &&
    ('error' in entry || server.get(root, file, name, fingerprintOf(entry)) !== undefined);

  function reviewed(place: WorkDirectory): Review {
    const { root } = place;
    const servers = layers
      .read(place)
      .flatMap(({ layer, file, entries }) =>
        [...(layer === 'user' ? [] : entries)].flatMap(([name, entry]): ReviewedServer[] =>
          'error' in entry ? [] : [{ name, file, entry, trusted: covers(root, { file, name, entry }) }],
        ),
      );
    const parts = servers.map(({ name, file, entry }) => [file, name, fingerprintOf(entry)]);
    return { root, trusted: one.get(root) !== undefined, servers, fingerprint: hash('sha256', JSON.stringify(parts)) };
  }

  function reread(): void {
    const decided = counted.get();
    if (decided === known) return;
    known = decided;
    for (const listener of listeners) listener();
  }

  return {
    isTrusted: async (directory) => one.get((await placeOf(directory)).root) !== undefined,
    async grant(directory, shown) {
      grant.immediate(await placeOf(directory), shown);
      reread();
    },
    async revoke(directory) {
      revoke.immediate((await placeOf(directory)).root);
      reread();
    },
    review: async (directory) => reviewed(await placeOf(directory)),
    covers,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reread,
    remember: (root, directory) => void keep.run(root, directory),
    isKnown: (root, directory) => one.get(root) !== undefined || remembered.get(root, directory) !== undefined,
  };
}

/** Covers everything that starts a program or is sent; entries with different fingerprints are separate decisions. */
function fingerprintOf(entry: McpEntry): string {
  const { transport } = entry;
  const parts =
    transport === 'stdio'
      ? [transport, entry.command, entry.args, sorted(entry.env), entry.cwd ?? null]
      : [transport, entry.url, sorted(entry.headers), entry.auth ?? null, entry.bearerTokenEnvVar ?? null];
  return hash('sha256', JSON.stringify(parts));
}

function sorted(table: Record<string, string>): [string, string][] {
  return Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
}
