/** How lists and searches identify a session: title, last prompt, metadata, and whether it is archived. */
import { searchedPart } from '../search/searched.js';
import { touches, type Fact, type LogPosition } from './fact.js';

export const naming = {
  session: {
    'session.archived': (session, { archived }) => {
      session.archived = archived;
    },
  },
  tables(db) {
    const title = db.prepare('UPDATE sessions SET title = ?, title_kind = ? WHERE key = ?');
    const lastPrompt = db.prepare('UPDATE sessions SET last_prompt = ? WHERE key = ?');
    const metadata = db.prepare('UPDATE sessions SET metadata = ?, updated_at = max(updated_at, ?) WHERE key = ?');
    const archived = db.prepare('UPDATE sessions SET archived_at = ? WHERE key = ?');
    const search = db.prepare(
      `INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, '', 'title', NULL, ?, ?)`,
    );
    const dropTitle = db.prepare(`DELETE FROM search_text WHERE session_key = ? AND role = 'title'`);
    const touch = touches(db);

    function setTitle({ key, seq, time }: LogPosition, text: string, kind: string): void {
      title.run(text, kind, key);
      dropTitle.run(key);
      if (text !== '') search.run(key, seq, time, searchedPart(text));
    }

    return {
      'event.session.created': (at, { session }) => {
        if (session.title !== '') setTitle(at, session.title, session.title_kind);
      },
      'session.meta.updated': (at, { title: text, patch }) => {
        if (text !== undefined) {
          setTitle(at, text, patch?.titleKind ?? 'custom');
          touch.run(at.time, at.key);
        }
        if (typeof patch?.lastPrompt === 'string') lastPrompt.run(patch.lastPrompt, at.key);
      },
      'session.metadata': ({ key, time }, event) => void metadata.run(JSON.stringify(event.metadata), time, key),
      'session.archived': ({ key, time }, event) => void archived.run(event.archived ? time : null, key),
    };
  },
  load: () => ({
    session(session, row) {
      session.archived = row.archived_at !== null;
    },
  }),
  // a fork gets its own title and metadata
  fork: {
    session: {
      last_prompt: `(SELECT json_extract(payload, '$.patch.lastPrompt') FROM events e WHERE e.session_key = s.key AND e.type = 'session.meta.updated'
         AND json_type(payload, '$.patch.lastPrompt') = 'text' AND e.seq <= @cut ORDER BY seq DESC LIMIT 1)`,
    },
  },
} satisfies Fact;
