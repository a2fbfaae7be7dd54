/** Detects that another server has died, and takes over its unfinished sessions that clients of this server follow. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../log/database.js';
import type { Hub } from '../log/hub.js';
import type { Leases } from '../peers/leases.js';

/** Milliseconds between two checks of the other servers; there are none while no client follows a session. */
const defaultCheckMs = 2_000;

export interface OrphanDeps {
  db: Db;
  hub: Pick<Hub, 'followed'>;
  leases: Pick<Leases, 'dead'>;
  /** takes a session over and writes its repair; no-op when another server was faster */
  repair(sessionId: string): void;
  failed(error: unknown): void;
  /** milliseconds between two checks */
  checkMs?: number;
}

/**
 * A subscription outlives the server of its session, so existing subscribers need the repair (ws.md 8.12) as new ones
 * do. Idle sessions need no repair and are left alone. Returns a function that ends the watch.
 */
export function watchOwners({ db, hub, leases, repair, failed, checkMs = defaultCheckMs }: OrphanDeps): () => void {
  const left = db.prepare<[string, string], { id: string }>(
    `SELECT s.id FROM json_each(?) f CROSS JOIN sessions s ON s.id = f.value
     WHERE s.owner = ? AND s.forming = 0 AND (s.busy = 1 OR s.main_turn_active = 1
       OR EXISTS (SELECT 1 FROM turns WHERE session_key = s.key AND ended_seq IS NULL)
       OR EXISTS (SELECT 1 FROM tasks WHERE session_key = s.key AND status = 'running')
       OR EXISTS (SELECT 1 FROM agents WHERE session_key = s.key AND compacting IS NOT NULL))`,
  );
  /** dead servers whose sessions were handled */
  const buried = new Set<string>();

  async function check(): Promise<void> {
    const followed = hub.followed();
    if (followed.length === 0) return;
    const dead = new Set(leases.dead());
    for (const id of buried) if (!dead.has(id)) buried.delete(id);
    for (const server of dead) {
      if (buried.has(server)) continue;
      for (const { id } of left.all(JSON.stringify(followed), server)) {
        repair(id);
        await nextTurn();
        if (closed) return;
      }
      buried.add(server);
    }
  }

  let closed = false;
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch(failed)
      .finally(() => (checking = false));
  }, checkMs).unref();
  return () => {
    closed = true;
    clearInterval(timer);
  };
}
