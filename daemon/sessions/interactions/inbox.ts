/** The inbox: what waits for the user in all sessions of the home, read only from storage (additions.md A2). */
import type { Operations } from '../../../schemas/generated/operations.js';
import type { Approval, InboxItem, Owner, Question } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import type { Leases } from '../peers/leases.js';

export interface Inbox {
  /** the oldest items, and how many there are */
  list(limit: number): Promise<Operations['listInbox']['data']>;
}

interface InboxRow {
  kind: InboxItem['kind'];
  id: string;
  created_at: number;
  request: string;
  session_id: string;
  title: string;
  workspace_id: string;
  cwd: string;
  owner: string | null;
}

/** Maximum rows and characters read without a pause: a request may contain a whole file. */
const rowsAtOnce = 100;
const charsAtOnce = 1024 * 1024;

/** SQL for waiting interactions with their sessions; the index has the order of the answer. */
export const waitingRows = `interactions i INDEXED BY interactions_inbox CROSS JOIN sessions s ON s.key = i.session_key
  WHERE i.status = 'pending' AND s.archived_at IS NULL`;

export function createInbox({ db, leases }: { db: Db; leases: Pick<Leases, 'present'> }): Inbox {
  const page = db.prepare<[number, string, number], InboxRow>(
    `SELECT i.kind, i.id, i.created_at, i.request, s.id AS session_id, s.title, s.workspace_id, s.cwd, s.owner
     FROM ${waitingRows} AND (i.created_at, i.id) > (?, ?) ORDER BY i.created_at, i.id LIMIT ?`,
  );
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${waitingRows}`).pluck();
  const together = db.transaction((first: () => InboxRow[]) => ({ rows: first(), total: count.get() ?? 0 }));

  /** Reads rows after a position: at least one, and as many as fit into one read. */
  function read(after: [time: number, id: string], most: number): InboxRow[] {
    const rows: InboxRow[] = [];
    let chars = 0;
    for (const row of page.iterate(...after, Math.min(most, rowsAtOnce))) {
      rows.push(row);
      chars += row.request.length;
      if (chars > charsAtOnce) break;
    }
    return rows;
  }

  return {
    async list(limit) {
      const servers = leases.present();
      const { rows, total } = together(() => read([0, ''], limit));
      const items: InboxItem[] = [];
      for (let next = rows; next.length > 0;) {
        items.push(...next.map((row) => itemOf(row, servers.foreignOwner(row.owner))));
        const last = next.at(-1) as InboxRow;
        if (items.length >= Math.min(limit, total)) break;
        await new Promise((resolve) => setImmediate(resolve));
        next = read([last.created_at, last.id], limit - items.length);
      }
      return { items, total };
    },
  };
}

function itemOf(row: InboxRow, owner: Owner | undefined): InboxItem {
  const session: InboxItem['session'] = {
    id: row.session_id,
    title: row.title,
    workspace_id: row.workspace_id,
    cwd: row.cwd,
    owner,
  };
  return row.kind === 'approval'
    ? { kind: row.kind, session, approval: JSON.parse(row.request) as Approval }
    : { kind: row.kind, session, question: storedQuestion(row.request) };
}

/** A question as its request was stored. */
export function storedQuestion(request: string): Question {
  return { background: false, ...(JSON.parse(request) as Omit<Question, 'background'> & { background?: boolean }) };
}
