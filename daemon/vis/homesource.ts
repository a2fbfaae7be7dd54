/** The sessions of a home, read from its database while servers may write to it; changes nothing (acp-cli.md 2.5). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../errors.js';
import { homePaths } from '../home/paths.js';
import { createAgentViews } from '../sessions/agents/agentviews.js';
import type { RecordsOptions } from '../sessions/export/records.js';
import { openToRead } from '../sessions/log/database.js';
import { createStore, type SessionRow } from '../sessions/store.js';
import { fullLength, hasReferences } from '../sessions/texts/references.js';
import { textsOf } from '../sessions/texts/texts.js';
import { locateMedia } from '../workspace/media.js';
import type { EventRow, EventRequest, SessionList, Source } from './source.js';

export interface HomeSourceOptions {
  /** absolute path of the data directory */
  home: string;
  /** the running owners of sessions; called only if the database exists */
  leases(): RecordsOptions['leases'];
}

interface Row {
  seq: number;
  type: string;
  agent_id: string;
  visibility: number;
  time: number;
  payload: string;
  valid: 0 | 1;
}

/** Rows read at once; the database is free in between. */
const rowsAtOnce = 200;
/** Characters of each text that a truncated event keeps. */
const keptChars = 2_000;
const taskId = /^[a-z]+-[0-9a-z]{8}$/;

export function openHomeSource({ home, leases: leasesOf }: HomeSourceOptions): Source {
  const paths = homePaths(home);
  if (!existsSync(paths.database)) return emptySource;
  const leases = leasesOf();
  const db = openToRead(paths.database);
  const store = createStore({ db, leases, contextLimit: () => undefined });
  const agents = createAgentViews({ db, store, leases }, { loaded: () => undefined });
  const texts = textsOf(db);
  const found = db.prepare<{ text: string; archived: number }, { id: string }>(
    `SELECT id FROM sessions WHERE forming = 0 AND key > 0 AND (@archived = 1 OR archived_at IS NULL)
       AND (@text = '' OR instr(lower(title || char(10) || cwd || char(10) || id || char(10) || ${statusText}), @text) > 0)
     ORDER BY updated_at DESC, id DESC`,
  );
  const page = db.prepare<{ key: number; after: number; until: number; types: string | null; limit: number }, Row>(
    `SELECT seq, type, agent_id, visibility, time, payload, json_valid(payload) AS valid FROM events
     WHERE session_key = @key AND seq > @after AND seq <= @until
       AND (@types IS NULL OR type IN (SELECT value FROM json_each(@types))) ORDER BY seq LIMIT @limit`,
  );
  const firstOf = db.prepare<[number], number>('SELECT min(seq) FROM events WHERE session_key = ?').pluck();
  const damagedIn = db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM events WHERE session_key = ? AND seq > ? AND seq <= ? AND NOT json_valid(payload)',
    )
    .pluck();
  /** by session key: number of damaged events up to a position */
  const counted = new Map<number, { until: number; damaged: number }>();

  function must(id: string): SessionRow {
    const row = store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    return row;
  }

  function list({ query = '', beforeId, pageSize, includeArchive }: SessionList) {
    const ids = found.all({ text: query.trim().toLowerCase(), archived: includeArchive ? 1 : 0 }).map(({ id }) => id);
    const from = beforeId === undefined ? 0 : ids.indexOf(beforeId) + 1;
    const servers = leases.present();
    const items = ids.slice(from, from + pageSize).flatMap((id) => {
      const row = store.row(id);
      return row ? [store.session(row, servers)] : [];
    });
    return { items, has_more: ids.length > from + pageSize };
  }

  async function* events(id: string, { after, limit, types, whole = false }: EventRequest): AsyncGenerator<EventRow> {
    const { key, last_seq: until } = must(id);
    let left = limit;
    for (let at = after; left > 0;) {
      const request = { key, after: at, until, types: types ? JSON.stringify(types) : null };
      const rows = page.all({ ...request, limit: Math.min(left, rowsAtOnce) });
      for (const row of rows) {
        at = row.seq;
        left -= 1;
        yield await eventOf(row, whole);
      }
      if (rows.length === 0) return;
    }
  }

  async function eventOf({ payload, valid, ...row }: Row, whole: boolean): Promise<EventRow> {
    const facts = {
      seq: row.seq,
      time: row.time,
      type: row.type,
      agentId: row.agent_id,
      internal: row.visibility === 0,
    };
    if (valid === 0) return { ...facts, bytes: Buffer.byteLength(payload), payload: undefined };
    if (!hasReferences(payload)) return { ...facts, bytes: Buffer.byteLength(payload), payload };
    const bytes = fullLength(payload);
    if (whole) {
      const full = await texts.ready(() => texts.parse(payload));
      return { ...facts, bytes, payload: JSON.stringify(full) };
    }
    return { ...facts, bytes, payload: JSON.stringify(texts.cut(payload, 0, keptChars)), cut: true };
  }

  return {
    kind: 'home',
    list,
    session(id) {
      const row = must(id);
      const { key, last_seq: lastSeq } = row;
      const known = counted.get(key) ?? { until: 0, damaged: 0 };
      const damaged = known.damaged + (damagedIn.get(key, known.until, lastSeq) ?? 0);
      counted.set(key, { until: lastSeq, damaged });
      return {
        session: store.session(row),
        agents: agents.list(row),
        firstSeq: firstOf.get(key) ?? 0,
        lastSeq,
        damaged,
      };
    },
    last: (id) => must(id).last_seq,
    events,
    async taskOutput(id, task) {
      const path = join(paths.session(must(id).id).tasks, `${task}.log`);
      return taskId.test(task) && existsSync(path) ? { path } : undefined;
    },
    async log(id, which) {
      const path = which === 'global' ? paths.logFile : paths.session(must(id).id).logFile;
      return existsSync(path) ? { path } : undefined;
    },
    async media(id, fileId) {
      const media = locateMedia(paths.session(must(id).id).directory, fileId);
      return media && existsSync(media.path) ? { path: media.path, mediaType: media.media_type } : undefined;
    },
    close: () => void db.close(),
  };
}

/** Words by which a filter finds a session besides its names. */
const statusText = `iif(archived_at IS NULL, '', 'archived ') || iif(busy = 1, 'running ', 'idle ')
  || iif(pending_interaction = 'none', '', pending_interaction || ' waiting ') || coalesce(last_turn_reason, '')`;

const unknown = (): never => {
  throw new ApiError('SESSION_NOT_FOUND');
};

/** The source of a home without a database. */
const emptySource: Source = {
  kind: 'home',
  list: () => ({ items: [], has_more: false }),
  session: unknown,
  last: unknown,
  events: unknown,
  taskOutput: unknown,
  log: unknown,
  media: unknown,
  close: () => undefined,
};
