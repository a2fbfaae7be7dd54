/** The registry of directories that sessions work in (rest.md 8). */
import { hash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Workspace } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { Db } from '../log/database.js';
import type { Log } from '../log/log.js';
import { iso } from '../store.js';

export interface Workspaces {
  list(): Workspace[];
  find(id: string): Workspace | undefined;
  /** the registered workspace of a root */
  findRoot(root: string): Workspace | undefined;
  /**
   * Registers a root, or updates when it was opened last; `name` applies only to new ones. The published event includes
   * what `fill` adds to the workspace.
   */
  open(root: string, name?: string, fill?: (id: string) => void): Workspace;
  rename(id: string, name: string): Workspace;
  remove(id: string): void;
  /** registers a workspace again that was removed while it had sessions; no-op for one that is registered */
  bringBack(id: string): void;
  /** like `open`, with the root and name of a workspace that has sessions */
  renew(id: string): void;
}

interface Row {
  id: string;
  root: string;
  name: string;
  created_at: number;
  last_opened_at: number;
  registered: number;
  session_count: number;
}

export function createWorkspaces({ db, log, now }: { db: Db; log: Log; now(): number }): Workspaces {
  const all = db.prepare<[], Row>('SELECT * FROM workspaces WHERE registered = 1 ORDER BY last_opened_at DESC, id');
  const one = db.prepare<[string], Row>('SELECT * FROM workspaces WHERE id = ? AND registered = 1');
  const upsert = db.prepare<[object]>(
    `INSERT INTO workspaces (id, root, name, created_at, last_opened_at) VALUES (@id, @root, @name, @now, @now)
     ON CONFLICT (id) DO UPDATE SET last_opened_at = @now, registered = 1, name = CASE registered WHEN 1 THEN name ELSE @name END`,
  );
  const setName = db.prepare('UPDATE workspaces SET name = ? WHERE id = ?');
  const ever = db.prepare<[string], { root: string; name: string; registered: 0 | 1 }>(
    'SELECT root, name, registered FROM workspaces WHERE id = ?',
  );
  const unregister = db.prepare('UPDATE workspaces SET registered = 0 WHERE id = ?');

  function requireRow(id: string): Row {
    const row = one.get(id);
    if (!row) throw new ApiError('WORKSPACE_NOT_FOUND');
    return row;
  }

  const find: Workspaces['find'] = (id) => {
    const row = one.get(id);
    return row && item(row);
  };

  const open: Workspaces['open'] = (given, name, fill) =>
    log.commit(() => {
      const root = normalRoot(given);
      const id = workspaceId(root);
      const known = one.get(id) !== undefined;
      upsert.run({ id, root, name: name ?? (basename(root) || root), now: now() });
      fill?.(id);
      const workspace = item(requireRow(id));
      log.appendGlobal({
        type: known ? 'event.workspace.updated' : 'event.workspace.created',
        agentId: 'main',
        workspace,
      });
      return workspace;
    });

  return {
    list: () => all.all().map(item),
    find,
    findRoot: (root) => find(workspaceId(normalRoot(root))),
    open,
    bringBack(id) {
      const known = ever.get(id);
      if (known?.registered === 0) open(known.root, known.name);
    },
    renew(id) {
      const known = ever.get(id);
      if (known) open(known.root, known.name);
    },
    rename: (id, name) =>
      log.commit(() => {
        requireRow(id);
        setName.run(name, id);
        const workspace = item(requireRow(id));
        log.appendGlobal({ type: 'event.workspace.updated', agentId: 'main', workspace });
        return workspace;
      }),
    remove: (id) =>
      log.commit(() => {
        const { root } = requireRow(id);
        unregister.run(id);
        log.appendGlobal({ type: 'event.workspace.deleted', agentId: 'main', workspace_id: id, root });
      }),
  };
}

/** A root without `.`, `..` and trailing slashes; links stay as they are. */
export function normalRoot(root: string): string {
  return resolve(root);
}

/** `wd_<slug>_<hash>` of a normalized root. */
function workspaceId(root: string): string {
  const path = root.replaceAll('\\', '/').replace(/(.)\/+$/, '$1');
  const slug =
    basename(path)
      .toLowerCase()
      .replace(/[^a-z0-9._-]/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'workspace';
  return `wd_${slug}_${hash('sha256', path).slice(0, 12)}`;
}

function item(row: Row): Workspace {
  return {
    id: row.id,
    root: row.root,
    name: row.name.slice(0, 100),
    created_at: iso(row.created_at),
    last_opened_at: iso(row.last_opened_at),
    session_count: row.session_count,
  };
}
