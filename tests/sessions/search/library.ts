/** A database of texts to search, created without a server, and searches in it without a thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswerer, type Outcome, type Sizes } from '../../../daemon/sessions/search/answer.js';
import { createIndexer } from '../../../daemon/sessions/search/indexer.js';
import { readQuery, type SearchAnswer, type SearchRequest } from '../../../daemon/sessions/search/query.js';
import { openDatabase, type Db } from '../../../daemon/sessions/log/database.js';

export interface Text {
  text: string;
  /** number of the session; default 1 */
  session?: number;
  role?: 'user' | 'assistant' | 'title';
  agent?: string;
  /** default: one second after the text before */
  time?: number;
}

export type Asked = Partial<SearchRequest> & { query: string };

export interface Library {
  db: Db;
  path: string;
  /** adds a text that the index does not contain yet; returns its event number */
  add(text: string | Text): number;
  remove(session: number, seq: number): void;
  removeSession(session: number): void;
  /** brings the index up to date */
  index(): Promise<void>;
  /** returns `refused` instead of throwing */
  outcome(request: Asked, sizes?: Sizes): Outcome;
  /** throws when the token is refused */
  ask(request: Asked, sizes?: Sizes): SearchAnswer;
  /** returns the hits of all pages; `between` runs after each page */
  all(request: Asked, sizes?: Sizes, between?: (page: SearchAnswer) => Promise<void>): Promise<SearchAnswer['items']>;
  /** returns the snippets of the first page */
  found(request: Asked): string[];
  close(): void;
}

export const firstTime = Date.UTC(2025, 0, 1);

export function openLibrary(): Library {
  const folder = mkdtempSync(join(tmpdir(), 'agent-library-'));
  const path = join(folder, 'agent.db');
  const db = openDatabase({ path });
  const session = db.prepare(
    `INSERT OR IGNORE INTO sessions (key, id, epoch, workspace_id, cwd, title, created_at, updated_at)
     VALUES (@key, @id, 'ep', 'wd_x_0123456789ab', '/x', 'Title of ' || @id, 0, 0)`,
  );
  const insert = db.prepare(
    'INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, ?, ?, 1, ?, ?)',
  );
  const last = db.prepare<[number], number | null>('SELECT max(seq) FROM search_text WHERE session_key = ?').pluck();
  const indexer = createIndexer(db);
  let clock = firstTime;

  const library: Library = {
    db,
    path,
    add(given) {
      const {
        text,
        session: key = 1,
        role = 'user',
        agent,
        time,
      } = typeof given === 'string' ? { text: given } : given;
      session.run({ key, id: `session_${key}` });
      const seq = (last.get(key) ?? 0) + 1;
      insert.run(key, seq, role === 'title' ? '' : (agent ?? 'main'), role, time ?? (clock += 1_000), text);
      return seq;
    },
    remove: (key, seq) => void db.prepare('DELETE FROM search_text WHERE session_key = ? AND seq = ?').run(key, seq),
    removeSession(key) {
      db.prepare('DELETE FROM search_text WHERE session_key = ?').run(key);
      db.prepare('DELETE FROM sessions WHERE key = ?').run(key);
    },
    index: () => indexer.run(),
    outcome: (request, sizes) =>
      createAnswerer(db, sizes)(readQuery({ mode: 'terms', op: 'AND', sort: 'score', page_size: 20, ...request }), {
        readonly: false,
        degraded: false,
      }),
    ask(request, sizes) {
      const outcome = library.outcome(request, sizes);
      if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
      return outcome.answer;
    },
    async all(request, sizes, between) {
      const items = [];
      for (let token: string | undefined, more = true; more;) {
        const page = library.ask({ ...request, ...(token !== undefined && { page_token: token }) }, sizes);
        items.push(...page.items);
        await between?.(page);
        ({ page_token: token, has_more: more } = page);
      }
      return items;
    },
    found: (request) => library.ask(request).items.map(({ snippet }) => snippet),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return library;
}
